/**
 * How good an explanation is: both pad words of a frame, the recorded one and the one that was found, are run from the recorded state. They
 * are of one class when every cell that the stripped log shows is equal afterwards.
 */
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import { openTrace } from '../../../harness/trace/reader.js';
import { loadImage } from '../../../harness/verify/bind.js';
import { battleOf } from '../../../harness/verify/verify-log.js';
import { INPUT_CELLS, type RealInput } from './strip-log.js';

export interface Score {
  /** Frames whose recorded input does something that no input does not. */
  readonly acted: number;
  /** Frames for which an action was found. */
  readonly found: number;
  /** Of both: the same class. */
  readonly right: number;
}

/** Pad word of every frame of a trace. */
export async function padsOf(file: string): Promise<Map<number, number>> {
  const reader = await openTrace(file);
  const pads = new Map<number, number>();
  do {
    while (reader.next()) {
      for (let at = 0; at < reader.row.count; at++) pads.set(reader.row.frame + at, reader.row.pad);
    }
  } while (await reader.fill());
  reader.close();
  return pads;
}

/** @param file the recorded log @param isShown tells which cells the stripped log shows */
export async function scoreOf(
  file: string,
  real: readonly RealInput[],
  found: ReadonlyMap<number, number>,
  isShown: (cell: string) => boolean = (cell) => !INPUT_CELLS.test(cell),
): Promise<Score> {
  const reader = await openTrace(file);
  const battle = battleOf(LIVE_A_LIVE, reader.header, file);
  loadImage(reader.header, battle);
  reader.close();
  const bytes = battle.cells
    .filter((cell) => cell.scratch !== true && isShown(cell.name))
    .flatMap((cell) => Array.from({ length: cell.width }, (_, byte) => cell.offset + byte));
  const command = new Int32Array([1, 0]);
  const after = (start: Uint8Array, pad: number): Uint8Array => {
    battle.image.set(start);
    command[1] = pad;
    battle.step(command, undefined);
    return battle.image.slice();
  };
  const equal = (a: Uint8Array, b: Uint8Array): boolean => bytes.every((at) => a[at] === b[at]);
  let [acted, foundCount, right] = [0, 0, 0];
  let state: Uint8Array = battle.image.slice();
  for (const { frame, pad } of real) {
    const theirs = after(state, pad);
    const guess = found.get(frame);
    if (pad !== 0 || (guess ?? 0) !== 0) {
      const idle = after(state, 0);
      const mine = guess === undefined ? undefined : after(state, guess);
      if (!equal(theirs, idle)) acted++;
      if (mine !== undefined && !equal(mine, idle)) {
        foundCount++;
        if (equal(mine, theirs)) right++;
      }
    }
    state = theirs;
  }
  return { acted, found: foundCount, right };
}
