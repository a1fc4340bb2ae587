/**
 * LIVE A LIVE (Super Famicom, 1994): the battle is the console's work RAM. Two systems run it: the
 * turn engine by frames, and whole battles by the player's commands.
 */
export { choicesOf } from './choices/choice-set.js';
export { preview } from './choices/preview.js';
export { COMMAND_FRAME } from './drill/actions.js';
export * as guide from './guide/index.js';
export type { LiveALiveBattle } from './memory/machine.js';
export { LIVE_A_LIVE_CELLS } from './memory/work-cells.js';
export { createBattle, LIVE_A_LIVE_BATTLE } from './systems/battle-system.js';
export { createFrameBattle, LIVE_A_LIVE } from './systems/frame-system.js';
export * from './turn/predict.js';
