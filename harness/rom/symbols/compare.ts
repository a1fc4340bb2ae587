/** A user's watch or label file against the table of cells. */

import { formatAddress } from '../../../rom-map/index.js';
import { countText } from '../../base/number-text.js';
import { cellSymbols, labelOf, type MemorySymbol } from './symbol.js';
import type { SkippedEntry, WatchEntry, WatchList } from './watch-list.js';

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

export interface WatchComparison {
  readonly list: readonly ComparedEntry[];
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
  const namesake = named.get(entry.name) ?? named.get(entry.name.replace(/\[\d+\]$/, ''));
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

/**
 * Compares every entry of a file with the table of cells.
 * @param drill the file describes our test ROM
 */
export function compareWatchList(list: WatchList, drill: boolean): WatchComparison {
  const symbols = cellSymbols(drill);
  const named = new Map(symbols.flatMap((symbol) => [[symbol.name, symbol] as const, [symbol.label, symbol] as const]));
  const judged = list.entries.map((entry) => judge(entry, symbols, named));
  const touched = new Set(judged.flatMap(({ ours }) => ours));
  return { list: judged, skipped: list.skipped, notInFile: symbols.filter(({ name }) => !touched.has(name)).length };
}

/** Whether an entry has the table's name for its address. */
export function sameName({ entry, ours }: ComparedEntry): boolean {
  return ours.some((name) => entry.name === name || entry.name === labelOf(name) || entry.name.startsWith(`${name}[`));
}
