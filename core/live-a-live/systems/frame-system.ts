/**
 * The turn engine as a system: a step is one frame with a pad word, as on the console. The test
 * ROM's program gives the pad its meaning (`drill/`).
 */
import { addressToday, IMAGE_LAYOUT } from '../../../rom-map/index.js';
import type { BattleOf, DeclaredSystem, SetupOf } from '../../declared/declared.js';
import type { EventBuffer } from '../../system/system.js';
import { RuleError } from '../../system/system.js';
import {
  ACTIONS,
  COMMAND_FRAME,
  DIRECTIONS,
  ERROR_BLOCKED,
  ERROR_BUSY,
  ERROR_COMMAND,
  ERROR_PAD,
  ERROR_RANGE,
  INPUTS,
  SIDES,
} from '../drill/actions.js';
import { isOrder, menuTargets } from '../drill/menu-targets.js';
import { DRILL } from '../drill/program.js';
import { FRAME_SETUP_SHAPE, putSetup } from '../drill/set-up.js';
import { TEST_ROM_STATE } from '../drill/test-rom-state.js';
import { stepFrame } from '../frame/frame.js';
import { type LiveALiveBattle, machineOf } from '../memory/machine.js';
import { FRAME_SWITCHES } from '../memory/switches.js';
import { sharedTables, type TableBytes } from '../memory/tables.js';
import { LIVE_A_LIVE_CELLS } from '../memory/work-cells.js';
import { timedOf } from '../narration/played-frames.js';
import { FRAME_NARRATION } from '../narration/sentences.js';
import { FRAME_PLANNING } from '../planning/planning.js';
import { DERIVED_VALUES } from '../planning/state-key.js';
import { predictTurn } from '../turn/predict.js';
import { ledgerOf, OVERVIEW, VIEW_TERMS } from '../views/overview.js';

import { EVENTS, EVIDENCE, FRAME_SYSTEM, machineMaker, type Switches, withCartridge } from './shared.js';

const IDS: Readonly<Record<string, readonly string[]>> = { direction: DIRECTIONS, side: SIDES };
const LARGEST_PAD = 0xffff;

/**
 * A battle of the turn engine. Null or undefined gives an empty image to restore a snapshot into.
 * @param tables of a cartridge image, or the published ones
 * @throws RuleError naming the path in the data
 */
export function createFrameBattle<const Given>(
  setup: SetupOf<'live-a-live', Given>,
  switches?: Switches,
  tables: TableBytes = sharedTables(),
): LiveALiveBattle & BattleOf<'live-a-live'> {
  const machine = machineMaker(switches, FRAME_SWITCHES, tables)();
  if (setup !== undefined && setup !== null) putSetup(machine.ram, setup);
  return {
    machine,
    image: machine.ram,
    cells: LIVE_A_LIVE_CELLS,
    step(command: Int32Array, events: EventBuffer | undefined): number {
      machine.events = events;
      if (command[0] !== COMMAND_FRAME) return ERROR_COMMAND;
      const pad = command[1] as number;
      if (pad < 0 || pad > LARGEST_PAD) return ERROR_PAD;
      stepFrame(machine, DRILL, pad);
      return 0;
    },
    legalCommands(out: Int32Array): number {
      if (out.length < 3) throw new RuleError('E_RANGE', 'the buffer is too small');
      out[0] = COMMAND_FRAME;
      out[1] = 0;
      out[2] = LARGEST_PAD;
      return 3;
    },
    idNumber: (kind, id) => IDS[kind]?.indexOf(id) ?? -1,
    idName: (kind, number) => IDS[kind]?.[number],
  };
}

export const LIVE_A_LIVE: DeclaredSystem<'live-a-live'> = {
  id: FRAME_SYSTEM,
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
          max: LARGEST_PAD,
          optional: 0,
          meaning: 'pad word B Y Select Start Up Down Left Right A X L R',
        },
      ],
      meaning: 'one frame of the turn engine with a pad word',
    },
  ],
  events: EVENTS,
  errors: [
    {
      number: ERROR_COMMAND,
      code: 'E_PHASE',
      meaning: 'this cannot be done now',
      remedy: 'Leave it out, or let frames pass before',
    },
    {
      number: ERROR_PAD,
      code: 'E_WIDTH',
      meaning: 'the pad word is outside 0..65535',
      remedy: 'Give a pad word from 0 to 65535',
    },
    {
      number: ERROR_BUSY,
      code: 'E_UNIT_BUSY',
      meaning: 'nobody of that side can act now',
      remedy: 'Let frames pass until somebody of that side may act',
    },
    {
      number: ERROR_BLOCKED,
      code: 'E_BLOCKED',
      meaning: 'the cell is taken or outside of the field',
      remedy: 'Walk the other way, or turn',
    },
    {
      number: ERROR_RANGE,
      code: 'E_RANGE',
      meaning: 'no number of presses leads to the overflow',
      remedy: 'Count the presses by hand with areaTurn, or cancel the area',
    },
  ],
  switches: FRAME_SWITCHES,
  setupShape: FRAME_SETUP_SHAPE,
  layout: { version: IMAGE_LAYOUT, addressToday },
  narration: FRAME_NARRATION,
  terms: VIEW_TERMS,
  capabilities: {
    cartridge: withCartridge(createFrameBattle),
    actions: ACTIONS,
    values: DERIVED_VALUES,
    consoleState: TEST_ROM_STATE,
    menus: { timed: (events) => timedOf(events), isOrder, targets: menuTargets },
    views: {
      overview: OVERVIEW,
      predict: (battle) => predictTurn(battle.image),
      ledger: (battle, language = 'en') => ledgerOf(machineOf(battle), DRILL, language),
    },
    evidence: { ...EVIDENCE, inputs: INPUTS },
    planning: FRAME_PLANNING,
  },
  create: createFrameBattle,
};
