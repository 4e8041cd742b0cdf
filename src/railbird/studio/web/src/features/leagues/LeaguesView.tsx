/** Leagues: choose programs, let every pair play, and come back to those that were played. */
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { isUnfinished, useJobAction, useJobs } from "../../api/jobs";
import { Link, useValues } from "../../app/router";
import "../../ui/forms.css";
import { moment, plain } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { JobRow } from "../jobs/JobRow";
import { fitting, GAMES } from "../play/LobbyView";
import "./leagues.css";

const MOST = 12;

export function LeaguesView() {
  const [values, change] = useValues();
  const agents = useQuery({ queryKey: ["agents"], queryFn: api.agents, staleTime: Infinity });
  const leagues = useQuery({ queryKey: ["leagues"], queryFn: api.leagues });
  const play = useJobAction(api.playLeague);
  const busy = useJobs().filter((job) => job.kind === "league" && isUnfinished(job));
  const chosen = (values.get("players") ?? "rules,bluffer,jagbot,random").split(",").filter(Boolean);
  const deals = values.get("deals") ?? "500";
  const choices = fitting(agents.data ?? [], GAMES[0], 1);
  const toggle = (kind: string) =>
    change({ players: (chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]).join(",") || "," }, { replace: true });
  const pairs = (chosen.length * (chosen.length - 1)) / 2;
  return (
    <>
      <h1>Who is the best of them?</h1>
      <p>Every pair of programs plays the same deals of limit hold’em, heads-up and from both sides. The table says who is ahead for sure.</p>
      <Refused error={play.error ?? leagues.error ?? agents.error} />
      {busy.length > 0 && <Panel title="Being played"><ul className="plain-list">{busy.map((job) => <JobRow key={job.id} job={job} />)}</ul></Panel>}
      {agents.data && <><form className="panel" onSubmit={(event) => {
        event.preventDefault();
        play.mutate({ players: chosen, deals: Number(deals) || 0 });
      }}>
        <fieldset className="kinds">
          <legend>Players</legend>
          {choices.map(({ kind, about }) => (
            <label key={kind} title={about}><input type="checkbox" checked={chosen.includes(kind)} disabled={!chosen.includes(kind) && chosen.length >= MOST} onChange={() => toggle(kind)} /> {kind}</label>
          ))}
        </fieldset>
        <div className="row">
          <label className="field"><span>Deals for each pair</span>
            <input inputMode="numeric" value={deals} onChange={(event) => change({ deals: event.target.value }, { replace: true })} />
          </label>
          <button className="main" disabled={play.isPending || chosen.length < 2}>Play the league</button>
          <span className="quiet figure">{plain(chosen.length)} players, {plain(pairs)} {pairs === 1 ? "pair" : "pairs"}, {plain(2 * pairs * (Number(deals) || 0))} hands</span>
        </div>
      </form>
      <Panel title="Leagues that were played">
        {leagues.data?.length === 0 && <p>There are none yet. Choose players above, and play one: two fast ones take some seconds.</p>}
        <ul className="plain-list league-list">
          {leagues.data?.map((each) => (
            <li key={each.id}>
              <Link href={`/leagues/${each.id}`}>{each.headline}</Link>
              <span className="quiet figure"> {each.players.join(", ")} · {plain(each.deals)} deals · {moment(each.made)}</span>
            </li>
          ))}
        </ul>
      </Panel></>}
    </>
  );
}
