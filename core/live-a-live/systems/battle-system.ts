/**
 * A whole battle as a system: a step is one command of the player, and the enemies act by their own
 * rules.
 */
import { addressToday, IMAGE_LAYOUT } from '../../../rom-map/index.js';
import type { BattleOf, DeclaredSystem, SetupOf } from '../../declared/declared.js';
import type { EventBuffer, OriginalCode } from '../../system/system.js';
import { PLAY_ERRORS } from '../battle/command-errors.js';
import { idOfNumber, numberOfId, PLAY_COMMANDS } from '../battle/command-shapes.js';
import { stepPlayed } from '../battle/commands.js';
import { PLAYED_BATTLE } from '../battle/decision-frames.js';
import { listCommands } from '../battle/list-commands.js';
import { CHOICES } from '../choices/choice-set.js';
import { type LiveALiveBattle, machineOf } from '../memory/machine.js';
import { BATTLE_SWITCHES } from '../memory/switches.js';
import { sharedTables, type TableBytes } from '../memory/tables.js';
import { LIVE_A_LIVE_CELLS } from '../memory/work-cells.js';
import { PLAYED_MENUS } from '../narration/played-frames.js';
import { BATTLE_NARRATION } from '../narration/sentences.js';
import { BATTLE_PLANNING } from '../planning/planning.js';
import { DERIVED_VALUES } from '../planning/state-key.js';
import { CONSOLE_STATE } from '../setup/console-state.js';
import { isPlayedSetup, putPlayedSetup } from '../setup/played-set-up.js';
import { PLAYED_SETUP_SHAPE } from '../setup/setup-shape.js';
import { predictTurn } from '../turn/predict.js';
import { outcomeOf } from '../views/outcome.js';
import { ledgerOf, OVERVIEW, VIEW_TERMS } from '../views/overview.js';

import { EVENTS, EVIDENCE, FRAME_SYSTEM, machineMaker, type Switches, withCartridge } from './shared.js';

/**
 * A battle played by commands. Null or undefined gives an empty image to restore a snapshot into.
 * @param tables of a cartridge image, or the published ones
 * @param original an image whose code runs where ours has a hole
 * @throws RuleError naming the path in the data
 */
export function createBattle<const Given>(
  setup: SetupOf<'live-a-live-battle', Given>,
  switches?: Switches,
  tables: TableBytes = sharedTables(),
  original?: OriginalCode,
): LiveALiveBattle & BattleOf<'live-a-live-battle'> {
  const create = machineMaker(switches, BATTLE_SWITCHES, tables, original);
  const machine = create();
  const scratch = create();
  if (setup !== undefined && setup !== null) putPlayedSetup(machine, setup);
  return {
    machine,
    image: machine.ram,
    cells: LIVE_A_LIVE_CELLS,
    step(command: Int32Array, events: EventBuffer | undefined): number {
      machine.events = events;
      return stepPlayed(machine, scratch, command);
    },
    legalCommands: (out) => listCommands(machine, scratch, out),
    idNumber: (kind, id) => numberOfId(machine.ram, kind, id),
    idName: (kind, number) => idOfNumber(machine.ram, kind, number),
  };
}

export const LIVE_A_LIVE_BATTLE: DeclaredSystem<'live-a-live-battle'> = {
  id: 'live-a-live-battle',
  version: 1,
  title: 'LIVE A LIVE (Super Famicom, 1994): battles by commands',
  unit: 'command',
  commands: PLAY_COMMANDS,
  events: EVENTS,
  errors: PLAY_ERRORS,
  switches: BATTLE_SWITCHES,
  setupShape: PLAYED_SETUP_SHAPE,
  layout: { version: IMAGE_LAYOUT, addressToday },
  narration: BATTLE_NARRATION,
  terms: VIEW_TERMS,
  capabilities: {
    cartridge: withCartridge(createBattle),
    values: DERIVED_VALUES,
    views: {
      overview: OVERVIEW,
      predict: (battle) => predictTurn(battle.image),
      watchFrames(battle, listener) {
        machineOf(battle).onFrame = listener;
      },
      outcome: (battle) => outcomeOf(battle.image),
      ledger: (battle, language = 'en') => ledgerOf(machineOf(battle), PLAYED_BATTLE, language),
    },
    evidence: EVIDENCE,
    planning: BATTLE_PLANNING,
    choices: CHOICES,
    consoleState: CONSOLE_STATE,
    playedMenus: PLAYED_MENUS,
  },
  formerly: { id: FRAME_SYSTEM, owns: isPlayedSetup },
  create: createBattle,
};
