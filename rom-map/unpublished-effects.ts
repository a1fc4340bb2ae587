/**
 * What a result could have otherwise where it depends on an unpublished stretch, most important
 * first. By the stand-ins and evidence of `unpublished.ts`: a stretch stands with the gravest thing
 * that it touches.
 */

/** What could be otherwise, and the names of the stretches. */
export interface PossibleChange {
  readonly change: string;
  readonly names: readonly string[];
}

/** Every stretch once. */
export const POSSIBLE_CHANGES: readonly PossibleChange[] = [
  { change: 'who falls, how the battle ends', names: ['defeat', 'escape'] },
  {
    change: 'who is hit, damage, HP',
    names: [
      'allyHitCheck',
      'allyDefence',
      'enemyUserStats',
      'skillOrder',
      'counterFiring',
      'trajectories',
      'areas',
      'surroundings',
      'oneHitInArea',
      'specialTypes',
      'fieldLastCell',
      'poisonLists',
      'healOnObject',
      'odioMoleHits',
    ],
  },
  {
    change: 'statuses and stats',
    names: ['statusTimers', 'onsetLevel', 'onsetFromBack', 'statChangeCap', 'allyStatChange', 'cures'],
  },
  {
    change: 'what an enemy decides',
    names: ['decisionPasses', 'decisionInput', 'afterChosenSkill', 'enemyHealCell', 'wideEnemyRanges', 'enemyStepEnd'],
  },
  {
    change: 'who acts when',
    names: [
      'idleActionPoints',
      'idleChargeFrames',
      'enemyDueScan',
      'allyOrderRetry',
      'timePassOrder',
      'chargeScanRest',
      'nobodyChosen',
      'absentUnit',
      'frameLoop',
      'skillFrames',
      'enemyStepFrames',
    ],
  },
  { change: 'the draws, and all that follows from them', names: ['startOffset', 'orderPointsLoop'] },
  { change: "where units start: places as in the formation's record; the game shifts them", names: ['startPlaces'] },
  { change: 'where units stand', names: ['enemyKnockback', 'noAllyLeft', 'enemySizes', 'enemyEntry'] },
  { change: 'what can be reached', names: ['rangeDirections', 'rangeMarks', 'targetFacing'] },
  {
    change: 'with what the battle begins',
    names: ['partySetUp', 'specialFormations', 'areaLists', 'emptySkillSlots', 'battleStartRest'],
  },
  { change: 'experience and items', names: ['growthRest', 'experienceTestByte'] },
  { change: 'which buttons give these commands', names: ['buttonsToActions'] },
  { change: 'nothing that is compared', names: ['totalsRest', 'registerDelay', 'rowLoads', 'sprites'] },
];

/**
 * Which of these stretches could change what, most important first; a change without one is left
 * out. A name that the table lacks stands first: it could change anything.
 */
export function possibleChanges(names: readonly string[]): readonly PossibleChange[] {
  const known = new Set(POSSIBLE_CHANGES.flatMap((one) => one.names));
  const rows = POSSIBLE_CHANGES.map(({ change, names: all }) => ({
    change,
    names: all.filter((name) => names.includes(name)),
  }));
  return [{ change: 'anything', names: names.filter((name) => !known.has(name)) }, ...rows].filter(
    (one) => one.names.length > 0,
  );
}
