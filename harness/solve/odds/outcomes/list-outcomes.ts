/** The lines of a proven chance over dice: each state, with what was spent to come there. */

import { countText } from '../../../../core/system/names.js';
import type { Trust, WorstLine } from '../../check/form.js';
import { certifiedKey, plainProblem } from '../../search/certificate/list-worst.js';
import { createLowerBound } from '../../search/problem/lower-bound.js';
import {
  type EndReason,
  METRICS,
  planningOf,
  type SearchLimits,
  type SearchMove,
} from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { ALL, type Fraction, NONE } from '../graph/chance.js';
import type { PolicyListeners } from '../policy/find-policy.js';
import {
  BOUND_WORDS,
  CHANCE_WORDS,
  chanceText,
  createNaming,
  fractionText,
  listPoints,
  type PolicyLines,
  REASONS,
  type StepWords,
  treeLines,
  unprovenText,
} from '../policy/policy.js';
import { limitedMetrics } from '../policy/states.js';
import { createOutcomePlay, type OutcomePlay, type Reached } from './play.js';
import { type OutcomeAnswer, runOutcomes } from './search.js';
import { createWeighing, createWorst, type Worst } from './weigh.js';

/** A state and what was spent, once for each. */
interface Place {
  readonly state: number;
  readonly spent: readonly number[];
}

/** The past is kept: that no later step reads it is the core's word. */
function withPast(problem: Problem): Problem {
  const { capabilities, ...rest } = problem.system;
  const { forgetPast: _, ...planning } = capabilities.planning ?? {};
  return { ...problem, system: { ...rest, capabilities: { ...capabilities, planning } } };
}

/**
 * Searches once more, with the past kept in every state.
 * @param problem with aim "chance", at the start of its lines of play
 */
export async function listOutcomes(
  problem: Problem,
  trusts: readonly Trust[],
  limits: SearchLimits,
  listeners: PolicyListeners,
): Promise<PolicyLines> {
  const { moves } = problem;
  const naming = createNaming(problem, trusts);
  const full = withPast(problem);
  const play = createOutcomePlay(full);
  const weighing = createWeighing(full, play);
  const reason = await runOutcomes(weighing, play, limits, listeners);

  const limited = limitedMetrics(problem);
  const least = limited.map((metric) =>
    createLowerBound(
      plainProblem(problem, trusts),
      METRICS.map((_, other) => Number(other === metric)),
    ),
  );
  /** Whether a limit leaves room for what is missing at least; the checker stops there as well. */
  function mayGoOn(state: number, spent: readonly number[]): boolean {
    play.load(state);
    return limited.every(
      (metric, at) => (spent[at] as number) + (least[at] as () => number)() <= (problem.limits[metric] as number),
    );
  }

  const places = new Map<string, Place>();
  function placeOf(state: number, spent: readonly number[]): Place {
    const text = `${state} ${spent.join(' ')}`;
    const known = places.get(text) ?? { state, spent };
    places.set(text, known);
    return known;
  }
  const lines = listPoints<Place>(placeOf(play.start, weighing.start), {
    name: ({ state, spent }) => naming([{ load: () => play.load(state), weight: 1n }], spent),
    known({ state, spent }) {
      const point = weighing.point(state, spent);
      return { atLeast: point?.lower ?? NONE, atMost: point?.upper ?? ALL, move: point?.best ?? -1 };
    },
    behind({ state, spent }, move) {
      // a place that was not weighed has nothing behind it
      if (weighing.point(state, spent) === undefined) return [];
      const made = move === undefined ? moves.keys() : [move];
      return [...made].flatMap((one) =>
        (play.reached(state, one) ?? []).flatMap((reached) => {
          const after = weighing.spentAfter(spent, reached);
          if (reached.fate !== 'on' || after === undefined) return [];
          return mayGoOn(reached.state, after) ? [placeOf(reached.state, after)] : [];
        }),
      );
    },
  });
  return { chance: fractionText(weighing.root().lower), reason, lines };
}

// The lines of a proven worst case of dice: the plan that is sure of its cost, and for every state
// that matters the outcome that decides against each move at a lower cost.

/** What of a state is to be proven: nothing below a cost is sure, and a cost is. */
interface Needed {
  readonly state: number;
  atLeast: number;
  isSure: boolean;
}

interface Listing {
  readonly problem: Problem;
  readonly play: OutcomePlay;
  readonly worst: Worst;
  ask(state: number, atLeast: number, isSure: boolean): void;
}

const costOf = ({ amounts }: Reached): number => amounts.at(-1) as number;

/** The place of an outcome in what the core lists for the move. */
function placeOf({ problem, play }: Listing, state: number, move: SearchMove, { words }: Reached): number[] {
  if (move.isChance !== true) return [];
  play.load(state);
  const all = planningOf(problem.system).outcomes?.(problem.battle, move.move.words[0] as number, problem.outcomes);
  if (typeof all !== 'object') return [];
  return [all.findIndex(({ command }) => command.every((word, at) => word === words[at]))];
}

/** What decides against each move at a lower cost; a move that breaks a condition needs nothing. */
function refutedOf(listing: Listing, state: number, atLeast: number): number[][] {
  const { problem, play, worst, ask } = listing;
  return problem.moves.flatMap((move, number) => {
    const reached = play.reached(state, number) ?? [];
    if (reached.some(({ fate }) => fate === 'lost')) return [];
    const rest = (one: Reached): number => atLeast - costOf(one);
    const found = reached.find(
      (one) => rest(one) <= 0 || (one.fate === 'on' && worst.failed(one.state) >= rest(one) - 1),
    );
    if (found === undefined) return [];
    if (found.fate === 'on' && rest(found) > 1) ask(found.state, rest(found), false);
    return [[number, ...placeOf(listing, state, move, found)]];
  });
}

function lineOf(listing: Listing, { state, atLeast, isSure }: Needed): Omit<WorstLine, 'state'> {
  const { play, worst, ask } = listing;
  const held = isSure ? worst.held(state) : undefined;
  if (held !== undefined) {
    for (const { fate, state: to } of play.reached(state, held.move) ?? []) if (fate === 'on') ask(to, 0, true);
  }
  const refuted = atLeast > 1 ? refutedOf(listing, state, atLeast) : [];
  return { atLeast, refuted, atMost: held?.cost ?? -1, move: held?.move ?? -1 };
}

/**
 * Searches once more, with the past kept in every state.
 * @param problem with aim "worst", at the start of its lines of play
 */
export async function listWorstOutcomes(
  problem: Problem,
  trusts: readonly Trust[],
  limits: SearchLimits,
  listeners: PolicyListeners,
): Promise<{ readonly cost: number; readonly reason: EndReason; readonly lines: readonly WorstLine[] }> {
  const key = certifiedKey(problem, trusts);
  const full = withPast(problem);
  const play = createOutcomePlay(full);
  const worst = createWorst(full, play);
  const reason = await runOutcomes(worst, play, limits, listeners);
  const cost = worst.held(play.start)?.cost ?? -1;
  const needs = new Map<string, Needed>();
  const waiting: [string, Needed][] = [];
  const listing: Listing = {
    problem: full,
    play,
    worst,
    ask(state, atLeast, isSure) {
      play.load(state);
      const name = key([]);
      const before = needs.get(name) ?? { state, atLeast: 0, isSure: false };
      if (needs.has(name) && before.atLeast >= atLeast && (before.isSure || !isSure)) return;
      before.atLeast = Math.max(before.atLeast, atLeast);
      before.isSure ||= isSure;
      needs.set(name, before);
      waiting.push([name, before]);
    },
  };
  if (reason === 'proven') listing.ask(play.start, cost < 0 ? problem.costLimit + 1 : cost, cost >= 0);
  // what is asked of a state may grow while others are looked at
  for (let at = 0; at < waiting.length; at++) lineOf(listing, (waiting[at] as [string, Needed])[1]);
  const lines = [...needs].map(([state, needed]) => ({ ...lineOf(listing, needed), state }));
  return { cost, reason, lines };
}

// The answer of a search over what chance decides, as text.

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
  chance: CHANCE_WORDS,
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
      : `not proven: expected value ${value} by the policy below, as far as it was looked at: ${why}`;
  }
  if (worth === undefined || (proven && worth.numerator === 0n)) {
    return 'no policy reaches the goal: chance 0, proven';
  }
  if (proven) return `chance ${chanceText(worth)}, proven: no policy has more`;
  return unprovenText(worth, bound, why);
}

export function outcomesText(file: string, answer: OutcomeAnswer): string {
  const { aim, states, points, policy } = answer;
  const lines = [
    `${file}: ${verdict(answer)}`,
    `  ${TITLES[aim]}; ${countText(states, 'state')}, ${countText(points, 'decision')}`,
    ...treeLines(policy, aim === 'chance' && !answer.proven ? BOUND_WORDS : WORDS[aim]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The answer as data, with the names that a policy over draws has. */
export function outcomesJson({ aim, worth, bound, ...rest }: OutcomeAnswer) {
  if (aim === 'chance') return { luck: 'dice' as const, chance: worth, atMost: bound, ...rest };
  if (aim === 'value') return { luck: 'dice' as const, value: worth, ...rest };
  return { enemies: 'worst' as const, cost: worth === undefined ? undefined : Number(worth.numerator), ...rest };
}
