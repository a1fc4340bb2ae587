/**
 * The questions that seed 002 leaves open. The first three change the seed's own rules, the others
 * select extensions. Every default is the seed's behaviour, or the extension switched off, but one:
 * `allowStack`, where the seed's program finds either of two units by the order of a set.
 */
import { chooseSwitches, type SwitchValues } from '../system/switches.js';
import type { SwitchShape } from '../system/system.js';

export const SWITCHES: readonly SwitchShape[] = [
  {
    name: 'zeroCost',
    values: ['allow', 'reject'],
    default: 'allow',
    evidence: 'SA2: ground of cost 0 makes the original recurse without end; here it ends, or is refused in the setup',
  },
  {
    name: 'allowStack',
    values: ['reject', 'allow'],
    default: 'reject',
    evidence: 'SA9: the original lets two units share a square and then finds either, by chance: allow is its own way',
  },
  {
    name: 'passThrough',
    values: ['none', 'allies', 'all'],
    default: 'none',
    evidence: 'SA11: in the seed every unit blocks everybody; nobody ever stops on an occupied square',
  },
  {
    name: 'zoneOfControl',
    values: ['off', 'on'],
    default: 'off',
    evidence: 'extension: entering a square beside an enemy takes all remaining movement, skirmishers apart',
  },
  {
    name: 'turnOrder',
    values: ['free', 'phases', 'wait', 'order-points'],
    default: 'free',
    evidence: 'extension the seed names: team phases or waiting times; order points are those of LIVE A LIVE',
  },
  {
    name: 'phaseEnd',
    values: ['explicit', 'auto'],
    default: 'explicit',
    evidence: 'extension: whether a phase ends by itself once every unit of the side has finished',
  },
  {
    name: 'waitTie',
    values: ['first', 'last'],
    default: 'first',
    evidence: 'extension: who acts among equal waiting times; the seed is silent',
  },
  {
    name: 'orderTie',
    values: ['last', 'first'],
    default: 'last',
    evidence: 'among equal order points C1:92C3 takes the later slot; the guide is silent',
  },
  {
    name: 'damage',
    values: ['command', 'difference'],
    default: 'command',
    evidence:
      'extension: the seed gives no formula, so damage is a parameter, or attack - defence - the ground, at least 0',
  },
];

export interface Rules {
  readonly rejectZeroCost: boolean;
  readonly allowStack: boolean;
  readonly passAllies: boolean;
  readonly passEnemies: boolean;
  readonly zones: boolean;
  readonly turnOrder: 'free' | 'phases' | 'wait' | 'order-points';
  readonly phaseEndsItself: boolean;
  readonly waitTieLast: boolean;
  readonly orderTieLast: boolean;
  readonly damageByDifference: boolean;
}

/**
 * Reads switches. @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it
 * does not have
 */
export function readSwitches(given: SwitchValues): Rules {
  const value = chooseSwitches(SWITCHES, given);
  const on = (name: string, wanted: string): boolean => value(name) === wanted;
  return {
    rejectZeroCost: on('zeroCost', 'reject'),
    allowStack: on('allowStack', 'allow'),
    passAllies: !on('passThrough', 'none'),
    passEnemies: on('passThrough', 'all'),
    zones: on('zoneOfControl', 'on'),
    turnOrder: on('turnOrder', 'phases')
      ? 'phases'
      : on('turnOrder', 'wait')
        ? 'wait'
        : on('turnOrder', 'order-points')
          ? 'order-points'
          : 'free',
    phaseEndsItself: on('phaseEnd', 'auto'),
    waitTieLast: on('waitTie', 'last'),
    orderTieLast: on('orderTie', 'last'),
    damageByDifference: on('damage', 'difference'),
  };
}
