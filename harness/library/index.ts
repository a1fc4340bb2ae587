/** Everything that can be asked, as one typed call each, for the command line and for programs. */

// The words that options take, as the calls know them.

export { WORK_RAM_BYTES } from '../../rom-map/index.js';
export { EXPORT_FORMS, RECORDER_EMULATORS } from '../capture/index.js';
export { TABLE_NAMES, WATCH_FORMATS } from '../files/index.js';
export type {
  OwnCell,
  OwnDomain,
  OwnEntry,
  OwnMachine,
  OwnPlace,
  OwnRegister,
  OwnRoutine,
} from '../original/index.js';
export { FEW_LOGS, type Timeline, tracesBelow } from '../play/index.js';
export {
  type PolicyProgress,
  percentOf,
  type SearchProgress,
  START_KINDS,
  TRUSTS,
} from '../solve/index.js';

export {
  AbortError,
  type Answer,
  answerOf,
  asideOf,
  endAborted,
  type Plain,
  textOf,
  unlessAborted,
  VERDICTS,
  type Verdict,
} from './answer.js';
export {
  type BranchOptions,
  type ChangeBranchOptions,
  changeBranch,
  type EditBranchAnswer,
  type ExportBranchAnswer,
  type ExportBranchOptions,
  exportBranch,
  type ForkBranchOptions,
  forkBranch,
  type ListBranchesAnswer,
  type ListBranchesOptions,
  listBranches,
} from './branches.js';
export {
  type CertificateAnswer,
  type CertificateOptions,
  type CheckCertificateOptions,
  checkCertificate,
  type NoteListener,
  type PlainError,
  plainError,
} from './certificates.js';
export { type CompareAnswer, type CompareLinesAnswer, type CompareOptions, compare } from './compare.js';
export { type ConvertAnswer, type ConvertOptions, convert } from './convert.js';
export { type ExportRouteAnswer, type ExportRouteOptions, exportRoute } from './export-route.js';
export { DATA_KINDS, type GameDataAnswer, type GameDataOptions, gameData } from './game-data.js';
export {
  type FromOptions,
  type Given,
  type GivenOptions,
  givenImage,
  givenOf,
  givenSettled,
  givenStart,
  givenTiming,
  type ImageOptions,
  imageField,
  imageHead,
  imageOf,
  imageWords,
  loadGiven,
  planGiven,
  restLines,
  restsOn,
  romOptions,
  type SettledOptions,
  type TimingOptions,
} from './given.js';
export { type TraceHolesAnswer, type TraceHolesOptions, traceHoles } from './holes.js';
export {
  type CheckTablesAnswer,
  type CheckTablesOptions,
  checkTables,
  type ImageInfoAnswer,
  type ImageInfoOptions,
  type ImageTablesAnswer,
  type ImageTablesOptions,
  imageInfo,
  imageTables,
  type RoutinesAnswer,
  type RoutinesOptions,
  routines,
} from './image-facts.js';
export { type GivenPlan, type LoadedPlan, type LoadPlanOptions, loadPlan } from './load-plan.js';
export {
  type DiscoverAnswer,
  type DiscoverOptions,
  discover,
  type ExplainAnswer,
  type ExplainOptions,
  explain,
  type LogAnswer,
  type OpenLogOptions,
  openLog,
} from './logs.js';
export {
  type CalculatorAnswer,
  type CalculatorOptions,
  type ChancesAnswer,
  type ChancesOptions,
  calculate,
  chances,
  type FighterOptions,
  type FiguresAnswer,
  type FiguresOptions,
  hasDice,
  type LocateAnswer,
  type LocateOptions,
  locate,
  type OddsAnswer,
  type OddsOptions,
  type OwnFailures,
  odds,
  type PlanListener,
  type PredictAnswer,
  type PredictOptions,
  predict,
  predictFigures,
  type SeedsAnswer,
  type SeedsOptions,
  seeds,
  tellFailures,
} from './luck.js';
export {
  type CheckMenusAnswer,
  type CheckMenusOptions,
  checkMenus,
  type LearnTimingAnswer,
  type LearnTimingOptions,
  learnTiming,
} from './menus.js';
export {
  type CallRoutineAnswer,
  type CallRoutineOptions,
  type DisassembleAnswer,
  type DisassembleOptions,
  type OpenedImage,
  type OpenImageOptions,
  openImage,
  type SettleAnswer,
  type SettleOptions,
} from './open-image.js';
export { type CallOptions, checkParameters, type Progress, type ProgressOptions, progressOf } from './parameters.js';
export {
  type CheckAnswer,
  type CheckPlanOptions,
  checkPlan,
  type RunAnswer,
  type RunPlanOptions,
  runPlan,
} from './plans.js';
export type { ProveImageAnswer, ProveImageOptions, ProvePlaceHeard, SharpnessAnswer } from './prove-image.js';
export {
  openLineAt,
  type ReadEntryAnswer,
  type ReadEntryOptions,
  readEntry,
} from './read-entry.js';
export { type FollowAnswer, type RecordAnswer, type RecordOptions, record } from './record.js';
export {
  type NarrateAnswer,
  type NarrateOptions,
  narrate,
  type ReportAnswer,
  type ReportOptions,
  report,
} from './report.js';
export { type RunVectorsAnswer, type RunVectorsOptions, runVectors } from './run-vectors.js';
export { SCHEMA_NAMES, type SchemasAnswer, type SchemasOptions, schemas } from './schemas.js';
export {
  type JobAnswer,
  type SearchInPiecesOptions,
  type SplitAnswer,
  searchInPieces,
  type WorkAnswer,
} from './search-pieces.js';
export {
  type OutcomesAnswer,
  type PolicyAnswer,
  type RouteAnswer,
  type SearchRouteOptions,
  searchRoute,
} from './search-route.js';
export {
  type CompareSymbolsAnswer,
  type CompareSymbolsOptions,
  compareSymbols,
  type RecorderScriptAnswer,
  type RecorderScriptOptions,
  recorderScript,
  type SymbolsAnswer,
  type SymbolsOptions,
  symbols,
} from './symbols.js';
export { type CpuTraceAnswer, type VerifyAnswer, type VerifyOptions, verify } from './verify.js';
export { type BegunPlanAnswer, type WorkbenchAnswer, type WorkbenchOptions, workbench } from './workbench.js';
