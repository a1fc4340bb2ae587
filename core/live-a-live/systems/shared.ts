/** What the turn engine and the battle played by commands have in common as systems. */
import { IMAGE_BYTES } from '../../../rom-map/index.js';
import type { Battle, Capabilities, EventShape, Evidence, OriginalCode, SwitchShape } from '../../system/system.js';
import { drawPurpose } from '../memory/draw-sites.js';
import { EVENT_ACTION, EVENT_EFFECT, EVENT_PASSED } from '../memory/happenings.js';
import {
  createHoles,
  createMachine,
  EVENT_DRAW,
  EVENT_FILLED,
  EVENT_ROUTINE,
  type Machine,
  machineOf,
} from '../memory/machine.js';
import { settingsOf } from '../memory/switches.js';
import type { TableBytes } from '../memory/tables.js';
import { FILLED_NAMES, holesFilled, NOT_FILLED, noteUnpublished } from '../memory/unpublished-used.js';

import { assumeHeader } from '../setup/played-set-up.js';

/** Id of the turn engine: a program that plays battles by commands need not carry it. */
export const FRAME_SYSTEM = 'live-a-live';

export type Switches = Readonly<Record<string, string | number>>;

export const EVENTS: readonly EventShape[] = [
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
  {
    kind: EVENT_ACTION,
    name: 'action',
    rule: 'battle',
    provenance: 'decision',
    fields: ['unit', 'action', 'first', 'second'],
    tells: true,
  },
  {
    kind: EVENT_EFFECT,
    name: 'effect',
    rule: 'battle',
    provenance: 'decision',
    fields: ['unit', 'effect', 'before', 'after'],
    tells: true,
  },
  {
    kind: EVENT_PASSED,
    name: 'passed',
    rule: 'battle',
    provenance: 'decision',
    fields: ['frames', 'assumed'],
    tells: true,
  },
  {
    kind: EVENT_FILLED,
    name: 'filled',
    rule: 'hole',
    provenance: 'executed',
    fields: ['hole', 'routine', 'x', 'y'],
  },
];

export const EVIDENCE: Evidence = {
  draws: EVENT_DRAW,
  drawPurpose,
  unpublished: (battle) => noteUnpublished(machineOf(battle)),
  fillable: FILLED_NAMES,
  notFillable: NOT_FILLED,
  filled: (battle) => holesFilled(battle.image),
  assumedCost: 'frames are those of the test ROM; of the cartridge the twelve of a step are known',
};

/** Makes empty machines with the same tables and settings. @throws RuleError for a wrong switch */
export function machineMaker(
  switches: Switches | undefined,
  shapes: readonly SwitchShape[],
  tables: TableBytes,
  original?: OriginalCode,
): () => Machine {
  const settings = settingsOf(switches, shapes);
  assumeHeader(tables);
  const holes = createHoles(original);
  return () => createMachine(IMAGE_BYTES, tables, settings, holes);
}

/** Starts a battle with tables of a cartridge image. */
export function withCartridge(
  create: (setup: unknown, switches: Switches | undefined, tables: TableBytes, original?: OriginalCode) => Battle,
): NonNullable<Capabilities['cartridge']> {
  return (setup, switches, bank, original) => {
    const tables = { bankC0: bank(0xc0), bankC1: bank(0xc1), bankD5: bank(0xd5), bankD6: bank(0xd6) };
    return create(setup, switches, tables, original);
  };
}
