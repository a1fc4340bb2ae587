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
    name: 'advantageOf',
    values: ['payers', 'everybody'],
    default: 'payers',
    evidence:
      'HA7: the text lets who has more advantage make others allocate first, paid or not (everybody is its letter); who gives no points has nothing to answer with',
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
    values: ['zero', 'injury', 'none'],
    default: 'zero',
    evidence:
      'HA19: nothing is said of a stat below 0 (none is the letter); the sheets know none. injury: an injury stops at 0, a later change does not',
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
  {
    name: 'sealAtZeroHp',
    values: ['works', 'refused'],
    default: 'works',
    evidence: 'HA23: a seal works at any time, and 0 HP is a death to come; refused takes it for one that has come',
  },
  {
    name: 'summonLine',
    values: ['master', 'rear'],
    default: 'master',
    evidence:
      'HA25: the servant comes to the side of its master; lines are chosen in standby alone, which rear follows',
  },
  {
    name: 'sealTwice',
    values: ['refused', 'spent'],
    default: 'refused',
    evidence:
      'HA26: a seal works at any time (spent is the letter); one that repeats what holds would be lost by mistake',
  },
];

/** The switches as the hot layer reads them. */
export interface Rules {
  readonly nonAttackClamped: boolean;
  readonly injuryCumulative: boolean;
  readonly feePerLevel: boolean;
  readonly opponentsOnly: boolean;
  readonly everybodysAdvantage: boolean;
  readonly allowUnspent: boolean;
  readonly reflectDealt: boolean;
  readonly escapeBySide: boolean;
  readonly spill: boolean;
  readonly seals: number;
  readonly rankReject: boolean;
  readonly floorZero: boolean;
  readonly floorInjury: boolean;
  readonly strictFront: boolean;
  readonly lethalLeavesOne: boolean;
  readonly sealAtZeroHp: boolean;
  readonly summonToRear: boolean;
  readonly sealTwice: boolean;
}

/** Reads switches. @throws RuleError for an unknown switch or value */
export function readSwitches(given: SwitchValues = {}): Rules {
  const value = chooseSwitches(switches, given);
  return {
    nonAttackClamped: value('nonAttack') === 'clamped',
    injuryCumulative: value('injuryStack') === 'cumulative',
    feePerLevel: value('healLevelFee') === 'perLevel',
    opponentsOnly: value('advantageScope') === 'opponents',
    everybodysAdvantage: value('advantageOf') === 'everybody',
    allowUnspent: value('allowUnspent') === 'yes',
    reflectDealt: value('reflectCountsAsDealt') === 'yes',
    escapeBySide: value('escapeScope') === 'side',
    spill: value('mpOverflow') === 'spill',
    seals: Number(value('seals')),
    rankReject: value('rankCap') === 'reject',
    floorZero: value('statFloor') === 'zero',
    floorInjury: value('statFloor') === 'injury',
    strictFront: value('emptyFront') === 'strict',
    lethalLeavesOne: value('lethalAvoidance') === 'one',
    sealAtZeroHp: value('sealAtZeroHp') === 'works',
    summonToRear: value('summonLine') === 'rear',
    sealTwice: value('sealTwice') === 'spent',
  };
}
