/**
 * The questions that seed 001 leaves open: one switch each, with its evidence. Source: FA1-FA18 of
 * the rules; `CR` is the FFTCG Comprehensive Rules 3.3. The default is the seed's reading where it
 * has one.
 */
import { chooseSwitches, type SwitchValues } from '../system/switches.js';
import type { SwitchShape } from '../system/system.js';

export const switches: readonly SwitchShape[] = [
  {
    name: 'firstTurnDraw',
    values: [2, 1],
    default: 2,
    evidence: 'FA1: the seed says 2 cards in every Draw Phase; CR 9.2.1.3 lets the first player draw 1',
  },
  {
    name: 'characterNeedsEmptyStack',
    values: ['yes', 'no'],
    default: 'yes',
    evidence: 'FA4: the seed is silent; CR 9.3.1.5 and 11.4.1 ask for an empty stack',
  },
  {
    name: 'damageToLose',
    values: [7, 1, 2, 3, 4, 5, 6, 8, 9, 10],
    default: 7,
    evidence: 'FA7: the seed is silent; CR 3.1.1 says 7; other values are for short games',
  },
  {
    name: 'emptyDeck',
    values: ['draw', 'empty'],
    default: 'draw',
    evidence:
      'FA7: CR 3.1.2 and 3.1.3: lost when a card must be drawn or put as damage from an empty deck; empty: at 0 cards',
  },
  {
    name: 'endOrder',
    values: ['seed', 'cr'],
    default: 'seed',
    evidence:
      'FA8: the seed removes damage, then discards; CR 9.5.1.2-3 discards, then removes damage and effects together',
  },
  {
    name: 'endWindow',
    values: ['none', 'triggers'],
    default: 'none',
    evidence: 'FA9: the seed has no window in End; CR 9.5.1.1 gives priority there for triggers, to pass only',
  },
  {
    name: 'attackLoopTo',
    values: ['preparation', 'declaration'],
    default: 'preparation',
    evidence: 'FA10: the seed goes back to 4-1 for a further attack; one engine goes straight to the declaration',
  },
  {
    name: 'partyRule',
    values: ['cr', 'any'],
    default: 'cr',
    evidence:
      'FA14: the seed says a party and no condition (any is its letter); CR 10.1.2.1 and 15.1.1.9 ask for one element, and a card without one, as the seed’s barret, joins no party',
  },
  {
    name: 'blockerState',
    values: ['active', 'any'],
    default: 'active',
    evidence: 'FA13: the seed asks nothing of a blocker (any is its letter); CR 10.1.3.1.1 asks for an active Forward',
  },
  {
    name: 'attackAgain',
    values: ['no', 'whileActive'],
    default: 'no',
    evidence:
      'FA16: by the seed only being dull keeps an attacker from a further attack, so that Brave attacks without end (whileActive is its letter); in the printed game each Forward attacks once a turn',
  },
  {
    name: 'limitBreak',
    values: ['off', 'on'],
    default: 'off',
    evidence: 'extension: Limit Break decks (CR 15.2) came in 2024; the seed knows none',
  },
];

/** The switches as numbers, so that a step compares no strings. */
export interface Rules {
  readonly firstTurnDraw: number;
  readonly characterNeedsEmptyStack: boolean;
  readonly damageToLose: number;
  readonly loseAtEmptyDeck: boolean;
  readonly damageBeforeDiscard: boolean;
  readonly endWindow: boolean;
  readonly loopToPreparation: boolean;
  readonly partySameElement: boolean;
  readonly dullMayBlock: boolean;
  readonly mayAttackAgain: boolean;
  readonly limitBreak: boolean;
}

/**
 * Reads switches. @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it
 * does not have
 */
export function readSwitches(given: SwitchValues = {}): Rules {
  const value = chooseSwitches(switches, given);
  return {
    firstTurnDraw: Number(value('firstTurnDraw')),
    characterNeedsEmptyStack: value('characterNeedsEmptyStack') === 'yes',
    damageToLose: Number(value('damageToLose')),
    loseAtEmptyDeck: value('emptyDeck') === 'empty',
    damageBeforeDiscard: value('endOrder') === 'seed',
    endWindow: value('endWindow') === 'triggers',
    loopToPreparation: value('attackLoopTo') === 'preparation',
    partySameElement: value('partyRule') === 'cr',
    dullMayBlock: value('blockerState') === 'any',
    mayAttackAgain: value('attackAgain') === 'whileActive',
    limitBreak: value('limitBreak') === 'on',
  };
}
