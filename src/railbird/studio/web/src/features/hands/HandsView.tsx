/** Hands in order: all, or those that a number counts. More come as the list is scrolled. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, type Hand } from "../../api/client";
import { address } from "../../api/filter";
import { Link } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { FilterBar } from "../../ui/FilterBar";
import { counted, moment, side, signed, trueMinus } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";
import { MOST_PAGES, useHands } from "./useHands";

export function HandsView() {
  const { hands, filter, after, change } = useHands();
  const heroes = useQuery({ queryKey: ["heroes"], queryFn: api.heroes });
  const choices = useQuery({ queryKey: ["choices"], queryFn: api.choices });
  const data = hands.data?.pages[0];
  const hasHero = Boolean(data?.heroes.length);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <h1>{data ? counted(data.total, "hand") : "Hands"}{filter.match && <> of <Link href={`/matches/${filter.match}`}>match {filter.match}</Link></>}</h1>
      <FilterBar filter={filter} choices={choices.data} begin="Hands of" hero={data?.heroes.join(",") || "anybody"}
        names={heroes.data?.players.map(({ name }) => name) ?? []}
        onChange={(next) => change({ ...next, after: null })} />
      <Refused error={hands.error} />
      {data?.total === 0 && <p>{isFiltered ? "No hands are like that." : "There are no hands yet. Drop a hand history anywhere on this page."}</p>}
      {data && data.total > 0 && (
        <Panel title="In order" aside={hasHero && <Link href={address("/results", filter)}>Results of these</Link>}>
          <div className="scroll" tabIndex={0} role="region" aria-label="Hands">
            <table>
              <thead>
                <tr>
                  <th scope="col">Hand</th>
                  <th scope="col">Played</th>
                  {hasHero ? <><th scope="col">Cards</th><th scope="col">Board</th><th scope="col">Won</th><th scope="col">Big blinds</th></>
                    : <><th scope="col">Board</th><th scope="col">Players and what they won</th></>}
                </tr>
              </thead>
              <tbody>
                {hands.data?.pages.flatMap((page) => page.hands).map((hand) => (
                  <tr key={hand.id}>
                    <th scope="row"><Link href={`/hands/${hand.id}`}>{hand.number || hand.id}</Link></th>
                    <td>{moment(hand.when)}</td>
                    {hand.hero === null ? <Everybody hand={hand} /> : <OfHero hand={hand} place={hand.hero} />}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="row pages">
            {after > 0 && <button onClick={() => change({ after: null })}>First</button>}
            {hands.hasNextPage && <More isLoading={hands.isFetchingNextPage} onMore={() => void hands.fetchNextPage()} onFrom={() => change({ after: hands.data?.pages.at(-1)?.next ?? null })}
              isFull={(hands.data?.pages.length ?? 0) >= MOST_PAGES} />}
          </div>
        </Panel>
      )}
    </>
  );
}

/** The next page, when its place comes into view; a list that is long already begins again. */
function More({ isLoading, isFull, onMore, onFrom }: { isLoading: boolean; isFull: boolean; onMore: () => void; onFrom: () => void }) {
  const end = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const button = end.current;
    if (!button || isFull || typeof IntersectionObserver === "undefined") return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && !isLoading && onMore(), { rootMargin: "800px" });
    watch.observe(button);
    return () => watch.disconnect();
  });
  return <button ref={end} disabled={isLoading} onClick={isFull ? () => { onFrom(); scrollTo(0, 0); } : onMore}>{isFull ? "Go on from here" : "More"}</button>;
}

function Everybody({ hand }: { hand: Hand }) {
  return (
    <>
      <td><Cards cards={hand.board} /></td>
      <td>{hand.players.map((player, i) => (hand.payoffs[i] || hand.players.length === 2) && (
        <span key={player}> {player} <b className={side(hand.payoffs[i])}>{trueMinus(hand.amounts[i] ?? "")}</b></span>
      ))}</td>
    </>
  );
}

function OfHero({ hand, place }: { hand: Hand; place: number }) {
  const payoff = hand.payoffs[place] ?? 0;
  const cards = hand.hole_cards[place];
  return (
    <>
      <td>{cards && <Cards cards={cards} />}</td>
      <td><Cards cards={hand.board} /></td>
      <td className={side(payoff)}>{trueMinus(hand.amounts[place] ?? "")}</td>
      <td className={side(payoff)}>{signed(payoff / hand.big_blind, 1)}</td>
    </>
  );
}
