/** The decisions of a session beside the baseline's: what they cost, and another try at each. */
import { useQuery } from "@tanstack/react-query";
import { api, type OwnDecision, type Review } from "../../api/client";
import { Link, useValues } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { amount, counted, plain, side, signed } from "../../ui/format";
import { Panel, Refused, Stat } from "../../ui/parts";
import { PokerTable } from "../../ui/PokerTable";
import { MARKS } from "../replayer/MovesPanel";
import { tableAt } from "../replayer/ReplayView";
import { RememberedPanel } from "./RememberedPanel";
import "../replayer/replayer.css";
import "./review.css";

const FIRST = 5;
const ACTIONS = [["fold", "Fold"], ["call", "Check or call"], ["raise", "Bet or raise"]] as const;
const ROUNDS: Record<string, string> = { "pre-flop": "Before the flop", flop: "Flop", turn: "Turn", river: "River" };

export const keyOf = (each: OwnDecision) => `${each.hand}.${each.judged.step}`;

export function ReviewView({ match }: { match: number }) {
  const [values, change] = useValues();
  const player = values.get("player");
  const review = useQuery({ queryKey: ["review", match, player], queryFn: () => api.review(match, player) });
  const { data } = review;
  if (!data) return <><h1>Review of match {match}</h1><Refused error={review.error} />{review.isPending && <p>The decisions are being judged…</p>}</>;
  const spot = data.marked.find((each) => keyOf(each) === values.get("spot")) ?? data.marked[0];
  return (
    <>
      <div className="verdict">
        <h1>{data.headline}</h1>
        <p className="quiet figure">
          {data.name} · <Link href={`/hands?match=${match}`}>{counted(data.total, "hand")}</Link> · {signed(data.won, 0)} chips
          {data.hands < data.total && ` · the first ${plain(data.hands)} hands`}
        </p>
      </div>
      {data.players.length > 1 && (
        <p className="row" role="group" aria-label="Player">
          {data.players.map((name) => <button key={name} aria-pressed={name === data.player} onClick={() => change({ player: name, spot: null, try: null }, { replace: true })}>{name}</button>)}
        </p>
      )}
      <Rounds review={data} />
      {Object.entries(data.refused).map(([why, count]) => <p key={why} className="quiet">Not judged: {counted(count, "hand")}, {why}.</p>)}
      {spot ? (
        <div className="reviewing">
          <Marked review={data} here={spot} choose={(each) => change({ spot: keyOf(each), try: null }, { replace: true })} isAll={values.get("all") === "1"} more={() => change({ all: 1 }, { replace: true })} />
          <Spot key={keyOf(spot)} decision={spot} />
        </div>
      ) : data.judged > 0 && <p>No decision is marked: {data.player} never lost more than a tenth of a small bet against the baseline.</p>}
      {data.remembered.length > 0 && <RememberedPanel remembered={data.remembered} />}
    </>
  );
}

function Rounds({ review }: { review: Review }) {
  return (
    <Panel title="Skill by round">
      <dl className="stats">
        {Object.entries(review.by_round).map(([round, worth]) => <Stat key={round} name={ROUNDS[round] ?? round}><span className={side(worth)}>{signed(worth, 2)}</span></Stat>)}
        <Stat name="Inaccurate · mistakes · blunders">{["inaccuracy", "mistake", "blunder"].map((each) => plain(review.grades[each] ?? 0)).join(" · ")}</Stat>
      </dl>
      <p className="quiet note">
        Small bets that the decisions were worth against those of DIVAT’s baseline, with all cards known. What a decision gained first makes good what
        the same player lost earlier in the round. Marked: inaccuracies (from 0.1), mistakes (from 0.5), blunders (from 1.5), by at most what the whole
        round cost. A few hands say little about a player.
      </p>
    </Panel>
  );
}

interface MarkedProps {
  review: Review;
  here: OwnDecision;
  choose: (decision: OwnDecision) => void;
  isAll: boolean;
  more: () => void;
}

function Marked({ review, here, choose, isAll, more }: MarkedProps) {
  const left = review.marked.length - FIRST;
  return (
    <Panel title="What cost most">
      <ol className="moves plain-list">
        {review.marked.slice(0, isAll ? undefined : FIRST).map((each) => (
          <li key={keyOf(each)} className="move">
            <button aria-current={each === here ? "true" : undefined} onClick={() => choose(each)}>
              <span><Cards cards={each.cards} /> {each.judged.played} on the {each.round}</span>
              <small className="figure"><b className="loss">{signed(each.judged.worth, 2)}</b> <b>{MARKS[each.judged.grade]}</b> {each.judged.grade}</small>
            </button>
          </li>
        ))}
      </ol>
      {!isAll && left > 0 && <button className="more" onClick={more}>Show {left} more</button>}
    </Panel>
  );
}

/** The table at a decision, with the others' cards face down; the answer comes after a try. */
function Spot({ decision }: { decision: OwnDecision }) {
  const { hand } = decision;
  const { step, position } = decision.judged;
  const replay = useQuery({ queryKey: ["replay", { hand }], queryFn: () => api.replay({ hand }), staleTime: Infinity });
  const [values, change] = useValues();
  const tried = ACTIONS.find(([action]) => action === values.get("try"))?.[0];
  const attempt = useQuery({
    queryKey: ["try", hand, step, tried],
    queryFn: () => api.tryAgain({ hand, step, action: tried ?? "call" }),
    enabled: tried !== undefined,
    staleTime: Infinity,
    retry: false,
  });
  const { data } = replay;
  if (!data) return <Refused error={replay.error} />;
  const before = tableAt(data, step - 1, false);
  const seats = before.seats.map((seat, p) => ({ ...seat, cards: p === position || attempt.data ? seat.cards : null, isNext: p === position }));
  return (
    <Panel title="Try it again" aside={<Link href={`/hands/${hand}?step=${step}`}>Open in the replayer</Link>}>
      <PokerTable {...before} seats={seats} bottom={position} amount={(chips) => amount(data.unit, chips)} />
      <p>{data.steps.slice(0, step).filter((each) => each.kind === "action").slice(-3).flatMap((each) => each.says).join(" ") || "You are first to act."}</p>
      <div className="row">
        {ACTIONS.map(([action, name]) => (
          <button key={action} aria-pressed={action === tried} onClick={() => change({ spot: keyOf(decision), try: action }, { replace: true })}>{name}</button>
        ))}
      </div>
      <Refused error={attempt.error} />
      <div role="status">
        {attempt.data && (
          <p>
            To {attempt.data.played} is worth <b className={side(attempt.data.worth)}>{signed(attempt.data.worth, 2)} sb</b>
            {attempt.data.is_same ? ": as the baseline." : `: ${attempt.data.grade}. The baseline would ${attempt.data.baseline}.`}{" "}
            You played {decision.judged.played}: <b className="loss">{signed(decision.judged.worth, 2)} sb</b>. {decision.judged.why}
          </p>
        )}
      </div>
    </Panel>
  );
}
