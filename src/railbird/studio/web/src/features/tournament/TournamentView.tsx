/** Tournament: the verdict, the table and its worth, the hand solved, and what to do with it. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../api/client";
import { Link } from "../../app/router";
import "../../ui/forms.css";
import { Refused, Soon, Verdict } from "../../ui/parts";
import { JobRow } from "../jobs/JobRow";
import { StudiesPanel } from "../studies/StudiesPanel";
import { ofSpot, SAMPLES } from "./address";
import { HandPicker } from "./HandPicker";
import { TablePanel } from "./TablePanel";
import "./tournament.css";
import { TrainerPanel } from "./TrainerPanel";
import { TreePanel } from "./TreePanel";
import { useTournament, useWarmSolver } from "./useTournament";
import { WorthPanel } from "./WorthPanel";

export function TournamentView() {
  const { values, change, hand, isSet, worth, solved } = useTournament();
  const from = values.get("from");
  if (from) return <FromHand spot={from} change={change} />;
  if (!values.get("stacks")) return <Start values={values} />;
  const { query, data, isOld, start, job, isBusy } = solved;
  const solution = data?.solution ?? undefined;
  const error = worth.error ?? query.error ?? start.error;
  const isTraining = values.get("train") !== null;
  return (
    <>
      {isTraining ? (
        <h1>What do you do?</h1>
      ) : solution ? (
        <Verdict headline={solution.verdict ?? solution.headline} reason={(solution.verdict ? `${solution.headline} ` : "") + solution.reason.replace(/\.$/, "")} />
      ) : (
        <h1>What is a stack worth, and what do you jam?</h1>
      )}
      <Refused error={isSet ? error : null} />
      {isSet && isOld && (
        <p className="row">
          {solution && "Below is still the solution of the table before."}
          {hand.locks.length > 0 && <button onClick={() => change({ locks: null })}>Unlock all</button>}
        </p>
      )}
      {query.isLoading && <Soon>Solving…</Soon>}
      {data?.why_job && !solution && !isBusy && (
        <p className="row">{data.why_job} <button className="main" onClick={() => start.mutate(hand)}>Solve it as a job</button></p>
      )}
      {job && (isBusy || !solution) && <div className="panel"><ul className="plain-list"><JobRow job={job} /></ul></div>}
      {solution && isTraining && (
        <div className="training"><TrainerPanel hand={hand} values={values} pool={solution.pool} unit={solution.unit} change={change} /></div>
      )}
      <div className="tournament">
        <TablePanel values={values} hand={hand} worth={worth.data} change={change} />
        {worth.data && <WorthPanel worth={worth.data} solution={solution} />}
      </div>
      {solution && !isTraining && (
        <>
          <div className="row tools-row">
            <button onClick={() => change({ train: Math.floor(1e9 * Math.random()), n: 1 })}>Practise this hand</button>
            <Link className="button" href={`/tournament/sheet?${values}`}>A sheet to print</Link>
          </div>
          <TreePanel solution={solution} hand={hand} values={values} change={change} />
          <p className="quiet how figure">{solution.how}.</p>
        </>
      )}
      <div className="tournament">
        <StudiesPanel page="tournament" canSave />
        <HandPicker values={values} />
      </div>
    </>
  );
}

/** A decision that was played, as a table: its address is replaced, so that back leads to the hand. */
function FromHand({ spot, change }: { spot: string; change: ReturnType<typeof useTournament>["change"] }) {
  const found = useQuery({ queryKey: ["spot", spot], queryFn: () => api.spot(spot, ""), staleTime: Infinity });
  const { data } = found;
  useEffect(() => {
    if (data && !data.why) change({ ...ofSpot(data, { isPaid: false }), from: null }, { replace: true });
  }, [data, change]);
  return (
    <>
      <h1>What is a stack worth, and what do you jam?</h1>
      <Refused error={found.error ?? (data?.why ? new Error(data.why) : null)} />
      {found.isLoading && <Soon>The hand is being read…</Soon>}
    </>
  );
}

/** Without a table: samples, a hand to paste, and the studies. */
function Start({ values }: { values: URLSearchParams }) {
  useWarmSolver(SAMPLES[0].address);
  return (
    <>
      <h1>What is a stack worth, and what do you jam?</h1>
      <p className="quiet">Set stacks, blinds and prizes: you see what each stack is worth by every model, and the equilibrium of jam or fold. Begin with one of these, or with a hand of yours.</p>
      <ul className="plain-list tables">
        {SAMPLES.map(({ name, about, address }) => (
          <li key={name}><Link className="panel table-sample" href={`/tournament?${address}`}><strong>{name}</strong><span className="quiet">{about}</span></Link></li>
        ))}
      </ul>
      <div className="tournament">
        <HandPicker values={values} />
        <StudiesPanel page="tournament" canSave={false} />
      </div>
    </>
  );
}
