/**
 * What a command did, as the board shows it: the moments at which a frame changed something, ways,
 * losses, and how it ended against what the plan had asked for. Read from states and told
 * happenings alone.
 */
import type { Language } from '../../../core/system/system.js';
import type { ToldLine } from '../../base/index.js';
import {
  type BoardNote,
  type BoardTrace,
  changeText,
  healthOf,
  keyOf,
  noteAt,
  prefixOf,
  type ShownUnit,
} from '../parts/steps.js';
import type { PlayedRow } from './play-rows.js';

/** Units after a frame. */
export interface Seen {
  readonly clock: number;
  readonly units: readonly ShownUnit[];
}

/** A moment of a command that is worth showing. */
export interface PlayedStep {
  readonly units: readonly ShownUnit[];
  /** Ways so far, and what this moment did. */
  readonly trace: BoardTrace;
  readonly said: readonly string[];
}

export interface PlayedCommand {
  readonly steps: readonly PlayedStep[];
  /** All of it: ways, and what everybody lost in the end. */
  readonly whole: BoardTrace;
}

/** Words of a unit's statuses. */
function wordsOf({ gauges }: ShownUnit): string[] {
  const words = gauges.filter(({ role }) => role === 'status').flatMap((gauge) => gauge.words.split(', '));
  return words.filter((word) => word !== '');
}

/** What a board shows of a unit, in one text. */
const lookOf = (unit: ShownUnit): string =>
  [prefixOf(unit), unit.x, unit.y, unit.facing, healthOf(unit) ?? '', ...wordsOf(unit)].join(' ');

const looksOf = ({ units }: Seen): string => units.map(lookOf).join(';');

/** What became of a unit between two moments. */
function notesOf(before: ShownUnit, after: ShownUnit): BoardNote[] {
  const [had, has] = [healthOf(before), healthOf(after)];
  const notes: BoardNote[] = [];
  if (had !== undefined && has !== undefined && had !== has) {
    notes.push(noteAt(after, changeText(has - had), has < had ? 'damage' : 'recovery'));
  }
  const old = new Set(wordsOf(before));
  for (const word of wordsOf(after)) if (!old.has(word)) notes.push(noteAt(after, word, 'change'));
  return notes;
}

/** Squares at which something was aimed and nobody was hit. */
function missesOf(lines: readonly ToldLine[]): BoardNote[] {
  return lines.flatMap(({ kind, amounts: { x, y }, results }): BoardNote[] => {
    if ((kind !== 'skill' && kind !== 'counter') || x === undefined || y === undefined) return [];
    const isHit = results.some(({ amounts: { landed = 0, hits = 0 } }) => landed > 0 || hits === 0);
    return isHit ? [] : [{ x, y, text: results.length === 0 ? 'nobody' : 'miss', kind: 'change' }];
  });
}

/** Whether something told pushed a unit to a square: cells are told as 8 y + x. */
const isPushedTo = (lines: readonly ToldLine[], { x, y }: ShownUnit): boolean =>
  lines.some(({ results }) =>
    results.some(({ changes }) => changes.some(({ what, after }) => what === 'cell' && after === 8 * y + x)),
  );

interface OpenWay {
  readonly unit: ShownUnit;
  readonly places: (readonly [x: number, y: number])[];
  readonly isPushed: boolean;
}

/** Goes on with a unit's way, or begins one. */
function walkOn(ways: OpenWay[], before: ShownUnit, after: ShownUnit, lines: readonly ToldLine[]): void {
  if (before.x < 0 || after.x < 0 || keyOf(before.x, before.y) === keyOf(after.x, after.y)) return;
  const isPushed = isPushedTo(lines, after);
  const last = ways.filter(({ unit }) => prefixOf(unit) === prefixOf(after)).at(-1);
  if (last !== undefined && last.isPushed === isPushed) last.places.push([after.x, after.y]);
  else {
    const places: [number, number][] = [
      [before.x, before.y],
      [after.x, after.y],
    ];
    ways.push({ unit: before, places, isPushed });
  }
}

/**
 * The moments of a command.
 * @param seen the state before it, after each of its frames that was looked at, and after it
 * @param lines what is told of it
 */
export function playedCommand(seen: readonly Seen[], lines: readonly ToldLine[]): PlayedCommand {
  const [first] = seen as readonly [Seen];
  const ways: OpenWay[] = [];
  const steps: PlayedStep[] = [];
  let before = first;
  let told = 0;
  for (const [at, moment] of seen.entries()) {
    const isLast = at === seen.length - 1;
    // what a frame did is told with its number; the rest belongs to the end
    let end = told;
    while (end < lines.length && (isLast || (lines[end] as ToldLine).frame <= moment.clock)) end++;
    const news = lines.slice(told, end);
    if (at === 0 || (news.length === 0 && looksOf(before) === looksOf(moment))) continue;
    const notes = missesOf(news);
    for (const unit of moment.units) {
      const was = before.units.find((other) => prefixOf(other) === prefixOf(unit));
      if (was === undefined) continue;
      walkOn(ways, was, unit, lines);
      notes.push(...notesOf(was, unit));
    }
    const drawn = ways.map((way) => ({ ...way, places: [...way.places] }));
    steps.push({ units: moment.units, trace: { ways: drawn, notes }, said: news.map(({ sentence }) => sentence) });
    before = moment;
    told = end;
  }
  const last = seen.at(-1) ?? first;
  const notes = last.units.flatMap((unit) => {
    const was = first.units.find((other) => prefixOf(other) === prefixOf(unit));
    return was === undefined ? [] : notesOf(was, unit);
  });
  return { steps, whole: { ways, notes: [...missesOf(lines), ...notes] } };
}

/** Kinds of happenings that a command says by itself. */
const PLAIN = new Set(['walk', 'turn', 'step-in-place', 'pass']);

export interface Came {
  /** A few words, or empty: nothing but what the command says. */
  readonly text: string;
  /** It ended elsewhere than it was told to. */
  readonly isOther: boolean;
}

/** `stopped at 1,3 by Namcat`: where a walk ended, if it is not where it was sent; else empty. */
function stoppedText({ command, happened }: PlayedRow, language: Language): string {
  const { x, y } = command;
  const walk = happened.find(({ kind }) => kind === 'walk');
  if (typeof x !== 'number' || typeof y !== 'number' || command.command !== 'move' || walk === undefined) return '';
  let [place, by] = ['', ''];
  for (const { kind, unit, actor, amounts, results } of happened) {
    if (unit === walk.unit && kind === 'walk') place = keyOf(amounts['x'] ?? 0, amounts['y'] ?? 0);
    const own = unit === walk.unit ? undefined : results.find((result) => result.unit === walk.unit);
    if (own === undefined) continue;
    by = actor?.[language] ?? '';
    for (const { what, after } of own.changes) if (what === 'cell') place = keyOf(after & 7, after >> 3);
  }
  if (place === keyOf(x, y)) return '';
  return by === '' ? `stopped at ${place}` : `stopped at ${place} by ${by}`;
}

/** What came of a row. */
export function cameOf(row: PlayedRow, language: Language): Came {
  const stopped = stoppedText(row, language);
  if (stopped !== '') return { text: stopped, isOther: true };
  const lines = row.happened.filter(({ kind }) => !PLAIN.has(kind));
  // the command says who uses what
  const sentences = lines.map(({ sentence, kind, actor, what }) => {
    const said = `${actor?.[language]}: ${what?.[language]} `;
    return kind === 'skill' && row.command.command === 'skill' && sentence.startsWith(said)
      ? sentence.slice(said.length)
      : sentence;
  });
  return { text: sentences.join('; '), isOther: false };
}
