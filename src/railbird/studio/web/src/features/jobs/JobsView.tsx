import { isUnfinished, useJobs } from "../../api/jobs";
import { Panel } from "../../ui/parts";
import { counted } from "../../ui/format";
import { Begin } from "../home/begin";
import { JobRow } from "./JobRow";

export function JobsView() {
  const jobs = useJobs();
  const busy = jobs.filter(isUnfinished).length;
  return (
    <>
      <h1>{busy ? `${counted(busy, "job")} at work` : "No job is at work"}</h1>
      <p className="quiet">Long work runs in a process of its own. You can close this page, or even the studio: nothing that is finished is lost.</p>
      {jobs.length ? (
        <Panel title="Jobs"><ul className="plain-list">{jobs.map((job) => <JobRow key={job.id} job={job} />)}</ul></Panel>
      ) : (
        <><p>There are none yet. Drop a hand history anywhere on this page to start one, or open a sample.</p><Begin /></>
      )}
    </>
  );
}
