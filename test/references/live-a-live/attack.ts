/** Slow reference: an attack on everybody in the marked area. */
import { ALLY, CELL, ENEMY, ENEMY_BYTES, FIRST_ENEMY } from './addresses.js';
import {
  changeStats,
  countHits,
  hitCheck,
  inflictOnAlly,
  inflictOnEnemy,
  noteOnset,
  valueOnAlly,
  valueOnEnemy,
} from './hits.js';
import { byte, type Skirmish, setByte, share, skillByte, stretch } from './memory.js';
import { listedEnemies, occupantCode, occupantsInMarks, presentAllies, presentEnemies } from './units.js';

/** Deals hits to the units of a list, a draw for each. */
function deal(
  at: Skirmish,
  hits: number,
  list: readonly number[],
  site: number,
  cellOf: (unit: number) => number,
): void {
  if (list.length === 0) return;
  for (let hit = 0; hit < hits; hit += 1) {
    const cell = cellOf(list[share(at.draw(site), list.length)] ?? 0);
    setByte(at, cell, byte(at, cell) + 1);
  }
}

/** C1:DFAF. */
export function numberEnemies(at: Skirmish): void {
  setByte(at, CELL.nextInArea, 1);
  for (const code of occupantsInMarks(at)) {
    if (code < 0x11) continue;
    const cell = FIRST_ENEMY + ENEMY_BYTES * (code - 0x11) + ENEMY.inRange;
    if (byte(at, cell) !== 0) continue;
    setByte(at, cell, byte(at, CELL.nextInArea));
    setByte(at, CELL.nextInArea, byte(at, CELL.nextInArea) + 1);
  }
}

/** Hits and abnormalities noted before are forgotten in every slot. */
export function attackEnemies(at: Skirmish, user: number): void {
  for (const enemy of listedEnemies(at))
    for (const cell of [ENEMY.hitsLanded, ENEMY.pendingAbnormality]) setByte(at, enemy + cell, 0);
  numberEnemies(at);
  const list = presentEnemies(at).filter((enemy) => byte(at, enemy + ENEMY.inRange) !== 0);
  const hits = countHits(at, user);
  if (hits === undefined) {
    stretch(at, 10);
    for (const enemy of list) setByte(at, enemy + ENEMY.hitsAssigned, 1);
  } else {
    if (hits > 0) for (const [index, enemy] of list.entries()) setByte(at, CELL.hitList + index, enemy);
    deal(at, hits, list, 0xd726, (enemy) => enemy + ENEMY.hitsAssigned);
  }
  for (const enemy of presentEnemies(at)) {
    const landed = enemy + ENEMY.hitsLanded;
    for (let left = byte(at, enemy + ENEMY.hitsAssigned); left > 0; left -= 1) {
      if (!hitCheck(at, enemy)) continue;
      setByte(at, landed, byte(at, landed) + 1);
      if (byte(at, landed) !== 1) continue;
      valueOnEnemy(at, enemy);
      inflictOnEnemy(at, user, enemy);
      if (skillByte(at, 23) < 0x80) changeStats(at, enemy, skillByte(at, 23));
      noteOnset(at, enemy);
    }
  }
}

/** The allies in the marked cells, by slot; they are the hit list. */
export function alliesInMarks(at: Skirmish): number[] {
  const codes = occupantsInMarks(at);
  const list = presentAllies(at).filter((ally) => codes.includes(occupantCode(ally)));
  for (const [index, ally] of list.entries()) setByte(at, CELL.hitList + index, ally);
  return list;
}

export function attackAllies(at: Skirmish, user: number): void {
  stretch(at, 11);
  const list = alliesInMarks(at);
  const hits = countHits(at, user);
  if (hits === undefined) {
    stretch(at, 10);
    for (const ally of list) setByte(at, ally + ALLY.hitsAssigned, 1);
  } else deal(at, hits, list, 0xd785, (ally) => ally + ALLY.hitsAssigned);
  for (const ally of list) {
    for (let left = byte(at, ally + ALLY.hitsAssigned); left > 0; left -= 1) {
      if (!hitCheck(at, ally)) continue;
      setByte(at, ally + ALLY.hitsLanded, byte(at, ally + ALLY.hitsLanded) + 1);
      if (byte(at, ally + ALLY.hitsLanded) !== 1) continue;
      valueOnAlly(at, ally);
      inflictOnAlly(at, user, ally);
      if (skillByte(at, 23) < 0x80) changeStats(at, ally, skillByte(at, 23));
    }
  }
}
