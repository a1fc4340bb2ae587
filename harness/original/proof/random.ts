/** A small seeded generator: the same seed gives the same cases everywhere. */

export interface Random {
  /** @param below 1..2^31 @returns 0..below-1 */
  below(below: number): number;
}

export function createRandom(seed: number): Random {
  let state = (Math.imul(seed | 0, 0x9e37_79b1) ^ 0x6d2b_79f5) | 0 || 1;
  return {
    below(below) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 1) % below;
    },
  };
}

/** A number from a text, for a seed of its own in each routine. */
export function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  return hash | 0;
}
