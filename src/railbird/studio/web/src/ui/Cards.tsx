/** Cards, each with its rank and its suit as a shape. */
import "./cards.css";

const SUITS: Record<string, [string, string]> = {
  s: ["♠", "spades"],
  h: ["♥", "hearts"],
  d: ["♦", "diamonds"],
  c: ["♣", "clubs"],
};
const RANKS: Record<string, string> = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

export function split(text: string): string[] {
  return text.replaceAll(" ", "").match(/../g) ?? [];
}

export function Cards({ cards, label }: { cards: string; label?: string }) {
  const each = split(cards);
  if (!each.length) return null;
  const said = each.map((card) => `${RANKS[card[0] ?? ""] ?? card[0]} of ${SUITS[card[1] ?? ""]?.[1] ?? "?"}`).join(", ");
  return (
    <span className="cards" role="img" aria-label={label ? `${label}: ${said}` : said}>
      {each.map((card) => (
        <span key={card} className={`card ${SUITS[card[1] ?? ""]?.[1] ?? ""}`}>
          {(card[0] ?? "").replace("T", "10")}
          <i>{SUITS[card[1] ?? ""]?.[0]}{"\ufe0e"}</i>
        </span>
      ))}
    </span>
  );
}

/** Cards that lie face down. */
export function CardBacks({ count, label }: { count: number; label: string }) {
  return (
    <span className="cards" role="img" aria-label={label}>
      {Array.from({ length: count }, (_, i) => <span key={i} className="card back" />)}
    </span>
  );
}
