/**
 * Compares the model with samples of a running game. Between samples one frame apart the pad is
 * known: the model must turn the first into the second. Between samples further apart the pads are
 * unknown: if one change of the pad explains the second sample, the frames count as bridged,
 * otherwise as unseen, never as different. A game does not report its steps as the test ROM does: a
 * frame without a change of a compared cell counts as still.
 */

import { read16, readUnsigned } from '../../../core/int/uint.js';
import { createFrameBattle } from '../../../core/live-a-live/index.js';
import { cell, formatAddress, HOST_WINDOW, type Place, WINDOWS } from '../../../rom-map/index.js';
import { DRILL_INPUTS } from '../record/declared-cells.js';

export type CheckResult = 'equal' | 'bridged' | 'unseen' | 'still' | 'different';

export interface LiveDifference {
  readonly cell: string;
  readonly address: string;
  readonly mine: number;
  readonly theirs: number;
}

export interface LiveCheck {
  /** Takes a sample over without a comparison. */
  start(image: Uint8Array): void;
  /** @param frames frames since the sample before, at least 1 */
  check(image: Uint8Array, frames: number): CheckResult;
  /** Cells of the last difference. */
  differences(): readonly LiveDifference[];
}

/** Maximum number of unseen frames for a bridge. */
const MAX_BRIDGE = 12;
/** Offset of the frame's pad word: in the test ROM's own cell, or in the game's. */
export const PAD_AT = { drill: cell('padWord'), game: cell('pad1') } as const;
const GAME_INPUTS: readonly string[] = ['pad1'];
const BATTLE_TIMER = 'battleTimer';
const HOST = WINDOWS.filter(({ address }) => address === HOST_WINDOW);

/** @param drill the test ROM runs; a game has nothing in the host window */
export function createLiveCheck(places: readonly Place[], drill: boolean): LiveCheck {
  const battle = createFrameBattle(null);
  const padAt = drill ? PAD_AT.drill : PAD_AT.game;
  const inputs: readonly string[] = drill ? DRILL_INPUTS : GAME_INPUTS;
  const compared = places.filter(({ name }) => !inputs.includes(name));
  /** Cells that move with time and input alone. */
  const moving: readonly string[] = [BATTLE_TIMER, 'pad2', 'pad1Copy', 'pad2Copy'];
  const telling = compared.filter(({ name }) => !moving.includes(name));
  const own = HOST.map(({ offset, length }) => [offset, battle.image.slice(offset, offset + length)] as const);
  const command = Int32Array.of(1, 0);
  const last = new Uint8Array(battle.image.length);
  let differences: LiveDifference[] = [];

  const cellValue = (image: Uint8Array, { offset, width }: Place): number => readUnsigned(image, offset, width);
  const equals = (image: Uint8Array): boolean =>
    compared.every((place) => cellValue(image, place) === cellValue(battle.image, place));

  /** Steps from the last sample: `held` for the first frames, then `pad`. */
  function run(frames: number, held: number, heldFrames: number, pad: number): void {
    battle.image.set(last);
    for (let frame = 0; frame < frames; frame++) {
      command[1] = frame < heldFrames ? held : pad;
      battle.step(command, undefined);
    }
  }

  function start(image: Uint8Array): void {
    last.set(image);
    if (!drill) for (const [offset, bytes] of own) last.set(bytes, offset);
  }

  function check(image: Uint8Array, frames: number): CheckResult {
    const pad = read16(image, padAt);
    const held = read16(last, padAt);
    let result: CheckResult = frames === 1 ? 'different' : 'unseen';
    for (let heldFrames = 0; heldFrames < frames && frames <= MAX_BRIDGE; heldFrames++) {
      run(frames, held, heldFrames, pad);
      if (!equals(image)) continue;
      result = frames === 1 ? 'equal' : 'bridged';
      break;
    }
    const still = !drill && telling.every((place) => cellValue(image, place) === cellValue(last, place));
    if (result === 'different' && still) result = 'still';
    if (result === 'different') {
      differences = compared.flatMap((place) => {
        const [mine, theirs] = [cellValue(battle.image, place), cellValue(image, place)];
        return mine === theirs ? [] : [{ cell: place.name, address: formatAddress(place.address), mine, theirs }];
      });
    }
    start(image);
    return result;
  }

  return { start, check, differences: () => differences };
}
