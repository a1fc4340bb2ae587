/** Explains a log file: finds its system, reads it once, then writes the result. */

import { createEventBuffer, readEvents } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type {
  Battle,
  CellDeclaration,
  EventBuffer,
  InputShape,
  Language,
  System,
} from '../../../core/system/system.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import {
  createLineFile,
  createPause,
  findSystem,
  interruption,
  type LineFile,
  LockstepError,
  newsOf,
  shellWord,
} from '../../base/index.js';

import { battleOf, loadImage, writeBoundCell } from '../trace/bind.js';
import { openTrace, type ReaderOptions, type TraceReader } from '../trace/reader.js';
import { createValueReader, headerOf, rulesetDiffers, tracedCells } from '../trace/state.js';
import type { TraceHeader } from '../trace/types.js';
import { createTraceWriter, type TraceWriter } from '../trace/writer.js';
import { rulesOf } from '../verify/difference.js';
import { createExplainer, type Explainer } from './explainer.js';
import { type FrameLog, LAG, MISSING, type NearChoice, STEP, TAKEN_OVER, UNEXPLAINED } from './observed.js';

// The header of an explained trace: the cells of the log, and the cells of the found input.

function covers(header: TraceHeader, cell: CellDeclaration): boolean {
  return Object.entries(header.image).some(([start, hex]) => {
    const from = parseAddress(start);
    return cell.address >= from && cell.address + cell.width <= from + hex.length / 2;
  });
}

/** Creates the header. @param battle in its starting state */
function explainedHeader(system: System, battle: Battle, inputs: InputShape, log: TraceHeader): TraceHeader {
  const { sequence } = inputs;
  const added = new Set([...inputs.cells, ...(sequence === undefined ? [] : [sequence.begin, sequence.end])]);
  const kept = log.cells.filter(([name]) => !added.has(name));
  const own = tracedCells(battle);
  const extra = own.filter((cell) => added.has(cell.name));
  const whole = Object.keys(log.image).length === 0 || extra.every((cell) => covers(log, cell));
  const { name, switches } = log.ruleset;
  const image = headerOf(system, battle, own, {
    ruleset: { name, switches },
    source: log.source,
    setup: null,
    from: '',
  }).image;
  return {
    ...log,
    source: { ...log.source, kind: 'model', input: null },
    cells: [...kept, ...extra.map((cell) => [cell.name, formatAddress(cell.address), cell.width] as const)],
    inputs: [],
    sequence: sequence ?? null,
    masks: log.masks.filter((mask) => !added.has(mask.cell)),
    image: whole ? log.image : image,
  };
}

// The notes of an explanation: one line of JSON for every eventful frame.

const KINDS: Readonly<Record<number, string>> = {
  [LAG]: 'no step',
  [MISSING]: 'missing in the log',
  [UNEXPLAINED]: 'unexplained',
  [TAKEN_OVER]: 'unexplained, taken over',
};

/** The source of the notes; its battle steps from frame to frame. */
interface NoteSource {
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
function blockNames(battle: Battle): Map<number, string> {
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
function sentencesOf({ system, battle, events, start, language }: NoteSource, frame: number): string[] {
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
function noteFrame(source: NoteSource, at: number, values: Uint32Array, told: readonly string[]): boolean {
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

// Runs the found choices again from the start and writes them as a trace and as notes.

interface ExplanationSource {
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

interface ActionCounts {
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

type Pause = ReturnType<typeof createPause>;

/** Frames between two looks at the clock. */
const FRAMES_AT_ONCE = 64;

/**
 * Writes the trace and the notes of an explanation.
 * @throws LockstepError `E_FILE` for a file that cannot be written
 */
async function writeExplanation(source: ExplanationSource, pause: Pause): Promise<ActionCounts> {
  const { output, notes: notesFile, header, explainer } = source;
  const trace = output === undefined ? undefined : createTraceWriter(output, header);
  const notes = notesFile === undefined ? undefined : createLineFile(notesFile);
  const counts: ActionCounts = { actions: new Map(), active: 0, told: [] };
  try {
    const note = createSource(source, notes);
    for (let at = 0; at < explainer.log.length(); at++) {
      writeFrame(source, note, at, counts, trace);
      if (at % FRAMES_AT_ONCE === 0) await pause();
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

/** What work gives; undefined where the user interrupts it. */
async function unlessInterrupted<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_INTERRUPTED') throw error;
    return undefined;
  }
}

interface ExplainOptions {
  /** Ends it: the explanation is of the frames so far, and no file is written. */
  readonly signal?: AbortSignal;
  readonly systems: readonly System[];
  readonly output?: string;
  readonly notes?: string;
  readonly forceRuleset?: boolean;
  readonly reader?: ReaderOptions;
  /** Of the names in sentences; English when left out. */
  readonly language?: Language;
}

interface NamedFrame {
  readonly frame: number;
  readonly line: number;
  readonly nearest: readonly { readonly action: string; readonly cells: NearChoice['cells'] }[];
}

interface Explanation {
  readonly file: string;
  readonly system: string;
  /** Frames in the log. */
  readonly frames: number;
  /** Number of examined cells. */
  readonly cells: number;
  readonly explained: number;
  /** Of `explained`: frames in which a cell changed that is not passive. */
  readonly active: number;
  /** Frames in which the recording made no step. */
  readonly lag: number;
  /** Frames that the log leaves out; they were filled in. */
  readonly missing: number;
  readonly unexplained: number;
  /** The first thousand. */
  readonly holes: readonly NamedFrame[];
  /** Number of occurrences of each action, the most frequent first. */
  readonly actions: readonly (readonly [label: string, times: number])[];
  /** What happened, by frame, a sentence for each thing. */
  readonly told: ActionCounts['told'];
  /** Settings that the log was made under. */
  readonly switches: TraceHeader['ruleset']['switches'];
  /** Names of the unpublished stretches that the tried actions went through. */
  readonly unpublished: readonly string[];
  /** It was told to end: what is said is of the frames so far, and nothing was written. */
  readonly interrupted?: true;
}

function stepInstead(file: string, unit: string): string {
  return unit === 'frame'
    ? `\`lockstep step ${shellWord(file)} --print\` shows what each frame did`
    : `Its rows name their commands: \`lockstep step ${shellWord(file)} --why CELL --print\` tells the rule behind a value`;
}

/** The log's own inputs. @throws LockstepError `E_EXPLAIN_SYSTEM` for a system without inputs */
function inputsOf(system: System, header: TraceHeader, file: string): InputShape {
  const inputs = system.capabilities.evidence?.inputs;
  if (inputs !== undefined && header.unit === 'frame') return inputs;
  throw new LockstepError('E_EXPLAIN_SYSTEM', 'logs of this system cannot be explained', {
    file,
    line: 1,
    found: header.system,
    expected: 'a system that steps by frame and declares its inputs',
    remedy: stepInstead(file, header.unit),
  });
}

const NOTHING = 'the log is not explained, and nothing is written';

/** Explains the rows of a log. @returns their frames, and whether it was told to end earlier */
async function explainRows(reader: TraceReader, explainer: Explainer, pause: Pause) {
  const { file, row } = reader;
  let frames = 0;
  const isWhole = await unlessInterrupted(async () => {
    do {
      while (reader.next()) {
        if (row.command !== undefined) {
          throw new LockstepError('E_EXPLAIN_SYSTEM', 'the log holds commands', {
            file,
            line: row.line,
            expected: 'frames',
          });
        }
        frames += row.count;
        explainer.row(row);
        await pause();
      }
    } while (await reader.fill());
    return true;
  });
  if (frames === 0 && isWhole === undefined) throw interruption(NOTHING);
  if (frames === 0) {
    throw new LockstepError('E_EXPLAIN_SYSTEM', 'the log has no frames', { file, expected: 'rows of frames' });
  }
  explainer.finish();
  return { frames, isCut: isWhole === undefined };
}

function countKinds(log: FrameLog): (kind: number) => number {
  const counts = new Map<number, number>();
  for (let at = 0; at < log.length(); at++) counts.set(log.kind(at), (counts.get(log.kind(at)) ?? 0) + 1);
  return (kind) => counts.get(kind) ?? 0;
}

/**
 * Finds an input for every frame of a log, and writes the requested trace and notes.
 * @throws LockstepError for a damaged log, an unknown system, or one that declares no inputs;
 * `E_INTERRUPTED`
 */
export async function explainLog(file: string, options: ExplainOptions): Promise<Explanation> {
  const reader = await openTrace(file, options.reader);
  try {
    const { header } = reader;
    const system = findSystem(options.systems, header.system, file, 1);
    const inputs = inputsOf(system, header, file);
    rulesetDiffers(system, header, file, options.forceRuleset === true);
    const battle = battleOf(system, header, file);
    loadImage(header, battle);
    const start = battle.image.slice();
    const passed = system.capabilities.evidence?.unpublished?.(battle);
    const explainer = createExplainer(battle, inputs, header, file);
    const pause = createPause(options.signal, NOTHING);
    const { frames, isCut } = await explainRows(reader, explainer, pause);
    battle.image.set(start);
    const source = {
      system,
      battle,
      inputs,
      explainer,
      logCells: header.cells,
      header: explainedHeader(system, battle, inputs, header),
      output: options.output,
      notes: options.notes,
      language: options.language ?? 'en',
    };
    const written = isCut ? undefined : await unlessInterrupted(() => writeExplanation(source, pause));
    if (written === undefined) battle.image.set(start);
    // of what is explained so far: counts alone, without files
    const { actions, active, told } =
      written ?? (await writeExplanation({ ...source, output: undefined, notes: undefined }, () => undefined));
    const framesOf = countKinds(explainer.log);
    return {
      file,
      system: system.id,
      frames,
      cells: explainer.observed.cells,
      explained: framesOf(STEP),
      active,
      lag: framesOf(LAG),
      missing: framesOf(MISSING),
      unexplained: frames - framesOf(STEP) - framesOf(LAG),
      holes: explainer.unexplained.map(({ frame, line, nearest }) => ({
        frame,
        line,
        nearest: nearest.map(({ choice, cells }) => ({ action: inputs.choices[choice]?.label ?? '', cells })),
      })),
      actions: [...actions].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
      told,
      switches: header.ruleset.switches,
      unpublished: passed?.names() ?? [],
      ...(written === undefined ? { interrupted: true } : {}),
    };
  } finally {
    reader.close();
  }
}

// The text of `lockstep explain`.

const MAX_FRAMES = 20;
const MAX_CELLS = 6;

function frameLines(hole: NamedFrame): string[] {
  const lines = [`frame ${hole.frame} (line ${hole.line}): nothing explains it; nearest:`];
  for (const { action, cells } of hole.nearest) {
    const shown = cells.slice(0, MAX_CELLS).map(({ cell, mine, theirs }) => `${cell} ${mine}, log ${theirs}`);
    const more = cells.length > MAX_CELLS ? `; ${cells.length - MAX_CELLS} more cells` : '';
    lines.push(`  ${action}: ${shown.join('; ')}${more}`);
  }
  return lines;
}

/** @param tells every frame in which something happened has its sentences */
export function explanationText(found: Explanation, tells = false): string {
  const lines = [
    `${found.file}: ${countText(found.frames, 'frame')}, ${countText(found.cells, 'cell')}: ${found.explained} explained, ${found.lag} without a step, ` +
      `${found.unexplained} unexplained; ${found.active} in which something happened`,
  ];
  if (found.missing > 0) lines.push(`missing in the log and filled in: ${countText(found.missing, 'frame')}`);
  for (const [action, times] of found.actions) lines.push(`  ${String(times).padStart(7)}  ${action}`);
  if (tells)
    lines.push(...found.told.flatMap(({ frame, told }) => told.map((sentence) => `frame ${frame}: ${sentence}`)));
  for (const hole of found.holes.slice(0, MAX_FRAMES)) lines.push(...frameLines(hole));
  const more = found.unexplained - Math.min(MAX_FRAMES, found.holes.length);
  if (more > 0) lines.push(`${more} more unexplained frames; --json lists a thousand`);
  if (found.interrupted === true) lines.push('interrupted: the counts hold up to here, and nothing is written');
  return `${lines.join('\n')}\n`;
}
