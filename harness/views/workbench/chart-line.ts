/** The gauges of a plan as its plots need them. */

import { type Growing, grow, growing } from '../parts/grow.js';
import type { ChartedGauge, ChartedLine, ShownGauge } from '../parts/steps.js';

import type { Moment } from './known-states.js';
import type { PlayedRow } from './play-rows.js';

/** A plan with what is shown of its states. */
export interface SampledPlan {
  readonly name: string;
  /** What time is counted in. */
  readonly unit: string;
  readonly rows: readonly PlayedRow[];
  readonly moments: readonly Moment[];
}

/** Gauges of every plot; without any of them those of no role are drawn. */
const ROLES: ReadonlySet<string> = new Set(['points', 'order', 'health']);

/** Points that are lost at once by a sum that goes over the end of its 16 bits. */
const LEAST_WRAP = 0x8000;

interface Track extends Growing {
  readonly gauge: ShownGauge;
  readonly owner: string;
  seen: number;
}

function tracksOf(moments: readonly Moment[]): Track[] {
  const tracks = new Map<string, Track>();
  const note = (gauge: ShownGauge, owner: string, at: number): void => {
    let track = tracks.get(gauge.cell);
    if (track === undefined) {
      track = { gauge, owner, seen: at, ...growing() };
      if (at > 0) grow(track, 0, 0);
      tracks.set(gauge.cell, track);
    }
    track.seen = at;
    grow(track, at, gauge.value);
  };
  for (const [at, { sample }] of moments.entries()) {
    const { units, gauges } = sample;
    for (const gauge of gauges) note(gauge, '', at);
    for (const unit of units) for (const gauge of unit.gauges) note(gauge, unit.name, at);
    // who has gone has nothing left
    for (const track of tracks.values()) if (track.seen !== at) grow(track, at, 0);
  }
  return [...tracks.values()];
}

function chartedGauge({ gauge, owner, places, values }: Track): ChartedGauge {
  const { cell, label: what, role, line } = gauge;
  const wraps = places.filter((_, index) => (values[index - 1] ?? 0) - (values[index] as number) > LEAST_WRAP);
  return {
    ...{ name: cell, what, role, places, values, wraps: role === 'points' ? wraps : [] },
    label: owner === '' ? what : `${owner} ${what}`,
    ...(line === undefined ? {} : { line: { value: line[0], meaning: line[1] } }),
  };
}

/** Commands at the beginning that two plans share. */
function shared(first: readonly PlayedRow[], second: readonly PlayedRow[]): number {
  let count = 0;
  while (count < first.length && first[count]?.text === second[count]?.text) {
    if (first[count]?.repeat !== second[count]?.repeat) break;
    count++;
  }
  return count;
}

/** Places of the start and of the end of each row. */
export function endsOf({ moments }: SampledPlan): number[] {
  const ends: number[] = [];
  for (const [at, { row }] of moments.entries()) ends[row] ??= at;
  return ends;
}

/** @param ends places at which its rows end */
function partingsOf(
  { rows }: SampledPlan,
  ends: readonly number[],
  others: readonly SampledPlan[],
): NonNullable<ChartedLine['partings']> {
  return others.flatMap(({ name, rows: their }) => {
    const count = shared(rows, their);
    const isAll = count === rows.length && count === their.length;
    return isAll ? [] : [{ at: ends[count] as number, text: `${name} parts` }];
  });
}

/**
 * @param others branches that are laid over it
 * @returns places are the moments of the plan
 */
export function chartedLine(plan: SampledPlan, others: readonly SampledPlan[]): ChartedLine {
  const { name, unit, rows, moments } = plan;
  const [turn, frameShift] = [growing(), growing()];
  for (const [at, { sample, clock }] of moments.entries()) {
    grow(turn, at, sample.turn === '' ? -1 : sample.sides.indexOf(sample.turn));
    grow(frameShift, at, clock - at);
  }
  const ends = endsOf(plan);
  const tracks = tracksOf(moments);
  const own = tracks.filter(({ gauge, values }) => ROLES.has(gauge.role) && values.some((value) => value !== 0));
  return {
    ...{ name, unit, turn, frameShift },
    length: moments.length - 1,
    gauges: (own.length > 0 ? own : tracks).map(chartedGauge),
    sides: moments[0]?.sample.sides ?? [],
    draws: [],
    differences: rows.flatMap(({ fault, differences }, at) =>
      fault !== '' || differences.length > 0 ? [{ at: ends[at + 1] as number }] : [],
    ),
    partings: partingsOf(plan, ends, others),
  };
}
