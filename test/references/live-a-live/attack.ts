/** Slow reference: an attack on everybody in the marked area. */
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
import { hitsOf, listedEnemies, occupantCode, occupantsInMarks, presentAllies, presentEnemies } from './units.js';

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
  setByte(at, 0x037b, 1);
  for (const code of occupantsInMarks(at)) {
    if (code < 0x11) continue;
    const cell = hitsOf(0x1b00 + 16 * (code - 0x11)) + 1;
    if (byte(at, cell) !== 0) continue;
    setByte(at, cell, byte(at, 0x037b));
    setByte(at, 0x037b, byte(at, 0x037b) + 1);
  }
}

/** Hits and abnormalities noted before are forgotten in every slot. */
export function attackEnemies(at: Skirmish, user: number): void {
  for (const enemy of listedEnemies(at)) for (const cell of [3, 8]) setByte(at, hitsOf(enemy) + cell, 0);
  numberEnemies(at);
  const list = presentEnemies(at).filter((enemy) => byte(at, hitsOf(enemy) + 1) !== 0);
  const hits = countHits(at, user);
  if (hits === undefined) {
    stretch(at, 10);
    for (const enemy of list) setByte(at, hitsOf(enemy) + 2, 1);
  } else {
    if (hits > 0) for (const [index, enemy] of list.entries()) setByte(at, 0x0450 + index, enemy);
    deal(at, hits, list, 0xd726, (enemy) => hitsOf(enemy) + 2);
  }
  for (const enemy of presentEnemies(at)) {
    const landed = hitsOf(enemy) + 3;
    for (let left = byte(at, hitsOf(enemy) + 2); left > 0; left -= 1) {
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
  for (const [index, ally] of list.entries()) setByte(at, 0x0450 + index, ally);
  return list;
}

export function attackAllies(at: Skirmish, user: number): void {
  stretch(at, 11);
  const list = alliesInMarks(at);
  const hits = countHits(at, user);
  if (hits === undefined) {
    stretch(at, 10);
    for (const ally of list) setByte(at, ally + 0x3a, 1);
  } else deal(at, hits, list, 0xd785, (ally) => ally + 0x3a);
  for (const ally of list) {
    for (let left = byte(at, ally + 0x3a); left > 0; left -= 1) {
      if (!hitCheck(at, ally)) continue;
      setByte(at, ally + 0x3b, byte(at, ally + 0x3b) + 1);
      if (byte(at, ally + 0x3b) !== 1) continue;
      valueOnAlly(at, ally);
      inflictOnAlly(at, user, ally);
      if (skillByte(at, 23) < 0x80) changeStats(at, ally, skillByte(at, 23));
    }
  }
}
