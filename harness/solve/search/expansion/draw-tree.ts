/**
 * Enumerates the outcomes of the draws of one move. The last draw changes first, as the digits of a
 * counter do.
 */
import type { DrawSource } from '../problem/planning-access.js';

export interface DrawTree extends DrawSource {
  /** Forgets all draws. */
  clear(): void;
  /** Must be called before each playing of the move. */
  begin(): void;
  /** Advances to the next outcome. @returns false after the last one */
  advance(): boolean;
  /** Values drawn in the present outcome. */
  drawn(): number[];
}

export function createDrawTree(): DrawTree {
  const choices: Uint8Array[] = [];
  const counts: number[] = [];
  const places: number[] = [];
  let length = 0;
  let at = 0;

  return {
    clear() {
      length = 0;
      at = 0;
    },
    begin() {
      at = 0;
    },
    given() {
      if (at === length) return -1;
      const value = (choices[at] as Uint8Array)[places[at] as number] as number;
      at++;
      return value;
    },
    choose(values, count) {
      choices[length] ??= new Uint8Array(256);
      (choices[length] as Uint8Array).set(values.subarray(0, count));
      counts[length] = count;
      places[length] = 0;
      length++;
      at++;
      return values[0] as number;
    },
    advance() {
      while (length > 0) {
        const last = length - 1;
        places[last] = (places[last] as number) + 1;
        if ((places[last] as number) < (counts[last] as number)) return true;
        length--;
      }
      return false;
    },
    drawn: () => Array.from({ length }, (_, draw) => (choices[draw] as Uint8Array)[places[draw] as number] as number),
  };
}

/** Draws known beforehand; after them the lowest value of those with different consequences. */
export function createDrawList(): DrawSource & { set(draws: readonly number[]): void } {
  let values: readonly number[] = [];
  let at = 0;
  return {
    set(draws) {
      values = draws;
      at = 0;
    },
    given: () => values[at++] ?? -1,
    choose: (lent) => lent[0] as number,
  };
}
