/**
 * Grid movement of a strategy role-playing game. Source: seed 002 (rules S1 to S19, quirks SA1 to
 * SA12). Extensions, marked `extension`: battle parameters and attack range (SE1), turns (SE2) and
 * movement types (SE3), which the seed names; zones of control, paths, threat and reach over
 * several turns (SE4), from other engines.
 */
import type { DeclaredSystem } from '../declared/declared.js';
import { type Battle, type CellDeclaration, RuleError, type Views } from '../system/system.js';
import { declareCells } from './cells.js';
import { chanceOf } from './chance.js';
import { COMMANDS } from './commands.js';
import { ERRORS } from './errors.js';
import { EVENTS } from './events.js';
import { createLegalCommands } from './legal.js';
import { gaugeShapes, groundView, ledgerOfWorld, panelsOfWorld, sideNames, turnSide, unitViews } from './panels.js';
import { predictTurns } from './predict.js';
import { transcript, view } from './print.js';
import { narrationOf } from './sentences.js';
import { readSetup, SETUP_SHAPE } from './setup.js';

import { step } from './step.js';
import { readSwitches, SWITCHES } from './switches.js';
import { fitTranscript } from './transcript-room.js';
import { beginTurns } from './turns.js';
import { createWorld, type World } from './world.js';

export { SETUP_ERROR_CODES } from './errors.js';
export { NEVER, reachByTurns } from './multi-turn.js';
export * from './order-points.js';
export * from './position.js';
export * from './reach.js';
export { findPaths, NO_DIRECTION, pathSteps, writePath } from './reach.js';
export { threatMap } from './threat.js';
export { findUnit, isInRange, mapCanMove, type World } from './world.js';

/** A battle of this system. `world` serves the functions that fill lent maps. */
export interface SrpgBattle extends Battle {
  readonly world: World;
}

function worldOf(battle: Battle): World {
  if (!('world' in battle)) throw new RuleError('E_TYPE', 'this is not a battle of srpg-movement');
  return (battle as SrpgBattle).world;
}

/** The printed text, or the present state before anything was printed. */
function printBattle(battle: Battle): string {
  const world = worldOf(battle);
  const text = transcript(world);
  return text === '' ? view(world) : text;
}

const VIEWS: Views = {
  print: printBattle,
  predict: (battle) => predictTurns(worldOf(battle)),
  ledger: (battle) => ledgerOfWorld(worldOf(battle)),
  panels: (battle) => panelsOfWorld(worldOf(battle)),
  overview: {
    gauges: gaugeShapes(worldOf),
    units: (battle) => unitViews(worldOf(battle)),
    sides: (battle) => sideNames(worldOf(battle)),
    turn: (battle) => turnSide(worldOf(battle)),
    board: (battle) => [worldOf(battle).layout.width, worldOf(battle).layout.height],
    ground: (battle) => groundView(worldOf(battle)),
  },
};

/** Starts a battle. @throws RuleError for a wrong setup or switch */
export function createBattle(setup: unknown, switches: Readonly<Record<string, string | number>> = {}): SrpgBattle {
  const rules = readSwitches(switches);
  const world = createWorld(readSetup(setup, rules), rules);
  beginTurns(world);
  let cells: readonly CellDeclaration[] | undefined;
  return {
    world,
    image: world.image,
    // a map of 256 x 256 has more than 65,000 cells, so they are declared when somebody asks
    get cells() {
      cells ??= declareCells(world.layout, world.unitIds);
      return cells;
    },
    step: (command, events) => step(world, command, events),
    legalCommands: createLegalCommands(world),
    idNumber: (kind, id) => (kind === 'unit' ? world.unitIds.indexOf(id) : -1),
    idName: (kind, number) => (kind === 'unit' ? world.unitIds[number] : undefined),
  };
}

export const srpgMovement: DeclaredSystem<'srpg-movement'> = {
  id: 'srpg-movement',
  version: 1,
  title: 'Grid movement of a strategy role-playing game',
  unit: 'command',
  commands: COMMANDS,
  events: EVENTS.shapes,
  errors: ERRORS.shapes,
  switches: SWITCHES,
  narration: narrationOf((battle) => ('world' in battle ? worldOf(battle) : undefined)),
  setupShape: SETUP_SHAPE,
  fitSetup: fitTranscript,
  capabilities: { views: VIEWS, planning: chanceOf(worldOf) },
  create: createBattle,
};
