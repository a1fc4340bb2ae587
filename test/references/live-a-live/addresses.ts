/**
 * Addresses in bank 7E as the slow references know them, written from rom-map/CELLS.md; a test compares
 * each with the map's own. Cells of the host window are in `own-cells.ts`.
 */

export const FIRST_RECORD = 0x0d00;
export const RECORD_BYTES = 0x40;
export const FIRST_SPECIES = 0x1a00;
export const SPECIES_BYTES = 0x40;
export const FIRST_ENEMY = 0x1b00;
export const ENEMY_BYTES = 0x10;
export const FIRST_ALLY = 0x1c00;
export const ALLY_BYTES = 0x40;

/** Tables in bank D5. */
export const CHARACTER_TABLE = 0x00c0;
export const SPECIES_TABLE = 0x04cb;
/** 256 skills of the allies, behind them 256 of the enemies. */
export const SKILL_TABLE = 0x24cb;
export const MOVE_PATTERNS = 0x64cb;
export const ITEM_TABLE = 0x71c4;
/** Table in bank D6. */
export const FORMATION_POINTERS = 0x4080;

/** Cells of the whole battle; an array by its first. */
export const CELL = {
  mapGenerator: 0x000c,
  escapeForbidden: 0x0043,
  demoFlag: 0x0070,
  lineWatchedCell: 0x030d,
  work0310: 0x0310,
  work0312: 0x0312,
  abnormalityRowDisabled: 0x0320,
  abnormalityRowLevelChange: 0x0322,
  abnormalityRowOnset: 0x0323,
  abnormalityRowDamageConstant: 0x0324,
  enemyWatchedCell: 0x0334,
  battleGeneratorA0: 0x0338,
  battleGeneratorA3: 0x033b,
  formationNumber: 0x0350,
  formationPointer: 0x0352,
  areaNumber: 0x0354,
  enemyPartyLevel: 0x0355,
  enemyCount: 0x0357,
  formationRate: 0x0358,
  currentAlly: 0x035a,
  allyActionFlags: 0x0362,
  enemyActionFlags: 0x0363,
  skillRecordPointer: 0x0368,
  counterSkill: 0x036a,
  rangeLineMode: 0x036b,
  timeCode: 0x036c,
  timeStep: 0x036d,
  stepCount: 0x036e,
  driver: 0x0377,
  skillUser: 0x0378,
  nextInArea: 0x037b,
  absorbFlag: 0x0381,
  otherHit: 0x0383,
  fieldPassDone: 0x0385,
  noTimePasses: 0x0386,
  counterAlly: 0x038d,
  attackerOffset: 0x03a8,
  actionPoints: 0x03ae,
  allySkillFlag: 0x03b7,
  turnFlag: 0x03b8,
  pickedX: 0x03ed,
  pickedY: 0x03ee,
  playerState: 0x03f0,
  hitList: 0x0450,
  rangeGrid: 0x0488,
  fieldGrid: 0x04c8,
  scenario: 0x0a00,
  allyRank: 0x0ab0,
  skillType: 0x9009,
  skillField: 0x900a,
  skillCoefficients: 0x900b,
  levelSum: 0x900c,
  statTimesCoefficient: 0x900e,
  attackPower: 0x900f,
  activeSkill: 0x9010,
  seenSkills: 0x9200,
  changeTotalHp: 0x9ef0,
  changeTotalStat: 0x9ef2,
  battleTimer: 0xfef0,
  armageddonFlag: 0xfefa,
  fieldCounter: 0xfefd,
} as const;

/** Distances of a unit's cells from the first byte of its block, though they lie in several pages. */
function fromBlock<Name extends string>(block: number, first: Readonly<Record<Name, number>>): Record<Name, number> {
  const distances: Record<Name, number> = { ...first };
  for (const name of Object.keys(first) as Name[]) distances[name] -= block;
  return distances;
}

/** Party record; addresses of the first. */
export const RECORD = fromBlock(FIRST_RECORD, {
  weaponStatuses: 0x0d02,
  tableEntry: 0x0d04,
  level: 0x0d06,
  hp: 0x0d08,
  maxHp: 0x0d0a,
  lastLearned: 0x0d0c,
  skillBits: 0x0d0d,
  power: 0x0d10,
  sideCorrection: 0x0d1c,
  backCorrection: 0x0d1d,
  experience: 0x0d1e,
  immunity: 0x0d20,
  evade: 0x0d21,
  equipment: 0x0d24,
  attack: 0x0d2e,
  defence: 0x0d2f,
  fieldAbsorb: 0x0d31,
  gearEvade: 0x0d32,
});

/** Species block; addresses of the first. */
export const SPECIES = fromBlock(FIRST_SPECIES, {
  state: 0x1a01,
  width: 0x1a04,
  height: 0x1a05,
  level: 0x1a0b,
  maxHp: 0x1a10,
  counterHigh: 0x1a12,
  skillFlags: 0x1a16,
  skillDisabling: 0x1a1a,
  movePattern: 0x1a20,
  fieldAbsorb: 0x1a21,
  hpByte: 0x1a24,
  power: 0x1a25,
  levelByte: 0x1a29,
  immunity: 0x1a2a,
  skill1: 0x1a2b,
  type: 0x1a2f,
  counterAbnormality: 0x1a30,
  drop: 0x1a38,
  startChance: 0x1a3c,
  corrections: 0x1a3d,
  evade: 0x1a3e,
});

/** Enemy; addresses of the first. */
export const ENEMY = fromBlock(FIRST_ENEMY, {
  state: 0x1b01,
  species: 0x1b02,
  facing: 0x1b04,
  skillState: 0x1b05,
  charge: 0x1b06,
  cell07: 0x1b07,
  wantedX: 0x1b08,
  wantedY: 0x1b09,
  cellX: 0x1b0a,
  cellY: 0x1b0b,
  hp: 0xaa00,
  abnormality: 0xaa02,
  power: 0xaa03,
  speed: 0xaa04,
  statuses: 0xaa07,
  timerNeck: 0xaa08,
  timerSleep: 0xaa0d,
  level: 0xab00,
  inRange: 0xab01,
  hitsAssigned: 0xab02,
  hitsLanded: 0xab03,
  singleHit: 0xab04,
  pendingAbnormality: 0xab08,
  correctedLevel: 0xab0a,
  struckFrom: 0xab0b,
  pendingStatuses: 0xab0c,
  changedStats: 0xab0d,
  chosenSkill: 0xac00,
  chosenKind: 0xac01,
  targetX: 0xac02,
  targetY: 0xac03,
  orderPoints: 0xac04,
  aiStep: 0xac06,
  nearestAlly: 0xac07,
  totalDamage: 0xad00,
  bonus: 0xad02,
  attributeMark: 0xad0a,
});

/** Ally; addresses of the first. */
export const ALLY = fromBlock(FIRST_ALLY, {
  state: 0x1c01,
  record: 0x1c02,
  skillState: 0x1c05,
  lastSkill: 0x1c14,
  cellX: 0x1c18,
  cellY: 0x1c19,
  wantedX: 0x1c1a,
  wantedY: 0x1c1b,
  changedStats: 0x1c1c,
  facing: 0x1c1d,
  walk1F: 0x1c1f,
  acted: 0x1c20,
  targetX: 0x1c28,
  targetY: 0x1c29,
  immunity: 0x1c2d,
  correctedLevel: 0x1c2e,
  basePower: 0x1c30,
  power: 0x1c34,
  level: 0x1c38,
  statuses: 0x1c39,
  hitsAssigned: 0x1c3a,
  hitsLanded: 0x1c3b,
  singleHit: 0x1c3c,
  listSkill: 0xe900,
  listDisabling: 0xe910,
  listCounterHigh: 0xe920,
  listFlags: 0xe930,
  timerNeck: 0xea00,
  timerSleep: 0xea05,
  listType: 0xea10,
  hitsCopy: 0xea20,
  totalDamage: 0xea2e,
  bonus: 0xea33,
  attributeMark: 0xea35,
});
