/**
 * Takahara’s commands with prices, battles beside Namcats, and the least price of some damage or
 * of a win.
 */
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import type { CellDeclaration } from '../../../../core/system/system.js';

const CELLS = new Map(createBattle(null).cells.map((cell) => [cell.name, cell]));

export const least = LIVE_A_LIVE_BATTLE.capabilities.planning?.costLowerBound;

export function cell(name: string): CellDeclaration {
  const found = CELLS.get(name);
  if (found === undefined) throw new Error(name);
  return found;
}

export function read(image: Uint8Array, name: string): number {
  const { offset, width } = cell(name);
  return (image[offset] ?? 0) | (width === 1 ? 0 : (image[offset + 1] ?? 0) << 8);
}

export const hpOf = (image: Uint8Array, enemy = 0): number => read(image, `enemy[${enemy}].hp`);

export type Priced = readonly [price: number, command: PlainCommand];

export function priced(battle: LiveALiveBattle, commands: readonly Priced[]) {
  return commands.map(([price, command]) => ({ price, words: encodeCommand(LIVE_A_LIVE_BATTLE, battle, command) }));
}

/** Least price until the HP of enemy 0 are lower by so much. */
export function priceOf(battle: LiveALiveBattle, damage: number, commands: readonly Priced[]): number | undefined {
  const goal = [{ cell: cell('enemy[0].hp'), min: 0, max: hpOf(battle.image) - damage }];
  return least?.(battle, goal, priced(battle, commands))?.();
}

export function priceOfWin(battle: LiveALiveBattle, commands: readonly Priced[]): number | undefined {
  return least?.(battle, [{ cell: cell('battleResult'), min: 1, max: 1 }], priced(battle, commands))?.();
}

export const skill = (name: string, more: object = {}): PlainCommand => ({
  command: 'skill',
  skill: name,
  x: 0,
  y: 1,
  ...more,
});

export const PUNCH = skill('reppu-seiken-zuki');

export const KICK = skill('dou-mawashi-kaiten-geri');

export const STEP: PlainCommand = { command: 'step' };

/** Beside Namcat, whom he strikes on 0, 1. */
export function besideIt(more: readonly object[] = []): LiveALiveBattle {
  const party = [{ character: 'takahara', x: 1, y: 2 }, ...more];
  return createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] });
}

/** Namcats with 30, 40 and 40 HP, or others behind the first one; Takahara strikes the first. */
export function threeOfThem(others = 'namcat'): LiveALiveBattle {
  const enemies = [30, 40, 40].map((hp, index) => ({
    species: index === 0 ? 'namcat' : others,
    x: 3 * index,
    y: 0,
    hp,
  }));
  return createBattle({ enemies, party: [{ character: 'takahara', x: 1, y: 2 }], generator: [1, 2, 3, 4] });
}

export function write({ image }: LiveALiveBattle, name: string, value: number): void {
  image[cell(name).offset] = value;
}
