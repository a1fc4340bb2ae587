/**
 * The harness as a library: reading and writing traces, verification, plans, the registry of
 * systems, the command line.
 */

export { ERROR_CODES, type ErrorCode } from './base/error-codes.js';
export { type ErrorDetails, formatError, LockstepError } from './base/errors.js';
export { SYSTEMS } from './base/systems.js';
export type { CliContext, ExitCode } from './cli/base/context.js';
export { runCli } from './cli/run-cli.js';
export { type Bk2Options, writeBk2 } from './movies/bk2-write.js';
export { convertMovie } from './movies/convert.js';
export { frameRows, recordablePad } from './movies/frame-rows.js';
export { type LsmvOptions, writeLsmv } from './movies/lsmv-write.js';
export { inputOfMasks, type Movie, type MovieInput } from './movies/movie.js';
export { readMovieBytes, readMovieFile } from './movies/read-movie.js';
export type { PlanFailure } from './plan/checkpoints.js';
export { loadPlan } from './plan/load.js';
export { readPlan } from './plan/read-plan.js';
export { recordPlan } from './plan/record.js';
export { type PlanResult, runPlan, startPlan } from './plan/run.js';
export { startBattle } from './plan/start.js';
export type { Plan, PlanCheck, PlanStep } from './plan/types.js';
export * from './rom/symbols/index.js';
export { type CompareResult, compareTraces } from './trace/compare.js';
export { createTraceDecoder, type TraceDecoder } from './trace/decoder.js';
export { createTraceEncoder, type TraceEncoder } from './trace/encoder.js';
export { openTrace, type ReaderOptions, readTraceStream, type TraceReader } from './trace/reader.js';
export { rulesetHash } from './trace/ruleset.js';
export { SCHEMAS } from './trace/schemas/index.js';
export { createValueReader, headerOf, tracedCells } from './trace/state.js';
export type * from './trace/types.js';
export { createTraceWriter, type TraceWriter } from './trace/writer.js';
export type { CellDifference, CellOwner, Difference, OwnerOf } from './verify/difference.js';
export { createReplay, type Replay } from './verify/replay.js';
export type { ReplayOptions } from './verify/replay-state.js';
export { verifyJson, verifyText } from './verify/report.js';
export type { VectorSummary, VerifyTotals } from './verify/totals.js';
export { type VerifyReport, verifyAll } from './verify/verify.js';
export { type LogResult, type VerifyOptions, verifyLog } from './verify/verify-log.js';
