/** Choose a game and opponents, or go back to a table that waits. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { api, type Agent } from "../../api/client";
import { Link, navigate, useValues } from "../../app/router";
import { moment } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import "./play.css";

export const GAMES = [
  { key: "limit", name: "Limit hold’em", game: "holdem", betting: "limit" },
  { key: "no-limit", name: "No-limit hold’em", game: "holdem", betting: "no-limit" },
  { key: "omaha8", name: "Omaha Hi-Lo, limit", game: "omaha8", betting: "limit" },
] as const;
const MOST = 9;

/** Who of the programs can sit down in a game with so many opponents. */
export function fitting(agents: readonly Agent[], game: (typeof GAMES)[number], opponents: number): Agent[] {
  const seats = opponents + 1;
  return agents.filter((each) => each.games.includes(game.game) && each.bettings.includes(game.betting) && each.fewest <= seats && seats <= each.most);
}

export function LobbyView() {
  const [values, change] = useValues();
  const game = GAMES.find(({ key }) => key === values.get("game")) ?? GAMES[0];
  const opponents = (values.get("against") ?? "rules").split(",").slice(0, MOST);
  const agents = useQuery({ queryKey: ["agents"], queryFn: api.agents, staleTime: Infinity });
  const open = useQuery({ queryKey: ["tables"], queryFn: api.tables });
  const sit = useMutation({ mutationFn: api.sitDown, onSuccess: ({ id }) => navigate(`/play/${id}`) });
  const choices = fitting(agents.data ?? [], game, opponents.length);
  const set = (next: string[]) => change({ against: next.join(",") }, { replace: true });
  return (
    <>
      <h1>Sit down and play</h1>
      <p>Every hand is kept in your library. When you leave, you see where your decisions cost most.</p>
      <Refused error={sit.error ?? agents.error} />
      {open.data && open.data.length > 0 && (
        <Panel title="Tables that wait for you">
          <ul className="plain-list">
            {open.data.map((each) => (
              <li key={each.id}><Link href={`/play/${each.id}`}>{each.name} against {each.opponents.join(", ")}</Link> <span className="quiet">{each.game}, {moment(each.made)}</span></li>
            ))}
          </ul>
        </Panel>
      )}
      <p className="quiet">To see programs play each other, <Link href="/leagues">play a league</Link>.</p>
      <form className="panel lobby" onSubmit={(event) => {
        event.preventDefault();
        sit.mutate({ opponents, name: "you", game: game.game, betting: game.betting });
      }}>
        <fieldset className="row">
          <legend>Game</legend>
          {GAMES.map((each) => (
            <button type="button" key={each.key} aria-pressed={each === game} onClick={() => change({ game: each.key }, { replace: true })}>{each.name}</button>
          ))}
        </fieldset>
        <fieldset>
          <legend>Opponents</legend>
          {opponents.map((kind, i) => (
            <div key={i} className="row opponent">
              <label className="hidden" htmlFor={`opponent-${i}`}>Opponent {i + 1}</label>
              <select id={`opponent-${i}`} value={kind} onChange={(event) => set(opponents.map((each, j) => (j === i ? event.target.value : each)))}>
                {!choices.some((each) => each.kind === kind) && <option value={kind}>{kind}{agents.data ? " (not in this game)" : ""}</option>}
                {choices.map((each) => <option key={each.kind} value={each.kind}>{each.kind}: {each.about}</option>)}
              </select>
              {opponents.length > 1 && <button type="button" aria-label={`Remove opponent ${i + 1}`} onClick={() => set(opponents.filter((_, j) => j !== i))}>−</button>}
            </div>
          ))}
          {opponents.length < MOST && <button type="button" onClick={() => set([...opponents, "rules"])}>Add an opponent</button>}
        </fieldset>
        <button className="main" disabled={sit.isPending}>Sit down</button>
      </form>
    </>
  );
}
