/**
 * Plays a log's pad words on our console, and compares every frame with the log: what the image
 * does after the first difference is not what was recorded.
 */
import { A, type Cpu, D, DB, FLAG_M, FLAG_X, P, X, Y } from '../../../core/cpu/index.js';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import { offsetOf, testRomAddress, WORK_RAM } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import { addressOf, openTrace, type TraceHeader, type TraceRow } from '../../play/index.js';

import { type CodeWatch, type Console, createConsole } from '../console/console.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ImageUnderTest } from '../proof/choose-image.js';
import { windowsOf } from '../proof/played-frames.js';
import type { PlayedLog, RecordedStates } from '../proof/published.js';
import { entryRegistersOf, type ProofState } from '../proof/state.js';

// Keeps the states at the calls of an image's routines while the image is played: registers and the
// declared windows of work RAM.

/** States of one routine; where there are more calls, they are spread evenly over them. */
const MAX_STATES = 128;
/** Register of the first pad's low byte. */
const PAD = 0x4218;

/** Calls of one entry. */
interface KeptCalls {
  calls: number;
  /** Calls from one kept state to the next. */
  stride: number;
  states: ProofState[];
}

interface CallKeeper extends Omit<RecordedStates, 'logs'> {
  /** For the console that plays. */
  readonly watch: CodeWatch;
  /** The console's memory and pad until the next call of this function. */
  follow(workRam: Uint8Array, pad: number): void;
  /** Calls with other register widths than the published cases have; not kept. */
  otherWidths(): number;
}

function halve(kept: KeptCalls): void {
  kept.states = kept.states.filter((_, index) => (index & 1) === 0);
  kept.stride *= 2;
}

/** @param plans routines whose calls are kept */
export function createCallKeeper({ image, profile }: ImageUnderTest, plans: readonly RoutinePlan[]): CallKeeper {
  const isMarked = new Uint8Array(image.length);
  const byOffset = new Map<number, KeptCalls>();
  const placeOf = ({ entry }: RoutinePlan): number => fileOffsetOf(profile.mapping, entry, image.length);
  for (const plan of plans) {
    const offset = placeOf(plan);
    if (offset < 0) continue;
    isMarked[offset] = 1;
    byOffset.set(offset, { calls: 0, stride: 1, states: [] });
  }
  let workRam: Uint8Array = new Uint8Array(0);
  let pad = 0;
  let otherWidths = 0;
  const stateNow = (cpu: Cpu): ProofState => {
    const memory = windowsOf(workRam, !profile.isGame);
    memory[offsetOf(PAD)] = pad & 0xff;
    memory[offsetOf(PAD + 1)] = pad >>> 8;
    const registers = { A: cpu[A], X: cpu[X], Y: cpu[Y], P: cpu[P], D: cpu[D], DB: cpu[DB] };
    const tables = new Map<number, number>();
    for (const [cell, table] of profile.tableCells) tables.set(table, workRam[cell - WORK_RAM] as number);
    return { registers: entryRegistersOf(profile, registers), memory, tables, draws: undefined };
  };
  const reached = (offset: number, cpu: Cpu): void => {
    const kept = byOffset.get(offset);
    if (kept === undefined) return;
    if ((cpu[P] & (FLAG_M | FLAG_X)) !== FLAG_M) {
      otherWidths++;
      return;
    }
    if (kept.calls++ % kept.stride !== 0) return;
    kept.states.push(stateNow(cpu));
    if (kept.states.length > MAX_STATES) halve(kept);
  };
  return {
    watch: { isMarked, reached },
    follow(memory, word) {
      workRam = memory;
      pad = word;
    },
    statesOf: (plan) => byOffset.get(placeOf(plan))?.states ?? [],
    calls: () => [...byOffset.values()].reduce((sum, { calls }) => sum + calls, 0),
    otherWidths: () => otherWidths,
  };
}

export interface LogToPlay {
  readonly file: string;
  /** Pad words of the frames before the log's first row, which a log does not hold. */
  readonly padBefore: (frame: number) => number;
  /** Frames of the log to play at most. */
  readonly maxFrames: number;
}

/** A cell of the log in the console's work RAM. */
interface ComparedCell {
  readonly name: string;
  /** Place in the row's values. */
  readonly index: number;
  readonly place: number;
  readonly width: number;
}

/** Cells that a console has; fed and masked ones are left out. */
function comparedCells({ cells, inputs, masks }: TraceHeader): readonly ComparedCell[] {
  const left = new Set([...inputs, ...masks.map((mask) => mask.cell)]);
  return cells.flatMap((cell, index) => {
    const address = testRomAddress(addressOf(cell));
    const [name, , width] = cell;
    return address < WORK_RAM || left.has(name) ? [] : [{ name, index, place: address - WORK_RAM, width }];
  });
}

function differingCell(cells: readonly ComparedCell[], row: TraceRow, workRam: Uint8Array): string | undefined {
  for (const { name, index, place, width } of cells) {
    let value = 0;
    for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (workRam[place + byte] as number);
    if (value !== row.values[index]) return name;
  }
  return undefined;
}

function needPads(file: string, row: TraceRow): void {
  if (row.pad >= 0) return;
  throw new LockstepError('E_OPTION', 'the log holds commands and no pad words', {
    file,
    line: row.line,
    expected: 'a log of frames that a console played',
    remedy: 'Give a log that was recorded from the image',
  });
}

/** The console at work on a log. */
interface Player {
  readonly console: Console;
  readonly keeper: CallKeeper;
  /** Next frame of the console. */
  frame: number;
}

function playFrame(player: Player, pad: number): void {
  const { console, keeper } = player;
  keeper.follow(console.workRam, pad);
  console.runFrame(pad);
  player.frame++;
}

/**
 * Plays a log from power-on; the keeper is told of the calls in each frame that began as the log
 * says.
 *
 * @throws LockstepError as `openTrace`; `E_OPTION` for a log without pad words, or of another start
 */
export async function playLog(image: ImageUnderTest, log: LogToPlay, keeper: CallKeeper): Promise<PlayedLog> {
  const { file } = log;
  const reader = await openTrace(file, { allowIncomplete: true });
  const { mapping } = image.profile;
  const console = createConsole(image.image, { mapping, watch: keeper.watch });
  const player: Player = { console, keeper, frame: 0 };
  try {
    const { header, row } = reader;
    const cells = comparedCells(header);
    let frames = 0;
    do {
      while (reader.next()) {
        needPads(file, row);
        while (player.frame < row.frame) playFrame(player, log.padBefore(player.frame));
        for (let turn = 0; turn < row.count; turn++) {
          if (frames === log.maxFrames) return { file, frames, differs: undefined };
          playFrame(player, row.pad);
          const cell = differingCell(cells, row, console.workRam);
          if (cell !== undefined) return { file, frames, differs: { frame: player.frame - 1, cell } };
          frames++;
        }
      }
    } while (await reader.fill());
    return { file, frames, differs: undefined };
  } finally {
    reader.close();
  }
}
