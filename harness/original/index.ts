/** The cartridge's own code, for the wings above: console, proof, vectors, CPU traces. */

export { type Console, createConsole } from './console/console.js';
export { FRAMES_PER_SECOND } from './console/frame-clock.js';
export type { Note } from './console/notes.js';
export { evidenceCount, holesOfTrace } from './cpu-trace/holes.js';
export { loadProfile, PROFILE_NAMES, type RoutinePlan } from './cpu-trace/profile.js';
export { dialectOf } from './cpu-trace/reader.js';
export { cpuTraceExit, cpuTraceJson, cpuTraceText, holesJson, holesText } from './cpu-trace/report.js';
export { type CpuTraceResult, verifyCpuTrace } from './cpu-trace/verify-trace.js';
export { codeAhead } from './disassembly/branches-ahead.js';
export {
  type ChosenImage,
  type ChosenPlace,
  chooseImage,
  choosePlace,
  chosenImageOf,
  chosenLines,
  stateAtEntry,
} from './disassembly/chosen-image.js';
export { byteAt } from './disassembly/flow-state.js';
export { disassemble, type ListingLine, listingJson, listingText, stateText } from './disassembly/listing.js';
export { bytesOf, neverReturns, type OwnGame, ownGame, type PlacedRoutine } from './own-game/own-game.js';
export type {
  OwnCell,
  OwnDomain,
  OwnEntry,
  OwnMachine,
  OwnPlace,
  OwnRegister,
  OwnRoutine,
} from './own-game/own-routine.js';
export { largestOf, OWN_REGISTERS } from './own-game/own-side.js';
export { createCaseCollector } from './proof/cases-file.js';
export {
  chooseImage as chooseImageProof,
  type ImageUnderTest,
  imageUnderTest,
  tableBytesOf,
  totalName,
} from './proof/choose-image.js';
export { createProofMachine, LOWEST_TABLE } from './proof/compare-sides.js';
export { measureSharpness, type Sharpness } from './proof/faults/sharpness.js';
export { sharpnessJson, sharpnessText } from './proof/faults/sharpness-text.js';
export type { Tally } from './proof/outcomes.js';
export { playedMemories } from './proof/played-frames.js';
export {
  type ProvePlace,
  type ProveProgress,
  type ProveResult,
  type ProveSource,
  proveImage,
  proveJson,
  proveText,
  publishedNotEqual,
  verdictOf,
  wantedPlans,
} from './proof/prove.js';
export { proveRoutine } from './proof/prove-routine.js';
export type { PlayedLog, RecordedStates } from './proof/published.js';
export { createCallKeeper, type LogToPlay, playLog } from './recorded/play-log.js';
export { tracedText, traceFrames } from './settle/battle-frames.js';
export {
  type HoleCall,
  holeCallsOf,
  holeCommand,
  namedEntry,
  routinesOfImage,
  standingText,
  standingUntil,
  stateOfHole,
  stateOfHoleAt,
} from './settle/hole-calls.js';
export { countVerdicts, settleJson, settleText, settlingSteps } from './settle/settle.js';
export {
  openedSettled,
  readSettled,
  type Settled,
  settledRules,
  withSettled,
  writeSettled,
} from './settle/settled-file.js';
export { withImageCode, withImageCodeAll } from './settle/with-original.js';
export {
  type CallState,
  cellBytes,
  drawValues,
  type EntryNumber,
  emptyState,
  type GivenTables,
  registerValues,
  stateOfEntry,
  tableValues,
} from './single-call/call-state.js';
export { createCodeLog } from './single-call/code-log.js';
export { stateOfPlan, stateOfPublishedCase } from './single-call/plan-state.js';
export { type CallReport, calledText, callJson, callText, runCall } from './single-call/run-call.js';
export { type ProveWork, proveTaken, proveTogether } from './together/prove-together.js';
export type { VerifyWork } from './together/shared-work.js';
export { verifyItems } from './together/thread.js';
export { type TogetherOptions, type VerifyProgress, verifyTogether } from './together/verify-together.js';
export type { Adapter } from './vectors/adapters/adapter.js';
export { type CaseMachine, createCaseMachine } from './vectors/case-machine.js';
export { findVectorFiles, publishedCasesOf, readLines, readMaybeGzip } from './vectors/files.js';
export {
  type ByteMap,
  parseCase,
  parseHeader,
  type VectorCase,
  type VectorFileResult,
  type VectorHeader,
  type VectorReport,
  type VectorTotals,
} from './vectors/format.js';
export { routineStatus, routineStatusWithProgress } from './vectors/routine-status.js';
export { runCase } from './vectors/run-case.js';
export { adapterOf, type ImageTables, runVectors, runVectorsUntil, shortName } from './vectors/run-files.js';
