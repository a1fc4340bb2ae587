/**
 * The cells that make up the key of a state, the steps to a cell, and values worked out from cells.
 */
import type { Battle, CellDeclaration, DerivedValue } from '../../system/system.js';
import { FROM_BACK, FROM_FRONT, sideOfCell } from '../combat/enemy-correction.js';
import { isDriven } from '../enemy/driven-enemy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import { isAllyPresent } from '../memory/presence.js';
import { SPECIES_SKILLS } from '../memory/skill-record.js';
import { isListEnd } from '../turn/time-passes.js';

/**
 * Cells that no frame of the turn engine writes: what set-up, map, played battles and unpublished
 * code leave there.
 */
const FIXED = new RegExp(
  [
    '^(record|species|enemy\\[15\\]|drillSkill|rangeGrid|hitList|activeSkill|seenSkills|changeTotal|partyId|allyRank|pad2)',
    '\\.list[A-Z]',
    '^(inventory|droppedItem|formation|forcedEncounter)',
    // map, party and formation
    '^(mapArgument|background|escapeForbidden|demoFlag|areaNumber|partyArgument|machineFlag|scenario|followers|lastBattleRoom)$',
    '^(rareEncounter|killCount|escapeCount|enemyCount|enemyPartyLevel|padLastPressed|drillScenario)$',
    // skills, fields and menus of a whole battle
    '^(skill(RecordPointer|User|Type|Field|Coefficients)|counter(Skill|Ally)|rangeLineMode|driver|nextInArea|otherHit|zakiHits)$',
    '^(levelSum|statTimesCoefficient|attackPower|attackerOffset|picked[XY]|commandCursor|drawSprites|learnMessageShown)$',
    '^(field(AbsorbBit|Damage|PassDone|Counter)|enemyWatchedCell|armageddonFlag|timerControl)$',
    // what a played battle counts
    '^(program|battleResult|battleFrames|assumedFrames|unpublishedUsed|unpublishedUsedMore|holesFilled|levelsGained|battleNumber)$',
    '^(enemyStep|allySkill|enemySkill|window|start)(Frames|Count)$',
    // units: they stay who they are, enemies also where they are
    '^(enemy|ally)\\[\\d+\\]\\.(id|species|record|pixel[XY]|target[XY]|correctedLevel|changedStats|totalDamage)$',
    '^enemy\\[\\d+\\]\\.(cell07|wanted[XY]|cell[XY]|inRange|struckFrom|pendingStatuses|foughtAlly|chosenKind|nameNumber)$',
    '^ally\\[\\d+\\]\\.(state|place|acted|immunity|base[A-Z][a-z]+|hitsCopy)$',
  ].join('|'),
);

/** Cells of a played battle that only count: no rule reads them. */
const COUNTED = new Set([
  'battleFrames',
  'assumedFrames',
  'unpublishedUsed',
  'unpublishedUsedMore',
  'holesFilled',
  'allySkillCount',
  'enemySkillCount',
  'enemyStepCount',
  'windowCount',
]);

/** Number of a block in a name such as `enemy[3].hp`, or -1. */
function slotOf(name: string, kind: string): number {
  const match = name.startsWith(kind) ? /^\w+\[(\d+)\]/.exec(name) : null;
  return match === null ? -1 : Number(match[1]);
}

/** Enemies of the list. */
function countEnemies(ram: Uint8Array): number {
  let enemies = 0;
  while (!isListEnd(ram, Enemy.FIRST + Enemy.STRIDE * enemies)) enemies++;
  return enemies;
}

/** Bytes of the lists that a cell heads; `rom-map/cells.ts` names each "first of". */
const LISTS = new Map([
  ...['listSkill', 'listDisabling', 'listCounterHigh', 'listFlags', 'listType'].map(
    (name) => [name, SKILL_SLOTS] as const,
  ),
  ...['counterHigh', 'skillFlags', 'skillDisabling'].map((name) => [name, SPECIES_SKILLS] as const),
  ['equipment', 12],
  ['counterAbnormality', 8],
  ['drop', 3],
]);

/** A cell as the key holds it: with the whole list that it heads, and passive where it counts. */
function asKept(cell: CellDeclaration): CellDeclaration {
  const list = LISTS.get(cell.name.slice(cell.name.indexOf('.') + 1));
  if (list !== undefined) return { ...cell, list };
  return COUNTED.has(cell.name) ? { ...cell, passive: true } : cell;
}

/**
 * Key of a battle played by commands: lists, records and work lists as well, but not cells of
 * absent units.
 */
export function battleKeyCells(battle: Battle): readonly CellDeclaration[] {
  const ram = battle.image;
  const enemies = countEnemies(ram);
  // an image's code may read every cell
  if (isDriven(ram)) return battle.cells.map(asKept);
  return battle.cells
    .filter(({ name, scratch }) => {
      if (scratch === true || name.startsWith('drillSkill')) return false;
      const ally = slotOf(name, 'ally[');
      if (ally >= 0) return ram[Ally.FIRST + Ally.STRIDE * ally + Ally.ID] !== 0xff;
      return slotOf(name, 'enemy[') < enemies;
    })
    .map(asKept);
}

/** Key of the turn engine: cells of the units in the battle and of the engine, without scratch. */
export function frameKeyCells(battle: Battle): readonly CellDeclaration[] {
  const ram = battle.image;
  const enemies = countEnemies(ram);
  return battle.cells.filter(({ name, scratch, passive }) => {
    if (name === 'battleTimer') return true;
    if (scratch === true || passive === true || FIXED.test(name)) return false;
    const ally = slotOf(name, 'ally[');
    if (ally >= 0) return isAllyPresent(ram, Ally.FIRST + Ally.STRIDE * ally);
    return slotOf(name, 'enemy[') < enemies;
  });
}

/** Whether a cell is that of a unit which is not in the battle: no rule writes it. */
function isAbsent(ram: Uint8Array, name: string): boolean {
  const ally = slotOf(name, 'ally[');
  if (ally >= 0) return !isAllyPresent(ram, Ally.FIRST + Ally.STRIDE * ally);
  return slotOf(name, 'enemy[') >= countEnemies(ram);
}

/** Cells of the turn engine that may be asked for by themselves: the fixed ones, and the timer. */
export function frameStandsAlone({ image }: Battle, { name, scratch }: CellDeclaration): boolean {
  // a skill notes itself in the record of whoever holds the place: by the order of the allies
  const isFixed = FIXED.test(name) && !name.startsWith('record');
  return scratch !== true && (isFixed || name === 'battleTimer' || isAbsent(image, name));
}

/** Cells of a played battle that may be asked for by themselves: the timer, and what counts. */
export function battleStandsAlone({ image }: Battle, { name, scratch }: CellDeclaration): boolean {
  return scratch !== true && (COUNTED.has(name) || name === 'battleTimer' || isAbsent(image, name));
}

/**
 * Makes a reader of the ally actions until a coordinate of an ally is in the range: a step of the
 * turn engine changes one coordinate of one ally by one. Undefined for other cells.
 */
export function stepsLowerBound(
  battle: Battle,
  cell: CellDeclaration,
  min: number,
  max: number,
): (() => number) | undefined {
  if (!/^ally\[\d\]\.cell[XY]$/.test(cell.name)) return undefined;
  const { image } = battle;
  const { offset } = cell;
  return () => {
    const value = image[offset] as number;
    return value < min ? min - value : value > max ? value - max : 0;
  };
}

/**
 * Whether the timer matters for the next action: a reseed mixes it into the battle generator, and
 * happens when all four bytes are 0. Two zeros in a row are as near to that as an action of a few
 * draws is looked through.
 */
export function timerMatters(battle: Battle): boolean {
  const ram = battle.image;
  return ram[Cell.BATTLE_GENERATOR + 2] === 0 && ram[Cell.BATTLE_GENERATOR + 3] === 0;
}

/** 0 front, 1 side, 2 back. */
function sideOf(battle: Battle, ally: number, enemy: number): number {
  const ram = battle.image;
  const block = Ally.FIRST + Ally.STRIDE * ally;
  const from = sideOfCell(
    ram,
    Enemy.FIRST + Enemy.STRIDE * enemy,
    ram[block + Ally.CELL_X] as number,
    ram[block + Ally.CELL_Y] as number,
  );
  return from === FROM_FRONT ? 0 : from === FROM_BACK ? 2 : 1;
}

/** Where every ally stands from every enemy. */
export const DERIVED_VALUES: readonly DerivedValue[] = [0, 1, 2, 3].flatMap((ally) =>
  Array.from({ length: 15 }, (_, enemy) => ({
    name: `ally[${ally}].sideOf[${enemy}]`,
    meaning: 'where the ally stands from that enemy by C1:E127: 0 front, 1 side, 2 back',
    read: (battle: Battle) => sideOf(battle, ally, enemy),
  })),
);
