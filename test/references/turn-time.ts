/**
 * Slow reference of what time does in a battle of the cartridge: time steps, restoration, poison, waking and the
 * abnormality of an enemy (rules/live-a-live-routines.md part 1; header lines of the vectors). Evidence: executed.
 */
import { orderAfterOnset } from './turn-points.js';
import {
  allyValue,
  battleValue,
  cell,
  done,
  hasBits,
  leave,
  lowByte,
  type Routine,
  ram,
  ramWord,
  readByte,
  readWord,
  recordOf,
  setRam,
  setRamWord,
  signed,
  speciesOf,
  tableBank,
  type World,
} from './turn-world.js';

/** C1:1CF7: ids 16 to 31 read on behind the table. */
export const loadRow: Routine = (world, { x }) => {
  const id = ram(world, battleValue(0xaa, x, 2)) % 32;
  const row = readWord(world, tableBank + 0x0060) + 8 * id;
  for (let byte = 0; byte < 8; byte += 1) {
    setRam(world, cell.row + byte, readByte(world, tableBank + ((row + byte) % 65536)));
  }
  return done();
};

function applyLevelChange(world: World, x: number): void {
  const level = battleValue(0xab, x, 0);
  const sum = ram(world, level) + signed(ram(world, cell.row + 2));
  setRam(world, level, Math.min(Math.max(sum, 0), 255));
}

/** C1:17C2. */
export const levelChange: Routine = (world, { x }) => {
  applyLevelChange(world, x);
  return done();
};

/** C1:17E6: -128 negated is -128 again and goes to an unpublished line. */
export const levelChangeNegated: Routine = (world, { x }) => {
  const change = ram(world, cell.row + 2);
  if (change === 0x80) return leave('C1:17EF');
  setRam(world, cell.row + 2, lowByte(256 - change));
  applyLevelChange(world, x);
  return done();
};

/** C1:17F1. */
export const levelChangeGiven: Routine = (world, { a, x }) => {
  setRam(world, cell.row + 2, lowByte(a));
  applyLevelChange(world, x);
  return done();
};

/** C1:CC2D with its inferred row load: the new row counts, the present id changes nothing. */
export const abnormalityOnset: Routine = (world, registers) => {
  const { x } = registers;
  const mark = ram(world, battleValue(0xab, x, 8));
  const abnormality = battleValue(0xaa, x, 2);
  if (hasBits(mark, 0x80) && mark % 16 !== ram(world, abnormality)) {
    setRam(world, abnormality, mark % 16);
    loadRow(world, registers);
    orderAfterOnset(world, registers);
  }
  return leave('C1:CC42');
};

const idleNow = (world: World) => ram(world, cell.timeCode) === 0 && ram(world, cell.idleFlag) === 0x80;

/** C1:7A42. */
export const idleFrame: Routine = (world) => {
  if (!idleNow(world)) return done();
  setRam(world, cell.timeCode, 0x10);
  setRam(world, cell.timeStep, 1);
  return leave('C1:7A54');
};

/** C1:9357. */
export const timeStep: Routine = (world, registers) => {
  setRam(world, cell.timeStep, Math.floor(ram(world, cell.timeCode) / 16));
  return idleFrame(world, registers).exit === 'return' ? leave('C1:9362') : leave('C1:7A54');
};

/** C1:7F1C. */
export const skillTimeStep: Routine = (world) => {
  if (ram(world, cell.noTime) !== 0) return done();
  setRam(world, cell.timeStep, 0x10);
  return leave('C1:7F25');
};

/** One step of `size` towards `base`, never past it. */
function towards(current: number, base: number, size: number): number {
  let value = current;
  for (let step = 0; step < size && value !== base; step += 1) value += value < base ? 1 : -1;
  return value;
}

/** C1:20CD. */
export const restoreStep: Routine = (world, { a }) => {
  const base = ram(world, cell.row);
  const value = towards(lowByte(a), base, ram(world, cell.timeStep));
  return done({ a: value, z: value === base });
};

function restore(world: World, current: number, base: number, size: number): void {
  setRam(world, current, towards(ram(world, current), ram(world, base), size));
}

/** C1:2111. */
export const restoreEnemyLevel: Routine = (world, { x }) => {
  const after = hasBits(ram(world, cell.timeStep), 0xf0);
  if (after) restore(world, battleValue(0xab, x, 0), speciesOf(world, x) + 0x0b, 1);
  return done();
};

/** C1:2133. */
export const restoreEnemyStats: Routine = (world, { x }) => {
  for (let stat = 0; stat < 4; stat += 1) {
    restore(world, battleValue(0xaa, x, 3 + stat), speciesOf(world, x) + 0x25 + stat, ram(world, cell.timeStep));
  }
  return done();
};

/** C1:21C1. */
export const restoreAllyLevel: Routine = (world, { x }) => {
  const after = hasBits(ram(world, cell.timeStep), 0xf0);
  if (after) restore(world, x + 0x38, recordOf(world, x) + 0x06, 1);
  return done();
};

/** C1:21E1, up to its unpublished end. */
export const restoreAllyStats: Routine = (world, { x }) => {
  for (let stat = 0; stat < 4; stat += 1) restore(world, x + 0x34 + stat, x + 0x30 + stat, ram(world, cell.timeStep));
  return leave('C1:21F8');
};

const poisonOf = (hp: number) => Math.max(Math.floor(hp / 16), 1);

/** C1:1DF8: 0310 is the amount and is left holding the 1 of "one hit" in its low byte. */
export const setAllyDamage: Routine = (world, { x }) => {
  setRamWord(world, x + 0x3c, ramWord(world, 0x0310));
  setRam(world, 0x0310, 1);
  setRam(world, x + 0x3a, 1);
  setRam(world, x + 0x3b, 1);
  setRam(world, allyValue(x, 0x33), 0);
  setRam(world, allyValue(x, 0x35), 0);
  setRamWord(world, cell.scan, x);
  return leave('C1:1E19');
};

/** C1:1E26. */
export const setAllyAbsorb: Routine = (world, { x }) => {
  setRamWord(world, x + 0x3c, ramWord(world, 0x0310));
  setRam(world, 0x0310, 1);
  setRam(world, x + 0x3a, 0xff);
  setRam(world, x + 0x3b, 0);
  setRam(world, allyValue(x, 0x35), 0);
  setRamWord(world, cell.scan, x);
  return leave('C1:1E42');
};

/** C1:1E71. */
export const setEnemyDamage: Routine = (world, { x }) => {
  setRamWord(world, battleValue(0xab, x, 4), ramWord(world, 0x0310));
  setRam(world, 0x0310, 1);
  setRam(world, battleValue(0xab, x, 2), 1);
  setRam(world, battleValue(0xab, x, 3), 1);
  setRam(world, battleValue(0xad, x, 0x2), 0);
  setRam(world, battleValue(0xad, x, 0xa), 0);
  setRam(world, cell.healFlag, 0);
  setRamWord(world, cell.scan, x);
  return leave('C1:1E9A');
};

/** C1:1EA3. */
export const setEnemyAbsorb: Routine = (world, { x }) => {
  setRamWord(world, battleValue(0xab, x, 4), ramWord(world, 0x0310));
  setRam(world, 0x0310, 1);
  setRam(world, battleValue(0xab, x, 2), 0xff);
  setRam(world, battleValue(0xab, x, 3), 0);
  setRam(world, battleValue(0xad, x, 0xa), 0);
  setRam(world, cell.healFlag, 0x80);
  setRamWord(world, cell.scan, x);
  return leave('C1:1ECA');
};

/** C1:1DD0: entered with Z set for an absent ally. */
export const poisonAlly: Routine = (world, registers) => {
  const { x, z } = registers;
  const statuses = ram(world, x + 0x39);
  if (z || statuses === 0xff || !hasBits(statuses, 0x08)) return leave('C1:1DC8');
  setRamWord(world, 0x0310, poisonOf(ramWord(world, recordOf(world, x) + 0x08)));
  return setAllyDamage(world, registers);
};

/** C1:1E4C: entered with N at the end of the list and Z for an absent enemy; FFh is no exemption here. */
export const poisonEnemy: Routine = (world, registers) => {
  const { x, z, n } = registers;
  if (n) return leave('C1:1E5D');
  if (z || !hasBits(ram(world, battleValue(0xaa, x, 7)), 0x08)) return leave('C1:1E49');
  setRamWord(world, 0x0310, poisonOf(ramWord(world, battleValue(0xaa, x, 0))));
  return setEnemyDamage(world, registers);
};

/** C1:D94A. */
export const wakeAlly: Routine = (world, { x }) => {
  const statuses = ram(world, x + 0x39);
  if (statuses === 0xff) return done();
  setRam(world, x + 0x39, statuses & 0xdf);
  setRam(world, allyValue(x, 0x05), 0);
  return done();
};

/** C1:D9B1: id D0h (the Odio Mole) takes 1. */
export const wakeEnemy: Routine = (world, { x }) => {
  const statuses = battleValue(0xaa, x, 7);
  setRam(world, statuses, ram(world, statuses) & 0xdf);
  setRam(world, battleValue(0xaa, x, 0xd), 0);
  if (ram(world, x) !== 0xd0) return done();
  setRamWord(world, battleValue(0xab, x, 4), 1);
  return leave('C1:D9D1');
};
