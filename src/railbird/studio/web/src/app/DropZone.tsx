/** The whole window takes files. */
import { useEffect, useState } from "react";
import { Refused } from "../ui/parts";
import { droppedFiles } from "./dropped";
import { Sending } from "./Sending";
import { useUpload } from "./upload";

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

export function DropZone() {
  const [over, setOver] = useState(false);
  const upload = useUpload();
  const { send } = upload;
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) send(droppedFiles(event.dataTransfer));
    };
    addEventListener("dragover", drag);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", drag);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  });
  return (
    <>
      <Refused error={upload.error} />
      <Sending what={upload.sending} />
      {over && <div className="drop" aria-hidden="true"><p>Drop to import</p></div>}
    </>
  );
}
