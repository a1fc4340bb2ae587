/** A policy with its chance and bound as text. */
import { countText } from '../../../base/number-text.js';
import { wrappedDependence } from '../../../base/settled-stretches.js';
import { wrap } from '../../../base/text-columns.js';
import { type Fraction, lowest } from '../graph/fractions.js';
import type { PolicyAnswer } from './policy.js';
import type { PolicyStep } from './policy-tree.js';

const WIDTH = 110;
/** Lines of the tree; `--json` has more of it. */
const MOST_LINES = 60;
/** Outcomes told of those that are answered alike. */
const SHOWN = 3;
/** A denominator that is still told. */
const LONGEST = 1_000_000_000n;

/** Percent with two decimals. @param isBound rounded up, else down */
export function percentOf({ numerator, denominator }: Fraction, isBound = false): string {
  const round = isBound ? denominator - 1n : 0n;
  const hundredths = (numerator * 10_000n + round) / denominator;
  if (hundredths === 0n && numerator > 0n) return '<0.01%';
  if (hundredths === 10_000n && numerator < denominator) return '>99.99%';
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}%`;
}

/** The fraction, where it is short, and the percentage. */
export function chanceText(fraction: Fraction, isBound = false): string {
  const { numerator, denominator } = fraction;
  const percent = percentOf(fraction, isBound);
  if (denominator === 1n) return percent;
  return denominator > LONGEST ? percent : `${numerator}/${denominator} (${percent})`;
}

export const REASONS: Readonly<Partial<Record<PolicyAnswer['reason'], string>>> = {
  draws: 'a command has more draws than were looked at',
  nodes: 'the limit of nodes was reached',
  memory: 'the limit of memory was reached',
  time: 'the limit of time was reached',
  interrupted: 'interrupted',
};

function verdict({ chance, atMost, proven, reason }: PolicyAnswer): string {
  if (proven && chance.numerator === 0n) return 'no policy reaches the goal: chance 0, proven';
  if (proven) return `chance ${chanceText(chance)}, proven: no policy has more`;
  const known = chance.numerator === 0n ? 'no policy yet' : `chance ${chanceText(chance)} by the policy below`;
  return `not proven: ${known}; no policy has more than ${chanceText(atMost, true)}: ${REASONS[reason] ?? reason}`;
}

/** Branches that go on in the same way. */
interface Likes {
  readonly seen: string[];
  share: Fraction;
  readonly lines: readonly string[];
}

function sum(a: Fraction, b: Fraction): Fraction {
  const numerator = a.numerator * b.denominator + b.numerator * a.denominator;
  return lowest({ numerator, denominator: a.denominator * b.denominator });
}

/** How a step says what it is worth. */
export interface StepWords {
  /** What a policy is worth from a step on. */
  readonly worth: (fraction: Fraction) => string;
  /** What is said of a line of play that ends. */
  readonly end: string;
}

const CHANCE_WORDS: StepWords = {
  worth: (fraction) => `chance ${chanceText(fraction)}`,
  end: '; no way to the goal is known from there',
};

function likesOf({ branches }: PolicyStep, depth: number, words: StepWords): Likes[] {
  const found = new Map<string, Likes>();
  for (const { seen, share, next } of branches) {
    const lines = next === undefined ? [] : stepLines(next, depth + 1, words);
    const key = lines.join('\n');
    const like = found.get(key);
    if (like === undefined) found.set(key, { seen: [seen], share, lines });
    else {
      like.seen.push(seen);
      like.share = sum(like.share, share);
    }
  }
  return [...found.values()];
}

function likeText({ seen, share, lines }: Likes, words: StepWords): string {
  const more = seen.length > SHOWN ? `, or ${seen.length - SHOWN} more` : '';
  const often = share.numerator === share.denominator ? 'always' : `${chanceText(share)} of the time`;
  const end = lines.length === 0 ? words.end : '';
  return `if ${seen.slice(0, SHOWN).join(', or ')}${more}: ${often}${end}`;
}

function stepLines(step: PolicyStep, depth: number, words: StepWords): string[] {
  const indent = '  '.repeat(depth);
  const reaches = step.reaches.numerator === 0n ? '' : `; at the goal with it: ${chanceText(step.reaches)}`;
  const head = wrap(`${depth + 1}. ${step.move}: ${words.worth(step.chance)}${reaches}`, WIDTH, '     ');
  const lines = head.map((line) => `${indent}${line}`);
  for (const like of likesOf(step, depth, words)) {
    const [first = '', ...rest] = wrap(likeText(like, words), WIDTH, '     ');
    lines.push(`${indent}   ${first}`, ...rest.map((line) => `${indent}   ${line}`), ...like.lines);
  }
  if (step.leftOut > 0) lines.push(`${indent}   and ${countText(step.leftOut, 'other outcome')}; --json has more`);
  return lines;
}

export function policyText(file: string, answer: PolicyAnswer): string {
  const { luck, over, states, points, policy, unpublished } = answer;
  const lines = [
    `${file}: ${verdict(answer)}`,
    `  luck ${luck}: ${over}; ${countText(states, 'state')}, ${countText(points, 'set')} of states that look the same`,
  ];
  lines.push(...wrappedDependence(unpublished, WIDTH).map((line) => `  ${line}`));
  lines.push(...treeLines(policy));
  return `${lines.join('\n')}\n`;
}

/** A policy as lines, at most as many as fit on two screens. */
export function treeLines(policy: PolicyStep | undefined, words: StepWords = CHANCE_WORDS): string[] {
  const tree = policy === undefined ? [] : stepLines(policy, 0, words);
  if (tree.length <= MOST_LINES) return tree;
  return [...tree.slice(0, MOST_LINES), `and ${countText(tree.length - MOST_LINES, 'more line')}; --json has the rest`];
}
