/**
 * How good an explanation is. An action is what a frame with its pad word does to the cells that the stripped log shows, against the same
 * frame without a pad; actions that do the same are of one class. The recorded pad word is run from the recorded state. The one that was
 * found is run from the same state where the log shows all that matters; where cursors and modes are not shown (`bare`), from the state
 * that the explanation itself has reached, since a pad word does something else in another mode.
 */
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { battleOf, loadImage } from '../../../../harness/play/trace/bind.js';
import { openTrace } from '../../../../harness/play/trace/reader.js';
import { INPUT_CELLS, type RealInput } from './strip-log.js';

export interface Score {
  /** Frames whose recorded input does something that no input does not. */
  readonly acted: number;
  /** Frames for which an action was found. */
  readonly found: number;
  /** Of both: the same class. */
  readonly right: number;
}

interface FoundInput {
  readonly pad: number;
  /** False: the frame repeats the one before. */
  readonly steps: boolean;
}

/** Input of every frame of an explained trace. */
async function foundInputs(file: string): Promise<Map<number, FoundInput>> {
  const reader = await openTrace(file);
  const begin = reader.header.cells.findIndex(([name]) => name === 'sequenceBegin');
  const inputs = new Map<number, FoundInput>();
  let last = -1;
  do {
    while (reader.next()) {
      const { frame, count, pad, values } = reader.row;
      for (let at = 0; at < count; at++) {
        const counter = values[begin] ?? 0;
        inputs.set(frame + at, { pad, steps: counter !== last });
        last = counter;
      }
    }
  } while (await reader.fill());
  reader.close();
  return inputs;
}

/**
 * @param file the recorded log @param real its input @param explained the explained trace
 * @param isShown tells which cells the stripped log shows @param ownState run what was found from the explanation's own state
 */
export async function scoreOf(
  file: string,
  real: readonly RealInput[],
  explained: string,
  isShown: (cell: string) => boolean = (cell) => !INPUT_CELLS.test(cell),
  ownState = false,
): Promise<Score> {
  const found = await foundInputs(explained);
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
  let theirState: Uint8Array = battle.image.slice();
  let myState = theirState;
  for (const { frame, pad } of real) {
    const guess = found.get(frame) ?? { pad: 0, steps: true };
    if (!ownState) myState = theirState;
    const theirs = after(theirState, pad);
    const mine = guess.steps || !ownState ? after(myState, guess.pad) : myState;
    const didSomething = pad !== 0 && !equal(theirs, after(theirState, 0));
    const foundSomething = guess.pad !== 0 && !equal(mine, after(myState, 0));
    if (didSomething) acted++;
    if (foundSomething) foundCount++;
    if (didSomething && foundSomething && equal(mine, theirs)) right++;
    theirState = theirs;
    myState = mine;
  }
  return { acted, found: foundCount, right };
}
