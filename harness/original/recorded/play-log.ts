/**
 * Plays a log's pad words on our console, and compares every frame with the log: what the image
 * does after the first difference is not what was recorded.
 */
import { testRomAddress, WORK_RAM } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/errors.js';
import { addressOf } from '../../play/trace/header-cells.js';
import { openTrace } from '../../play/trace/reader.js';
import type { TraceHeader, TraceRow } from '../../play/trace/types.js';
import { type Console, createConsole } from '../console/index.js';
import type { ImageUnderTest } from '../proof/image-profile.js';
import type { PlayedLog } from '../proof/recorded-states.js';
import type { CallKeeper } from './call-keeper.js';

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
