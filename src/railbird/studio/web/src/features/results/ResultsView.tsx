/** Results: the verdict, the line, the tracker's numbers, and from each number to its hands. */
import { query, type GameResults, type Heroes, type Results } from "../../api/client";
import { address, handsOf, type Filter } from "../../api/filter";
import { Link } from "../../app/router";
import { Cards } from "../../ui/Cards";
import { FilterBar } from "../../ui/FilterBar";
import { counted, moment, plain, side, signed, trueMinus } from "../../ui/format";
import { Panel, Refused, Verdict } from "../../ui/parts";
import { Begin } from "../home/begin";
import { JobRow } from "../jobs/JobRow";
import { GroupsPanel } from "./GroupsPanel";
import { LinePanel } from "./LinePanel";
import "./results.css";
import { Tiles } from "./Tiles";
import { useResults } from "./useResults";

export function ResultsView() {
  const { filter, changeFilter, heroes, choices, results, isKnown, keep, counting } = useResults();
  if (heroes.data && !isKnown) return <Who heroes={heroes.data} />;
  const { data } = results;
  const own = heroes.data?.heroes.join(",") ?? "";
  return (
    <>
      {data ? <Verdict headline={data.headline} reason={trueMinus(data.reason)} /> : <h1>Results</h1>}
      <FilterBar filter={filter} choices={choices.data} hero={own} onChange={changeFilter} begin="All hands of"
        names={heroes.data?.players.map(({ name }) => name) ?? []} />
      {counting.job && <div className="panel"><ul className="plain-list"><JobRow job={counting.job} /></ul></div>}
      <Refused error={(counting.mustCount ? null : results.error) ?? heroes.error ?? keep.error} />
      {data && !results.error && (
        <>
          {data.undated > 0 && <p className="quiet">{counted(data.undated, "hand")} left out: not known when they were played.</p>}
          {data.hands > 0 && <Found data={data} filter={filter} />}
          <div className="row after">
            <a className="button" href={`/api/results/csv${query(filter)}`} download>Groups as CSV</a>
            <a className="button" href={`/api/results/page${query(filter)}`} download>Page to keep</a>
            {filter.hero && filter.hero !== own && (
              <button onClick={() => keep.mutate(data.heroes)}>Remember {data.heroes.join(" and ")} as the library&apos;s own</button>
            )}
          </div>
        </>
      )}
    </>
  );
}

function Found({ data, filter }: { data: Results; filter: Filter }) {
  const [game, ...others] = data.games;
  return (
    <>
      {game && !others.length ? <OneGame game={game} data={data} filter={filter} /> : <SeveralGames data={data} filter={filter} />}
      <TournamentsPanel data={data} filter={filter} />
      <PotsPanel data={data} />
    </>
  );
}

function OneGame({ game, data, filter }: { game: GameResults; data: Results; filter: Filter }) {
  return (
    <>
      <LinePanel who={data.heroes.join(" and ")} />
      <Tiles game={game} data={data} filter={filter} />
      <GroupsPanel title="By position" head="Seat" groups={game.positions} data={data} find={({ name }) => ({ ...filter, position: name })} />
      <GroupsPanel title="By stack" head="Stack" groups={game.stacks} data={data} find={({ name }) => ({ ...filter, stack: name })} />
      <GroupsPanel title="By limit" head="Limit" groups={game.limits} data={data} find={({ name }) => ({ ...filter, stakes: name })} />
    </>
  );
}

/** Chips and statistics of different games are not taken together: a line each, and each leads to its own results. */
function SeveralGames({ data, filter }: { data: Results; filter: Filter }) {
  const filters = data.games.map(({ kind, game, betting }) => ({ kind, game, betting }));
  const limits = data.games.flatMap((one, place) => one.limits.map((group) => ({ group, filter: { ...filters[place], stakes: group.name } })));
  return (
    <>
      <GroupsPanel title="Games" head="Game" leads groups={data.games.map(({ all, name }) => ({ ...all, name }))} data={data}
        find={(_, place) => ({ ...filter, ...filters[place] })} />
      {data.games.map(({ name }, place) => <LinePanel key={name} who={data.heroes.join(" and ")} name={name} of={filters[place] ?? {}} />)}
      <GroupsPanel title="By limit" head="Limit" groups={limits.map(({ group }) => group)} data={data}
        find={(_, place) => ({ ...filter, ...limits[place]?.filter })} />
    </>
  );
}

function TournamentsPanel({ data, filter }: { data: Results; filter: Filter }) {
  const hasSome = data.games.some(({ kind }) => kind === "tournaments");
  if (!data.tournaments.length) {
    if (!hasSome) return null;
    return (
      <Panel title="Tournaments">
        <p className="quiet">The ROI is of whole tournaments, so it is shown <Link href={address("/results", filter.hero ? { hero: filter.hero } : {})}>without conditions</Link>.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Tournaments">
      <div className="scroll" tabIndex={0} role="region" aria-label="Tournaments">
        <table>
          <thead><tr>{["Currency", "Entered", "Finished", "Cost", "Won", "ROI", "Places"].map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>
            {data.tournaments.map((each) => (
              <tr key={each.currency}>
                <th scope="row">{each.currency}</th>
                <td><Link href={handsOf(filter, { kind: "tournaments" })}>{plain(each.entered)}</Link></td>
                <td>{plain(each.finished)}</td>
                <td>{each.cost}</td>
                <td>{each.won}</td>
                <td className={side(each.roi)}>{each.roi === null ? "–" : `${signed(100 * each.roi, 1)} %`}</td>
                <td>{each.places}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet note">Cost, won and places are of those that are finished: the library has their last hand or their summary.</p>
    </Panel>
  );
}

function PotsPanel({ data }: { data: Results }) {
  return (
    <Panel title="Most won or lost in one hand">
      <div className="scroll" tabIndex={0} role="region" aria-label="Biggest pots">
        <table>
          <thead><tr>{["Hand", "Played", "Seat", "Cards", "Board", "Won", "Big blinds"].map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>
            {data.pots.map((pot) => (
              <tr key={pot.hand}>
                <th scope="row"><Link href={`/hands/${pot.hand}`}>{pot.number || pot.hand}</Link></th>
                <td>{moment(pot.when)}</td>
                <td>{pot.seat}</td>
                <td>{pot.cards && <Cards cards={pot.cards} />}</td>
                <td><Cards cards={pot.board} /></td>
                <td className={side(pot.big_blinds)}>{trueMinus(pot.won)}</td>
                <td className={side(pot.big_blinds)}>{signed(pot.big_blinds, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

/** Nobody can say whose library it is: ask. */
function Who({ heroes }: { heroes: Heroes }) {
  if (!heroes.players.length) {
    return (
      <>
        <h1>There are no hands yet</h1>
        <p>What you won and how you played stands here. Drop a hand history anywhere on this page, or open a sample.</p>
        <Begin />
      </>
    );
  }
  return (
    <>
      <h1>Whose results?</h1>
      <p>No hand says whose it is, or several players told as many. Choose a player.</p>
      <Panel title="Players">
        <ul className="plain-list who">
          {heroes.players.map(({ name, told, shown }) => (
            <li key={name}><Link className="button" href={address("/results", { hero: name })}>{name} <span className="quiet figure">{told ? `told ${counted(told, "hand")}` : `cards of ${counted(shown, "hand")}`}</span></Link></li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

