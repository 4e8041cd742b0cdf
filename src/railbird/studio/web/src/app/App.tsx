import { useEffect } from "react";
import { useJobEvents } from "../api/jobs";
import { HandsView } from "../features/hands/HandsView";
import { HomeView } from "../features/home/HomeView";
import { JobsView } from "../features/jobs/JobsView";
import { Omaha8View } from "../features/omaha8/Omaha8View";
import { SheetView } from "../features/tournament/SheetView";
import { TournamentView } from "../features/tournament/TournamentView";
import { LeaguesView } from "../features/leagues/LeaguesView";
import { LeagueView } from "../features/leagues/LeagueView";
import { MatchView } from "../features/match/MatchView";
import { LobbyView } from "../features/play/LobbyView";
import { PlayView } from "../features/play/PlayView";
import { PasteView } from "../features/replayer/PasteView";
import { ReplayView } from "../features/replayer/ReplayView";
import { ReproduceView } from "../features/reproduce/ReproduceView";
import { ResultsView } from "../features/results/ResultsView";
import { ReviewView } from "../features/review/ReviewView";
import { Layout } from "./Layout";
import { Link, useAddress, wholeNumber } from "./router";

/** The page of an address: its title, and its view. Add a feature here. */
export function pageOf(pathname: string): { title: string; view: React.ReactNode } {
  const [first = "", second, third] = pathname.split("/").filter(Boolean);
  const number = wholeNumber(second);
  if (third === undefined) {
    if (first === "") return { title: "Home", view: <HomeView /> };
    if (first === "jobs" && second === undefined) return { title: "Jobs", view: <JobsView /> };
    if (first === "results" && second === undefined) return { title: "Results", view: <ResultsView /> };
    if (first === "reproduce" && second === undefined) return { title: "Reproduce", view: <ReproduceView /> };
    if (first === "hands" && second === undefined) return { title: "Hands", view: <HandsView /> };
    if (first === "omaha8" && second === undefined) return { title: "Omaha Hi-Lo", view: <Omaha8View /> };
    if (first === "tournament" && second === undefined) return { title: "Tournament", view: <TournamentView /> };
    if (first === "tournament" && second === "sheet") return { title: "Sheet", view: <SheetView /> };
    if (first === "hands" && number) return { title: `Hand ${number}`, view: <ReplayView key={number} hand={number} /> };
    if (first === "leagues" && second === undefined) return { title: "Leagues", view: <LeaguesView /> };
    if (first === "leagues" && number) return { title: `League ${number}`, view: <LeagueView key={number} id={number} /> };
    if (first === "play" && second === undefined) return { title: "Play", view: <LobbyView /> };
    if (first === "play" && number) return { title: "Play", view: <PlayView key={number} id={number} /> };
    if (first === "review" && number) return { title: `Review of match ${number}`, view: <ReviewView key={number} match={number} /> };
    if (first === "replay" && second === undefined) return { title: "Replay", view: <PasteView /> };
    if (first === "matches" && number) return { title: `Match ${number}`, view: <MatchView key={number} number={number} /> };
  }
  return { title: "Not found", view: <NotFound /> };
}

function NotFound() {
  return (
    <>
      <h1>There is no such page</h1>
      <p><Link href="/">Home</Link> shows what there is.</p>
    </>
  );
}

export function App() {
  useJobEvents();
  const { pathname } = useAddress();
  const { title, view } = pageOf(pathname);
  useEffect(() => {
    document.title = `${title} · railbird`;
  }, [title]);
  return <Layout>{view}</Layout>;
}
