/** A table of groups of hands; each number opens the hands that it counts. */
import type { Results, ResultsGroup } from "../../api/client";
import { address, handsOf, type Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { plain, shareText, side, signed, trueMinus } from "../../ui/format";
import { Panel } from "../../ui/parts";

interface GroupsPanelProps {
  title: string;
  head: string;
  groups: ResultsGroup[];
  data: Results;
  /** The filter that finds the hands of a group. */
  find: (group: ResultsGroup, place: number) => Filter;
  /** Whether a name leads to the results of its group. */
  leads?: boolean;
}

export function GroupsPanel({ title, head, groups, data, find, leads }: GroupsPanelProps) {
  if (!groups.length) return null;
  return (
    <Panel title={title}>
      <div className="scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">Hands</th><th scope="col">Won</th><th scope="col">bb/100</th><th scope="col">Adjusted</th>
              {data.statistics.map(({ key, name }) => <th key={key} scope="col">{name}</th>)}
              <th scope="col">Aggr.</th>
            </tr>
          </thead>
          <tbody>
            {groups.map((group, place) => (
              <Row key={group.name} group={group} data={data} filter={find(group, place)} leads={leads ?? false} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Row({ group, data, filter, leads }: { group: ResultsGroup; data: Results; filter: Filter; leads: boolean }) {
  const of = group.name;
  return (
    <tr>
      <th scope="row">{leads ? <Link href={address("/results", filter)}>{of}</Link> : of}</th>
      <td><Link href={handsOf(filter)} aria-label={`${plain(group.hands)} hands, ${of}`}>{plain(group.hands)}</Link></td>
      <td>{trueMinus(group.money) || "–"}</td>
      <td><Link className={side(group.won.mean)} href={handsOf(filter)} aria-label={`bb/100, ${of}: ${signed(group.won.mean, 1)}`}>{signed(group.won.mean, 1)}</Link> <small className="quiet">± {plain(group.won.error, 1)}</small></td>
      <td><Link className={side(group.adjusted.mean)} href={handsOf(filter)} aria-label={`Adjusted, ${of}: ${signed(group.adjusted.mean, 1)}`}>{signed(group.adjusted.mean, 1)}</Link></td>
      {data.statistics.map(({ key, name }) => {
        const share = group.shares[key];
        if (!share?.chances) return <td key={key}>–</td>;
        const said = `${name}, ${of}: ${shareText(share.share)}, ${plain(share.done)} of ${plain(share.chances)}`;
        return <td key={key}><Link href={handsOf(filter, { did: key })} aria-label={said} title={said}>{shareText(share.share)}</Link></td>;
      })}
      <td>{group.aggression === null ? "–" : <Link href={handsOf(filter, { did: "aggression" })} aria-label={`Aggression, ${of}: ${plain(group.aggression, 2)}`}>{plain(group.aggression, 2)}</Link>}</td>
    </tr>
  );
}
