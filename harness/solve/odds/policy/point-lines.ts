/** The points of a proven policy as lines of a certificate: those that the proof needs. */
import type { PolicyLine, Trust } from '../../check/form.js';
import { nameOfPoint } from '../../check/state-key.js';
import { certifiedKey } from '../../search/certificate/plain-problem.js';
import { NO_LIMIT } from '../../search/problem/metrics.js';
import type { EndReason } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { ALL, compare, type Fraction, NONE } from '../graph/fractions.js';

/** What a search knows of a point. */
export interface KnownPoint {
  readonly atLeast: Fraction;
  readonly atMost: Fraction;
  /** The move with the chance that is known; -1: none is. */
  readonly move: number;
}

/** How the points of a search are looked at. */
export interface PointView<Point> {
  /** Points with equal names are one. */
  name(point: Point): string;
  known(point: Point): KnownPoint;
  /** Points behind a move, or behind all of them. */
  behind(point: Point, move: number | undefined): readonly Point[];
}

/** The lines of a certificate, with the chance that they prove. */
export interface PolicyLines {
  readonly chance: string;
  /** Why the search ended; only `proven` has a certificate. */
  readonly reason: EndReason;
  readonly lines: readonly PolicyLine[];
}

/** A state that looks like the others of its point. */
export interface Member {
  load(): void;
  readonly weight: bigint;
}

/** Names of points by their states and what was spent: the last of it is the cost. */
export function createNaming(
  problem: Problem,
  trusts: readonly Trust[],
): (members: readonly Member[], spent: readonly number[]) => string {
  const key = certifiedKey(problem, trusts);
  return (members, spent) => {
    const keys = members.map(({ load, weight }) => {
      load();
      return { key: key(spent.slice(0, -1)), weight };
    });
    return nameOfPoint(keys, problem.costLimit === NO_LIMIT ? 0 : (spent.at(-1) as number));
  };
}

interface Named<Point> {
  known: KnownPoint;
  readonly points: Point[];
}

export function fractionText({ numerator, denominator }: Fraction): string {
  return `${numerator}/${denominator}`;
}

/** The closer of two bounds on either side. */
function closer(one: KnownPoint, other: KnownPoint): KnownPoint {
  const { atLeast, move } = compare(other.atLeast, one.atLeast) > 0 ? other : one;
  return { atLeast, move, atMost: compare(other.atMost, one.atMost) < 0 ? other.atMost : one.atMost };
}

function allNamed<Point>(root: Point, view: PointView<Point>): ReadonlyMap<string, Named<Point>> {
  const named = new Map<string, Named<Point>>();
  const seen = new Set([root]);
  for (const point of seen) {
    const name = view.name(point);
    const before = named.get(name);
    if (before === undefined) named.set(name, { known: view.known(point), points: [point] });
    else {
      before.known = closer(before.known, view.known(point));
      before.points.push(point);
    }
    for (const next of view.behind(point, undefined)) seen.add(next);
  }
  return named;
}

/** Points of which nothing is known but 0 to 1 have no line, and the root has one. */
export function listPoints<Point>(root: Point, view: PointView<Point>): PolicyLine[] {
  const named = allNamed(root, view);
  const names = new Set([view.name(root)]);
  const lines: PolicyLine[] = [];
  for (const name of names) {
    const { known, points } = named.get(name) as Named<Point>;
    const hasPolicy = compare(known.atLeast, NONE) > 0;
    const isBounded = compare(known.atMost, ALL) < 0;
    const move = hasPolicy ? known.move : -1;
    lines.push({ state: name, atLeast: fractionText(known.atLeast), atMost: fractionText(known.atMost), move });
    if (!hasPolicy && !isBounded) continue;
    for (const next of points.flatMap((point) => view.behind(point, isBounded ? undefined : move))) {
      const { atLeast, atMost } = view.known(next);
      if (compare(atLeast, NONE) > 0 || compare(atMost, ALL) < 0) names.add(view.name(next));
    }
  }
  return lines;
}
