/** Tables and units that grow while a line is gone through. */
import type { CellDeclaration, Language, UnitView } from '../../../core/system/system.js';
import { unitLabel, unitName } from '../../play/entry-view/index.js';
import { type Growing, grow, growing } from '../parts/grow.js';
import type { ReportUnit, Steps } from './data.js';

/** Texts or records by number, each held once. */
export interface Table<Entry> {
  readonly list: Entry[];
  numberOf(entry: Entry): number;
}

export function createTable<Entry>(keyOf: (entry: Entry) => string): Table<Entry> {
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
export interface ChangeFinder {
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
export function createChangeFinder(cells: readonly CellDeclaration[], start: Uint8Array): ChangeFinder {
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
export function createUnits(language: Language) {
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
