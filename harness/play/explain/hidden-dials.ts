/**
 * Cells that the log does not show and that the player turns like dials: a cursor moves unseen, and
 * its target shows only when it is used. For an unexplained frame, other values of the dials are
 * tried; their presses go into idle frames before it, the latest first, where they change nothing
 * in the log.
 */
import type { Battle, InputShape } from '../../../core/system/system.js';
import { type FrameLog, STEP } from './observed.js';

// Cells that the player turns like dials: a cursor, and the choices that increment and decrement
// it.

interface Dial {
  readonly offset: number;
  /** Number of its values, from 0 on. */
  readonly count: number;
  /** Indexes of the choices that turn it. */
  readonly raise: number;
  readonly lower: number;
}

/**
 * The dials that the log does not show. @param seen 1 for every byte of the image that the log
 * shows
 */
function hiddenDials(battle: Battle, inputs: InputShape, seen: Uint8Array): Dial[] {
  return (inputs.dials ?? []).flatMap(({ cell, count, raise, lower }) => {
    const offset = battle.cells.find(({ name }) => name === cell)?.offset;
    return offset === undefined || seen[offset] === 1 ? [] : [{ offset, count, raise, lower }];
  });
}

/** Presses that raise a dial to a value; it wraps after its last value. */
function pressesUp(dial: Dial, now: Uint8Array, value: number): number {
  return (value - (now[dial.offset] ?? 0) + dial.count) % dial.count;
}

/** The shorter way to a value: the choice, and its number of presses. */
function pressesOf(dial: Dial, now: Uint8Array, value: number): readonly [choice: number, times: number] {
  const up = pressesUp(dial, now, value);
  const down = (dial.count - up) % dial.count;
  // Halfway round the way without a turn-over is taken: a dial of two values is a switch.
  return up < down || (up === down && value > (now[dial.offset] ?? 0)) ? [dial.raise, up] : [dial.lower, down];
}

/** All other values of the dials, those with the fewest presses first. */
function otherSettings(dials: readonly Dial[], now: Uint8Array): number[][] {
  let settings: number[][] = [[]];
  for (const dial of dials) {
    settings = settings.flatMap((values) => Array.from({ length: dial.count }, (_, value) => [...values, value]));
  }
  const presses = (values: readonly number[]): number =>
    dials.reduce((sum, dial, index) => {
      const up = pressesUp(dial, now, values[index] as number);
      return sum + Math.min(up, dial.count - up);
    }, 0);
  return settings
    .map((values) => ({ values, cost: presses(values) }))
    .filter((one) => one.cost > 0)
    .sort((a, b) => a.cost - b.cost)
    .map(({ values }) => values);
}

/** Every order of a short list. */
function ordersOf(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one) => ordersOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}

// The states after the last frames, in reused memory.

/** Number of kept frames. */
const DEPTH = 1024;

interface PastStates {
  /** The state `back` frames ago; 0 is the present one. The caller may change it in place. */
  before(back: number): Uint8Array;
  /** Number of states that are kept. */
  count(): number;
  add(image: Uint8Array): void;
  clear(): void;
}

function createPastStates(): PastStates {
  const ring: Uint8Array[] = [];
  let last = -1;
  let known = 0;
  return {
    before: (back) => ring[(last - back + DEPTH) % DEPTH] as Uint8Array,
    count: () => known,
    add(image) {
      last = (last + 1) % DEPTH;
      known = Math.min(known + 1, DEPTH);
      const place = ring[last];
      if (place === undefined) ring[last] = image.slice();
      else place.set(image);
    },
    clear() {
      known = 0;
    },
  };
}

/**
 * Tries all choices from a state and returns the one that explains the next frame, or -1. The image
 * is then the state after it.
 */
type FindChoice = (from: Uint8Array) => number;

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
