/** Branches of logs and plans, in a file with their history. */
export { type BranchBook, bookAt, bookInMemory, openBook } from './book.js';
export { compareLines, type LineComparison, type LineCost } from './compare.js';
export { comparisonText, toldLines } from './compare-text.js';
export { type Edit, type EditKind, editText } from './edit.js';
export { cellOf, inputKeys, writeKeys } from './given.js';
export { lineOr, lineReference, type OpenedLine, openLine } from './open.js';
