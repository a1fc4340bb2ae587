/**
 * Battles by the guide’s rules: one Takahara against one Namcat unless told otherwise, and short
 * ways to give commands and read cells.
 */
import { expect } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import { apply, createEventBuffer, type PlainCommand, read, readEvents } from '../../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../../core/system/system.js';
import { allyPointer, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

export type Values = Readonly<Record<string, string | number>>;

export const TAKAHARA = { speed: 31, intellect: 25, hp: 320 };

export const NAMCAT = { speed: 60, intellect: 55, hp: 256, level: 3 };

export const PETRIFIED = 0x80;

export function start(switches: Values = {}, setup: object = {}): Battle {
  return LIVE_A_LIVE_GUIDE.create(
    { allies: [TAKAHARA], species: [NAMCAT], enemies: [{ species: 0 }], ...setup },
    switches,
  );
}

/**
 * Makes the bytes before the first and behind the last ally block look like a present, charging
 * ally; none may be taken for one.
 */
export function putImpostors(battle: Battle, skillState: number): void {
  for (const block of [allyPointer(-1), allyPointer(4)]) {
    battle.image[block + Ally.ID] = 1;
    battle.image[block + Ally.STATE] = 0xff;
    battle.image[block + Ally.SKILL_STATE] = skillState;
  }
}

export function put(battle: Battle, name: string, value: number): void {
  cellsOf(battle.image).set({ [name]: value });
}

export function run(battle: Battle, ...commands: readonly PlainCommand[]): void {
  for (const command of commands) apply(LIVE_A_LIVE_GUIDE, battle, command);
}

export function eventsOf(
  battle: Battle,
  command: PlainCommand,
): (readonly [string, Readonly<Record<string, number>>])[] {
  const events = createEventBuffer();
  apply(LIVE_A_LIVE_GUIDE, battle, command, events);
  return readEvents(LIVE_A_LIVE_GUIDE, events).map((event) => [event.event, event.values] as const);
}

/** Error code of a command, after making sure that a rejected one changed nothing. */
export function codeOf(battle: Battle, command: PlainCommand): string {
  const before = battle.image.slice();
  try {
    apply(LIVE_A_LIVE_GUIDE, battle, command);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    expect(battle.image).toEqual(before);
    return error.code;
  }
}

/** Words written; the rest of the buffer must stay as it was. */
export function legal(battle: Battle, words = 64): number[] {
  const out = new Int32Array(words).fill(-7);
  const length = battle.legalCommands(out);
  expect(out.subarray(length).every((word) => word === -7)).toBe(true);
  return [...out.subarray(0, length)];
}

export const move: PlainCommand = { command: 'allyMove', unit: 0 };

export const skill = (unit: number, charge = 0): PlainCommand => ({ command: 'allySkill', unit, charge });

export const points = (battle: Battle): number => read(battle, 'actionPoints');

export const order = (battle: Battle, slot = 0): number => read(battle, `enemy[${slot}].orderPoints`);
