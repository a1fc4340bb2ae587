/**
 * The attack procedure of Kurogane Engage. Source: seed 003 (rules K1 to K16, decisions KA1 to
 * KA19). Extensions, marked so: permissions of special actions and overkill (pages 48 and 23),
 * falling, objectives and rounds (45, 39, 40), frames (25). Line of sight is not modelled: the
 * declaration says who sees whom (KA16).
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { type DeclaredBattle, declareSystem } from '../system/declare-system.js';
import { declareCells } from './cells.js';
import { COMMANDS } from './commands.js';
import { PLANNING } from './distribution.js';
import { ERRORS } from './errors.js';
import { EVENTS, TERMS } from './events.js';
import { odds } from './odds.js';
import { createWorld, QUERY, SETUP, SWITCHES, type World } from './setup.js';
import { viewsOf } from './views.js';

export { measure } from './board.js';
export * from './dice.js';
export * from './distribution.js';
export { SETUP_ERROR_CODES } from './errors.js';
export { CLOSE_COMBAT, FRAMES, type Frame } from './setup.js';

export type KuroganeBattle = DeclaredBattle<World>;

const SYSTEM = declareSystem({
  id: 'kurogane-engage',
  version: 1,
  title: 'Attack procedure of Kurogane Engage',
  unit: 'command',
  setup: SETUP,
  query: QUERY,
  switches: SWITCHES,
  commands: COMMANDS,
  events: EVENTS,
  errors: ERRORS,
  terms: TERMS,
  start: createWorld,
  cells: (world) => declareCells(world.unitCount, world.objectives.length, world.ids),
  capabilities: (worldOf) => ({ odds, views: viewsOf(worldOf), planning: PLANNING }),
});

/** Starts a battle. @throws RuleError for a wrong setup or switch */
export const createBattle = SYSTEM.create;

export const kuroganeEngage: DeclaredSystem<'kurogane-engage'> = SYSTEM;
