/** A table of groups of hands; each number opens the hands that it counts. */
import type { Results, ResultsGroup } from "../../api/client";
import { handsOf, type Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { plain, shareText, side, signed } from "../../ui/format";
import { Panel } from "../../ui/parts";

interface GroupsPanelProps {
  title: string;
  by: "position" | "stack" | "stakes" | "kind";
  groups: ResultsGroup[];
  data: Results;
  filter: Filter;
}

const HEADS = { position: "Seat", stack: "Stack", stakes: "Limit", kind: "Kind" };

export function GroupsPanel({ title, by, groups, data, filter }: GroupsPanelProps) {
  if (!groups.length || (by === "kind" && groups.length < 2)) return null;
  const kinds = [...new Set(groups.map((group) => group.kind))]; // a big blind is not worth the same in both
  return (
    <Panel title={title}>
      <div className="scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{HEADS[by]}</th>
              <th scope="col">Hands</th><th scope="col">bb/100</th><th scope="col">Adjusted</th>
              {data.statistics.map(({ key, name }) => <th key={key} scope="col">{name}</th>)}
              <th scope="col">Aggr.</th>
            </tr>
          </thead>
          {kinds.map((kind) => (
            <tbody key={kind}>
              {kinds.length > 1 && <tr className="group"><th scope="rowgroup" colSpan={5 + data.statistics.length}>{kind[0]?.toUpperCase()}{kind.slice(1)}</th></tr>}
              {groups.filter((group) => group.kind === kind).map((group) => (
                <Row key={group.name} group={group} data={data} of={kinds.length > 1 ? `${group.name}, ${kind}` : group.name}
                  filter={{ ...filter, ...(kinds.length > 1 ? { kind } : {}), [by]: group.name }} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </Panel>
  );
}

function Row({ group, data, filter, of }: { group: ResultsGroup; data: Results; filter: Filter; of: string }) {
  return (
    <tr>
      <th scope="row">{group.name}</th>
      <td><Link href={handsOf(filter)} aria-label={`${plain(group.hands)} hands, ${of}`}>{plain(group.hands)}</Link></td>
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
