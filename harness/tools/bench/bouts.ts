/**
 * The seven battles of the present day for benchmarks: a starting image each, and a seed for every
 * battle.
 */
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../core/live-a-live/index.js';
import { PRESENT_DAY_BOUTS } from '../../../rom-map/tables/present-day.js';

/** Code of the command `auto`. */
export const AUTO = codeOf('auto');
/** Number of the policy of legal random play. */
export const RANDOM = 0;
/** Events of the longest battle fit in this. */
export const EVENT_WORDS = 1 << 18;
export const MAX_COMMANDS = 10_000;

function codeOf(name: string): number {
  const shape = LIVE_A_LIVE_BATTLE.commands.find((command) => command.name === name);
  if (shape === undefined) throw new RangeError(`the battle has no command named ${name}`);
  return shape.code;
}

export interface Bout {
  readonly battle: LiveALiveBattle;
  readonly start: Uint8Array;
  readonly offsetOf: (cell: string) => number;
}

export function boutsOf(): Bout[] {
  return PRESENT_DAY_BOUTS.map(({ formation }) => {
    const battle = createBattle({ formation: formation.number, party: [{ character: 'takahara' }] });
    const offsets = new Map(battle.cells.map((cell) => [cell.name, cell.offset]));
    return { battle, start: battle.image.slice(), offsetOf: (cell) => offsets.get(cell) ?? 0 };
  });
}

/** Puts a seed into the generator, never all zero. */
function seed(image: Uint8Array, at: number, number: number): void {
  const mixed = Math.imul(number + 1, 0x9e37_79b1);
  image[at] = mixed;
  image[at + 1] = mixed >>> 8;
  image[at + 2] = mixed >>> 16;
  image[at + 3] = (mixed >>> 24) | 1;
}

/**
 * Puts a battle at its start.
 * @param number selects the bout and the seed
 * @returns the bout
 */
export function beginBout(bouts: readonly Bout[], number: number): Bout {
  const bout = bouts[number % bouts.length] as Bout;
  const { image } = bout.battle;
  image.set(bout.start);
  seed(image, bout.offsetOf('battleGenerator.a0'), number);
  return bout;
}
