/** The one way to the server. Types come from its OpenAPI document. */
import type { Filter } from "./filter";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type Job = Schemas["JobAnswer"];
export type Library = Schemas["LibraryAnswer"];
export type Match = Schemas["MatchAnswer"];
export type Matches = Schemas["MatchesAnswer"];
export type Analysis = Schemas["AnalysisAnswer"];
export type Measure = Schemas["MeasureAnswer"];
export type Standing = Schemas["StandingAnswer"];
export type Lines = Schemas["LinesAnswer"];
export type Line = Schemas["LineAnswer"];
export type Decision = Schemas["DecisionAnswer"];
export type Decisions = Schemas["DecisionsAnswer"];
export type MatchPart = Schemas["MatchPartAnswer"];
export type League = Schemas["LeagueAnswer"];
export type KeptLeague = Schemas["KeptLeagueAnswer"];
export type Score = Schemas["ScoreAnswer"];
export type Remembered = Schemas["RememberedAnswer"];
export type Sample = Schemas["SampleAnswer"];
export type Hands = Schemas["HandsAnswer"];
export type Hand = Schemas["HandAnswer"];
export type WholeHand = Schemas["WholeHandAnswer"];
export type Heroes = Schemas["HeroesAnswer"];
export type Choices = Schemas["ChoicesAnswer"];
export type Results = Schemas["ResultsAnswer"];
export type ResultsGroup = Schemas["GroupAnswer"];
export type GameResults = Schemas["GameResultsAnswer"];
export type Document = Schemas["DocumentAnswer"];
export type Experiment = Schemas["ExperimentAnswer"];
export type WholeExperiment = Schemas["WholeExperimentAnswer"];
export type Outcome = Schemas["OutcomeAnswer"];
export type Printed = Schemas["PrintedAnswer"];
export type Statistic = Schemas["StatisticAnswer"];
export type TableAsked = Required<Schemas["TableAsked"]>;
export type JamAsked = Required<Omit<Schemas["JamAsked"], "table">> & { table: TableAsked };
export type Worth = Schemas["WorthAnswer"];
export type Solved = Schemas["JamSolvedAnswer"];
export type Solution = Schemas["SolutionAnswer"];
export type JamDecision = Schemas["JamDecisionAnswer"];
export type Spot = Schemas["SpotAnswer"];
export type Spots = Schemas["SpotsAnswer"];
export type JamQuestion = Schemas["QuestionAnswer"];
export type JamReply = Schemas["ReplyAnswer"];
export type Study = Schemas["StudyAnswer"];
export type StudyAsked = Schemas["StudyAsked"];
export type Omaha8Hand = Schemas["Omaha8HandAnswer"];
export type Omaha8Chart = Schemas["Omaha8ChartAnswer"];
export type Omaha8Question = Schemas["Omaha8QuestionAnswer"];
export type Omaha8Reply = Schemas["Omaha8ReplyAnswer"];
export type RuleSays = Omit<Schemas["RuleJudgedAnswer"], "is_wrong">;
export type Place = Omaha8Question["position"];
export type TrainingDay = Schemas["TrainingDayAnswer"];
export type Replay = Schemas["ReplayAnswer"];
export type ReplayStep = Schemas["StepAnswer"];
export type Insight = Schemas["InsightAnswer"];
export type JudgedStep = Schemas["JudgedStepAnswer"];
export type PastedHand = Schemas["PastedHandAnswer"];
export type Agent = Schemas["AgentAnswer"];
export type OpenTable = Schemas["OpenTableAnswer"];
export type LiveTable = Schemas["TableAnswer"];
export type SitDown = Schemas["SitDownAsked"];
export type Action = Schemas["ActionAsked"];
export type Review = Schemas["ReviewAnswer"];
export type OwnDecision = Schemas["OwnDecisionAnswer"];
/** A hand of the library, or one that a link holds. */
export type HandKey = { hand: number } | { code: string };

/** A request that was refused; the message is the server's sentence. */
export class ApiError extends Error {
  constructor(message: string, readonly status: number) {
    super(message);
  }
}

type Values = Record<string, string | number | null | undefined>;

export function query(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

async function ask<T>(path: string, options?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("The studio does not answer: start it again with railbird studio.", 0);
  }
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const said = body && typeof body === "object" && "error" in body ? String(body.error) : answer.statusText;
    throw new ApiError(said, answer.status);
  }
  return body as T;
}

const get = <T>(path: string, signal?: AbortSignal) => ask<T>(path, signal ? { signal } : {});
const post = <T>(path: string, body?: BodyInit) => ask<T>(path, body === undefined ? { method: "POST" } : { method: "POST", body });
const send = <T>(method: string, path: string, body: unknown, signal?: AbortSignal) =>
  ask<T>(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, ...(signal ? { signal } : {}) });
const postJson = <T>(path: string, body: unknown) => send<T>("POST", path, body);
const putJson = <T>(path: string, body: unknown) => send<T>("PUT", path, body);

export const api = {
  worth: (table: TableAsked, signal?: AbortSignal) => send<Worth>("POST", "/tournament/worth", table, signal),
  solve: (hand: JamAsked, signal?: AbortSignal) => send<Solved>("POST", "/tournament/solve", hand, signal),
  solveLater: (hand: JamAsked) => send<Job>("POST", "/tournament/jobs", hand),
  spots: (after: number) => get<Spots>(`/tournament/spots${query({ after })}`),
  spot: (name: string, hero: string) => get<Spot>(`/tournament/spots/${encodeURIComponent(name)}${query({ hero })}`),
  pasteSpots: (text: string) => send<Spots>("POST", "/tournament/pasted", { text }),
  question: (hand: JamAsked, seed: number, number: number) => send<JamQuestion>("POST", "/tournament/question", { hand, seed, number }),
  reply: (hand: JamAsked, said: { decision: string; hand_class: string; play: boolean }) =>
    send<JamReply>("POST", "/tournament/reply", { hand, ...said }),
  omaha8Hand: (cards: string, position: Place, r: number, signal?: AbortSignal) =>
    get<Omaha8Hand>(`/omaha8/hand${query({ cards, position, r })}`, signal),
  omaha8Chart: (asked: { position: Place; r: number; search: string; top: number }, signal?: AbortSignal) =>
    get<Omaha8Chart>(`/omaha8/chart${query(asked)}`, signal),
  omaha8Question: (seed: number, stacks: readonly number[], repeated: boolean) =>
    get<Omaha8Question>(`/omaha8/question${query({ seed, repeated: String(repeated) })}${stacks.map((r) => `&r=${r}`).join("")}`),
  omaha8Reply: (said: Pick<Omaha8Question, "position" | "stack" | "cards" | "odds"> & { play: boolean }) =>
    send<Omaha8Reply>("POST", "/omaha8/reply", said),
  training: (trainer: "jam" | "omaha8") => get<TrainingDay[]>(`/training/${trainer}`),
  studies: (page: string) => get<Study[]>(`/studies${query({ page })}`),
  keepStudy: (study: StudyAsked) => send<Study>("POST", "/studies", study),
  changeStudy: ({ id, ...study }: StudyAsked & { id: number }) => send<Study>("PUT", `/studies/${id}`, study),
  dropStudy: (id: number) => ask<Study[]>(`/studies/${id}`, { method: "DELETE" }),
  library: () => get<Library>("/library"),
  samples: () => get<Sample[]>("/samples"),
  playSample: (name: string) => post<Job>(`/samples/${encodeURIComponent(name)}`),
  matches: (before?: number | null, limit = 20) => get<Matches>(`/matches${query({ before, limit })}`),
  match: (number: number) => get<Match>(`/matches/${number}`),
  analysis: (number: number) => get<Analysis>(`/matches/${number}/analysis`),
  analyse: ({ number, known }: { number: number; known?: string }) => postJson<Job>(`/matches/${number}/analysis`, { known: known ?? null }),
  lines: (number: number, filter: Filter, part: { first: number; last: number | null; points: number; by: "deal" | null }, signal?: AbortSignal) =>
    get<Lines>(`/matches/${number}/lines${query({ ...filter, ...part })}`, signal),
  decisions: (number: number) => get<Decisions>(`/matches/${number}/decisions`),
  hands: (filter: Filter, row: number, limit: number) => get<Hands>(`/hands${query({ ...filter, row: row || null, limit })}`),
  leagues: () => get<KeptLeague[]>("/leagues"),
  league: (id: number) => get<League>(`/leagues/${id}`),
  playLeague: (asked: Schemas["LeagueAsked"]) => postJson<Job>("/leagues", asked),
  matchPart: (number: number, filter: Filter) => get<MatchPart>(`/matches/${number}/part${query(filter)}`),
  hand: (id: number) => get<WholeHand>(`/hands/${id}`),
  heroes: () => get<Heroes>("/results/heroes"),
  keepHeroes: (names: string[]) => putJson<Heroes>("/results/heroes", { names }),
  choices: () => get<Choices>("/results/choices"),
  results: (filter: Filter) => get<Results>(`/results${query(filter)}`),
  resultLines: (filter: Filter, part: { first: number; last: number | null; points: number }, signal?: AbortSignal) =>
    get<Lines>(`/results/lines${query({ ...filter, ...part })}`, signal),
  countHands: () => post<Job>("/results/counting"),
  experiments: () => get<Document[]>("/experiments"),
  experiment: (id: string) => get<WholeExperiment>(`/experiments/${encodeURIComponent(id)}`),
  runExperiment: (id: string, size: "quick" | "full") => postJson<Job>(`/experiments/${encodeURIComponent(id)}/run`, { size }),
  replay: (key: HandKey) => get<Replay>(`/replay${query(key)}`),
  insight: (key: HandKey) => get<Insight>(`/insight${query(key)}`),
  paste: (text: string) => postJson<PastedHand[]>("/replay", { text }),
  agents: () => get<Agent[]>("/agents"),
  tables: () => get<OpenTable[]>("/tables"),
  sitDown: (asked: SitDown) => postJson<LiveTable>("/tables", asked),
  table: (id: number) => get<LiveTable>(`/tables/${id}`),
  act: (id: number, action: Action) => postJson<LiveTable>(`/tables/${id}/act`, action),
  deal: (id: number) => post<LiveTable>(`/tables/${id}/deal`),
  leave: (id: number) => post<{ match: number | null }>(`/tables/${id}/leave`),
  review: (match: number, player: string | null) => get<Review>(`/matches/${match}/review${query({ player })}`),
  tryAgain: (asked: { hand: number; step: number; action: Action["action"] }) => postJson<JudgedStep>("/review/try", asked),
  jobs: () => get<Job[]>("/jobs"),
  cancel: (id: number) => post<Job>(`/jobs/${id}/cancel`),
  resume: (id: number) => post<Job>(`/jobs/${id}/resume`),
  upload: ({ name, body }: { name: string; body: Blob }) => post<Job>(`/imports${query({ name: name.slice(-255) })}`, body),
};
