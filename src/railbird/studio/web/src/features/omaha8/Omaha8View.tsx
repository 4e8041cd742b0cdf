/** Omaha Hi-Lo: pick a hand, see the answer, its curve and its points; the chart; the trainer. */
import { Link } from "../../app/router";
import "../../ui/forms.css";
import "../../ui/grid.css";
import { Refused, Soon, Verdict } from "../../ui/parts";
import { StudiesPanel } from "../studies/StudiesPanel";
import { CardPicker } from "./CardPicker";
import { ChartPanel } from "./ChartPanel";
import { Curve } from "./Curve";
import "./omaha8.css";
import { Omaha8Trainer } from "./Omaha8Trainer";
import { RulesPanel } from "./RulesPanel";
import { useOmaha8 } from "./useOmaha8";

const SAMPLE = "/omaha8?cards=As2sKdQd&r=8";

export function Omaha8View() {
  const { values, change, cards, place, r, hand, isTraining } = useOmaha8();
  const data = cards.length === 4 ? hand.data : undefined;
  const practise = () => change({ train: Math.floor(1e9 * Math.random()), n: 1 });
  return (
    <>
      {data && !isTraining ? (
        <Verdict headline={data.headline} reason={`${data.spot.name}, ${place === "sb" ? "small blind" : "big blind after a jam"}, R = ${Number(r.toFixed(2))}; ${data.origin}`} />
      ) : (
        <>
          <h1>{isTraining ? "What do you do?" : "Jam or fold in Omaha Hi-Lo"}</h1>
          {!isTraining && <p className="quiet">Heads-up, before the flop. Pick four cards to see what the equilibrium does, and what a rule for the table says. <Link href={SAMPLE}>Open a sample</Link>.</p>}
        </>
      )}
      {hand.isLoading && <Soon>Looking it up…</Soon>}
      <Refused error={hand.error} />
      {isTraining ? (
        <Omaha8Trainer values={values} change={change} />
      ) : (
        <>
          <div className="row omaha8-bar">
            <span role="group" aria-label="Position" className="row">
              <button aria-pressed={place === "sb"} onClick={() => change({ position: null })}>Small blind</button>
              <button aria-pressed={place === "bb"} onClick={() => change({ position: "bb" })}>Big blind</button>
            </span>
            <label className="row">Smaller stack R, in big blinds
              <input type="number" min={0.5} max={50} step={0.5} value={r} onChange={(event) => event.target.value && change({ r: event.target.value }, { replace: true })} />
            </label>
            <button onClick={practise}>Practise</button>
          </div>
          <div className="omaha8">
            <CardPicker cards={cards} onCards={(next) => change({ cards: next.join("") || null })} />
            {data && data.decides && <Curve hand={data} place={place} r={r} onR={(next) => change({ r: next }, { replace: true })} />}
          </div>
          {data && <RulesPanel hand={data} />}
          <div className="omaha8 below">
            <ChartPanel values={values} place={place} r={r} change={change} />
            <StudiesPanel page="omaha8" canSave={Boolean(data)} />
          </div>
        </>
      )}
    </>
  );
}
