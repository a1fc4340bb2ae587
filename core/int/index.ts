/** The integer core: everything that has a width. */
export * from './add.js';
export * from './hardware.js';
export * from './logic.js';
export * from './packed.js';
export * from './shift.js';
export * from './uint.js';
