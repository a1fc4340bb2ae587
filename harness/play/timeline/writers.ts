/**
 * Finds the writer of each change in an entry. In a system whose events name the beginning routine
 * (LIVE A LIVE) it is the routine that began last. In other systems an event reports what was done,
 * so it is the event after the change, or else the command.
 */
import { readCell } from '../../../core/system/battle.js';
import type { CellDeclaration, EventShape } from '../../../core/system/system.js';
import { formatRoutine, rowsOfRoutine } from '../../../rom-map/index.js';
import { RECORDING } from './branch-store.js';
import type { ChangedBytes, EntryEvent } from './event-tap.js';
import type { Entry, Timeline } from './timeline.js';

export interface Writer {
  /**
   * `frame`: time and input; `write`: by hand, on a branch; `recording`: the recorded state at a
   * difference.
   */
  readonly kind: 'routine' | 'rule' | 'command' | 'frame' | 'write' | 'recording';
  /** `C1:1C02`, `K13`, the command's name. */
  readonly id: string;
  /** Name of the routine or event; may be empty. */
  readonly name: string;
}

/** One change of one cell. */
export interface CellWrite {
  readonly cell: CellDeclaration;
  readonly before: number;
  readonly after: number;
  readonly writer: Writer;
  /** Events of the entry that were reported before it. */
  readonly call: number;
}

const FRAME: Writer = { kind: 'frame', id: 'frame', name: 'time and input' };
const BY_HAND: Writer = { kind: 'write', id: 'write', name: 'written by hand' };
const TAKEN_OVER: Writer = { kind: 'recording', id: 'recording', name: 'taken over from the recording' };

/** Index of the field that names a routine, or -1. */
function routineField(shape: EventShape): number {
  return shape.fields.indexOf('routine');
}

/** The routine of an event, as `C1:1C02`, else its rule. */
export function ruleOf(event: EntryEvent): string {
  const field = routineField(event.shape);
  return field < 0 ? event.shape.rule : formatRoutine((event.words[field] ?? 0) >>> 0);
}

/** Name of a routine of the console, or empty. */
export function routineName(routine: string): string {
  return rowsOfRoutine(routine)[0]?.name ?? '';
}

function writerOf(event: EntryEvent): Writer {
  if (routineField(event.shape) < 0) return { kind: 'rule', id: event.shape.rule, name: event.shape.name };
  const id = ruleOf(event);
  return { kind: 'routine', id, name: routineName(id) };
}

function byCommand(entry: Entry): Writer {
  const name = entry.input.command?.plain.command;
  return name === undefined ? FRAME : { kind: 'command', id: name, name: '' };
}

/** The changes of an entry in the order in which they were made. */
export function writesOf(timeline: Timeline, entry: Entry): CellWrite[] {
  const { cells, system } = timeline;
  const image = entry.before.slice();
  const found: CellWrite[] = [];
  const opens = system.events.some((shape) => routineField(shape) >= 0);

  function add(changed: ChangedBytes, writer: Writer, call: number): void {
    const touched = new Map<CellDeclaration, number>();
    for (const offset of changed.offsets) {
      const cell = cells.atOffset(offset);
      if (cell !== undefined && !touched.has(cell)) touched.set(cell, readCell(image, cell));
    }
    changed.offsets.forEach((offset, index) => {
      image[offset] = changed.after[index] as number;
    });
    for (const [cell, before] of touched) {
      const own = opens && cell.passive === true && writer.kind === 'routine' ? FRAME : writer;
      found.push({ cell, before, after: readCell(image, cell), writer: own, call });
    }
  }

  let running = opens ? FRAME : byCommand(entry);
  entry.events.forEach((event, index) => {
    const isOpening = routineField(event.shape) >= 0;
    add(event.changed, opens ? running : writerOf(event), index);
    if (isOpening) running = writerOf(event);
  });
  const hand = entry.line === RECORDING ? [] : timeline.pokesAt(entry.at, entry.line);
  const taken = entry.line === RECORDING ? timeline.takenOver(entry.at) : undefined;
  const isByHand = (offset: number): boolean =>
    hand.some((poke) => offset >= poke.offset && offset < poke.offset + poke.bytes.length);
  const { offsets } = entry.rest;
  const last = (writer: Writer, chosen: (offset: number) => boolean): void =>
    add(pick(entry.rest, chosen), writer, entry.events.length);
  if (hand.length === 0 && taken === undefined) last(running, () => true);
  else {
    last(running, (offset) => !isByHand(offset) && taken?.includes(offset) !== true);
    if (taken !== undefined) last(TAKEN_OVER, (offset) => taken.includes(offset));
    if (offsets.some(isByHand)) last(BY_HAND, isByHand);
  }
  return found;
}

function pick(changed: ChangedBytes, chosen: (offset: number) => boolean): ChangedBytes {
  const places = [...changed.offsets.keys()].filter((index) => chosen(changed.offsets[index] as number));
  return {
    offsets: Int32Array.from(places, (index) => changed.offsets[index] as number),
    before: Uint8Array.from(places, (index) => changed.before[index] as number),
    after: Uint8Array.from(places, (index) => changed.after[index] as number),
  };
}
