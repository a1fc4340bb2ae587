/** The watch list of the stepper: cells by name or address, also from an emulator's watch file. */

import { readCell } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { LockstepError, plainText, shownCellValue } from '../../base/index.js';

import { loadWatchList } from '../../files/index.js';
import { addressText, type Timeline } from '../../play/index.js';

export interface Watch {
  readonly name: string;
  readonly cell: CellDeclaration;
  readonly hex: boolean;
}

/** Name, value, and the value before where it differs. */
export function watchText(watch: Watch, before: Uint8Array, after: Uint8Array): string {
  const show = (value: number): string =>
    watch.hex
      ? (value >>> 0)
          .toString(16)
          .toUpperCase()
          .padStart(2 * watch.cell.width, '0')
      : shownCellValue(watch.cell, value);
  const [was, is] = [readCell(before, watch.cell), readCell(after, watch.cell)];
  return `${watch.name} ${show(is)}${was === is ? '' : ` (was ${show(was)})`}`;
}

export function watchOf(cell: CellDeclaration): Watch {
  return { name: plainText(cell.name), cell, hex: false };
}

interface WatchFile {
  readonly watches: readonly Watch[];
  /** Entries that no window of the system holds. */
  readonly left: number;
}

/**
 * @throws LockstepError for an unreadable file, or one without an address in the system's memory
 */
export function loadWatches(file: string, timeline: Timeline): WatchFile {
  const { entries, skipped } = loadWatchList(file);
  const watches = entries.flatMap((entry): Watch[] => {
    const declared = timeline.cells.at(entry.address);
    const bytes = entry.bytes === 0 ? (declared?.address === entry.address ? declared.width : 1) : entry.bytes;
    if (bytes !== 1 && bytes !== 2 && bytes !== 4) return [];
    const cell = timeline.cells.raw(entry.address, bytes);
    if (cell === undefined) return [];
    const name = plainText(entry.name === '' ? addressText(entry.address) : entry.name);
    return [{ name, cell: { ...cell, signed: entry.display === 'signed' }, hex: entry.display === 'hex' }];
  });
  if (watches.length === 0) {
    throw new LockstepError('E_UNKNOWN_ID', 'no place of the watch file lies in the memory of this system', {
      file,
      found: countText(entries.length + skipped.length, 'entry', 'entries'),
      expected: timeline.cells.regions
        .map((region) => addressText(region.address))
        .join(', ')
        .slice(0, 120),
      remedy: 'Name a watch file of this game',
    });
  }
  return { watches, left: entries.length - watches.length + skipped.length };
}
