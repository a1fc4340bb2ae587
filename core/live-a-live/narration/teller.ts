/** Collects what happened while the events of a step are read, one happening after the other. */
import type { Happening, Named, ToldChange, ToldDraw, ToldResult } from '../../system/system.js';

export interface OpenResult extends ToldResult {
  readonly unit: number;
  readonly amounts: Record<string, number>;
  readonly changes: ToldChange[];
}

export interface OpenDraw extends ToldDraw {
  decided: string;
}

export interface OpenHappening extends Happening {
  /** Block of who did it, or 0. */
  readonly unit: number;
  readonly amounts: Record<string, number>;
  readonly results: OpenResult[];
  readonly draws: OpenDraw[];
}

/** Reading of the events of one step. */
export interface Teller {
  readonly told: OpenHappening[];
  /** What the effects that are read belong to, or undefined: to themselves. */
  current: OpenHappening | undefined;
  /** Draws whose happening comes after them. */
  waiting: OpenDraw[];
  /** Frames of the battle so far. */
  frame: number;
  /** Time passes within a skill: what ends then is no effect of it. */
  timePasses: boolean;
}

/** @param frame frames of the battle before the step */
export function createTeller(frame: number): Teller {
  return { told: [], current: undefined, waiting: [], frame, timePasses: false };
}

/** Begins a happening; the draws that waited belong to it. */
export function open(
  teller: Teller,
  kind: string,
  unit: number,
  actor: Named | undefined,
  what: Named | undefined,
): OpenHappening {
  const { frame, waiting } = teller;
  const happening = { kind, frame, unit, actor, what, amounts: {}, results: [], draws: waiting };
  teller.waiting = [];
  teller.told.push(happening);
  teller.current = happening;
  teller.timePasses = false;
  return happening;
}

/** The result of a unit in a happening, new when it is the first. */
export function resultOf(happening: OpenHappening, unit: number, target: Named): OpenResult {
  const known = happening.results.find((result) => result.unit === unit);
  if (known !== undefined) return known;
  const result: OpenResult = { unit, target, amounts: {}, changes: [] };
  happening.results.push(result);
  return result;
}

/** Adds to a figure. */
export function add(amounts: Record<string, number>, name: string, value: number): void {
  amounts[name] = (amounts[name] ?? 0) + value;
}
