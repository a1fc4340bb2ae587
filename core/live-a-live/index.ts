/**
 * LIVE A LIVE (Super Famicom, 1994) as a system: the battle is the console's work RAM, a step is one frame with a pad word.
 */
import { IMAGE_BYTES } from '../../rom-map/index.js';
import { read32 } from '../int/uint.js';
import type { Battle, EventBuffer, EventShape, System } from '../system.js';
import { RuleError } from '../system.js';
import {
  idOfNumber,
  listCommands,
  numberOfId,
  PLAY_COMMANDS,
  PLAY_ERRORS,
  pressesOf,
  stepPlayed,
} from './battle/commands.js';
import { PLAYED_BATTLE } from './battle/program.js';
import { DIRECTIONS, SIDES } from './drill/action-shapes.js';
import {
  allyToAct,
  createActions,
  ERROR_BLOCKED,
  ERROR_BUSY,
  ERROR_COMMAND,
  ERROR_PAD,
  ERROR_RANGE,
} from './drill/actions.js';
import { COMMAND_FRAME, INPUTS } from './drill/inputs.js';
import { DRILL } from './drill/program.js';
import { putSetup } from './drill/set-up.js';
import { stepFrame } from './frame/frame.js';
import { ALLIES_TURN, ENEMIES_TURN, NOBODYS_TURN, nextActingEnemy, whoseTurn } from './frame/whose-turn.js';
import * as Host from './memory/cells/host.js';
import { drawPurpose } from './memory/draw-sites.js';
import { createMachine, EVENT_DRAW, EVENT_ROUTINE, type Machine, PLAYED } from './memory/machine.js';
import { LIVE_A_LIVE_CELLS } from './memory/named-cells.js';
import { publishedTables } from './memory/published-tables.js';
import { SWITCHES, settingsOf } from './memory/switches.js';
import type { TableBytes } from './memory/tables.js';
import { noteUnpublished } from './memory/unpublished.js';
import { decideDraws } from './planning/draw-outcomes.js';
import { enemyActs } from './planning/enemy-acts.js';
import { createFirstSteps } from './planning/first-steps.js';
import { leastPriceOf } from './planning/least-price.js';
import { DERIVED_VALUES, decidingCells, leastActionsFor, timerDecides } from './planning/search-cells.js';
import { createSharedFrame } from './planning/shared-frame.js';
import { assumeHeader, isPlayedSetup, putPlayedSetup } from './setup/played-set-up.js';
import { predictTurn } from './turn/predict.js';
import { ledgerColumns, unitName } from './views/ledger.js';
import { outcomeOf } from './views/outcome.js';
import { OVERVIEW } from './views/overview.js';

const EVENTS: readonly EventShape[] = [
  {
    kind: EVENT_ROUTINE,
    name: 'routine',
    rule: 'frame',
    provenance: 'decision',
    fields: ['routine', 'block'],
  },
  {
    kind: EVENT_DRAW,
    name: 'draw',
    rule: 'C1:6150',
    provenance: 'executed',
    fields: ['site', 'before', 'after', 'value'],
  },
];

const IDS: Readonly<Record<string, readonly string[]>> = { direction: DIRECTIONS, side: SIDES };

/** A battle together with the machine its routines work on. */
export interface LiveALiveBattle extends Battle {
  readonly machine: Machine;
}

/**
 * A battle from the `[setup]` table of a plan: with a party one that is played by commands, else one of the turn engine, whose
 * steps are frames. Null or undefined gives an empty image to restore a snapshot into.
 * @param tables of a cartridge image, or the published ones
 * @throws RuleError naming the path in the data
 */
export function createBattle(
  setup: unknown,
  switches?: Readonly<Record<string, string | number>>,
  tables: TableBytes = publishedTables(),
): LiveALiveBattle {
  const settings = settingsOf(switches);
  assumeHeader(tables);
  const machine = createMachine(IMAGE_BYTES, tables, settings);
  const scratch = createMachine(IMAGE_BYTES, tables, settings);
  const played = isPlayedSetup(setup);
  if (played) putPlayedSetup(machine, setup);
  else if (setup !== undefined && setup !== null) putSetup(machine.ram, setup);
  return {
    machine,
    ...(played ? { unit: 'command' as const } : {}),
    image: machine.ram,
    cells: LIVE_A_LIVE_CELLS,
    step(command: Int32Array, events: EventBuffer | undefined): number {
      machine.events = events;
      if (machine.ram[Host.PROGRAM] === PLAYED) return stepPlayed(machine, scratch, command);
      if (command[0] !== COMMAND_FRAME) return ERROR_COMMAND;
      const pad = command[1] as number;
      if (pad < 0 || pad > 0xffff) return ERROR_PAD;
      stepFrame(machine, DRILL, pad);
      return 0;
    },
    legalCommands(out: Int32Array): number {
      if (machine.ram[Host.PROGRAM] === PLAYED) return listCommands(machine, scratch, out);
      if (out.length < 3) throw new RuleError('E_RANGE', 'the buffer is too small');
      out[0] = COMMAND_FRAME;
      out[1] = 0;
      out[2] = 0xffff;
      return 3;
    },
    idNumber: (kind, id) => IDS[kind]?.indexOf(id) ?? numberOfId(machine.ram, kind, id),
    idName: (kind, number) => IDS[kind]?.[number] ?? idOfNumber(machine.ram, kind, number),
  };
}

export { COMMAND_FRAME } from './drill/inputs.js';
export * as guide from './guide/index.js';
export { LIVE_A_LIVE_CELLS } from './memory/named-cells.js';
export * from './turn/predict.js';

function ledger(battle: Battle): [string, string][] {
  const { machine } = battle as LiveALiveBattle;
  const program = battle.unit === 'command' ? PLAYED_BATTLE : DRILL;
  const turn = whoseTurn(machine, program);
  const enemy = turn === ENEMIES_TURN ? nextActingEnemy(machine, program) : 0;
  const ally = turn === ALLIES_TURN ? allyToAct(machine.ram) : 0;
  const whose = turn === NOBODYS_TURN ? 'nobody' : unitName(enemy === 0 ? ally : enemy);
  return [...ledgerColumns(machine.ram), ['turn', whose]];
}

export const LIVE_A_LIVE: System = {
  id: 'live-a-live',
  version: 1,
  title: 'LIVE A LIVE (Super Famicom, 1994): turn engine and battles',
  unit: 'frame',
  commands: [
    {
      code: COMMAND_FRAME,
      name: 'frame',
      parameters: [
        {
          name: 'pad',
          min: 0,
          max: 0xffff,
          optional: 0,
          meaning: 'pad word B Y Select Start Up Down Left Right A X L R',
        },
      ],
      meaning: 'one frame of the turn engine with a pad word',
    },
    ...PLAY_COMMANDS,
  ],
  events: EVENTS,
  errors: [
    {
      number: ERROR_COMMAND,
      code: 'E_PHASE',
      meaning: 'frames are for the turn engine, the other commands for a battle with a party',
    },
    { number: ERROR_PAD, code: 'E_WIDTH', meaning: 'the pad word is outside 0..65535' },
    ...PLAY_ERRORS,
    { number: ERROR_BUSY, code: 'E_UNIT_BUSY', meaning: 'nobody of that side can act now' },
    { number: ERROR_BLOCKED, code: 'E_BLOCKED', meaning: 'the cell is taken or outside of the field' },
    { number: ERROR_RANGE, code: 'E_RANGE', meaning: 'no number of presses leads to the overflow' },
  ],
  switches: SWITCHES,
  capabilities: {
    draws: EVENT_DRAW,
    drawPurpose,
    decideDraws: (battle, chooser) => decideDraws((battle as LiveALiveBattle).machine, chooser),
    outcome: (battle) => outcomeOf(battle.image),
    predict: (battle) => predictTurn(battle.image),
    cartridge: (setup, switches, bank) =>
      createBattle(setup, switches, {
        bankC0: bank(0xc0),
        bankC1: bank(0xc1),
        bankD5: bank(0xd5),
        bankD6: bank(0xd6),
      }),
    overview: OVERVIEW,
    unpublished: (battle) => noteUnpublished((battle as LiveALiveBattle).machine),
    actions: createActions((battle) => (battle as LiveALiveBattle).machine, COMMAND_FRAME),
    values: DERIVED_VALUES,
    ledger,
    deciding: decidingCells,
    timeDecides: timerDecides,
    leastActions: leastActionsFor,
    leastPrice: (battle, goal, commands) =>
      battle.unit === 'command' ? leastPriceOf((battle as LiveALiveBattle).machine, goal, commands) : undefined,
    frames: (battle) => read32(battle.image, Host.BATTLE_FRAMES),
    enemyActions: enemyActs,
    firstParts: (battle) => {
      const { machine } = battle as LiveALiveBattle;
      return battle.unit === 'command' ? createFirstSteps(machine) : createSharedFrame(machine);
    },
    presses: (battle, command) => (battle.unit === 'command' ? pressesOf(battle.image, command) : 0),
    assumedCost: 'frames are those of the test ROM; of the cartridge the twelve of a step are known',
    inputs: INPUTS,
  },
  create: createBattle,
};
