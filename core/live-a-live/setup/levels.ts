/**
 * A member of a higher level than it begins with: the growth of every level between (C1:2448, 248B,
 * 24D2), with draws that a plan chooses. Evidence: the routines are executed; which draws a game
 * had is an input.
 */
import type { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { read16 } from '../../int/uint.js';
import { integerAt, listAt, type Place, UINT8 } from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { gainsNothing } from '../growth/experience.js';
import { growHp, growStats } from '../growth/growth.js';
import { learnByLevel } from '../growth/learning.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import { STAT_COUNT } from '../memory/character-entry.js';
import type { DrawScript, Machine } from '../memory/machine.js';
import { RECORD_BYTES } from './party-set-up.js';

/** Every draw of a growth by a word. */
const DRAWS: Readonly<Record<string, number>> = { least: 0, middle: 0x80, most: 0xff };

/** Words for the draws of a growth. */
export const GROWTH_DRAWS: readonly string[] = Object.keys(DRAWS);

/** What stands in for the generator: the same draw each time; undefined: the generator. */
function scriptOf(place: Place): DrawScript | undefined {
  if (typeof place.value !== 'string') return undefined;
  const draw = Object.hasOwn(DRAWS, place.value) ? DRAWS[place.value] : undefined;
  if (draw !== undefined) return { values: new Uint8Array(), next: 0, choose: () => draw };
  const message = `${place.path} must be ${GROWTH_DRAWS.join(', ')} or the four bytes of the generator, not ${place.value}`;
  throw new RuleError('E_UNKNOWN_ID', message, place.path, { word: place.value, known: GROWTH_DRAWS });
}

/**
 * @param wanted level of the plan @throws RuleError `E_LEVEL` for one that the character never has
 */
export function checkLevel(row: (typeof CHARACTERS)['rows'][number], wanted: number, place: Place): void {
  const first = row.values.level;
  if (wanted === first) return;
  const reason = gainsNothing(row.number)
    ? `${row.id} gains no experience and stays at level ${first}`
    : `${row.id} begins at level ${first}`;
  if (!gainsNothing(row.number) && wanted > first) return;
  const remedy = 'give maxHp and the four stats to have another one';
  throw new RuleError('E_LEVEL', `${place.path} = ${wanted}: ${reason}; ${remedy}`, place.path);
}

/**
 * Grows a record, which holds the start values, to a level.
 * @param draws `least`, `middle`, `most`, or the generator's four bytes before the first draw
 * @throws RuleError naming the place of a fault
 */
export function growTo(machine: Machine, record: number, level: number, draws: Place): void {
  const ram = machine.ram;
  const before = ram.slice();
  const script = scriptOf(draws);
  if (script === undefined) {
    listAt(draws, 4).forEach((byte, index) => {
      ram[Cell.BATTLE_GENERATOR + index] = integerAt(byte, UINT8);
    });
  }
  const kept = machine.script;
  machine.script = script;
  const entry = read16(ram, record + PartyRecord.TABLE_ENTRY);
  while ((ram[record + PartyRecord.LEVEL] as number) < level) {
    ram[record + PartyRecord.LEVEL] = (ram[record + PartyRecord.LEVEL] as number) + 1;
    growHp(machine, record);
    ram[Cell.WORK_0308] = STAT_COUNT;
    growStats(machine, entry, record);
    learnByLevel(machine, entry, record);
  }
  machine.script = kept;
  // the routines' work cells are those of the menu then, not of this battle
  const first = record + PartyRecord.ID;
  const grown = ram.slice(first, first + RECORD_BYTES);
  ram.set(before);
  ram.set(grown, first);
}
