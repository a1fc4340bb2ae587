/** Two allies and two enemies of the test ROM: what refuses an action, and the pad words of one that is accepted. */
import { expect } from 'vitest';
import { createFrameBattle, LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import type { ActionSet, Battle } from '../../../../core/system/system.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

export const actions = LIVE_A_LIVE.capabilities.actions as ActionSet;
export const [B, Y, SELECT, START] = [0x8000, 0x4000, 0x2000, 0x1000];
export const [UP, DOWN, LEFT, RIGHT] = [0x0800, 0x0400, 0x0200, 0x0100];
export const [A, X, L, R] = [0x80, 0x40, 0x20, 0x10];
export const FRAME = 1;

export const TABLES = publishedTables();
export const get = (battle: Battle, name: string): number => cellsOf(battle.image).read(name);
export const times = (count: number, pad: number): number[] => Array<number>(count).fill(pad);

export function frame(battle: Battle, pad = 0): void {
  battle.step(Int32Array.of(FRAME, pad), undefined);
}

const SETUP = {
  allies: [
    { x: 3, y: 3, speed: 31 },
    { x: 5, y: 5, speed: 60 },
  ],
  species: [{ intellect: 100, speed: 60, width: 1, height: 1 }],
  enemies: [{ x: 0, y: 0 }, { x: 1 }],
  skills: [{}, { charge: 8 }],
  generator: [1, 2, 3, 4],
};

/** Two allies and two enemies after the start; the first ally stands in the middle, speed 31: a step costs 57, a turn 28. */
export function open(values: Readonly<Record<string, number>> = {}): Battle {
  const battle = createFrameBattle(SETUP, undefined, TABLES);
  frame(battle);
  cellsOf(battle.image).set(values);
  return battle;
}

export const ENEMIES_ARE_ON = { actionPoints: 300, turnFlag: 0x80 };

export function words(name: string, ...parameters: readonly number[]): Int32Array {
  const code = actions.shapes.find((shape) => shape.name === name)?.code ?? 0;
  return Int32Array.of(code, ...parameters, ...Array<number>(4 - parameters.length).fill(0));
}

export function refusal(battle: Battle, name: string, ...parameters: readonly number[]): string {
  const before = battle.image.slice();
  const number = actions.refuses(battle, words(name, ...parameters));
  expect(Buffer.compare(battle.image, before)).toBe(0);
  return number === 0 ? '' : (LIVE_A_LIVE.errors.find((error) => error.number === number)?.code ?? '?');
}

/** Pad words of an action that is accepted, each played. */
export function play(battle: Battle, name: string, ...parameters: readonly number[]): number[] {
  expect(refusal(battle, name, ...parameters)).toBe('');
  const action = words(name, ...parameters);
  const command = new Int32Array(2);
  const pads: number[] = [];
  while (actions.next(battle, action, command)) {
    expect(command[0]).toBe(FRAME);
    pads.push(command[1] as number);
    battle.step(command, undefined);
    if (pads.length > 3000) break;
  }
  return pads;
}
