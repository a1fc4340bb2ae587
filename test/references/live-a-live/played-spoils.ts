/**
 * Slow reference of what a victory brings: a drop for each kind of enemy (C1:166E), then for each ally by number experience (2397), on a level
 * growth (2448, 1A09, 248B) and a skill (24D2), at last in the present day the skills that were seen (15ED). Ids, bits and caps are those of
 * rules/live-a-live-routines.md.
 */

import { ALLY, CELL, FIRST_SPECIES, RECORD, RECORD_BYTES, SPECIES, SPECIES_BYTES } from './addresses.js';
import { DROPPED_ITEMS, LEVELS_GAINED } from './own-cells.js';
import { ALLIES, Memory } from './played-memory.js';

/** Bank D5. */
type Tables = Uint8Array;
const GAINS_NOTHING = [0x08, 0x12, 0x14];
const KUNG_FU = 3;
const PRESENT_DAY = 5;

export function takeSpoils(memory: Memory, tables: Tables): void {
  for (let kind = 0; kind < 4; kind++) {
    const species = FIRST_SPECIES + SPECIES_BYTES * kind;
    if ((memory.get(species + SPECIES.state) & 0x40) !== 0) memory.set(DROPPED_ITEMS + kind, drop(memory, species));
  }
  if (memory.get(CELL.enemyPartyLevel) !== 0) for (const ally of ALLIES) learnFromBattle(memory, tables, ally);
  if (memory.get(CELL.scenario) === PRESENT_DAY) for (const ally of ALLIES) learnFromSeen(memory, tables, ally);
}

/** C1:166E. @returns the item, 0 = none */
function drop(memory: Memory, species: number): number {
  if (memory.draw() >= (memory.get(CELL.formationRate) & 0xf0)) return 0;
  for (const slot of [0, 1, 2]) if (memory.draw() < 0x80) return memory.get(species + SPECIES.drop + slot);
  return 0;
}

function learnFromBattle(memory: Memory, tables: Tables, ally: number): void {
  const block = memory.allyBlock(ally);
  if (!memory.allyPresent(ally) || GAINS_NOTHING.includes(memory.get(block))) return;
  const record = memory.recordOf(ally);
  const level = memory.get(record + RECORD.level);
  const acted = (memory.get(block + ALLY.acted) & 0x80) !== 0;
  const partyLevel = memory.get(CELL.enemyPartyLevel);
  if (acted && level >= 99) return;
  const sum = memory.get(record + RECORD.experience) + experience(partyLevel, level, acted);
  if (sum < 100) {
    memory.set(record + RECORD.experience, sum);
    return;
  }
  memory.set(block + ALLY.changedStats, memory.get(block + ALLY.skillState));
  memory.set(block + ALLY.skillState, 0);
  if (level + 1 >= 100) return;
  memory.set(record + RECORD.level, level + 1);
  memory.set(record + RECORD.experience, 0);
  memory.set(LEVELS_GAINED, memory.get(LEVELS_GAINED) + 1);
  const entry = memory.word(record + RECORD.tableEntry);
  growHp(memory, tables, record, entry);
  growStats(memory, tables, record, entry);
  learnByLevel(memory, tables, record, entry);
}

/**
 * A record up to a level with draws from a generator of its own; what the routines leave elsewhere is undone.
 * @param draws the generator's bytes before the first draw; empty: the middle value each time
 */
export function growRecord(
  memory: Memory,
  tables: Tables,
  record: number,
  level: number,
  draws: readonly number[],
): void {
  const before = memory.image.slice();
  const drawing: Memory = draws.length === 0 ? new Middling(memory.image) : memory;
  for (const [place, byte] of draws.entries()) memory.set(CELL.battleGeneratorA0 + place, byte);
  const entry = memory.word(record + RECORD.tableEntry);
  for (let now = memory.get(record + RECORD.level); now < level; now++) {
    memory.set(record + RECORD.level, now + 1);
    growHp(drawing, tables, record, entry);
    growStats(drawing, tables, record, entry);
    learnByLevel(memory, tables, record, entry);
  }
  const grown = Array.from({ length: RECORD_BYTES }, (_, at) => memory.get(record + at));
  memory.image.set(before);
  for (const [at, byte] of grown.entries()) memory.set(record + at, byte);
}

/** Draws the middle of a byte. */
class Middling extends Memory {
  override draw(): number {
    return 0x80;
  }
}

/** What the ally gains; 16 levels more are a level at once. */
function experience(partyLevel: number, level: number, acted: boolean): number {
  if (acted && partyLevel > level) return 16 * (partyLevel - level) + 8;
  const part = level === 0 ? 255 : Math.floor(16 / level);
  return ((partyLevel >> 1) + part) & 0xff || 1;
}

/** C1:2448, 1A09: the first of two draws is lost. */
function growHp(memory: Memory, tables: Tables, record: number, entry: number): void {
  const growth = tables[entry + 0x1b] ?? 0;
  const whole = growth & 0x3f;
  let gain = whole;
  if (memory.get(CELL.formationNumber) !== 0xa9) {
    const half = whole >> 1;
    const [sure = 0, drawn = 0] =
      (
        [
          [whole, half],
          [whole, whole],
          [half, whole],
          [0, whole],
        ] as const
      )[growth >> 6] ?? [];
    memory.draw();
    gain = sure + ((memory.draw() * drawn) >> 8);
  }
  const hp = Math.min(memory.word(record + RECORD.maxHp) + gain, 999);
  memory.setWord(record + RECORD.maxHp, hp);
  memory.setWord(record + RECORD.hp, hp);
}

/** C1:248B. */
function growStats(memory: Memory, tables: Tables, record: number, entry: number): void {
  for (const stat of [0, 1, 2, 3]) {
    const growth = tables[entry + 0x15 + stat] ?? 0;
    const at = record + RECORD.power + 3 * stat;
    const base = Math.min(memory.get(at + 1) + (growth >> 4) + ((memory.draw() * (growth & 15)) >> 8), 99);
    const gear = memory.get(at + 2);
    memory.set(at + 1, base);
    memory.set(at, Math.min(Math.max(base + (gear < 0x80 ? gear : gear - 0x100), 0), 255));
  }
}

/** C1:24D2. */
function learnByLevel(memory: Memory, tables: Tables, record: number, entry: number): void {
  const level = memory.get(record + RECORD.level);
  const known = memory.word(record + RECORD.skillBits);
  if (level === 15 || (level >= 16 && memory.get(CELL.scenario) === KUNG_FU)) return;
  if (level >= 16) {
    const last = tables[entry + 5 + 15] ?? 0;
    memory.set(CELL.counterSkill, last);
    if (last !== 0 && known < 0x8000) memory.setWord(record + RECORD.skillBits, known | 0x8000);
    return;
  }
  const slot = Array.from({ length: level + 1 }, (_, one) => one).find((one) => (known & (1 << one)) === 0);
  if (slot === undefined) return;
  memory.setWord(record + RECORD.skillBits, known | (1 << slot));
  memory.set(CELL.counterSkill, tables[entry + 5 + slot] ?? 0);
}

/** C1:15ED for every id of the list at 9200, which a 0 ends. */
function learnFromSeen(memory: Memory, tables: Tables, ally: number): void {
  if (!memory.allyPresent(ally)) return;
  const record = memory.recordOf(ally);
  const entry = memory.word(record + RECORD.tableEntry);
  for (let seen = 0; memory.get(CELL.seenSkills + seen) !== 0; seen++) {
    memory.set(CELL.counterSkill, memory.get(CELL.seenSkills + seen));
    memory.setWord(CELL.skillUser, memory.allyBlock(ally));
    const slot = [...tables.subarray(entry + 5, entry + 21)].indexOf(memory.get(CELL.seenSkills + seen));
    if (slot >= 0) memory.setWord(record + RECORD.skillBits, memory.word(record + RECORD.skillBits) | (1 << slot));
  }
}
