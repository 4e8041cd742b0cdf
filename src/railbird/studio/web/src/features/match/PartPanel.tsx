/** Which games of a match are shown, as a sentence, and what they are worth. */
import { useQuery } from "@tanstack/react-query";
import { api, type Analysis } from "../../api/client";
import { address } from "../../api/filter";
import { Link, useValues } from "../../app/router";
import { FilterBar } from "../../ui/FilterBar";
import { counted, percent, plain, side, signed } from "../../ui/format";
import { Refused } from "../../ui/parts";
import { words } from "./LinesPanel";
import { CONDITIONS_OF_MATCH, usePart } from "./useMatch";

export function PartPanel({ analysis }: { analysis: Analysis }) {
  const { match: number } = analysis;
  const hero = analysis.players[0] ?? "";
  const { bet, game } = words(analysis.kind);
  const [, change] = useValues();
  const { filter, part, error } = usePart(number);
  const choices = useQuery({ queryKey: ["choices"], queryFn: api.choices });
  const isRing = analysis.kind === "ring";
  const offered = choices.data && (isRing ? choices.data : { ...choices.data, position: ["SB", "BB"] }); // of two, the small blind has the button
  return (
    <>
      <FilterBar filter={filter} choices={offered} names={[]} hero={hero} begin={isRing ? "Hands of" : "Games of"} only={CONDITIONS_OF_MATCH}
        onChange={(next) => change({ ...next, first: null, last: null, at: null })} />
      <Refused error={error} />
      {part && (
        <section className="panel part" aria-label="These games">
          <p className="figure">
            <Link href={address("/hands", { ...filter, match: String(number), hero })}>{counted(part.games, game)}</Link> of {plain(part.total)}.{" "}
            {part.games === 0 ? `No ${game} is like that.` : `${bet[0]?.toUpperCase()}${bet.slice(1)}s per ${game}:`}
          </p>
          {part.games > 0 && (
            <dl className="stats">
              {part.measures.map(({ name, mean, low, high, confidence }) => (
                <div key={name} className="stat">
                  <dt>{name}</dt>
                  <dd className={side(mean)}>{signed(mean, 3)}</dd>
                  <dd className="quiet figure part-interval">{low === null ? "too few for an interval" : `${signed(low, 2)} … ${signed(high, 2)}`}{confidence !== null && `, confidence ${percent(confidence)}`}</dd>
                </div>
              ))}
            </dl>
          )}
          {part.games > 0 && <p className="quiet note">Choosing {game}s by what was won or done in them favours one side: the interval is then no verdict.</p>}
        </section>
      )}
    </>
  );
}
