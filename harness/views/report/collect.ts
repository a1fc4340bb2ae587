/** Goes through a timeline once and takes down what the page shows. Words come from the facts, as everywhere. */
import { readCell } from '../../../core/battle.js';
import type { OddsTable, UnitView } from '../../../core/system.js';
import { drawsOf } from '../../timeline/draws.js';
import {
  createLedger,
  factsOf,
  factsText,
  gaugeName,
  gaugesOf,
  plainText,
  unitPrefix,
} from '../../timeline/facts/index.js';
import { differencesOf, RECORDING, type Timeline } from '../../timeline/index.js';
import { entryEvents } from '../../timeline/recorded-line.js';
import type { ReportGauge, ReportLine, ReportOdds, ReportUnit, Steps } from './data.js';

/** Entries whose details a page holds. */
export const MOST_DETAILS = 4000;

interface Growing {
  readonly places: number[];
  readonly values: number[];
}

function grow(steps: Growing, at: number, value: number): void {
  if (steps.values.at(-1) === value) return;
  steps.places.push(at);
  steps.values.push(value);
}

function growing(): Growing {
  return { places: [], values: [] };
}

interface GrowingUnit {
  readonly name: string;
  readonly side: number;
  readonly at: Growing;
  readonly poses: (readonly [number, number, string])[];
  readonly numbers: Map<string, number>;
}

/** Units by their first prefix: a unit that leaves and comes back is the same one. */
function createUnits() {
  const units = new Map<string, GrowingUnit>();
  const names = new Map<string, string>();
  return {
    /** Name of the unit that had cells with this prefix. */
    nameOf: (prefix: string): string | undefined => names.get(prefix),
    add(at: number, views: readonly UnitView[]): void {
      const there = new Set<GrowingUnit>();
      for (const { prefixes, name, side, x, y, facing } of views) {
        const key = prefixes[0] ?? name;
        for (const prefix of prefixes) if (!names.has(prefix)) names.set(prefix, name);
        let unit = units.get(key);
        if (unit === undefined) {
          unit = { name: plainText(name), side, at: growing(), poses: [], numbers: new Map() };
          if (at > 0) grow(unit.at, 0, -1);
          units.set(key, unit);
        }
        there.add(unit);
        const pose = `${x} ${y} ${facing}`;
        let number = unit.numbers.get(pose);
        if (number === undefined) {
          number = unit.poses.push([x, y, facing]) - 1;
          unit.numbers.set(pose, number);
        }
        grow(unit.at, at, number);
      }
      for (const unit of units.values()) if (!there.has(unit)) grow(unit.at, at, -1);
    },
    all: (): ReportUnit[] => [...units.values()].map(({ name, side, at, poses }) => ({ name, side, at, poses })),
  };
}

export function oddsOf(table: OddsTable): ReportOdds {
  const denominator = BigInt(table.denominator);
  return {
    outcomes: table.outcomes.map(plainText),
    rows: table.rows.map(({ values, numerator }) => ({
      label: values.join(', '),
      fraction: `${numerator}/${table.denominator}`,
      // nine digits are more than a plot can show
      part: Number((BigInt(numerator) * 1_000_000_000n) / denominator) / 1e9,
    })),
  };
}

/** @param odds answer to the plan's question, where it asks one */
export function collectLine(timeline: Timeline, name: string, line = RECORDING, odds?: OddsTable): ReportLine {
  const { system, battle } = timeline;
  const overview = system.capabilities.views?.overview;
  const gauges = gaugesOf(timeline).map(([shape, cell]) => ({ shape, cell, wraps: [] as number[], ...growing() }));
  const units = createUnits();
  const turn = growing();
  const frameShift = growing();
  const draws: number[] = [];
  const ledger: (readonly [number, string])[] = [];
  const active: number[] = [];
  const events = entryEvents();
  const drew = drawsOf(system);
  const length = timeline.length(line);
  const activeCells = timeline.cells.cells.filter((cell) => cell.scratch !== true && cell.passive !== true);
  const offsets = activeCells.flatMap((cell) => Array.from({ length: cell.width }, (_, byte) => cell.offset + byte));
  const last = timeline.state(0, line).slice();

  function look(at: number, image: Uint8Array): boolean {
    for (const gauge of gauges) {
      const value = readCell(image, gauge.cell);
      const before = gauge.values.at(-1) ?? value;
      const span = 2 ** (8 * gauge.cell.width);
      if (gauge.shape.role === 'points' && value < before && value + span - before < before - value)
        gauge.wraps.push(at);
      grow(gauge, at, value);
    }
    let changed = at === 0;
    for (let index = 0; index < offsets.length && !changed; index++) {
      const offset = offsets[index] as number;
      changed = image[offset] !== last[offset];
    }
    if (changed) {
      last.set(image);
      if (overview !== undefined) units.add(at, overview.units(battle));
    }
    if (overview?.turn !== undefined) grow(turn, at, overview.turn(battle));
    grow(frameShift, at, timeline.frameOf(at) - at);
    return changed;
  }

  look(0, timeline.state(0, line));
  const texts = createLedger(timeline, line, timeline.state(0, line));
  for (let at = 1; at <= length; at++) {
    events.length = 0;
    const image = timeline.advance(events);
    const drawn = drew(events);
    if (drawn) draws.push(at);
    const changed = look(at, image);
    if (changed) active.push(at);
    const text = texts.line(at, image);
    if (changed || !texts.wasQuiet()) ledger.push([at, text]);
  }
  const differences = differencesOf(timeline, line);
  const wanted = [...new Set([...differences.map(({ at }) => at), ...active])]
    .slice(0, MOST_DETAILS)
    .sort((a, b) => a - b);
  const details = wanted.map((at) => [at, factsText(factsOf(timeline, at, line))] as const);
  const told = new Map(details);
  return {
    name: plainText(name),
    system: system.id,
    unit: system.unit,
    length,
    frameShift,
    endsEarly: timeline.end.whole ? '' : plainText(timeline.end.reason),
    gauges: gauges.map(
      ({ shape, cell, places, values, wraps }): ReportGauge => ({
        label: gaugeName(shape, cell, units.nameOf(unitPrefix(cell))),
        role: shape.role,
        ...(shape.line === undefined ? {} : { line: { value: shape.line[0], meaning: shape.line[1] } }),
        places,
        values,
        wraps,
      }),
    ),
    sides: (overview?.sides(battle) ?? []).map(plainText),
    ...(overview?.turn === undefined ? {} : { turn: turn as Steps }),
    units: units.all(),
    ...boardOf(timeline),
    draws,
    differences: differences.map(({ at }) => ({ at, text: told.get(at) ?? [] })),
    ledger,
    details,
    detailsLeftOut: Math.max(0, active.length - details.length),
    ...(odds === undefined ? {} : { odds: oddsOf(odds) }),
  };
}

function boardOf({ system, battle }: Timeline): Pick<ReportLine, 'board'> {
  const board = system.capabilities.views?.overview?.board?.(battle);
  return board === undefined ? {} : { board };
}
