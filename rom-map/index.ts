/**
 * Addresses of everything: cartridge images, windows, cells, tables and their figures, routines,
 * unpublished stretches.
 */
export * from './cartridge/index.js';
export * from './cells.js';
export * from './domains.js';
export * from './layouts.js';
export * from './pad.js';
export * from './routine-notes.js';
export * from './routines.generated.js';
export * from './routines.js';
export * from './tables/index.js';
export * from './test-rom.js';
export * from './unpublished.js';
export * from './unpublished-effects.js';
export * from './windows.js';
