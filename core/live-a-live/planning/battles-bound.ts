/**
 * A lower bound over several battles: what is left of the one at hand, and for each battle after it
 * the cheapest way there and the cheapest command in it.
 *
 * Of the battle at hand the damage bound counts where it must be won: where a further battle is
 * asked for, nobody can escape, and it is the one that the routes begin in. Of later battles
 * nothing is known before they begin.
 */
import { read8 } from '../../int/uint.js';
import type { Battle, CellRange, PricedCommand } from '../../system/system.js';
import { NEXT_BATTLE } from '../battle/command-shapes.js';
import { ESCAPE } from '../battle/player-commands.js';
import { ESCAPED, RUNNING, WON } from '../combat/defeat.js';
import * as Host from '../memory/cells/host.js';
import { type Machine, machineOf } from '../memory/machine.js';
import { damageBound } from './damage-bound.js';

type Reader = () => number;

/** Whether one of these commands begins another battle. */
export function goesOn(commands: readonly PricedCommand[]): boolean {
  return commands.some(({ words }) => words[0] === NEXT_BATTLE);
}

const NOTHING: Reader = () => 0;

/** Damage bound of the battle at hand, as far as it must be won. */
function boundOfFirst({ cells }: Battle, machine: Machine, own: readonly PricedCommand[]): Reader {
  // an image's code may deal more than our routines
  if (machine.holes.original !== undefined || own.some(({ words }) => words[0] === ESCAPE)) return NOTHING;
  const result = cells.filter(({ offset }) => offset === Host.BATTLE_RESULT);
  const won = result.map((cell) => ({ cell, min: WON, max: WON }));
  return damageBound(machine, won, own) ?? NOTHING;
}

/**
 * Makes a reader of the lower bound until all cells are in their ranges; undefined where the goal
 * asks for no battle after this one. Reading allocates nothing.
 * @param commands every command that may be given, one of them to begin a battle
 */
export function boundOverBattles(
  battle: Battle,
  goal: readonly CellRange[],
  commands: readonly PricedCommand[],
): Reader | undefined {
  const machine = machineOf(battle);
  const { ram } = machine;
  const least = (prices: readonly PricedCommand[]): number => Math.min(...prices.map(({ price }) => price));
  const own = commands.filter(({ words }) => words[0] !== NEXT_BATTLE);
  const wanted = goal.find(({ cell }) => cell.offset === Host.BATTLE_NUMBER);
  if (wanted === undefined || own.length === 0) return undefined;
  const way = least(commands.filter(({ words }) => words[0] === NEXT_BATTLE));
  const command = least(own);
  const isEnded = goal.some(
    ({ cell, min, max }) => cell.offset === Host.BATTLE_RESULT && (min > RUNNING || max < RUNNING),
  );
  const atEnd = isEnded ? command : 0;
  const first = read8(ram, Host.BATTLE_NUMBER);
  const ofFirst = boundOfFirst(battle, machine, own);
  return () => {
    const number = read8(ram, Host.BATTLE_NUMBER);
    const ways = wanted.min - number;
    const result = ram[Host.BATTLE_RESULT];
    if (ways <= 0) return result === RUNNING ? atEnd : 0;
    // after a defeat nothing follows: it counts like a battle that goes on
    const here = result === WON || result === ESCAPED ? 0 : number === first ? Math.max(command, ofFirst()) : command;
    return here + ways * way + (ways - 1) * command + atEnd;
  };
}
