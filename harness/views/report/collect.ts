/** Collects the data of the page in one pass over a line. Its words come from the entry view. */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration, GaugeShape, Language, OddsTable, UnitView } from '../../../core/system/system.js';
import { notFilledLines } from '../../base/not-filled.js';
import { createPause } from '../../base/yield-to-event-loop.js';
import { drawsOf } from '../../timeline/draws.js';
import {
  createLedger,
  factsOf,
  factsText,
  gaugeName,
  gaugesOf,
  plainText,
  unitLabel,
  unitName,
  unitPrefix,
} from '../../timeline/entry-view/index.js';
import { standingUntil } from '../../timeline/holes/standing-until.js';
import { differencesOf, RECORDING, type Timeline } from '../../timeline/index.js';
import { entryEvents } from '../../timeline/recorded-line.js';
import type { ReportGauge, ReportLine, ReportOdds, ReportUnit, Steps } from './data.js';

/** Entries between two looks at the clock. */
const ENTRIES_AT_ONCE = 64;
/** Entries whose details a page holds. */
export const MAX_DETAILS = 4000;

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
  readonly poses: (readonly [number, number, UnitView['facing']])[];
  readonly numbers: Map<string, number>;
}

/** Units by their first prefix: a unit that leaves and comes back is the same one. */
function createUnits(language: Language) {
  const units = new Map<string, GrowingUnit>();
  const names = new Map<string, string>();
  return {
    /** Name of the unit that had cells with this prefix. */
    nameOf: (prefix: string): string | undefined => names.get(prefix),
    add(at: number, views: readonly UnitView[]): void {
      const there = new Set<GrowingUnit>();
      for (const view of views) {
        const { prefixes, name, side, x, y, facing } = view;
        const key = prefixes[0] ?? name;
        for (const prefix of prefixes) if (!names.has(prefix)) names.set(prefix, unitName(view, language));
        let unit = units.get(key);
        if (unit === undefined) {
          unit = { name: unitLabel(view, language), side, at: growing(), poses: [], numbers: new Map() };
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

interface GrowingGauge extends Growing {
  readonly shape: GaugeShape;
  readonly cell: CellDeclaration;
  readonly wraps: number[];
}

/** What is collected on the way through a line. */
interface Collection {
  readonly timeline: Timeline;
  readonly gauges: readonly GrowingGauge[];
  readonly units: ReturnType<typeof createUnits>;
  readonly turn: Growing;
  readonly frameShift: Growing;
  readonly draws: number[];
  readonly ledger: (readonly [at: number, text: string])[];
  readonly told: (readonly [at: number, sentences: readonly string[]])[];
  /** Entries that changed an active cell. */
  readonly active: number[];
  /** Bytes of the active cells, and the state in which one of them changed last. */
  readonly offsets: readonly number[];
  readonly last: Uint8Array;
}

function createCollection(timeline: Timeline, line: number): Collection {
  const activeCells = timeline.cells.cells.filter((cell) => cell.scratch !== true && cell.passive !== true);
  return {
    timeline,
    gauges: gaugesOf(timeline).map(([shape, cell]) => ({ shape, cell, wraps: [], ...growing() })),
    units: createUnits(timeline.language),
    turn: growing(),
    frameShift: growing(),
    draws: [],
    ledger: [],
    told: [],
    active: [],
    offsets: activeCells.flatMap((cell) => Array.from({ length: cell.width }, (_, byte) => cell.offset + byte)),
    last: timeline.state(0, line).slice(),
  };
}

function addGauge(gauge: GrowingGauge, at: number, image: Uint8Array): void {
  const value = readCell(image, gauge.cell);
  const before = gauge.values.at(-1) ?? value;
  const span = 2 ** (8 * gauge.cell.width);
  const isShorterUp = value < before && value + span - before < before - value;
  if (gauge.shape.role === 'points' && isShorterUp) gauge.wraps.push(at);
  grow(gauge, at, value);
}

/** Takes the state after an entry. @returns whether an active cell changed */
function addState(collection: Collection, at: number, image: Uint8Array): boolean {
  const { timeline, offsets, last } = collection;
  const { battle, system } = timeline;
  const overview = system.capabilities.views?.overview;
  for (const gauge of collection.gauges) addGauge(gauge, at, image);
  let changed = at === 0;
  for (let index = 0; index < offsets.length && !changed; index++) {
    const offset = offsets[index] as number;
    changed = image[offset] !== last[offset];
  }
  if (changed) {
    last.set(image);
    if (overview !== undefined) collection.units.add(at, overview.units(battle));
  }
  if (overview?.turn !== undefined) grow(collection.turn, at, overview.turn(battle));
  grow(collection.frameShift, at, timeline.frameOf(at) - at);
  return changed;
}

/** Goes through the line once. */
async function addEntries(collection: Collection, line: number, signal: AbortSignal | undefined): Promise<void> {
  const { timeline, draws, ledger, told, active } = collection;
  const pause = createPause(signal, 'no page is written');
  const events = entryEvents();
  const drew = drawsOf(timeline.system);
  addState(collection, 0, timeline.state(0, line));
  const texts = createLedger(timeline, line, timeline.state(0, line));
  for (let at = 1; at <= timeline.length(line); at++) {
    events.length = 0;
    const image = timeline.advance(events);
    if (drew(events)) draws.push(at);
    const changed = addState(collection, at, image);
    if (changed) active.push(at);
    const text = texts.line(at, image, events);
    if (texts.told().length > 0) told.push([at, texts.told()]);
    if (changed || !texts.wasQuiet()) ledger.push([at, text]);
    if (at % ENTRIES_AT_ONCE === 0) await pause();
  }
}

/** Facts of the entries with differences or changes, up to a maximum. */
function detailsOf({ timeline, active }: Collection, line: number): ReportLine['details'] {
  const differing = differencesOf(timeline, line).map(({ at }) => at);
  return [...new Set([...differing, ...active])]
    .slice(0, MAX_DETAILS)
    .sort((first, second) => first - second)
    .map((at) => [at, factsText(factsOf(timeline, at, line))] as const);
}

function reportGauges({ gauges, units }: Collection): ReportGauge[] {
  return gauges.map(({ shape, cell, places, values, wraps }) => ({
    label: gaugeName(shape, cell, units.nameOf(unitPrefix(cell))),
    role: shape.role,
    ...(shape.line === undefined ? {} : { line: { value: shape.line[0], meaning: shape.line[1] } }),
    places,
    values,
    wraps,
  }));
}

/**
 * @param odds answer to the plan's question, where it asks one
 * @throws LockstepError `E_INTERRUPTED`
 */
export async function collectLine(
  timeline: Timeline,
  name: string,
  line = RECORDING,
  odds?: OddsTable,
  signal?: AbortSignal,
): Promise<ReportLine> {
  const { system, battle } = timeline;
  const overview = system.capabilities.views?.overview;
  const collection = createCollection(timeline, line);
  await addEntries(collection, line, signal);
  const { frameShift, turn, draws, ledger, told, active, units } = collection;
  const details = detailsOf(collection, line);
  const texts = new Map(details);
  return {
    name: plainText(name),
    system: system.id,
    unit: system.unit,
    length: timeline.length(line),
    frameShift,
    endsEarly: timeline.end.whole ? '' : plainText(timeline.end.reason),
    gauges: reportGauges(collection),
    sides: (overview?.sides(battle) ?? []).map(plainText),
    ...(overview?.turn === undefined ? {} : { turn: turn as Steps }),
    units: units.all(),
    ...boardOf(timeline),
    draws,
    differences: differencesOf(timeline, line).map(({ at }) => ({ at, text: texts.get(at) ?? [] })),
    ledger,
    told,
    details,
    detailsLeftOut: Math.max(0, active.length - details.length),
    notRun: notFilledLines(standingUntil(timeline, timeline.length(line), line).notFilled),
    ...(odds === undefined ? {} : { odds: oddsOf(odds) }),
  };
}

function boardOf({ system, battle }: Timeline): Pick<ReportLine, 'board'> {
  const board = system.capabilities.views?.overview?.board?.(battle);
  return board === undefined ? {} : { board };
}
