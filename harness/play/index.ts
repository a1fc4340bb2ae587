/** A battle as a log or plan, for the wings above: played, compared, explained, moved through. */

export { applyEdit, type BranchBook } from './branches/book.js';
export { compareLines, comparisonText, type LineComparison, toldLines } from './branches/compare.js';
export { parseBranchFile } from './branches/file.js';
export { branchText, type Edit, editText, isBranchText, parseBranchText } from './branches/form.js';
export { cellOf, inputKeys, lineOr, lineReference, type OpenedLine, openLine, writeKeys } from './branches/open.js';
export { checkSteps, checkWrites, tablesFrom } from './branches/plan-tables.js';
export { type WrittenPlan, writeBranchPlan } from './branches/write-plan.js';
export { type Discovery, discover, discoveryText, profileOf, writeProfile } from './discover/discover.js';
export {
  type EntryFacts,
  factsOf,
  gaugesOf,
  inputWords,
  placeText,
  type UnitFact,
  unitLabel,
  unitName,
  unitPrefix,
} from './entry-view/entry-facts.js';
export {
  branchLines,
  changeText,
  createLedger,
  differenceText,
  eventText,
  factsText,
  gaugeName,
  gaugeText,
  headText,
  lineName,
  turnText,
  unitText,
  whyText,
  writerText,
} from './entry-view/text.js';
export { explainLog, explanationText } from './explain/explain-log.js';
export { createExplainer, type Explainer } from './explain/explainer.js';
export { addressText, type CellIndex, createCellIndex } from './expression/cell-index.js';
export { compileExpression, compileParts, type Expression, ExpressionError } from './expression/expression.js';
export { emptyPlan, planFromState, startOf, withStart } from './plan/from-state.js';
export {
  commandText,
  createPlayer,
  encodeMove,
  encodeStep,
  leastFramesOf,
  type Move,
  moveText,
  type Player,
  plainMove,
  remedyFor,
} from './plan/moves.js';
export { type BegunState, begunState, loadFrame, type PlanOfLog, planOfLog, startBegun } from './plan/plan-of-log.js';
export {
  createPlay,
  failuresOf,
  insteadOf,
  type PlanFailure,
  type PlanVisitor,
  type PlayState,
  placedFailure,
  playPlan,
} from './plan/play.js';
export {
  isKeptPlan,
  isPlanSource,
  keepPlan,
  loadPlan,
  MAX_PLAN_BYTES,
  NEXT_BATTLE,
  planFileOf,
  planHash,
  readPlan,
  withOneList,
} from './plan/read-plan.js';
export {
  decidingReadings,
  type Expected,
  expectedText,
  isExpected,
  laterUnits,
  mustReadingOf,
  type Reading,
  readingsOf,
  undeclaredBytes,
  unmetText,
} from './plan/readings.js';
export { recordPlan, watchFrames } from './plan/record.js';
export { fittedSetup, ownFailures, type PlanRecorder, type PlanResult, runPlan, startPlan } from './plan/run.js';
export {
  beginBattle,
  findPlanSystem,
  originLines,
  planOfState,
  startBattle,
  startBeside,
  systemOfStates,
} from './plan/start.js';
export {
  askOdds,
  createStory,
  firstOutcome,
  oddsText,
  planText,
  predictText,
  type Story,
  sheetText,
  storyText,
} from './plan/text.js';
export {
  commandsUntil,
  type KeptPlan,
  type LogStart,
  type Plan,
  type PlanCheck,
  type PlanSource,
  type PlanStart,
  type PlanStep,
  planError,
  startFrame,
} from './plan/types.js';
export { type AgainstResult, compareWithRecording } from './route/against.js';
export { type CheckFailure, type Ledger, ledgerSteps, playLedger, refusedError } from './route/ledger.js';
export { ledgerText } from './route/ledger-text.js';
export {
  compareFigures,
  futureFigures,
  generatorText,
  goalMissed,
  MOST_NEIGHBOURS,
  notKeptAt,
  notKeptText,
  type OtherSetting,
  otherCost,
  otherSettingLines,
  otherSettingText,
  planFromNeighbours,
  planUnderOtherSettings,
  refusalText,
  refusedAt,
  SETTING_VERDICTS,
  type SettingResult,
  type SettingVerdict,
  settingCounts,
  underOtherSettings,
  underOtherValues,
} from './route/other-settings.js';
export { findRepair, type Repair } from './route/repair.js';
export type { LineInfo } from './timeline/branch-store.js';
export { RECORDING, RECORDING_NAME } from './timeline/branch-store.js';
export { type Condition, compileCondition, isRoutine } from './timeline/conditions.js';
export { createTimeline } from './timeline/create-timeline.js';
export { differencesOf, type LineOf } from './timeline/divergence.js';
export { createGreenzone } from './timeline/greenzone.js';
export { placeOf, placeOfFrame, stepFrames } from './timeline/places.js';
export { playLine } from './timeline/plan-line.js';
export {
  createLineStepper,
  drawsOf,
  entryEvents,
  type LoadOptions,
  type RecordedLine,
} from './timeline/recorded-line.js';
export { createScript, STEPS_ONE } from './timeline/script.js';
export { anyOf, runBackward, runForward, stepCall, stepCallBack, stepEntries, stepTo } from './timeline/search.js';
export { type EntryInput, type Position, rejectionLines, type Timeline } from './timeline/timeline.js';
export { type Cause, why } from './timeline/why.js';
export {
  type BoundCells,
  battleOf,
  bindCells,
  frameCommand,
  loadImage,
  readBoundCell,
  writeBoundCell,
} from './trace/bind.js';
export { type CompareResult, compareTraces } from './trace/compare.js';
export { rowsOfBytes } from './trace/decoder.js';
export { collectDraws, type DrawCollector, eachDraw, fieldCounts, siteText } from './trace/draws.js';
export { createTraceEncoder, headerText, type TraceEncoder } from './trace/encoder.js';
export { addressOf, parseHeader } from './trace/header.js';
export { headerToday } from './trace/layout.js';
export { kindOfImage, romOf, type Settle, settledSource, traceImage } from './trace/log-image.js';
export {
  inputOfTrace,
  openTrace,
  type ReaderOptions,
  readTraceStream,
  type TraceReader,
  tornReader,
} from './trace/reader.js';
export { createRow } from './trace/row-parser.js';
export { findFault, knownKeys } from './trace/schemas/check.js';
export { SCHEMAS, schemaText } from './trace/schemas/index.js';
export { planSchemaOf } from './trace/schemas/plan.js';
export type { SourceKind } from './trace/schemas/trace.js';
export { jsonVersionFault, tomlVersionFault } from './trace/schemas/version-key.js';
export type { SystemWords, WordsOfCell } from './trace/schemas/words.js';
export { createValueReader, headerOf, layoutOf, rulesetHash, tracedCells } from './trace/state.js';
export type { RowCommand, TraceHeader, TraceImage, TraceRow, TraceSource } from './trace/types.js';
export { createTraceWriter, type TraceWriter } from './trace/writer.js';
export {
  type CellDifference,
  type CellOwner,
  type Difference,
  type OwnerOf,
  ownerOfCell,
} from './verify/difference.js';
export { compareMovie, movieText } from './verify/movie-input.js';
export { createReplay, type Replay, type ReplayOptions } from './verify/replay.js';
export { differs, FEW_LOGS, logText, verdictText, verifyJson, verifyText } from './verify/report.js';
export {
  findLogs,
  isTraceName,
  type LogOutcome,
  outcomeOf,
  reportOf,
  tracesBelow,
  type VectorSummary,
  type VerifyAllOptions,
  type VerifyReport,
  verifyAll,
} from './verify/verify.js';
export { type LogResult, rulesOfLog, type SettledRules, type VerifyOptions, verifyLog } from './verify/verify-log.js';
