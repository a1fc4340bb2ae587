/**
 * The 65816 of the Super Famicom: registers, instructions, interrupts and cycles over a page table
 * of memory.
 */
export * from './bus.js';
export { isInterruptNext } from './interrupts.js';
export * from './opcodes.js';
export * from './registers.js';
export * from './reset.js';
export * from './run.js';
