/** From the events of a step to sentences: the one way that every view takes. */
import {
  type Battle,
  type EventBuffer,
  type Happening,
  LANGUAGES,
  type Language,
  type System,
} from '../../core/system/system.js';
import { LockstepError } from './errors.js';

// Words of a command line that a message suggests.

/** A word of a command line; quoted when a shell would read it otherwise. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

// The nearest known word to a mistyped one.

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
export function editDistance(first: string, second: string): number {
  const rows: number[][] = [Array.from({ length: second.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= first.length; i++) {
    const row = [i];
    for (let j = 1; j <= second.length; j++) {
      const same = first[i - 1] === second[j - 1] ? 0 : 1;
      let best = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1]) {
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[first.length]?.[second.length] ?? 0;
}

/** Edits at most: two, or a third of the letters; one where a word has no more than three. */
function mostEdits({ length }: string): number {
  return length <= 3 ? 1 : Math.max(2, Math.floor(length / 3));
}

/** The known word nearest to a mistyped one, or undefined if none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = mostEdits(word) + 1;
  for (const candidate of known) {
    // Very long words are not typed by hand; the distance would only cost time.
    if (word.length > 100 || candidate.length > 100) continue;
    // so many letters have to be inserted or deleted at least
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** A message is read on one screen: so many names, and so many letters of them, are enough. */
const [MOST_NAMES, LONGEST_NAME, MOST_LETTERS] = [20, 40, 120];

/** Names with commas between them, as far as a message has room. */
export function namesText(names: readonly string[]): string {
  const shown: string[] = [];
  let letters = 0;
  for (const name of names.slice(0, MOST_NAMES)) {
    const cut = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
    letters += cut.length + 2;
    if (letters > MOST_LETTERS && shown.length > 0) break;
    shown.push(cut);
  }
  return `${shown.join(', ')}${shown.length < names.length ? ' ...' : ''}`;
}

/** A remedy for an unknown word: `Did you mean X?`, or the list. */
export function nearest(word: string, known: readonly string[]): string {
  const guess = nearestWord(word, known);
  if (guess !== undefined) return `Did you mean ${guess}?`;
  return known.length === 0 ? 'Take it out' : `Known: ${namesText(known)}`;
}

/** A happening with its sentence. */
export interface ToldLine extends Happening {
  readonly sentence: string;
}

/** A frame, a command or a step that was made. */
interface MadeStep {
  readonly system: System;
  /** After the step. */
  readonly battle: Battle;
  /** Its image before the step. */
  readonly before: Uint8Array;
  readonly events: EventBuffer;
  /** Where a step is a frame: its number as the log or plan counts. */
  readonly frame?: number;
}

function tell(
  { system, battle, before, events, frame }: MadeStep,
  language: Language,
  isTold: (happening: Happening) => boolean,
): ToldLine[] {
  const { narration } = system;
  const happenings = narration.tell(battle, before, events).filter(isTold);
  return happenings.map((happening) => {
    const sentence = narration.sentence(happening, language);
    if (frame === undefined || system.unit !== 'frame') return { ...happening, sentence };
    return { ...happening, frame, draws: happening.draws.map((draw) => ({ ...draw, frame })), sentence };
  });
}

/** What happened in a step, in order, a sentence for each thing. */
export function toldOf(step: MadeStep, language: Language): ToldLine[] {
  return tell(step, language, () => true);
}

/** The same for lists: draws that nothing came of and whose turn is next are left out. */
export function newsOf(step: MadeStep, language: Language): ToldLine[] {
  return tell(step, language, ({ kind }) => kind !== 'nothing' && kind !== 'next');
}

/** @throws LockstepError `E_OPTION` */
export function languageOf(given: string | undefined): Language {
  const found = LANGUAGES.find((language) => language === (given ?? 'en'));
  if (found !== undefined) return found;
  throw new LockstepError('E_OPTION', 'names are en, ja or id', {
    found: given ?? '',
    expected: LANGUAGES.join(', '),
    remedy: nearest(given ?? '', LANGUAGES),
  });
}
