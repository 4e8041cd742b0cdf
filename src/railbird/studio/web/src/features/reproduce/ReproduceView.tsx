/** What we reproduced: all tables and figures of the documents, and one of them beside the print. */
import { query, type Document, type Experiment } from "../../api/client";
import { Link, useValues } from "../../app/router";
import { counted, plain } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { ExperimentPanel } from "./ExperimentPanel";
import "./reproduce.css";
import { markOf, MARKS, tally, useExperiments, type Mark } from "./useReproduce";

export function ReproduceView() {
  const experiments = useExperiments();
  const [values, change] = useValues();
  const [id, mark] = [values.get("id"), values.get("verdict")];
  const documents = experiments.data ?? [];
  return (
    <>
      <h1>{documents.length ? headline(documents) : "What we reproduced"}</h1>
      {experiments.data && <p className="quiet">
        Each table and figure is computed anew, and ours stands beside the printed one. What was not run here has the verdict that it is known to give.
      </p>}
      <Refused error={experiments.error} />
      {experiments.data && <div className={`reproduce ${id ? "has-detail" : ""}`}>
        <div className="list">
          <div className="row marks" role="group" aria-label="Verdict">
            <button aria-pressed={!mark} onClick={() => change({ verdict: null }, { replace: true })}>All</button>
            {[...tally(documents)].map(([each, count]) => (
              <button key={each} aria-pressed={mark === each} onClick={() => change({ verdict: each }, { replace: true })}><MarkSign mark={each} /> {each} <span className="quiet figure">{plain(count)}</span></button>
            ))}
          </div>
          {documents.map((document) => <DocumentPanel key={document.key} document={document} mark={mark} open={id} />)}
        </div>
        {id && <div className="detail"><ExperimentPanel key={id} id={id} mark={mark} /></div>}
      </div>}
    </>
  );
}

/** The whole in a sentence. */
export function headline(documents: readonly Document[]): string {
  const marks = tally(documents);
  const all = [...marks.values()].reduce((sum, count) => sum + count, 0);
  const off = (marks.get("differs") ?? 0) + (marks.get("explained") ?? 0);
  const rest = (marks.get("not comparable") ?? 0) + (marks.get("too few to tell") ?? 0);
  return `Of ${plain(all)} printed tables and figures ${plain(marks.get("match") ?? 0)} match, ${plain(marks.get("consistent") ?? 0)} are consistent, ${plain(off)} differ, and ${plain(rest)} cannot be compared`;
}

export function MarkSign({ mark }: { mark: Mark }) {
  return <span aria-hidden="true" className={`mark mark-${mark.split(" ")[0]}`}>{MARKS[mark]}</span>;
}

function DocumentPanel({ document, mark, open }: { document: Document; mark: string | null; open: string | null }) {
  const shown = document.experiments.filter((each) => !mark || markOf(each) === mark);
  if (!shown.length) return null;
  return (
    <Panel title={document.title} aside={<span className="quiet">{counted(shown.length, "computation")}</span>}>
      <ul className="plain-list">
        {shown.map((each) => <Row key={each.id} experiment={each} isOpen={open !== null && each.ids.includes(open)} mark={mark} />)}
      </ul>
    </Panel>
  );
}

function Row({ experiment, isOpen, mark: verdict }: { experiment: Experiment; isOpen: boolean; mark: string | null }) {
  const mark = markOf(experiment);
  return (
    <li>
      <Link className="experiment" href={`/reproduce${query({ id: experiment.id, verdict })}`} aria-current={isOpen ? "true" : undefined}>
        <MarkSign mark={mark} />
        <span><span className="experiment-what">{placeText(experiment.places)}{experiment.what}</span> <span className="quiet">{mark}{experiment.run ? "" : ", not run here"}</span></span>
      </Link>
    </li>
  );
}

/** "Figure 1.1, Figure 4.1 and 1 more: ", or nothing. */
export function placeText(places: readonly string[]): string {
  if (!places.length) return "";
  const some = places.slice(0, 2).join(", ");
  return places.length > 2 ? `${some} and ${places.length - 2} more: ` : `${some}: `;
}
