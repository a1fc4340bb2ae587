/** LIVE A LIVE as the guide page tells it: a small rule set of its own over the console's cells. */
import { addressToday, IMAGE_BYTES, IMAGE_LAYOUT } from '../../../rom-map/index.js';
import type { BattleOf, DeclaredSystem, SetupOf } from '../../declared/declared.js';
import { read16, write16 } from '../../int/uint.js';
import { FLAG, optional, type TableShape, tableShape } from '../../system/data-shape.js';
import type { Battle, EventBuffer } from '../../system/system.js';
import { FRAME_SETUP_SHAPE, putSetup } from '../drill/set-up.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { isEnemyPresent } from '../memory/presence.js';
import { LIVE_A_LIVE_CELLS } from '../memory/work-cells.js';
import { hpOfByte } from '../turn/battle-start.js';
import { startPoints } from '../turn/order-points.js';
import { isListEnd } from '../turn/time-passes.js';
import { GUIDE_OVERVIEW } from '../views/overview.js';
import { GUIDE_COMMANDS, GUIDE_ERRORS, GUIDE_EVENTS, legalGuideCommands } from './commands.js';

import { GUIDE_NARRATION, ledgerOfGuide, predictGuide, TERMS } from './sentences.js';
import { type GuideMachine, stepGuide } from './step.js';
import { GUIDE_SWITCHES, type GuideSettings, guideSettings } from './switches.js';

export * from './rules.js';
export * from './switches.js';

/** L1, L17: the start of a battle, from the species' figures. */
function startBattle(ram: Uint8Array): void {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const species = read16(ram, enemy + Enemy.SPECIES);
    write16(ram, species + Species.MAX_HP, hpOfByte(ram[species + Species.HP_BYTE] as number));
    for (let stat = 0; stat < 4; stat++)
      ram[enemy + Enemy.STATS + stat] = ram[species + Species.STATS + stat] as number;
    write16(ram, enemy + Enemy.ORDER_POINTS, startPoints(ram[species + Species.INTELLECT] as number));
  }
  write16(ram, Cell.ACTING_ENEMY, 0);
}

const SETUP_SHAPE: TableShape = tableShape([
  ...FRAME_SETUP_SHAPE.fields,
  optional('withoutTable', FLAG, 'whether the abnormality table is left out', '`false`'),
]);

/** The settings of the battles that began here. */
const settingsOf = new WeakMap<Battle, GuideSettings>();

function create<const Given>(
  setup: SetupOf<'live-a-live-guide', Given>,
  switches?: Readonly<Record<string, string | number>>,
): Battle & BattleOf<'live-a-live-guide'> {
  const ram = new Uint8Array(IMAGE_BYTES);
  const { withoutTable, ...rest } = (setup ?? {}) as Readonly<Record<string, unknown>>;
  const machine: GuideMachine = {
    ram,
    settings: guideSettings(switches),
    hasTable: withoutTable !== true,
    events: undefined,
  };
  if (setup !== undefined && setup !== null) {
    putSetup(ram, rest);
    startBattle(ram);
  }
  const battle: Battle = {
    image: ram,
    cells: LIVE_A_LIVE_CELLS,
    step(command: Int32Array, events: EventBuffer | undefined): number {
      machine.events = events;
      return stepGuide(machine, command);
    },
    legalCommands: (out) => legalGuideCommands(ram, out),
    idNumber: () => -1,
    idName: () => undefined,
  };
  settingsOf.set(battle, machine.settings);
  return battle;
}

export const LIVE_A_LIVE_GUIDE: DeclaredSystem<'live-a-live-guide'> = {
  id: 'live-a-live-guide',
  version: 1,
  title: 'LIVE A LIVE as the guide page tells it',
  unit: 'command',
  commands: GUIDE_COMMANDS,
  events: GUIDE_EVENTS,
  errors: GUIDE_ERRORS,
  switches: GUIDE_SWITCHES,
  layout: { version: IMAGE_LAYOUT, addressToday },
  narration: GUIDE_NARRATION,
  terms: TERMS,
  setupShape: SETUP_SHAPE,
  capabilities: {
    views: {
      overview: GUIDE_OVERVIEW,
      ledger: ledgerOfGuide,
      predict: (battle) => predictGuide(battle, settingsOf.get(battle) ?? guideSettings()),
    },
  },
  create,
};
