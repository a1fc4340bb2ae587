/** Compares the lower bound with its slow reference: the same goals, commands and states, figure by figure. */
import { expect } from 'vitest';
import type { LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import type { CellRange, PricedCommand } from '../../../../core/system/system.js';
import { BOUND, play } from '../../../fixtures/live-a-live/harmful-plays.js';
import { ENEMY, ENEMY_BYTES, FIRST_ENEMY } from '../../../references/live-a-live/addresses.js';
import { type Switches, stateOf } from '../../../references/live-a-live/harm-of-skills.js';
import { leastPrice, type Wanted, wantedForWin } from '../../../references/live-a-live/least-price.js';
import { byte, type Skirmish, word } from '../../../references/live-a-live/memory.js';
import { cell } from './priced-commands.js';

type Goal = readonly [ranges: readonly CellRange[], wanted: readonly Wanted[]];

/** How often something came out. */
export interface Seen {
  bounds: number;
  above: number;
  sums: number;
  none: number;
}

export interface Compared {
  readonly battle: LiveALiveBattle;
  readonly enemies: readonly number[];
  /** The opening first. */
  readonly images: readonly Uint8Array[];
  readonly commands: readonly PricedCommand[];
  readonly switches: Switches;
  readonly where: string;
}

/** A battle in which much happens at once, on the way of some commands. */
export function crowdedBattle(seed: number): Compared {
  const { battle, enemies, images, played, switches } = play(seed, 3, 0);
  const rules = { onsetLevel: switches.onsetLevel, asksInSecondPass: 'decisionInput' in switches };
  return { battle, enemies, images, commands: played, switches: rules, where: `play(${seed}, 3, 0)` };
}

/** Of several ranges for one enemy the strictest counts: fewer HP, then no way out of the battle. */
function strictest(all: readonly Wanted[]): Wanted[] {
  return [...new Set(all.map(({ enemy }) => enemy))].map((enemy) => {
    const own = all.filter((wanted) => wanted.enemy === enemy);
    const left = Math.min(...own.map((wanted) => wanted.left));
    return { enemy, left, orOut: own.every((wanted) => wanted.left > left || wanted.orOut) };
  });
}

function goalsOf(opening: Skirmish, enemies: readonly number[]): Goal[] {
  const hp = (left: (hp: number) => number, some = enemies): Goal => {
    const wanted = some.map((enemy) => {
      const block = FIRST_ENEMY + ENEMY_BYTES * enemy;
      return { enemy: block, left: left(word(opening, block + ENEMY.hp)), orOut: false };
    });
    const ranges = wanted.map(({ left: max }, index) => ({ cell: cell(`enemy[${some[index]}].hp`), min: 0, max }));
    // whoever is not there has nothing to lose
    return [ranges, wanted.filter(({ enemy }) => (byte(opening, enemy + ENEMY.state) & 0x40) !== 0)];
  };
  const win: Goal = [[{ cell: cell('battleResult'), min: 1, max: 1 }], wantedForWin(opening)];
  const [toHalf, toNone] = [hp((now) => Math.floor(now / 2)), hp(() => 0)];
  return [
    win,
    ...enemies.map((enemy) => hp((now) => Math.floor(now / 2), [enemy])),
    toNone,
    hp((now) => Math.max(now - 1, 0)),
    [[...win[0], ...toHalf[0]], strictest([...win[1], ...toHalf[1]])],
    [[...toNone[0], ...toHalf[0], ...win[0]], strictest([...toNone[1], ...toHalf[1], ...win[1]])],
  ];
}

/** Every goal from the opening on, in every state. */
export function compareBounds({ battle, enemies, images, commands, switches, where }: Compared, seen: Seen): void {
  const states = images.map((image) => stateOf(image, battle.machine.tables.bankD5, switches));
  const [opening] = states;
  if (opening === undefined || commands.length === 0) return;
  for (const [ranges, wanted] of goalsOf(opening, enemies)) {
    battle.image.set(images[0] as Uint8Array);
    const mine = BOUND(battle, ranges, commands);
    const theirs = leastPrice(opening, wanted, commands, switches);
    const what = `${where}, ${ranges.map(({ cell: { name }, max }) => `${name} to ${max}`).join(', ')}`;
    expect(mine === undefined, what).toBe(theirs === undefined);
    if (mine === undefined || theirs === undefined) {
      seen.none++;
      continue;
    }
    for (const [at, state] of states.entries()) {
      battle.image.set(images[at] as Uint8Array);
      const least = theirs(state);
      expect(mine(), `${what}, state ${at}`).toBe(least);
      seen.bounds++;
      if (least > 0) seen.above++;
    }
    if (wanted.length > 1) seen.sums++;
  }
}
