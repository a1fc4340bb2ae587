/** A Super Famicom console just large enough to run a cartridge's logic. */
export * from './console.js';
export * from './notes.js';
