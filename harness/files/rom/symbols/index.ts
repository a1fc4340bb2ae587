/** Watch and label files: written from the table of cells, and read where users bring theirs. */
export {
  type ComparedEntry,
  compareWatchList,
  contradicts,
  sameName,
  type Verdict,
  type WatchComparison,
} from './compare.js';
export { detectWatchFormat, loadWatchList, readWatchList } from './read.js';
export { cellSymbols, labelOf, type MemorySymbol, routineSymbols } from './symbol.js';
export { type SkippedEntry, WATCH_FORMATS, type WatchEntry, type WatchFormat, type WatchList } from './watch-list.js';
export { chooseSymbols, type SymbolChoice, type SymbolFile, writeSymbols } from './write.js';
