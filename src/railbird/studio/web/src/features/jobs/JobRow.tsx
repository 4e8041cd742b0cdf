/** A job: what it does, how far it is, and what can be done about it. */
import { api, type Job } from "../../api/client";
import { isUnfinished, useJobAction } from "../../api/jobs";
import { Link } from "../../app/router";
import { counted, plain } from "../../ui/format";
import { Refused } from "../../ui/parts";
import "./jobs.css";

const STATES: Record<Job["state"], string> = {
  waiting: "waits",
  starting: "starts",
  running: "runs",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
  interrupted: "interrupted",
};

/** The match that a job has made or analysed. */
export function matchOf(job: Job): number | null {
  const result = job.result ?? {};
  if (typeof result.match === "number") return result.match;
  const [first] = matchesOf(job);
  return matchesOf(job).length === 1 && first !== undefined ? first : null;
}

const matchesOf = ({ result }: Job): number[] => (Array.isArray(result?.matches) ? (result.matches as number[]) : []);
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The hands and files of an import that were left out, each with its reason. */
function LeftOut({ job: { result } }: { job: Job }) {
  const lists = [
    { what: "refused hand", count: Number(result?.refused ?? 0), named: textsOf(result?.refused_named) },
    { what: "skipped file", count: Number(result?.skipped ?? 0), named: textsOf(result?.skipped_named) },
  ];
  return lists.map(({ what, count, named }) => named.length > 0 && (
    <details key={what} className="left-out">
      <summary>{counted(count, what)}</summary>
      <ul>
        {named.map((text, i) => <li key={i}>{text}</li>)}
        {count > named.length && <li className="quiet">and {counted(count - named.length, "other")}</li>}
      </ul>
    </details>
  ));
}

export function JobRow({ job }: { job: Job }) {
  const cancel = useJobAction(api.cancel);
  const resume = useJobAction(api.resume);
  const match = matchOf(job);
  const several = matchesOf(job).length;
  const said = typeof job.result?.said === "string" ? job.result.said : null;
  const page = typeof job.result?.page === "string" ? job.result.page : null;
  return (
    <li className="job">
      <div className="job-head">
        <span className="job-title">{job.title}</span>
        <span className="quiet figure job-state">
          {STATES[job.state]}
          {job.state === "running" && ` · ${Math.round(100 * job.done)} %`}
        </span>
      </div>
      {isUnfinished(job) && <progress value={job.done} max={1} aria-label={job.title} />}
      {said && <p className="quiet job-said">{said}</p>}
      <LeftOut job={job} />
      {job.error && <Refused error={new Error(job.error)} />}
      <Refused error={cancel.error ?? resume.error} />
      <div className="row">
        {isUnfinished(job) && <button onClick={() => cancel.mutate(job.id)}>Cancel</button>}
        {job.can_resume && <button onClick={() => resume.mutate(job.id)}>{job.goes_on ? "Resume" : "Start again"}</button>}
        {page && <Link className="button" href={page}>Open</Link>}
        {match !== null && <Link className="button" href={`/matches/${match}`}>Open the match</Link>}
        {several > 1 && <Link className="button" href="/">{plain(several)} matches</Link>}
      </div>
    </li>
  );
}
