import { lazy, Suspense, useEffect, type ComponentType } from "react";
import { useJobEvents } from "../api/jobs";
import { HomeView } from "../features/home/HomeView";
import { Layout } from "./Layout";
import { Link, useAddress, wholeNumber } from "./router";

/** Milliseconds after which the pages that are not open are loaded: then they work without the server too. */
const AFTER_START = 1000;
const LOADED_LATER: (() => Promise<unknown>)[] = [];

/** A page that is loaded when it is first opened, or soon after the start. */
function page<M, P extends object>(load: () => Promise<M>, pick: (module: M) => ComponentType<P>) {
  LOADED_LATER.push(load);
  return lazy(async () => ({ default: pick(await load()) }));
}

const HandsView = page(() => import("../features/hands/HandsView"), (all) => all.HandsView);
const JobsView = page(() => import("../features/jobs/JobsView"), (all) => all.JobsView);
const LeagueView = page(() => import("../features/leagues/LeagueView"), (all) => all.LeagueView);
const LeaguesView = page(() => import("../features/leagues/LeaguesView"), (all) => all.LeaguesView);
const LobbyView = page(() => import("../features/play/LobbyView"), (all) => all.LobbyView);
const MatchView = page(() => import("../features/match/MatchView"), (all) => all.MatchView);
const Omaha8View = page(() => import("../features/omaha8/Omaha8View"), (all) => all.Omaha8View);
const PasteView = page(() => import("../features/replayer/PasteView"), (all) => all.PasteView);
const PlayView = page(() => import("../features/play/PlayView"), (all) => all.PlayView);
const ReplayView = page(() => import("../features/replayer/ReplayView"), (all) => all.ReplayView);
const ReproduceView = page(() => import("../features/reproduce/ReproduceView"), (all) => all.ReproduceView);
const ResultsView = page(() => import("../features/results/ResultsView"), (all) => all.ResultsView);
const ReviewView = page(() => import("../features/review/ReviewView"), (all) => all.ReviewView);
const SheetView = page(() => import("../features/tournament/SheetView"), (all) => all.SheetView);
const TournamentView = page(() => import("../features/tournament/TournamentView"), (all) => all.TournamentView);

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
  useEffect(() => {
    const timer = setTimeout(() => LOADED_LATER.forEach((load) => void load().catch(() => undefined)), AFTER_START);
    return () => clearTimeout(timer);
  }, []);
  return <Layout><Suspense fallback={null}>{view}</Suspense></Layout>;
}
