/**
 * The cells of the image: the attack in progress, the round, the units, the objectives. Source:
 * seed 003 (state of a unit, output of one attack); rounds and objectives are pages 39 and 40
 * (extension).
 */
import { declareRows, defineRecord, type NoValue, withWords } from '../system/records.js';
import type { CellDeclaration } from '../system/system.js';

export const NO_UNIT = 255;

/** Steps of an attack, named after the last step done (K1). */
export const STAGE = {
  IDLE: 0,
  DECLARED: 1,
  SIZED: 2,
  ROLLED: 3,
  TESTED: 4,
  RESOLVED: 5,
  /** Occurs only with late destruction (KA15). */
  CHECKED: 6,
} as const;

/** K1: the step of the attack that is done, by its stage. */
export const STAGE_WORDS: readonly string[] = [
  'between attacks',
  '1 declared',
  '2 pool sized',
  '4 rolled',
  '5 damage tested',
  '6 result applied',
  '6 destruction checked',
];

const NOBODY: NoValue = [NO_UNIT, 'nobody'];

const headRecord = defineRecord({
  stage: [1, '0 none, 1 declared, 2 pool sized, 3 rolled, 4 damage tested, 5 result applied, 6 destruction checked'],
  attacker: [1, 'attacking unit', NOBODY],
  weapon: [1, 'weapon used', [NO_UNIT, 'none']],
  target: [1, 'unit attacked', NOBODY],
  distance: [1, 'distance of the attack'],
  levelDifference: [-2, 'level of the target minus level of the attacker'],
  visible: [1, '1: the attacker sees the target'],
  allySees: [1, '1: an ally sees the target'],
  mutualClear: [1, '1: free line, half of each silhouette seen both ways'],
  poolBase: [1, 'K3: Hit of the weapon'],
  poolDistance: [-2, 'K4: dice for the distance'],
  poolIndirect: [-1, 'K6: dice for indirect fire'],
  poolRisk: [1, 'K7: dice for the risk of the target'],
  poolClearShot: [1, 'K8: dice for a clear shot'],
  poolHighGround: [1, 'K9: dice for high ground'],
  poolSpecials: [-2, 'K10: dice for special actions'],
  poolClamped: [2, 'KA1: dice added to come up to 0'],
  poolCloseCombatZero: [1, 'K5: 1 when the pool is 0 because close combat is out of place'],
  pool: [1, 'dice to roll'],
  specials: [
    1,
    'declared special actions, one bit each: enhance, powerAttack, counter, evade, defend, those of the setup',
  ],
  successMin: [1, 'lowest succeeding face'],
  powDelta: [-2, 'added to Pow by special actions'],
  armDelta: [-2, 'added to Arm by special actions'],
  'faces[1]': [1, 'dice that show 1'],
  'faces[2]': [1, 'dice that show 2'],
  'faces[3]': [1, 'dice that show 3'],
  'faces[4]': [1, 'dice that show 4'],
  'faces[5]': [1, 'dice that show 5'],
  'faces[6]': [1, 'dice that show 6'],
  successes: [1, 'K11: successes'],
  criticals: [1, 'K11: successes that are a 6'],
  attackValue: [2, 'K12: Pow + successes'],
  defenceValue: [2, 'K12: Arm - criticals - pen, at least 3'],
  damage: [2, 'K12: damage of this attack'],
  destroys: [1, '1 when this attack destroyed the target'],
  overkillDone: [1, '1 when a unit has overkilled'],
  moveTarget: [1, '1 while a movement of the target is due'],
  moveAttacker: [1, '1 while a movement of the attacker is due'],
  round: [1, 'round, from 1'],
  ended: [1, '1 after the last round'],
  'score[0]': [2, 'victory points of side 0'],
  'score[1]': [2, 'victory points of side 1'],
});

const unitRecord = defineRecord({
  x: [1, 'column'],
  y: [1, 'row'],
  level: [1, 'height'],
  hp: [1, 'HP'],
  damage: [1, 'damage taken in total'],
  arm: [1, 'armour'],
  risk: [1, 'risk gathered'],
  side: [1, 'side, 0 or 1'],
  mv: [1, 'walking movement'],
  commander: [1, '1 commander, 0 companion'],
  shield: [1, '1 with a shield'],
  largeWeapon: [1, '1 with a large weapon'],
  factionTo: [1, '1 of faction TO'],
  enhance: [1, '1 when the commander may enhance'],
  destroyed: [1, '1 destroyed'],
  collected: [1, '1 when the destroyed miniature is off the table'],
  candidate: [1, '1 when the unit may overkill now'],
});

const objectiveRecord = defineRecord({ side: [1, 'side in control', NOBODY] });

/** Offset of each head cell. */
export const HEAD = headRecord.offsets;
/** Offset of each unit cell in its record. */
export const UNIT = unitRecord.offsets;

export type UnitName = keyof typeof UNIT;

export function unitAt(unit: number): number {
  return headRecord.size + unit * unitRecord.size;
}

export function objectiveAt(unitCount: number, objective: number): number {
  return unitAt(unitCount) + objective * objectiveRecord.size;
}

/**
 * All cells, in address order.
 * @param ids of units and weapons, by number
 */
export function declareCells(
  unitCount: number,
  objectiveCount: number,
  ids: { readonly unit: readonly string[]; readonly weapon: readonly string[] },
): CellDeclaration[] {
  const cells = declareRows(headRecord.rows, 0);
  for (let unit = 0; unit < unitCount; unit++) {
    cells.push(...declareRows(unitRecord.rows, unitAt(unit), `unit[${unit}]`));
  }
  for (let objective = 0; objective < objectiveCount; objective++) {
    const at = objectiveAt(unitCount, objective);
    cells.push(...declareRows(objectiveRecord.rows, at, `objective[${objective}]`));
  }
  return withWords(cells, { stage: STAGE_WORDS, attacker: ids.unit, target: ids.unit, weapon: ids.weapon });
}
