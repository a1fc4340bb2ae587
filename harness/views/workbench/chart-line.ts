/** The gauges of a plan as its plots need them. */
import type { ChartedGauge, ChartedLine } from '../parts/charted.js';
import { type Growing, grow, growing } from '../parts/grow.js';
import type { ShownGauge } from '../parts/shown-state.js';
import type { PlayedRow } from './play-rows.js';
import type { Sample } from './units.js';

/** A plan with what is shown of its states, at the start and after each command. */
export interface SampledPlan {
  readonly name: string;
  /** What time is counted in. */
  readonly unit: string;
  readonly rows: readonly PlayedRow[];
  readonly samples: readonly Sample[];
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

function tracksOf(samples: readonly Sample[]): Track[] {
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
  for (const [at, { units, gauges }] of samples.entries()) {
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

function partingsOf({ rows }: SampledPlan, others: readonly SampledPlan[]): NonNullable<ChartedLine['partings']> {
  return others.flatMap(({ name, rows: their }) => {
    const at = shared(rows, their);
    return at === rows.length && at === their.length ? [] : [{ at, text: `${name} parts` }];
  });
}

/**
 * @param others branches that are laid over it
 * @returns places are the start and the commands of the plan
 */
export function chartedLine(plan: SampledPlan, others: readonly SampledPlan[]): ChartedLine {
  const { name, unit, rows, samples } = plan;
  const [turn, frameShift] = [growing(), growing()];
  for (const [at, sample] of samples.entries()) {
    grow(turn, at, sample.turn === '' ? -1 : sample.sides.indexOf(sample.turn));
    grow(frameShift, at, (rows[at - 1]?.clock ?? 0) - at);
  }
  const tracks = tracksOf(samples);
  const own = tracks.filter(({ gauge, values }) => ROLES.has(gauge.role) && values.some((value) => value !== 0));
  return {
    ...{ name, unit, turn, frameShift },
    length: rows.length,
    gauges: (own.length > 0 ? own : tracks).map(chartedGauge),
    sides: samples[0]?.sides ?? [],
    draws: [],
    differences: rows.flatMap(({ fault, differences }, at) =>
      fault !== '' || differences.length > 0 ? [{ at: at + 1 }] : [],
    ),
    partings: partingsOf(plan, others),
  };
}
