/**
 * The form of a setup and of a query as they are published. Source: the readers in `setup.ts`,
 * `specials.ts` and `odds.ts`, which are stricter where fields depend on one another.
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
  type ValueShape,
  wordShape,
} from '../system/data-shape.js';
import { INT8, type Span, UINT8 } from '../system/plain-data.js';
import { MEASURED } from './commands.js';
import { FRAMES } from './frames.js';
import { AFTER_RESOLVE, CONDITIONS, SIDES_OF_SPECIALS } from './specials.js';
import { SWITCHES } from './switches.js';

const BYTE = integerShape(UINT8);
const DELTA = integerShape(INT8);
const POSITIVE: Span = [1, UINT8[1]];
const BIT: ValueShape = { is: 'either', forms: [FLAG, integerShape([0, 1])] };

const WEAPON: readonly FieldShape[] = [
  required('id', TEXT, 'what commands call it'),
  required('hit', BYTE, 'K3: dice'),
  required(
    'rng',
    { is: 'either', forms: [integerShape(POSITIVE), wordShape(['C'])] },
    'K4, K5: range, or C for close combat',
  ),
  required('pow', BYTE, 'K12: added to the successes'),
  optional('pen', BYTE, 'K12: taken from the armour', '0'),
  optional('indirect', FLAG, 'K6: may aim at what only an ally sees', '`false`'),
  optional('powerAttack', FLAG, 'p48: has the power attack', '`false`'),
];

const UNIT: readonly FieldShape[] = [
  required('id', TEXT, 'what commands call it'),
  required('side', integerShape([0, 1]), 'whose it is'),
  optional('frame', wordShape(Object.keys(FRAMES)), 'p25: gives HP, Arm and MV'),
  optional('hp', integerShape(POSITIVE), 'K15: damage that destroys it', 'that of the frame; required without one'),
  optional('arm', BYTE, 'K12: armour', 'that of the frame; required without one'),
  optional('mv', BYTE, 'p23: squares that it walks', 'that of the frame, else 0'),
  optional('x', BYTE, 'column', '0'),
  optional('y', BYTE, 'row', '0'),
  optional('level', BYTE, 'height', '0'),
  optional('damage', BYTE, 'damage taken, less than HP', '0'),
  optional('risk', BYTE, 'K7: risk gathered', '0'),
  optional('weapons', listShape(TEXT), 'ids of the weapons that it carries', 'none'),
  optional('commander', FLAG, 'commander or companion', '`false`'),
  optional('enhance', FLAG, 'p48: a commander who may enhance', '`false`'),
  optional('shield', FLAG, 'p48: may defend', '`false`'),
  optional('largeWeapon', FLAG, 'p48: may not evade', '`false`'),
  optional('faction', TEXT, 'p48: a companion of TO may counter', 'none'),
];

const NUMBERS: readonly FieldShape[] = [
  optional(
    'needs',
    listShape(listShape(wordShape(Object.keys(CONDITIONS)))),
    'who may declare it: one of these lists must be met as a whole',
    'p48 for the five, everybody for one of your own',
  ),
  optional('poolDelta', DELTA, 'dice more or less', '0'),
  optional('successMin', integerShape([0, 6]), 'KA12: lowest face that succeeds, 2 to 6; 0 leaves it', '0'),
  optional('powDelta', DELTA, 'added to Pow', '0'),
  optional('armDelta', DELTA, 'added to Arm', '0'),
  optional('afterResolve', wordShape(AFTER_RESOLVE), 'p56: the movement that follows the result', '`none`'),
];

const SPECIAL: readonly FieldShape[] = [
  optional(
    'side',
    wordShape(Object.keys(SIDES_OF_SPECIALS)),
    'whose it is; only for an action of your own, which must have it',
  ),
  ...NUMBERS,
];

const OBJECTIVE: readonly FieldShape[] = [
  required('x', BYTE, 'column of its middle'),
  required('y', BYTE, 'row of its middle'),
];

export const SETUP_SHAPE: TableShape = tableShape([
  required('weapons', listShape(tableShape(WEAPON), 254), 'the weapons'),
  required('units', listShape(tableShape(UNIT), 32), 'the units of both sides'),
  optional(
    'specials',
    { is: 'entries', of: tableShape(SPECIAL) },
    'numbers of enhance, powerAttack, counter, evade and defend, and up to three actions of your own; the seed gives no numbers',
    'the five, which change nothing',
  ),
  optional('objectives', listShape(tableShape(OBJECTIVE)), 'p39: their middle squares', 'none'),
  optional('rounds', integerShape([1, 254]), 'p40: how many', '6'),
]);

const ATTACK: readonly FieldShape[] = [
  required('attacker', TEXT, 'who attacks'),
  required('weapon', TEXT, 'a weapon of the attacker'),
  optional('distance', integerShape([MEASURED, UINT8[1]]), 'distance; -1 measures the positions', '-1'),
  optional('visible', BIT, 'K2: the attacker sees the target', '1'),
  optional('allySees', BIT, 'K6: an ally sees it', '0'),
  optional('mutualClear', BIT, 'K8: free line, half of each silhouette seen both ways', '0'),
  optional('specials', listShape(TEXT), 'special actions in the order of their declaration', 'none'),
];

const SWITCH_FIELDS = SWITCHES.map(({ name, values, evidence }) =>
  optional(name, wordShape(values.map(String)), evidence),
);

export const QUERY_SHAPE: TableShape = tableShape([
  ...ATTACK,
  required('target', TEXT, 'who is attacked'),
  optional('attacks', integerShape([1, 16]), 'how often', '1'),
  optional('followedBy', listShape(tableShape(ATTACK)), 'further attacks on the same target', 'none'),
  optional('by', wordShape(['result', 'damage', 'dice']), 'what is counted', '`result`'),
  optional('switches', tableShape(SWITCH_FIELDS), 'the ruleset of the answer', 'all defaults'),
]);
