/**
 * The questions that seed 003 leaves open (KA4 to KA19), one switch each. The default is the
 * literal reading of the seed.
 */
import { chooseSwitches, type SwitchValues } from '../system/switches.js';
import type { SwitchShape } from '../system/system.js';

export const SWITCHES: readonly SwitchShape[] = [
  {
    name: 'minArmAppliesToBase',
    values: ['yes', 'no'],
    default: 'yes',
    evidence: 'KA4: armour printed below 3 counts as 3 (the literal minimum), or stays what is printed, at least 1',
  },
  {
    name: 'clearShotInMelee',
    values: ['yes', 'no'],
    default: 'yes',
    evidence: 'KA6: the seed excludes only the distance from close combat, so a clear shot counts there',
  },
  {
    name: 'strictDistance',
    values: ['no', 'yes'],
    default: 'no',
    evidence: 'KA10: distance 0 has no penalty and is the caller’s business, or is refused',
  },
  {
    name: 'metric',
    values: ['manhattan', 'chebyshev'],
    default: 'manhattan',
    evidence: 'KA11: not stated; the page on objectives counts a square and its 4 neighbours',
  },
  {
    name: 'destroyTiming',
    values: ['seed', 'wiki56'],
    default: 'seed',
    evidence: 'KA15: the seed destroys in step 6, page 56 after the movements that follow the damage',
  },
  {
    name: 'riskCap',
    values: ['none', 'saturate'],
    default: 'none',
    evidence: 'KA17: no maximum is stated; risk above 255 is refused, or stays at 255',
  },
  {
    name: 'specialsTiming',
    values: ['afterPool', 'atDeclare'],
    default: 'afterPool',
    evidence:
      'KA19: the seed declares specials once the pool is known, page 48 speaks of the declaration of the attack',
  },
];

export interface Rules {
  readonly minimumArm: boolean;
  readonly clearShotInMelee: boolean;
  readonly strictDistance: boolean;
  readonly chebyshev: boolean;
  readonly destroyLate: boolean;
  readonly riskSaturates: boolean;
  readonly specialsFirst: boolean;
}

/**
 * Reads switches. @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it
 * does not have
 */
export function readSwitches(given: SwitchValues): Rules {
  const value = chooseSwitches(SWITCHES, given);
  const on = (name: string, wanted: string): boolean => value(name) === wanted;
  return {
    minimumArm: on('minArmAppliesToBase', 'yes'),
    clearShotInMelee: on('clearShotInMelee', 'yes'),
    strictDistance: on('strictDistance', 'yes'),
    chebyshev: on('metric', 'chebyshev'),
    destroyLate: on('destroyTiming', 'wiki56'),
    riskSaturates: on('riskCap', 'saturate'),
    specialsFirst: on('specialsTiming', 'atDeclare'),
  };
}
