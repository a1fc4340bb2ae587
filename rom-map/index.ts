/** Where everything is: windows, cells, abnormality rows. */
export * from './abnormalities.js';
export * from './cells.js';
export * from './windows.js';
