import { expect, test } from "vitest";
import { chosenFiles, droppedFiles, nameOf } from "./dropped";
import { tarOf } from "./tar";
import { packed } from "./upload";

const named = (path: string, text: string) => ({ path, file: new File([text], path.split("/").at(-1) ?? "") });
const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

test("many files become one archive, whole blocks long, with names and sizes", async () => {
  const long = `folder/${"a".repeat(120)}.txt`;
  const bytes = await bytesOf(tarOf([named("folder/a.txt", "hello"), named(long, "x".repeat(513))]));
  const text = new TextDecoder().decode(bytes);
  expect(bytes.length % 512).toBe(0);
  expect(text.slice(0, 12)).toBe("folder/a.txt");
  expect(text.slice(124, 135)).toBe("00000000005");
  expect(text.slice(512, 517)).toBe("hello");
  expect(text).toContain("././@LongLink");
  expect(text).toContain(`${long}\0`);
  expect(bytes.slice(-1024).every((byte) => byte === 0)).toBe(true);
  const sum = bytes.slice(0, 512).reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  expect(parseInt(text.slice(148, 154), 8)).toBe(sum);
});

test("one file is sent as it is, several as one upload, and what cannot be read is named", async () => {
  const [one, two] = [named("HH/a.txt", "a"), named("HH/b.txt", "b")];
  expect(await packed([one])).toEqual({ name: "a.txt", body: one.file });
  expect((await packed([one, two, named("HH/empty.txt", "")])).name).toBe("HH (2 files)");
  expect(nameOf([one, named("c.txt", "c")])).toBe("2 files");
  await expect(packed([])).rejects.toThrow("no file");
  const gone = named("gone.txt", "x");
  gone.file.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")) }) as unknown as Blob;
  await expect(packed([one, gone])).rejects.toThrow("cannot read gone.txt");
  expect(chosenFiles([new File(["x"], ".DS_Store")])).toEqual([]);
});

test("a folder that is dropped gives all files in it, a hundred at a time", async () => {
  const file = (fullPath: string) => ({ isFile: true, fullPath, file: (done: (file: File) => void) => done(new File(["x"], fullPath.split("/").at(-1) ?? "")) });
  const folder = (fullPath: string, inside: object[]) => {
    const parts = [inside.slice(0, 2), inside.slice(2), []];
    return { isFile: false, fullPath, createReader: () => ({ readEntries: (done: (entries: object[]) => void) => done(parts.shift() ?? []) }) };
  };
  const inside = [file("/HH/a.txt"), file("/HH/.hidden"), folder("/HH/deep", [file("/HH/deep/b.txt")])];
  const items = [folder("/HH", inside), file("/c.zip")].map((entry) => ({ webkitGetAsEntry: () => entry }));
  const found = await droppedFiles({ items, files: [] } as unknown as DataTransfer);
  expect(found.map(({ path }) => path)).toEqual(["HH/a.txt", "HH/deep/b.txt", "c.zip"]);
  const plain = { items: [{ webkitGetAsEntry: () => null }], files: [new File(["x"], "d.txt")] };
  expect((await droppedFiles(plain as unknown as DataTransfer)).map(({ path }) => path)).toEqual(["d.txt"]);
});
