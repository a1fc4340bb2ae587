/** Watch and label files: written from the table of cells, and read where users bring theirs. */
export {
  type ComparedEntry,
  compareWatchList,
  contradicts,
  sameName,
  type Verdict,
  type WatchComparison,
} from './compare.js';
export {
  chooseSymbols,
  detectWatchFormat,
  loadWatchList,
  readWatchList,
  type SymbolChoice,
  type SymbolFile,
  writeSymbols,
} from './read.js';
export {
  cellSymbols,
  labelOf,
  type MemorySymbol,
  routineSymbols,
  type SkippedEntry,
  WATCH_FORMATS,
  type WatchEntry,
  type WatchFormat,
  type WatchList,
} from './symbol.js';
