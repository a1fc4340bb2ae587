/** The lines of a proven chance over dice: each state, with what was spent to come there. */
import type { Trust } from '../../check/form.js';
import { plainProblem } from '../../search/certificate/plain-problem.js';
import { createLowerBound } from '../../search/problem/lower-bound.js';
import { METRICS } from '../../search/problem/metrics.js';
import type { SearchLimits } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { ALL, NONE } from '../graph/fractions.js';
import type { PolicyListeners } from '../policy/find-policy.js';
import { createNaming, fractionText, listPoints, type PolicyLines } from '../policy/point-lines.js';
import { limitedMetrics } from '../policy/states.js';
import { createOutcomePlay } from './play.js';
import { runOutcomes } from './search.js';
import { createWeighing } from './weigh.js';

/** A state and what was spent, once for each. */
interface Place {
  readonly state: number;
  readonly spent: readonly number[];
}

/** The past is kept: that no later step reads it is the core's word. */
export function withPast(problem: Problem): Problem {
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
