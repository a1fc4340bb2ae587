/** A frame that passes before a route's first command, as a child of a loaded state. */
import { conditionsHold } from '../problem/conditions.js';
import { countMove } from '../problem/metrics.js';
import { CHANGE_WORDS } from '../state/codec.js';
import {
  CHILD_BOUND,
  CHILD_CHANGES,
  CHILD_HASH,
  CHILD_MOVE,
  CHILD_PARENT,
  CHILD_STEP_COST,
  CHILD_WORDS,
} from './child-words.js';
import { anyActed, BEGUN, hashChange, type TrialParts } from './trial-parts.js';

/**
 * Creates the trial of a later start: a frame passes, if no command of the loaded parent's route
 * was given, and the parent is restored after it.
 * @returns where the child ends; `outAt` for no child
 */
export function createStartTrial(parts: TrialParts): (out: Int32Array, outAt: number) => number {
  const { parent, meter, costs, words } = parts;
  const { moves, keep, never, start } = parts.problem;
  const { keyWords, timeWords, changes } = parts.codec;

  return (out, outAt) => {
    const { source, at, turn } = parent;
    const frames = source[at + words.startAt] as number;
    if (start === undefined || frames === BEGUN) return outAt;
    const { move, side, kind, advance } = start.move;
    if (advance !== undefined) meter.advance(advance);
    else if (meter.play(move, side, turn) !== 0) {
      if (meter.commands > 0) changes.discard();
      return outAt;
    }
    const own = outAt + CHILD_WORDS + timeWords;
    countMove(costs.amounts, side, kind, meter);
    const isAllowed =
      frames + meter.frames <= start.frames &&
      conditionsHold(keep) &&
      !anyActed(never, meter.acted) &&
      costs.addLimited(source, at + 1, out, own + 1, false);
    if (!isAllowed) {
      parent.cut++;
      changes.discard();
      return outAt;
    }
    if (words.scriptAt < words.startAt) out[own + words.scriptAt] = source[at + words.scriptAt] as number;
    out[own + words.startAt] = frames + meter.frames;
    out[own] = 0;
    const changesAt = own + words.count;
    const changed = changes.differences(out, outAt + CHILD_WORDS, changesAt);
    const ownHash = hashChange(keyWords, words.count, source, at, out, own);
    out[outAt + CHILD_PARENT] = parent.node;
    out[outAt + CHILD_MOVE] = moves.length - 1;
    out[outAt + CHILD_STEP_COST] = costs.cost();
    // the frames before the first command count on nothing
    out[outAt + CHILD_BOUND] = 0;
    out[outAt + CHILD_HASH] = (parent.hash + changes.found.hashed + ownHash) | 0;
    out[outAt + CHILD_CHANGES] = changed;
    changes.undo();
    return changesAt + CHANGE_WORDS * changed;
  };
}
