/**
 * Slow reference: the least price until enemies have lost what they must, or the battle is won: the lower bound of docs/SEARCH.md, worked out
 * for each state anew. What a command can take from an enemy is in `harm-of-skills.ts`.
 */
import { ALLY, CELL, ENEMY, SPECIES } from './addresses.js';
import { recordAddress } from './begin.js';
import {
  brought,
  type Cast,
  castOf,
  heals,
  levelLimit,
  mostOfFields,
  mostOfHits,
  mostOfPoison,
  recordByte,
  type Switches,
  skillBy,
  type Use,
} from './harm-of-skills.js';
import { reach } from './marks.js';
import { byte, type Skirmish, share, word } from './memory.js';
import { cellsOf, insideField, isAlly, origin, presentAllies } from './units.js';

const MOVE = 2;
const WAIT = 9;
const AUTO = 10;
const CHARGING = 0x40;
const ALL = 65_535;

export interface Command {
  readonly words: ArrayLike<number>;
  readonly price: number;
}

/** HP that an enemy may have left; for a win it may be out of the battle with more. */
export interface Wanted {
  readonly enemy: number;
  readonly left: number;
  readonly orOut: boolean;
}

interface Opening {
  readonly at: Skirmish;
  readonly cast: Cast;
  readonly commands: readonly Command[];
  readonly switches: Switches;
  /** What was worked out already, whatever the goal is. */
  readonly isClear: { known?: boolean };
  /** By state and enemy. */
  readonly inReach: WeakMap<Skirmish, Map<number, boolean>>;
}

/** Whether all commands wait until the enemies' turn is over: then nobody has moved before it. */
const isSettled = ({ commands }: Opening): boolean => commands.every(({ words }) => words[words.length - 1] === -1);

/** Whether the only enemy's attack cannot miss. */
function cannotMiss({ at, cast }: Opening, use: Use): boolean {
  if (cast.enemies.length > 1 || recordByte(at, use, 17) >= 16 || recordByte(at, use, 19) === 0) return false;
  const sum = Math.min((recordByte(at, use, 17) % 16) + levelLimit(at, cast, use.user), 255);
  return cast.allies.every((ally) => share(255, levelLimit(at, cast, ally)) <= sum);
}

/** C1:C39D, C40F: an enemy's skill kills its user, or hurts it where it misses. */
function hurtsUser(opening: Opening, use: Use, settled: boolean): boolean {
  const kind = Math.floor(recordByte(opening.at, use, 21) / 16);
  if (heals(opening.at, use)) return false;
  return kind === 8 || (kind === 7 && !(settled && cannotMiss(opening, use)));
}

const ownHarm = (opening: Opening, uses: readonly Use[], enemy: number, settled: boolean): number =>
  uses.some((use) => use.user === enemy && hurtsUser(opening, use, settled)) ? 999 : 0;

/** What an enemy loses while one of the enemies uses a skill: by a field, by poison, by every ally's answer with its field. */
function lostInUse({ at, cast }: Opening, enemy: number): number {
  const field = mostOfFields(at, cast, enemy);
  let lost = field + mostOfPoison(at, cast, enemy);
  for (const ally of cast.allies) {
    const answers = cast.allyAnswers.filter(({ user }) => user === ally);
    if (answers.length > 0) lost += field + Math.max(...answers.map((use) => mostOfHits(at, cast, use, enemy)));
  }
  return lost;
}

/** What it loses while every enemy uses a skill. */
function lostInTurn(opening: Opening, enemy: number): number {
  const { enemies, ofEnemies } = opening.cast;
  return enemies.length * lostInUse(opening, enemy) + ownHarm(opening, ofEnemies, enemy, isSettled(opening));
}

/** What it loses beside the hits of an ally's skill: by a field, and by the answer of each enemy that answers, with its field. */
function lostBesideHits(opening: Opening, enemy: number): number {
  const { at, cast } = opening;
  const answering = cast.enemies.filter((user) => cast.enemyAnswers.some((use) => use.user === user));
  return mostOfFields(at, cast, enemy) * (1 + answering.length) + ownHarm(opening, cast.enemyAnswers, enemy, true);
}

/** What a skill of an ally takes; for a win an enemy that can be petrified is out. */
function lostByUse(opening: Opening, use: Use, { enemy, orOut }: Wanted): number {
  const { at, cast } = opening;
  const isImmune = (byte(at, origin(at, enemy) + SPECIES.immunity) & 0x80) !== 0;
  if (orOut && !isImmune && !heals(at, use) && brought(at, use) >= 0x80) return ALL;
  return mostOfHits(at, cast, use, enemy) + lostBesideHits(opening, enemy);
}

/** Skills that the allies can give with a command. */
function usesBy({ at, cast }: Opening, words: ArrayLike<number>): Use[] {
  return cast.allies.map((user) => ({ user, skill: skillBy(at, user, words) })).filter(({ skill }) => skill !== 0);
}

/** What a command takes from an enemy at most: by its skill, by the enemies' turns in it, by poison once more. */
function lostByCommand(
  opening: Opening,
  words: ArrayLike<number>,
  wanted: Wanted,
  { turn, poison }: { readonly turn: number; readonly poison: number },
): number {
  const { at, cast, switches } = opening;
  // a walk goes on after a turn, as often as it has steps
  if (words[0] === MOVE && (poison > 0 || (switches.asksInSecondPass && turn > 0))) return ALL;
  const uses = usesBy(opening, words);
  const later = words[0] === WAIT || uses.some((use) => recordByte(at, use, 17) >= 16);
  const turns = cast.allies.length + (later ? 1 : 0);
  return Math.max(0, ...uses.map((use) => lostByUse(opening, use, wanted))) + turns * turn + poison;
}

/** The lowest sum of prices that takes so much, or undefined; more than all its HP costs no more than these. */
function pricesOf(opening: Opening, wanted: Wanted): ((damage: number) => number) | undefined {
  const { at, cast, commands } = opening;
  const always = { turn: lostInTurn(opening, wanted.enemy), poison: mostOfPoison(at, cast, wanted.enemy) };
  const blows = commands.map(({ words, price }) => ({ price, lost: lostByCommand(opening, words, wanted, always) }));
  const useful = blows.filter(({ lost }) => lost > 0);
  if (useful.length === 0) return undefined;
  const most = word(at, origin(at, wanted.enemy) + SPECIES.maxHp);
  const least = [0];
  for (let damage = 1; damage <= most; damage++) {
    let lowest = Number.POSITIVE_INFINITY;
    for (const { price, lost } of useful) lowest = Math.min(lowest, price + (least[damage - lost] ?? 0));
    least.push(lowest);
  }
  return (damage) => least[Math.min(damage, most)] ?? 0;
}

function missing(now: Skirmish, { enemy, left, orOut }: Wanted): number {
  if (orOut && (byte(now, enemy + ENEMY.state) & 0x40) === 0) return 0;
  return Math.max(word(now, enemy + ENEMY.hp) - left, 0);
}

const isCharging = (at: Skirmish, unit: number): boolean =>
  byte(at, unit + (isAlly(unit) ? ALLY.skillState : ENEMY.skillState)) === CHARGING;

/** Half sizes of a skill's area, columns and rows, as `marks.ts` has them. */
function radii(at: Skirmish, use: Use): readonly [number, number] {
  const [size, shape] = [recordByte(at, use, 12) % 4, recordByte(at, use, 21) % 8];
  if (shape === 0 || shape === 6) return size === 3 ? [7, 7] : [size, size];
  if (shape <= 3) return [7, shape - 1];
  return [shape === 7 ? 2 : shape - 4, 7];
}

/** Whether a command given now hits a cell of an enemy: from where its ally stands, in any facing that it may have. */
function hitsNow(opening: Opening, now: Skirmish, words: ArrayLike<number>, enemy: number): boolean {
  const target = [words[2] ?? 0, words[3] ?? 0] as const;
  const facings = [0, 1, 2, 3].filter((facing) => words[4] === -1 || words[4] === facing);
  return usesBy(opening, words).some((use) => {
    if (heals(now, use) || !presentAllies(now).includes(use.user)) return false;
    const record = recordAddress(now, use.user, use.skill);
    const reaches = facings.some((facing) =>
      reach(now, record, use.user, facing).some(([x, y]) => x === target[0] && y === target[1]),
    );
    if (!reaches) return false;
    const isRound = (recordByte(now, use, 13) & 0x20) !== 0;
    const [columns, rows] = radii(now, use);
    const [ownX, ownY] = cellsOf(now, use.user);
    const [middleX, middleY] = isRound ? [ownX, ownY] : target;
    const [left, top, width, height] = cellsOf(now, enemy);
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++)
        if (insideField(x, y) && Math.abs(x - middleX) <= columns && Math.abs(y - middleY) <= rows) return true;
    return false;
  });
}

/** Whether only hits of the allies' skills take HP. */
function onlyHits(opening: Opening): boolean {
  const { at, cast } = opening;
  return cast.enemies.every(
    (enemy) =>
      lostInTurn(opening, enemy) === 0 && mostOfPoison(at, cast, enemy) === 0 && lostBesideHits(opening, enemy) === 0,
  );
}

/** Whether cells tell whom a skill hits: none is charged or flies, and nothing else takes HP. */
function isClear(opening: Opening): boolean {
  opening.isClear.known ??= findsClear(opening);
  return opening.isClear.known;
}

function findsClear(opening: Opening): boolean {
  const { at, cast } = opening;
  const attacks = cast.given.filter((use) => !heals(at, use));
  const isUnclear = attacks.some((use) => recordByte(at, use, 17) >= 16 || recordByte(at, use, 11) >= 64);
  return onlyHits(opening) && !isUnclear && !cast.allies.some((ally) => isCharging(at, ally));
}

/** Whether an enemy may be hit in a state; nobody is on the way where it may not. */
function mayHit(opening: Opening, now: Skirmish, enemy: number): boolean {
  const known = opening.inReach.get(now) ?? new Map<number, boolean>();
  opening.inReach.set(now, known);
  const may = known.get(enemy) ?? findsHit(opening, now, enemy);
  known.set(enemy, may);
  return may;
}

function findsHit(opening: Opening, now: Skirmish, enemy: number): boolean {
  const { commands } = opening;
  if (((byte(now, CELL.allyActionFlags) | byte(now, CELL.enemyActionFlags)) & 0x18) !== 0) return true;
  return commands.some(({ words }) => hitsNow(opening, now, words, enemy));
}

const cheapest = ({ commands }: Opening): number => Math.min(...commands.map(({ price }) => price));

type Bound = (now: Skirmish) => number;

/** One enemy: what is under charge was paid for, so its harm is taken off the HP. */
function ofOne(opening: Opening, wanted: Wanted): Bound | undefined {
  const { cast } = opening;
  const prices = pricesOf(opening, wanted);
  if (prices === undefined) return undefined;
  const clear = isClear(opening);
  return (now) => {
    let left = missing(now, wanted);
    if (left === 0) return 0;
    let isUnderWay = false;
    for (const user of cast.allies.filter((ally) => isCharging(now, ally))) {
      isUnderWay = true;
      const use = cast.given.find((one) => one.user === user && one.skill === byte(now, user + ALLY.lastSkill));
      if (use !== undefined) left -= lostByUse(opening, use, wanted);
    }
    for (const user of cast.enemies.filter((enemy) => isCharging(now, enemy))) {
      const use = cast.ofEnemies.find((one) => one.user === user && one.skill === byte(now, user + ENEMY.chosenSkill));
      if (use === undefined) continue;
      const lost = lostInUse(opening, wanted.enemy) + ownHarm(opening, [use], wanted.enemy, false);
      isUnderWay ||= lost > 0;
      left -= lost;
    }
    if (left <= 0) return 0;
    return prices(left) + (isUnderWay || !clear || mayHit(opening, now, wanted.enemy) ? 0 : cheapest(opening));
  };
}

/** Several enemies of which a command hits one: the sum, less what the skills under charge cost. */
function ofAll(opening: Opening, all: readonly Wanted[]): Bound | undefined {
  const { at, cast, commands } = opening;
  const hitsOne = cast.given.every((use) => {
    const [columns, rows] = radii(at, use);
    const isRound = (recordByte(at, use, 13) & 0x20) !== 0;
    return heals(at, use) || (!isRound && columns + rows === 0 && (recordByte(at, use, 11) & 0x80) === 0);
  });
  if (!hitsOne || !onlyHits(opening) || all.length < 2) return undefined;
  const prices = all.map((wanted) => pricesOf(opening, wanted));
  if (prices.includes(undefined)) return undefined;
  const clear = isClear(opening);
  return (now) => {
    const left = all.map((wanted) => missing(now, wanted));
    if (left.every((one) => one === 0)) return 0;
    let sum = left.reduce((total, one, index) => total + (prices[index]?.(one) ?? 0), 0);
    const charging = cast.allies.filter((ally) => isCharging(now, ally));
    for (const user of charging) {
      const paid = commands.filter(({ words }) =>
        usesBy(opening, words).some((use) => use.user === user && use.skill === byte(now, user + ALLY.lastSkill)),
      );
      // what no command chose was free
      if (paid.length === 0) return 0;
      sum -= Math.min(...paid.map(({ price }) => price));
    }
    const isNear =
      charging.length > 0 ||
      all.some((wanted, index) => left[index] !== 0 && (!clear || mayHit(opening, now, wanted.enemy)));
    return isNear ? Math.max(sum, 0) : sum + cheapest(opening);
  };
}

/** The enemies that a win asks for: with a LEADER no BREAKDOWN, no OBJECT, nobody who is petrified. */
export function wantedForWin(at: Skirmish): Wanted[] {
  const { enemies } = castOf(at, []);
  const typeOf = (enemy: number): number => byte(at, origin(at, enemy) + SPECIES.type);
  const isLed = enemies.some((enemy) => (typeOf(enemy) & 8) !== 0);
  return enemies
    .filter((enemy) => (typeOf(enemy) & 4) === 0 && !(isLed && (typeOf(enemy) & 2) !== 0))
    .filter((enemy) => byte(at, enemy + ENEMY.statuses) < 0x80)
    .map((enemy) => ({ enemy, left: 0, orOut: true }));
}

/** Openings by their state and commands: several goals are asked of one. */
const openings = new WeakMap<Skirmish, Map<readonly Command[], Opening>>();

function openingOf(at: Skirmish, commands: readonly Command[], switches: Switches): Opening {
  const known = openings.get(at) ?? new Map<readonly Command[], Opening>();
  openings.set(at, known);
  const words = commands.map((command) => command.words);
  const fresh = (): Opening => {
    return { at, cast: castOf(at, words), commands, switches, isClear: {}, inReach: new WeakMap() };
  };
  const opening = known.get(commands) ?? fresh();
  known.set(commands, opening);
  return opening;
}

/** @param all one for each enemy @returns undefined where nothing is known */
export function leastPrice(
  at: Skirmish,
  all: readonly Wanted[],
  commands: readonly Command[],
  switches: Switches,
): Bound | undefined {
  if (commands.some(({ words }) => words[0] === AUTO)) return undefined;
  const opening = openingOf(at, commands, switches);
  const bounds = [...all.map((wanted) => ofOne(opening, wanted)), ofAll(opening, all)].filter(
    (one) => one !== undefined,
  );
  return bounds.length === 0 ? undefined : (now) => Math.max(...bounds.map((bound) => bound(now)));
}
