/**
 * Odds of an attack, or of several on one target, for a query in plain data. Source: seed 003,
 * exact distribution.
 *
 * Fields of a query: attacker, weapon, target, distance (-1 measures), visible, allySees,
 * mutualClear, specials (names in the order of declaration), attacks (their number), by (`result`,
 * `damage` or `dice`), and switches. `followedBy` lists further attacks on the same target, each
 * with the fields of an attack.
 */
import {
  entriesAt,
  type Fields,
  fieldsAt,
  integerAt,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  type Span,
  textAt,
  wordAt,
} from '../system/plain-data.js';
import { type OddsTable, RuleError } from '../system/system.js';
import { unitCell } from './board.js';
import { HEAD, STAGE_SIZED } from './cells.js';
import { COMMAND_DECLARE, COMMAND_ENHANCE, COMMAND_SIZE_POOL, COMMAND_SPECIAL } from './commands.js';
import { type AttackPlan, jointDistribution, seriesDistribution, type TargetState } from './distribution.js';
import { ERRORS, SETUP_CODES } from './errors.js';
import { poolSize } from './pool.js';
import { poolInput } from './pool-cells.js';
import { termsOf } from './predict.js';
import { createWorld, type World } from './setup.js';
import { SPECIAL_NAMES } from './specials.js';
import { step } from './step.js';
import { readSwitches } from './switches.js';

const ATTACK_FIELDS = ['attacker', 'weapon', 'distance', 'visible', 'allySees', 'mutualClear', 'specials'] as const;
const QUERY_FIELDS = [...ATTACK_FIELDS, 'target', 'attacks', 'by', 'switches', 'followedBy'] as const;
const MAX_ATTACKS = 16;
const DISTANCE: Span = [-1, 255];
const BIT: Span = [0, 1];
const VIEWS = { result: 'result', damage: 'damage', dice: 'dice' } as const;

type AttackFields = Fields<(typeof ATTACK_FIELDS)[number]>;

function bitAt(place: Place): number {
  return typeof place.value === 'boolean' ? Number(place.value) : integerAt(place, BIT);
}

function run(world: World, path: string, ...words: number[]): void {
  const result = step(world, Int32Array.from(words), undefined);
  const error = ERRORS.find(({ number }) => number === result);
  if (error !== undefined) throw new RuleError(error.code, `${path}: ${error.meaning}`, path);
}

/** Declares the attack by the ordinary steps, so that the same declarations are refused. */
function prepare(world: World, field: AttackFields, target: number, path: string): AttackPlan {
  const attacker = lookUpAt(field('attacker'), world.unitIds);
  const weapon = lookUpAt(field('weapon'), world.weaponIds);
  const distance = integerAt(field('distance', -1), DISTANCE);
  const visible = bitAt(field('visible', 1));
  const allySees = bitAt(field('allySees', 0));
  const mutualClear = bitAt(field('mutualClear', 0));
  world.image[HEAD.stage] = 0;
  run(world, path, COMMAND_DECLARE, attacker, weapon, target, distance, visible, allySees, mutualClear);
  if (!world.rules.specialsFirst) run(world, path, COMMAND_SIZE_POOL);
  const ids = world.specials.map(({ id }) => id);
  for (const special of listAt(field('specials', []))) {
    const number = lookUpAt(special, ids);
    if (number < SPECIAL_NAMES.length) run(world, special.path, COMMAND_ENHANCE + number);
    else run(world, special.path, COMMAND_SPECIAL, number);
  }
  if (world.image[HEAD.stage] !== STAGE_SIZED) run(world, path, COMMAND_SIZE_POOL);
  const input = { ...poolInput(world, 0) };
  return {
    poolFor: (risk) => poolSize({ ...input, risk }),
    successMin: world.image[HEAD.successMin] as number,
    terms: termsOf(world, target),
  };
}

function switchesAt(place: Place): Record<string, string | number> {
  const out: Record<string, string | number> = {};
  for (const [name, given] of entriesAt(place)) {
    out[name] = typeof given.value === 'number' ? given.value : textAt(given);
  }
  return out;
}

function compareValues(one: readonly number[], two: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== two[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (two[at] ?? 0);
}

/** Sums rows with equal values and sorts them. */
function tabulate(
  outcomes: readonly string[],
  rows: readonly { readonly values: readonly number[]; readonly ways: bigint }[],
  total: bigint,
): OddsTable {
  const sums = new Map<string, { readonly values: readonly number[]; readonly ways: bigint }>();
  for (const { values, ways } of rows) {
    const key = values.join(' ');
    sums.set(key, { values, ways: (sums.get(key)?.ways ?? 0n) + ways });
  }
  return {
    outcomes,
    rows: [...sums.values()]
      .sort((one, two) => compareValues(one.values, two.values))
      .map(({ values, ways }) => ({ values, numerator: ways.toString() })),
    denominator: total.toString(),
  };
}

/** Answers a query. @throws RuleError with the path in the query or the setup */
export function odds(setup: unknown, query: unknown): OddsTable {
  const field = fieldsAt(placeOf(query, 'query', SETUP_CODES), QUERY_FIELDS);
  const world = createWorld(setup, readSwitches(switchesAt(field('switches', {}))));
  const target = lookUpAt(field('target'), world.unitIds);
  const start: TargetState = {
    damage: unitCell(world, target, 'damage'),
    risk: unitCell(world, target, 'risk'),
    destroyed: false,
  };
  const first = prepare(world, field, target, 'query');
  const by = wordAt(field('by', 'result'), VIEWS);
  if (by === 'dice') {
    const pool = first.poolFor(start.risk);
    const rows = jointDistribution(pool, first.successMin).map(({ successes, criticals, ways }) => ({
      values: [successes, criticals],
      ways,
    }));
    return tabulate(['successes', 'criticals'], rows, 6n ** BigInt(pool));
  }
  const attacks = new Array<AttackPlan>(integerAt(field('attacks', 1), [1, MAX_ATTACKS])).fill(first);
  for (const next of listAt(field('followedBy', []))) {
    attacks.push(prepare(world, fieldsAt(next, ATTACK_FIELDS), target, next.path));
  }
  if (attacks.length > MAX_ATTACKS)
    throw new RuleError('E_WIDTH', `a query has at most ${MAX_ATTACKS} attacks`, 'query.followedBy');
  const { states, total } = seriesDistribution(start, unitCell(world, target, 'hp'), attacks);
  const rows = states.map(({ state, ways }) => {
    const damage = state.damage - start.damage;
    return { values: by === 'damage' ? [damage] : [damage, state.risk, state.destroyed ? 1 : 0], ways };
  });
  return tabulate(by === 'damage' ? ['damage'] : ['damage', 'risk', 'destroyed'], rows, total);
}
