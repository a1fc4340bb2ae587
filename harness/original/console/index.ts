/** A Super Famicom console just large enough to run a cartridge's logic. */
export * from './console.js';
export { FRAMES_PER_SECOND } from './frame-clock.js';
export * from './notes.js';
