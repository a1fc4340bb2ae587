/**
 * Slow reference of one step of an enemy's decision: the slots (C1:8EA3, 8EC7, 8EDB, 8EF0), what a slot is tried against (9252, 927E, 920C,
 * E251, 285D), and after all slots, or by the move roll, the move. The release roll and the load of the row are over by then.
 */
import { ALLY, CELL, ENEMY, SKILL_TABLE, SPECIES } from './addresses.js';
import { ALLIES, FIELD, type Memory, RANGE_MARKS } from './played-memory.js';
import { move } from './played-movement.js';
import { markEnemyRange } from './played-range.js';

type Tables = Uint8Array;

/** @param passes times that the slots are gone through @returns the action code of a move, or undefined */
export function decide(memory: Memory, tables: Tables, enemy: number, passes: number): number | undefined {
  const state = memory.get(memory.enemyBlock(enemy) + ENEMY.aiStep) & 15;
  if (state >= 4 * passes) return move(memory, tables, enemy);
  const species = memory.speciesOf(enemy);
  const slot = state & 3;
  if (slot === 0 && (memory.draw() & 31) < (memory.get(species + SPECIES.fieldAbsorb) & 15))
    return move(memory, tables, enemy);
  const takenUp = (memory.draw() & 0xc0) !== 0;
  const disabled = (memory.get(CELL.abnormalityRowDisabled) & (0x80 >> slot)) !== 0;
  if (takenUp && !disabled && memory.get(CELL.actionPoints + 1) !== 0 && takes(memory, tables, enemy, slot))
    return undefined;
  memory.set(memory.enemyBlock(enemy) + ENEMY.skillState, 0);
  memory.set(memory.enemyBlock(enemy) + ENEMY.aiStep, (state + 1) & 15);
  return undefined;
}

/** C1:927E: whose HP are looked at may be another's. */
function healsBy(memory: Memory, enemy: number): boolean {
  const product = (memory.word(memory.speciesOf(enemy) + SPECIES.maxHp) * 16) & 0xffff;
  const divisor = product === 0 ? 1 : product & 0xff;
  const quotient = divisor === 0 ? 0xff : Math.floor(memory.word(memory.enemyBlock(enemy) + ENEMY.hp) / divisor) & 0xff;
  return (((0x1f - quotient) & 0xff) * memory.draw()) >> 8 === 0;
}

function takes(memory: Memory, tables: Tables, enemy: number, slot: number): boolean {
  const block = memory.enemyBlock(enemy);
  const species = memory.speciesOf(enemy);
  const skill = memory.get(species + SPECIES.skill1 + slot);
  // C1:3D5C
  const ownList =
    (memory.get(block + ENEMY.state) & 0xbf) === 0 || (memory.get(species + SPECIES.levelByte) & 0x80) !== 0;
  const record = SKILL_TABLE + 25 * (skill + (ownList ? 0 : 256));
  const field = (at: number): number => tables[record + at] ?? 0;
  // C1:9252
  if ((field(13) & 0x40) !== 0) return false;
  const heals = (field(13) & 0x80) !== 0;
  if (heals && !healsBy(memory, enemy) && !(memory.get(block) === 0xd7 && healsBy(memory, 0))) return false;
  // C1:920C
  if ((memory.draw() & 0xf0) !== 0) {
    const held = ALLIES.map((ally) => memory.allyBlock(ally))
      .filter((ally) => (memory.get(ally + ALLY.state) & 0x40) !== 0 && memory.get(ally + ALLY.statuses) !== 0xff)
      .reduce((sum, ally) => sum | memory.get(ally + ALLY.statuses), 0);
    if ((field(9) & held) !== 0) return false;
  }
  // C1:E251
  memory.setWord(CELL.skillRecordPointer, record);
  memory.set(memory.enemyBlock(enemy) + ENEMY.chosenSkill, skill);
  if ((field(8) & memory.get(memory.enemyBlock(enemy) + ENEMY.statuses)) !== 0) return false;
  markEnemyRange(memory, tables, enemy, record);
  memory.set(block + ENEMY.charge, field(17) & 0xf0);
  const cell = findTarget(memory, heals);
  if (cell === undefined) return false;
  memory.set(memory.enemyBlock(enemy) + ENEMY.chosenKind, 0);
  memory.set(memory.enemyBlock(enemy) + ENEMY.targetX, cell & 7);
  memory.set(memory.enemyBlock(enemy) + ENEMY.targetY, cell >> 3);
  memory.set(CELL.enemyActionFlags, 0);
  memory.set(block + ENEMY.skillState, 0x40);
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
    memory.set(CELL.pickedX, cell & 7);
    memory.set(CELL.pickedY, cell >> 3);
    return cell;
  }
  return undefined;
}
