/** What is best and how likely, for the wings above: search, odds, certificates. */

export { type CheckResult, checkCertificate } from './check/check.js';
export { TRUSTS, type Trust } from './check/form.js';
export {
  aheadText,
  type EnemyOrder,
  enemiesOf,
  type Forecast,
  figuresText,
  forecast,
  forecastSteps,
  forecastText,
  type Prediction,
  predictFrom,
  turnsAhead,
} from './odds/forecast/forecast.js';
export { boundedText, type Chance, mostOf, NEVER, percentText } from './odds/graph/chance.js';
export { type DrawGraph, drawGraph, type Horizon, weigh } from './odds/graph/draw-graph.js';
export { OPEN } from './odds/graph/explore.js';
export { countEnds, ringsOf } from './odds/graph/follow.js';
export { type Located, locate, locateSteps, locateText, readObservations } from './odds/locate/locate.js';
export { listOutcomes, listWorstOutcomes, outcomesJson, outcomesText } from './odds/outcomes/list-outcomes.js';
export { searchOutcomes } from './odds/outcomes/search.js';
export type { PolicyProgress } from './odds/policy/find-policy.js';
export { listPolicy, percentOf, policyText, searchPolicy } from './odds/policy/policy.js';
export {
  type DrawnSystem,
  drawnSystem,
  type Place,
  type Position,
  placeOf,
  positionOf,
  type Unsettled,
  unsettledLines,
  unsettledOf,
  whenBegun,
} from './odds/position/position.js';
export { policyPlan, START_KINDS, type StartKind } from './odds/seeds/play-starts.js';
export { runSeeds, type SeedsRun, seedsText, seedsUnderSettings, summarize } from './odds/seeds/summary.js';
export { playStarts, type SeedsWork } from './odds/seeds/worker.js';
export {
  type CalculatorQuestion,
  calculate,
  calculatorSteps,
  EVERY_ENEMY,
  type Figures,
} from './odds/table/calculator.js';
export { type CalculatorLines, calculatorJson, calculatorLines, calculatorText } from './odds/table/calculator-text.js';
export { candidatesOf, createUnitReader, isUse, tryOut, type UnitReader } from './odds/table/candidates.js';
export {
  actorOf,
  commandOdds,
  isTouched,
  type OddsBegun,
  type OddsQuestion,
  type OddsRow,
  type Outlook,
  oddsSteps,
  oddsTable,
  type Share,
  type UnitOutcome,
} from './odds/table/odds-table.js';
export { oddsHead, oddsJson, oddsText, rowsText, unheldText } from './odds/table/odds-text.js';
export {
  type Answer,
  answerText,
  conditionLines,
  conditionNames,
  leftText,
  verdictText,
} from './search/answer/answer.js';
export { robustnessOf } from './search/answer/robustness.js';
export { collapse, countRouteWaits, type Route } from './search/answer/routes.js';
export { writeRoutePlan } from './search/answer/write-plan.js';
export { noProof, tooLarge } from './search/certificate/list-worst.js';
export { startOf, writeCertificate, writeLines } from './search/certificate/write-certificate.js';
export type { CheckpointOptions } from './search/checkpoint/checkpoint.js';
export { createBranching } from './search/expansion/branching.js';
export { localExpander } from './search/expansion/visited.js';
export { expandTasks, type SearchWork } from './search/expansion/worker.js';
export type { Job, JobResult } from './search/jobs/job-form.js';
export {
  identify,
  joinResults,
  readFolder,
  readJob,
  runJob,
  type Split,
  splitAgain,
  splitSearch,
  writeResult,
  writeSplit,
} from './search/jobs/jobs.js';
export type { JobLimits } from './search/jobs/worst-case-jobs.js';
export {
  hasDraws,
  METRICS,
  type MetricName,
  NO_LIMIT,
  ranOut,
  type SearchLimits,
  type SearchProgress,
} from './search/problem/outcome.js';
export { createProblem, type Problem } from './search/problem/problem.js';
export { queueJobs, workQueue } from './search/queue/bullmq.js';
export { searchPlan, searchShortest } from './search/run.js';
export { startSearch, visitedChecksum } from './search/shortest/search-state.js';
export { runSearch } from './search/shortest/shortest.js';
export { HEADER_WORDS } from './search/state/arena.js';
export { CHANGE_WORDS, createCodec } from './search/state/codec.js';
