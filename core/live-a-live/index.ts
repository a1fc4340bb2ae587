/**
 * LIVE A LIVE (Super Famicom, 1994) as a system: the battle is the console's work RAM, a step is one frame with a pad word.
 */
import { IMAGE_BYTES } from '../../rom-map/index.js';
import type { Battle, EventBuffer, EventShape, System } from '../system.js';
import { RuleError } from '../system.js';
import { stepFrame } from './frame.js';
import { EVENT_DRAW, EVENT_ROUTINE, type Machine } from './machine.js';
import { LIVE_A_LIVE_CELLS } from './named-cells.js';
import { OVERVIEW } from './overview.js';
import { predictTurn } from './predict.js';
import { publishedTables } from './published-tables.js';
import { putSetup } from './set-up.js';
import { SWITCHES, settingsOf } from './switches.js';
import type { TableBytes } from './tables.js';
import { noteUnpublished } from './unpublished.js';

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

/** Code of the only command. */
export const COMMAND_FRAME = 1;
const ERROR_COMMAND = 1;
const ERROR_PAD = 2;

/** A battle together with the machine its routines work on. */
export interface LiveALiveBattle extends Battle {
  readonly machine: Machine;
}

/**
 * A battle from the `[setup]` table of a plan; null or undefined gives an empty image to restore a snapshot into.
 * @param tables of a cartridge image, or the published ones
 * @throws RuleError naming the path in the data
 */
export function createBattle(
  setup: unknown,
  switches?: Readonly<Record<string, string | number>>,
  tables: TableBytes = publishedTables(),
): LiveALiveBattle {
  const machine: Machine = {
    ram: new Uint8Array(IMAGE_BYTES),
    tables,
    events: undefined,
    settings: settingsOf(switches),
    unpublished: undefined,
    script: undefined,
  };
  if (setup !== undefined && setup !== null) putSetup(machine.ram, setup);
  return {
    machine,
    image: machine.ram,
    cells: LIVE_A_LIVE_CELLS,
    step(command: Int32Array, events: EventBuffer | undefined): number {
      if (command[0] !== COMMAND_FRAME) return ERROR_COMMAND;
      const pad = command[1] as number;
      if (pad < 0 || pad > 0xffff) return ERROR_PAD;
      machine.events = events;
      stepFrame(machine, pad);
      return 0;
    },
    legalCommands(out: Int32Array): number {
      if (out.length < 3) throw new RuleError('E_RANGE', 'the buffer is too small');
      out[0] = COMMAND_FRAME;
      out[1] = 0;
      out[2] = 0xffff;
      return 3;
    },
    idNumber: () => -1,
    idName: () => undefined,
  };
}

export * as guide from './guide/index.js';
export { LIVE_A_LIVE_CELLS } from './named-cells.js';
export * from './predict.js';

export const LIVE_A_LIVE: System = {
  id: 'live-a-live',
  version: 1,
  title: 'LIVE A LIVE (Super Famicom, 1994): turn engine',
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
      meaning: 'one frame with a pad word',
    },
  ],
  events: EVENTS,
  errors: [
    { number: ERROR_COMMAND, code: 'E_PHASE', meaning: 'a frame is the only command' },
    { number: ERROR_PAD, code: 'E_WIDTH', meaning: 'the pad word is outside 0..65535' },
  ],
  switches: SWITCHES,
  capabilities: {
    draws: EVENT_DRAW,
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
  },
  create: createBattle,
};
