/**
 * The harness as a library: reading and writing traces, verification, plans, the registry of
 * systems, the command line.
 */

export { ERROR_CODES, type ErrorCode } from './base/error-codes.js';
export { type ErrorDetails, formatError, LockstepError } from './base/errors.js';
export { SYSTEMS } from './base/systems.js';
export type { CliContext, ExitCode } from './cli/base/context.js';
export { runCli } from './cli/run-cli.js';
export { convertMovie, frameRows, recordablePad } from './files/movies/convert.js';
export { inputOfMasks, type Movie, type MovieInput } from './files/movies/movie.js';
export { type Bk2Options, type LsmvOptions, writeBk2, writeLsmv } from './files/movies/movie-writers.js';
export { readMovieBytes, readMovieFile } from './files/movies/read-movie.js';
export * from './files/rom/symbols/index.js';
export type { PlanFailure } from './play/plan/play.js';
export { loadPlan, readPlan } from './play/plan/read-plan.js';
export { recordPlan } from './play/plan/record.js';
export { type PlanResult, runPlan, startPlan } from './play/plan/run.js';
export { startBattle } from './play/plan/start.js';
export type { Plan, PlanCheck, PlanStep } from './play/plan/types.js';
export { type CompareResult, compareTraces } from './play/trace/compare.js';
export { createTraceDecoder, type TraceDecoder } from './play/trace/decoder.js';
export { createTraceEncoder, type TraceEncoder } from './play/trace/encoder.js';
export { openTrace, type ReaderOptions, readTraceStream, type TraceReader } from './play/trace/reader.js';
export { SCHEMAS } from './play/trace/schemas/index.js';
export { createValueReader, headerOf, rulesetHash, tracedCells } from './play/trace/state.js';
export type * from './play/trace/types.js';
export { createTraceWriter, type TraceWriter } from './play/trace/writer.js';
export type { CellDifference, CellOwner, Difference, OwnerOf } from './play/verify/difference.js';
export type { ReplayOptions } from './play/verify/replay.js';
export { createReplay, type Replay } from './play/verify/replay.js';
export { verifyJson, verifyText } from './play/verify/report.js';
export type { VectorSummary, VerifyTotals } from './play/verify/verify.js';
export { type VerifyReport, verifyAll } from './play/verify/verify.js';
export { type LogResult, type VerifyOptions, verifyLog } from './play/verify/verify-log.js';
