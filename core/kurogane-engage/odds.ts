/**
 * Odds of an attack, or of several on one target, for a query in plain data. Source: seed 003,
 * exact distribution.
 */
import { asInt16, read16 } from '../int/uint.js';
import { fieldsAt, placeOf } from '../system/plain-data.js';
import { type OddsTable, RuleError } from '../system/system.js';
import { poolInput, unitCell, weaponInUse } from './board.js';
import { HEAD, STAGE } from './cells.js';
import { COMMANDS } from './commands.js';
import { poolSize } from './dice.js';
import {
  type AttackPlan,
  type DamageTerms,
  jointDistribution,
  seriesDistribution,
  type TargetState,
} from './distribution.js';
import { ERRORS, SETUP_CODES } from './errors.js';
import { type AttackQuery, createWorld, MAX_ATTACKS, QUERY, SPECIAL_NAMES, SWITCHES, type World } from './setup.js';

/** The values of the attack in progress that decide its damage. */
export function termsOf(world: World, target: number): DamageTerms {
  const { image, rules } = world;
  const { pow, pen } = weaponInUse(world);
  return {
    pow: pow + asInt16(read16(image, HEAD.powDelta)),
    pen,
    arm: unitCell(world, target, 'arm'),
    armDelta: asInt16(read16(image, HEAD.armDelta)),
    minimumArm: rules.minimumArm,
    riskSaturates: rules.riskSaturates,
  };
}

function run(world: World, path: string, command: string, ...values: number[]): void {
  const result = COMMANDS.step(world, Int32Array.of(COMMANDS.codeOf(command), ...values), undefined);
  const error = ERRORS.shapes.find(({ number }) => number === result);
  if (error !== undefined) throw new RuleError(error.code, `${path}: ${error.meaning}`, path);
}

/** Declares the attack by the ordinary steps, so that the same declarations are refused. */
function prepare(world: World, attack: AttackQuery, target: number, path: string): AttackPlan {
  const { attacker, weapon, distance, visible, allySees, mutualClear } = attack;
  world.image[HEAD.stage] = 0;
  run(world, path, 'declare', attacker, weapon, target, distance, visible, allySees, mutualClear);
  if (!world.rules.specialsFirst) run(world, path, 'sizePool');
  attack.specials.forEach((special, index) => {
    const known = SPECIAL_NAMES[special];
    const at = `${path}.specials[${index}]`;
    if (known === undefined) run(world, at, 'special', special);
    else run(world, at, known);
  });
  if (world.image[HEAD.stage] !== STAGE.SIZED) run(world, path, 'sizePool');
  const input = { ...poolInput(world, 0) };
  return {
    poolFor: (risk) => poolSize({ ...input, risk }),
    successMin: world.image[HEAD.successMin] as number,
    terms: termsOf(world, target),
  };
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
export function odds(setup: unknown, given: unknown): OddsTable {
  const place = placeOf(given, 'query', SETUP_CODES);
  const fields = fieldsAt(place, Object.keys(QUERY.rows));
  const world = createWorld(setup, SWITCHES.read(SWITCHES.kind.read(fields('switches', {}), {})));
  const query = QUERY.read(place, world.ids);
  const { target, by } = query;
  const start: TargetState = {
    damage: unitCell(world, target, 'damage'),
    risk: unitCell(world, target, 'risk'),
    destroyed: false,
  };
  const first = prepare(world, query, target, 'query');
  if (by === 'dice') {
    const pool = first.poolFor(start.risk);
    const rows = jointDistribution(pool, first.successMin).map(({ successes, criticals, ways }) => ({
      values: [successes, criticals],
      ways,
    }));
    return tabulate(['successes', 'criticals'], rows, 6n ** BigInt(pool));
  }
  const attacks = new Array<AttackPlan>(query.attacks).fill(first);
  query.followedBy.forEach((next, index) => {
    attacks.push(prepare(world, next, target, `query.followedBy[${index}]`));
  });
  if (attacks.length > MAX_ATTACKS)
    throw new RuleError('E_WIDTH', `a query has at most ${MAX_ATTACKS} attacks`, 'query.followedBy');
  const { states, total } = seriesDistribution(start, unitCell(world, target, 'hp'), attacks);
  const rows = states.map(({ state, ways }) => {
    const damage = state.damage - start.damage;
    return { values: by === 'damage' ? [damage] : [damage, state.risk, state.destroyed ? 1 : 0], ways };
  });
  return tabulate(by === 'damage' ? ['damage'] : ['damage', 'risk', 'destroyed'], rows, total);
}
