/** Buttons, streets and a slider that go through the steps. */
import type { Replay } from "../../api/client";
import { streetsOf } from "./useReplay";

interface StepBarProps {
  replay: Replay;
  step: number;
  go: (to: number) => void;
  isPlaying: boolean;
  play: () => void;
}

export function StepBar({ replay, step, go, isPlaying, play }: StepBarProps) {
  const last = replay.steps.length - 1;
  const streets = streetsOf(replay);
  const here = streets.findLast((each) => each.step <= step);
  return (
    <div className="stepbar" role="group" aria-label="Steps">
      <div className="row">
        <button aria-label="First step" onClick={() => go(0)} disabled={step === 0}>«</button>
        <button aria-label="Step back" onClick={() => go(step - 1)} disabled={step === 0}>‹</button>
        <button aria-label={isPlaying ? "Pause" : "Play"} className="main" onClick={play}>{isPlaying ? "❚❚ Pause" : "▶ Play"}</button>
        <button aria-label="Next step" onClick={() => go(step + 1)} disabled={step === last}>›</button>
        <button aria-label="Last step" onClick={() => go(last)} disabled={step === last}>»</button>
        <span className="streets row">
          {streets.map((each) => (
            <button key={each.name} aria-pressed={each === here} onClick={() => go(each.step)}>{each.name === "Before the flop" ? "Pre-flop" : each.name}</button>
          ))}
        </span>
      </div>
      <input type="range" min={0} max={last} value={step} aria-label="Step" aria-valuetext={`${step + 1} of ${last + 1}`} onChange={(event) => go(Number(event.target.value))} />
    </div>
  );
}
