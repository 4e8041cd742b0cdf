/** Replay a hand from a pasted text, or from a link that holds it. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../api/client";
import { Link, navigate, useValues } from "../../app/router";
import { Panel, Refused } from "../../ui/parts";
import { ReplayView } from "./ReplayView";
import "./replayer.css";

const SAMPLE = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc";

export function PasteView() {
  const [values] = useValues();
  const code = values.get("code");
  return code ? <ReplayView key={code} code={code} /> : <Paste />;
}

function Paste() {
  const [text, setText] = useState("");
  const read = useMutation({
    mutationFn: api.paste,
    onSuccess: ([first, ...more]) => {
      if (first && !more.length) navigate(`/replay?code=${first.code}`);
    },
  });
  return (
    <>
      <h1>Replay any hand</h1>
      <p>Paste a hand as your poker room or program wrote it, or open one of <Link href="/hands">your library</Link>.</p>
      <Refused error={read.error} />
      <form className="panel paste" onSubmit={(event) => { event.preventDefault(); read.mutate(text); }}>
        <label htmlFor="pasted">A hand history</label>
        <textarea id="pasted" rows={12} value={text} maxLength={500_000} onChange={(event) => setText(event.target.value)} />
        <div className="row">
          <button className="main" disabled={!text.trim() || read.isPending}>Replay</button>
          <button type="button" onClick={() => read.mutate(SAMPLE)}>Open a sample</button>
        </div>
      </form>
      {read.data && read.data.length > 1 && (
        <Panel title={`${read.data.length} hands`}>
          <ul>{read.data.map((hand) => <li key={hand.code}><Link href={`/replay?code=${hand.code}`}>{hand.title}</Link></li>)}</ul>
        </Panel>
      )}
    </>
  );
}
