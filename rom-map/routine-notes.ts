/**
 * Notes on a routine beyond its vectors: the cells that it is responsible for, and the original's
 * bug that is kept. Addresses are those of the original routines.
 */

export interface RoutineNote {
  readonly routine: string;
  /**
   * Rows of the cell table (`one.`, `enemy.` ...) that this routine is responsible for when a
   * comparison differs.
   */
  readonly owns: readonly string[];
  /** A bug of the original that is kept. */
  readonly bug?: string;
}

const TIMERS = [
  ...['timerNeck', 'timerLeg', 'timerArm', 'timerPoison'],
  ...['timerParalysis', 'timerSleep', 'timerDrunk', 'timerPetrify'],
];

export const ROUTINE_NOTES: readonly RoutineNote[] = [
  {
    routine: 'C1:2828',
    owns: [],
    bug: 'Action points wrap silently past 65535: one skill from 65026 to 65281 leaves 0 to 255, still the allies’ turn.',
  },
  {
    routine: 'C1:281B',
    owns: ['one.actionPoints'],
    bug: 'L and R while an area is chosen add the turn’s cost and nothing else: no turn test, no time, no order points.',
  },
  {
    routine: 'C1:2841',
    owns: ['one.actionPoints'],
    bug: 'Only a borrow sets 16 action points; a subtraction that ends at exactly 0 leaves 0.',
  },
  {
    routine: 'C1:93C5',
    owns: ['one.actionPoints', 'one.turnFlag', 'one.allySkillFlag', 'ally.skillState', 'one.allyActionFlags'],
  },
  { routine: 'C1:941E', owns: ['one.actionPoints', 'one.turnFlag', 'enemy.skillState', 'one.enemyActionFlags'] },
  {
    routine: 'C1:96CB',
    owns: ['one.actionPoints', 'one.turnFlag', 'one.timeCode', 'ally.charge', 'ally.chargeLength', 'array.fieldGrid'],
    bug: 'A step counts its frames in the charge cells of the ally.',
  },
  { routine: 'C1:9572', owns: ['one.actionPoints', 'one.turnFlag', 'one.timeCode'] },
  { routine: 'C1:446B', owns: ['ally.cellX', 'ally.cellY', 'ally.charge'] },
  {
    routine: 'C1:1C02',
    owns: [
      'enemy.orderPoints',
      'one.battleGenerator.a0',
      'one.battleGenerator.a1',
      'one.battleGenerator.a2',
      'one.battleGenerator.a3',
    ],
    bug: 'On a carry the low byte becomes a copy of the new high byte (250 + 15 gives 0101h, not 0109h), and whenever the byte to be stored is 0 a random number from 0 to 15 replaces it.',
  },
  { routine: 'C1:1C77', owns: ['enemy.orderPoints'] },
  { routine: 'C1:1C91', owns: ['enemy.orderPoints'] },
  {
    routine: 'C1:1CAC',
    owns: ['enemy.orderPoints'],
    bug: 'Only low bytes count: a quotient of 255 adds nothing, one of 256 adds one step, and a maximum HP from 4096 whose sixteenth ends in 00h divides by zero.',
  },
  { routine: 'C1:E0B3', owns: ['enemy.correctedLevel', 'enemy.struckFrom', 'enemy.attributeMark'] },
  { routine: 'C1:D200', owns: ['ally.correctedLevel', 'ally.attributeMark'] },
  { routine: 'C1:DFAF', owns: ['enemy.inRange', 'one.nextInArea'] },
  { routine: 'C1:D726', owns: ['enemy.hitsAssigned', 'array.hitList'] },
  { routine: 'C1:D7E9', owns: ['enemy.hitsLanded', 'enemy.singleHit'] },
  { routine: 'C1:D900', owns: ['ally.singleHit'] },
  { routine: 'C1:CC72', owns: ['enemy.totalDamage', 'enemy.hp', 'one.changeTotalHp'] },
  { routine: 'C1:CBA6', owns: ['ally.totalDamage', 'record.hp', 'one.changeTotalHp'] },
  { routine: 'C1:CB62', owns: ['ally.totalDamage', 'record.hp', 'one.changeTotalHp'] },
  { routine: 'C1:1DE3', owns: ['ally.singleHit', 'ally.totalDamage', 'record.hp', 'one.changeTotalHp'] },
  { routine: 'C1:1E5E', owns: ['enemy.singleHit', 'enemy.totalDamage', 'enemy.hp', 'one.changeTotalHp'] },
  { routine: 'C1:10B3', owns: ['array.fieldGrid', 'array.rangeGrid'] },
  { routine: 'C1:1F06', owns: ['one.fieldCounter'] },
  { routine: 'C1:1ECE', owns: ['array.fieldGrid', 'array.rangeGrid'] },
  { routine: 'C1:1FB2', owns: ['one.fieldPassDone'] },
  {
    routine: 'C1:1FEA',
    owns: [
      'ally.hitsAssigned',
      'ally.hitsLanded',
      'ally.singleHit',
      'ally.totalDamage',
      'record.hp',
      'one.changeTotalHp',
    ],
  },
  {
    routine: 'C1:2029',
    owns: [
      'enemy.hitsAssigned',
      'enemy.hitsLanded',
      'enemy.singleHit',
      'enemy.totalDamage',
      'enemy.hp',
      'one.changeTotalHp',
    ],
  },
  {
    routine: 'C1:D052',
    owns: ['enemy.wantedX', 'enemy.wantedY', 'enemy.cellX', 'enemy.cellY', 'array.fieldGrid'],
  },
  {
    routine: 'C1:A12C',
    owns: ['one.attackerOffset', 'one.counterSkill', 'one.counterAlly', 'ally.hitsCopy'],
  },
  { routine: 'C1:D9DA', owns: ['enemy.pendingAbnormality'] },
  { routine: 'C1:CBE3', owns: ['enemy.facing'] },
  { routine: 'C1:DB38', owns: ['enemy.pendingStatuses', ...TIMERS.map((timer) => `enemy.${timer}`)] },
  { routine: 'C1:DD8F', owns: ['enemy.changedStats', 'array.changeTotalStat'] },
  { routine: 'C1:BD6C', owns: ['enemy.statuses'] },
  { routine: 'C1:CC2D', owns: ['enemy.abnormality', 'enemy.orderPoints', 'enemy.level'] },
  {
    routine: 'C1:92C3',
    owns: ['one.actingEnemy', 'one.ordinaryEnemyPresent', 'enemy.abnormality'],
    bug: 'A BREAKDOWN enemy may act only while an ordinary enemy is present and loses its abnormality at every choice; equal order points go to the later slot.',
  },
  {
    routine: 'C1:8E51',
    owns: ['one.actingEnemy', 'enemy.orderPoints', 'enemy.abnormality'],
    bug: 'A charging enemy with the most order points is chosen all the same and holds up every other enemy; a disabled one halves its points in every frame of the enemy turn.',
  },
  {
    routine: 'C1:8F5A',
    owns: ['enemy.orderPoints', 'enemy.aiStep'],
    bug: 'A move turn that cannot move lowers the order points to three quarters and leaves action points and turn flag: the enemy turn is not over.',
  },
  { routine: 'C1:8F77', owns: ['enemy.orderPoints'] },
  { routine: 'C1:283A', owns: ['one.actionPoints', 'one.turnFlag'] },
  { routine: 'C1:E429', owns: ['one.actionPoints', 'one.turnFlag', 'enemy.facing'] },
  { routine: 'C1:E476', owns: ['one.actionPoints', 'one.turnFlag', 'enemy.facing'] },
  { routine: 'C1:90A2', owns: ['enemy.abnormality'] },
  { routine: 'C1:9357', owns: ['one.timeStep', 'one.timeCode'] },
  { routine: 'C1:7A54', owns: ['one.actionPoints'] },
  { routine: 'C1:7F1C', owns: ['one.timeStep'] },
  {
    routine: 'C1:20F2',
    owns: [
      ...['ally.charge', 'enemy.charge', 'ally.power', 'enemy.power', 'ally.level', 'enemy.level', 'enemy.statuses'],
      ...TIMERS.flatMap((timer) => [`enemy.${timer}`, `ally.${timer}`]),
    ],
  },
  {
    routine: 'C1:17E6',
    owns: ['enemy.level'],
    bug: 'A level change of -128 cannot be negated and leaves to an unpublished line.',
  },
  {
    routine: 'C1:1E4C',
    owns: [],
    bug: 'Poison spares an ally that is out of the fight (statuses FFh) but no enemy.',
  },
  { routine: 'C1:F3CE', owns: ['one.startFlag03AA'] },
];
