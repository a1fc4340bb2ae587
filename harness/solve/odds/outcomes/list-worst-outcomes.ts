/**
 * The lines of a proven worst case of dice: the plan that is sure of its cost, and for every state
 * that matters the outcome that decides against each move at a lower cost.
 */
import type { Trust, WorstLine } from '../../check/form.js';
import { certifiedKey } from '../../search/certificate/plain-problem.js';
import type { EndReason, SearchLimits } from '../../search/problem/outcome.js';
import { planningOf } from '../../search/problem/planning-access.js';
import type { Problem, SearchMove } from '../../search/problem/problem.js';
import type { PolicyListeners } from '../policy/find-policy.js';
import { withPast } from './list-outcomes.js';
import { createOutcomePlay, type OutcomePlay, type Reached } from './play.js';
import { runOutcomes } from './search.js';
import { createWorst, type Worst } from './worst.js';

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
