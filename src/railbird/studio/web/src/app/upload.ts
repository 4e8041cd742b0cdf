/** Files that are dropped or chosen become import jobs. */
import { useState } from "react";
import { api } from "../api/client";
import { useJobAction } from "../api/jobs";

export function useUpload() {
  const [error, setError] = useState<Error | null>(null);
  const { mutateAsync, isPending } = useJobAction(api.upload);
  const send = (files: File[]) => {
    setError(null);
    void (async () => {
      for (const file of files) {
        try {
          await mutateAsync(file);
        } catch (problem) {
          setError(problem as Error);
        }
      }
    })();
  };
  return { send, error, isPending };
}
