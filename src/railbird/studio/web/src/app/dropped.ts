/** The files of what was dropped or chosen, those in folders too. */
import type { NamedFile } from "./tar";

/** To be called while the event of the drop is handled: later, the browser has forgotten what it held. */
export function droppedFiles(data: DataTransfer): Promise<NamedFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) return Promise.resolve(chosenFiles(data.files));
  return Promise.all(entries.flatMap((entry) => (entry ? [filesOf(entry)] : []))).then((found) => found.flat());
}

export const chosenFiles = (files: Iterable<File>): NamedFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })).filter(isShown);

async function filesOf(entry: FileSystemEntry): Promise<NamedFile[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (isFile(entry)) {
    const file = await new Promise<File>((done, fail) => entry.file(done, fail)).catch(() => new File([], path));
    return [{ path, file }].filter(isShown);
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inside: FileSystemEntry[] = [];
  for (;;) { // a reader gives a hundred at a time
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail)).catch(() => []);
    if (!some.length) break;
    inside.push(...some);
  }
  const found: NamedFile[] = [];
  for (const each of inside) found.push(...(await filesOf(each)));
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Not what systems hide in folders. */
const isShown = ({ path }: NamedFile) => !path.split("/").some((part) => part.startsWith("."));

/** What many files are called together: their folder, if they are in one. */
export function nameOf(files: readonly NamedFile[]): string {
  const folders = new Set(files.map(({ path }) => (path.includes("/") ? path.split("/")[0] : "")));
  const [folder] = folders;
  return folders.size === 1 && folder ? `${folder} (${files.length.toLocaleString("en")} files)` : `${files.length.toLocaleString("en")} files`;
}
