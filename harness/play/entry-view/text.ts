/** Facts as lines of text: the one wording that every view uses. */

import { readCell } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { CellDeclaration, EventBuffer, GaugeShape } from '../../../core/system/system.js';
import { buttonsText, newsOf, plainText, shownCellValue } from '../../base/index.js';

import { RECORDING } from '../timeline/branch-store.js';
import { differencesOf } from '../timeline/divergence.js';
import type { LineDifference } from '../timeline/recorded-line.js';
import type { Timeline } from '../timeline/timeline.js';
import type { Cause } from '../timeline/why.js';
import type { Writer } from '../timeline/writers.js';
import {
  type ChangeFact,
  type EntryFacts,
  type EventFact,
  type GaugeFact,
  gaugesOf,
  inputWords,
  placeText,
  type UnitFact,
  unitName,
  unitPrefix,
} from './entry-facts.js';

// The list of lines of a timeline, as text.

/** Name of a line for people: the line of a plan is no recording. */
export function lineName(timeline: Timeline, line: number): string {
  if (line === RECORDING && timeline.moveEnds !== undefined) return 'plan';
  return plainText(timeline.lines().find((info) => info.line === line)?.name ?? '');
}

/**
 * `> 1 early from recording at frame 2346: 2440 frames, 0 writes, 1 input`.
 * @param current line that is marked
 */
export function branchLines(timeline: Timeline, current: number): string[] {
  const lines = timeline.lines();
  const { unit } = timeline.system;
  return lines.map((info) => {
    const mark = info.line === current ? '>' : ' ';
    const parent = info.parent < 0 ? '' : lineName(timeline, info.parent);
    const place = info.fork === 0 ? 'the start' : `${unit} ${timeline.frameOf(info.fork)}`;
    const from = info.line === RECORDING ? '' : ` from ${parent} at ${place}`;
    const changes =
      info.line === RECORDING ? '' : `, ${countText(info.pokes, 'write')}, ${countText(info.inputs, 'input')}`;
    return `${mark} ${info.line} ${lineName(timeline, info.line)}${from}: ${countText(info.length, unit)}${changes}`;
  });
}

// One line for each entry: its number, its input, what happened, and the gauges that changed.

/**
 * `action points`, `enemy 0 order points`.
 * @param unit name of the cell's unit, where it is known
 */
export function gaugeName(shape: GaugeShape, cell: CellDeclaration, unit?: string): string {
  const [kind = '', index = ''] = unitPrefix(cell).split(/[[\]]/u);
  return plainText(kind === '' ? shape.label : `${unit ?? `${kind} ${index}`} ${shape.label}`);
}

/** Entries must be asked for in order, from 1 on. */
interface Ledger {
  /**
   * `frame 70  0200 Left  Takahara walks from (5,4) to (4,4)  action points 0 -> 57`. The
   * timeline's battle stands after the entry.
   * @param image its state @param events of the entry
   */
  line(at: number, image: Uint8Array, events: EventBuffer): string;
  /** Sentences of the last line. */
  told(): readonly string[];
  /** The last line had only the entry's number. */
  wasQuiet(): boolean;
}

/** @param start state before the first entry; the timeline stands there afterwards */
export function createLedger(timeline: Timeline, line: number, start: Uint8Array): Ledger {
  const gauges = gaugesOf(timeline).filter(([{ role }]) => role !== 'other');
  const cells = gauges.map(([, cell]) => cell);
  const names: (string | undefined)[] = gauges.map(() => undefined);
  const overview = timeline.system.capabilities.views?.overview;
  const values = Float64Array.from(cells, (cell) => readCell(start, cell));
  const differing = new Set(differencesOf(timeline, line).map(({ at }) => at));
  const { unit } = timeline.system;

  /** Name of a gauge; a unit's name is known once it is present. */
  function nameOf(index: number): string {
    const [shape, cell] = gauges[index] as (typeof gauges)[number];
    const known = names[index];
    if (known !== undefined) return known;
    const prefix = unitPrefix(cell);
    const owner =
      prefix === '' ? undefined : overview?.units(timeline.battle).find(({ prefixes }) => prefixes.includes(prefix));
    const name = gaugeName(shape, cell, owner === undefined ? undefined : unitName(owner, timeline.language));
    if (owner !== undefined || prefix === '') names[index] = name;
    return name;
  }

  let quiet = true;
  let told: readonly string[] = [];
  const last = start.slice();
  const { system, battle, language } = timeline;

  /** What happened in an entry. */
  function sentencesOf(at: number, events: EventBuffer): string[] {
    const step = { system, battle, before: last, events, frame: timeline.frameOf(at) };
    return newsOf(step, language).map(({ sentence }) => plainText(sentence));
  }

  // Looking for differences moved the timeline; whoever lists entries goes on from the start.
  timeline.state(0, line);
  return {
    line(at, image, events) {
      const { pad } = timeline.input(at, line);
      const parts = [`${unit} ${timeline.frameOf(at)}`, inputWords(timeline, at, line)];
      if (differing.has(at)) parts.push('DIFFERENCE');
      told = sentencesOf(at, events);
      last.set(image);
      if (told.length > 0) parts.push(told.join('; '));
      let moved = '';
      for (let index = 0; index < cells.length; index++) {
        const value = readCell(image, cells[index] as CellDeclaration);
        if (value === values[index]) continue;
        moved += `${moved === '' ? '' : ', '}${nameOf(index)} ${values[index]} -> ${value}`;
        values[index] = value;
      }
      if (moved !== '') parts.push(moved);
      quiet = pad === 0 && parts.length === 2;
      return parts.join('  ');
    },
    told: () => told,
    wasQuiet: () => quiet,
  };
}

// Cells that hold printed text, as the lines that an entry adds to it.

function bytesOf(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

/** What was printed, one line each; nothing for no change of a text. */
function printedLines(changes: readonly ChangeFact[]): string[] {
  const bytes = changes
    .filter(({ cell }) => cell.isText === true)
    .flatMap(({ cell, before, after }) => {
      const old = bytesOf(before, cell.width);
      return bytesOf(after, cell.width).filter((byte, index) => byte !== 0 && byte !== old[index]);
    });
  if (bytes.length === 0) return [];
  const lines = new TextDecoder().decode(Uint8Array.from(bytes)).split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => `prints ${plainText(line.trimEnd())}`);
}

interface TextOptions {
  /** Lines of the caller's, above the changes. */
  readonly notes?: readonly string[];
  /** Working cells that no log compares too. */
  readonly scratch?: boolean;
  /** Cells that move with time or input alone too. */
  readonly passive?: boolean;
  /** The draws below each sentence. */
  readonly draws?: boolean;
}

/** `C1:1C02 order-points-idle`, `K13 damaged`, `command sizePool`. */
export function writerText(writer: Writer): string {
  if (writer.kind === 'frame' || writer.kind === 'write' || writer.kind === 'recording') return writer.name;
  if (writer.kind === 'command') return `command ${plainText(writer.id)}`;
  return writer.name === '' ? writer.id : `${writer.id} ${writer.name}`;
}

/** `, frame 5 of 14 inside (frame 21 of the battle)`. */
function insideText({ inside }: EntryFacts): string {
  return inside === undefined
    ? ''
    : `, frame ${inside.index} of ${inside.count} inside (frame ${inside.frame} of the battle)`;
}

/** `frame 70  0200 Left`. */
export function headText(facts: EntryFacts): string {
  if (facts.at === 0) return 'start';
  const parts = [`${facts.unit} ${facts.frame}${insideText(facts)}`, facts.words];
  if (facts.error !== '') parts.push(`rejected with ${facts.error}`);
  if (facts.repeated) parts.push('(no tick)');
  if (facts.torn) parts.push('(recorded in the middle of a tick)');
  return parts.join('  ');
}

/** Empty in a system without turns. */
export function turnText(facts: EntryFacts): string {
  if (facts.turn === undefined) return '';
  const { before, after } = facts.turn;
  const name = (side: string): string => (side === '' ? 'nobody' : side);
  return before === after ? `turn: ${name(after)}` : `turn: ${name(before)} -> ${name(after)}`;
}

/** `action points 510 (was 0), reached 256: enemies may act`. */
export function gaugeText(gauge: GaugeFact): string {
  const { label, value, previous, line, wrapped, bits, role } = gauge;
  let text = role === 'status' ? `${label} ${bits.join(' ') || 'none'}` : `${label} ${value}`;
  if (value !== previous) text += ` (was ${previous})`;
  if (wrapped) text += `, wrapped past ${2 ** (8 * gauge.cell.width) - 1}`;
  if (line !== undefined && line.crossed !== 0)
    text += `, ${line.crossed > 0 ? 'reached' : 'fell below'} ${line.value}`;
  if (line?.reached === true) text += `: ${line.meaning}`;
  return text;
}

/** `enemy 0 at 3,4 lower left: order points 12 (was 10), HP 256`. */
export function unitText(unit: UnitFact): string {
  const place = unit.x < 0 ? '' : ` at ${unit.x},${unit.y}`;
  const facing = unit.facing === '' ? '' : ` ${unit.facing}`;
  const gauges = unit.gauges.filter((gauge) => !isSilent(gauge)).map(gaugeText);
  return `${unit.name}${place}${facing}${gauges.length === 0 ? '' : `: ${gauges.join(', ')}`}`;
}

/** Gauges without news: 0 and unchanged, of a kind that is usually 0. */
function isSilent(gauge: GaugeFact): boolean {
  if (gauge.role === 'health' || gauge.role === 'order' || gauge.role === 'points') return false;
  return gauge.value === 0 && gauge.previous === 0;
}

/** `enemy[0].orderPoints 10 -> 12 by C1:1C02 order-points-idle`. */
export function changeText(change: ChangeFact): string {
  const by = change.writers.map(writerText).join(', then ');
  const [before, after] = [shownCellValue(change.cell, change.before), shownCellValue(change.cell, change.after)];
  const values = change.before === change.after ? `${before}, changed and back` : `${before} -> ${after}`;
  return `${plainText(change.cell.name)} ${values} by ${by}`;
}

/** `1 C1:96CB ally-step (block 1C00)`, `2 K13 damaged: target grunt, damage 3`. */
export function eventText(event: EventFact): string {
  const fields = event.fields.filter(([name]) => name !== 'routine').map(([name, , shown]) => `${name} ${shown}`);
  const name = event.routine !== '' ? event.routine : event.name === 'routine' ? '' : event.name;
  const head = [String(event.call), event.rule, name].filter((part) => part !== '').join(' ');
  return fields.length === 0 ? head : `${head}: ${fields.join(', ')}`;
}

/** A difference: what differs, then each cell; of a checkpoint the sentences that say both. */
export function differenceText({ kind, cells, note }: LineDifference): string[] {
  const mine = kind === 'branch' ? 'branch' : 'model';
  const said = kind === 'branch' ? ['the branch diverges from the recording'] : note.split('\n').map(plainText);
  const [first = '', ...more] = said;
  const values = kind === 'expect' ? [] : cells;
  const texts = values.map(({ cell, mine: one, theirs }) => `${plainText(cell)}: ${mine} ${one}, recorded ${theirs}`);
  return [`DIFFERENCE${first === '' ? '' : `: ${first}`}`, ...more, ...texts];
}

/** Whether a change is shown with these options. */
function isShown(change: ChangeFact, options: TextOptions): boolean {
  if (change.cell.isText === true) return false;
  if (change.cell.scratch === true && options.scratch !== true) return false;
  return change.cell.passive !== true || options.passive === true;
}

/** All facts, one a line; details are indented by two columns. */
export function factsText(facts: EntryFacts, options: TextOptions = {}): string[] {
  const lines = [headText(facts)];
  const add = (texts: readonly string[]): void => {
    for (const text of texts) if (text !== '') lines.push(`  ${text}`);
  };
  if (facts.difference !== undefined) add(differenceText(facts.difference));
  const draws = (number: number): string[] =>
    options.draws === true ? (facts.drawn[number] ?? []).map((draw) => `    ${draw}`) : [];
  if (facts.tellsMore) add(facts.told.flatMap((sentence, number) => [plainText(sentence), ...draws(number)]));
  add([turnText(facts), ...facts.gauges.filter((gauge) => !isSilent(gauge)).map(gaugeText)]);
  add(facts.units.map(unitText));
  add(options.notes ?? []);
  add(facts.changes.filter((change) => isShown(change, options)).map(changeText));
  add(printedLines(facts.changes));
  add(facts.events.map(eventText));
  return lines;
}

/** The why-chain, indented by depth. */
export function whyText(cause: Cause, unit: string, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  const name = plainText(cause.cell.name);
  const value = shownCellValue(cause.cell, cause.value);
  if (cause.at === 0) return [`${indent}${name} = ${value}: as it was at the start`];
  const lines: string[] = [];
  const by = cause.writes
    .map(({ before, after, writer }) => {
      return `${shownCellValue(cause.cell, before)} -> ${shownCellValue(cause.cell, after)} by ${writerText(writer)}`;
    })
    .join(', then ');
  lines.push(`${indent}${name} = ${value}: ${unit} ${cause.frame}: ${by || 'changed'}`);
  const inner = `${indent}  `;
  if (cause.input !== undefined) {
    const buttons = cause.pad > 0 ? ` (${buttonsText(cause.pad)})` : '';
    lines.push(`${inner}input ${plainText(cause.input.text)}${buttons}`);
  }
  for (const draw of cause.draws) {
    const fields = draw.shape.fields.map((field, index) => {
      const value = draw.words[index] ?? 0;
      return `${field} ${placeText(field, value, true) ?? value}`;
    });
    lines.push(`${inner}draw: ${fields.join(', ')}`);
  }
  for (const one of cause.causes) lines.push(...whyText(one, unit, depth + 1));
  if (cause.notFollowed.length > 0) {
    const names = cause.notFollowed.slice(0, 8).map((cell) => plainText(cell.name));
    const more = cause.notFollowed.length > names.length ? ` and ${cause.notFollowed.length - names.length} more` : '';
    lines.push(`${inner}also from ${names.join(', ')}${more}`);
  }
  if (!cause.complete) lines.push(`${inner}(not every cell was tried: its steps were used up)`);
  return lines;
}
