/** Hands in order: all, or those that a number counts. Only the rows in sight are drawn, however many there are. */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, type Hand } from "../../api/client";
import { address, type Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { FilterBar } from "../../ui/FilterBar";
import { counted, moment, plain, side, signed, trueMinus } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { Begin } from "../home/begin";
import "./hands.css";
import { heightOf, ROW } from "./rows";
import { useHands, useRows } from "./useHands";

export function HandsView() {
  const { first, filter, row, change } = useHands();
  const heroes = useQuery({ queryKey: ["heroes"], queryFn: api.heroes });
  const choices = useQuery({ queryKey: ["choices"], queryFn: api.choices });
  const { data } = first;
  const hasHero = Boolean(data?.heroes.length);
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = data?.total === 0 && !isFiltered;
  const toRow = useCallback((next: number) => change({ row: next || null }, { replace: true }), [change]);
  return (
    <>
      <h1>{isEmpty ? "There are no hands yet" : data ? counted(data.total, "hand") : "Hands"}{filter.match && <> of <Link href={`/matches/${filter.match}`}>match {filter.match}</Link></>}</h1>
      {!isEmpty && <FilterBar filter={filter} choices={choices.data} begin="Hands of" hero={data?.heroes.join(",") || "anybody"}
        names={heroes.data?.players.map(({ name }) => name) ?? []}
        onChange={(next) => change({ ...next, row: null })} />}
      <Refused error={first.error} />
      {isEmpty && <><p>Here is every hand of your library. Drop a hand history anywhere on this page, or open a sample.</p><Begin /></>}
      {data?.total === 0 && isFiltered && <p>No hands are like that. <Link href="/hands">Show all hands</Link>.</p>}
      {data && data.total > 0 && (
        <Panel title="In order" aside={hasHero && <Link href={address("/results", filter)}>Results of these</Link>}>
          <HandRows key={JSON.stringify(filter)} filter={filter} total={data.total} hasHero={hasHero} row={row} onRow={toRow} />
        </Panel>
      )}
    </>
  );
}

interface HandRowsProps {
  filter: Filter;
  total: number;
  hasHero: boolean;
  row: number;
  onRow: (row: number) => void;
}

function HandRows({ filter, total, hasHero, row, onRow }: HandRowsProps) {
  const { box, look, sight, hands, error } = useRows(filter, total, row, onRow);
  const rows = Array.from({ length: sight.end - sight.first }, (_, i) => sight.first + i);
  const columns = hasHero ? ["Hand", "Played", "Cards", "Board", "Won", "Big blinds"] : ["Hand", "Played", "Board", "Players and what they won"];
  return (
    <>
      <Refused error={error} />
      <div className={`hand-rows${hasHero ? " of-hero" : ""}`} role="table" aria-label="Hands" aria-rowcount={total + 1}>
        <div ref={box} className="rows-box" role="rowgroup" tabIndex={0} aria-label="Hands" onScroll={look}>
          <div role="row" aria-rowindex={1} className="hand-row-line rows-head">
            {columns.map((name) => <span key={name} role="columnheader">{name}</span>)}
          </div>
          <div className="rows-all" role="presentation" style={{ height: heightOf(total) }}>
            <div role="presentation" className="rows-seen" style={{ transform: `translateY(${sight.top}px)` }}>
              {rows.map((at) => <HandRow key={at} at={at} hand={hands.get(at)} hasHero={hasHero} />)}
            </div>
          </div>
        </div>
      </div>
      <p className="quiet figure rows-where">
        From hand {plain(Math.min(total, (sight.first ? sight.first + 6 : 0) + 1))} of {plain(total)}
        {total > 60 && (
          <span className="row">
            <button onClick={() => { if (box.current) box.current.scrollTop = 0; }}>First</button>
            <button onClick={() => { if (box.current) box.current.scrollTop = box.current.scrollHeight; }}>Last</button>
          </span>
        )}
      </p>
    </>
  );
}

function HandRow({ at, hand, hasHero }: { at: number; hand: Hand | undefined; hasHero: boolean }) {
  return (
    <div role="row" aria-rowindex={at + 2} className="hand-row-line" style={{ height: ROW }}>
      {hand ? (
        <>
          <span role="rowheader"><Link href={`/hands/${hand.id}`}>{hand.number || hand.id}</Link></span>
          <span role="cell">{moment(hand.when)}</span>
          {hand.hero === null || !hasHero ? <Everybody hand={hand} /> : <OfHero hand={hand} place={hand.hero} />}
        </>
      ) : <span role="cell" className="quiet figure">{plain(at + 1)} …</span>}
    </div>
  );
}

function Everybody({ hand }: { hand: Hand }) {
  return (
    <>
      <span role="cell"><Cards cards={hand.board} /></span>
      <span role="cell" className="rows-won">{hand.players.map((player, i) => (hand.payoffs[i] || hand.players.length === 2) && (
        <span key={player}> {player} <b className={side(hand.payoffs[i])}>{trueMinus(hand.amounts[i] ?? "")}</b></span>
      ))}</span>
    </>
  );
}

function OfHero({ hand, place }: { hand: Hand; place: number }) {
  const payoff = hand.payoffs[place] ?? 0;
  const cards = hand.hole_cards[place];
  return (
    <>
      <span role="cell">{cards && <Cards cards={cards} />}</span>
      <span role="cell"><Cards cards={hand.board} /></span>
      <span role="cell" className={`figure ${side(payoff)}`}>{trueMinus(hand.amounts[place] ?? "")}</span>
      <span role="cell" className={`figure ${side(payoff)}`}>{signed(payoff / hand.big_blind, 1)}</span>
    </>
  );
}
