/** A battle whose units stand where a test puts them: its choices and refusals can be counted by hand. */
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import type { ChoiceGroup, Choices } from '../../../../core/system/system.js';
import { allyPointer, type BattleCells, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

/** Slot of Pogo, whose turn it is. */
export const POGO = 2;
/** Takahara, Uranus and Akira, in a corner each. */
export const CORNERS = [
  [0, 6],
  [6, 6],
  [0, 0],
] as const;

type Place = readonly [x: number, y: number];
/** Upper left cells: Namcat is 1 x 3 cells, Great Asia 2 x 3. */
export type Enemies = readonly (readonly [species: 'namcat' | 'great-asia', ...Place])[];

export interface LaidOut {
  readonly battle: LiveALiveBattle;
  readonly cells: BattleCells;
}

/** @param others where Takahara, Uranus and Akira stand @param more values of the set-up */
export function pogoAt(at: Place, others: readonly Place[], enemies: Enemies, more: object = {}): LaidOut {
  const [takahara = [0, 0], uranus = [0, 0], akira = [0, 0]] = others;
  const party = (
    [
      ['takahara', takahara],
      ['uranus', uranus],
      ['pogo', at],
      ['akira', akira],
    ] as const
  ).map(([character, [x, y]]) => ({ character, x, y }));
  const battle = createBattle({
    enemies: enemies.map(([species, x, y]) => ({ species, x, y })),
    party,
    generator: [18, 52, 86, 120],
    ...more,
  });
  const cells = cellsOf(battle.image);
  cells.set({ currentAlly: allyPointer(POGO) });
  return { battle, cells };
}

/** Gives Pogo these skills and no others; none of them is disabled or a counter. */
export function teach({ cells }: LaidOut, ...skills: readonly number[]): void {
  const list = Array.from({ length: 16 }, (_, slot) => skills[slot] ?? 0);
  const none = list.map(() => 0);
  cells.ally(POGO).set({ listSkill: list, listFlags: none, listDisabling: none });
}

export function choicesOf(battle: LiveALiveBattle): Choices {
  const found = LIVE_A_LIVE_BATTLE.capabilities.choices?.of(battle);
  if (found === undefined) throw new Error('the battle offers no choices');
  return found;
}

export function groupOf(choices: Choices, id: string): ChoiceGroup {
  const found = choices.groups.find(({ name }) => name.id === id);
  if (found === undefined) throw new Error(`no group ${id}`);
  return found;
}

export const choicesIn = ({ battle }: LaidOut): Choices => choicesOf(battle);
export const groupIn = ({ battle }: LaidOut, id: string): ChoiceGroup => groupOf(choicesOf(battle), id);

/** Only these cells are free, but for the units' own. */
export function leaveFree({ cells }: LaidOut, ...free: readonly Place[]): void {
  for (let cell = 0; cell < 56; cell++) {
    const isFree = free.some(([x, y]) => 8 * y + x === cell);
    cells.set({ [`fieldGrid[${cell}]`]: isFree ? 0 : 1 });
  }
}
