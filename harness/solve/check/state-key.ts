/**
 * The key of a state as a hash: two states with equal keys count as one. By default every declared
 * cell belongs to it that is compared, and every byte where a work cell is asked for; no knowledge
 * of what decides the future is needed.
 */
import { createHash } from 'node:crypto';
import type { Battle, CellDeclaration, System } from '../../../core/system/system.js';

const KEY_DIGITS = 32;

function bytesOf(cells: readonly CellDeclaration[]): number[] {
  const offsets = new Set<number>();
  for (const { offset, width, list = width } of cells)
    for (let byte = 0; byte < list; byte++) offsets.add(offset + byte);
  return [...offsets].sort((one, other) => one - other);
}

/** Cells whose values decide the asked ones later on; undefined: any byte may. */
function decidingCells(
  { capabilities: { planning = {} } }: System,
  battle: Battle,
  asked: readonly CellDeclaration[],
  chosen: readonly CellDeclaration[] | undefined,
): readonly CellDeclaration[] | undefined {
  const compared = battle.cells.filter(({ scratch }) => scratch !== true);
  const known = new Set((chosen ?? compared).map(({ name }) => name));
  const isAlone = (cell: CellDeclaration): boolean =>
    chosen !== undefined && planning.standsAlone?.(battle, cell) === true;
  const open = asked.filter((cell) => !known.has(cell.name) && !isAlone(cell));
  // a work cell may hold what a step computed from any byte
  if (open.some(({ scratch }) => scratch === true)) return undefined;
  return open.length > 0 ? compared : (chosen ?? compared);
}

/**
 * Makes the function that hashes the present state.
 * @param asked cells of the goal and of the conditions to keep: they always belong to the key
 * @param chosenByCore only the cells that the core names, which depend on the battle at its start
 * @returns a function of the route's own values: limited amounts, place in a script, start
 */
export function createStateKey(
  system: System,
  battle: Battle,
  asked: readonly CellDeclaration[],
  chosenByCore: boolean,
): (own: readonly number[]) => string {
  const { timerMatters, stateKeyCells } = system.capabilities.planning ?? {};
  const chosen = chosenByCore ? stateKeyCells?.(battle) : undefined;
  const cells = decidingCells(system, battle, asked, chosen);
  const byTime = chosen !== undefined && cells === chosen && timerMatters !== undefined;
  const { image } = battle;
  const always =
    cells === undefined
      ? [...image.keys()]
      : bytesOf([...cells.filter(({ passive }) => !byTime || passive !== true), ...asked]);
  const sometimes = byTime ? bytesOf(cells.filter(({ passive }) => passive === true)) : [];
  const bytes = Buffer.alloc(always.length + sometimes.length);
  return (own) => {
    let length = 0;
    for (let index = 0; index < always.length; index++) bytes[length++] = image[always[index] as number] as number;
    if (sometimes.length > 0 && timerMatters?.(battle) === true) {
      for (let index = 0; index < sometimes.length; index++) {
        bytes[length++] = image[sometimes[index] as number] as number;
      }
    }
    const hash = createHash('sha256').update(bytes.subarray(0, length)).update(`|${length}|${own.join()}`);
    return hash.digest('hex').slice(0, KEY_DIGITS);
  };
}

/** A state of a point with its weight. */
interface WeighedKey {
  readonly key: string;
  readonly weight: bigint;
}

/**
 * The name of a point of a policy.
 * @param states that look alike, with weights that are whole and as small as can be
 * @param cost so far, where it has a limit; else 0
 */
export function nameOfPoint(states: readonly WeighedKey[], cost: number): string {
  const texts = states.map(({ key, weight }) => `${key}:${weight}`).sort();
  return createHash('sha256').update(`${cost}|${texts.join()}`).digest('hex').slice(0, KEY_DIGITS);
}
