/** The answer of a search over what chance decides, as text. */

import { countText } from '../../../base/number-text.js';
import type { Fraction } from '../graph/fractions.js';
import { chanceText, REASONS, type StepWords, treeLines } from '../policy/policy-text.js';
import type { OutcomeAnswer } from './search.js';

/** A denominator that is still told. */
const LONGEST = 1_000_000_000n;
const THOUSAND = 1000n;

/** A value as a fraction, where it is short, and with three decimals, rounded to 0. */
function valueText({ numerator, denominator }: Fraction): string {
  const size = numerator < 0n ? -numerator : numerator;
  const thousandths = String((size * THOUSAND) / denominator).padStart(4, '0');
  const decimal = `${numerator < 0n ? '-' : ''}${thousandths.slice(0, -3)}.${thousandths.slice(-3)}`;
  if (denominator === 1n) return String(numerator);
  return denominator > LONGEST ? decimal : `${numerator}/${denominator} (${decimal})`;
}

const WORDS: Readonly<Record<OutcomeAnswer['aim'], StepWords>> = {
  chance: { worth: (one) => `chance ${chanceText(one)}`, end: '; no way to the goal is known from there' },
  value: { worth: (one) => `expected ${valueText(one)}`, end: '; nothing more is gained from there' },
  worst: { worth: (one) => `cost ${one.numerator} at most`, end: '; no way to the goal is known from there' },
};

const TITLES: Readonly<Record<OutcomeAnswer['aim'], string>> = {
  chance: 'what falls is left to luck, all cases alike',
  value: 'what falls is left to luck, all cases alike',
  worst: 'whatever falls',
};

function verdict({ aim, worth, bound, proven, reason }: OutcomeAnswer): string {
  const why = REASONS[reason] ?? reason;
  if (aim === 'worst') {
    if (worth !== undefined) return `worst case: cost ${worth.numerator} at most, proven: no plan is sure of less`;
    if (proven) return 'no plan is sure of the goal within limits.cost, proven';
    return `not proven: no plan is sure of the goal at a cost below ${bound?.numerator}: ${why}`;
  }
  if (aim === 'value') {
    const value = worth === undefined ? '' : valueText(worth);
    return proven
      ? `expected value ${value}, proven: no policy has more`
      : `not proven: expected value ${value} by the policy below: ${why}`;
  }
  if (worth === undefined || (proven && worth.numerator === 0n)) {
    return 'no policy reaches the goal: chance 0, proven';
  }
  if (proven) return `chance ${chanceText(worth)}, proven: no policy has more`;
  const known = worth.numerator === 0n ? 'no policy yet' : `chance ${chanceText(worth)} by the policy below`;
  const most = bound === undefined ? '' : `; no policy has more than ${chanceText(bound, true)}`;
  return `not proven: ${known}${most}: ${why}`;
}

export function outcomesText(file: string, answer: OutcomeAnswer): string {
  const { aim, states, points, policy } = answer;
  const lines = [
    `${file}: ${verdict(answer)}`,
    `  ${TITLES[aim]}; ${countText(states, 'state')}, ${countText(points, 'decision')}`,
    ...treeLines(policy, WORDS[aim]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The answer as data, with the names that a policy over draws has. */
export function outcomesJson({ aim, worth, bound, ...rest }: OutcomeAnswer): Readonly<Record<string, unknown>> {
  if (aim === 'chance') return { luck: 'dice', chance: worth, atMost: bound, ...rest };
  if (aim === 'value') return { luck: 'dice', value: worth, ...rest };
  return { enemies: 'worst', cost: worth === undefined ? undefined : Number(worth.numerator), ...rest };
}
