/**
 * Odds of an attack, or of several on one target, asked for in plain data. Source: seed 003, exact distribution.
 *
 * Fields of a query: attacker, weapon, target, distance (-1 measures), visible, allySees, mutualClear, specials (names
 * in the order of declaration), attacks (how often), by (`result`, `damage` or `dice`), and switches, whose rules
 * hold. `followedBy` is a list of further attacks on the same target, each with the fields of an attack.
 */

import { asInt16, read16 } from '../int/uint.js';
import { type OddsTable, RuleError } from '../system.js';
import { unitCell } from './board.js';
import { HEAD, STAGE_SIZED } from './cells.js';
import { COMMAND_DECLARE, COMMAND_ENHANCE, COMMAND_SIZE_POOL } from './commands.js';
import { type AttackPlan, jointDistribution, seriesDistribution, type TargetState } from './distribution.js';
import { ERRORS } from './errors.js';
import { entriesAt, fieldsAt, integerAt, listAt, textAt } from './plain-data.js';
import { poolSize } from './pool.js';
import { poolInput, weaponInUse } from './pool-cells.js';
import { createWorld, type World } from './setup.js';
import { SPECIAL_NAMES } from './specials.js';
import { step } from './step.js';
import { readSwitches } from './switches.js';

const ATTACK_FIELDS = ['attacker', 'weapon', 'distance', 'visible', 'allySees', 'mutualClear', 'specials'] as const;
const QUERY_FIELDS = [...ATTACK_FIELDS, 'target', 'attacks', 'by', 'switches', 'followedBy'] as const;
const MOST_ATTACKS = 16;

type AttackTable = Readonly<Partial<Record<(typeof ATTACK_FIELDS)[number], unknown>>>;

function idAt(value: unknown, ids: readonly string[], path: string): number {
  const id = textAt(value, path);
  const number = ids.indexOf(id);
  if (number < 0) throw new RuleError('E_UNKNOWN_ID', `${path}: nothing is called ${id}`, path);
  return number;
}

function bitAt(value: unknown, path: string, fallback: number): number {
  return typeof value === 'boolean' ? Number(value) : integerAt(value, path, 0, 1, fallback);
}

function run(world: World, path: string, ...words: number[]): void {
  const result = step(world, Int32Array.from(words), undefined);
  const error = ERRORS.find(({ number }) => number === result);
  if (error !== undefined) throw new RuleError(error.code, `${path}: ${error.meaning}`, path);
}

/** Declares the attack by the ordinary steps, so that what is refused there is refused here. */
function prepare(world: World, table: AttackTable, target: number, path: string): AttackPlan {
  const attacker = idAt(table.attacker, world.unitIds, `${path}.attacker`);
  const weapon = idAt(table.weapon, world.weaponIds, `${path}.weapon`);
  const distance = integerAt(table.distance, `${path}.distance`, -1, 255, -1);
  const visible = bitAt(table.visible, `${path}.visible`, 1);
  const allySees = bitAt(table.allySees, `${path}.allySees`, 0);
  const mutualClear = bitAt(table.mutualClear, `${path}.mutualClear`, 0);
  world.image[HEAD.stage] = 0;
  run(world, path, COMMAND_DECLARE, attacker, weapon, target, distance, visible, allySees, mutualClear);
  if (!world.rules.specialsFirst) run(world, path, COMMAND_SIZE_POOL);
  listAt(table.specials ?? [], `${path}.specials`).forEach((value, index) => {
    const place = `${path}.specials[${index}]`;
    run(world, place, COMMAND_ENHANCE + idAt(value, SPECIAL_NAMES, place));
  });
  if (world.image[HEAD.stage] !== STAGE_SIZED) run(world, path, COMMAND_SIZE_POOL);
  const input = { ...poolInput(world, 0) };
  const { pow, pen } = weaponInUse(world);
  return {
    poolFor: (risk) => poolSize({ ...input, risk }),
    successMin: world.image[HEAD.successMin] as number,
    terms: {
      pow: pow + asInt16(read16(world.image, HEAD.powDelta)),
      pen,
      arm: unitCell(world, target, 'arm'),
      armDelta: asInt16(read16(world.image, HEAD.armDelta)),
      minimumArm: world.rules.minimumArm,
      riskSaturates: world.rules.riskSaturates,
    },
  };
}

function switchesAt(value: unknown): Record<string, string | number> {
  const out: Record<string, string | number> = {};
  for (const [name, given] of entriesAt(value ?? {}, 'query.switches')) {
    out[name] = typeof given === 'number' ? given : textAt(given, `query.switches.${name}`);
  }
  return out;
}

function compareValues(one: readonly number[], two: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== two[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (two[at] ?? 0);
}

/** Adds up rows with equal values and puts them in order. */
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

/** @throws RuleError with the path in the query or the setup */
export function odds(setup: unknown, query: unknown): OddsTable {
  const table = fieldsAt(query, 'query', QUERY_FIELDS);
  const world = createWorld(setup, readSwitches(switchesAt(table.switches)));
  const target = idAt(table.target, world.unitIds, 'query.target');
  const start: TargetState = {
    damage: unitCell(world, target, 'damage'),
    risk: unitCell(world, target, 'risk'),
    destroyed: false,
  };
  const first = prepare(world, table, target, 'query');
  const by = textAt(table.by, 'query.by', 'result');
  if (by === 'dice') {
    const pool = first.poolFor(start.risk);
    const rows = jointDistribution(pool, first.successMin).map(({ successes, criticals, ways }) => ({
      values: [successes, criticals],
      ways,
    }));
    return tabulate(['successes', 'criticals'], rows, 6n ** BigInt(pool));
  }
  if (by !== 'result' && by !== 'damage') {
    throw new RuleError('E_UNKNOWN_ID', `query.by is result, damage or dice, not ${by}`, 'query.by');
  }
  const attacks = new Array<AttackPlan>(integerAt(table.attacks, 'query.attacks', 1, MOST_ATTACKS, 1)).fill(first);
  listAt(table.followedBy ?? [], 'query.followedBy').forEach((value, index) => {
    const path = `query.followedBy[${index}]`;
    attacks.push(prepare(world, fieldsAt(value, path, ATTACK_FIELDS), target, path));
  });
  if (attacks.length > MOST_ATTACKS)
    throw new RuleError('E_WIDTH', `at most ${MOST_ATTACKS} attacks`, 'query.followedBy');
  const { states, total } = seriesDistribution(start, unitCell(world, target, 'hp'), attacks);
  const rows = states.map(({ state, ways }) => {
    const damage = state.damage - start.damage;
    return { values: by === 'damage' ? [damage] : [damage, state.risk, state.destroyed ? 1 : 0], ways };
  });
  return tabulate(by === 'damage' ? ['damage'] : ['damage', 'risk', 'destroyed'], rows, total);
}
