/** The lines of a proven chance over draws: its points, each with what is known of it. */
import type { Trust } from '../../check/form.js';
import { plainProblem } from '../../search/certificate/plain-problem.js';
import type { SearchLimits } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { compare, type Fraction, NONE } from '../graph/fractions.js';
import { findPolicy, type PolicyListeners } from './find-policy.js';
import { createNaming, fractionText, listPoints, type PolicyLines } from './point-lines.js';
import { createPolicySearch, startsOfLuck } from './policy.js';
import type { Point } from './policy-graph.js';
import { fractionOf } from './policy-tree.js';

/** The move with the highest known chance. */
function bestMove({ edges, total }: Point): number {
  let [best, most]: [number, Fraction] = [-1, NONE];
  edges.forEach((edge, move) => {
    if (edge === null || edge === undefined) return;
    const chance = fractionOf(edge.lower, total);
    if (compare(chance, most) > 0) [best, most] = [move, chance];
  });
  return best;
}

/**
 * Searches once more, without what the core knows of bounds and keys.
 * @param problem with luck "draws", at the start of its lines of play
 */
export async function listPolicy(
  problem: Problem,
  trusts: readonly Trust[],
  limits: SearchLimits,
  listeners: PolicyListeners,
): Promise<PolicyLines> {
  startsOfLuck(problem);
  const naming = createNaming(problem, trusts);
  const { graph, states } = createPolicySearch(plainProblem(problem, trusts), undefined);
  const reason = await findPolicy({ graph, limits, ...listeners });

  const names = new Map<Point, string>();
  function nameOf(point: Point): string {
    const known = names.get(point);
    if (known !== undefined) return known;
    const members = point.members.map(({ state, weight }) => ({
      load: () => states.load(state),
      weight: weight.numerator,
    }));
    const name = naming(members, point.spent);
    names.set(point, name);
    return name;
  }

  const { root } = graph;
  const chance = fractionText(fractionOf(root.lower, root.total));
  const lines = listPoints<Point>(root, {
    name: nameOf,
    known: (point) => ({
      atLeast: fractionOf(point.lower, point.total),
      atMost: fractionOf(point.upper, point.total),
      move: bestMove(point),
    }),
    behind: ({ edges }, move) =>
      (move === undefined ? edges : [edges[move]]).flatMap((edge) => (edge?.branches ?? []).map(({ to }) => to)),
  });
  return { chance, reason, lines };
}
