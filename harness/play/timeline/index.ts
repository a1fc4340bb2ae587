/** Timelines: logs and plans of any system, stepped both ways, with branches. */

export type { CellIndex, MemoryRegion } from '../expression/cell-index.js';
export { compileExpression, type Expression } from '../expression/compile.js';
export { ExpressionError, markedText } from '../expression/error.js';
export { type AnyOf, anyOf } from './any-of.js';
export { MAX_ENTRIES } from './branch-edits.js';
export { type BranchSet, type LineInfo, RECORDING_NAME } from './branch-store.js';
export { type Condition, compileCondition } from './conditions.js';
export { createTimeline } from './create-timeline.js';
export { stepCall, stepCallBack, stepEntries, stepTo } from './cursor.js';
export {
  cellsOfBoth,
  commonStart,
  comparedCells,
  differencesOf,
  differingCells,
  firstDifferingState,
  type LineOf,
} from './divergence.js';
export type { ChangedBytes, EntryEvent, EventScan } from './event-tap.js';
export { type ChangeRecord, lastChange } from './journal.js';
export type { LineEnd, LoadOptions } from './loaded-line.js';
export { openTimeline } from './open.js';
export { placeOf, placeOfFrame, stepFrames } from './places.js';
export type { DifferingCell, LineDifference } from './recorded-line.js';
export { rejectionLines } from './rejections.js';
export type { ScriptCommand } from './script.js';
export { runBackward, runForward, type SearchOptions } from './search.js';
export {
  type Entry,
  type EntryInput,
  type InnerPlace,
  type Position,
  RECORDING,
  type Timeline,
} from './timeline.js';
export { type Cause, type WhyOptions, why } from './why.js';
export { type CellWrite, type Writer, writesOf } from './writers.js';
