/** Writes the table of cells as a watch or label file. */

import { remedyWithoutBattle } from '../../../base/cell-names.js';
import { LockstepError } from '../../../base/errors.js';
import { writeMarkdown } from './markdown.js';
import { writeMlb, writeMsl } from './mlb.js';
import { hasNote, writeNotes } from './notes.js';
import { writeDiztinguish, writeNocash, writeSym } from './sym.js';
import { cellSymbols, type MemorySymbol, routineSymbols } from './symbol.js';
import type { WatchFormat } from './watch-list.js';
import { writeRr, writeWch } from './wch.js';

const WRITERS: Readonly<Record<WatchFormat, (symbols: readonly MemorySymbol[]) => string>> = {
  wch: writeWch,
  rr: writeRr,
  mlb: writeMlb,
  msl: writeMsl,
  sym: writeSym,
  nocash: writeNocash,
  diztinguish: writeDiztinguish,
  notes: writeNotes,
  markdown: writeMarkdown,
};

export interface SymbolChoice {
  /** With the cells of our test ROM. */
  readonly drill?: boolean;
  /** With the original routines; only label files can hold them. */
  readonly routines?: boolean;
  /** Names with `*`, such as `enemy[0].*`; all cells when there is none. */
  readonly patterns?: readonly string[];
}

function matcher(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/**
 * The symbols that a user asks for.
 * @throws LockstepError `E_SYMBOLS_CELL` for a pattern without a matching cell
 */
export function chooseSymbols(choice: SymbolChoice): readonly MemorySymbol[] {
  const patterns = choice.patterns ?? [];
  const cells = cellSymbols(choice.drill === true);
  const tests = patterns.map(matcher);
  tests.forEach((test, index) => {
    if (cells.some(({ name }) => test.test(name))) return;
    const pattern = patterns[index] ?? '';
    throw new LockstepError('E_SYMBOLS_CELL', `no cell has the name ${pattern}`, {
      remedy: remedyWithoutBattle(
        cells.map(({ name }) => name),
        pattern,
      ),
    });
  });
  const chosen = tests.length === 0 ? cells : cells.filter(({ name }) => tests.some((test) => test.test(name)));
  return choice.routines === true ? [...chosen, ...routineSymbols()] : chosen;
}

export interface SymbolFile {
  readonly text: string;
  /** Symbols that the form cannot hold. */
  readonly leftOut: readonly string[];
}

/** Forms that can hold a routine as well as a cell. */
const LABEL_FILES: readonly WatchFormat[] = ['mlb', 'msl', 'sym', 'nocash', 'diztinguish'];

export function writeSymbols(symbols: readonly MemorySymbol[], format: WatchFormat): SymbolFile {
  const fits = (symbol: MemorySymbol): boolean => {
    if (symbol.width === 0) return LABEL_FILES.includes(format);
    return format !== 'notes' || hasNote(symbol);
  };
  const leftOut = symbols.filter((symbol) => !fits(symbol)).map(({ name }) => name);
  return { text: WRITERS[format](symbols.filter(fits)), leftOut };
}
