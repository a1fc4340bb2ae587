/**
 * The cells that a LIVE A LIVE log declares: every cell of the turn engine. Work cells of the routines and cells that only the
 * menus or the battle's later parts use are left out, so that each declared cell is one that can disagree.
 */
import { type BlockKind, PLACES, type Place, placeByName, WINDOWS } from '../../../rom-map/index.js';

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

/** Where the test ROM keeps its own cells: of a game nothing there is known. */
export const DRILL_WINDOW = { address: 0x7e1d00, length: 0x0200 } as const;
const WORK_RAM_FIRST = 0x7e0000;
/** Unnamed bytes between two cells that belong to the first: the table names the first of several. */
const UNNAMED = 7;

/** Battle skills of the test ROM's second image. */
const BATTLE_SKILLS = { address: 0x7e0500, length: 0x0100 } as const;

export function isDrillAddress(address: number): boolean {
  return [DRILL_WINDOW, BATTLE_SKILLS].some((own) => address >= own.address && address < own.address + own.length);
}

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

/** What attacks read and write besides: declared in logs of the test ROM's second image. */
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

function isDeclared(place: Place, battle: boolean): boolean {
  const { kind, name } = place.row;
  if (kind === 'one') return SINGLE.includes(name) || (battle && BATTLE_SINGLE.includes(name));
  if (kind === 'array') return ARRAYS.includes(name) || (battle && BATTLE_ARRAYS.includes(name));
  if (FIELDS[kind]?.includes(name) !== true && !(battle && BATTLE_FIELDS[kind]?.includes(name) === true)) return false;
  return kind !== 'enemy' || place.name !== `enemy[${ENEMIES}].${name}`;
}

/**
 * Bytes of work RAM that a starting image holds, in ascending order: of the test ROM every declared window; of a game every cell that the table
 * names with the few bytes between, compared or not, since the routines read cells that no log compares (base values of a species, items, arguments).
 */
export function imageRuns(drill: boolean): readonly { readonly address: number; readonly length: number }[] {
  if (drill) return WINDOWS.filter(({ address }) => address >= WORK_RAM_FIRST);
  const named = PLACES.filter(({ address }) => address >= WORK_RAM_FIRST && !isDrillAddress(address));
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
 * Declared places in address order.
 * @param drill with the cells of the drill program
 * @param battle with what the attacks of its second image use
 */
export function declaredPlaces(drill: boolean, battle = false): readonly Place[] {
  const own = drill ? DRILL.flatMap((name) => placeByName(name) ?? []) : [];
  return [...PLACES.filter((place) => isDeclared(place, battle)), ...own].sort((a, b) => a.address - b.address);
}
