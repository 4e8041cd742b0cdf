/** A link that holds the whole hand and its step, and the hand as text. */
import { useRef, useState } from "react";
import type { Replay } from "../../api/client";

export function Share({ replay, step }: { replay: Replay; step: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState("");
  const link = `${location.origin}/replay?code=${replay.code}&step=${step}`;
  const text = replay.words.join("\n");
  const copy = async (what: string, name: string) => {
    try {
      await navigator.clipboard.writeText(what);
      setSaid(`The ${name} is copied.`);
    } catch {
      setSaid(`Select the ${name} and copy it: the browser does not let this page do it.`);
    }
  };
  return (
    <>
      <button onClick={() => { setSaid(""); dialog.current?.showModal(); }}>Share</button>
      <dialog ref={dialog} aria-labelledby="share-title" className="share-dialog">
        <h2 id="share-title">Share this hand</h2>
        <label>A link that holds the hand: it opens in any studio<input readOnly value={link} onFocus={(event) => event.target.select()} /></label>
        <label>In words<textarea readOnly rows={8} value={text} /></label>
        <p role="status">{said}</p>
        <form method="dialog" className="row">
          <button type="button" className="main" onClick={() => copy(link, "link")}>Copy the link</button>
          <button type="button" onClick={() => copy(text, "text")}>Copy the text</button>
          <button>Close</button>
        </form>
      </dialog>
    </>
  );
}
