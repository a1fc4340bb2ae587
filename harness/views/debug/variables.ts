/** The variables view: the battle, its units, the changes of this entry, its calls and draws. */

import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { plainText, rowNumber, shownCellValue } from '../../base/index.js';

import {
  changeText,
  createLedger,
  type EntryFacts,
  entryEvents,
  eventText,
  gaugeText,
  rejectionLines,
  type Timeline,
  turnText,
  type UnitFact,
  unitText,
  writerText,
} from '../../play/index.js';

// The annotated trace as text: line n is frame (command, step) n with the gauges that changed.
// Missing frames are empty lines. A log that counts from 0 has frame 0 in line 1.

function lineShift(timeline: Timeline): number {
  return timeline.script.length > 0 && timeline.frameOf(1) === 0 ? 1 : 0;
}

/** Line of an entry; the state before the first entry is shown on the first entry's line. */
export function lineOfEntry(timeline: Timeline, at: number): number {
  return Math.max(1, timeline.frameOf(Math.max(at, 1)) + lineShift(timeline));
}

/** Entry of a line, or 0. @param line of time: a branch may be longer than the recording */
export function entryOfLine(timeline: Timeline, textLine: number, line: number): number {
  const { script } = timeline;
  const frame = textLine - lineShift(timeline);
  const last = script.length === 0 ? 0 : timeline.frameOf(script.length);
  if (frame <= last) return script.entryOf(rowNumber(timeline.system, frame));
  const at = script.length + frame - last;
  return at <= timeline.length(line) ? at : 0;
}

/** Lines of the text; line 1 is at index 0. */
export function sourceLines(timeline: Timeline, line: number): string[] {
  const ledger = createLedger(timeline, line, timeline.state(0, line));
  const lines: string[] = [];
  const events = entryEvents();
  for (let at = 1; at <= timeline.length(line); at++) {
    events.length = 0;
    const text = ledger.line(at, timeline.advance(events), events);
    const place = lineOfEntry(timeline, at) - 1;
    while (lines.length < place) lines.push('');
    lines.push([text, ...rejectionLines(timeline, at, line)].join('  '));
  }
  return lines;
}

/** A node of the tree of variables; its children are made when they are asked for. */
export interface Scope {
  readonly name: string;
  readonly children: () => readonly Child[];
}

export interface Child {
  readonly name: string;
  readonly value: string;
  readonly cell?: CellDeclaration;
  readonly scope?: Scope;
}

/** The two states that variables are read from. */
export interface Images {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** `$7E03AE`, the form in which clients get and give memory references. */
export function memoryReference(cell: CellDeclaration): string {
  return `0x${cell.address.toString(16).toUpperCase().padStart(6, '0')}`;
}

/** `12`, `12 (was 10)`; hexadecimal with as many digits as the cell has. */
export function valueText(cell: CellDeclaration, { before, after }: Images, hex: boolean): string {
  const shown = (image: Uint8Array): string => {
    const value = readCell(image, cell);
    return hex && value >= 0
      ? `0x${value
          .toString(16)
          .toUpperCase()
          .padStart(2 * cell.width, '0')}`
      : shownCellValue(cell, value);
  };
  const now = shown(after);
  const then = shown(before);
  return now === then ? now : `${now} (was ${then})`;
}

function cellChild(cell: CellDeclaration, images: Images, hex: boolean, name = cell.name): Child {
  return { name: plainText(name), value: valueText(cell, images, hex), cell };
}

function unitScope(timeline: Timeline, unit: UnitFact, images: Images, hex: boolean): Child {
  const children = (): Child[] =>
    unit.prefixes.flatMap((prefix) =>
      timeline.cells.cells
        .filter((cell) => cell.name.startsWith(`${prefix}.`))
        .map((cell) => cellChild(cell, images, hex, cell.name.slice(prefix.length + 1))),
    );
  return { name: unit.name, value: unitText(unit), scope: { name: unit.name, children } };
}

/** The scopes of a position. */
export function scopesOf(timeline: Timeline, facts: EntryFacts, images: Images, hex: boolean): Scope[] {
  const { cells } = timeline.cells;
  const owned = (cell: CellDeclaration): boolean => cell.name.includes('].');
  const turn: Child[] =
    facts.turn === undefined ? [] : [{ name: 'turn', value: turnText(facts).replace(/^turn: /u, '') }];
  const gauges = facts.gauges.map((gauge) => ({
    name: gauge.label,
    value: gaugeText(gauge).slice(gauge.label.length + 1),
    cell: gauge.cell,
  }));
  const others = (): Child[] => cells.filter((cell) => !owned(cell)).map((cell) => cellChild(cell, images, hex));
  const told = facts.told.map((sentence, index) => ({ name: String(index + 1), value: plainText(sentence) }));
  const scopes: Scope[] = [
    { name: 'What happened', children: () => told },
    {
      name: 'Battle',
      children: () => [
        ...turn,
        ...gauges,
        { name: 'cells', value: 'all cells of no unit', scope: { name: 'cells', children: others } },
      ],
    },
    { name: 'Units', children: () => facts.units.map((unit) => unitScope(timeline, unit, images, hex)) },
    {
      name: 'Changes',
      children: () =>
        facts.changes
          // printed text is no number: What happened has its length, and the memory view its bytes
          .filter(({ cell }) => cell.isText !== true)
          .map((change) => ({
            name: plainText(change.cell.name),
            value: `${valueText(change.cell, images, hex)} by ${change.writers.map(writerText).join(', then ')}`,
            cell: change.cell,
          })),
    },
    {
      name: 'Calls and draws',
      children: () =>
        facts.events.map((event) => ({ name: String(event.call), value: eventText(event).replace(/^\d+ /u, '') })),
    },
  ];
  return scopes.filter(
    ({ name }) => (name !== 'Units' || facts.units.length > 0) && (name !== 'What happened' || told.length > 0),
  );
}

/** One line on what an entry did, for a stop at a data breakpoint. */
export function changesText(facts: EntryFacts, names: ReadonlySet<string>): string {
  return facts.changes
    .filter((change) => names.has(change.cell.name))
    .map(changeText)
    .join('; ');
}
