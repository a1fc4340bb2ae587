/** Every way the draws of one move may come out, one after the other: the last draw changes first, as the digits of a counter do. */
import type { DrawSource } from '../../core/system.js';

export interface DrawTree extends DrawSource {
  /** Forgets all draws. */
  clear(): void;
  /** To be called before the move is played once more. */
  begin(): void;
  /** Goes on to the next way. @returns false when there is none left */
  advance(): boolean;
  /** Values drawn in the present way. */
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

/** Draws that are known beforehand; behind their end the least value of those that differ. */
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
