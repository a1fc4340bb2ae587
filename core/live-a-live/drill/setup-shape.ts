/** The form of the turn engine's set-up as it is published. Source: the readers in `set-up.ts`. */
import {
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  tableShape,
  wordShape,
} from '../../system/data-shape.js';
import { UINT8, UINT16 } from '../../system/plain-data.js';
import { STAT_NAMES } from '../memory/character-entry.js';
import * as span from './set-up-spans.js';
import { DRILL_OPERATIONS, DRILL_RECORDS } from './skills.js';

const STATS = STAT_NAMES.map((stat) => optional(stat, integerShape(UINT8), `the stat ${stat}`, '0'));
const CELL = integerShape(span.CELL);
const QUARTER = integerShape(span.QUARTER);

const ALLY = [
  optional('id', integerShape(span.ID), 'number of the character', 'its place in the list'),
  optional('level', integerShape(UINT8), 'its level', '1'),
  optional('hp', integerShape(span.HP), 'HP', '100'),
  ...STATS,
  optional('x', CELL, 'column from the left', 'its place in the list'),
  optional('y', CELL, 'row from the top', '6'),
  optional('facing', QUARTER, '0 lower right, 1 lower left, 2 upper right, 3 upper left', '3'),
];

const SPECIES = [
  optional('id', integerShape(UINT8), 'number of the species', 'its place in the list'),
  optional('level', integerShape(span.LEVEL_BYTE), 'its level', '1'),
  optional('hp', integerShape(span.SPECIES_HP), 'HP; above 127 a multiple of 16', '100'),
  ...STATS,
  optional('type', integerShape(UINT8), 'the byte of its type', '0'),
  optional('width', integerShape(span.SIZE), 'columns that it takes up', '0, none'),
  optional('height', integerShape(span.SIZE), 'rows that it takes up', '0, none'),
];

const ENEMY = [
  optional('species', QUARTER, 'place of its species in the list', '0'),
  optional('state', integerShape(UINT8), 'the byte of its state', '255'),
  optional('x', CELL, 'column from the left', '0'),
  optional('y', CELL, 'row from the top', '0'),
  optional('facing', QUARTER, '0 lower right, 1 lower left, 2 upper right, 3 upper left', '0'),
];

const EFFECT = [
  required('operation', wordShape(Object.keys(DRILL_OPERATIONS)), 'what it does'),
  ...['a', 'b', 'c'].map((name) => optional(name, integerShape(UINT8), 'a value of the operation', '0')),
];

const SKILL = [
  optional('charge', integerShape(UINT8), 'frames of its charge', '0'),
  optional('passesNoTime', FLAG, 'whether it takes no time', '`false`'),
  optional('effects', listShape(tableShape(EFFECT), span.MAX_EFFECTS), 'what it does', 'none'),
];

export const FRAME_SETUP_SHAPE: TableShape = tableShape([
  optional('allies', listShape(tableShape(ALLY), span.MAX_ALLIES), 'the allies', 'none'),
  optional('species', listShape(tableShape(SPECIES), span.MAX_SPECIES), 'kinds of enemies', 'none'),
  optional('enemies', listShape(tableShape(ENEMY), span.MAX_ENEMIES), 'the enemies', 'none'),
  optional('skills', listShape(tableShape(SKILL), DRILL_RECORDS), 'skills of the test ROM', 'none'),
  optional('generator', listShape(integerShape(UINT8), span.GENERATOR_BYTES), 'bytes 0338-033B', '0'),
  optional('timer', integerShape(UINT16), 'the battle timer', '65535'),
  optional('mapGenerator', integerShape(UINT16), 'the generator of the map', '0'),
  optional('order', listShape(integerShape(UINT8), span.MAX_ALLIES), 'ranks of the allies', '0, 1, 2, 3'),
]);
