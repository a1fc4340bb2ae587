/**
 * The form of a setup and of a what-if query as they are published. Source: the readers in
 * `setup.ts`, `skill-data.ts` and `what-if.ts`, which are stricter where fields depend on one
 * another.
 */
import {
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  TEXT,
  tableShape,
  wordShape,
} from '../system/data-shape.js';
import { SAFE_INTEGER, type Span, UINT8, UINT16 } from '../system/plain-data.js';
import { Lasts, Phase, Rank, Slot, Stat, Timing } from './names.js';
import { LIMITS } from './setup.js';
import { POOL_CHANGE } from './skill-data.js';
import { switches } from './switches.js';

const wordsOf = (words: object): ReturnType<typeof wordShape> => wordShape(Object.keys(words));
const base: Span = [0, LIMITS.stat];
const COUNT: Span = [1, Number.MAX_SAFE_INTEGER];

const CHANGE: readonly FieldShape[] = [
  required('stat', wordsOf(Stat), 'what changes'),
  required('amount', integerShape(POOL_CHANGE), 'by how much; -99 to 99 but for hp, mp and lp'),
  optional('target', wordShape(['self', 'other']), 'the user, or the target of the activation', '`self`'),
  optional('lasts', wordsOf(Lasts), 'how long a stat changes; hp, mp and lp change now', '`now`, which no stat takes'),
];

const EFFECT: readonly FieldShape[] = [
  required('number', integerShape([1, 15]), 'H31: its serial number'),
  required('timing', wordsOf(Timing), 'H17: when it works'),
  optional('cost', integerShape(UINT16), 'MP of an activation', '0'),
  optional('text', TEXT, 'its text; what it says in numbers is repeated in changes', 'empty'),
  optional('changes', listShape(tableShape(CHANGE), 8), 'what it changes', 'none'),
  optional('refersTo', listShape(TEXT, 32), 'lineages: the activation names a skill with one of them', 'no skill'),
  optional('disables', wordsOf(Lasts), 'how long that skill is off', '`now`: not at all'),
];

const SKILL: readonly FieldShape[] = [
  required('id', TEXT, 'up to 32 lower case letters, digits and hyphens'),
  optional('name', TEXT, 'what people call it', 'the id'),
  optional('kind', wordShape(['skill', 'noblePhantasm']), 'H31: which of the two', '`skill`'),
  optional('category', TEXT, 'class of a noble phantasm, such as anti-unit', 'empty'),
  required('rank', TEXT, 'H15: E to A with up to three +, or EX'),
  optional('flavour', TEXT, 'its flavour text', 'empty'),
  required('secrecy', wordsOf(Rank), 'H16: who learns of it'),
  required('lineages', listShape(TEXT, 32), 'H31: one at least'),
  required('effects', listShape(tableShape(EFFECT), 15), 'H31: one at least'),
];

const UNIT: readonly FieldShape[] = [
  required('id', TEXT, 'what commands and cells call it; lower case letters, digits and hyphens'),
  optional('name', TEXT, 'what people call it', 'the id'),
  required('kind', wordShape(['master', 'servant']), 'which half of a pair it is'),
  optional('class', TEXT, 'class of a servant', 'empty'),
  optional('attribute', TEXT, 'principle and character', 'empty'),
  required('str', integerShape(base), 'strength'),
  required('con', integerShape(base), 'constitution'),
  required('agi', integerShape(base), 'agility'),
  required('mag', integerShape(base), 'magic'),
  optional('luk', integerShape(UINT8), 'luck', '0'),
  optional('np', integerShape(UINT8), 'noble phantasm', '0'),
  optional('hp', integerShape([1, LIMITS.hp]), 'HP at the start', 'the maximum'),
  required('maxHp', integerShape([1, LIMITS.hp]), 'maximum of HP'),
  optional('mp', integerShape(UINT16), 'MP at the start', 'the maximum'),
  required('maxMp', integerShape(UINT16), 'maximum of MP'),
  optional('lp', integerShape(UINT8), 'H14: LP at the start', 'the maximum'),
  optional('maxLp', integerShape(UINT8), 'maximum of LP', '0'),
  optional('advantage', integerShape(UINT8), 'H22: advantage', '0'),
  optional('upkeep', integerShape(UINT16), 'H3: MP a turn; a servant must have it, a master has none'),
  optional('skills', listShape(tableShape(SKILL), LIMITS.skills), 'skills and noble phantasms', 'none'),
];

const PAIR: readonly FieldShape[] = [
  required('id', TEXT, 'what commands and cells call it'),
  optional('master', TEXT, 'id of its master', 'a servant alone'),
  optional('servant', TEXT, 'id of its servant', 'a master alone'),
  optional('seals', integerShape(UINT8), 'H28: command seals left', 'the switch seals'),
  optional('soulEaten', integerShape(UINT16), 'H11: MP ever gained by soul eating', '0'),
  optional('exposed', FLAG, 'H11: its secret is out; so it is from 10 souls on', '`false`'),
  optional('base', TEXT, 'the area it lives in', 'unknown'),
];

const REASON: readonly FieldShape[] = [
  required('id', TEXT, 'what commands call it'),
  required('text', TEXT, 'the reason in words'),
];

export const SETUP_SHAPE: TableShape = tableShape([
  optional('day', integerShape([1, UINT16[1]]), 'H1: the day', '1'),
  optional('slot', wordsOf(Slot), 'H1: morning, afternoon or late night', '`am`'),
  optional('phase', wordsOf(Phase), 'H2: where the war begins', '`preparation`'),
  optional('areas', listShape(TEXT, LIMITS.areas), 'H7: the areas of the town', 'none'),
  optional('reasons', listShape(tableShape(REASON), LIMITS.reasons), 'H31: reasons that rulings name', 'none'),
  required('units', listShape(tableShape(UNIT), LIMITS.units), 'masters and servants; each is in one pair'),
  required('pairs', listShape(tableShape(PAIR), LIMITS.pairs), 'a master, a servant or both'),
]);

const SWITCH_FIELDS = switches.map(({ name, values, evidence }) => {
  const numbers = values.filter((value) => typeof value === 'number');
  const value = numbers.length > 0 ? integerShape([Math.min(...numbers), Math.max(...numbers)]) : undefined;
  return optional(name, value ?? wordShape(values.map(String)), evidence);
});

export const QUERY_SHAPE: TableShape = tableShape([
  required('units', listShape(TEXT, 16), 'who fights; two at least'),
  optional('sides', listShape(integerShape(SAFE_INTEGER), 16), 'the side of each, in the same order', 'each its own'),
  optional('notPaying', listShape(TEXT, 16), 'H20: who does not pay for points', 'nobody'),
  optional('noAttack', listShape(TEXT, 16), 'H21: who renounces the attack', 'nobody'),
  optional('view', wordShape(['outcomes', 'splits']), 'losses of all, or each split of the first of two', '`outcomes`'),
  optional('limit', integerShape(COUNT), 'most combinations to count; more than two units need it', 'none'),
  optional('switches', tableShape(SWITCH_FIELDS), 'the ruleset of the answer', 'all defaults'),
]);
