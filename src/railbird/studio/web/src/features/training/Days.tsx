/** How a person has answered, day by day. */
import type { TrainingDay } from "../../api/client";
import { plain } from "../../ui/format";
import "./training.css";

interface Props {
  days: readonly TrainingDay[];
  /** The heading of what was lost on average, and the unit of the figures. */
  lost: string;
  unit: number;
  empty: string;
}

export function Days({ days, lost, unit, empty }: Props) {
  if (!days.length) return <p className="quiet note">{empty}</p>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label="Days">
      <table className="days">
        <thead><tr><th scope="col">Day</th><th scope="col">Answers</th><th scope="col">Right</th><th scope="col">{lost}</th></tr></thead>
        <tbody>
          {days.slice(0, 14).map((day) => (
            <tr key={day.day}>
              <th scope="row">{day.day}</th><td>{plain(day.answers)}</td><td>{plain((100 * day.right) / day.answers)} %</td>
              <td>{plain((unit * day.lost) / day.answers, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
