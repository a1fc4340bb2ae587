/**
 * An admissible lower bound on the cost until an enemy's HP are down to a value, or the battle is
 * won.
 *
 * A command does at most the damage of its own skill (`max-damage.ts`) and what else the enemy
 * loses meanwhile (`max-damage.ts`). A charged skill counts for the command that chose it: its
 * damage is taken off the HP at once. The enemies choose once each, as often as an ally's action
 * lets them (03B8, C1:8E51): after the command's own action, and after every skill that fires in
 * it. What an enemy charges is taken off the HP as well.
 */

import { read8, read16 } from '../../int/uint.js';
import type { Battle, CellRange, PricedCommand } from '../../system/system.js';
import { AUTO, NEXT_BATTLE } from '../battle/command-shapes.js';
import { ESCAPE, MOVE, WAIT } from '../battle/player-commands.js';
import { UNTIL_TURN_OVER } from '../battle/run.js';
import { ESCAPED, LEADER, RUNNING, WON } from '../combat/defeat.js';
import { isReached, PIERCES_ON, radiiOf, reachFromCell } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import { isBusy } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { columnBits, firstOfRows, secondOfRows } from '../memory/grid-words.js';
import { type Machine, machineOf } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import {
  BREAKDOWN,
  OBJECT,
  SKILL_CHARGE,
  SKILL_DISPLACEMENT,
  SKILL_TYPE,
  skillByte,
  TYPE_SURROUNDINGS,
} from '../memory/skill-record.js';
import { FACINGS, PETRIFIED } from '../memory/state-bits.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { canPetrify, createSideDamage, isHeal, maxDamage, type SideDamage, strikesOne } from './max-damage.js';
import {
  type SkillsInPlay,
  type SkillUse,
  type StatLimits,
  skillOfAllyIn,
  skillsInPlay,
  statLimits,
} from './stat-limits.js';

// Whether an enemy can be hit where everybody stands: the cells that an ally's skills hit from each
// cell, by range (C1:3924, 3B32) and area round the target (C1:38A0). A skill without a charge
// fires before anybody moves.

const CELLS = GRID_WIDTH * FIELD_SIDE;

/**
 * Adds a rectangle to a set of cells, two words (`grid-words.ts`), as far as it lies in the field.
 */
function addRectangle(sets: Int32Array, at: number, x: number, y: number, width: number, height: number): void {
  const columns = columnBits(Math.max(x, 0), Math.min(x + width, FIELD_SIDE) - 1);
  const [top, bottom] = [Math.max(y, 0), Math.min(y + height, FIELD_SIDE) - 1];
  sets[at] = (sets[at] as number) | firstOfRows(columns, top, bottom);
  sets[at + 1] = (sets[at + 1] as number) | secondOfRows(columns, top, bottom);
}

/**
 * Adds the cells that a command with a skill hits, by the cell of its user. What is worked out for
 * the eighth column is never read: nobody stands there.
 */
function addStruck(machine: Machine, sets: Int32Array, { record }: SkillUse, words: Int32Array): void {
  const [x, y, facing] = [words[2] as number, words[3] as number, words[4] as number];
  const isRound = (skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) !== 0;
  const radii = radiiOf(machine, record);
  const [across, down] = [radii >> 4, radii & 0x0f];
  for (let from = 0; from < CELLS; from++) {
    for (let way = 0; way < FACINGS; way++) {
      if (facing >= 0 && facing !== way) continue;
      reachFromCell(machine, record, from, way);
      if (!isReached(GRID_WIDTH * y + x)) continue;
      const [middleX, middleY] = isRound ? [from & 7, from >> 3] : [x, y];
      addRectangle(sets, 2 * from, middleX - across, middleY - down, 2 * across + 1, 2 * down + 1);
    }
  }
}

/** Cells of an enemy's box, by that of its corner. */
function boxesOf(ram: Uint8Array, enemy: number): Int32Array {
  const species = read16(ram, enemy + Enemy.SPECIES);
  const sets = new Int32Array(2 * CELLS);
  for (let cell = 0; cell < CELLS; cell++) {
    const [width, height] = [read8(ram, species + Species.WIDTH), read8(ram, species + Species.HEIGHT)];
    addRectangle(sets, 2 * cell, cell & 7, cell >> 3, width, height);
  }
  return sets;
}

/** Whether an ally could hit the enemy with a command given now; true where that is not clear. */
type CanBeHit = () => boolean;

/**
 * Makes the hit test of an enemy.
 * @param commands every command that may be given, encoded
 * @returns undefined where a skill can hit later, or by more than range and area
 */
function createHitTests(
  machine: Machine,
  skills: SkillsInPlay,
  commands: readonly Int32Array[],
): ((enemy: number) => CanBeHit) | undefined {
  const { ram } = machine;
  const { allies } = skills;
  const attacks = skills.chosen.filter((use) => !isHeal(machine, use));
  const isPlain = ({ record }: SkillUse): boolean =>
    (skillByte(machine, record, SKILL_CHARGE) & 0xf0) === 0 &&
    (skillByte(machine, record, SKILL_DISPLACEMENT) & PIERCES_ON) === 0;
  if (!attacks.every(isPlain) || allies.some((ally) => ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING))
    return undefined;
  const struck = allies.map(() => new Int32Array(2 * CELLS));
  for (const words of commands) {
    for (const use of attacks) {
      if (use.skill !== skillOfAllyIn(machine, use.user, words)) continue;
      addStruck(machine, struck[allies.indexOf(use.user)] as Int32Array, use, words);
    }
  }
  return (enemy) => {
    const boxes = boxesOf(ram, enemy);
    return () => {
      const box = 2 * (GRID_WIDTH * read8(ram, enemy + Enemy.CELL_Y) + read8(ram, enemy + Enemy.CELL_X));
      const [first, second] = [boxes[box] as number, boxes[box + 1] as number];
      for (let place = 0; place < allies.length; place++) {
        const ally = allies[place] as number;
        if (!isAllyPresent(ram, ally)) continue;
        const sets = struck[place] as Int32Array;
        const at = 2 * (GRID_WIDTH * read8(ram, ally + Ally.CELL_Y) + read8(ram, ally + Ally.CELL_X));
        if ((((sets[at] as number) & first) | ((sets[at + 1] as number) & second)) !== 0) return true;
      }
      // who steps stands on the cell before in his block, on the next one in the field
      return isBusy(ram);
    };
  };
}

const SKILLS = 256;
/** More than any HP. */
const EVERYTHING = 0xffff;
/** More than any price of all HP. */
const NEVER = 0x3fff_ffff;

/** Price and damage of a command. */
type PricedDamage = readonly [price: number, damage: number];

/**
 * The minimum price of each amount of damage, from 0 to `max`; undefined when no command does any.
 */
export function minPrices(damages: readonly PricedDamage[], max: number): Int32Array | undefined {
  // per price only the largest damage counts
  const best = new Map<number, number>();
  for (const [price, damage] of damages) if (damage > (best.get(price) ?? 0)) best.set(price, damage);
  if (best.size === 0) return undefined;
  const prices = new Int32Array(max + 1);
  for (let damage = 1; damage <= max; damage++) {
    let lowest = Number.MAX_SAFE_INTEGER;
    for (const [price, done] of best) lowest = Math.min(lowest, price + (prices[Math.max(damage - done, 0)] as number));
    prices[damage] = lowest;
  }
  return prices;
}

/** HP that an enemy has to lose. */
interface Target {
  readonly enemy: number;
  /** HP that may be left. */
  readonly limit: number;
  /** It need not lose them when it is out of the battle. */
  readonly orOut: boolean;
}

interface BoundQuery {
  readonly machine: Machine;
  readonly skills: SkillsInPlay;
  readonly values: StatLimits;
  readonly side: SideDamage;
  readonly commands: readonly PricedCommand[];
  /**
   * Every command waits for the end of the enemies' turn: their target has not moved when they
   * strike.
   */
  readonly settled: boolean;
  /** Whether a target can be hit now; undefined where that says nothing of the next command. */
  readonly canBeHit: ((enemy: number) => CanBeHit) | undefined;
  /** Price of the cheapest command. */
  readonly cheapest: number;
}

type Reader = () => number;

const ALWAYS: CanBeHit = () => true;

/** Maximum damage of an ally's skill, with answers, fields and poison. */
function damageOf({ machine, values, side }: BoundQuery, use: SkillUse, { enemy, orOut }: Target): number {
  if (orOut && canPetrify(machine, use, enemy)) return EVERYTHING;
  return maxDamage(machine, values, use, enemy) + side.ofAlly(enemy);
}

/** The skills that a command can stand for, one for each ally who can give it. */
function skillUsesOf({ machine, skills }: BoundQuery, words: Int32Array): SkillUse[] {
  return skills.chosen.filter(({ user, skill }) => skill === skillOfAllyIn(machine, user, words));
}

/**
 * Maximum number of the enemies' choices in a command: after every ally's skill that fires in it,
 * and after its own action. Where it has no action of its own, or a later one, the turn may be left
 * of the command before.
 */
function turnsIn({ machine, skills }: BoundQuery, words: Int32Array, uses: readonly SkillUse[]): number {
  const isCharged = uses.some(({ record }) => (skillByte(machine, record, SKILL_CHARGE) & 0xf0) !== 0);
  return skills.allies.length + (isCharged || words[0] === WAIT ? 1 : 0);
}

/**
 * Whether what happens in the enemies' turn can happen in a command more often than they choose: a
 * walk goes on when they had their turn, with another one after each step. By default only after a
 * turn in which an enemy moved, which poison shows: a skill ends the walk.
 */
function isRepeated({ machine, side }: BoundQuery, words: Int32Array, enemy: number, turn: number): boolean {
  if (words[0] !== MOVE) return false;
  return side.poison(enemy) > 0 || (machine.settings.asksInSecondPass && turn > 0);
}

/** Minimum price of a target's HP, by HP. */
function pricesOfTarget(query: BoundQuery, target: Target): Int32Array | undefined {
  const { machine, skills, side, commands, settled } = query;
  const { enemy } = target;
  const turn = skills.enemies.reduce((sum, user) => sum + side.ofEnemy(user, enemy, settled), 0);
  const damages = commands.map(({ words, price }): PricedDamage => {
    if (isRepeated(query, words, enemy, turn)) return [price, EVERYTHING];
    const uses = skillUsesOf(query, words);
    const own = Math.max(0, ...uses.map((use) => damageOf(query, use, target)));
    return [price, own + turnsIn(query, words, uses) * turn + side.poison(enemy)];
  });
  const species = read16(machine.ram, enemy + Enemy.SPECIES);
  return minPrices(damages, read16(machine.ram, species + Species.MAX_HP));
}

/** HP still to be lost, 0 or more. */
function hpMissing(ram: Uint8Array, { enemy, limit, orOut }: Target): number {
  if (orOut && !isEnemyPresent(ram, enemy)) return 0;
  return Math.max(read16(ram, enemy + Enemy.HP) - limit, 0);
}

/** Bound for one target; skills under way are taken off its HP. */
function boundOfTarget(query: BoundQuery, target: Target): Reader | undefined {
  const { machine, skills, side, cheapest } = query;
  const { ram } = machine;
  const { allies, enemies } = skills;
  const prices = pricesOfTarget(query, target);
  if (prices === undefined) return undefined;
  const max = prices.length - 1;
  const charged = new Int32Array(SKILLS * allies.length);
  for (const use of skills.chosen) {
    charged[SKILLS * allies.indexOf(use.user) + use.skill] = damageOf(query, use, target);
  }
  const chosen = new Int32Array(SKILLS * enemies.length);
  for (const use of skills.ofEnemies) {
    chosen[SKILLS * enemies.indexOf(use.user) + use.skill] = side.ofChosen(use, target.enemy);
  }
  const canBeHit = query.canBeHit?.(target.enemy) ?? ALWAYS;
  return () => {
    let left = hpMissing(ram, target);
    if (left === 0) return 0;
    let isUnderWay = false;
    for (let place = 0; place < allies.length; place++) {
      const ally = allies[place] as number;
      if (ram[ally + Ally.SKILL_STATE] !== ALLY_CHARGING) continue;
      isUnderWay = true;
      left -= charged[SKILLS * place + read8(ram, ally + Ally.LAST_SKILL)] as number;
    }
    for (let place = 0; place < enemies.length; place++) {
      const user = enemies[place] as number;
      if (ram[user + Enemy.SKILL_STATE] !== ENEMY_CHARGING) continue;
      const harm = chosen[SKILLS * place + read8(ram, user + Enemy.CHOSEN_SKILL)] as number;
      if (harm === 0) continue;
      isUnderWay = true;
      left -= harm;
    }
    if (left <= 0) return 0;
    return (prices[Math.min(left, max)] as number) + (isUnderWay || canBeHit() ? 0 : cheapest);
  };
}

/** Whether enemies lose HP only by the hits of an ally's own skill. */
function isPlain({ enemies }: SkillsInPlay, side: SideDamage, settled: boolean): boolean {
  return enemies.every((enemy) => {
    const others = enemies.reduce((sum, user) => sum + side.ofEnemy(user, enemy, settled), side.poison(enemy));
    return others + side.ofAlly(enemy) === 0;
  });
}

/**
 * Bound for several targets when a command hits one at most: the sum, less the price of skills
 * under way.
 */
function boundOfAll(query: BoundQuery, targets: readonly Target[]): Reader | undefined {
  const { machine, skills, commands, cheapest } = query;
  const { ram } = machine;
  const { allies } = skills;
  const tables = targets.map((target) => pricesOfTarget(query, target));
  if (tables.some((table) => table === undefined)) return undefined;
  const paid = new Int32Array(SKILLS * allies.length).fill(NEVER);
  for (const { words, price } of commands) {
    for (const { user, skill } of skillUsesOf(query, words)) {
      const at = SKILLS * allies.indexOf(user) + skill;
      paid[at] = Math.min(paid[at] as number, price);
    }
  }
  const canBeHit = targets.map(({ enemy }) => query.canBeHit?.(enemy) ?? ALWAYS);
  return () => {
    let sum = 0;
    let isNear = false;
    for (let index = 0; index < targets.length; index++) {
      const table = tables[index] as Int32Array;
      const missing = hpMissing(ram, targets[index] as Target);
      if (missing === 0) continue;
      sum += table[Math.min(missing, table.length - 1)] as number;
      isNear ||= (canBeHit[index] as CanBeHit)();
    }
    if (sum === 0) return 0;
    for (let place = 0; place < allies.length; place++) {
      const ally = allies[place] as number;
      if (ram[ally + Ally.SKILL_STATE] !== ALLY_CHARGING) continue;
      isNear = true;
      sum -= paid[SKILLS * place + read8(ram, ally + Ally.LAST_SKILL)] as number;
    }
    return isNear ? Math.max(sum, 0) : sum + cheapest;
  };
}

/**
 * Enemies to defeat for a victory (C1:CCD6): a BREAKDOWN leaves with the last LEADER, an OBJECT may
 * stay.
 */
function toBeDefeated(ram: Uint8Array, enemies: readonly number[]): readonly number[] {
  const type = (enemy: number): number => read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE);
  const spared = enemies.some((enemy) => (type(enemy) & LEADER) !== 0) ? OBJECT | BREAKDOWN : OBJECT;
  return enemies.filter((enemy) => {
    const isOut = (read8(ram, enemy + Enemy.STATUSES) & PETRIFIED) !== 0;
    return (type(enemy) & spared) === 0 && !isOut;
  });
}

function targetsOf(ram: Uint8Array, enemies: readonly number[], { cell, min, max }: CellRange): Target[] {
  if (cell.offset === Host.BATTLE_RESULT && min === WON && max === WON) {
    return toBeDefeated(ram, enemies).map((enemy) => ({ enemy, limit: 0, orOut: true }));
  }
  const enemy = enemies.find((block) => block + Enemy.HP === cell.offset);
  return enemy === undefined ? [] : [{ enemy, limit: Math.max(max, 0), orOut: false }];
}

/** What a win asks of the HP of the enemies, as ranges of cells; other goals ask what they say. */
export function impliedRanges(machine: Machine, battle: Battle, goal: readonly CellRange[]): readonly CellRange[] {
  const { enemies } = skillsInPlay(machine, []);
  return goal.flatMap((range) => {
    const targets = range.cell.offset === Host.BATTLE_RESULT ? targetsOf(machine.ram, enemies, range) : [];
    return targets.flatMap(({ enemy, limit }) => {
      const cell = battle.cells.find(({ offset }) => offset === enemy + Enemy.HP);
      return cell === undefined ? [] : [{ cell, min: 0, max: limit }];
    });
  });
}

/** One target for each enemy, the strictest: the lowest HP, without another way out. */
function strictestOfEach(targets: readonly Target[]): Target[] {
  const inOrder = [...targets].sort((a, b) => b.limit - a.limit || Number(b.orOut) - Number(a.orOut));
  return [...new Map(inOrder.map((target) => [target.enemy, target])).values()];
}

/**
 * Makes a reader of the lower bound until all cells are in their ranges; undefined where nothing is
 * known. Reading allocates nothing.
 * @param commands every command that may be given
 */
export function damageBound(
  machine: Machine,
  goal: readonly CellRange[],
  commands: readonly PricedCommand[],
): Reader | undefined {
  if (commands.some(({ words }) => words[0] === AUTO)) return undefined;
  const words = commands.map((command) => command.words);
  const skills = skillsInPlay(machine, words);
  const values = statLimits(machine, skills);
  const side = createSideDamage(machine, skills, values);
  // the frames of a command are its last word
  const settled = words.every((one) => one.at(-1) === UNTIL_TURN_OVER);
  const plain = isPlain(skills, side, settled);
  const canBeHit = plain ? createHitTests(machine, skills, words) : undefined;
  const cheapest = Math.min(...commands.map(({ price }) => price));
  const query = { machine, skills, values, side, commands, settled, canBeHit, cheapest };
  const targets = strictestOfEach(goal.flatMap((range) => targetsOf(machine.ram, skills.enemies, range)));
  const readers = targets.map((target) => boundOfTarget(query, target));
  const isSingle = skills.chosen.every((use) => isHeal(machine, use) || strikesOne(machine, use));
  if (plain && isSingle && targets.length > 1) readers.push(boundOfAll(query, targets));
  const known = readers.filter((reader) => reader !== undefined);
  if (known.length === 0) return undefined;
  return () => {
    let max = 0;
    for (let index = 0; index < known.length; index++) max = Math.max(max, (known[index] as Reader)());
    return max;
  };
}

// A lower bound over several battles: what is left of the one at hand, and for each battle after it
// the cheapest way there and the cheapest command in it.
//
// Of the battle at hand the damage bound counts where it must be won: where a further battle is
// asked for, nobody can escape, and it is the one that the routes begin in. Of later battles
// nothing is known before they begin.

type BoundReader = () => number;

/** Whether one of these commands begins another battle. */
export function goesOn(commands: readonly PricedCommand[]): boolean {
  return commands.some(({ words }) => words[0] === NEXT_BATTLE);
}

const NOTHING: BoundReader = () => 0;

/** Damage bound of the battle at hand, as far as it must be won. */
function boundOfFirst({ cells }: Battle, machine: Machine, own: readonly PricedCommand[]): BoundReader {
  // an image's code may deal more than our routines
  if (machine.holes.original !== undefined || own.some(({ words }) => words[0] === ESCAPE)) return NOTHING;
  const result = cells.filter(({ offset }) => offset === Host.BATTLE_RESULT);
  const won = result.map((cell) => ({ cell, min: WON, max: WON }));
  return damageBound(machine, won, own) ?? NOTHING;
}

/**
 * Makes a reader of the lower bound until all cells are in their ranges; undefined where the goal
 * asks for no battle after this one. Reading allocates nothing.
 * @param commands every command that may be given, one of them to begin a battle
 */
export function boundOverBattles(
  battle: Battle,
  goal: readonly CellRange[],
  commands: readonly PricedCommand[],
): BoundReader | undefined {
  const machine = machineOf(battle);
  const { ram } = machine;
  const least = (prices: readonly PricedCommand[]): number => Math.min(...prices.map(({ price }) => price));
  const own = commands.filter(({ words }) => words[0] !== NEXT_BATTLE);
  const wanted = goal.find(({ cell }) => cell.offset === Host.BATTLE_NUMBER);
  if (wanted === undefined || own.length === 0) return undefined;
  const way = least(commands.filter(({ words }) => words[0] === NEXT_BATTLE));
  const command = least(own);
  const isEnded = goal.some(
    ({ cell, min, max }) => cell.offset === Host.BATTLE_RESULT && (min > RUNNING || max < RUNNING),
  );
  const atEnd = isEnded ? command : 0;
  const first = read8(ram, Host.BATTLE_NUMBER);
  const ofFirst = boundOfFirst(battle, machine, own);
  return () => {
    const number = read8(ram, Host.BATTLE_NUMBER);
    const ways = wanted.min - number;
    const result = ram[Host.BATTLE_RESULT];
    if (ways <= 0) return result === RUNNING ? atEnd : 0;
    // after a defeat nothing follows: it counts like a battle that goes on
    const here = result === WON || result === ESCAPED ? 0 : number === first ? Math.max(command, ofFirst()) : command;
    return here + ways * way + (ways - 1) * command + atEnd;
  };
}
