/** The best policy of a graph as a tree: a move, what may be seen after it, the move then. */
import { plainMove } from '../../../play/plan/move-text.js';
import type { RowCommand } from '../../../play/trace/types.js';
import type { Problem } from '../../search/problem/problem.js';
import { type Chance, compareChances } from '../graph/chance.js';
import { compare, type Fraction, lowest } from '../graph/fractions.js';
import type { Edge, Point } from './policy-graph.js';
import type { Screen } from './screen.js';

export interface PolicyStep {
  readonly move: string;
  readonly command: RowCommand;
  /** Where several moves come to one thing each: all of them, `command` first. */
  readonly commands?: readonly RowCommand[];
  /** Chance to reach the goal from here: known, and at most. */
  readonly chance: Fraction;
  readonly atMost: Fraction;
  /** Chance that the move itself reaches it. */
  readonly reaches: Fraction;
  readonly branches: readonly PolicyBranch[];
  /** Branches that were left out: the tree has its limit of size. */
  readonly leftOut: number;
}

export interface PolicyBranch {
  readonly seen: string;
  /** Chance of it after the move. */
  readonly share: Fraction;
  /** Undefined: no way to the goal is known from there, or the tree has its limit of size. */
  readonly next: PolicyStep | undefined;
}

/** Part of a whole. */
export function fractionOf(part: Chance, whole: Chance): Fraction {
  return lowest({
    numerator: part.numerator << BigInt(whole.bits),
    denominator: whole.numerator << BigInt(part.bits),
  });
}

function shareOf({ to, scale }: Edge['branches'][number], whole: Chance): Fraction {
  const part = { numerator: scale.numerator * to.total.numerator, bits: scale.bits + to.total.bits };
  return fractionOf(part, whole);
}

/** The move with the highest known chance, or -1. */
function bestMove(point: Point): number {
  let best = -1;
  point.edges.forEach((edge, move) => {
    if (edge === null || edge === undefined || edge.lower.numerator === 0n) return;
    const before = best < 0 ? undefined : (point.edges[best] as Edge);
    if (before === undefined || compareChances(edge.lower, before.lower) > 0) best = move;
  });
  return best;
}

/** @param most steps in the tree, the likeliest first */
export function policyTree(problem: Problem, screen: Screen, root: Point, most: number): PolicyStep | undefined {
  const { system, battle, moves } = problem;
  let left = most;

  function stepFrom(point: Point): PolicyStep | undefined {
    const number = bestMove(point);
    const chosen = moves[number];
    const edge = point.edges[number];
    if (chosen === undefined || edge === null || edge === undefined || left <= 0) return undefined;
    left--;
    const before = point.members[0]?.state ?? 0;
    const sorted = edge.branches
      .map((branch) => ({ branch, share: shareOf(branch, point.total) }))
      .sort((a, b) => compare(b.share, a.share));
    const shown = sorted.slice(0, left);
    return {
      move: chosen.text,
      command: plainMove(system, battle, chosen.move),
      chance: fractionOf(edge.lower, point.total),
      atMost: fractionOf(edge.upper, point.total),
      reaches: fractionOf(edge.won, point.total),
      branches: shown.map(({ branch: { to }, share }) => ({
        seen: screen.change(before, to.members[0]?.state ?? 0),
        share,
        next: stepFrom(to),
      })),
      leftOut: sorted.length - shown.length,
    };
  }

  return stepFrom(root);
}
