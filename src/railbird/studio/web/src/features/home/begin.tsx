/** What to do first, on any page that has nothing to show yet. */
import { useQuery } from "@tanstack/react-query";
import { useId, type ChangeEvent } from "react";
import { api } from "../../api/client";
import { useJobAction } from "../../api/jobs";
import { chosenFiles } from "../../app/dropped";
import { Sending } from "../../app/Sending";
import { useUpload } from "../../app/upload";
import { Panel, Refused } from "../../ui/parts";
import "./home.css";

/** The library is empty: a sample to open, and a file to choose. */
export function Begin() {
  return <div className="columns"><div><Samples /></div><div><Import /></div></div>;
}

/** Matches that are played on the spot: the first minute is never blank. */
export function Samples() {
  const samples = useQuery({ queryKey: ["samples"], queryFn: api.samples, staleTime: Infinity });
  const play = useJobAction(api.playSample);
  return (
    <Panel title="Samples">
      <Refused error={play.error} />
      <ul className="plain-list samples">
        {samples.data?.map((sample) => (
          <li key={sample.name} className="sample">
            <h3>{sample.title}</h3>
            <p className="quiet">{sample.about}</p>
            <button className="main" onClick={() => play.mutate(sample.name)}>Play it</button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export function Import() {
  const upload = useUpload();
  const id = useId();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    upload.send(chosenFiles(event.target.files ?? []));
    event.target.value = "";
  };
  return (
    <Panel title="Import">
      <Refused error={upload.error} />
      <Sending what={upload.sending} />
      <p className="quiet">Drop files or whole folders anywhere on the page: PokerStars, GGPoker, Winamax, 888, ACPC logs, PHH and others, plain, gzipped, or in a ZIP or tar archive.</p>
      <p className="row">
        <label className="button main" htmlFor={id}>Choose files</label>
        <input id={id} className="hidden" type="file" multiple onChange={choose} />
        <label className="button" htmlFor={`${id}-folder`}>Choose a folder</label>
        <input id={`${id}-folder`} className="hidden" type="file" multiple {...{ webkitdirectory: "" }} onChange={choose} />
      </p>
    </Panel>
  );
}
