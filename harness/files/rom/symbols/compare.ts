/** A user's watch or label file against the table of cells. */

import { countText } from '../../../../core/system/names.js';
import { formatAddress } from '../../../../rom-map/index.js';
import {
  cellSymbols,
  labelOf,
  type MemorySymbol,
  type SkippedEntry,
  type WatchEntry,
  type WatchList,
} from './symbol.js';

/**
 * `same`: a cell of ours, or an element of an array, with this width (or the file tells none).
 * `width`: it begins where a cell begins but is longer or shorter. `inside`: it begins within a
 * cell. `moved`: it has a cell's name but lies elsewhere. `order`: big-endian. `unknown`: no cell.
 */
export type Verdict = 'same' | 'width' | 'inside' | 'moved' | 'order' | 'unknown';

export interface ComparedEntry {
  readonly entry: WatchEntry;
  readonly verdict: Verdict;
  /** Our names for the place. */
  readonly ours: readonly string[];
  /** What to look at, for a verdict that is a difference. */
  readonly remark: string;
}

/**
 * Whose list it is. `ours`: its names are those of cells, or more places fit than by chance.
 * `another game's`: neither; what agrees agrees by chance. `nobody's`: it touches no cell.
 */
type Owner = 'ours' | "another game's" | "nobody's";

/** What speaks for or against a list being one of this game. */
interface Evidence {
  readonly owner: Owner;
  /** Entries with a name of the cell in their place. */
  readonly named: number;
  /** Entries whose place and width are those of a cell. */
  readonly fitting: number;
  /** How many would fit if their addresses were drawn from their own kilobytes. */
  readonly byChance: number;
  /** Chance of so many or more. */
  readonly likelihood: number;
}

export interface WatchComparison {
  readonly list: readonly ComparedEntry[];
  /** Rows that cannot be read, with the reason of each. */
  readonly unread: readonly SkippedEntry[];
  readonly evidence: Evidence;
  readonly skipped: readonly SkippedEntry[];
  /** Cells of ours that the file does not touch. */
  readonly notInFile: number;
}

const CONTRADICTIONS: readonly Verdict[] = ['width', 'inside', 'moved', 'order'];

/** Whether an entry contradicts the table. An entry that only one of them has does not. */
export function contradicts({ verdict }: ComparedEntry): boolean {
  return CONTRADICTIONS.includes(verdict);
}

const sizeOf = ({ width, count }: MemorySymbol): number => width * count;

function judge(
  entry: WatchEntry,
  symbols: readonly MemorySymbol[],
  named: ReadonlyMap<string, MemorySymbol>,
): ComparedEntry {
  const end = entry.address + Math.max(1, entry.bytes);
  const touched = symbols.filter((symbol) => symbol.address < end && entry.address < symbol.address + sizeOf(symbol));
  const ours = touched.map(({ name }) => name);
  const result = (verdict: Verdict, remark: string): ComparedEntry => ({ entry, verdict, ours, remark });
  const own = entry.name.toLowerCase();
  const namesake = named.get(own) ?? named.get(own.replace(/\[\d+\]$/, ''));
  if (namesake !== undefined && !touched.includes(namesake)) {
    return result('moved', `ours is at ${formatAddress(namesake.address)}`);
  }
  if (touched.length === 0) return result('unknown', '');
  const begins = touched.filter(({ address, width, count }) => {
    const within = entry.address - address;
    return within === 0 || (count > 1 && within > 0 && within % width === 0);
  });
  if (begins.length === 0) {
    const [first] = touched;
    return result('inside', `${first?.name ?? ''} begins at ${formatAddress(first?.address ?? 0)}`);
  }
  const fits = begins.some((symbol) => {
    const { width } = symbol;
    return entry.bytes === 0 || entry.bytes === width || entry.bytes === sizeOf(symbol);
  });
  if (!fits)
    return result('width', `ours has ${countText(begins.map((symbol) => sizeOf(symbol)).join(' or '), 'byte')}`);
  if (entry.bigEndian && entry.bytes > 1) return result('order', 'ours is little-endian');
  return result('same', '');
}

/** Entries that a file has twice count once: doubled, it says no more than before. */
function withoutRepeats(entries: readonly WatchEntry[]): { once: WatchEntry[]; again: SkippedEntry[] } {
  const lines = new Map<string, number>();
  const again: SkippedEntry[] = [];
  const once = entries.filter(({ name, address, bytes, line }) => {
    const key = `${address} ${bytes} ${name}`;
    const first = lines.get(key);
    if (first === undefined) lines.set(key, line);
    else again.push({ line, reason: `the same entry as in line ${first}` });
    return first === undefined;
  });
  return { once, again };
}

/**
 * Compares every entry of a file with the table of cells.
 * @param drill the file describes our test ROM
 */
export function compareWatchList(list: WatchList, drill: boolean): WatchComparison {
  const symbols = cellSymbols(drill);
  const named = new Map(
    symbols.flatMap((symbol) => [symbol.name, symbol.label].map((name) => [name.toLowerCase(), symbol] as const)),
  );
  const { once, again } = withoutRepeats(list.entries);
  const judged = once.map((entry) => judge(entry, symbols, named));
  const touched = new Set(judged.flatMap(({ ours }) => ours));
  return {
    list: judged,
    skipped: [...list.skipped, ...again],
    unread: list.unread,
    evidence: evidenceOf(judged, symbols),
    notInFile: symbols.filter(({ name }) => !touched.has(name)).length,
  };
}

/** Words of a name: `enemy[0].actionPoints` has enemy, action, points, and ap for short. */
function wordsOf(name: string): Set<string> {
  const words = name
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word !== '');
  const short = words.map((word) => word[0]).join('');
  const own = (name.split('.').at(-1) ?? '').replaceAll(/([a-z])([A-Z])/gu, '$1 $2').split(/[^A-Za-z]+/u);
  const ownShort = own.map((word) => word[0]?.toLowerCase() ?? '').join('');
  return new Set([...words, short, ownShort].filter((word) => word.length > 1));
}

/** Other words for the cells of every game. */
const SYNONYMS: Readonly<Record<string, string>> = {
  rng: 'generator',
  random: 'generator',
  foe: 'enemy',
  pad: 'joypad',
};
const NO_WORDS = new Set([
  'the',
  'of',
  'in',
  'and',
  'for',
  'low',
  'high',
  'byte',
  'word',
  'last',
  'first',
  'flag',
  'value',
]);

/** Words that the lists of most games have: one of them alone names no cell of this game. */
const COMMON = new Set(
  'hp level lv x y speed power timer frame frames count counter status enemy ally skill item pad direction'.split(' '),
);

/**
 * What the name or the note of an entry has of the cell in its place: `own` for its name, a word of
 * its own or two words, `common` for one word that most games have.
 */
function nameOf(one: ComparedEntry): 'own' | 'common' | 'none' {
  if (one.verdict === 'unknown' && one.ours.length === 0) return 'none';
  if (sameName(one) || one.verdict === 'moved') return 'own';
  const theirs = [...wordsOf(`${one.entry.name} ${one.entry.note}`)].filter((word) => !NO_WORDS.has(word));
  const ours = new Set(one.ours.flatMap((name) => [...wordsOf(name)]));
  const shared = theirs.filter((word) => ours.has(word) || ours.has(SYNONYMS[word] ?? ''));
  if (shared.length === 0) return 'none';
  return shared.length > 1 || shared.some((word) => !COMMON.has(word)) ? 'own' : 'common';
}

const PAGE = 1024;
/** Largest chance at which agreement is taken for more than chance. */
const UNLIKELY = 0.01;

/** Share of the addresses of a page at which an entry of that width would fit a cell. */
function shareOf(symbols: readonly MemorySymbol[]): (address: number, bytes: number) => number {
  const widths = new Map<number, Set<number>>();
  const add = (address: number, bytes: number): void => {
    const known = widths.get(address) ?? new Set<number>();
    widths.set(address, known.add(bytes));
  };
  for (const { address, width, count } of symbols) {
    add(address, width * count);
    for (let index = 0; index < count; index++) add(address + width * index, width);
  }
  const kept = new Map<string, number>();
  return (address, bytes) => {
    const first = address - (address % PAGE);
    const key = `${first} ${bytes}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    let fits = 0;
    for (let at = first; at < first + PAGE; at++) {
      const here = widths.get(at);
      if (here !== undefined && (bytes === 0 || here.has(bytes))) fits++;
    }
    kept.set(key, fits / PAGE);
    return fits / PAGE;
  };
}

/** Entries whose chances are multiplied out one by one; of more the first are enough. */
const MOST_WEIGHED = 400;

/** The chance of at least so many successes of trials with these chances. */
function atLeastOf(chances: readonly number[], least: number): number {
  let exactly = [1];
  for (const chance of chances) {
    const next = [...exactly.map((weight) => weight * (1 - chance)), 0];
    exactly.forEach((weight, hits) => {
      next[hits + 1] = (next[hits + 1] ?? 0) + weight * chance;
    });
    exactly = next;
  }
  return exactly.slice(least).reduce((sum, weight) => sum + weight, 0);
}

function evidenceOf(judged: readonly ComparedEntry[], symbols: readonly MemorySymbol[]): Evidence {
  const share = shareOf(symbols);
  const names = judged.map(nameOf);
  const own = names.filter((name) => name === 'own').length;
  const named = names.filter((name) => name !== 'none').length;
  const fits = judged.filter(({ verdict }) => verdict === 'same');
  // two entries of one place fit together or not at all
  const places = new Map(judged.map((one) => [`${one.entry.address} ${one.entry.bytes}`, one]));
  const apart = [...places.values()];
  const chances = apart.map(({ entry }) => share(entry.address, entry.bytes));
  const byChance = chances.reduce((sum, chance) => sum + chance, 0);
  const some = apart.slice(0, MOST_WEIGHED);
  const fitting = some.filter(({ verdict }) => verdict === 'same').length;
  const likelihood = fitting === 0 ? 1 : atLeastOf(chances.slice(0, MOST_WEIGHED), fitting);
  const touched = judged.filter(({ ours, verdict }) => ours.length > 0 || verdict === 'moved').length;
  const isNamed = named >= 3 || (own > 0 && 2 * named >= touched);
  const owner: Owner =
    touched === 0 ? "nobody's" : isNamed || (fitting > 1 && likelihood < UNLIKELY) ? 'ours' : "another game's";
  return { owner, named, fitting: fits.length, byChance, likelihood };
}

/** Whether an entry has the table's name for its address. */
export function sameName({ entry, ours }: ComparedEntry): boolean {
  const theirs = entry.name.toLowerCase();
  return ours.some((name) => {
    const own = name.toLowerCase();
    return theirs === own || theirs === labelOf(name).toLowerCase() || theirs.startsWith(`${own}[`);
  });
}
