/**
 * Cells that the log does not show and that the player turns like dials: a cursor moves unseen, and what it points to is seen only when it
 * is used. When nothing explains a frame, other values of the dials are tried; the presses that lead there are put into idle frames
 * before it, the latest first, where they change nothing that the log shows.
 */
import type { Battle, InputShape } from '../../../core/system.js';
import { STEP, type Story } from './story.js';

/** Frames that can be told anew. */
const DEPTH = 1024;

export interface Hidden {
  /** The state after a further frame. */
  remember(image: Uint8Array): void;
  /** Earlier frames stand as they are told; this is the state now. */
  forget(image: Uint8Array): void;
  /**
   * Tells earlier frames anew so that a choice explains the next one.
   * @param explain tries all choices from a state; the battle's image is then the state after the one that it returns, or -1
   * @returns the choice, or -1 with everything as it was
   */
  repair(story: Story, explain: (from: Uint8Array) => number): number;
}

interface Dial {
  readonly offset: number;
  readonly count: number;
  readonly raise: number;
  readonly lower: number;
}

/** @param seen 1 for every byte of the image that the log shows @returns undefined when the log shows every dial */
export function createHidden(battle: Battle, inputs: InputShape, seen: Uint8Array): Hidden | undefined {
  const { image } = battle;
  const dials: Dial[] = (inputs.dials ?? []).flatMap(({ cell, count, raise, lower }) => {
    const offset = battle.cells.find(({ name }) => name === cell)?.offset;
    return offset === undefined || seen[offset] === 1 ? [] : [{ offset, count, raise, lower }];
  });
  if (dials.length === 0) return undefined;
  const commands = inputs.choices.map((choice) => Int32Array.from(choice.command));
  const places = Int32Array.from(seen.keys()).filter((offset) => seen[offset] === 1);
  const ring: Uint8Array[] = [];
  const turned = image.slice();
  let last = -1;
  let known = 0;

  /** State `back` frames ago; 0 is the state now. */
  const stateBefore = (back: number): Uint8Array => ring[(last - back + DEPTH) % DEPTH] as Uint8Array;

  function remember(state: Uint8Array): void {
    last = (last + 1) % DEPTH;
    known = Math.min(known + 1, DEPTH);
    const place = ring[last];
    if (place === undefined) ring[last] = state.slice();
    else place.set(state);
  }

  function looksLike(state: Uint8Array): boolean {
    for (let at = 0; at < places.length; at++) {
      const place = places[at] as number;
      if (image[place] !== state[place]) return false;
    }
    return true;
  }

  function step(from: Uint8Array, choice: number): void {
    image.set(from);
    battle.step(commands[choice] as Int32Array, undefined);
  }

  /** Values of all dials, those nearest to the values now first. */
  function settings(): number[][] {
    const now = stateBefore(0);
    const far = (dial: Dial, value: number): number => {
      const up = (value - (now[dial.offset] ?? 0) + dial.count) % dial.count;
      return Math.min(up, dial.count - up);
    };
    let found: number[][] = [[]];
    for (const dial of dials) {
      found = found.flatMap((values) => Array.from({ length: dial.count }, (_, value) => [...values, value]));
    }
    const cost = (values: readonly number[]): number =>
      values.reduce((sum, value, index) => sum + far(dials[index] as Dial, value), 0);
    return found
      .map((values) => ({ values, cost: cost(values) }))
      .filter((one) => one.cost > 0)
      .sort((a, b) => a.cost - b.cost)
      .map(({ values }) => values);
  }

  /** Presses of one dial: which choice, and how often. */
  function pressesOf(dial: Dial, value: number): readonly [choice: number, times: number] {
    const now = stateBefore(0)[dial.offset] ?? 0;
    const up = (value - now + dial.count) % dial.count;
    const down = (dial.count - up) % dial.count;
    // Halfway round the way without a turn-over is taken: a dial of two values is a switch.
    return up < down || (up === down && value > now) ? [dial.raise, up] : [dial.lower, down];
  }

  /** Idle frames for the presses, by frames ago. Empty: there are not enough. */
  function slotsFor(story: Story, order: readonly number[], values: readonly number[]): Map<number, number> {
    const slots = new Map<number, number>();
    let back = 1;
    for (const index of order) {
      const dial = dials[index] as Dial;
      let [choice, times] = pressesOf(dial, values[index] as number);
      for (; times > 0 && back < known; back++) {
        const at = story.length() - back;
        if (story.choice(at) !== 0 || story.kind(at) !== STEP) continue;
        const from = stateBefore(back);
        step(from, choice);
        if (image[dial.offset] === from[dial.offset] || !looksLike(stateBefore(back - 1))) continue;
        slots.set(back, choice);
        times--;
      }
      if (times > 0) return new Map();
    }
    return slots;
  }

  /** Runs the frames since the first slot again. @returns false when one of them would look different */
  function rerun(story: Story, slots: ReadonlyMap<number, number>, keep: boolean): boolean {
    const first = Math.max(...slots.keys());
    image.set(stateBefore(first));
    for (let back = first; back > 0; back--) {
      const at = story.length() - back;
      const choice = slots.get(back) ?? story.choice(at);
      if (slots.has(back) || story.kind(at) === STEP) battle.step(commands[choice] as Int32Array, undefined);
      else return false;
      if (!keep) {
        if (!looksLike(stateBefore(back - 1))) return false;
        continue;
      }
      story.choose(at, choice);
      stateBefore(back - 1).set(image);
    }
    return true;
  }

  function place(story: Story, values: readonly number[], explain: (from: Uint8Array) => number): number {
    const moved = dials
      .map((_, index) => index)
      .filter((index) => pressesOf(dials[index] as Dial, values[index] as number)[1] > 0);
    for (const order of ordersOf(moved)) {
      const slots = slotsFor(story, order, values);
      if (slots.size === 0 || !rerun(story, slots, false)) continue;
      turned.set(image);
      if (explain(turned) < 0) continue;
      rerun(story, slots, true);
      return explain(stateBefore(0));
    }
    return -1;
  }

  return {
    remember,
    forget(state) {
      known = 0;
      remember(state);
    },
    repair(story, explain) {
      if (known < 2) return -1;
      for (const values of settings()) {
        turned.set(stateBefore(0));
        dials.forEach((dial, index) => {
          turned[dial.offset] = values[index] as number;
        });
        if (explain(turned) < 0) continue;
        const choice = place(story, values, explain);
        if (choice >= 0) return choice;
      }
      return -1;
    },
  };
}

/** Every order of a short list. */
function ordersOf(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((one) => ordersOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]));
}
