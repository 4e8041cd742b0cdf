/** An oval table: seats with cards, stacks and bets around the board and the pots. */
import { CardBacks, Cards } from "./Cards";
import "./table.css";

export interface TableSeat {
  name: string;
  place: string;
  /** Null: unlimited, not shown. */
  stack: number | null;
  bet: number;
  /** Known cards, or null: face down. */
  cards: string | null;
  holds: number;
  isFolded: boolean;
  isActor: boolean;
  isNext: boolean;
  isButton: boolean;
  won: number;
}

export interface PokerTableProps {
  seats: readonly TableSeat[];
  board: string;
  /** How many more cards the board will have room for. */
  room: number;
  pots: readonly number[];
  amount: (chips: number) => string;
  /** The seat at the bottom. */
  bottom?: number;
}

/**
 * Where a seat is, the bottom first, then clockwise: on an oval (x, y), and on a phone (nx, ny, of -1 to 1) at
 * the bottom, the top or the sides, where no seat covers the board or another seat. A bet is lower than its seat there by `drop`.
 */
export function around(index: number, count: number, bottom = 0): React.CSSProperties {
  const place = (index - bottom + count) % count;
  const angle = Math.PI / 2 + (2 * Math.PI * place) / count;
  const onSide = Math.ceil(count / 2) - 1;
  const isTop = count % 2 === 0 && place === count / 2;
  const level = Math.min(place, count - place); // counted from the bottom on either side
  const isSide = place > 0 && !isTop;
  const narrow = {
    "--nx": isSide ? (place < count / 2 ? -1 : 1) : 0,
    "--ny": (isTop ? -1 : 1 - (2 * level) / (onSide + (count % 2 ? 0.5 : 1))).toFixed(4),
    "--drop": isSide ? "36px" : isTop ? "44px" : "-44px",
  };
  return { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4), ...narrow } as React.CSSProperties;
}

export function PokerTable({ seats, board, room, pots, amount, bottom = 0 }: PokerTableProps) {
  return (
    <div className={`poker-table${seats.length > 6 ? " full" : ""}${(seats[0]?.holds ?? 2) > 2 ? " four" : ""}`} role="group" aria-label="Table">
      <div className="felt" />
      <div className="middle">
        <div className="board">
          <Cards cards={board} label="Board" />
          {Array.from({ length: room }, (_, i) => <span key={i} className="card slot" aria-hidden="true" />)}
        </div>
        <div className="pots figure">
          {pots.map((chips, i) => <span key={i}>{pots.length === 1 ? "Pot" : i === 0 ? "Main pot" : "Side pot"} <b>{amount(chips)}</b></span>)}
        </div>
      </div>
      {seats.map((seat, i) => <SeatBox key={i} seat={seat} amount={amount} place={around(i, seats.length, bottom)} />)}
    </div>
  );
}

function SeatBox({ seat, amount, place }: { seat: TableSeat; amount: (chips: number) => string; place: React.CSSProperties }) {
  const state = [seat.isFolded && "folded", seat.isActor && "actor", seat.isNext && "next", seat.won > 0 && "winner"].filter(Boolean).join(" ");
  return (
    <>
      <div className={`seat ${state}`} style={place}>
        <div className="seat-cards">
          {seat.cards ? <Cards cards={seat.cards} label={seat.name} /> : seat.isFolded ? null : <CardBacks count={seat.holds} label={`${seat.name}: face down`} />}
        </div>
        <div className="seat-name"><b>{seat.name}</b> <span className="quiet">{seat.place}</span>{seat.isButton && <span className="dealer" title="Button">D</span>}</div>
        <div className="seat-stack figure quiet">
          {seat.isFolded ? "folded" : seat.stack === null ? seat.isNext ? "to act" : "\u00a0" : amount(seat.stack)}
          {seat.won > 0 && <b className="gain"> wins {amount(seat.won)}</b>}
        </div>
      </div>
      {seat.bet > 0 && <div className="bet figure" style={place}>{amount(seat.bet)}</div>}
    </>
  );
}
