/**
 * Commands as bare words, as a game that has not checked them may give them: what plain data
 * refuses before a step is refused by it too.
 */
import { expect } from 'vitest';
import { type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { APPLY, declare, rolled, SIZE, start, TEST } from './skirmish.js';

export const DECLARE = 1;

export const SIZE_POOL = 2;

export const ENHANCE = 3;

export const COUNTER = 5;

export const EVADE = 6;

export const DEFEND = 7;

export const ROLL = 8;

export const DISPLACE = 11;

export const OVERKILL = 12;

export const PLACE = 14;

export const FALL = 15;

export const WORK_OFF = 16;

export const END_ROUND = 17;

export const CHECK_DESTRUCTION = 18;

export const [ACE, WING, BOSS, DRONE, TO] = [0, 1, 2, 3, 4] as const;

export const NOBODY = 5;

/** Code of the error, or `ok`; a refused command leaves the image alone. */
export function codeOf(battle: KuroganeBattle, ...words: number[]): string {
  const before = battle.image.slice();
  const result = battle.step(Int32Array.from(words), undefined);
  if (result === 0) return 'ok';
  expect(battle.image).toEqual(before);
  return kuroganeEngage.errors[result - 1]?.code ?? '';
}

/** The code in a battle of its own. */
export function alone(setup: object, ...words: number[]): string {
  return codeOf(start(setup), ...words);
}

export const KILL = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];
