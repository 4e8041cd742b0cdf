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
export type Lines = Schemas["LinesAnswer"];
export type Line = Schemas["LineAnswer"];
export type Decision = Schemas["DecisionAnswer"];
export type Decisions = Schemas["DecisionsAnswer"];
export type Sample = Schemas["SampleAnswer"];
export type Hands = Schemas["HandsAnswer"];
export type Hand = Schemas["HandAnswer"];
export type WholeHand = Schemas["WholeHandAnswer"];
export type Heroes = Schemas["HeroesAnswer"];
export type Choices = Schemas["ChoicesAnswer"];
export type Results = Schemas["ResultsAnswer"];
export type ResultsGroup = Schemas["GroupAnswer"];
export type Document = Schemas["DocumentAnswer"];
export type Experiment = Schemas["ExperimentAnswer"];
export type WholeExperiment = Schemas["WholeExperimentAnswer"];
export type Outcome = Schemas["OutcomeAnswer"];
export type Printed = Schemas["PrintedAnswer"];
export type Statistic = Schemas["StatisticAnswer"];
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
const json = (method: string) => <T>(path: string, body: unknown) =>
  ask<T>(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
const postJson = json("POST");
const putJson = json("PUT");

export const api = {
  library: () => get<Library>("/library"),
  samples: () => get<Sample[]>("/samples"),
  playSample: (name: string) => post<Job>(`/samples/${encodeURIComponent(name)}`),
  matches: (before?: number | null, limit = 20) => get<Matches>(`/matches${query({ before, limit })}`),
  match: (number: number) => get<Match>(`/matches/${number}`),
  analysis: (number: number) => get<Analysis>(`/matches/${number}/analysis`),
  analyse: (number: number) => post<Job>(`/matches/${number}/analysis`),
  lines: (number: number, part: { first: number; last: number | null; points: number }, signal?: AbortSignal) =>
    get<Lines>(`/matches/${number}/lines${query(part)}`, signal),
  decisions: (number: number) => get<Decisions>(`/matches/${number}/decisions`),
  hands: (filter: Filter, after: number) => get<Hands>(`/hands${query({ ...filter, after })}`),
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
  upload: (file: File) => post<Job>(`/imports${query({ name: file.name })}`, file),
};
