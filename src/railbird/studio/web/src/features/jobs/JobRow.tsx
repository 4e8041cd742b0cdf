/** A job: what it does, how far it is, and what can be done about it. */
import { api, type Job } from "../../api/client";
import { isUnfinished, useJobAction } from "../../api/jobs";
import { Link } from "../../app/router";
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
  const first: unknown = Array.isArray(result.matches) ? result.matches[0] : null;
  return typeof first === "number" ? first : null;
}

export function JobRow({ job }: { job: Job }) {
  const cancel = useJobAction(api.cancel);
  const resume = useJobAction(api.resume);
  const match = matchOf(job);
  const said = typeof job.result?.said === "string" ? job.result.said : null;
  const page = typeof job.result?.page === "string" ? job.result.page : null;
  const canResume = ["failed", "cancelled", "interrupted"].includes(job.state);
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
      {job.error && <Refused error={new Error(job.error)} />}
      <Refused error={cancel.error ?? resume.error} />
      <div className="row">
        {isUnfinished(job) && <button onClick={() => cancel.mutate(job.id)}>Cancel</button>}
        {canResume && <button onClick={() => resume.mutate(job.id)}>{job.goes_on ? "Resume" : "Start again"}</button>}
        {page && <Link className="button" href={page}>Open</Link>}
        {match !== null && <Link className="button" href={`/matches/${match}`}>Open the match</Link>}
      </div>
    </li>
  );
}
