/** A hand on the table, step by step, and what there is to know about it. */
import type { Replay } from "../../api/client";
import { Link } from "../../app/router";
import { amount } from "../../ui/format";
import { Refused } from "../../ui/parts";
import { PokerTable, type TableSeat } from "../../ui/PokerTable";
import { split } from "../../ui/Cards";
import { EquityPanel } from "./EquityPanel";
import { MovesPanel } from "./MovesPanel";
import "./replayer.css";
import { Share } from "./Share";
import { StepBar } from "./StepBar";
import { useReplay, useStepKeys } from "./useReplay";

export function ReplayView(props: { hand: number } | { code: string }) {
  const key = "hand" in props ? { hand: props.hand } : { code: props.code };
  const { replay, insight, step, go, isPlaying, play, isHidden, change } = useReplay(key);
  const { data } = replay;
  useStepKeys(data, step, go, play);
  const now = data?.steps[step];
  if (!data || !now) return <><h1>Hand</h1><Refused error={replay.error} />{replay.error && <p><Link href="/hands">All hands</Link> are listed; any other <Link href="/replay">can be pasted</Link>.</p>}</>;
  const isSecret = isHidden && now.kind !== "showdown" && now.kind !== "result";
  const comment = isSecret ? "" : insight.data?.comments[step];
  return (
    <>
      <div className="verdict">
        <h1>{isSecret ? data.title : headline(data)}</h1>
        <p className="quiet figure row">
          <span>{data.title} · {data.game}</span>
          {data.match && <Link href={`/matches/${data.match}`}>match {data.match}</Link>}
          {data.previous && <Link href={`/hands/${data.previous}`}>← hand before</Link>}
          {data.next && <Link href={`/hands/${data.next}`}>next hand →</Link>}
        </p>
      </div>
      <div className="replayer">
        <section className="panel stage" aria-label="Table">
          <PokerTable {...tableAt(data, step, isHidden)} amount={(chips) => amount(data.unit, chips)} />
          <StepBar replay={data} step={step} go={go} isPlaying={isPlaying} play={play} />
          <div className="said" aria-live="polite">
            {now.says.map((said) => <p key={said}><b>{said}</b></p>)}
            {comment && <p>{comment}</p>}
          </div>
          <div className="row">
            <button aria-pressed={isHidden} onClick={() => change({ hide: isHidden ? null : 1 }, { replace: true })}>Hide cards until shown</button>
            {data.jam && !isHidden && <Link className="button" href={studyOf(data)}>Study this jam</Link>}
            <Share replay={data} step={step} />
          </div>
        </section>
        <div className="beside">
          <Refused error={insight.error} />
          {isSecret ? <p className="panel quiet">Hands, equities and the baseline are hidden until the showdown.</p> : (
            <>
              <EquityPanel replay={data} insight={insight.data} step={step} go={go} />
              <MovesPanel replay={data} insight={insight.data} step={step} go={go} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** The page that solves the hero's jam-or-fold decision. */
export const studyOf = ({ id, code }: Pick<Replay, "id" | "code">): string =>
  `/tournament?from=${encodeURIComponent(id === null ? `code:${code}` : `hand:${id}`)}`;

/** Who won, in a sentence. */
export function headline(replay: Replay): string {
  const said = replay.steps.at(-1)?.says.filter((each) => / wins? /.test(each)) ?? [];
  return said.map((each) => each.replace(/: [^:]* in all\.$/, "")).join(", ") || replay.title;
}

/** What the table shows at a step. Hidden cards are those of others than the hero, until the showdown. */
export function tableAt(replay: Replay, step: number, isHidden: boolean) {
  const now = replay.steps[step];
  const isShown = now?.kind === "showdown" || now?.kind === "result";
  const board = split(replay.board).slice(0, now?.board ?? 0);
  const hero = replay.seats.findIndex((seat) => seat.is_hero);
  const seats: TableSeat[] = replay.seats.map((seat, p) => ({
    name: seat.name,
    place: seat.place,
    stack: now?.behind[p] ?? null,
    bet: now?.bets[p] ?? 0,
    cards: isHidden && p !== Math.max(0, hero) && !isShown ? null : seat.cards,
    holds: replay.hole_cards,
    isFolded: now?.folded[p] ?? false,
    isActor: now?.actor === p,
    isNext: now?.next === p,
    isButton: replay.button === p,
    won: now?.won[p] ?? 0,
  }));
  return {
    seats,
    board: board.join(""),
    room: split(replay.board).length ? Math.max(0, 5 - board.length) : 0,
    pots: (now?.pots ?? []).map((pot) => pot.chips),
    bottom: Math.max(0, hero),
  };
}
