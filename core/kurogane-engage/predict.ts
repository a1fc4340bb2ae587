/**
 * What comes next in an attack, as labelled lines: why each die is in the pool, who may declare
 * what, and the exact chances of the roll. Source: seed 003, K1 to K16.
 */

import { asInt16, read16 } from '../int/uint.js';
import { countText } from '../system/names.js';
import type { LabelledLines } from '../system/system.js';
import { unitCell } from './board.js';
import {
  HEAD,
  NO_UNIT,
  STAGE_CHECKED,
  STAGE_DECLARED,
  STAGE_IDLE,
  STAGE_RESOLVED,
  STAGE_ROLLED,
  STAGE_SIZED,
} from './cells.js';
import { specialError } from './check.js';
import { attackValue, damageOf, defenceValue, riskAfter } from './damage.js';
import { type DamageTerms, seriesDistribution } from './distribution.js';
import { poolSize } from './pool.js';
import { poolInput, weaponInUse } from './pool-cells.js';
import { poolReasons } from './pool-parts.js';
import type { World } from './setup.js';
import { DEFENDER, hasEffect } from './specials.js';

type Line = readonly [label: string, value: string];

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

/** A share in percent with three decimals, rounded down, from whole numbers alone. */
function shareText(ways: bigint, total: bigint): string {
  const thousandths = String((ways * 100_000n) / total).padStart(4, '0');
  return `${ways} of ${total}, ${thousandths.slice(0, -3)}.${thousandths.slice(-3)} %`;
}

/** Above this many dice the denominator would fill lines. */
const MOST_SHOWN = 20;

function chanceLines(world: World): Line[] {
  const { image } = world;
  const target = image[HEAD.target] as number;
  const pool = image[HEAD.pool] as number;
  if (pool === 0) return [['chances', 'no dice: the attack misses']];
  if (pool > MOST_SHOWN) return [['chances', `of ${pool} dice: lockstep run PLAN --odds has them`]];
  const start = { damage: unitCell(world, target, 'damage'), risk: unitCell(world, target, 'risk'), destroyed: false };
  const terms = { ...termsOf(world, target), riskSaturates: true };
  const attack = { poolFor: () => pool, successMin: image[HEAD.successMin] as number, terms };
  const { states, total } = seriesDistribution(start, unitCell(world, target, 'hp'), [attack]);
  const most = Math.max(...states.map(({ state }) => state.damage - start.damage));
  const share = (test: (damage: number, risk: number, destroyed: boolean) => boolean): string => {
    const fitting = states.filter(({ state }) => test(state.damage - start.damage, state.risk, state.destroyed));
    return shareText(
      fitting.reduce((sum, { ways }) => sum + ways, 0n),
      total,
    );
  };
  const risk = share((damage, after) => damage === 0 && after > start.risk);
  const lines: Line[] = [
    ['a miss', share((damage, after) => damage === 0 && after === start.risk)],
    ['risk instead of damage', risk],
  ];
  for (let damage = 1; damage <= most; damage++) {
    lines.push([`damage ${damage} or more`, share((dealt) => dealt >= damage)]);
  }
  lines.push(['the target destroyed', share((_damage, _risk, destroyed) => destroyed)]);
  return lines;
}

function specialLines(world: World): Line[] {
  return world.specials.flatMap((special, number): Line[] => {
    if (specialError(world, number) !== 0) return [];
    const who = special.side === DEFENDER ? 'the defender may react with' : 'the attacker may declare';
    return [[who, hasEffect(special) ? special.id : `${special.id}, which has no numbers and changes nothing`]];
  });
}

function testLines(world: World): Line[] {
  const { image } = world;
  const target = image[HEAD.target] as number;
  const terms = termsOf(world, target);
  const successes = image[HEAD.successes] as number;
  const attack = attackValue(terms.pow, successes);
  const criticals = image[HEAD.criticals] as number;
  const defence = defenceValue(terms.arm, terms.armDelta, criticals, terms.pen, terms.minimumArm);
  const damage = damageOf(attack, defence);
  const before = unitCell(world, target, 'risk');
  return [
    ['attack', `${attack} = Pow ${terms.pow} + ${countText(successes, 'success', 'successes')}`],
    [
      'defence',
      `${defence} = Arm ${terms.arm + terms.armDelta} - ${countText(criticals, 'critical')} - Pen ${terms.pen}, at least 3`,
    ],
    ['damage', `${damage} = ${attack} / ${defence}, rounded down`],
    ['risk', `${before} now, ${riskAfter(before, damage, successes)} then`],
  ];
}

function nextStep(stage: number, isLate: boolean): string {
  switch (stage) {
    case STAGE_IDLE:
      return 'an attack may be declared (step 1)';
    case STAGE_DECLARED:
      return 'the pool is sized (step 2)';
    case STAGE_SIZED:
      return 'special actions (step 3), then the roll (step 4)';
    case STAGE_ROLLED:
      return 'the damage test (step 5)';
    case STAGE_RESOLVED:
      return isLate ? 'movements, then the check of destruction' : 'overkill (step 7) or the end of the attack';
    case STAGE_CHECKED:
      return 'overkill (step 7) or the end of the attack';
    default:
      return 'the result is applied (step 6)';
  }
}

/** What comes next, who may do what, and the chances. */
export function predictWorld(world: World): LabelledLines {
  const { image, rules } = world;
  const stage = image[HEAD.stage] as number;
  if (image[HEAD.ended] !== 0) return [['next', 'nothing: the last round is over']];
  const lines: Line[] = [['next', nextStep(stage, rules.destroyLate)]];
  if (stage === STAGE_IDLE || image[HEAD.attacker] === NO_UNIT) {
    return [...lines, ['round', `${image[HEAD.round]} of ${world.rounds}`]];
  }
  if (stage === STAGE_DECLARED) lines.push(['pool', `${poolSize(poolInput(world, 0))} dice`]);
  lines.push(...specialLines(world));
  if (stage === STAGE_SIZED) lines.push(...poolReasons(world), ...chanceLines(world));
  if (stage >= STAGE_ROLLED && stage < STAGE_RESOLVED) lines.push(...testLines(world));
  const candidates = world.unitIds.filter((_, unit) => unitCell(world, unit, 'candidate') !== 0);
  return candidates.length === 0 ? lines : [...lines, ['may take the overkill', candidates.join(', ')]];
}
