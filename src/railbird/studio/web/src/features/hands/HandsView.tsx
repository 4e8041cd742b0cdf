/** Hands in order, a page at a time. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../api/client";
import { Link, useValues, wholeNumber } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { counted, side, signed } from "../../ui/format";
import { Panel, Refused } from "../../ui/parts";

export function HandsView() {
  const [values, change] = useValues();
  const match = wholeNumber(values.get("match"));
  const after = wholeNumber(values.get("after")) ?? 0;
  const hands = useQuery({
    queryKey: ["hands", match, after],
    queryFn: () => api.hands({ match, after }),
    placeholderData: keepPreviousData,
  });
  const { data } = hands;
  return (
    <>
      <h1>{data ? counted(data.total, "hand") : "Hands"}{match !== null && <> of <Link href={`/matches/${match}`}>match {match}</Link></>}</h1>
      <Refused error={hands.error} />
      {data?.total === 0 && <p>There are no hands yet. Drop a hand history anywhere on this page.</p>}
      {data && data.total > 0 && (
        <Panel title="In order">
          <div className="scroll" tabIndex={0} role="region" aria-label="Hands">
            <table>
              <thead><tr><th scope="col">Hand</th><th scope="col">Board</th><th scope="col">Players and chips won</th></tr></thead>
              <tbody>
                {data.hands.map((hand) => (
                  <tr key={hand.id}>
                    <th scope="row"><Link href={`/hands/${hand.id}`}>{hand.number || hand.id}</Link></th>
                    <td><Cards cards={hand.board} /></td>
                    <td>{hand.players.map((player, i) => (hand.payoffs[i] || hand.players.length === 2) && (
                      <span key={player}> {player} <b className={side(hand.payoffs[i])}>{signed(hand.payoffs[i], 0)}</b></span>
                    ))}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="row pages">
            {after > 0 && <button onClick={() => change({ after: null })}>First</button>}
            {data.next !== null && <button onClick={() => change({ after: data.next })}>Next</button>}
          </div>
        </Panel>
      )}
    </>
  );
}
