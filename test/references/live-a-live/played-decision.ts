/**
 * Slow reference of one step of an enemy's decision: the slots (C1:8EA3, 8EC7, 8EDB, 8EF0), what a slot is tried against (9252, 927E, 920C,
 * E251, 285D), and after all slots, or by the move roll, the move. The release roll and the load of the row are over by then.
 */
import { ALLIES, FIELD, type Memory, RANGE_MARKS } from './played-memory.js';
import { move } from './played-movement.js';
import { markEnemyRange } from './played-range.js';

type Tables = Uint8Array;

/** @param passes times that the slots are gone through @returns the action code of a move, or undefined */
export function decide(memory: Memory, tables: Tables, enemy: number, passes: number): number | undefined {
  const state = memory.get(0xac06 + 0x10 * enemy) & 15;
  if (state >= 4 * passes) return move(memory, tables, enemy);
  const species = memory.speciesOf(enemy);
  const slot = state & 3;
  if (slot === 0 && (memory.draw() & 31) < (memory.get(species + 0x21) & 15)) return move(memory, tables, enemy);
  const takenUp = (memory.draw() & 0xc0) !== 0;
  const disabled = (memory.get(0x0320) & (0x80 >> slot)) !== 0;
  if (takenUp && !disabled && memory.get(0x03af) !== 0 && takes(memory, tables, enemy, slot)) return undefined;
  memory.set(memory.enemyBlock(enemy) + 5, 0);
  memory.set(0xac06 + 0x10 * enemy, (state + 1) & 15);
  return undefined;
}

/** C1:927E: whose HP are looked at may be another's. */
function healsBy(memory: Memory, enemy: number): boolean {
  const product = (memory.word(memory.speciesOf(enemy) + 0x10) * 16) & 0xffff;
  const divisor = product === 0 ? 1 : product & 0xff;
  const quotient = divisor === 0 ? 0xff : Math.floor(memory.word(0xaa00 + 0x10 * enemy) / divisor) & 0xff;
  return (((0x1f - quotient) & 0xff) * memory.draw()) >> 8 === 0;
}

function takes(memory: Memory, tables: Tables, enemy: number, slot: number): boolean {
  const block = memory.enemyBlock(enemy);
  const species = memory.speciesOf(enemy);
  const skill = memory.get(species + 0x2b + slot);
  // C1:3D5C
  const ownList = (memory.get(block + 1) & 0xbf) === 0 || (memory.get(species + 0x29) & 0x80) !== 0;
  const record = 0x24cb + 25 * (skill + (ownList ? 0 : 256));
  const field = (at: number): number => tables[record + at] ?? 0;
  // C1:9252
  if ((field(13) & 0x40) !== 0) return false;
  const heals = (field(13) & 0x80) !== 0;
  if (heals && !healsBy(memory, enemy) && !(memory.get(block) === 0xd7 && healsBy(memory, 0))) return false;
  // C1:920C
  if ((memory.draw() & 0xf0) !== 0) {
    const held = ALLIES.map((ally) => memory.allyBlock(ally))
      .filter((ally) => (memory.get(ally + 1) & 0x40) !== 0 && memory.get(ally + 0x39) !== 0xff)
      .reduce((sum, ally) => sum | memory.get(ally + 0x39), 0);
    if ((field(9) & held) !== 0) return false;
  }
  // C1:E251
  memory.setWord(0x0368, record);
  memory.set(0xac00 + 0x10 * enemy, skill);
  if ((field(8) & memory.get(0xaa07 + 0x10 * enemy)) !== 0) return false;
  markEnemyRange(memory, tables, enemy, record);
  memory.set(block + 6, field(17) & 0xf0);
  const cell = findTarget(memory, heals);
  if (cell === undefined) return false;
  memory.set(0xac01 + 0x10 * enemy, 0);
  memory.set(0xac02 + 0x10 * enemy, cell & 7);
  memory.set(0xac03 + 0x10 * enemy, cell >> 3);
  memory.set(0x0363, 0);
  memory.set(block + 5, 0x40);
  return true;
}

/** C1:285D: from a drawn cell on, round the grid. */
function findTarget(memory: Memory, amongEnemies: boolean): number | undefined {
  const drawn = memory.draw() & 0x3f;
  const first = drawn < 56 ? drawn : 0;
  for (let far = 0; far < 56; far++) {
    const cell = (first + far) % 56;
    const held = memory.get(FIELD + cell);
    if (memory.get(RANGE_MARKS + cell) === 0 || (held & 15) === 0 || ((held & 0x10) !== 0) !== amongEnemies) continue;
    memory.set(0x03ed, cell & 7);
    memory.set(0x03ee, cell >> 3);
    return cell;
  }
  return undefined;
}
