/** One experiment: verdict, picture, our figures beside the printed ones, why, and a way to run it. */
import { query, type Outcome, type Printed, type WholeExperiment } from "../../api/client";
import { Link } from "../../app/router";
import { counted, moment } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { JobRow } from "../jobs/JobRow";
import { MarkSign } from "./ReproduceView";
import { markOf, useExperiment, type Mark } from "./useReproduce";

const SAID: Record<Mark, string> = {
  match: "Ours and the printed figures match",
  consistent: "Ours is consistent with what is said, where no number is printed that it could have missed",
  differs: "Ours differs from print",
  explained: "Ours differs from print, and it is explained",
  "not comparable": "Ours and print cannot be compared",
  "too few to tell": "Too few games to tell",
};

export function ExperimentPanel({ id, mark }: { id: string; mark: string | null }) {
  const { experiment, run, job, isBusy } = useExperiment(id);
  const { data } = experiment;
  return (
    <>
      <p className="to-list"><Link href={`/reproduce${query({ verdict: mark })}`}>All tables and figures</Link></p>
      <Refused error={experiment.error ?? run.error} />
      {data && (
        <>
          <Panel title={data.what[0]?.toUpperCase() + data.what.slice(1)}>
            <p><MarkSign mark={markOf(data)} /> <b>{SAID[markOf(data)]}</b>{!data.run && ", as far as is known: it was not run here"}.</p>
            <p className="quiet">{data.document}{data.places.length > 0 && `, ${data.places.join(", ")}`} · {data.ids.map((each) => <code key={each}>{each} </code>)}</p>
            <p className="quiet figure">
              {data.games ? `It takes ${counted(data.games, "game")} with seed ${data.seed}` : "It plays no games"}, about {data.duration}.
              {data.run && ` Run here ${moment(data.run.made)}${data.run.games ? ` with ${counted(data.run.games, "game")}` : ""}, railbird ${data.run.version}.`}
            </p>
            {job && (isBusy || job.state !== "done") && <ul className="plain-list"><JobRow job={job} /></ul>}
            {!isBusy && <RunButtons experiment={data} onRun={run.mutate} />}
          </Panel>
          {data.outcome && <Found outcome={data.outcome} />}
        </>
      )}
    </>
  );
}

function RunButtons({ experiment, onRun }: { experiment: WholeExperiment; onRun: (size: "quick" | "full") => void }) {
  return (
    <div className="row">
      <button className="main" onClick={() => onRun("full")}>{experiment.run ? "Run it again" : "Run it"}</button>
      {experiment.quick_games !== null && <button onClick={() => onRun("quick")}>Quick: {counted(experiment.quick_games, "game")}</button>}
    </div>
  );
}

function Found({ outcome }: { outcome: Outcome }) {
  const pictures = Object.entries(outcome.pictures);
  const reasons = reasonsOf(outcome.figures);
  return (
    <>
      {pictures.length > 0 && (
        <Panel title="Figure">
          {/* drawn by the server, without anything that a user wrote */}
          {pictures.map(([name, svg]) => <div key={name} className="picture" dangerouslySetInnerHTML={{ __html: svg }} />)}
        </Panel>
      )}
      <Panel title="Ours beside the printed">
        <div className="scroll" tabIndex={0} role="region" aria-label="Figures">
          <table className="figures">
            <thead><tr><th scope="col">Figure</th><th scope="col">Ours</th><th scope="col">Printed</th><th scope="col">Verdict</th></tr></thead>
            <tbody>
              {outcome.figures.map((figure, i) => (
                <tr key={i}>
                  <th scope="row">{figure.name}</th>
                  <td>{figure.ours || "–"}</td>
                  <td>{figure.printed || "–"}</td>
                  <td><MarkSign mark={verdictOf(figure)} /> {verdictOf(figure)}{figure.verdict !== "match" && figure.why && <sup> {reasons.indexOf(figure.why) + 1}</sup>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {reasons.length > 0 && <ol className="reasons">{reasons.map((why) => <li key={why}>{why}</li>)}</ol>}
        {outcome.notes.map((note) => <p key={note} className="quiet">{note}</p>)}
      </Panel>
      {outcome.text && <Panel title="In full"><pre className="scroll" tabIndex={0}>{outcome.text}</pre></Panel>}
    </>
  );
}

function verdictOf(figure: Printed): Mark {
  if (figure.too_few) return "too few to tell";
  return figure.verdict === "differs" && figure.why ? "explained" : figure.verdict;
}

/** Why figures do not match, each reason once. */
export function reasonsOf(figures: readonly Printed[]): string[] {
  return [...new Set(figures.filter((each) => each.verdict !== "match" && each.why).map((each) => each.why))];
}

