/**
 * What it costs at least in a played battle until an enemy's HP are down to a value, or the battle is won, by commands at given prices.
 *
 * A command is at most its own skill's damage (`max-damage.ts`) and what else the enemy loses meanwhile (`side-damage.ts`). What is charged
 * and has not fired yet is taken off the HP when it is chosen, so that it counts for the command that chose it. The enemies choose once
 * each, as often as an ally's action lets them (03B8, C1:8E51): after the command's own action, and after every skill that fires in it.
 */
import { read8, read16 } from '../../int/uint.js';
import type { CellRange, PricedCommand } from '../../system.js';
import { AUTO } from '../battle/commands.js';
import { UNTIL_TURN_OVER } from '../battle/run.js';
import { LEADER, PETRIFIED, WON } from '../combat/defeat.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { SKILL_CHARGE, skillByte } from '../memory/skill-record.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { BREAKDOWN, OBJECT } from '../turn/enemy-choice.js';
import { canPetrify, isHeal, mostDamage, strikesOne } from './max-damage.js';
import { createStrikes, type Strikes } from './reachable-targets.js';
import { createSideDamage, type SideDamage } from './side-damage.js';
import { type SkillsInPlay, skillOfAllyIn, skillsInPlay, type Use } from './skills-in-play.js';
import { type WidestValues, widestValues } from './stat-limits.js';

const SKILLS = 256;
/** More than any HP. */
const EVERYTHING = 0xffff;
/** More than any price of all HP. */
const NEVER = 0x3fff_ffff;

/** Price and damage of a command. */
type Blow = readonly [price: number, damage: number];

/** Least price of so much damage, from 0 up; undefined when nothing does any. */
export function pricesOf(blows: readonly Blow[], most: number): Int32Array | undefined {
  // the most damage at each price: what does none, or less at the same price, is never of use
  const best = new Map<number, number>();
  for (const [price, damage] of blows) if (damage > (best.get(price) ?? 0)) best.set(price, damage);
  if (best.size === 0) return undefined;
  const prices = new Int32Array(most + 1);
  for (let damage = 1; damage <= most; damage++) {
    let least = Number.MAX_SAFE_INTEGER;
    for (const [price, done] of best) least = Math.min(least, price + (prices[Math.max(damage - done, 0)] as number));
    prices[damage] = least;
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

interface Inquiry {
  readonly machine: Machine;
  readonly skills: SkillsInPlay;
  readonly values: WidestValues;
  readonly side: SideDamage;
  readonly commands: readonly PricedCommand[];
  /** No command comes before the enemies' turn is over: an ally is where an enemy that chose him finds him. */
  readonly settled: boolean;
  /** Whether a target can be struck now; undefined where that says nothing of the next command. */
  readonly strikes: ((enemy: number) => Strikes) | undefined;
  /** Price of the cheapest command. */
  readonly cheapest: number;
}

type Reader = () => number;

const ALWAYS: Strikes = () => true;

/** Damage of an ally's skill with all that comes of it. */
function damageOf({ machine, values, side }: Inquiry, use: Use, { enemy, orOut }: Target): number {
  if (orOut && canPetrify(machine, use, enemy)) return EVERYTHING;
  return mostDamage(machine, values, use, enemy) + side.ofAlly(enemy);
}

/** What the skills can be of those who can give a command. */
function usesOf({ machine, skills }: Inquiry, words: Int32Array): Use[] {
  return skills.chosen.filter(({ user, skill }) => skill === skillOfAllyIn(machine, user, words));
}

/** How often the enemies choose in a command at most. */
function turnsIn({ machine, skills }: Inquiry, uses: readonly Use[]): number {
  const isCharged = uses.some(({ record }) => (skillByte(machine, record, SKILL_CHARGE) & 0xf0) !== 0);
  return skills.allies.length + (isCharged ? 1 : 0);
}

/** Least price of the HP of a target, by HP. */
function pricesOfTarget(inquiry: Inquiry, target: Target): Int32Array | undefined {
  const { machine, skills, side, commands, settled } = inquiry;
  const { enemy } = target;
  const turn = skills.enemies.reduce((sum, user) => sum + side.ofEnemy(user, enemy, settled), 0);
  const blows = commands.map(({ words, price }): Blow => {
    const uses = usesOf(inquiry, words);
    const own = Math.max(0, ...uses.map((use) => damageOf(inquiry, use, target)));
    return [price, own + turnsIn(inquiry, uses) * turn + side.poison(enemy)];
  });
  const species = read16(machine.ram, enemy + Enemy.SPECIES);
  return pricesOf(blows, read16(machine.ram, species + Species.MAX_HP));
}

/** HP still to be lost, 0 or more. */
function lackOf(ram: Uint8Array, { enemy, limit, orOut }: Target): number {
  if (orOut && !isEnemyPresent(ram, enemy)) return 0;
  return Math.max(read16(ram, enemy + Enemy.HP) - limit, 0);
}

/** For one target: what is under way is taken off its HP. */
function readOne(inquiry: Inquiry, target: Target): Reader | undefined {
  const { machine, skills, side, cheapest } = inquiry;
  const { ram } = machine;
  const { allies, enemies } = skills;
  const prices = pricesOfTarget(inquiry, target);
  if (prices === undefined) return undefined;
  const most = prices.length - 1;
  const charged = new Int32Array(SKILLS * allies.length);
  for (const use of skills.chosen) {
    charged[SKILLS * allies.indexOf(use.user) + use.skill] = damageOf(inquiry, use, target);
  }
  const chosen = Int32Array.from(enemies, (user) => side.ofEnemy(user, target.enemy, false));
  const strikes = inquiry.strikes?.(target.enemy) ?? ALWAYS;
  return () => {
    let left = lackOf(ram, target);
    if (left === 0) return 0;
    let isUnderWay = false;
    for (let place = 0; place < allies.length; place++) {
      const ally = allies[place] as number;
      if (ram[ally + Ally.SKILL_STATE] !== ALLY_CHARGING) continue;
      isUnderWay = true;
      left -= charged[SKILLS * place + read8(ram, ally + Ally.LAST_SKILL)] as number;
    }
    for (let place = 0; place < enemies.length; place++) {
      if (ram[(enemies[place] as number) + Enemy.SKILL_STATE] !== ENEMY_CHARGING || chosen[place] === 0) continue;
      isUnderWay = true;
      left -= chosen[place] as number;
    }
    if (left <= 0) return 0;
    return (prices[Math.min(left, most)] as number) + (isUnderWay || strikes() ? 0 : cheapest);
  };
}

/** Whether enemies lose HP only by the hits of an ally's own skill. */
function isPlain({ enemies }: SkillsInPlay, side: SideDamage, settled: boolean): boolean {
  return enemies.every((enemy) => {
    const others = enemies.reduce((sum, user) => sum + side.ofEnemy(user, enemy, settled), side.poison(enemy));
    return others + side.ofAlly(enemy) === 0;
  });
}

/** For several targets of which a command is about one: the sum, without the price of what is under way. */
function readAll(inquiry: Inquiry, targets: readonly Target[]): Reader | undefined {
  const { machine, skills, commands, cheapest } = inquiry;
  const { ram } = machine;
  const { allies } = skills;
  const tables = targets.map((target) => pricesOfTarget(inquiry, target));
  if (tables.some((table) => table === undefined)) return undefined;
  const paid = new Int32Array(SKILLS * allies.length).fill(NEVER);
  for (const { words, price } of commands) {
    for (const { user, skill } of usesOf(inquiry, words)) {
      const at = SKILLS * allies.indexOf(user) + skill;
      paid[at] = Math.min(paid[at] as number, price);
    }
  }
  const strikes = targets.map(({ enemy }) => inquiry.strikes?.(enemy) ?? ALWAYS);
  return () => {
    let sum = 0;
    let isNear = false;
    for (let index = 0; index < targets.length; index++) {
      const table = tables[index] as Int32Array;
      const lack = lackOf(ram, targets[index] as Target);
      if (lack === 0) continue;
      sum += table[Math.min(lack, table.length - 1)] as number;
      isNear ||= (strikes[index] as Strikes)();
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

/** Enemies that a won battle is without (C1:CCD6): a BREAKDOWN goes with the last LEADER, an OBJECT may stay. */
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

/** Of several targets that are the same enemy the one that takes most: the lowest HP, and no other way out. */
function oneEach(targets: readonly Target[]): Target[] {
  const inOrder = [...targets].sort((a, b) => b.limit - a.limit || Number(b.orOut) - Number(a.orOut));
  return [...new Map(inOrder.map((target) => [target.enemy, target])).values()];
}

/**
 * A reader of the least price until all cells are in their ranges; undefined where nothing is known. Reading allocates nothing.
 * @param commands all that is ever commanded
 */
export function leastPriceOf(
  machine: Machine,
  goal: readonly CellRange[],
  commands: readonly PricedCommand[],
): Reader | undefined {
  if (commands.some(({ words }) => words[0] === AUTO)) return undefined;
  const words = commands.map((command) => command.words);
  const skills = skillsInPlay(machine, words);
  const values = widestValues(machine, skills);
  const side = createSideDamage(machine, skills, values);
  // the frames of a command are its last word
  const settled = words.every((one) => one.at(-1) === UNTIL_TURN_OVER);
  const plain = isPlain(skills, side, settled);
  const strikes = plain ? createStrikes(machine, skills, words) : undefined;
  const cheapest = Math.min(...commands.map(({ price }) => price));
  const inquiry = { machine, skills, values, side, commands, settled, strikes, cheapest };
  const targets = oneEach(goal.flatMap((range) => targetsOf(machine.ram, skills.enemies, range)));
  const readers = targets.map((target) => readOne(inquiry, target));
  const isSingle = skills.chosen.every((use) => isHeal(machine, use) || strikesOne(machine, use));
  if (plain && isSingle && targets.length > 1) readers.push(readAll(inquiry, targets));
  const known = readers.filter((reader) => reader !== undefined);
  if (known.length === 0) return undefined;
  return () => {
    let most = 0;
    for (let index = 0; index < known.length; index++) most = Math.max(most, (known[index] as Reader)());
    return most;
  };
}
