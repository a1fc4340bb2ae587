/**
 * Records of the tables in bank D5. Layouts: hosoboso/livealive@29c15e1 sfc/analysis/d5.html; bytes
 * 27 and 28 of a species by the routine that reads them (C1:FC78). Bytes without a field are
 * unknown: skill 0-5, 16, 20, 24 and bits 12.7, 12.3-2, 13.4, 19.6, 21.3; species 3; character
 * 42-43; item 1.1.
 */
import { bitField, recordLayout } from './record-layout.js';

/** 15 attributes. The sixteenth nibble is the race and stands for the attribute `none`. */
export const ATTRIBUTES: readonly string[] =
  'hand foot thrust sharp blunt choke fly back fire water wind earth spirit good evil none'.split(' ');

/** The chapters by their number, as the cell `scenario` holds it. */
export const CHAPTERS: readonly string[] =
  'medieval prehistoric science-fiction kung-fu western present-day near-future bakumatsu last'.split(' ');

/** Statuses from bit 7 down. */
export const STATUSES: readonly string[] = 'petrify drunk sleep paralysis poison arm-lock leg-lock neck-lock'.split(
  ' ',
);

/** Damage fields from bit 3 down. */
export const FIELDS: readonly string[] = ['water', 'poison', 'fire', 'electric'];

/** Stats in the order of their numbers 0..3. */
export const STATS: readonly string[] = ['power', 'speed', 'body', 'intellect'];

/** Races by their number; 0 and 9 are none. */
export const RACES: readonly string[] =
  ' superhuman youkai demon raptor insect machine plant small-animal  large-animal alien mollusc matter magical-life dinosaur'.split(
    ' ',
  );

/** Bits of a species' type. */
export const TYPE_COLLAPSE = 1;
export const TYPE_BREAKDOWN = 2;
export const TYPE_OBJECT = 4;
export const TYPE_LEADER = 8;

/**
 * A species, 32 bytes. `hpCode`: see `hpOf`. `onset...`: abnormality caused by an attack of the
 * attribute, 0 = none. `sizeIndex`: entry of the size table. `allySkills`: the four skills are of
 * the allies' list.
 */
export const SPECIES_LAYOUT = recordLayout(
  32,
  bitField('movePattern', 0),
  bitField('fieldAbsorb', 1, 0xf0, 'fields'),
  bitField('moveFrequency', 1, 0x0f),
  bitField('sizeIndex', 2, 0xff, 'hex'),
  bitField('hpCode', 4, 0xff, 'hp'),
  bitField('power', 5),
  bitField('speed', 6),
  bitField('body', 7),
  bitField('intellect', 8),
  bitField('allySkills', 9, 0x80, 'flag'),
  bitField('level', 9, 0x7f),
  bitField('immuneStatuses', 10, 0xff, 'statuses'),
  bitField('skill1', 11, 0xff, 'skill'),
  bitField('skill2', 12, 0xff, 'skill'),
  bitField('skill3', 13, 0xff, 'skill'),
  bitField('skill4', 14, 0xff, 'skill'),
  bitField('nameClass', 15, 0xf0),
  bitField('type', 15, 0x0f, 'hex'),
  bitField('onsetHand', 16, 0xf0),
  bitField('onsetFoot', 16, 0x0f),
  bitField('onsetThrust', 17, 0xf0),
  bitField('onsetSharp', 17, 0x0f),
  bitField('onsetBlunt', 18, 0xf0),
  bitField('onsetChoke', 18, 0x0f),
  bitField('onsetFly', 19, 0xf0),
  bitField('onsetBack', 19, 0x0f),
  bitField('onsetFire', 20, 0xf0),
  bitField('onsetWater', 20, 0x0f),
  bitField('onsetWind', 21, 0xf0),
  bitField('onsetEarth', 21, 0x0f),
  bitField('onsetSpirit', 22, 0xf0),
  bitField('onsetGood', 22, 0x0f),
  bitField('onsetEvil', 23, 0xf0),
  bitField('race', 23, 0x0f),
  bitField('drop1', 24, 0xff, 'item'),
  bitField('drop2', 25, 0xff, 'item'),
  bitField('drop3', 26, 0xff, 'item'),
  bitField('startStatuses', 27, 0xff, 'statuses'),
  bitField('startAbnormality', 28, 0xff, 'hex'),
  bitField('backCorrection', 29, 0xf0),
  bitField('sideCorrection', 29, 0x0f),
  bitField('evadeAttributes', 30, 0xfffe, 'attributes', 0),
  bitField('fieldImmune', 31, 0x01, 'flag'),
);
export type SpeciesField = (typeof SPECIES_LAYOUT.fields)[number]['name'];

/**
 * A skill, 25 bytes. `directions`: high nibble ahead, low nibble the other four, for a user who
 * faces down and right; 0 = round the user. `ownStatFactor`: 0 whole, 1 half, 2 quarter, 3 none.
 * `range`: cells 1, 2, 3 in bits 0-2, everything beyond in bit 3. `targetStat` also chooses the
 * share of the defence: 1/4, 1/2, 1, 0. `area`: 0 one cell, 1 3x3, 2 5x5, 3 everything; `wideArea`
 * other than 0 wins: 1-3 rows +-0, 1, 2, 4, 5, 7 columns +-0, 1, 2. `hitPattern`: 0 all hits, 1 by
 * level, 2 one hit in the area (as `oneHit`), 3 drawn. `charge`: frames, a multiple of 16.
 * `fieldKind`: 4 water, 5 poison, 6 fire, 7 electric. `changeKind`: 0 to nothing, 1 half, 2 three
 * quarters, 3 five quarters and 1; `changedStats`: level 1, intellect 2, body 4, speed 8, power 16.
 * `statuses` with a `statusOwnStat`, `statusTargetStat` and `statusTime` of 0 are cured.
 */
export const SKILL_LAYOUT = recordLayout(
  25,
  bitField('directions', 6, 0xff, 'hex'),
  bitField('ownStatFactor', 7, 0xc0),
  bitField('ownStat', 7, 0x30),
  bitField('range', 7, 0x0f, 'hex'),
  bitField('unusableUnder', 8, 0xff, 'statuses'),
  bitField('statuses', 9, 0xff, 'statuses'),
  bitField('levelCoefficient', 10, 0xfc, 'number', 0),
  bitField('targetStat', 10, 0x03),
  bitField('trajectory', 11, 0xc0),
  bitField('displacement', 11, 0x3f, 'hex'),
  bitField('sureHitUnder', 12, 0x70, 'statuses'),
  bitField('area', 12, 0x03),
  bitField('heal', 13, 0x80, 'flag'),
  bitField('counterOnly', 13, 0x40, 'flag'),
  bitField('surroundings', 13, 0x20, 'flag'),
  bitField('attribute', 13, 0x0f),
  bitField('counters', 14, 0xfffe, 'attributes', 0),
  bitField('addsAttackPower', 15, 0x01, 'flag'),
  bitField('charge', 17, 0xf0, 'number', 0),
  bitField('level', 17, 0x0f),
  bitField('statusOwnStat', 18, 0xc0),
  bitField('statusTargetStat', 18, 0x30),
  bitField('statusTime', 18, 0x0f),
  bitField('oneHit', 19, 0x80, 'flag'),
  bitField('hitPattern', 19, 0x30),
  bitField('maxHits', 19, 0x0f),
  bitField('special', 21, 0xf0),
  bitField('wideArea', 21, 0x07),
  bitField('bringsAbnormality', 22, 0x80, 'flag'),
  bitField('fieldKind', 22, 0x70),
  bitField('abnormality', 22, 0x0f),
  bitField('changesUser', 23, 0x80, 'flag'),
  bitField('changeKind', 23, 0x60),
  bitField('changedStats', 23, 0x1f, 'hex'),
);
export type SkillField = (typeof SKILL_LAYOUT.fields)[number]['name'];

/**
 * An item, 16 bytes. `mainSlot`: 1 head, 2 right, 3 left, 4 body, 5 legs, 6 accessory, 7 any, from
 * 8 on a trap. `kind`: 2, 3 heals (endless, once), 4, 5 attacks, 6 gun, 7 staff, 8 daily, 9 wild,
 * 10 katana, 11 glove, 12 sword, 13 robot, 14 key, 15 shield. `slots`: accessory 1, legs 2, body 4,
 * left 8, right 16, head 32. `skill`: of the allies' list.
 */
export const ITEM_LAYOUT = recordLayout(
  16,
  bitField('mainSlot', 0, 0xf0),
  bitField('kind', 0, 0x0f),
  bitField('slots', 1, 0xfc, 'hex'),
  bitField('material', 1, 0x01, 'flag'),
  bitField('immuneStatuses', 2, 0xff, 'statuses'),
  bitField('equipClass', 3, 0xf0),
  bitField('fieldAbsorb', 3, 0x0f, 'fields'),
  bitField('evadeAttributes', 4, 0xffff, 'attributes'),
  bitField('power', 6, 0xff, 'signed'),
  bitField('speed', 7, 0xff, 'signed'),
  bitField('body', 8, 0xff, 'signed'),
  bitField('intellect', 9, 0xff, 'signed'),
  bitField('skill', 10, 0xff, 'skill'),
  bitField('elsewhere', 11, 0xff, 'hex'),
  bitField('robotSkill', 12, 0xff, 'hex'),
  bitField('startRace', 13, 0xf0),
  bitField('startAbnormality', 13, 0x0f),
  bitField('attackOrDefence', 14, 0x3f),
  bitField('addedStatuses', 15, 0xff, 'statuses'),
);
export type ItemField = (typeof ITEM_LAYOUT.fields)[number]['name'];

/**
 * A character, 45 bytes. `skillN`: learned at level N. `...Growth`: at least so much at a level;
 * `...GrowthDrawn`: a draw's share of it is added. `hpGrowthMode`: 0 c and c/2, 1 c and c, 2 c/2
 * and c, 3 0 and c.
 */
export const CHARACTER_LAYOUT = recordLayout(
  45,
  bitField('hpCode', 0, 0xff, 'hp'),
  bitField('power', 1),
  bitField('speed', 2),
  bitField('body', 3),
  bitField('intellect', 4),
  bitField('skill0', 5, 0xff, 'skill'),
  bitField('skill1', 6, 0xff, 'skill'),
  bitField('skill2', 7, 0xff, 'skill'),
  bitField('skill3', 8, 0xff, 'skill'),
  bitField('skill4', 9, 0xff, 'skill'),
  bitField('skill5', 10, 0xff, 'skill'),
  bitField('skill6', 11, 0xff, 'skill'),
  bitField('skill7', 12, 0xff, 'skill'),
  bitField('skill8', 13, 0xff, 'skill'),
  bitField('skill9', 14, 0xff, 'skill'),
  bitField('skill10', 15, 0xff, 'skill'),
  bitField('skill11', 16, 0xff, 'skill'),
  bitField('skill12', 17, 0xff, 'skill'),
  bitField('skill13', 18, 0xff, 'skill'),
  bitField('skill14', 19, 0xff, 'skill'),
  bitField('skill16', 20, 0xff, 'skill'),
  bitField('powerGrowth', 21, 0xf0),
  bitField('powerGrowthDrawn', 21, 0x0f),
  bitField('speedGrowth', 22, 0xf0),
  bitField('speedGrowthDrawn', 22, 0x0f),
  bitField('bodyGrowth', 23, 0xf0),
  bitField('bodyGrowthDrawn', 23, 0x0f),
  bitField('intellectGrowth', 24, 0xf0),
  bitField('intellectGrowthDrawn', 24, 0x0f),
  bitField('level', 25),
  bitField('equipTypes', 26, 0xf0),
  bitField('equipKind', 26, 0x0f),
  bitField('hpGrowthMode', 27, 0xc0),
  bitField('hpGrowth', 27, 0x3f),
  bitField('immuneStatuses', 28, 0xff, 'statuses'),
  bitField('backCorrection', 29, 0xf0),
  bitField('sideCorrection', 29, 0x0f),
  bitField('evadeAttributes', 30, 0xffff, 'attributes'),
  bitField('headGear', 32, 0xff, 'item'),
  bitField('rightGear', 33, 0xff, 'item'),
  bitField('leftGear', 34, 0xff, 'item'),
  bitField('bodyGear', 35, 0xff, 'item'),
  bitField('legsGear', 36, 0xff, 'item'),
  bitField('accessory1', 37, 0xff, 'item'),
  bitField('accessory2', 38, 0xff, 'item'),
  bitField('accessory3', 39, 0xff, 'item'),
  bitField('accessory4', 40, 0xff, 'item'),
  bitField('accessory5', 41, 0xff, 'item'),
  bitField('addedLevels', 44),
);
export type CharacterField = (typeof CHARACTER_LAYOUT.fields)[number]['name'];
