/** The notes of an explanation: one line of JSON for every eventful frame. */
import { readEvents } from '../../../core/system/battle.js';
import type {
  Battle,
  CellDeclaration,
  EventBuffer,
  InputShape,
  Language,
  System,
} from '../../../core/system/system.js';
import type { LineFile } from '../../base/line-file.js';
import { newsOf } from '../../base/told.js';
import { rulesOf } from '../verify/difference.js';
import { type FrameLog, LAG, MISSING, TAKEN_OVER, UNEXPLAINED } from './frame-log.js';

const KINDS: Readonly<Record<number, string>> = {
  [LAG]: 'no step',
  [MISSING]: 'missing in the log',
  [UNEXPLAINED]: 'unexplained',
  [TAKEN_OVER]: 'unexplained, taken over',
};

/** The source of the notes; its battle steps from frame to frame. */
export interface NoteSource {
  readonly system: System;
  readonly battle: Battle;
  readonly inputs: InputShape;
  /** Encoded choices. */
  readonly commands: readonly Int32Array[];
  readonly log: FrameLog;
  readonly cells: readonly CellDeclaration[];
  /** By cell: it moves with time or input alone. */
  readonly passive: readonly boolean[];
  /** Names of the cells that a tick writes first and last. */
  readonly sequence: ReadonlySet<string | undefined>;
  readonly readValues: () => Uint32Array;
  /** Events of the present step. */
  readonly events: EventBuffer;
  /** Image and values before the present step. */
  readonly start: Uint8Array;
  readonly before: Uint32Array;
  /** Prefixes of cell names, by the 16-bit address of their block. */
  readonly blocks: ReadonlyMap<number, string>;
  readonly notes: LineFile | undefined;
  /** Of the names in sentences. */
  readonly language: Language;
}

/** The prefix of the cells of each block, by the block's 16-bit address. */
export function blockNames(battle: Battle): Map<number, string> {
  const names = new Map<number, string>();
  for (const cell of battle.cells) {
    const dot = cell.name.indexOf('.');
    if (dot > 0 && !names.has(cell.address & 0xffff)) names.set(cell.address & 0xffff, cell.name.slice(0, dot));
  }
  return names;
}

/** Labels of other choices that lead to the same cells; leaves the battle in another state. */
function sameResult(source: NoteSource, choice: number, values: Uint32Array): string[] {
  const { battle, commands, passive, readValues, start } = source;
  return source.inputs.choices.flatMap((other, index) => {
    battle.image.set(start);
    if (index === choice || battle.step(commands[index] as Int32Array, undefined) !== 0) return [];
    const theirs = readValues();
    const same = values.every((value, at) => value === theirs[at] || passive[at] === true);
    return same ? [other.label] : [];
  });
}

/** The units named by the events of the step. */
function unitsOf({ system, events, blocks }: NoteSource): string[] {
  const found = new Set<string>();
  for (const event of readEvents(system, events)) {
    const name = blocks.get(event.values['block'] ?? -1);
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

type ChangedCell = readonly [name: string, before: number, after: number];

/** What happened in the present step, a sentence for each thing. */
export function sentencesOf({ system, battle, events, start, language }: NoteSource, frame: number): string[] {
  return newsOf({ system, battle, before: start, events, frame }, language).map(({ sentence }) => sentence);
}

/** The changed cells that are not passive. */
function changedCells({ cells, before, passive, sequence }: NoteSource, values: Uint32Array): ChangedCell[] {
  const changed: ChangedCell[] = [];
  for (let index = 0; index < values.length; index++) {
    const [was, is] = [before[index] as number, values[index] as number];
    if (was === is || passive[index] === true || sequence.has(cells[index]?.name)) continue;
    changed.push([cells[index]?.name ?? '', was, is]);
  }
  return changed;
}

/**
 * Writes the note of a frame, unless nothing happened in it.
 * @param at index of the frame in the log
 * @param values cells after the frame
 * @param told what happened in it
 * @returns whether a cell changed that is not passive
 */
export function noteFrame(source: NoteSource, at: number, values: Uint32Array, told: readonly string[]): boolean {
  const { system, battle, inputs, commands, log, events, notes } = source;
  const changed = changedCells(source, values);
  const choice = log.choice(at);
  const kind = KINDS[log.kind(at)];
  if (notes === undefined || (changed.length === 0 && choice === 0 && kind === undefined)) return changed.length > 0;
  const after = battle.image.slice();
  const note = {
    frame: log.frame(at),
    pad: commands[choice]?.[1] ?? 0,
    action: inputs.choices[choice]?.label,
    same: sameResult(source, choice, values.slice()),
    ...(kind === undefined ? {} : { kind }),
    told,
    units: unitsOf(source),
    rules: rulesOf(system, events),
    cells: changed,
  };
  battle.image.set(after);
  notes.emit(JSON.stringify(note));
  return changed.length > 0;
}
