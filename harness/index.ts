/**
 * The harness as a library: reading and writing traces, verification, plans, the registry of
 * systems, the command line.
 */

export {
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetails,
  formatError,
  LockstepError,
  type LockstepErrorCode,
  SYSTEMS,
} from './base/index.js';

export { type CliContext, type ExitCode, runCli } from './cli/index.js';

export {
  type Bk2Options,
  convertMovie,
  frameRows,
  inputOfMasks,
  type LsmvOptions,
  type Movie,
  type MovieInput,
  readMovieBytes,
  readMovieFile,
  recordablePad,
  writeBk2,
  writeLsmv,
} from './files/index.js';

export * from './files/rom/symbols/index.js';
export {
  type CellDifference,
  type CellOwner,
  type CompareResult,
  compareTraces,
  createReplay,
  createTraceDecoder,
  createTraceEncoder,
  createTraceWriter,
  createValueReader,
  type Difference,
  findPlanSystem,
  headerOf,
  type LogResult,
  loadPlan,
  type OwnerOf,
  openTrace,
  type Plan,
  type PlanCheck,
  type PlanFailure,
  type PlanResult,
  type PlanStep,
  type ReaderOptions,
  type Replay,
  type ReplayOptions,
  readPlan,
  readTraceStream,
  recordPlan,
  rulesetHash,
  runPlan,
  SCHEMAS,
  startBattle,
  startPlan,
  type TraceDecoder,
  type TraceEncoder,
  type TraceReader,
  type TraceWriter,
  tracedCells,
  type VectorSummary,
  type VerifyOptions,
  type VerifyReport,
  type VerifyTotals,
  verifyAll,
  verifyJson,
  verifyLog,
  verifyText,
} from './play/index.js';

export type * from './play/trace/types.js';
