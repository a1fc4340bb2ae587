/** Records of the game's tables in words: what `lockstep data` prints. */

import { isReached, radiiOf, reachFromCell } from '../../../../core/live-a-live/field/marks.js';
import type { LiveALiveBattle } from '../../../../core/live-a-live/memory/machine.js';
import { allySkillRecord } from '../../../../core/live-a-live/memory/skill-record.js';
import { skillsOfCharacter } from '../../../../rom-map/tables/characters.js';
import { FACINGS } from '../../../../rom-map/tables/formations.js';
import {
  ABNORMALITIES,
  ALLY_SKILLS,
  CHARACTERS,
  FIELDS,
  type Formation,
  ITEMS,
  maxHpOf,
  RACES,
  SPECIES,
  STATUSES,
  sizeOf,
  skillsOfSpecies,
} from '../../../../rom-map/tables/index.js';
import { ATTRIBUTES, STATS } from '../../../../rom-map/tables/layouts.js';
import { hpOf } from '../../../../rom-map/tables/record-layout.js';
import { romajiOf, withoutLong } from '../../../../rom-map/tables/romaji.js';
import { editDistance, LockstepError } from '../../../base/index.js';

// A record by whatever people call it: id, number, Japanese name, or that name in Latin letters.

export interface Named {
  readonly number: number;
  readonly id: string;
  readonly japanese: string;
}

const SUGGESTED = 5;

function keysOf({ id, japanese }: Named): string[] {
  return [romajiOf(id), romajiOf(japanese)].filter((key) => key !== '');
}

/** Family name and given name of a Japanese name. */
function partsOf({ japanese }: Named): string[] {
  return japanese
    .split(/[\s\u3000\u30fb]+/u)
    .map(romajiOf)
    .filter((part) => part !== '');
}

/** The nearest records, best first. */
function nearestOf<Row extends Named>(rows: readonly Row[], word: string): Row[] {
  const score = (row: Row): number =>
    Math.min(...keysOf(row).map((key) => editDistance(word, key) - (key.includes(word) ? 100 : 0)));
  return [...rows]
    .map((row) => [score(row), row] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, SUGGESTED)
    .map(([, row]) => row);
}

/** Own records that a message names. */
const MOST_OWN = 3;

function shown({ id, japanese }: Named): string {
  return `${id} (${japanese})`;
}

/**
 * Every record of that name.
 * @param own records that the one asked about has itself, named first when there is none
 * @throws LockstepError `E_UNKNOWN_ID` with the nearest and the own ones
 */
export function findNamed<Row extends Named>(
  rows: readonly Row[],
  text: string,
  what: string,
  own: readonly Row[] = [],
): readonly Row[] {
  const isNumber = /^(?:0x[0-9a-f]+|\d+)$/i.test(text);
  if (isNumber) {
    const found = rows.filter(({ number }) => number === Number(text));
    if (found.length > 0) return found;
  }
  const word = romajiOf(text);
  const found = rows.filter((row) => keysOf(row).includes(word));
  if (found.length > 0) return found;
  const short = withoutLong(word);
  const alike = rows.filter((row) => keysOf(row).some((key) => withoutLong(key) === short));
  if (alike.length > 0) return alike;
  const partly = rows.filter((row) => partsOf(row).includes(word));
  if (partly.length > 0) return partly;
  const near = nearestOf(rows, word).map(shown).join(', ');
  const more = own.length > MOST_OWN ? ` and ${own.length - MOST_OWN} more` : '';
  const ownText = own.length === 0 ? '' : ` Its own: ${own.slice(0, MOST_OWN).map(shown).join(', ')}${more}`;
  throw new LockstepError('E_UNKNOWN_ID', `there is no ${what} ${text}`, {
    found: text,
    remedy: `The nearest: ${near}.${ownText}`,
  });
}

// Ranges, areas and formations drawn as grids of seven by seven cells.

const SIDE = 7;
const ROW = 8;
const CENTRE = 3;
const LIST_RECORDS = 256;
const RECORD_BYTES = 25;

/** Arrows of directions, as they lie for a user who faces down and right. */
const ARROWS = ['↘', '↓', '↙', '←', '↖', '↑', '↗', '→'] as const;

/** Address of a skill's record in the list of the allies or of the enemies. */
function recordOf({ machine }: LiveALiveBattle, number: number, isEnemys: boolean): number {
  return allySkillRecord(machine, 0) + RECORD_BYTES * (number + (isEnemys ? LIST_RECORDS : 0));
}

function grid(draw: (x: number, y: number) => string): string[] {
  return Array.from({ length: SIDE }, (_, y) => Array.from({ length: SIDE }, (__, x) => draw(x, y)).join(' '));
}

/** Range of a skill for a user `o` in the middle who faces down and right; `#` may be aimed at. */
function rangeGrid(battle: LiveALiveBattle, number: number, isEnemys: boolean): string[] {
  reachFromCell(battle.machine, recordOf(battle, number, isEnemys), ROW * CENTRE + CENTRE, 0);
  return grid((x, y) => {
    const reached = isReached(ROW * y + x);
    if (x === CENTRE && y === CENTRE) return reached ? '@' : 'o';
    return reached ? '#' : '.';
  });
}

/** Directions in which the range lies, for a user who faces down and right. */
function arrowsOf(battle: LiveALiveBattle, number: number, isEnemys: boolean): string {
  reachFromCell(battle.machine, recordOf(battle, number, isEnemys), ROW * CENTRE + CENTRE, 0);
  const ways: readonly (readonly [number, number])[] = [
    [1, 1],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
    [1, -1],
    [1, 0],
  ];
  const found = ways.map(([dx, dy]) =>
    [1, 2, 3].some((far) => isReached(ROW * (CENTRE + dy * far) + CENTRE + dx * far)),
  );
  return ARROWS.filter((_, index) => found[index]).join(' ');
}

/** Cells that a skill strikes round its target `x`. */
function areaGrid(battle: LiveALiveBattle, number: number, isEnemys: boolean): string[] {
  const radii = radiiOf(battle.machine, recordOf(battle, number, isEnemys));
  const [across, down] = [radii >> 4, radii & 0x0f];
  return grid((x, y) => {
    if (x === CENTRE && y === CENTRE) return 'x';
    return Math.abs(x - CENTRE) <= across && Math.abs(y - CENTRE) <= down ? '#' : '.';
  });
}

/** Allies as their numbers, enemies as letters in the order of the formation. */
function formationGrid({ allies, enemies }: Formation): string[] {
  return grid((x, y) => {
    const ally = allies.findIndex((place) => place?.x === x && place.y === y);
    if (ally >= 0) return String(ally + 1);
    const enemy = enemies.findIndex(({ species, place }) => {
      const { width, height } = sizeOf(SPECIES.rows[species]?.number ?? 0);
      return x >= place.x && x < place.x + width && y >= place.y && y < place.y + height;
    });
    return enemy < 0 ? '.' : String.fromCharCode(0x41 + enemy);
  });
}

/** A labelled line, or lines of a drawing below the label. */
export type Described = readonly (readonly [label: string, value: string | readonly string[]])[];

type Row<Table extends { readonly rows: readonly unknown[] }> = Table['rows'][number];
type SkillRow = Row<typeof ALLY_SKILLS>;
type SpeciesRow = Row<typeof SPECIES>;
type CharacterRow = Row<typeof CHARACTERS>;
type ItemRow = Row<typeof ITEMS>;

const SHARES = ['whole', 'half', 'a quarter', 'none'] as const;
const DEFENCE = ['1/4', '1/2', '1', '0'] as const;
const PATTERNS = ['all', 'by level', 'one in the area', 'drawn, up to'] as const;
const TRAJECTORIES = ['over everything', 'straight', 'piercing up to the target', 'piercing'] as const;
const CHANGES = ['to nothing', 'to one half', 'to three quarters', 'to five quarters and 1'] as const;
const CHANGED = ['level', 'intellect', 'body', 'speed', 'power'] as const;
const TYPES = ['COLLAPSE', 'BREAKDOWN', 'OBJECT', 'LEADER'] as const;
const LAID: Readonly<Record<number, string>> = { 4: 'water', 5: 'poison', 6: 'fire', 7: 'electric' };
const DISPLACEMENTS = ['a step back', 'a quarter turn', 'a half turn'] as const;

function bits(names: readonly string[], value: number, highest: number): string {
  return names.filter((_, index) => (value & (highest >> index)) !== 0).join(', ');
}

function lowBits(names: readonly string[], value: number): string {
  return names.filter((_, index) => ((value >> index) & 1) !== 0).join(', ');
}

function attributesText(value: number): string {
  return bits(ATTRIBUTES, value, 0x8000);
}

/**
 * What evaded attributes do: the total of a blow is halved, and 1 more, where the skill *before* it
 * had one of them (C1:E0A2, C1:CCA5).
 */
function evadedText(value: number): string {
  const text = attributesText(value);
  return text === '' ? '' : `a skill of ${text.replace(/, (?=[^,]*$)/u, ' or ')}`;
}

function nameOf(row: { readonly id: string; readonly japanese: string } | undefined, number: number): string {
  return row === undefined ? String(number) : `${row.id} ${row.japanese}`;
}

function kept(lines: readonly (readonly [string, string | readonly string[]])[]): Described {
  return lines.filter(([, value]) => value.length > 0);
}

/** Who learns a skill of the allies' list, and when. */
function learners(number: number): string {
  const found = CHARACTERS.rows.flatMap((row) => {
    const slot = number === 0 ? -1 : skillsOfCharacter(row).indexOf(number);
    return slot < 0 ? [] : [`${row.id} at level ${slot === 15 ? 16 : slot}`];
  });
  return found.join(', ');
}

/** Enemies that have the skill. */
function owners(number: number, isEnemys: boolean): string {
  const found = SPECIES.rows.filter(({ values }) => {
    const { skill1, skill2, skill3, skill4, allySkills } = values;
    return (allySkills === 0) === isEnemys && number !== 0 && [skill1, skill2, skill3, skill4].includes(number);
  });
  return found.map(({ id }) => id).join(', ');
}

function hitsText({ values }: SkillRow): string {
  if (values.heal === 1) return '';
  if (values.oneHit === 1 || values.hitPattern === 2) return 'one on everybody in the area';
  return `${PATTERNS[values.hitPattern] ?? ''} ${values.maxHits}`;
}

function damageText({ values }: SkillRow): string {
  const { ownStat, ownStatFactor, levelCoefficient, targetStat, heal, addsAttackPower } = values;
  if (heal === 1) return `recovers 4 x ${levelCoefficient} and a draw's share of ${levelCoefficient}`;
  const own = ownStatFactor === 3 ? '' : ` + ${SHARES[ownStatFactor]} of the own ${STATS[ownStat]}`;
  const weapon = addsAttackPower === 1 ? ', and the attack power' : '';
  return `level difference x ${levelCoefficient}/8${own}, against ${STATS[targetStat]}${weapon}; an ally's defence x ${DEFENCE[targetStat]}`;
}

function statusText({ values }: SkillRow): string {
  const names = bits(STATUSES, values.statuses, 0x80);
  if (names === '') return '';
  if (values.statusTime === 0 && values.statusOwnStat === 0 && values.statusTargetStat === 0) return `cures ${names}`;
  const [own, target] = [STATS[values.statusOwnStat], STATS[values.statusTargetStat]];
  return `${names}: own ${own} against ${target}, time x ${values.statusTime}`;
}

function changeText({ values }: SkillRow): string {
  if (values.changedStats === 0) return '';
  const who = values.changesUser === 1 ? "the user's" : "the target's";
  return `${who} ${lowBits(CHANGED, values.changedStats)} ${CHANGES[values.changeKind]}`;
}

export function describeSkill(battle: LiveALiveBattle, row: SkillRow, isEnemys: boolean): Described {
  const { values, number } = row;
  const around = values.surroundings === 1;
  const far = (values.range & 8) !== 0 ? ', and everything beyond three cells' : '';
  return kept([
    ['list', isEnemys ? 'enemies' : 'allies'],
    ['attribute', ATTRIBUTES[values.attribute] ?? ''],
    ['damage', damageText(row)],
    ['hits', hitsText(row)],
    ['skill level', String(values.level)],
    ['charge', values.charge === 0 ? '' : `${values.charge}`],
    ['range', around ? 'round the user' : `${arrowsOf(battle, number, isEnemys)}${far}`],
    ['', rangeGrid(battle, number, isEnemys)],
    ['trajectory', values.trajectory === 0 ? '' : (TRAJECTORIES[values.trajectory] ?? '')],
    ['area', areaGrid(battle, number, isEnemys)],
    ['statuses', statusText(row)],
    ['sure hit under', bits(STATUSES, values.sureHitUnder, 0x80)],
    ['unusable under', bits(STATUSES, values.unusableUnder, 0x80)],
    ['displacement', lowBits(DISPLACEMENTS, values.displacement & 7)],
    ['changes', changeText(row)],
    ['lays a field', LAID[values.fieldKind] ?? ''],
    ['abnormality', values.bringsAbnormality === 1 ? abnormalityText(values.abnormality) : ''],
    ['counters', attributesText(values.counters)],
    ['counter only', values.counterOnly === 1 ? 'yes' : ''],
    ['learned by', isEnemys ? '' : learners(number)],
    ['of enemies', owners(number, isEnemys)],
  ]);
}

/** `9 (charm, 魅了)`. */
function abnormalityText(id: number): string {
  const row = ABNORMALITIES[id];
  return row === undefined ? String(id) : `${id} (${row.label}, ${row.labelJapanese})`;
}

function onsetsText({ values }: SpeciesRow): string {
  const nibbles = [
    ...[values.onsetHand, values.onsetFoot, values.onsetThrust, values.onsetSharp, values.onsetBlunt],
    ...[values.onsetChoke, values.onsetFly, values.onsetBack, values.onsetFire, values.onsetWater],
    ...[values.onsetWind, values.onsetEarth, values.onsetSpirit, values.onsetGood, values.onsetEvil],
  ];
  return nibbles.flatMap((id, index) => (id === 0 ? [] : [`${ATTRIBUTES[index]} ${abnormalityText(id)}`])).join(', ');
}

function dropsText({ values: { drop1, drop2, drop3 } }: SpeciesRow): string {
  return [drop1, drop2, drop3].flatMap((item) => (item === 0 ? [] : [nameOf(ITEMS.rows[item], item)])).join(', ');
}

export function describeEnemy(row: SpeciesRow): Described {
  const { values, number } = row;
  const { width, height } = sizeOf(number);
  return kept([
    ['size', Array.from({ length: height }, () => '# '.repeat(width).trim())],
    ['level', String(values.level)],
    ['HP', String(maxHpOf(row))],
    ['stats', STATS.map((stat) => `${stat} ${values[stat as 'power' | 'speed' | 'body' | 'intellect']}`).join(', ')],
    [
      'skills',
      skillsOfSpecies(row)
        .map((skill) => nameOf(skill, skill.number))
        .join(', '),
    ],
    ['moves instead', `${values.moveFrequency} of 32, pattern ${values.movePattern}`],
    ['type', lowBits(TYPES, values.type)],
    ['race', RACES[values.race] ?? ''],
    ['immune to', bits(STATUSES, values.immuneStatuses, 0x80)],
    ['half damage after', evadedText(values.evadeAttributes)],
    ['abnormality when hit by', onsetsText(row)],
    ['level from behind', values.backCorrection === 0 ? '' : `-${values.backCorrection}`],
    ['level from the side', values.sideCorrection === 0 ? '' : `-${values.sideCorrection}`],
    ['absorbs fields of', bits(FIELDS, values.fieldAbsorb, 0x08)],
    ['immune to fields', values.fieldImmune === 1 ? 'yes' : ''],
    ['drops', dropsText(row)],
  ]);
}

export function describeCharacter(row: CharacterRow): Described {
  const { values } = row;
  const skills = skillsOfCharacter(row).flatMap((skill, slot) =>
    skill === 0 ? [] : [`level ${slot === 15 ? 16 : slot}: ${nameOf(ALLY_SKILLS.rows[skill], skill)}`],
  );
  const growth = (sure: number, drawn: number): string => (drawn < 2 ? String(sure) : `${sure}..${sure + drawn - 1}`);
  return kept([
    ['level', String(values.level)],
    ['HP', String(hpOf(values.hpCode))],
    ['stats', `power ${values.power}, speed ${values.speed}, body ${values.body}, intellect ${values.intellect}`],
    ['skills', skills],
    [
      'a level adds',
      `power ${growth(values.powerGrowth, values.powerGrowthDrawn)}, speed ${growth(values.speedGrowth, values.speedGrowthDrawn)}, body ${growth(values.bodyGrowth, values.bodyGrowthDrawn)}, intellect ${growth(values.intellectGrowth, values.intellectGrowthDrawn)}`,
    ],
    ['immune to', bits(STATUSES, values.immuneStatuses, 0x80)],
    ['half damage after', evadedText(values.evadeAttributes)],
    ['level from behind', values.backCorrection === 0 ? '' : `-${values.backCorrection}`],
    ['level from the side', values.sideCorrection === 0 ? '' : `-${values.sideCorrection}`],
  ]);
}

const SLOTS = ['', 'head', 'right hand', 'left hand', 'body', 'legs', 'accessory', 'any'];
const KINDS: Readonly<Record<number, string>> = {
  2: 'recovers, endless',
  3: 'recovers, once',
  4: 'attacks, endless',
  5: 'attacks, once',
};

export function describeItem(row: ItemRow): Described {
  const { values } = row;
  const stats = STATS.flatMap((stat) => {
    const value = values[stat as 'power' | 'speed' | 'body' | 'intellect'];
    return value === 0 ? [] : [`${stat} ${value > 0 ? '+' : ''}${value}`];
  });
  const start =
    values.startAbnormality === 0
      ? ''
      : `${abnormalityText(values.startAbnormality)} on ${RACES[values.startRace] ?? ''}`;
  return kept([
    ['worn', SLOTS[values.mainSlot] ?? ''],
    ['use', KINDS[values.kind] ?? ''],
    ['skill', values.skill === 0 ? '' : nameOf(ALLY_SKILLS.rows[values.skill], values.skill)],
    ['attack or defence', values.attackOrDefence === 0 ? '' : String(values.attackOrDefence)],
    ['stats', stats.join(', ')],
    ['immune to', bits(STATUSES, values.immuneStatuses, 0x80)],
    ['half damage after', evadedText(values.evadeAttributes)],
    ['absorbs fields of', bits(FIELDS, values.fieldAbsorb, 0x08)],
    ['adds', bits(STATUSES, values.addedStatuses, 0x80)],
    ['abnormality at the start', start],
  ]);
}

export function describeFormation(formation: Formation): Described {
  const enemies = formation.enemies.map(({ species, place }, index) => {
    const name = nameOf(SPECIES.rows[species], species);
    return `${String.fromCharCode(0x41 + index)} ${name} at ${place.x},${place.y}, faces ${FACINGS[place.facing]}`;
  });
  const allies = formation.allies.flatMap((place, index) =>
    place === null ? [] : [`${index + 1} at ${place.x},${place.y}, faces ${FACINGS[place.facing]}`],
  );
  return kept([
    ['field', formationGrid(formation)],
    ['enemies', enemies],
    ['allies', allies],
    ['party level', formation.partyLevel === 0 ? '' : String(formation.partyLevel)],
    ['item rate', `${formation.itemRate} of 16`],
    ['mode', formation.mode === 0 ? '' : `${formation.mode}: a special battle`],
  ]);
}
