/**
 * The attack procedure of Kurogane Engage. Source: seed 003 (rules K1 to K16, decisions KA1 to
 * KA19). Extensions, marked so: permissions of special actions and overkill (pages 48 and 23),
 * falling, objectives and rounds (45, 39, 40), frames (25). Line of sight is not modelled: the
 * declaration says who sees whom (KA16).
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { type Battle, RuleError, type Views } from '../system/system.js';
import { declareCells } from './cells.js';
import { COMMANDS } from './commands.js';
import { PLANNING } from './distribution.js';
import { ERRORS } from './errors.js';
import { EVENTS } from './events.js';
import { createLegalCommands } from './legal.js';
import { odds } from './odds.js';
import {
  attackingSide,
  GAUGES,
  ledgerOfWorld,
  panelsOfWorld,
  printWorld,
  SIDES,
  tableSize,
  unitViews,
} from './panels.js';
import { predictWorld } from './predict.js';
import { NARRATION } from './sentences.js';
import { createWorld, QUERY_SHAPE, SETUP_SHAPE, type World } from './setup.js';

import { step } from './step.js';
import { readSwitches, SWITCHES } from './switches.js';

export { measure } from './board.js';
export * from './damage.js';
export * from './distribution.js';
export { SETUP_ERROR_CODES } from './errors.js';
export * from './pool.js';
export { FRAMES, type Frame } from './setup.js';

export interface KuroganeBattle extends Battle {
  readonly world: World;
}

function isKuroganeBattle(battle: Battle): battle is KuroganeBattle {
  return 'world' in battle;
}

function worldOf(battle: Battle): World {
  if (!isKuroganeBattle(battle)) throw new RuleError('E_TYPE', 'this is not a battle of kurogane-engage');
  return battle.world;
}

const VIEWS: Views = {
  print: (battle) => printWorld(worldOf(battle)),
  predict: (battle) => predictWorld(worldOf(battle)),
  panels: (battle) => panelsOfWorld(worldOf(battle)),
  ledger: (battle) => ledgerOfWorld(worldOf(battle)),
  overview: {
    gauges: GAUGES,
    units: (battle) => unitViews(worldOf(battle)),
    sides: () => SIDES,
    turn: (battle) => attackingSide(worldOf(battle)),
    board: (battle) => tableSize(worldOf(battle)),
  },
};

/** Starts a battle. @throws RuleError for a wrong setup or switch */
export function createBattle(setup: unknown, switches: Readonly<Record<string, string | number>> = {}): KuroganeBattle {
  const world = createWorld(setup, readSwitches(switches));
  const specialIds = world.specials.map(({ id }) => id);
  const namesOf = (kind: string): readonly string[] =>
    kind === 'unit' ? world.unitIds : kind === 'weapon' ? world.weaponIds : kind === 'special' ? specialIds : [];
  return {
    world,
    image: world.image,
    cells: declareCells(world.unitCount, world.objectives.length, world),
    step: (command, events) => step(world, command, events),
    legalCommands: createLegalCommands(world),
    idNumber: (kind, id) => namesOf(kind).indexOf(id),
    idName: (kind, number) => namesOf(kind)[number],
  };
}

export const kuroganeEngage: DeclaredSystem<'kurogane-engage'> = {
  id: 'kurogane-engage',
  version: 1,
  title: 'Attack procedure of Kurogane Engage',
  unit: 'command',
  commands: COMMANDS,
  events: EVENTS,
  errors: ERRORS,
  switches: SWITCHES,
  narration: NARRATION,
  setupShape: SETUP_SHAPE,
  queryShape: QUERY_SHAPE,
  capabilities: { odds, views: VIEWS, planning: PLANNING },
  create: createBattle,
};
