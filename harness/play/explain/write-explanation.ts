/** Runs the found choices again from the start and writes them as a trace and as notes. */
import { createEventBuffer } from '../../../core/system/battle.js';
import type { Battle, CellDeclaration, InputShape, Language, System } from '../../../core/system/system.js';
import { parseAddress } from '../../../rom-map/windows.js';
import { createLineFile, type LineFile } from '../../base/line-file.js';
import { createYielder } from '../../base/yield-to-event-loop.js';
import { writeBoundCell } from '../trace/bind.js';
import { createValueReader } from '../trace/state.js';
import type { TraceHeader } from '../trace/types.js';
import { createTraceWriter, type TraceWriter } from '../trace/writer.js';
import type { Explainer } from './explainer.js';
import { blockNames, type NoteSource, noteFrame, sentencesOf } from './explanation-notes.js';
import { LAG, TAKEN_OVER, UNEXPLAINED } from './frame-log.js';

export interface ExplanationSource {
  readonly system: System;
  /** The battle in its starting state. */
  readonly battle: Battle;
  readonly inputs: InputShape;
  /** Header of the trace that is written. */
  readonly header: TraceHeader;
  /** Cells of the log, in its order. */
  readonly logCells: TraceHeader['cells'];
  readonly explainer: Explainer;
  /** File of the trace, and of the notes. */
  readonly output: string | undefined;
  readonly notes: string | undefined;
  /** Of the names in sentences. */
  readonly language: Language;
}

export interface ActionCounts {
  /** How often each action was found, by label. */
  readonly actions: Map<string, number>;
  /** Frames in which a cell changed that is not passive. */
  active: number;
  /** What happened, by frame. */
  readonly told: { readonly frame: number; readonly told: readonly string[] }[];
}

/** The cells of the written trace: the battle's own, and unnamed ones of the log. */
function writtenCells({ battle, header, logCells, explainer }: ExplanationSource): CellDeclaration[] {
  const byName = new Map(battle.cells.map((cell) => [cell.name, cell]));
  return header.cells.map(([name, hex, width]) => {
    const own = byName.get(name);
    if (own !== undefined) return own;
    const index = logCells.findIndex((cell) => cell[0] === name);
    const offset = explainer.observed.bound.offsets[index] ?? 0;
    return { name, address: parseAddress(hex), offset, width, meaning: '' };
  });
}

function createSource(source: ExplanationSource, notes: LineFile | undefined): NoteSource {
  const { system, battle, inputs, header, explainer } = source;
  const cells = writtenCells(source);
  const readValues = createValueReader(battle, cells);
  return {
    system,
    battle,
    inputs,
    commands: inputs.choices.map((choice) => Int32Array.from(choice.command)),
    log: explainer.log,
    cells,
    passive: cells.map((cell) => cell.passive === true || inputs.cells.includes(cell.name)),
    sequence: new Set([header.sequence?.begin, header.sequence?.end]),
    readValues,
    events: createEventBuffer(4096),
    start: battle.image.slice(),
    before: Uint32Array.from(readValues()),
    blocks: blockNames(battle),
    notes,
    language: source.language,
  };
}

/** Writes the log's cells of this frame into the battle. */
function takeOver({ battle, logCells, explainer }: ExplanationSource, frame: number): void {
  const values = explainer.shown.get(frame);
  if (values === undefined) return;
  const { bound } = explainer.observed;
  logCells.forEach((_, index) => {
    if (bound.compared[index] === 1) writeBoundCell(battle.image, bound, index, values[index] ?? 0);
  });
}

function writeFrame(
  source: ExplanationSource,
  note: NoteSource,
  at: number,
  counts: ActionCounts,
  trace: TraceWriter | undefined,
): void {
  const { battle } = source;
  const { log, commands, events, readValues } = note;
  const [frame, choice, kind] = [log.frame(at), log.choice(at), log.kind(at)];
  note.start.set(battle.image);
  events.length = 0;
  events.lost = 0;
  if (kind !== LAG) battle.step(commands[choice] as Int32Array, events);
  if (kind === TAKEN_OVER) takeOver(source, frame);
  const label = source.inputs.choices[choice]?.label ?? '';
  if (choice !== 0) counts.actions.set(label, (counts.actions.get(label) ?? 0) + 1);
  const told = sentencesOf(note, frame);
  if (told.length > 0) counts.told.push({ frame, told });
  if (noteFrame(note, at, readValues(), told)) counts.active++;
  const values = readValues();
  if (kind === UNEXPLAINED) {
    // The trace shows what the log shows; the model goes on without it.
    const own = battle.image.slice();
    takeOver(source, frame);
    readValues();
    battle.image.set(own);
  }
  trace?.frame(frame, commands[choice]?.[1] ?? 0, values);
  note.before.set(values);
}

/** Frames between two looks at the clock. */
const FRAMES_AT_ONCE = 64;

/**
 * Writes the trace and the notes of an explanation.
 * @throws LockstepError `E_FILE` for a file that cannot be written
 */
export async function writeExplanation(source: ExplanationSource): Promise<ActionCounts> {
  const { output, notes: notesFile, header, explainer } = source;
  const trace = output === undefined ? undefined : createTraceWriter(output, header);
  const notes = notesFile === undefined ? undefined : createLineFile(notesFile);
  const counts: ActionCounts = { actions: new Map(), active: 0, told: [] };
  try {
    const note = createSource(source, notes);
    const yieldNow = createYielder();
    for (let at = 0; at < explainer.log.length(); at++) {
      writeFrame(source, note, at, counts, trace);
      if (at % FRAMES_AT_ONCE === 0) await yieldNow();
    }
    trace?.finish();
    notes?.finish();
  } catch (error) {
    trace?.abort();
    notes?.abort();
    throw error;
  }
  return counts;
}
