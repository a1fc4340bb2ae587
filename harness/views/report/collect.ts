/** Collects the data of the page in one pass over a line. Its words come from the entry view. */

import { readCell } from '../../../core/system/battle.js';
import { worded } from '../../../core/system/names.js';
import type {
  CellDeclaration,
  GaugeShape,
  GroundView,
  Language,
  OddsTable,
  UnitView,
} from '../../../core/system/system.js';
import { notFilledLines, plainText, shellWord } from '../../base/index.js';

import { standingUntil } from '../../original/index.js';
import {
  differencesOf,
  differenceText,
  factsOf,
  factsText,
  gaugeName,
  gaugesOf,
  inputWords,
  RECORDING,
  type Timeline,
  unitLabel,
  unitName,
  unitPrefix,
} from '../../play/index.js';

import { type Growing, grow, growing } from '../parts/grow.js';
import type { Steps } from '../parts/steps.js';
import type { ReportCell, ReportGauge, ReportLine, ReportOdds, ReportUnit, ReportViews } from './data.js';
import { countsInside, headOf, type Place, walk } from './walk.js';

// Tables and units that grow while a line is gone through.

/** Texts or records by number, each held once. */
interface Table<Entry> {
  readonly list: Entry[];
  numberOf(entry: Entry): number;
}

function createTable<Entry>(keyOf: (entry: Entry) => string): Table<Entry> {
  const known = new Map<string, number>();
  const list: Entry[] = [];
  let last = -1;
  return {
    list,
    numberOf(entry) {
      // the same object again needs no key
      if (list[last] === entry) return last;
      const key = keyOf(entry);
      let number = known.get(key);
      if (number === undefined) {
        number = list.push(entry) - 1;
        known.set(key, number);
      }
      last = number;
      return number;
    },
  };
}

/** Finds the cells that changed between one state and the next. */
interface ChangeFinder {
  /** Cells whose bytes changed; valid until the next call. */
  readonly changed: readonly number[];
  /** Compares with the state of the last call. @returns whether a cell changed */
  next(image: Uint8Array): boolean;
}

/** The words of an image, where it is aligned; else none, and its bytes are compared one by one. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, length >> 2) : new Int32Array(0);
}

/** @param cells whose changes are looked for */
function createChangeFinder(cells: readonly CellDeclaration[], start: Uint8Array): ChangeFinder {
  const last = start.slice();
  const owners = new Int32Array(start.length).fill(-1);
  for (const [index, { offset, width }] of cells.entries()) {
    for (let byte = offset; byte < offset + width; byte++) if (owners[byte] === -1) owners[byte] = index;
  }
  const before = wordsOf(last);
  const owned = Int32Array.from(before.keys()).filter((word) =>
    owners.subarray(4 * word, 4 * word + 4).some((owner) => owner >= 0),
  );
  let shown = start;
  let words = wordsOf(start);
  const changed: number[] = [];

  function compareBytes(from: number, to: number): void {
    for (let offset = from; offset < to; offset++) {
      if (shown[offset] === last[offset]) continue;
      last[offset] = shown[offset] as number;
      const owner = owners[offset] as number;
      if (owner >= 0 && !changed.includes(owner)) changed.push(owner);
    }
  }

  function compareWords(now: Int32Array, then: Int32Array): void {
    for (let index = 0; index < owned.length; index++) {
      const word = owned[index] as number;
      if (now[word] !== then[word]) compareBytes(4 * word, 4 * word + 4);
    }
  }

  return {
    changed,
    next(image) {
      changed.length = 0;
      if (image !== shown) {
        shown = image;
        words = wordsOf(image);
      }
      const isAligned = words.length === before.length;
      if (isAligned) compareWords(words, before);
      compareBytes(isAligned ? 4 * words.length : 0, image.length);
      return changed.length > 0;
    },
  };
}

interface GrowingUnit {
  readonly name: string;
  readonly short: string;
  readonly prefixes: readonly string[];
  readonly side: number;
  readonly size: ReportUnit['size'];
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
        const { prefixes, name, side, x, y, facing, size = [1, 1] } = view;
        const key = prefixes[0] ?? name;
        let unit = units.get(key);
        if (unit === undefined) {
          const short = unitName(view, language);
          for (const prefix of prefixes) if (!names.has(prefix)) names.set(prefix, short);
          const label = unitLabel(view, language);
          unit = { name: label, short, prefixes, side, size, at: growing(), poses: [], numbers: new Map() };
          if (at > 0) grow(unit.at, 0, -1);
          units.set(key, unit);
        }
        there.add(unit);
        const [lastX, lastY, lastFacing] = unit.poses[unit.at.values.at(-1) ?? -1] ?? [];
        if (lastX === x && lastY === y && lastFacing === facing) continue;
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
    all: (): ReportUnit[] =>
      [...units.values()].map(({ numbers: _numbers, ...unit }) => ({ ...unit, at: unit.at as Steps })),
  };
}

/** Places whose calls a page holds; of a longer line only those that differ. */
export const MAX_DETAILS = 1000;
/** Changed places of which a page holds what the system shows besides its cells. */
const MAX_VIEWS = 1000;

/** Gauges that every frame moves: no unit comes, goes or turns with them. */
const CLOCKS: ReadonlySet<string | undefined> = new Set(['points', 'order', 'charge']);

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

interface GrowingCell extends Growing {
  readonly cell: CellDeclaration;
  /** Undefined: it is no gauge. */
  readonly shape: GaugeShape | undefined;
  readonly line: GaugeShape['line'];
  /** It belongs to a unit and is no clock. */
  readonly movesUnit: boolean;
  readonly wraps: number[];
}

/** What is collected on the way through a line. */
interface Collection {
  readonly timeline: Timeline;
  readonly line: number;
  readonly cells: readonly GrowingCell[];
  readonly finder: ChangeFinder;
  readonly units: ReturnType<typeof createUnits>;
  readonly turn: Growing;
  readonly frameShift: Growing;
  readonly entryAt: Growing;
  readonly draws: number[];
  readonly texts: ReturnType<typeof createTable<string>>;
  /** Texts of pad words, where no label stands beside them. */
  readonly pads: Map<number, number>;
  readonly rows: { places: number[]; entries: number[]; inputs: number[]; told: number[] };
  readonly grounds: ReturnType<typeof createTable<GroundView>>;
  readonly groundAt: Growing;
  readonly views: ReturnType<typeof createTable<ReportViews>>;
  readonly viewsAt: Growing;
  viewsTo: number;
  /** Changed places, with entry and frame inside it. */
  readonly active: { readonly at: number; readonly entry: number; readonly inner: number }[];
  /** Last place of each entry. */
  readonly ends: number[];
  readonly differing: ReadonlySet<number>;
}

function createCollection(timeline: Timeline, line: number): Collection {
  const gauges = gaugesOf(timeline);
  const own = new Set(gauges.map(([, cell]) => cell));
  const others = timeline.cells.cells.filter(
    (cell) => cell.scratch !== true && cell.passive !== true && cell.isText !== true && !own.has(cell),
  );
  const collected = (cell: CellDeclaration, shape?: GaugeShape): GrowingCell => ({
    ...{ cell, shape, line: shape?.line ?? shape?.lineOf?.(timeline.battle) },
    movesUnit: cell.name.includes('[') && !CLOCKS.has(shape?.role),
    wraps: [],
    ...growing(),
  });
  const cells = [...gauges.map(([shape, cell]) => collected(cell, shape)), ...others.map((cell) => collected(cell))];
  const start = timeline.state(0, line);
  const keyOf = (value: unknown): string => JSON.stringify(value);
  const texts = createTable<string>((text) => text);
  texts.numberOf('');
  return {
    ...{ timeline, line, cells, texts },
    finder: createChangeFinder(
      cells.map(({ cell }) => cell),
      start,
    ),
    units: createUnits(timeline.language),
    turn: growing(),
    frameShift: growing(),
    entryAt: growing(),
    draws: [],
    pads: new Map(),
    rows: { places: [], entries: [], inputs: [], told: [] },
    grounds: createTable<GroundView>(keyOf),
    groundAt: growing(),
    views: createTable<ReportViews>(keyOf),
    viewsAt: growing(),
    viewsTo: Number.MAX_SAFE_INTEGER,
    active: [],
    ends: [0],
    differing: new Set(differencesOf(timeline, line).map(({ at }) => at)),
  };
}

function addValue(gauge: GrowingCell, at: number, image: Uint8Array): void {
  const value = readCell(image, gauge.cell);
  if (gauge.shape?.role === 'points' && gauge.values.length > 0) {
    const before = gauge.values.at(-1) as number;
    const span = 2 ** (8 * gauge.cell.width);
    if (value < before && value + span - before < before - value) gauge.wraps.push(at);
  }
  grow(gauge, at, value);
}

/** Whether a unit may have come, gone, walked or turned: one of its cells is another, no clock. */
function mayMove({ cells, finder, active }: Collection): boolean {
  return active.length === 0 || finder.changed.some((index) => cells[index]?.movesUnit === true);
}

/** What the system shows besides its cells. */
function addViews(collection: Collection, at: number): void {
  const { timeline, units, turn, grounds, groundAt, views, viewsAt, active } = collection;
  const { overview, panels, predict, table } = timeline.system.capabilities.views ?? {};
  const { battle } = timeline;
  if (overview !== undefined && mayMove(collection)) units.add(at, overview.units(battle));
  if (overview?.turn !== undefined) grow(turn, at, overview.turn(battle));
  if (overview?.ground !== undefined) grow(groundAt, at, grounds.numberOf(overview.ground(battle)));
  if (active.length > MAX_VIEWS) {
    collection.viewsTo = Math.min(collection.viewsTo, at);
    return;
  }
  grow(
    viewsAt,
    at,
    views.numberOf(
      worded(
        {
          panels: panels?.(battle) ?? [],
          forecast: predict?.(battle, timeline.language) ?? [],
          table: table?.(battle),
        },
        timeline.language,
        timeline.system.terms,
      ),
    ),
  );
}

/** Number of the text of an entry's input. */
function inputNumber({ timeline, line, texts, pads }: Collection, entry: number, pad: number): number {
  const known = pad < 0 || timeline.labels.size > 0 ? undefined : pads.get(pad);
  if (known !== undefined) return known;
  const number = texts.numberOf(inputWords(timeline, entry, line));
  pads.set(pad, number);
  return number;
}

function addPlace(collection: Collection, place: Place): void {
  const { timeline, line, cells, finder, texts, rows, differing } = collection;
  const { at, number, entry, inner, isFirst, image, drew, told } = place;
  const changed = finder.next(image);
  for (const index of finder.changed) addValue(cells[index] as GrowingCell, at, image);
  if (changed) {
    collection.active.push({ at, entry, inner });
    addViews(collection, at);
  }
  if (drew) collection.draws.push(at);
  grow(collection.frameShift, at, number - at);
  if (inner > 0) grow(collection.entryAt, at, timeline.frameOf(entry));
  collection.ends[entry] = at;
  if (!isFirst && told.length === 0) return;
  const pad = timeline.padOf(entry, line);
  if (pad === 0 && told.length === 0 && !changed && !differing.has(entry)) return;
  rows.places.push(at);
  rows.entries.push(isFirst ? timeline.frameOf(entry) : 0);
  rows.inputs.push(isFirst ? inputNumber(collection, entry, pad) : 0);
  rows.told.push(texts.numberOf(told.join('\n')));
}

/** Calls and writers: of all changed places while they are few, else of those that differ. */
function detailsOf({ timeline, active, ends, differing }: Collection, line: number): ReportLine['details'] {
  const differs = ({ at, entry }: { at: number; entry: number }): boolean => differing.has(entry) && ends[entry] === at;
  const chosen = active.length <= MAX_DETAILS ? active : active.filter(differs).slice(0, MAX_DETAILS);
  return chosen.map(({ at, entry, inner }) => [at, factsText(factsOf(timeline, entry, line, inner))] as const);
}

/** The differences with their cells, at the last place of their entry. */
function differencesAt({ timeline, ends }: Collection, line: number): ReportLine['differences'] {
  return differencesOf(timeline, line).map((difference) => {
    return { at: ends[difference.at] ?? difference.at, text: differenceText(difference) };
  });
}

function reportCell({ cell, places, values }: GrowingCell, nameOf: (prefix: string) => string | undefined): ReportCell {
  const prefix = unitPrefix(cell);
  const none = cell.none === undefined ? {} : { none: cell.none };
  const words = cell.words === undefined ? {} : { words: cell.words };
  return { name: plainText(cell.name), unit: nameOf(prefix) ?? prefix, places, values, ...none, ...words };
}

function reportGauge(gauge: GrowingCell, nameOf: (prefix: string) => string | undefined): ReportGauge[] {
  const { shape, cell, wraps, line } = gauge;
  if (shape === undefined) return [];
  // a gauge has the words of its shape alone, as the workbench shows it
  const { words: _, ...own } = reportCell(gauge, nameOf);
  return [
    {
      ...own,
      label: gaugeName(shape, cell, nameOf(unitPrefix(cell))),
      what: shape.label,
      role: shape.role,
      ...(line === undefined ? {} : { line: { value: line[0], meaning: line[1] } }),
      ...(shape.bits === undefined ? {} : { bits: shape.bits }),
      ...(shape.words === undefined ? {} : { words: shape.words }),
      wraps,
    },
  ];
}

function viewsOf(collection: Collection): Pick<ReportLine, 'sides' | 'turn' | 'board' | 'grounds' | 'views'> {
  const { timeline, turn, grounds, views } = collection;
  const { system, battle } = timeline;
  const overview = system.capabilities.views?.overview;
  const board = overview?.board?.(battle);
  return {
    sides: (overview?.sides(battle) ?? []).map(plainText),
    ...(overview?.turn === undefined ? {} : { turn }),
    ...(board === undefined ? {} : { board }),
    grounds: grounds.list,
    views: views.list,
  };
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
  const { system } = timeline;
  const collection = createCollection(timeline, line);
  const { cells, units, ends, rows, active } = collection;
  const start = timeline.state(0, line);
  for (const cell of cells) addValue(cell, 0, start);
  addViews(collection, 0);
  grow(collection.frameShift, 0, countsInside(timeline) ? 0 : timeline.frameOf(0));
  await walk(timeline, line, (place) => addPlace(collection, place), signal);
  const details = detailsOf(collection, line);
  const nameOf = (prefix: string): string | undefined => units.nameOf(prefix);
  const others = cells.filter(({ shape, places }) => shape === undefined && places.length > 1);
  return {
    name: plainText(name),
    file: shellWord(plainText(timeline.file)),
    system: system.id,
    unit: countsInside(timeline) ? 'frame' : system.unit,
    entryUnit: system.unit,
    head: headOf(timeline, line),
    length: ends.at(-1) ?? 0,
    frameShift: collection.frameShift,
    ...(countsInside(timeline) ? { entryAt: collection.entryAt } : {}),
    endsEarly: timeline.end.whole ? '' : plainText(timeline.end.reason),
    gauges: cells.flatMap((cell) => reportGauge(cell, nameOf)),
    cells: others.map((cell) => reportCell(cell, nameOf)),
    ...viewsOf(collection),
    units: units.all(),
    groundAt: collection.groundAt,
    viewsAt: collection.viewsAt,
    viewsTo: collection.viewsTo,
    draws: collection.draws,
    differences: differencesAt(collection, line),
    texts: collection.texts.list,
    rows,
    details,
    detailsLeftOut: active.length - details.length,
    notRun: notFilledLines(standingUntil(timeline, timeline.length(line), line).notFilled),
    ...(odds === undefined ? {} : { odds: oddsOf(odds) }),
  };
}
