/** Home: what there is, what happened last, and what to do first. */
import type { Library, Match } from "../../api/client";
import { isUnfinished, useJobs } from "../../api/jobs";
import { Link } from "../../app/router";
import { counted, moment, plain } from "../../ui/format";
import { Panel, Refused, Stat } from "../../ui/parts";
import { Sparkline } from "../../ui/Sparkline";
import { JobRow } from "../jobs/JobRow";
import "./home.css";
import { Import, Samples } from "./begin";
import { useHome } from "./useHome";

export function HomeView() {
  const { library, matches, before, change } = useHome();
  const page = matches.data;
  const isEmpty = library.data?.hands === 0;
  const isKnown = (library.data && page) || library.error || matches.error; // all at once, so that nothing jumps
  return (
    <>
      <Headline library={isKnown ? library.data : undefined} />
      <Refused error={library.error ?? matches.error} />
      {isKnown && <div className="columns">
        <div>
          {isEmpty ? (
            <Samples />
          ) : (
            <Panel title="Recent matches" aside={<Key />}>
              <ul className="plain-list">{page?.matches.map((match) => <MatchRow key={match.number} match={match} />)}</ul>
              <div className="row pages">
                {before && <button onClick={() => change({ before: null })}>Newest</button>}
                {page?.next && <button onClick={() => change({ before: page.next })}>Older</button>}
              </div>
            </Panel>
          )}
        </div>
        <div>
          <Import />
          {library.data && !isEmpty && <InLibrary library={library.data} />}
          <RecentJobs />
        </div>
      </div>}
    </>
  );
}

function Headline({ library }: { library: Library | undefined }) {
  if (!library) return <h1>Your library</h1>;
  if (!library.hands) {
    return (
      <>
        <h1>Your library is empty</h1>
        <p>Drop a hand history anywhere on this page, or open a sample: a match that is played for you now.</p>
      </>
    );
  }
  return <h1>{counted(library.hands, "hand")} in {library.matches === 1 ? "1 match" : `${plain(library.matches)} matches`}</h1>;
}

function Key() {
  return (
    <span className="quiet key">
      <span className="swatch series-2" /> money <span className="swatch series-1" /> skill
    </span>
  );
}

function MatchRow({ match }: { match: Match }) {
  const { note } = match;
  const hands = match.asked && !match.finished && match.asked > match.hands
    ? `${plain(match.hands)} of ${plain(match.asked)} hands`
    : counted(match.hands, "hand");
  return (
    <li className="match-row">
      <Link href={`/matches/${match.number}`} className="match-link">
        <span className="match-words">
          <span className="match-verdict">{note ? note.headline : match.players.slice(0, 4).join(", ")}</span>
          <span className="quiet">{match.name}</span>
          <span className="quiet figure">
            {hands} · {match.game}
            {match.begun && ` · ${moment(match.begun)}`}
            {!note && " · not analysed"}
            {note && !note.is_current && " · has new hands"}
          </span>
        </span>
        {note && <Sparkline money={note.money} divat={note.divat} />}
      </Link>
    </li>
  );
}

function RecentJobs() {
  const jobs = useJobs();
  const shown = [...jobs.filter(isUnfinished), ...jobs.filter((job) => !isUnfinished(job))].slice(0, 3);
  if (!shown.length) return null;
  return (
    <Panel title="Jobs" aside={<Link href="/jobs">All</Link>}>
      <ul className="plain-list">{shown.map((job) => <JobRow key={job.id} job={job} />)}</ul>
    </Panel>
  );
}

function InLibrary({ library }: { library: Library }) {
  return (
    <Panel title="Library" aside={<Link href="/hands">All hands</Link>}>
      <dl className="stats">
        <Stat name="Hands">{plain(library.hands)}</Stat>
        <Stat name="Matches">{plain(library.matches)}</Stat>
        <Stat name="Players">{plain(library.players)}</Stat>
      </dl>
      <p className="quiet path">{library.path}</p>
    </Panel>
  );
}
