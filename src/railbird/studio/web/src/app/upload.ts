/** Files that are dropped or chosen become one import job, however many they are. */
import { useState } from "react";
import { api } from "../api/client";
import { useJobAction } from "../api/jobs";
import { nameOf } from "./dropped";
import { tarOf, type NamedFile } from "./tar";

/** Bytes that the studio takes at once. */
const MOST = 2 ** 30;

/** Whether the browser can read a file: it cannot if that is a folder, locked, or gone. */
async function isReadable({ file }: NamedFile): Promise<boolean> {
  return file.slice(0, 1).arrayBuffer().then(() => true, () => false);
}

/** The body of an upload, and what to call it: many files go as one archive. */
export async function packed(files: readonly NamedFile[]): Promise<{ name: string; body: Blob }> {
  const readable = await Promise.all(files.map(isReadable));
  const refused = files.filter((_, i) => !readable[i]);
  const rest = files.filter((each, i) => readable[i] && each.file.size > 0);
  if (refused[0]) throw new Error(`the browser cannot read ${refused[0].path}: check that it is there and not locked, and drop it again`);
  if (rest.reduce((sum, { file }) => sum + file.size, 0) > MOST) throw new Error("this is larger than 1,024 MB, the most that is taken at once: drop it in parts");
  const [only] = rest;
  if (!only) throw new Error(files.length ? "these files are empty: choose files with hands" : "there is no file in what was dropped: choose files with hands");
  if (rest.length === 1) return { name: only.file.name, body: only.file };
  return { name: nameOf(rest), body: tarOf(rest) };
}

export function useUpload() {
  const [error, setError] = useState<Error | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const { mutateAsync } = useJobAction(api.upload);
  const send = (files: NamedFile[] | Promise<NamedFile[]>) => {
    setError(null);
    setSending("the files");
    void (async () => {
      try {
        const upload = await packed(await files);
        setSending(upload.name);
        await mutateAsync(upload);
      } catch (problem) {
        setError(problem as Error);
      } finally {
        setSending(null);
      }
    })();
  };
  return { send, error, sending };
}
