/**
 * The distinct outcomes of a draw: for each call site a key of the value, as the routine reads it.
 * Equal keys lead to images for any later draws that differ at most in work cells that nobody reads
 * again; different keys need not differ. A site that is not listed has 256 outcomes.
 */

import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16, read32, write16, write32 } from '../../int/uint.js';
import type { DrawPart, DrawSource, Generator, TimeKeeper } from '../../system/system.js';
import { EVERYBODY } from '../../system/system.js';
import { drawHits } from '../combat/hit-check.js';
import { defenceOfAlly, listAlliesInArea, statOfUser } from '../combat/hits-on-allies.js';
import { activeByte } from '../combat/skill-copy.js';
import { levelToBeat } from '../combat/stat-change.js';
import { drawnTime, timeBonus } from '../combat/status-infliction.js';
import { weaponTakes } from '../combat/weapon-status.js';
import { movesInstead, takesUpSlot } from '../enemy/decision.js';
import { randomDirection } from '../enemy/enemy-movement.js';
import { healFactor } from '../enemy/skill-choice.js';
import { firstCell, SEEK_ALLIES, SEEK_ENEMIES, soughtFrom } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { START_SITE } from '../memory/draw-sites.js';
import { battleGeneratorValue, nextMapState } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_DISPLACEMENT, SKILL_HITS, SKILL_STATUS_FORMULA } from '../memory/skill-record.js';
import * as Work from '../memory/work-cells.js';
import { isListEnd } from '../turn/time-passes.js';
import { partKey, placeDraw } from './targets.js';

// The battle generator (C1:6150) as a sequence of states, for whoever follows it without a battle.
// Evidence: the step is executed; the cycles are measured (`rom-map/GENERATOR.md`).

function value(state: number): number {
  return battleGeneratorValue(state & 0xffff);
}

/** States that a draw makes this one of: the byte that it drops is not told by what it leaves. */
function statesBefore(state: number): readonly number[] {
  const kept = (state << 8) >>> 0;
  return Array.from({ length: 256 }, (_, dropped) => kept + dropped).filter(
    (before) => before !== 0 && value(before) === state >>> 24,
  );
}

export const GENERATOR: Generator = {
  next: (state) => ((state >>> 8) | (value(state) << 24)) >>> 0,
  before: statesBefore,
  value,
  read: ({ image }) => read32(image, Cell.BATTLE_GENERATOR) >>> 0,
  write: ({ image }, state) => write32(image, Cell.BATTLE_GENERATOR, state),
  cycles: [
    { first: 0x0000_359c, length: 141_880 },
    { first: 0x0001_b40d, length: 63_261 },
    { first: 0x0002_98dd, length: 2_262 },
    { first: 0x0002_2941, length: 2_103 },
  ],
  seed: {
    cell: 'mapGenerator',
    next: nextMapState,
    read: ({ image }) => read16(image, Cell.MAP_GENERATOR),
    write: ({ image }, state) => write16(image, Cell.MAP_GENERATOR, state),
  },
  timer: 'battleTimer',
};

type Key = (value: number, ram: Uint8Array, machine: Machine) => number;

const MAX_HITS = 0x0f;
/** Bits of record byte 18 that a status's time grows with. */
const COEFFICIENT = 0x0f;
const STATUS_DRAW = 0xc1db64;

/** A bit for every enemy of the list that says yes. */
function byEnemy(ram: Uint8Array, says: (enemy: number) => boolean): number {
  let bits = 0;
  let bit = 1;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (says(enemy)) bits |= bit;
    bit <<= 1;
  }
  return bits;
}

/** A bit for every ally that says yes. */
function byAlly(says: (ally: number) => boolean): number {
  let bits = 0;
  for (let slot = 0; slot < Ally.COUNT; slot++) if (says(Ally.FIRST + Ally.STRIDE * slot)) bits |= 1 << slot;
  return bits;
}

/** Where an image's code may be what draws: by the copied stat and by the user's own. */
function statusKeyOfImage(value: number, ram: Uint8Array): number {
  const copied = multiplyHigh8(value, read8(ram, Work.USER_STAT));
  const user = read16(ram, Cell.SKILL_USER);
  if (user >= Ally.FIRST) return copied;
  return (copied << 8) | multiplyHigh8(value, statOfUser(ram, activeByte(ram, SKILL_STATUS_FORMULA)));
}

/** The time that the status lasts, 0 = it does not take; on an enemy, on an ally. */
function statusKey(value: number, ram: Uint8Array, { holes }: Machine): number {
  if (holes.original !== undefined) return statusKeyOfImage(value, ram);
  const target = read16(ram, Work.TARGET);
  if (target < Ally.FIRST) {
    const coefficient = read8(ram, Work.STATUS_FORMULA) & COEFFICIENT;
    const [stat, defence] = [read8(ram, Work.USER_STAT), read8(ram, Work.DEFENCE_STAT)];
    return drawnTime(value, stat, defence, coefficient, read8(ram, Work.VALUE));
  }
  const formula = activeByte(ram, SKILL_STATUS_FORMULA);
  const stat = statOfUser(ram, formula);
  const bonus = timeBonus(stat, read8(ram, target + Ally.LEVEL));
  return drawnTime(value, stat, defenceOfAlly(ram, target, formula), formula & COEFFICIENT, bonus);
}

/** Whether the status takes: how long it lasts decides nothing before it ends. */
function takesKey(value: number, ram: Uint8Array, machine: Machine): number {
  if (machine.holes.original !== undefined) return statusKeyOfImage(value, ram);
  return Math.min(statusKey(value, ram, machine), 1);
}

/** Allies in the area of the skill at hand, counted for the first value of a draw. */
let alliesInArea = 0;

/** Which ally of those in the area; of one to four where the area is not marked. */
function allyKey(value: number, _ram: Uint8Array, machine: Machine): number {
  if (value === 0) alliesInArea = listAlliesInArea(machine);
  if (alliesInArea > 0) return multiplyHigh8(value, alliesInArea);
  return (multiplyHigh8(value, 2) << 4) | (multiplyHigh8(value, 3) << 2) | multiplyHigh8(value, Ally.COUNT);
}

function hitsKey(value: number, ram: Uint8Array): number {
  return multiplyHigh8(value, activeByte(ram, SKILL_HITS) & MAX_HITS);
}

function displacementKey(value: number, ram: Uint8Array): number {
  return value & activeByte(ram, SKILL_DISPLACEMENT) & 7;
}

/** Who is not hit is not displaced, whatever is drawn. */
function enemyDisplacementKey(value: number, ram: Uint8Array, { holes }: Machine): number {
  const isHit = read8(ram, read16(ram, Cell.SUBJECT) + Enemy.HITS_LANDED) !== 0;
  return isHit || holes.original !== undefined ? displacementKey(value, ram) : 0;
}

const KEYS: ReadonlyMap<number, Key> = new Map<number, Key>([
  // what comes of it is unpublished
  [START_SITE, () => 0],
  // the enemy's decision
  [0xc190a2, (value, ram) => byEnemy(ram, (enemy) => (value & 0x7f) < read8(ram, enemy + Enemy.LEVEL))],
  [0xc18ea3, (value, ram) => Number(movesInstead(value, read8(ram, Cell.WORK_0310)))],
  [0xc18eb6, (value) => Number(takesUpSlot(value))],
  [
    0xc1927e,
    (value, ram) =>
      byEnemy(ram, (enemy) => {
        const maxHp = read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP);
        return healFactor(read16(ram, enemy + Enemy.HP), maxHp) * value < 0x100;
      }),
  ],
  [0xc1920c, (value) => Number((value & 0xf0) === 0)],
  [
    0xc1285d,
    (value, _ram, machine) =>
      ((soughtFrom(machine, firstCell(value), SEEK_ALLIES) + 1) << 8) |
      (soughtFrom(machine, firstCell(value), SEEK_ENEMIES) + 1),
  ],
  [0xc19047, randomDirection],
  [0xc1908e, (value) => value & 1],
  // hits
  [0xc1e061, (value) => value & 1],
  [0xc1d6b9, hitsKey],
  [0xc1d614, hitsKey],
  [0xc1d726, (value, ram) => multiplyHigh8(value, read8(ram, Work.SECOND_COUNTER))],
  [0xc1d785, allyKey],
  [
    0xc1d870,
    (value, ram) =>
      byEnemy(ram, (enemy) => drawHits(value, read8(ram, enemy + Enemy.CORRECTED_LEVEL), read8(ram, Cell.LEVEL_SUM))),
  ],
  [
    0xc1d8c6,
    (value, ram) =>
      byAlly((ally) => drawHits(value, read8(ram, ally + Ally.CORRECTED_LEVEL), read8(ram, Cell.LEVEL_SUM))),
  ],
  [0xc17835, (value, ram) => multiplyHigh8(value, read8(ram, Work.RANDOM_PART))],
  [0xc1cbe3, enemyDisplacementKey],
  [0xc1cf13, displacementKey],
  [STATUS_DRAW, statusKey],
  [0xc1dc0c, (value, ram) => Number(weaponTakes(value, read8(ram, read16(ram, Work.TARGET) + Enemy.LEVEL)))],
  [0xc1dd8f, (value, ram) => Number((value & 0x3f) > read8(ram, Work.LEVEL_TO_BEAT))],
  [0xc1dcc1, (value, ram) => byAlly((ally) => (value & 0x3f) > levelToBeat(read8(ram, ally + Ally.CORRECTED_LEVEL)))],
  // time, fields, what is left at the end
  [0xc11c02, (value) => value & 15],
  [0xc11ece, (value) => Number((value & 0x0f) === 0)],
  [0xc1166e, (value, ram) => (value & 0x80) | Number(value >= read8(ram, Cell.WORK_0310))],
]);

/** Keys found so far; the module's own. */
const SEEN = new Int32Array(256);
/** Values of a draw, lent to its source. */
const VALUES = new Uint8Array(256);

/** The kinds of one call site. @param key undefined: every value is one of its own */
function outcomesBy(key: Key | undefined, machine: Machine, out: Uint8Array, kinds: Uint8Array | undefined): number {
  let count = 0;
  for (let value = 0; value < 256; value++) {
    const own = key === undefined ? value : key(value, machine.ram, machine);
    let known = 0;
    while (known < count && SEEN[known] !== own) known++;
    if (kinds !== undefined) kinds[value] = known;
    if (known < count) continue;
    SEEN[count] = own;
    out[count++] = value;
  }
  return count;
}

/**
 * The least value of each kind, ascending.
 * @param site address of the caller @param out 256 bytes
 * @param kinds gets for every value the place of its kind in `out`; 256 bytes, or nowhere
 * @returns how many, from 1
 */
export function drawOutcomes(machine: Machine, site: number, out: Uint8Array, kinds?: Uint8Array): number {
  return outcomesBy(KEYS.get(site), machine, out, kinds);
}

/**
 * The same where the times of a status are one kind: its least value has the shortest, since a
 * larger draw never lasts shorter. The times go to the keeper.
 */
function outcomesUntimed(machine: Machine, site: number, { drawn }: TimeKeeper, kinds?: Uint8Array): number {
  const isTimed = site === STATUS_DRAW && machine.holes.original === undefined;
  drawn.fill(0);
  for (let value = 0; isTimed && value < 256; value++) drawn[value] = statusKey(value, machine.ram, machine);
  return outcomesBy(site === STATUS_DRAW ? takesKey : KEYS.get(site), machine, VALUES, kinds);
}

/** The values of a draw that one target, or everybody else, tells apart. */
function outcomesOfPart(machine: Machine, site: number, part: DrawPart, kinds?: Uint8Array): number {
  placeDraw(machine, site, part);
  const isAlien = part.owner !== EVERYBODY && part.owner !== part.target;
  if (isAlien) return outcomesBy(() => 0, machine, VALUES, kinds);
  const key = partKey(machine, site, part);
  return key === undefined ? -1 : outcomesBy(key, machine, VALUES, kinds);
}

/** From now on every draw comes from the source; undefined puts the generator back. */
export function forceDraws(machine: Machine, source: DrawSource | undefined): void {
  if (source === undefined) {
    machine.script = undefined;
    return;
  }
  const { kinds, times, part } = source;
  machine.script = {
    values: VALUES,
    next: 0,
    timers: times,
    choose(asking, site) {
      const given = source.given();
      if (given >= 0) return given;
      const own = part === undefined ? -1 : outcomesOfPart(asking, site, part, kinds);
      if (own >= 0) {
        times?.drawn.fill(0);
        return source.choose(VALUES, own, site);
      }
      const count =
        times === undefined ? drawOutcomes(asking, site, VALUES, kinds) : outcomesUntimed(asking, site, times, kinds);
      return source.choose(VALUES, count, site);
    },
  };
}
