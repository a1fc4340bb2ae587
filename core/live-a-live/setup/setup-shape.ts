/**
 * The form of a played battle's set-up as it is published. Source: the readers in
 * `played-set-up.ts`, `set-up-party.ts` and `set-up-enemies.ts`, which are stricter where fields
 * depend on one another.
 */
import { ATTRIBUTES, CHAPTERS } from '../../../rom-map/tables/layouts.js';
import {
  eitherShape,
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  nameShape,
  optional,
  required,
  type TableShape,
  tableShape,
  wordShape,
} from '../../system/data-shape.js';
import { UINT8, UINT16 } from '../../system/plain-data.js';
import { INVENTORY_SLOTS, SKILL_SLOTS, STAT_NAMES } from '../memory/character-entry.js';
import { CHARACTER, ENEMY_SPECIES, ITEM, SKILL } from '../memory/unit-names.js';
import { EQUIPMENT_SLOTS } from './equipment.js';
import { formationNames } from './formation.js';
import { PRESETS } from './presets.js';
import { GROWTH_DRAWS } from './set-up-party.js';

import * as span from './setup-spans.js';

const OWN = 'that of level and equipment';
const BYTES = listShape(integerShape(UINT8), span.GENERATOR_BYTES);

const MEMBER: readonly FieldShape[] = [
  required('character', CHARACTER, 'who it is: a name or a number'),
  optional('level', integerShape(span.LEVEL), 'its level', 'the one that it begins with'),
  optional('growth', eitherShape(wordShape(GROWTH_DRAWS), BYTES), 'draws of the levels before', '`middle`'),
  optional('equipment', listShape(ITEM, EQUIPMENT_SLOTS), 'what it wears', 'what it begins with'),
  optional('hp', integerShape(span.HP), 'HP now', 'the greatest HP'),
  optional('maxHp', integerShape(span.HP), 'the greatest HP', OWN),
  ...STAT_NAMES.map((stat) => optional(stat, integerShape(span.STAT), `the stat ${stat}`, OWN)),
  optional('attack', integerShape(span.GEAR), 'attack of the right hand', OWN),
  optional('defence', integerShape(UINT8), 'defence of the equipment', OWN),
  optional('experience', integerShape(span.EXPERIENCE), 'experience towards the next level', '0'),
  optional('skills', listShape(SKILL, SKILL_SLOTS), 'what it has learned', 'the skills of its level'),
  optional('leftItem', ITEM, 'the item in the left hand', OWN),
  optional('x', integerShape(span.CELL), 'column from the left', "the formation's"),
  optional('y', integerShape(span.CELL), 'row from the top', "the formation's"),
  optional(
    'facing',
    integerShape(span.FACING),
    '0 lower right, 1 lower left, 2 upper right, 3 upper left',
    "the formation's",
  ),
];

const ENEMY: readonly FieldShape[] = [
  required('species', ENEMY_SPECIES, 'what it is: a name or a number'),
  optional('x', integerShape(span.CELL), 'column from the left; needed without a formation'),
  optional('y', integerShape(span.CELL), 'row from the top; needed without a formation'),
  optional('facing', integerShape(span.FACING), '0 lower right, 1 lower left, 2 upper right, 3 upper left', '0'),
  optional('hp', integerShape(UINT16), 'HP now', 'the greatest HP of its kind'),
  optional('maxHp', integerShape(span.ENEMY_HP), 'the greatest HP of its kind', "its record's"),
  optional('level', integerShape(span.ENEMY_LEVEL), 'level of its kind', "its record's"),
  ...STAT_NAMES.map((stat) => optional(stat, integerShape(UINT8), `the stat ${stat} of its kind`, "its record's")),
];

const FRAMES: readonly FieldShape[] = [
  optional('enemyStep', integerShape(span.STEP_FRAMES), "frames of an enemy's step", '12'),
  optional('allySkill', integerShape(UINT16), "frames of an ally's skill", '0, left out of the count'),
  optional('enemySkill', integerShape(UINT16), "frames of an enemy's skill", '0, left out of the count'),
  optional('window', integerShape(UINT16), 'frames of a window', '0, left out of the count'),
  optional('start', integerShape(UINT16), "frames of the battle's start", '0, left out of the count'),
];

export const PLAYED_SETUP_SHAPE: TableShape = tableShape([
  optional(
    'preset',
    wordShape(PRESETS.map(({ id }) => id)),
    'a party of a chapter as a guide sends it into a battle, and the battle; what stands beside it goes before it',
    'none',
  ),
  optional(
    'formation',
    eitherShape(integerShape(UINT8), nameShape('formation', formationNames())),
    'a formation by its number, or by the enemy that stands alone in exactly one; or else `enemies`',
  ),
  optional(
    'places',
    listShape(listShape(integerShape(span.CELL), 2), span.MAX_ENEMIES),
    "where the formation's enemies were seen at the start: column and row of each, in the formation's order",
    "the formation's; the game shifts them",
  ),
  optional('scenario', eitherShape(integerShape(span.SCENARIO), wordShape(CHAPTERS)), 'the chapter', "the formation's"),
  optional(
    'party',
    listShape(tableShape(MEMBER), span.MAX_MEMBERS),
    'one to four members',
    "the preset's; needed without one",
  ),
  optional(
    'enemies',
    listShape(tableShape(ENEMY), span.MAX_ENEMIES),
    'the enemies, where no formation is given; beside one, figures of kinds that stand in it, one table for each kind',
  ),
  optional('partyLevel', integerShape(span.PARTY_LEVEL), 'level of the listed enemies', '0'),
  optional('itemRate', integerShape(span.ITEM_RATE), 'how often the listed enemies drop items', '0'),
  optional('items', listShape(ITEM, INVENTORY_SLOTS), 'items at hand', 'none'),
  optional('escape', FLAG, 'whether the battle can be left', 'as the formation has it'),
  optional('generator', BYTES, 'bytes 0338-033B of the battle generator', '0, seeded at the first draw'),
  optional('timer', integerShape(UINT16), 'the battle timer', '65535'),
  optional('mapGenerator', integerShape(UINT16), 'the generator of the map, which seeds', '0'),
  optional('fieldCounter', integerShape(UINT8), 'which damage field fires next', '0'),
  optional('previousAttribute', wordShape(ATTRIBUTES), 'attribute of the last skill before the battle', '`none`'),
  optional('frames', tableShape(FRAMES), 'frames that no source gives', 'each its own'),
]);
