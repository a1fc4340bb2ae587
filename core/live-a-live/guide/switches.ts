/** The guide's ambiguities (A1-A19): each a switch with its default and reason. */
import { chooseSwitches, type SwitchValues } from '../../system/switches.js';
import type { SwitchShape } from '../../system/system.js';

const YES_NO = ['no', 'yes'] as const;

export const GUIDE_SWITCHES: readonly SwitchShape[] = [
  {
    name: 'enemyTurnAt',
    values: [255, 256],
    default: 255,
    evidence: 'A1: the page says "exceeds 255", "255 or more" and "under 255"; only >= 255 keeps every sentence true',
  },
  { name: 'minTurnCost', values: [0, 1], default: 0, evidence: 'A3: the text says 1 to 32, the formula gives 0 to 32' },
  {
    name: 'passCost',
    values: ['move', 'turn', 'zero'],
    default: 'move',
    evidence: 'A5: no figure given; it ticks charges like a move',
  },
  {
    name: 'stepCost',
    values: ['move', 'turn', 'zero'],
    default: 'move',
    evidence: 'A5: no figure given; it ticks charges like a move',
  },
  {
    name: 'frameOrder',
    values: ['emitFirst', 'enemyFirst'],
    default: 'emitFirst',
    evidence: 'A6: the page says both happen at the same time and then speaks of the skill coming out',
  },
  {
    name: 'incapacitatedAp',
    values: ['none', 'turn', 'move'],
    default: 'none',
    evidence: 'A8: only the order halving is told',
  },
  {
    name: 'orderOverflow',
    values: ['saturate', 'wrap'],
    default: 'saturate',
    evidence: 'A9: the damage formula is built so that it fits a byte',
  },
  { name: 'orderTie', values: ['first', 'last'], default: 'first', evidence: 'A10: not told' },
  {
    name: 'moveOrderRounding',
    values: ['separate', 'together'],
    default: 'separate',
    evidence: 'A11: the page drops intermediate fractions everywhere',
  },
  { name: 'zeroDamageRaises', values: YES_NO, default: 'no', evidence: 'A12: a damage of 0 is not told' },
  { name: 'healRaises', values: YES_NO, default: 'no', evidence: 'A12: absorbing is not told' },
  { name: 'counterAp', values: YES_NO, default: 'no', evidence: 'A14: the page speaks of skills on one’s own turn' },
  { name: 'counterTick', values: YES_NO, default: 'yes', evidence: 'A14: "an enemy or an ally emits a skill"' },
  { name: 'recoverRaised', values: YES_NO, default: 'yes', evidence: 'A16: the example is a lowered stat' },
  { name: 'strictCharge', values: YES_NO, default: 'no', evidence: 'L13: charge times are multiples of 16' },
];

/** The switches as the rules use them. */
export interface GuideSettings {
  readonly enemyTurnAt: number;
  readonly minTurnCost: number;
  readonly passCost: string;
  readonly stepCost: string;
  readonly enemyFirst: boolean;
  readonly incapacitatedAp: string;
  readonly wrapOrder: boolean;
  readonly lastOfTie: boolean;
  readonly roundTogether: boolean;
  readonly zeroDamageRaises: boolean;
  readonly healRaises: boolean;
  readonly counterAp: boolean;
  readonly counterTick: boolean;
  readonly recoverRaised: boolean;
  readonly strictCharge: boolean;
}

/**
 * @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it does not have
 */
export function guideSettings(switches?: SwitchValues): GuideSettings {
  const chosen = chooseSwitches(GUIDE_SWITCHES, switches);
  return {
    enemyTurnAt: Number(chosen('enemyTurnAt')),
    minTurnCost: Number(chosen('minTurnCost')),
    passCost: String(chosen('passCost')),
    stepCost: String(chosen('stepCost')),
    enemyFirst: chosen('frameOrder') === 'enemyFirst',
    incapacitatedAp: String(chosen('incapacitatedAp')),
    wrapOrder: chosen('orderOverflow') === 'wrap',
    lastOfTie: chosen('orderTie') === 'last',
    roundTogether: chosen('moveOrderRounding') === 'together',
    zeroDamageRaises: chosen('zeroDamageRaises') === 'yes',
    healRaises: chosen('healRaises') === 'yes',
    counterAp: chosen('counterAp') === 'yes',
    counterTick: chosen('counterTick') === 'yes',
    recoverRaised: chosen('recoverRaised') === 'yes',
    strictCharge: chosen('strictCharge') === 'yes',
  };
}
