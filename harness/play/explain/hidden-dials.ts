/**
 * Cells that the log does not show and that the player turns like dials: a cursor moves unseen, and
 * its target shows only when it is used. For an unexplained frame, other values of the dials are
 * tried; their presses go into idle frames before it, the latest first, where they change nothing
 * in the log.
 */
import type { Battle, InputShape } from '../../../core/system/system.js';
import { type Dial, hiddenDials, ordersOf, otherSettings, pressesOf } from './dial.js';
import { type FrameLog, STEP } from './frame-log.js';
import { createPastStates, type PastStates } from './past-states.js';

/**
 * Tries all choices from a state and returns the one that explains the next frame, or -1. The image
 * is then the state after it.
 */
export type FindChoice = (from: Uint8Array) => number;

export interface HiddenDials {
  /** Adds the state after a further frame. */
  remember(image: Uint8Array): void;
  /** Starts anew from this state; earlier frames keep their entries. */
  forget(image: Uint8Array): void;
  /**
   * Puts presses into earlier frames so that a choice explains the next one. Returns it, or -1
   * without a change.
   */
  repair(log: FrameLog, find: FindChoice): number;
}

interface DialState {
  readonly battle: Battle;
  readonly dials: readonly Dial[];
  readonly commands: readonly Int32Array[];
  /** Offsets of the bytes that the log shows. */
  readonly seenOffsets: Int32Array;
  readonly past: PastStates;
  /** A state with other values of the dials. */
  readonly turned: Uint8Array;
}

function looksLike({ battle, seenOffsets }: DialState, state: Uint8Array): boolean {
  const { image } = battle;
  for (let at = 0; at < seenOffsets.length; at++) {
    const offset = seenOffsets[at] as number;
    if (image[offset] !== state[offset]) return false;
  }
  return true;
}

/** Whether a press in an idle frame turns the dial and changes nothing in the log. */
function isUnseenPress(state: DialState, dial: Dial, choice: number, back: number): boolean {
  const { battle, commands, past } = state;
  const from = past.before(back);
  battle.image.set(from);
  battle.step(commands[choice] as Int32Array, undefined);
  return battle.image[dial.offset] !== from[dial.offset] && looksLike(state, past.before(back - 1));
}

/** Idle frames for the presses, by frames ago. Empty: there are too few. */
function slotsFor(
  state: DialState,
  log: FrameLog,
  order: readonly number[],
  values: readonly number[],
): Map<number, number> {
  const { dials, past } = state;
  const slots = new Map<number, number>();
  let back = 1;
  for (const index of order) {
    const dial = dials[index] as Dial;
    let [choice, times] = pressesOf(dial, past.before(0), values[index] as number);
    for (; times > 0 && back < past.count(); back++) {
      const at = log.length() - back;
      if (log.choice(at) !== 0 || log.kind(at) !== STEP || !isUnseenPress(state, dial, choice, back)) continue;
      slots.set(back, choice);
      times--;
    }
    if (times > 0) return new Map();
  }
  return slots;
}

/**
 * Runs the frames since the first slot again.
 * @returns false when one of them would differ from the log
 */
function rerun(state: DialState, log: FrameLog, slots: ReadonlyMap<number, number>, keep: boolean): boolean {
  const { battle, commands, past } = state;
  const first = Math.max(...slots.keys());
  battle.image.set(past.before(first));
  for (let back = first; back > 0; back--) {
    const at = log.length() - back;
    if (!slots.has(back) && log.kind(at) !== STEP) return false;
    const choice = slots.get(back) ?? log.choice(at);
    battle.step(commands[choice] as Int32Array, undefined);
    if (keep) {
      log.choose(at, choice);
      past.before(back - 1).set(battle.image);
    } else if (!looksLike(state, past.before(back - 1))) return false;
  }
  return true;
}

/**
 * Puts the presses for these values into earlier frames. Returns the choice for the next frame, or
 * -1.
 */
function turnTo(state: DialState, log: FrameLog, values: readonly number[], find: FindChoice): number {
  const { battle, dials, past, turned } = state;
  const moved = dials.flatMap((dial, index) =>
    pressesOf(dial, past.before(0), values[index] as number)[1] > 0 ? [index] : [],
  );
  for (const order of ordersOf(moved)) {
    const slots = slotsFor(state, log, order, values);
    if (slots.size === 0 || !rerun(state, log, slots, false)) continue;
    turned.set(battle.image);
    if (find(turned) < 0) continue;
    rerun(state, log, slots, true);
    return find(past.before(0));
  }
  return -1;
}

function repairLog(state: DialState, log: FrameLog, find: FindChoice): number {
  const { dials, past, turned } = state;
  if (past.count() < 2) return -1;
  for (const values of otherSettings(dials, past.before(0))) {
    turned.set(past.before(0));
    dials.forEach((dial, index) => {
      turned[dial.offset] = values[index] as number;
    });
    if (find(turned) < 0) continue;
    const choice = turnTo(state, log, values, find);
    if (choice >= 0) return choice;
  }
  return -1;
}

/**
 * Creates the dials. @param seen 1 for every byte of the image that the log shows
 * @returns undefined when it shows every dial
 */
export function createHiddenDials(battle: Battle, inputs: InputShape, seen: Uint8Array): HiddenDials | undefined {
  const dials = hiddenDials(battle, inputs, seen);
  if (dials.length === 0) return undefined;
  const past = createPastStates();
  const state: DialState = {
    battle,
    dials,
    commands: inputs.choices.map((choice) => Int32Array.from(choice.command)),
    seenOffsets: Int32Array.from(seen.keys()).filter((offset) => seen[offset] === 1),
    past,
    turned: battle.image.slice(),
  };
  return {
    remember: past.add,
    forget(image) {
      past.clear();
      past.add(image);
    },
    repair: (log, find) => repairLog(state, log, find),
  };
}
