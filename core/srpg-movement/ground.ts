/**
 * Cost tables: ground type to cost, one for the seed's grounds and one for each movement type.
 * Source: seed 002, S7, S19, SA2, SA12; movement types are the seed's extension 3 (SE3).
 */
import { entriesAt, integerAt, type Place, type Span, UINT8 } from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { NEVER_WORD } from './cells.js';
import { FORBIDDEN, MAX_MOVE } from './reach.js';

/** Cost of each of the 256 ground types, or -1 for a type that the table lacks. */
export type CostTable = readonly number[];

const NO_COST = -1;

/** Ground type from a key of the table. */
export function typeNumber(key: string, entry: Place): number {
  return integerAt({ ...entry, value: /^(0|[1-9][0-9]*)$/.test(key) ? Number(key) : key }, UINT8);
}

function readTable(place: Place, span: Span, rejectZero: boolean): number[] {
  const costs = new Array<number>(256).fill(NO_COST);
  for (const [key, given] of entriesAt(place)) {
    const type = typeNumber(key, given);
    const cost = given.value === NEVER_WORD ? FORBIDDEN : integerAt(given, span);
    if (cost === 0 && rejectZero) {
      throw new RuleError('E_RANGE', `${given.path} is 0: the switch zeroCost refuses it`, given.path);
    }
    costs[type] = cost < 0 ? FORBIDDEN : cost;
  }
  return costs;
}

/** S7: costs 0 to 254, and `never`, or -1 as in the seed, for ground that nobody enters. */
export function readGrounds(place: Place, rejectZero: boolean): CostTable {
  return readTable(place, [-1, MAX_MOVE], rejectZero);
}

/**
 * SE3: a row of the table movement type x ground: costs 0 to 254, or `never` (255) for ground that
 * the type does not enter.
 * @throws RuleError `E_TABLE_MISSING` when it lacks a ground of the seed's table
 */
export function readMovementType(place: Place, grounds: CostTable, rejectZero: boolean): CostTable {
  const { path } = place;
  const costs = readTable(place, [0, FORBIDDEN], rejectZero);
  costs.forEach((cost, type) => {
    if (grounds[type] !== NO_COST && cost === NO_COST) {
      throw new RuleError('E_TABLE_MISSING', `${path} has no cost for ground ${type}`, path);
    }
    if (grounds[type] === NO_COST && cost !== NO_COST) {
      throw new RuleError(
        'E_UNKNOWN_ID',
        `${path} has a cost for ground ${type}, but setup.grounds has no such ground`,
        path,
      );
    }
  });
  return costs;
}

export function hasGround(grounds: CostTable, type: number): boolean {
  return grounds[type] !== NO_COST;
}
