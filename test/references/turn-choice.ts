/**
 * Slow reference of the cartridge's turn test, choice of the enemy and order of the allies, up to the point where an enemy
 * picks its action (rules/live-a-live-routines.md part 1; header lines of the vectors). Evidence: executed.
 */
import { allyPresent } from './turn-points.js';
import { loadRow } from './turn-time.js';
import {
  allySize,
  battleValue,
  cell,
  done,
  draw,
  enemyEnd,
  enemySize,
  firstAlly,
  firstEnemy,
  half,
  hasBits,
  leave,
  type Outcome,
  type Routine,
  ram,
  ramWord,
  setRam,
  setRamWord,
  speciesOf,
  type World,
} from './turn-world.js';

type Presence = 'present' | 'absent' | 'end';

function enemyPresence(world: World, x: number): Presence {
  if (x === enemyEnd) return 'end';
  const state = ram(world, x + 1);
  if (hasBits(state, 0x40)) return 'present';
  return state === 0x80 ? 'end' : 'absent';
}

/** The present enemies from slot 0 to the end mark. */
export function presentEnemies(world: World): number[] {
  const blocks: number[] = [];
  for (let x = firstEnemy; enemyPresence(world, x) !== 'end'; x += enemySize) {
    if (enemyPresence(world, x) === 'present') blocks.push(x);
  }
  return blocks;
}

const typeOf = (world: World, x: number) => ram(world, speciesOf(world, x) + 0x2f);
const isBreakdown = (world: World, x: number) => hasBits(typeOf(world, x), 2);
const isObject = (world: World, x: number) => hasBits(typeOf(world, x), 4);

/** C1:E1A9. */
export const nextEnemyPresent: Routine = (world, { x }) => {
  const answer = { present: 0x7f, absent: 0x00, end: 0x80 };
  return done({ a: answer[enemyPresence(world, x + enemySize)], x: x + enemySize });
};

/** C1:933C. */
export const ordinaryEnemyPresent: Routine = (world) => {
  const found = presentEnemies(world).find((x) => !isBreakdown(world, x) && !isObject(world, x));
  setRam(world, cell.ordinaryPresent, found === undefined ? 0 : 0xff);
  return found === undefined ? done() : done({ x: found });
};

/**
 * C1:92C3: nobody is undefined. BREAKDOWN kinds lose their abnormality whether they are chosen or not.
 * The work cells are kept because one vector file lists none: 0310 and 0314 the best so far, 0312 its latest challenger.
 */
function choose(world: World, registers: Parameters<Routine>[1]): number | undefined {
  ordinaryEnemyPresent(world, registers);
  const ordinary = ram(world, cell.ordinaryPresent) !== 0;
  let chosen: number | undefined;
  let most = 0;
  for (const x of presentEnemies(world)) {
    if (isObject(world, x)) continue;
    if (isBreakdown(world, x)) {
      setRam(world, battleValue(0xaa, x, 2), 0);
      if (!ordinary) continue;
    }
    const order = ramWord(world, battleValue(0xac, x, 4));
    if (chosen !== undefined) setRamWord(world, 0x0312, order);
    if (chosen === undefined || order >= most) {
      chosen = x;
      most = order;
      setRamWord(world, 0x0310, order);
      setRamWord(world, 0x0314, x);
    }
  }
  return chosen;
}

/** C1:92C3, up to the unpublished tail when there is no candidate. */
export const chooseEnemy: Routine = (world, registers) => {
  const chosen = choose(world, registers);
  if (chosen === undefined) return leave('C1:9336');
  setRamWord(world, cell.actingEnemy, chosen);
  return done({ x: chosen });
};

/** C1:92C3 with its inferred tail: nobody is X = 0 and 03AC = 0. */
export const chooseEnemyOrNobody: Routine = (world, registers) => {
  const chosen = choose(world, registers) ?? 0;
  setRamWord(world, cell.actingEnemy, chosen);
  return done({ x: chosen });
};

/** C1:8E51 to 8E5B. */
export const enemyTurnTest: Routine = (world) => {
  const enemies = ram(world, cell.actionPoints + 1) !== 0 && ram(world, cell.turnFlag) !== 0;
  return enemies ? leave('C1:8E5B') : done();
};

/** C1:8E64 to 8E7F: both early ends leave the action points and 03B8 alone. */
export const chosenEnemyDisabled: Routine = (world, { x }) => {
  if (ram(world, x + 5) !== 0) return done();
  if (hasBits(ram(world, battleValue(0xaa, x, 7)), 0xb0)) {
    const order = battleValue(0xac, x, 4);
    setRamWord(world, order, half(ramWord(world, order)));
    return done();
  }
  return leave('C1:8E7F', { x });
};

/** C1:90A2. */
export const releaseRoll: Routine = (world, { x }) => {
  const abnormality = battleValue(0xaa, x, 2);
  const rolls = ram(world, abnormality) !== 0 && ram(world, x + 5) === 0 && ram(world, battleValue(0xac, x, 6)) === 0;
  if (rolls && draw(world) % 128 < ram(world, battleValue(0xab, x, 0))) setRam(world, abnormality, 0);
  return done();
};

/** C1:8E51 to 8E85. */
function turnToAction(world: World, registers: Parameters<Routine>[1], choice: Routine): Outcome {
  if (enemyTurnTest(world, registers).exit === 'return') return done();
  const chosen = choice(world, registers);
  const x = chosen.x ?? 0;
  if (chosen.exit !== 'return') return chosen;
  if (x === 0) return done({ x });
  const able = chosenEnemyDisabled(world, { ...registers, x });
  if (able.exit === 'return') return done({ x });
  releaseRoll(world, { ...registers, x });
  loadRow(world, { ...registers, x });
  return leave('C1:8E85', { x });
}

export const enemyTurnToAction: Routine = (world, registers) => turnToAction(world, registers, chooseEnemy);

/** The same, with the inferred tail of the choice when there is no candidate. */
export const enemyTurnToActionOrNobody: Routine = (world, registers) =>
  turnToAction(world, registers, chooseEnemyOrNobody);

/** C1:8F49. */
export const enemyStepOn: Routine = (world) => {
  const x = ramWord(world, cell.actingEnemy);
  const step = battleValue(0xac, x, 6);
  setRam(world, x + 5, 0);
  setRam(world, step, (ram(world, step) + 1) % 16);
  return done();
};

function slotOfRank(world: World, rank: number): number {
  return [0, 1, 2, 3].findIndex((slot) => ram(world, cell.ranks + slot) === rank);
}

/** C1:FB2B. */
export const allyOfRank: Routine = (world) => {
  if (hasBits(ram(world, cell.partyMode), 0xf0)) return leave('C1:FB31');
  const slot = slotOfRank(world, ram(world, cell.scan));
  setRam(world, cell.slot, slot === -1 ? 4 : slot);
  return slot === -1 ? leave('C1:FB4A') : done({ y: firstAlly + allySize * slot });
};

/** C1:9F02. */
export const nextAlly: Routine = (world, { x }) => {
  const rank = (ram(world, cell.ranks + (x - firstAlly) / allySize) + 1) % 4;
  const slot = slotOfRank(world, rank);
  setRam(world, cell.slot, slot === -1 ? 4 : slot);
  setRam(world, 0x0312, rank);
  if (slot === -1) return leave('C1:9F32');
  const next = firstAlly + allySize * slot;
  return allyPresent(world, next) ? done({ x: next }) : leave('C1:9F52', { x: next });
};

/** C1:9EFF. */
export const setCurrentAlly: Routine = (world, { x }) => {
  setRamWord(world, cell.currentAlly, x);
  return done();
};

/** C1:7AED: the whole byte that blocks is left in A; first the statuses are looked at, then the skill state. */
export const allyCanAct: Routine = (world) => {
  const x = ramWord(world, cell.currentAlly);
  const statuses = ram(world, x + 0x39);
  const skillState = ram(world, x + 5);
  if ((statuses & 0xb0) !== 0) return leave('C1:7B02', { a: statuses, x });
  return (skillState & 0x60) !== 0 ? leave('C1:7B02', { a: skillState, x }) : done({ a: 0xff, x });
};

/** C1:9F5A. */
export const nextAllyPresent: Routine = (world, { x }) => {
  const next = x + allySize;
  return allyPresent(world, next) ? done({ a: 0xff, x: next }) : leave('C1:9F70', { x: next });
};
