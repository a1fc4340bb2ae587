/**
 * Grid movement of a strategy role-playing game. Source: seed 002 (rules S1 to S19, quirks SA1 to
 * SA12). Extensions, marked `extension`: battle parameters and attack range (SE1), turns (SE2) and
 * movement types (SE3), which the seed names; zones of control, paths, threat and reach over
 * several turns (SE4), from other engines.
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { type DeclaredBattle, declareSystem } from '../system/declare-system.js';
import { declareCells } from './cells.js';
import { COMMANDS, planningOf } from './commands.js';
import { ERRORS } from './errors.js';
import { EVENTS, TERMS } from './events.js';
import { fitTranscript } from './print.js';
import { readSetup, SETUP, SWITCHES } from './setup.js';
import { beginTurns } from './turns.js';
import { viewsOf } from './views.js';
import { createWorld, type World } from './world.js';

export { SETUP_ERROR_CODES } from './errors.js';
export * from './order-points.js';
export * from './position.js';
export * from './reach.js';
export { threatMap } from './threat.js';
export { findUnit, isInRange, mapCanMove, type World } from './world.js';

/** A battle of this system. `world` serves the functions that fill lent maps. */
export type SrpgBattle = DeclaredBattle<World>;

const SYSTEM = declareSystem({
  id: 'srpg-movement',
  version: 1,
  title: 'Grid movement of a strategy role-playing game',
  unit: 'command',
  setup: SETUP,
  switches: SWITCHES,
  commands: COMMANDS,
  events: EVENTS,
  errors: ERRORS,
  terms: TERMS,
  fitSetup: fitTranscript,
  start(setup, rules) {
    const world = createWorld(readSetup(setup, rules), rules);
    beginTurns(world);
    return world;
  },
  cells: ({ layout, ids }) => declareCells(layout, ids.unit),
  capabilities: (worldOf) => ({ views: viewsOf(worldOf), planning: planningOf(worldOf) }),
});

/** Starts a battle. @throws RuleError for a wrong setup or switch */
export const createBattle = SYSTEM.create;

export const srpgMovement: DeclaredSystem<'srpg-movement'> = SYSTEM;
