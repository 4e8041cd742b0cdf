/** Many files as one tar archive. It is made of their blobs: nothing is read into memory before it is sent. */
const BLOCK = 512;
const LONGEST = 100;

export interface NamedFile {
  path: string;
  file: File;
}

export function tarOf(files: readonly NamedFile[]): Blob {
  const parts = files.flatMap(({ path, file }): BlobPart[] => [...headers(path, file.size), file, padding(file.size)]);
  return new Blob([...parts, new Uint8Array(2 * BLOCK)]);
}

/** The header of a file; a name that does not fit comes before it, as a file of its own. */
function headers(path: string, size: number): BlobPart[] {
  const name = new TextEncoder().encode(path);
  if (name.length <= LONGEST) return [header(name, size, "0")];
  const link = header(new TextEncoder().encode("././@LongLink"), name.length + 1, "L");
  return [link, name, padding(name.length, 1), header(name.slice(0, LONGEST), size, "0")];
}

/** Zeros up to the next block, at least as many as given. */
function padding(size: number, least = 0): Uint8Array<ArrayBuffer> {
  const over = (size + least) % BLOCK;
  return new Uint8Array(least + (over ? BLOCK - over : 0));
}

function header(name: Uint8Array, size: number, kind: string): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  block.set(name, 0);
  put(100, "0000644\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, " ".repeat(8)); // the checksum counts itself as spaces
  put(156, kind);
  put(257, "ustar\0" + "00");
  const sum = block.reduce((all, byte) => all + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}
