/**
 * The commands, one for each step of the seed's procedure (K1), and the extensions around it.
 */
import type { CommandShape, ParameterShape } from '../system/system.js';
import { MAX_SPECIALS, SPECIAL_NAMES } from './specials.js';

export const COMMAND_DECLARE = 1;
export const COMMAND_SIZE_POOL = 2;
export const COMMAND_ENHANCE = 3;
export const COMMAND_POWER_ATTACK = 4;
export const COMMAND_COUNTER = 5;
export const COMMAND_EVADE = 6;
export const COMMAND_DEFEND = 7;
export const COMMAND_ROLL = 8;
export const COMMAND_TEST_DAMAGE = 9;
export const COMMAND_APPLY_RESULT = 10;
export const COMMAND_DISPLACE = 11;
export const COMMAND_OVERKILL = 12;
export const COMMAND_END_ATTACK = 13;
export const COMMAND_PLACE = 14;
export const COMMAND_FALL = 15;
export const COMMAND_WORK_OFF_RISK = 16;
export const COMMAND_END_ROUND = 17;
export const COMMAND_CHECK_DESTRUCTION = 18;
export const COMMAND_SPECIAL = 19;

/** Maximum number of dice: a pool has 8 bits. */
export const DICE_CAPACITY = 255;
/** Stands for the distance measured between the two positions. */
export const MEASURED = -1;

const flag = (name: string, meaning: string): ParameterShape => ({ name, min: 0, max: 1, optional: 0, meaning });
const unit = (name: string, meaning: string): ParameterShape => ({ name, min: 0, max: 31, ids: 'unit', meaning });
const X: ParameterShape = { name: 'x', min: 0, max: 255, meaning: 'column of the square' };
const Y: ParameterShape = { name: 'y', min: 0, max: 255, meaning: 'row of the square' };
const LEVEL: ParameterShape = { name: 'level', min: 0, max: 255, optional: 0, meaning: 'height of the square' };

export const COMMANDS: readonly CommandShape[] = [
  {
    code: COMMAND_DECLARE,
    name: 'declare',
    parameters: [
      unit('attacker', 'who attacks'),
      { name: 'weapon', min: 0, max: 255, ids: 'weapon', meaning: 'a weapon of the attacker' },
      unit('target', 'who is attacked'),
      { name: 'distance', min: MEASURED, max: 255, optional: MEASURED, meaning: 'distance; -1 measures the positions' },
      { ...flag('visible', 'the attacker sees the target'), optional: 1 },
      flag('allySees', 'an ally of the attacker sees the target'),
      flag('mutualClear', 'free line between the centres, half of each silhouette seen both ways'),
    ],
    meaning: 'step 1: weapon and target (K2)',
  },
  { code: COMMAND_SIZE_POOL, name: 'sizePool', parameters: [], meaning: 'step 2: how many dice (K3 to K9)' },
  { code: COMMAND_ENHANCE, name: 'enhance', parameters: [], meaning: 'step 3, attacker: an eligible commander (K10)' },
  {
    code: COMMAND_POWER_ATTACK,
    name: 'powerAttack',
    parameters: [],
    meaning: 'step 3, attacker: the weapon has it (K10)',
  },
  {
    code: COMMAND_COUNTER,
    name: 'counter',
    parameters: [],
    meaning: 'step 3, reaction: commander or companion of TO (K10)',
  },
  {
    code: COMMAND_EVADE,
    name: 'evade',
    parameters: [],
    meaning: 'step 3, reaction: commander without large weapon (K10)',
  },
  { code: COMMAND_DEFEND, name: 'defend', parameters: [], meaning: 'step 3, reaction: a shield is equipped (K10)' },
  {
    code: COMMAND_ROLL,
    name: 'roll',
    parameters: [{ name: 'faces', min: 1, max: 6, capacity: DICE_CAPACITY, meaning: 'what the dice show' }],
    meaning: 'step 4: successes and criticals; none at all ends the attack (K11)',
  },
  { code: COMMAND_TEST_DAMAGE, name: 'testDamage', parameters: [], meaning: 'step 5: attack over defence (K12)' },
  { code: COMMAND_APPLY_RESULT, name: 'applyResult', parameters: [], meaning: 'step 6: damage or risk (K13 to K15)' },
  {
    code: COMMAND_DISPLACE,
    name: 'displace',
    parameters: [unit('unit', 'attacker or target'), X, Y, LEVEL],
    meaning: 'extension: a movement that a declared special action causes after the result',
  },
  {
    code: COMMAND_CHECK_DESTRUCTION,
    name: 'checkDestruction',
    parameters: [],
    meaning: 'KA15: the target is destroyed now, after the movements, when the switch destroyTiming is wiki56',
  },
  {
    code: COMMAND_OVERKILL,
    name: 'overkill',
    parameters: [unit('unit', 'a candidate'), X, Y],
    meaning: 'step 7: moves the unit beside the destroyed one (K16)',
  },
  { code: COMMAND_END_ATTACK, name: 'endAttack', parameters: [], meaning: 'the attack is over' },
  {
    code: COMMAND_PLACE,
    name: 'place',
    parameters: [unit('unit', 'the unit'), X, Y, LEVEL],
    meaning: 'between attacks: where a unit stands (movement is outside of these rules)',
  },
  {
    code: COMMAND_FALL,
    name: 'fall',
    parameters: [
      unit('unit', 'who falls'),
      { name: 'levels', min: 1, max: 255, meaning: 'how many levels' },
      flag('forced', 'somebody else caused it'),
    ],
    meaning: 'extension: risk for every level, two more when forced',
  },
  {
    code: COMMAND_WORK_OFF_RISK,
    name: 'workOffRisk',
    parameters: [unit('unit', 'the unit'), { name: 'amount', min: 1, max: 255, meaning: 'risk removed' }],
    meaning: 'extension: remaining movement takes risk away; the rate is the caller’s',
  },
  {
    code: COMMAND_END_ROUND,
    name: 'endRound',
    parameters: [],
    meaning: 'collects destroyed miniatures (K15); extension: objectives are scored',
  },
  {
    code: COMMAND_SPECIAL,
    name: 'special',
    parameters: [
      {
        name: 'special',
        min: SPECIAL_NAMES.length,
        max: MAX_SPECIALS - 1,
        ids: 'special',
        meaning: 'an action of your own in [setup.specials]',
      },
    ],
    meaning: 'step 3: a special action or reaction of the setup’s own (K10)',
  },
];
