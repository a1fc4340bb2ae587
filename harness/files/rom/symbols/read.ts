/** Reads a watch or label file of any known form. */
import { LockstepError } from '../../../base/errors.js';
import { formOf, lookAt } from '../../../base/forms.js';
import { readTextFile } from '../../../base/read-text.js';
import { readMarkdown } from './markdown.js';
import { readMlb } from './mlb.js';
import { readNotes } from './notes.js';
import { readDiztinguish, readSym } from './sym.js';
import { FMA_HEAD } from './sym-fma.js';
import { looksLikeVice } from './sym-vice.js';
import type { ReadResult, Unread, WatchFormat, WatchList } from './watch-list.js';
import { readWch } from './wch.js';

/** Files with every cell of a game are far smaller. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const LOOKED_AT = 64 * 1024;

const READERS: Readonly<Record<WatchFormat, (text: string, file: string, unread: Unread) => ReadResult>> = {
  wch: readWch,
  rr: readWch,
  mlb: readMlb,
  msl: readMlb,
  sym: readSym,
  nocash: readSym,
  diztinguish: readDiztinguish,
  notes: readNotes,
  markdown: readMarkdown,
};
const BY_EXTENSION: readonly (readonly [string, WatchFormat])[] = [
  ['.wch', 'wch'],
  ['.mlb', 'mlb'],
  ['.msl', 'msl'],
  ['.dbg', 'sym'],
  ['.csv', 'diztinguish'],
  ['.sym', 'sym'],
  ['.lbl', 'sym'],
  ['.json', 'notes'],
  ['.md', 'markdown'],
];

/** Forms that readers go by, by the names of the forms of files. */
const BY_CONTENT: Readonly<Record<string, WatchFormat>> = {
  'BizHawk watch list': 'wch',
  'Snes9x-rr watch list': 'rr',
  'Mesen labels': 'mlb',
  'NO$SNES symbols': 'nocash',
  'WLA symbols': 'sym',
  'FMA symbols': 'sym',
  'VICE labels': 'sym',
  'ca65 debug file': 'sym',
  'bass symbols': 'sym',
  'DiztinGUIsh labels': 'diztinguish',
  'code notes': 'notes',
  'map in Markdown': 'markdown',
};

/**
 * Detects a form by the content; only where that says nothing by the file's name, whose reader then
 * says what is wrong. Undefined: the content is another form of file, or none that is known.
 */
export function detectWatchFormat(text: string, file: string): WatchFormat | undefined {
  const form = formOf(lookAt(new TextEncoder().encode(text.slice(0, LOOKED_AT)), text.length));
  const known = form === undefined ? undefined : BY_CONTENT[form.name];
  if (known !== undefined) return known;
  const named = BY_EXTENSION.find(([extension]) => file.toLowerCase().endsWith(extension));
  if (named !== undefined) return named[1];
  if (text.startsWith('SystemID ')) return 'wch';
  if (/^\s*\[(labels|comments|definitions)\]/im.test(text.slice(0, 4096))) return 'sym';
  if (text.startsWith(FMA_HEAD) || looksLikeVice(text)) return 'sym';
  if (/^\s*[[{]/.test(text.slice(0, 4096))) return 'notes';
  if (/^\|.*\|\s*$/m.test(text.slice(0, 65536))) return 'markdown';
  return /^[A-Za-z]+:[0-9A-Fa-f]+(-[0-9A-Fa-f]+)?:/.test(text) ? 'mlb' : undefined;
}

/**
 * Reads the text of a watch or label file.
 * @param format undefined: detected from name and content
 * @param file name for messages
 * @throws LockstepError `E_SYMBOLS_FORMAT` for an unknown form, `E_SYMBOLS_LINE` for a broken line,
 * `E_SYMBOLS_EMPTY` for a file without entries
 */
export function readWatchList(text: string, format: WatchFormat | undefined, file: string): WatchList {
  const chosen = format ?? detectWatchFormat(text, file);
  if (chosen === undefined) {
    throw new LockstepError('E_SYMBOLS_FORMAT', 'the form of the file is unknown', {
      file,
      expected: 'a watch or label file in one of the forms of docs/FORMS.md',
      remedy: 'Name its form with --format, if it is one',
    });
  }
  const unread: Unread = { rows: [], first: undefined };
  const result = READERS[chosen](text, file, unread);
  // of a file without one good row its first fault is all there is to say
  if (result.entries.length + result.skipped.length === 0 && unread.first !== undefined) throw unread.first;
  if (result.entries.length + result.skipped.length === 0) {
    throw new LockstepError('E_SYMBOLS_EMPTY', `the file holds nothing in the form ${chosen}`, {
      file,
      remedy: 'Name another form with --format, or another file',
    });
  }
  return { format: chosen, ...result, unread: unread.rows };
}

/**
 * Reads a watch or label file.
 * @throws LockstepError as `readWatchList`, and `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`
 */
export function loadWatchList(file: string, format?: WatchFormat): WatchList {
  return readWatchList(readTextFile(file, MAX_FILE_BYTES), format, file);
}
