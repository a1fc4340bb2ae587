/**
 * Slow reference of the cartridge's action points and order points (rules/live-a-live-routines.md part 1; header lines of
 * the vectors). Arithmetic is on plain numbers; a value is cut to its width where it is stored. Evidence: executed.
 */
import {
  allySize,
  battleValue,
  cell,
  done,
  draw,
  half,
  hasBits,
  lastAlly,
  leave,
  lowByte,
  quarter,
  type Routine,
  ram,
  ramWord,
  readWord,
  setRam,
  setRamWord,
  signed,
  speciesOf,
  type World,
} from './turn-world.js';

/** 64 - (min(speed, 226) >> 2). */
export function cappedMoveCost(speed: number): number {
  return 64 - quarter(Math.min(speed, 226));
}

export const allyCost = (world: World, x: number) => cappedMoveCost(ram(world, x + 0x35));

export function enemyCost(world: World): number {
  return cappedMoveCost(ram(world, battleValue(0xaa, ramWord(world, cell.actingEnemy), 4)));
}

export function addActionPoints(world: World, amount: number): void {
  setRamWord(world, cell.actionPoints, (ramWord(world, cell.actionPoints) + amount) % 65536);
}

/** Only a borrow gives 16; an exact 0 stays 0. */
export function subtractActionPoints(world: World, amount: number): void {
  const rest = ramWord(world, cell.actionPoints) - amount;
  setRamWord(world, cell.actionPoints, rest < 0 ? 16 : rest);
}

/** C1:2800. */
export const enemyMoveCost: Routine = (world) => done({ a: enemyCost(world), x: ramWord(world, cell.actingEnemy) });

/** C1:2808. */
export const allyMoveCost: Routine = (world, { x }) => done({ a: allyCost(world, x) });

/** C1:281B. */
export const allyTurnPoints: Routine = (world, { x }) => {
  addActionPoints(world, half(allyCost(world, x)));
  return done();
};

/** C1:2821. */
export const allyMovePoints: Routine = (world, { x }) => {
  addActionPoints(world, allyCost(world, x));
  return done();
};

/** C1:2826. */
export const add255: Routine = (world) => {
  addActionPoints(world, 255);
  return done({ a: ramWord(world, cell.actionPoints) });
};

/** C1:2828. */
export const addLowByte: Routine = (world, { a }) => {
  addActionPoints(world, lowByte(a));
  return done();
};

/** C1:2834. */
export const enemyTurnPoints: Routine = (world) => {
  subtractActionPoints(world, half(enemyCost(world)));
  return done();
};

/** C1:283A. */
export const enemyMovePoints: Routine = (world) => {
  subtractActionPoints(world, enemyCost(world));
  return done();
};

/** C1:2841. */
export const subtractLowByte: Routine = (world, { a }) => {
  subtractActionPoints(world, lowByte(a));
  return done();
};

/** C1:93C5. */
export const allySkillFires: Routine = (world, { x }) => {
  addActionPoints(world, 510);
  setRam(world, cell.allySkillFlag, 0x10);
  setRam(world, cell.turnFlag, 0x80);
  setRam(world, x + 5, 0xf0);
  setRam(world, cell.allyFlags, ram(world, cell.allyFlags) | 0x10);
  return done();
};

export function allyPresent(world: World, x: number): boolean {
  return ram(world, x) !== 0xff && hasBits(ram(world, x + 1), 0x40);
}

/** C1:93A0: entered after the presence test of one ally; an absent ally on the way is an unpublished exit. */
export const allyChargeScan: Routine = (world, registers) => {
  let present = !registers.z;
  for (let { x } = registers; ; x += allySize) {
    const charging = present && ram(world, x + 5) === 0x40;
    if (charging && !hasBits(ram(world, x + 0x39), 0xb0)) {
      if (ram(world, x + 6) !== 0) return leave('C1:93B5', { x });
      return allySkillFires(world, { ...registers, x });
    }
    if (x === lastAlly) return leave('C1:93C4', { x });
    present = allyPresent(world, x + allySize);
    if (!present) return leave('C1:9F70', { x: x + allySize });
  }
};

/** C1:941E: entered with Z clear when an enemy skill starts. */
export const enemySkillPoints: Routine = (world, { z }) => {
  if (z) return leave('C1:943F');
  setRam(world, cell.turnFlag, 0);
  setRam(world, cell.allySkillFlag, 0);
  const low = ram(world, cell.actionPoints);
  const kept = [1, 2, 4, 8, 0x20, 0x40].filter((weight) => hasBits(low, weight)).reduce((sum, bit) => sum + bit, 16);
  setRamWord(world, cell.actionPoints, kept);
  setRam(world, ramWord(world, cell.actingEnemy) + 5, 0x20);
  setRam(world, cell.enemyFlags, ram(world, cell.enemyFlags) | 0x10);
  return leave('C1:943B');
};

/** C1:96CB. */
export const allyStep: Routine = (world, { x }) => {
  addActionPoints(world, allyCost(world, x));
  setRam(world, cell.turnFlag, 0x40);
  setRam(world, cell.timeCode, 0x40);
  setRam(world, cell.allyFlags, 0x08);
  setRam(world, x + 0x05, 0x20);
  setRam(world, x + 0x06, 0);
  setRam(world, x + 0x07, 0x0c);
  setRam(world, x + 0x1e, 0);
  setRam(world, x + 0x1f, 4);
  return leave('C1:96EF');
};

/** C1:9572. */
export const allyPass: Routine = (world, { x }) => {
  addActionPoints(world, allyCost(world, x));
  setRam(world, cell.timeCode, 0x40);
  setRam(world, cell.turnFlag, 0x40);
  return leave('C1:957D', { x: ramWord(world, cell.currentAlly) });
};

/** C1:9920. */
export const allyTurnFlags: Routine = (world) => {
  setRam(world, cell.turnFlag, 0x40);
  setRam(world, cell.timeCode, 0x20);
  return done();
};

function turnEnemy(world: World, x: number, facing: number): void {
  setRam(world, x + 4, facing);
  if (hasBits(ram(world, cell.allyFlags), 0x80)) return;
  const cost = half(enemyCost(world));
  // the acting enemy is loaded anew (C1:E457)
  if (ram(world, ramWord(world, cell.actingEnemy) + 1) === 0x20) {
    addActionPoints(world, cost);
    setRam(world, cell.turnFlag, 0x40);
    setRam(world, cell.timeCode, 0x20);
  } else {
    subtractActionPoints(world, cost);
    setRam(world, cell.turnFlag, 0);
  }
}

function turnActing(world: World, round: readonly number[]): void {
  const x = ramWord(world, cell.actingEnemy);
  const place = round.indexOf(ram(world, x + 4) & 0xc0);
  turnEnemy(world, x, round[(place + 1) % round.length] ?? 0);
}

/** C1:E429. */
export const enemyTurnRight: Routine = (world) => {
  turnActing(world, [0x00, 0x40, 0xc0, 0x80]);
  return done();
};

/** C1:E476. */
export const enemyTurnLeft: Routine = (world) => {
  turnActing(world, [0x00, 0x80, 0xc0, 0x40]);
  return done();
};

/** C1:E44A. */
export const enemyTurnTo: Routine = (world, { a, x }) => {
  turnEnemy(world, x, lowByte(a));
  return done();
};

/** C1:E3FD. */
export const enemyMoved: Routine = (world) => {
  setRam(world, cell.turnFlag, 0);
  return leave('C1:E401', { x: ramWord(world, cell.actingEnemy) });
};

const orderOf = (x: number) => battleValue(0xac, x, 4);

function reduceByMove(world: World, x: number): void {
  const order = ramWord(world, orderOf(x));
  setRamWord(world, orderOf(x), half(order) + quarter(order));
}

/** C1:8F77. */
export const orderAfterMove: Routine = (world) => {
  reduceByMove(world, ramWord(world, cell.actingEnemy));
  return done();
};

/** C1:8F5A with leg-lock: AI step 0, the order points of a move, nothing else. */
export const legLockedMove: Routine = (world) => {
  const x = ramWord(world, cell.actingEnemy);
  setRam(world, battleValue(0xac, x, 6), 0);
  reduceByMove(world, x);
  return done();
};

/** C1:1C77. */
export const orderAfterAttack: Routine = (world, { x }) => {
  setRam(world, cell.row + 7, 0);
  setRamWord(world, orderOf(x), Math.max(ramWord(world, orderOf(x)) - ram(world, cell.row + 6), 0));
  return done();
};

/** C1:1C91. */
export const orderAfterOnset: Routine = (world, { x }) => {
  setRam(world, cell.row + 4, 0);
  setRamWord(world, orderOf(x), half(ramWord(world, orderOf(x))) + ram(world, cell.row + 3));
  return done();
};

/** C1:1CAC: the divisor is a low byte; 0 of it divides by zero, which the divider answers with FFFFh. */
export const orderAfterDamage: Routine = (world, { x }) => {
  const maxHp = ramWord(world, speciesOf(world, x) + 0x10);
  const divisor = lowByte(Math.max(Math.floor(maxHp / 16), 1));
  const damage = readWord(world, 0x002134);
  const quotient = divisor === 0 ? 0xffff : Math.floor(damage / divisor);
  const times = Math.min(lowByte(lowByte(quotient) + 1), 15);
  const sum = ramWord(world, orderOf(x)) + times * ram(world, cell.row + 4);
  setRamWord(world, orderOf(x), Math.min(sum, 65535));
  return done();
};

/** C1:1C02: the carried high byte also becomes the low byte, and a 0 is replaced by a draw. */
export const orderIdle: Routine = (world, { x }) => {
  const increase = signed(ram(world, cell.row + 5));
  const sum = ram(world, orderOf(x)) + increase;
  let written = sum;
  if (sum > 255 || sum < 0) {
    const high = ram(world, orderOf(x) + 1);
    const stuck = sum > 255 ? high === 255 : high === 0;
    written = stuck ? high : high + (sum > 255 ? 1 : -1);
    if (!stuck) setRam(world, orderOf(x) + 1, written);
  }
  setRam(world, orderOf(x), written === 0 ? draw(world) % 16 : written);
  return done();
};
