/**
 * Small games of chance in which states may look alike: the best weight that a player reaches who knows what was seen and what was spent,
 * counted out line by line.
 */

export interface HiddenEnd {
  readonly to: number;
  readonly fate: 'on' | 'won' | 'lost';
  readonly cost: number;
  /** Sixteenths of the move's chance. */
  readonly share: number;
}

export interface HiddenMove {
  readonly ends: readonly HiddenEnd[];
  /** Sixteenths that nobody looked at. */
  readonly open: number;
}

export interface HiddenState {
  /** What a player sees of it. */
  readonly look: number;
  /** Undefined: the move is refused, which a player sees as well. */
  readonly moves: readonly (HiddenMove | undefined)[];
}

/** Play begins in state 0. */
export type HiddenGame = readonly HiddenState[];

interface Possible {
  readonly state: number;
  readonly weight: bigint;
}

const SHARES = 16n;

/** Weight of the start: shares of it stay whole. @param moves of a line of play at most */
export const wholeWeight = (moves: number): bigint => SHARES ** BigInt(moves);

/** @param openWins whether what nobody looked at reaches the goal */
export function bestWeight(game: HiddenGame, possible: readonly Possible[], left: number, openWins: boolean): bigint {
  let best = 0n;
  for (let move = 0; move < (game[0]?.moves.length ?? 0); move++) {
    let won = 0n;
    let isRefused = false;
    const groups = new Map<string, { rest: number; states: Map<number, bigint> }>();
    for (const { state, weight } of possible) {
      const made = game[state]?.moves[move];
      if (made === undefined) {
        isRefused = true;
        break;
      }
      if (openWins) won += (weight * BigInt(made.open)) / SHARES;
      for (const { to, fate, cost, share } of made.ends) {
        const part = (weight * BigInt(share)) / SHARES;
        if (fate === 'lost' || cost > left) continue;
        if (fate === 'won') {
          won += part;
          continue;
        }
        const menu = game[to]?.moves.map((one) => one !== undefined).join();
        const key = `${cost} ${game[to]?.look} ${menu}`;
        const group = groups.get(key) ?? { rest: left - cost, states: new Map<number, bigint>() };
        groups.set(key, group);
        group.states.set(to, (group.states.get(to) ?? 0n) + part);
      }
    }
    if (isRefused) continue;
    for (const { rest, states } of groups.values()) {
      const members = [...states].map(([state, weight]) => ({ state, weight }));
      won += bestWeight(game, members, rest, openWins);
    }
    if (won > best) best = won;
  }
  return best;
}
