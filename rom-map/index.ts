/** Where everything is: windows, cells, tables and their figures, routines. */
export * from './abnormalities.js';
export * from './cells.js';
export * from './routine-notes.js';
export * from './routines.generated.js';
export * from './routines.js';
export * from './tables/index.js';
export * from './windows.js';
