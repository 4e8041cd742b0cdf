/** Pick four cards: a row for each suit; arrow keys walk it. Or type them. */
import type { KeyboardEvent } from "react";
import { Panel } from "../../ui/parts";
import { split } from "../../ui/Cards";
import { toggled } from "./useOmaha8";

const RANKS = "AKQJT98765432";
const SUITS = [
  ["s", "♠", "spades"],
  ["h", "♥", "hearts"],
  ["d", "♦", "diamonds"],
  ["c", "♣", "clubs"],
] as const;
const NAMES: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

interface Props {
  cards: readonly string[];
  onCards: (cards: string[]) => void;
}

export function CardPicker({ cards, onCards }: Props) {
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 }[event.key];
    if (!by) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button")];
    event.preventDefault();
    all[all.indexOf(document.activeElement as HTMLButtonElement) + by]?.focus();
  };
  return (
    <Panel title="Four cards" aside={<button onClick={() => onCards([])} disabled={!cards.length}>Clear</button>}>
      <div className="picker" role="group" aria-label="Cards" onKeyDown={press}>
        {SUITS.flatMap(([suit, shape, name]) =>
          [...RANKS].map((rank) => {
            const card = rank + suit;
            const isIn = cards.includes(card);
            return (
              <button
                key={card}
                className={`pick ${name}`}
                aria-pressed={isIn}
                aria-label={`${NAMES[rank] ?? rank} of ${name}`}
                aria-disabled={!isIn && cards.length === 4}
                onClick={() => onCards(toggled(cards, card))}
              >
                {rank === "T" ? "10" : rank}<i>{shape}{"\ufe0e"}</i>
              </button>
            );
          }),
        )}
      </div>
      <label className="field typed"><span>Or type them</span>
        <input
          key={cards.join("")}
          defaultValue={cards.join("")}
          placeholder="AsAd2s3d"
          onKeyDown={(event) => event.key === "Enter" && onCards(split(event.currentTarget.value).slice(0, 4))}
          onBlur={(event) => event.target.value !== cards.join("") && onCards(split(event.target.value).slice(0, 4))}
        />
      </label>
    </Panel>
  );
}
