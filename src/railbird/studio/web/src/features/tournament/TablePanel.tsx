/** What is at the table: stacks, prizes, blinds, antes, bounties, and the model. */
import { useQuery } from "@tanstack/react-query";
import { api, type JamAsked, type Worth } from "../../api/client";
import { Link, type Values } from "../../app/router";
import { Panel } from "../../ui/parts";
import { seatsOf, textOf } from "./address";
import { StackColumns } from "./StackColumns";

export const MODELS: readonly [string, string][] = [
  ["harville", "Malmuth–Harville (ICM)"],
  ["weitzman", "Malmuth–Weitzman"],
  ["roberts", "Roberts"],
  ["pressure", "Pressure (ours)"],
  ["chips", "Chips"],
  ["solved", "The solved tournament"],
  ["fgs:1", "FGS, one hand ahead"],
  ["fgs:2", "FGS, two hands ahead"],
  ["fgs:3", "FGS, three hands ahead"],
];

interface Props {
  values: URLSearchParams;
  hand: JamAsked;
  worth: Worth | undefined;
  change: (values: Values, options?: { replace?: boolean }) => void;
}

export function TablePanel({ values, hand, worth, change }: Props) {
  const text = values.get("stacks") ?? "";
  const seats = seatsOf(text);
  const set = (name: string) => (event: { target: { value: string } }) => change({ [name]: event.target.value }, { replace: true });
  const setStacks = (stacks: string) => change({ stacks }, { replace: true });
  const add = () => change({ stacks: textOf([{ name: "", chips: seats[0]?.chips ?? "1000" }, ...seats], ["New"]), node: null, folded: null });
  const remove = () => change({ stacks: textOf(seats.slice(1), []), node: null, folded: null });
  return (
    <Panel
      title="The table"
      aside={
        <span className="row">
          <button onClick={remove} disabled={seats.length <= 2} aria-label="One player fewer">−</button>
          <span className="figure">{seats.length} players</span>
          <button onClick={add} disabled={seats.length >= 10} aria-label="One player more">+</button>
        </span>
      }
    >
      {worth && <StackColumns text={text} worth={worth} folded={hand.folded} onText={setStacks} />}
      <div className="fields">
        <Field name="Stacks, in order of action" value={text} wide onChange={set("stacks")} />
        <label className="field model">
          <span>Model</span>
          <select value={hand.model} onChange={set("model")}>
            {!MODELS.some(([name]) => name === hand.model) && <option value={hand.model}>{hand.model}</option>}
            {MODELS.map(([name, title]) => <option key={name} value={name}>{title}</option>)}
          </select>
        </label>
        <Field name="Blinds, ante" value={values.get("blinds") ?? ""} hint="300/600/50" onChange={set("blinds")} />
        <Field name="Big-blind ante" value={values.get("bbante") ?? ""} hint="none" onChange={set("bbante")} />
        <Field name="Prizes, first place first" value={values.get("prizes") ?? ""} hint="50,30,20" onChange={set("prizes")} />
        <Field name="Bounties" value={values.get("bounties") ?? ""} hint="none" onChange={set("bounties")} />
        <label className="check">
          <input type="checkbox" checked={hand.table.progressive} onChange={(event) => change({ progressive: event.target.checked ? 1 : null }, { replace: true })} />
          Progressive
        </label>
      </div>
      {hand.spot && <Played hand={hand} change={change} />}
    </Panel>
  );
}

function Field({ name, value, hint, wide, onChange }: { name: string; value: string; hint?: string; wide?: boolean; onChange: (event: { target: { value: string } }) => void }) {
  return (
    <label className={wide ? "field wide" : "field"}>
      <span>{name}</span>
      <input className="figure" value={value} placeholder={hint} onChange={onChange} />
    </label>
  );
}

/** The replayer's address of a spot. */
const replayed = (spot: string): string => (spot.startsWith("hand:") ? `/hands/${spot.slice(5)}` : `/replay?code=${spot.slice(5)}`);

/** The hand that the table is from. */
function Played({ hand, change }: { hand: JamAsked; change: Props["change"] }) {
  const spot = useQuery({ queryKey: ["spot", hand.spot, hand.hero], queryFn: () => api.spot(hand.spot, hand.hero) }).data;
  return (
    <p className="row played">
      <span className="quiet">
        From <Link href={replayed(hand.spot)}>hand {spot?.hand}</Link>
        {hand.folded.length > 0 && ", in which the first to act have folded"}.
      </span>
      <button onClick={() => change({ spot: null, hero: null, folded: null })}>Only the table</button>
    </p>
  );
}
