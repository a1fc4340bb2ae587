/**
 * The cells that a LIVE A LIVE log declares: those of the turn engine. Working cells and cells of
 * the menus are left out, so that every declared cell can disagree.
 */
import {
  type BlockKind,
  isWorkRam,
  PLACES,
  type Place,
  placeByName,
  TEST_ROM_BYTES,
  testRomAddress,
  WINDOWS,
} from '../../../rom-map/index.js';

const SINGLE = [
  ...['mapGenerator', 'demoFlag', 'ordinaryEnemyPresent', 'pad1', 'pad2', 'pad1Copy', 'pad2Copy', 'currentAlly'],
  ...['subject', 'allyActionFlags', 'enemyActionFlags', 'timeCode', 'timeStep', 'absorbFlag', 'noTimePasses'],
  ...['startFlag038B', 'startFlag0395', 'startFlag0396', 'startFlag03AA', 'actingEnemy', 'actionPoints'],
  ...['allySkillFlag', 'turnFlag', 'playerState', 'battleTimer'],
  ...['levelChange', 'onset', 'damageConstant', 'nonAttackIncrease', 'attackDecrease', 'byte7'].map(
    (name) => `abnormalityRow.${name}`,
  ),
  ...[0, 1, 2, 3].map((index) => `battleGenerator.a${index}`),
];

/** Cells of the drill program; `sequenceBegin`, `sequenceEnd` and `padWord` are inputs. */
const DRILL = [
  'sequenceBegin',
  'sequenceEnd',
  'padWord',
  'phase',
  'drillScenario',
  'areaMode',
  'skillCursor',
  'targetCursor',
];
export const DRILL_INPUTS = ['sequenceBegin', 'sequenceEnd', 'padWord'] as const;

/** Maximum number of unnamed bytes after a cell that belong to it. */
const UNNAMED = 7;

const TIMERS = ['Neck', 'Leg', 'Arm', 'Poison', 'Paralysis', 'Sleep', 'Drunk', 'Petrify'].map((name) => `timer${name}`);
const STATS = ['power', 'speed', 'body', 'intellect'];
const FIELDS: Readonly<Partial<Record<BlockKind, readonly string[]>>> = {
  species: ['startAbnormality', 'level', 'maxHp'],
  enemy: [
    ...[
      'id',
      'state',
      'species',
      'facing',
      'skillState',
      'charge',
      'hp',
      'abnormality',
      ...STATS,
      'statuses',
      ...TIMERS,
    ],
    ...['level', 'hitsAssigned', 'hitsLanded', 'singleHit', 'pendingAbnormality', 'pendingCell09', 'chosenSkill'],
    ...['orderPoints', 'aiStep', 'nearestAlly', 'bonus', 'attributeMark'],
  ],
  ally: [
    ...['id', 'state', 'record', 'skillState', 'charge', 'chargeLength', 'lastSkill', 'cellX', 'cellY', 'wantedX'],
    ...['wantedY', 'facing', 'walk1E', 'walk1F', 'basePower', 'baseSpeed', 'baseBody', 'baseIntellect', ...STATS],
    ...['level', 'statuses', 'hitsAssigned', 'hitsLanded', 'singleHit', ...TIMERS, 'bonus', 'attributeMark'],
  ],
};
const ARRAYS = ['fieldGrid', 'allyRank'];

/** Further cells of attacks, declared in logs of the test ROM's second image. */
const BATTLE_SINGLE = [
  ...['stepCount', 'driver', 'skillUser', 'nextInArea', 'otherHit'],
  ...['skillType', 'skillField', 'skillCoefficients', 'levelSum', 'statTimesCoefficient', 'attackPower'],
  ...['changeTotalHp', 'fieldCounter', 'fieldPassDone', 'counterSkill', 'counterAlly', 'attackerOffset'],
];
const BATTLE_ARRAYS = ['activeSkill', 'changeTotalStat', 'rangeGrid'];
const BATTLE_FIELDS: typeof FIELDS = {
  enemy: [
    ...['inRange', 'correctedLevel', 'struckFrom', 'pendingStatuses', 'changedStats', 'totalDamage'],
    ...['cellX', 'cellY', 'wantedX', 'wantedY'],
  ],
  ally: ['changedStats', 'correctedLevel', 'totalDamage', 'hitsCopy'],
  record: ['hp'],
};
/** Enemies 0..14; the sixteenth block is the end mark. */
const ENEMIES = 15;

/**
 * What logs of its third image declare beside these, of the units that its battles have, and the
 * working cells of others that they leave out.
 */
const DUEL_FIELDS: typeof FIELDS = {
  enemy: ['cell07', 'chosenKind', 'targetX', 'targetY'],
  ally: ['acted', 'targetX', 'targetY'],
  record: [
    ...['hp', 'maxHp', 'level', 'experience', 'skillBits', 'power', 'speed', 'body', 'intellect'],
    ...['powerBase', 'speedBase', 'bodyBase', 'intellectBase'],
  ],
};
const DUEL_WORK = /^(?:abnormalityRow\.|ordinaryEnemyPresent$)/u;
const DUEL_UNITS = /^(?:enemy\[[0-5]\]|ally\[|record\[[4-7]\]|species\[[0-3]\])/u;

/** Number of the test ROM's image: 0 without attacks, 1 with them, 2 with whole battles. */
export type DrillImage = 0 | 1 | 2;

function isDeclaredOfDuel(place: Place): boolean {
  const { kind, name } = place.row;
  if (DUEL_WORK.test(place.name)) return false;
  if (kind === 'one' || kind === 'array') return isDeclared(place, true);
  if (!DUEL_UNITS.test(place.name)) return false;
  return DUEL_FIELDS[kind]?.includes(name) === true || isDeclared(place, true);
}

function isDeclared(place: Place, battle: boolean): boolean {
  const { kind, name } = place.row;
  if (kind === 'one') return SINGLE.includes(name) || (battle && BATTLE_SINGLE.includes(name));
  if (kind === 'array') return ARRAYS.includes(name) || (battle && BATTLE_ARRAYS.includes(name));
  if (FIELDS[kind]?.includes(name) !== true && !(battle && BATTLE_FIELDS[kind]?.includes(name) === true)) return false;
  return kind !== 'enemy' || place.name !== `enemy[${ENEMIES}].${name}`;
}

/** The window without the part of it in which the test ROM keeps cells of the host window. */
function withoutTestRomBytes(window: Run): Run {
  const own = TEST_ROM_BYTES.find(({ rom }) => rom >= window.address && rom < window.address + window.length);
  return { address: window.address, length: own === undefined ? window.length : own.rom - window.address };
}

/** Neighbouring bytes. */
interface Run {
  readonly address: number;
  readonly length: number;
}

/**
 * Bytes of a starting image: every declared window of the test ROM but the registers; of a
 * game every named cell, because routines also read cells that no log compares (base values of a
 * species, items, arguments).
 */
export function imageRuns(drill: boolean): readonly Run[] {
  if (drill) {
    const ofConsole = WINDOWS.filter(({ address }) => isWorkRam(address));
    return [
      ...ofConsole.map(withoutTestRomBytes),
      ...TEST_ROM_BYTES.map(({ host, length }) => ({ address: host, length })),
    ];
  }
  const named = PLACES.filter(({ address }) => isWorkRam(address));
  const runs: { address: number; length: number }[] = [];
  for (const { address, width } of [...named].sort((a, b) => a.address - b.address)) {
    const last = runs.at(-1);
    if (last !== undefined && address <= last.address + last.length + UNNAMED) {
      last.length = Math.max(last.length, address + width - last.address);
    } else runs.push({ address, length: width });
  }
  return runs;
}

/**
 * Declared places in the order in which the recorded ROM has them.
 * @param drill with the cells of the drill program
 * @param image with what the attacks of its second, the battles of its third image use
 */
export function declaredPlaces(drill: boolean, image: DrillImage = 0): readonly Place[] {
  const own = drill ? DRILL.flatMap((name) => placeByName(name) ?? []) : [];
  const declared = (place: Place): boolean => (image === 2 ? isDeclaredOfDuel(place) : isDeclared(place, image === 1));
  return [...PLACES.filter(declared), ...own].sort((a, b) => testRomAddress(a.address) - testRomAddress(b.address));
}
