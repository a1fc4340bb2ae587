/**
 * Slow reference: who may still use which skill in a battle, and the most that an enemy can lose by it, whatever is drawn, wherever everybody
 * stands and whatever was raised and lowered before. Written from the rules of hits, totals, onsets, answers, fields and poison, as `hits.ts`,
 * `totals.ts`, `counters.ts` and `played-fields.ts` have them.
 */
import { offsetOf } from '../../../rom-map/windows.js';
import { ALLY, CELL, ENEMY, ITEM_TABLE, RECORD, SPECIES } from './addresses.js';
import { ownShare, recordAddress } from './begin.js';
import { byte, type Skirmish, share, word } from './memory.js';
import { HOST, HOST_BYTES } from './own-cells.js';
import { allyBlocks, isAlly, levelOf, origin, presentAllies, presentEnemies, statOf } from './units.js';

/** What the rules of a battle do not say. */
export interface Switches {
  readonly onsetLevel: 'asLabelled' | 'negated' | 'none';
  /** Whether an ally is asked before the enemies' second pass. */
  readonly asksInSecondPass: boolean;
}

/** The cells of an image, to be read alone. */
export function stateOf(image: Uint8Array, bankD5: Uint8Array, { onsetLevel }: Switches): Skirmish {
  const memory = new Uint8Array(HOST + HOST_BYTES);
  for (const [address, offset] of PLACES) memory[address] = image[offset] ?? 0;
  const nothing = (): void => undefined;
  return { memory, bankD5, onsetLevel, draw: () => 0, passTime: nothing, layField: nothing, fireField: nothing };
}

const PLACES = Array.from(
  { length: HOST + HOST_BYTES },
  (_, address) => [address, offsetOf(address < HOST ? 0x7e0000 + address : 0x100_0000 + address - HOST)] as const,
).filter(([, offset]) => offset >= 0);

const SKILL = 6;
const ITEM = 7;
const CHARGING = 0x40;

/** A skill, and whose. */
export interface Use {
  readonly user: number;
  readonly skill: number;
}

/** Byte of the record of a skill. */
export const recordByte = (at: Skirmish, { user, skill }: Use, number: number): number =>
  at.bankD5[recordAddress(at, user, skill) + number] ?? 0;

export const heals = (at: Skirmish, use: Use): boolean => recordByte(at, use, 13) >= 128;

function listed(at: Skirmish, unit: number): { skill: number; attributes: number }[] {
  const start = isAlly(unit) ? unit : origin(at, unit);
  const [skills, high, low] = isAlly(unit)
    ? [ALLY.listSkill, ALLY.listCounterHigh, ALLY.listFlags]
    : [SPECIES.skill1, SPECIES.counterHigh, SPECIES.skillFlags];
  return Array.from({ length: isAlly(unit) ? 16 : 4 }, (_, slot) => ({
    skill: byte(at, start + skills + slot),
    attributes: 256 * byte(at, start + high + slot) + byte(at, start + low + slot),
  })).filter(({ skill }) => skill !== 0);
}

/** Skill that an ally can give with a command: one of his list, or an item's; 0: none. */
export function skillBy(at: Skirmish, ally: number, words: ArrayLike<number>): number {
  const [code, number = 0] = [words[0], words[1]];
  if (code !== SKILL && code !== ITEM) return 0;
  const who = code === SKILL ? words[6] : words[5];
  if (who !== -1 && allyBlocks()[who ?? 0] !== ally) return 0;
  if (code === ITEM) return at.bankD5[ITEM_TABLE + 16 * number + 10] ?? 0;
  return listed(at, ally).some(({ skill }) => skill === number) ? number : 0;
}

/** Everybody who is there, with what he can do. */
export interface Cast {
  readonly allies: readonly number[];
  readonly enemies: readonly number[];
  /** By command or under charge. */
  readonly given: readonly Use[];
  readonly ofEnemies: readonly Use[];
  readonly allyAnswers: readonly Use[];
  readonly enemyAnswers: readonly Use[];
}

/** Each skill once. */
function usesOf(user: number, skills: readonly number[]): Use[] {
  return [...new Set(skills)].filter((skill) => skill !== 0).map((skill) => ({ user, skill }));
}

/** Whether an attack of this attribute is answered by a slot; no slot answers attribute 15. */
const isAnswered = (at: Skirmish, attack: Use, attributes: number): boolean => {
  const attribute = recordByte(at, attack, 13) % 16;
  return !heals(at, attack) && attribute !== 15 && (attributes & (2 ** (15 - attribute))) !== 0;
};

export function castOf(at: Skirmish, commands: readonly ArrayLike<number>[]): Cast {
  const allies = presentAllies(at);
  const enemies = presentEnemies(at);
  const given = allies.flatMap((ally) => {
    const charged = byte(at, ally + ALLY.skillState) === CHARGING ? byte(at, ally + ALLY.lastSkill) : 0;
    return usesOf(ally, [charged, ...commands.map((words) => skillBy(at, ally, words))]);
  });
  const ofEnemies = enemies.flatMap((enemy) => {
    const charged = byte(at, enemy + ENEMY.skillState) === CHARGING ? byte(at, enemy + ENEMY.chosenSkill) : 0;
    return usesOf(enemy, [charged, ...listed(at, enemy).map(({ skill }) => skill)]);
  });
  const answers = (unit: number, attacks: readonly Use[]): Use[] => {
    const slots = listed(at, unit).filter(({ attributes }) =>
      attacks.some((attack) => isAnswered(at, attack, attributes)),
    );
    return usesOf(
      unit,
      slots.map(({ skill }) => skill),
    );
  };
  return {
    ...{ allies, enemies, given, ofEnemies },
    allyAnswers: allies.flatMap((ally) => answers(ally, ofEnemies)),
    enemyAnswers: enemies.flatMap((enemy) => answers(enemy, given)),
  };
}

/** Whether a use of its own side, or of the other one, can raise or lower a part: 0 level, 1 to 4 from intellect to power. */
function changes(at: Skirmish, use: Use, part: number, raises: boolean, forOwnSide: boolean): boolean {
  const change = recordByte(at, use, 23);
  const ownSide = change >= 128 || heals(at, use);
  const isRaise = Math.floor(change / 32) % 4 === 3;
  return ownSide === forOwnSide && isRaise === raises && (change & (2 ** part)) !== 0;
}

/** Cells of a part: as it is, and the normal one that it drifts back to. */
function cellsOfPart(at: Skirmish, unit: number, part: number): readonly [now: number, normal: number] {
  const own = origin(at, unit);
  if (part === 0) return [levelOf(unit), own + (isAlly(unit) ? RECORD.level : SPECIES.level)];
  const stat = 4 - part;
  return [statOf(unit, stat), isAlly(unit) ? unit + ALLY.basePower + stat : own + SPECIES.power + stat];
}

/** Highest value that a part of an ally can have, 255 where it can be raised; lowest one of an enemy, 0 where it can be lowered. */
function limitOf(at: Skirmish, cast: Cast, unit: number, part: number): number {
  const [now, normal] = cellsOfPart(at, unit, part).map((cell) => byte(at, cell));
  const ofAllies = [...cast.given, ...cast.allyAnswers];
  const [own, others] = isAlly(unit) ? [ofAllies, cast.ofEnemies] : [cast.ofEnemies, ofAllies];
  const isChanged =
    own.some((use) => changes(at, use, part, isAlly(unit), true)) ||
    others.some((use) => changes(at, use, part, isAlly(unit), false));
  if (isAlly(unit)) return isChanged ? 255 : Math.max(now ?? 0, normal ?? 0);
  return isChanged || (part === 0 && onsetLowers(at, cast, unit)) ? 0 : Math.min(now ?? 0, normal ?? 0);
}

/** Those that were worked out; a cast is that of one state. */
const limits = new WeakMap<Cast, Map<number, number>>();

function limit(at: Skirmish, cast: Cast, unit: number, part: number): number {
  const known = limits.get(cast) ?? new Map<number, number>();
  limits.set(cast, known);
  const value = known.get(8 * unit + part) ?? limitOf(at, cast, unit, part);
  known.set(8 * unit + part, value);
  return value;
}

/** The highest of an ally, the lowest of an enemy. */
export const levelLimit = (at: Skirmish, cast: Cast, unit: number): number => limit(at, cast, unit, 0);

/** The same of a stat, 0 power to 3 intellect. */
const statLimit = (at: Skirmish, cast: Cast, unit: number, stat: number): number => limit(at, cast, unit, 4 - stat);

/** C1:CC2D: whether an abnormality that one of the attacks brings, from the front or from behind, can take the level down. */
function onsetLowers(at: Skirmish, { given, allyAnswers }: Cast, enemy: number): boolean {
  if (at.onsetLevel === 'none') return false;
  const species = origin(at, enemy);
  const turnsRound = ((byte(at, species + SPECIES.type) & 2) !== 0) !== (at.onsetLevel === 'negated');
  const rows = (at.bankD5[0x60] ?? 0) + 256 * (at.bankD5[0x61] ?? 0);
  const attacks = [...given, ...allyAnswers].filter((use) => !heals(at, use));
  return attacks.some((use) =>
    [recordByte(at, use, 13) % 16, 7].some((attribute) => {
      const pair = byte(at, species + SPECIES.counterAbnormality + Math.floor(attribute / 2));
      const ofSpecies = attribute % 2 === 0 ? Math.floor(pair / 16) : pair % 16;
      const ofSkill = recordByte(at, use, 22);
      if (ofSpecies === 0 && ofSkill < 128) return false;
      const stored = at.bankD5[rows + 8 * (ofSpecies === 0 ? ofSkill % 16 : ofSpecies) + 2] ?? 0;
      const change = stored < 128 ? stored : stored - 256;
      return turnsRound ? change > 0 : change < 0;
    }),
  );
}

/** The largest number of hits on one enemy. */
function mostHits(at: Skirmish, cast: Cast, use: Use): number {
  const pattern = recordByte(at, use, 19);
  const most = pattern % 16;
  const kind = Math.floor(pattern / 16) % 4;
  if (pattern >= 128 || kind === 2) return 1;
  if (kind === 1) return share(16 * most, Math.min(levelLimit(at, cast, use.user), 15)) + 1;
  return kind === 3 ? share(255, most) + 1 : most;
}

/** The most that a skill of an ally takes from an enemy. A lead of 0 counts less than one of less than 0. */
export function mostOfHits(at: Skirmish, cast: Cast, use: Use, enemy: number): number {
  const hits = mostHits(at, cast, use);
  if (heals(at, use) || hits === 0) return 0;
  if (byte(at, enemy) === 0xd0) return hits;
  const species = origin(at, enemy);
  const corrections = byte(at, species + SPECIES.corrections);
  const lowered = Math.max(corrections % 16, Math.floor(corrections / 16));
  const level = Math.max(levelLimit(at, cast, enemy) - lowered, 0);
  const sum = Math.min((recordByte(at, use, 17) % 16) + levelLimit(at, cast, use.user), 255);
  const lead = Math.min(Math.max(Math.min(sum + 8, 255) - level, 1), 24);
  const [coefficients, range] = [recordByte(at, use, 10), recordByte(at, use, 7)];
  const [strong, weak] = [Math.floor(range / 16) % 4, coefficients % 4];
  const own = statLimit(at, cast, use.user, strong);
  const defence = statLimit(at, cast, enemy, weak);
  const strength = Math.floor((lead * (coefficients - weak)) / 8) + ownShare(range, own);
  const attack = recordByte(at, use, 15) % 2 === 1 ? byte(at, origin(at, use.user) + RECORD.attack) : 0;
  const base = Math.floor((strength * Math.floor((255 - defence) / 2)) / 256) * 2 + attack;
  // the low byte of a quarter is drawn from: from 1,024 on the total is 999 anyway
  const single = base >= 1024 ? 999 : base + share(255, Math.floor(base / 4));
  return Math.min(Math.max(single, 1) * hits, 999);
}

const weaponOf = (at: Skirmish, { user }: Use): number => byte(at, origin(at, user) + RECORD.weaponStatuses);

/** Statuses that a use can bring, by the skill or the weapon. */
export function brought(at: Skirmish, use: Use): number {
  const own = heals(at, use) || recordByte(at, use, 18) === 0 ? 0 : recordByte(at, use, 9);
  return own | weaponOf(at, use);
}

/** The most that the fields take from an enemy at once: those that lie there or that somebody lays. */
export function mostOfFields(at: Skirmish, { given, allyAnswers, ofEnemies }: Cast, enemy: number): number {
  const species = origin(at, enemy);
  if ((byte(at, species + SPECIES.evade + 1) & 1) !== 0) return 0;
  const lying = Array.from({ length: 49 }, (_, cell) =>
    byte(at, CELL.fieldGrid + 8 * Math.floor(cell / 7) + (cell % 7)),
  );
  const laid = [...given, ...allyAnswers, ...ofEnemies].map((use) => 2 * (recordByte(at, use, 22) % 128));
  const kinds = new Set([...lying, ...laid].map((code) => Math.floor(code / 32)));
  const absorbs = Math.floor(byte(at, species + SPECIES.fieldAbsorb) / 16);
  const damages = [8, 16, 24, 32].filter((_, kind) => kinds.has(4 + kind) && (absorbs & (8 >> kind)) === 0);
  return Math.max(0, ...damages);
}

/** C1:1E5E: a sixteenth of the HP, where it is poisoned or can be. */
export function mostOfPoison(at: Skirmish, { given, allyAnswers }: Cast, enemy: number): number {
  const species = origin(at, enemy);
  const uses = [...given, ...allyAnswers];
  const can = uses.some((use) => (brought(at, use) & 8 & ~byte(at, species + SPECIES.immunity)) !== 0);
  if (!can && (byte(at, enemy + ENEMY.statuses) & 8) === 0) return 0;
  return Math.max(Math.floor(word(at, species + SPECIES.maxHp) / 16), 1);
}
