/**
 * The questions that seed 004 leaves open, one switch each. Source: decisions HA2 to HA22 of the
 * ruleset.
 */
import { chooseSwitches, type SwitchValues } from '../system/switches.js';
import type { SwitchShape } from '../system/system.js';

export const switches: readonly SwitchShape[] = [
  {
    name: 'nonAttack',
    values: ['zero', 'clamped'],
    default: 'zero',
    evidence: 'HA2: "deals no damage" stands beside "attack not below 0 when not attacking"; clamped deals that value',
  },
  {
    name: 'injuryStack',
    values: ['single', 'cumulative'],
    default: 'single',
    evidence: 'HA3: str and agi are listed under injured and again under heavy',
  },
  {
    name: 'healLevelFee',
    values: ['perAct', 'perLevel'],
    default: 'perAct',
    evidence: 'HA4: 10 MP more when healing changes the injury level; nothing on several levels at once',
  },
  {
    name: 'advantageScope',
    values: ['all', 'opponents'],
    default: 'all',
    evidence: 'HA5: the text says "the other side", its example counts three units together',
  },
  {
    name: 'allowUnspent',
    values: ['no', 'yes'],
    default: 'no',
    evidence: 'HA6: nothing says that points may be kept; yes allows it in the last step only',
  },
  {
    name: 'reflectCountsAsDealt',
    values: ['no', 'yes'],
    default: 'no',
    evidence: 'HA9: damage below 0 comes off the attacker; whether the defender dealt it is not said',
  },
  {
    name: 'escapeScope',
    values: ['unit', 'side'],
    default: 'unit',
    evidence: 'HA10: "damage taken minus damage dealt" without saying whose',
  },
  {
    name: 'mpOverflow',
    values: ['spill', 'lose'],
    default: 'spill',
    evidence: 'HA14: distribution within a pair is free, a gain above the maximum is not mentioned',
  },
  {
    name: 'seals',
    values: [3, 0, 1, 2, 4, 5, 6, 7, 8, 9],
    default: 3,
    evidence: 'HA16: the number is not stated; three in the fiction it plays in',
  },
  {
    name: 'rankCap',
    values: ['stay', 'reject'],
    default: 'stay',
    evidence: 'HA17: one rank above A does not exist; EX stands outside and is never reached',
  },
  {
    name: 'statFloor',
    values: ['zero', 'none'],
    default: 'zero',
    evidence: 'HA19: an injured unit with a stat of 0 would fall below it',
  },
  {
    name: 'emptyFront',
    values: ['rear', 'strict'],
    default: 'rear',
    evidence: 'HA22: a side without a front line is not mentioned',
  },
  {
    name: 'lethalAvoidance',
    values: ['undone', 'one'],
    default: 'undone',
    evidence: 'HA13: LP is spent to escape lethal damage; whether HP returns to its old value or to 1 is not said',
  },
];

/** The switches as the hot layer reads them. */
export interface Rules {
  readonly nonAttackClamped: boolean;
  readonly injuryCumulative: boolean;
  readonly feePerLevel: boolean;
  readonly opponentsOnly: boolean;
  readonly allowUnspent: boolean;
  readonly reflectDealt: boolean;
  readonly escapeBySide: boolean;
  readonly spill: boolean;
  readonly seals: number;
  readonly rankReject: boolean;
  readonly floorZero: boolean;
  readonly strictFront: boolean;
  readonly lethalLeavesOne: boolean;
}

/** Reads switches. @throws RuleError for an unknown switch or value */
export function readSwitches(given: SwitchValues = {}): Rules {
  const value = chooseSwitches(switches, given);
  return {
    nonAttackClamped: value('nonAttack') === 'clamped',
    injuryCumulative: value('injuryStack') === 'cumulative',
    feePerLevel: value('healLevelFee') === 'perLevel',
    opponentsOnly: value('advantageScope') === 'opponents',
    allowUnspent: value('allowUnspent') === 'yes',
    reflectDealt: value('reflectCountsAsDealt') === 'yes',
    escapeBySide: value('escapeScope') === 'side',
    spill: value('mpOverflow') === 'spill',
    seals: Number(value('seals')),
    rankReject: value('rankCap') === 'reject',
    floorZero: value('statFloor') === 'zero',
    strictFront: value('emptyFront') === 'strict',
    lethalLeavesOne: value('lethalAvoidance') === 'one',
  };
}
