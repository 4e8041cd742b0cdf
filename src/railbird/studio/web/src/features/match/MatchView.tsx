/** A match: the verdict, the lines, the measures, the decisions. */
import { useEffect, type ReactNode } from "react";
import type { Analysis, Match } from "../../api/client";
import { Link } from "../../app/router";
import { counted, moment } from "../../ui/format";
import { Refused, Verdict } from "../../ui/parts";
import { JobRow } from "../jobs/JobRow";
import { DecisionsPanel } from "./DecisionsPanel";
import { LinesPanel } from "./LinesPanel";
import { PartPanel } from "./PartPanel";
import { EstimatorsPanel } from "./EstimatorsPanel";
import { StandingsPanel } from "./StandingsPanel";
import { MeasuresPanel } from "./MeasuresPanel";
import "./match.css";
import { useMatch } from "./useMatch";

export function MatchView({ number }: { number: number }) {
  const { match, analysis, decisions, analyse, job, areJobsKnown, isBusy } = useMatch(number);
  const { data } = match;
  const ask = analyse.mutate;
  const isNew = data !== undefined && data.note === null && !data.why_not && areJobsKnown && job?.state !== "failed";
  useEffect(() => {
    if (isNew) ask({ number }); // a job that does the same is not started twice
  }, [isNew, ask, number]);
  if (!data) return <><h1>Match {number}</h1><Refused error={match.error} />{match.error && <p><Link href="/">Home</Link> lists the matches.</p>}</>;
  // what was asked for beside the estimators is answered there
  const isOfKnown = data.note !== null && (job?.about.known !== undefined || analyse.variables?.known !== undefined);
  const isShown = job && !isOfKnown && (isBusy || !data.note || (job.state === "failed" && !data.note.is_current));
  return (
    <>
      {analysis.data ? <Verdict headline={analysis.data.headline} reason={analysis.data.reason} /> : <h1>{data.players.slice(0, 4).join(" v ")}</h1>}
      <About match={data} />
      <Refused error={analysis.error ?? decisions.error ?? (analyse.variables?.known ? null : analyse.error)} />
      {analysis.error && !isBusy && <p><button onClick={() => ask({ number })}>Analyse it again</button></p>}
      {isShown && <div className="panel"><ul className="plain-list"><JobRow job={job} /></ul></div>}
      {data.note && !data.note.is_current && !isBusy && (
        <p className="row">The match has new hands. <button onClick={() => ask({ number })}>Analyse it again</button></p>
      )}
      {data.why_not && <NotAnalysed match={data} />}
      {analysis.data && (
        <Analysed analysis={analysis.data} isBusy={isBusy} onKnown={(known) => ask({ number, known })}>
          {isOfKnown && analyse.variables?.known && <Refused error={analyse.error} />}
          {isOfKnown && job && job.state !== "done" && <ul className="plain-list"><JobRow job={job} /></ul>}
        </Analysed>
      )}
      {decisions.data && analysis.data && <DecisionsPanel decisions={decisions.data} players={analysis.data.players as [string, string]} />}
    </>
  );
}

function About({ match }: { match: Match }) {
  return (
    <p className="quiet figure about">
      {match.name} · <Link href={`/hands?match=${match.number}`}>{counted(match.hands, "hand")}</Link> · {match.game}
      {match.game === "limit holdem" && <> · <Link href={`/review/${match.number}`}>review the decisions</Link></>}
      {match.begun && ` · ${moment(match.begun)}`}
    </p>
  );
}

/** A match that no analysis fits: why, and what can be done with it. */
function NotAnalysed({ match }: { match: Match }) {
  return (
    <section className="panel">
      <p>{match.why_not}</p>
      <p className="row">
        <Link className="button main" href={`/hands?match=${match.number}`}>Its hands</Link>
        <Link className="button" href={`/results?match=${match.number}`}>Your results in it</Link>
      </p>
    </section>
  );
}

function Analysed({ analysis, isBusy, onKnown, children }: { analysis: Analysis; isBusy: boolean; onKnown: (known: string) => void; children: ReactNode }) {
  const refused = Object.entries(analysis.refused);
  return (
    <>
      {analysis.standings.length > 0 && <StandingsPanel match={analysis.match} standings={analysis.standings} />}
      <PartPanel analysis={analysis} />
      <LinesPanel analysis={analysis} />
      {analysis.estimators.length > 0 && <EstimatorsPanel analysis={analysis} isBusy={isBusy} onKnown={onKnown}>{children}</EstimatorsPanel>}
      {(analysis.measures.length > 0 || analysis.by_round.length > 0) && <MeasuresPanel analysis={analysis} />}
      {analysis.how.map((text) => <p key={text} className="quiet computed">{text[0]?.toUpperCase()}{text.slice(1)}{text.endsWith(".") ? "" : "."}</p>)}
      {refused.map(([why, count]) => <p key={why} className="quiet">Not analysed: {counted(count, "hand")}, {why}.</p>)}
    </>
  );
}
