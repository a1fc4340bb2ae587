/**
 * Slow reference: draws with which a command takes much from somebody. It plays: the battle is stepped through an adapter of
 * the caller's, because the rules of a whole turn (whose turn it is, who answers, which field fires) have references of
 * their own, and a bound that is wrong about a turn can be caught only by a turn. Nothing of a bound is computed here: a battle
 * in which so much was lost was really played, so that any bound above its cost is wrong.
 *
 * All draws of all commands are far too many. Those whose best value for the attacker follows from the rules have it at first,
 * the others are at random; then single draws are changed as long as more is lost.
 */

/** Decides a draw, 0 to 255. @param site address of the routine that draws */
export type Choose = (site: number) => number;

/** Plays the command from the same state every time. @returns what was lost, or -1 when the command is refused */
export type Attempt = (choose: Choose) => number;

/** Draws of which the largest value is the best: value of a hit, numbers of hits, statuses, changed stats; and a field stays. */
const LARGEST = new Set([0x7835, 0xd6b9, 0xd614, 0xdb64, 0xdc0c, 0xdd8f, 0xdcc1, 0x1ece]);
/** Draws of which 0 is the best: a hit is one when the draw's share of the level is small. */
const SMALLEST = new Set([0xd870, 0xd8c6]);

/** Longer ones are played, but not changed. */
const LONGEST_SCRIPT = 400;

export interface Played {
  readonly lost: number;
  /** The draws in order. */
  readonly script: readonly number[];
}

function playScript(attempt: Attempt, script: readonly number[], below: (below: number) => number): Played {
  const taken: number[] = [];
  const lost = attempt((site) => {
    const low = site & 0xffff;
    const favoured = LARGEST.has(low) ? 255 : SMALLEST.has(low) ? 0 : below(256);
    const value = script[taken.length] ?? favoured;
    taken.push(value);
    return value;
  });
  return { lost, script: taken };
}

/** The draws with which most was lost. @param tries changes of single draws */
export function greatestLoss(attempt: Attempt, below: (below: number) => number, tries: number): Played {
  let best = playScript(attempt, [], below);
  if (best.lost < 0 || best.script.length > LONGEST_SCRIPT) return best;
  for (let left = tries; left > 0 && best.script.length > 0; left--) {
    const script = [...best.script];
    script[below(script.length)] = below(2) === 0 ? below(256) : 255 * below(2);
    const other = playScript(attempt, script, below);
    if (other.lost >= best.lost) best = other;
  }
  return best;
}

/** Plays the draws of a script again. */
export function replay(attempt: Attempt, { script }: Played): number {
  return playScript(attempt, script, () => 0).lost;
}
