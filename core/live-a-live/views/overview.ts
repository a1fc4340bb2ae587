/**
 * What a viewer shows of a battle: gauges, units with place and facing, whose turn it is (C1:8E51;
 * cells of the table in `rom-map`). The console's field and the guide's rules share it.
 */

import { FIELDS } from '../../../rom-map/index.js';
import { read16 } from '../../int/uint.js';
import type { Language, Terms } from '../../system/names.js';
import {
  type Battle,
  FACING_NAMES,
  type GaugeShape,
  type GroundView,
  type Overview,
  type UnitView,
} from '../../system/system.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import type { Program } from '../frame/program.js';
import { allyToAct, ENEMIES_TURN, NOBODYS_TURN, nextActingEnemy, whoseTurn } from '../frame/whose-turn.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { STAT_NAMES } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { OUT_OF_FIGHT } from '../memory/state-bits.js';
import { namedUnit } from '../memory/unit-names.js';
import { ALLY_CHARGING } from '../turn/ally-actions.js';
import { ENEMY_CHARGING } from '../turn/enemy-actions.js';
import { ENEMY_TURN_AT } from '../turn/predict.js';
import { isListEnd } from '../turn/time-passes.js';

/** Names of the status bits, lowest first. */
const STATUSES = ['neck', 'leg', 'arm', 'poison', 'paralysis', 'sleep', 'drunk', 'petrify'];
/** Columns and rows that units can stand in; the grid in memory is wider. */
const FIELD = [FIELD_SIDE, FIELD_SIDE] as const;
const ALLIES = 0;
const ENEMIES = 1;

const OUT = { [OUT_OF_FIGHT]: 'out of the fight' };

const GAUGES: readonly GaugeShape[] = [
  { cell: 'actionPoints', role: 'points', label: 'action points', line: [ENEMY_TURN_AT, 'enemies may act'] },
  { cell: 'enemy[*].orderPoints', role: 'order', label: 'order points' },
  { cell: 'ally[*].charge', role: 'charge', label: 'charge' },
  { cell: 'enemy[*].charge', role: 'charge', label: 'charge' },
  { cell: 'record[*].hp', role: 'health', label: 'HP' },
  { cell: 'enemy[*].hp', role: 'health', label: 'HP' },
  { cell: 'ally[*].statuses', role: 'status', label: 'statuses', bits: STATUSES, words: OUT },
  { cell: 'enemy[*].statuses', role: 'status', label: 'statuses', bits: STATUSES, words: OUT },
  { cell: 'enemy[*].abnormality', role: 'other', label: 'abnormality' },
];

/** Words of gauges, sides and columns, and what the game and seed 000 call them. */
export const VIEW_TERMS: Terms = {
  'action points': '行動ポイント',
  'order points': '順序ポイント',
  allies: '味方',
  ally: '味方',
  enemies: '敵',
  enemy: '敵',
  charge: 'チャージ',
  turn: 'ターン',
  nobody: 'なし',
};

/** What the blocks that a pointer may lead to have in common. */
interface Blocks {
  readonly FIRST: number;
  readonly STRIDE: number;
  readonly COUNT: number;
}

function pointedAt(pointer: number, blocks: Blocks, kind: string): string[] {
  const number = (pointer - blocks.FIRST) / blocks.STRIDE;
  return Number.isInteger(number) && number >= 0 && number < blocks.COUNT ? [`${kind}[${number}]`] : [];
}

/** Of an enemy on more than one cell, the size of its species. */
function sizeOf(ram: Uint8Array, species: number): Pick<UnitView, 'size'> {
  const [width, height] = [ram[species + Species.WIDTH] as number, ram[species + Species.HEIGHT] as number];
  return width > 1 || height > 1 ? { size: [width, height] } : {};
}

/** Fields by the high bits of a cell of the grid: 80h, A0h, C0h, E0h. */
const FIELD_KINDS: readonly string[] = ['', '', '', '', ...FIELDS.map((name) => name.charAt(0))];
const FIELD_MEANINGS = Object.fromEntries(FIELDS.map((name) => [name.charAt(0), `${name} field`]));
const NO_FIELDS: GroundView = { kinds: [], meanings: {}, reachOf: '' };

/** Whether a skill has left a field; looked at for every frame of a log, so nothing is made. */
function hasField(ram: Uint8Array): boolean {
  let some = 0;
  for (let y = 0; y < FIELD_SIDE; y++) {
    const row = Cell.FIELD_GRID + GRID_WIDTH * y;
    for (let x = 0; x < FIELD_SIDE; x++) some |= ram[row + x] as number;
  }
  return (some & 0x80) !== 0;
}

/** Fields that skills have left on the board. */
function fieldView({ image: ram }: Battle): GroundView {
  if (!hasField(ram)) return NO_FIELDS;
  const kinds: string[] = [];
  for (let y = 0; y < FIELD_SIDE; y++) {
    for (let x = 0; x < FIELD_SIDE; x++) {
      kinds.push(FIELD_KINDS[(ram[Cell.FIELD_GRID + GRID_WIDTH * y + x] as number) >> 5] as string);
    }
  }
  const meanings = Object.entries(FIELD_MEANINGS).filter(([kind]) => kinds.includes(kind));
  return { kinds, meanings: Object.fromEntries(meanings), reachOf: '' };
}

function units({ image: ram }: Battle): UnitView[] {
  const found: UnitView[] = [];
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally)) continue;
    const number = (ally - Ally.FIRST) / Ally.STRIDE;
    found.push({
      prefixes: [`ally[${number}]`, ...pointedAt(read16(ram, ally + Ally.RECORD), PartyRecord, 'record')],
      name: `ally ${number}`,
      named: namedUnit(ram, ally),
      side: ALLIES,
      x: ram[ally + Ally.CELL_X] as number,
      y: ram[ally + Ally.CELL_Y] as number,
      facing: FACING_NAMES[ram[ally + Ally.FACING] as number] ?? '',
    });
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const number = (enemy - Enemy.FIRST) / Enemy.STRIDE;
    found.push({
      prefixes: [`enemy[${number}]`, ...pointedAt(read16(ram, enemy + Enemy.SPECIES), Species, 'species')],
      name: `enemy ${number}`,
      named: namedUnit(ram, enemy),
      side: ENEMIES,
      x: ram[enemy + Enemy.CELL_X] as number,
      y: ram[enemy + Enemy.CELL_Y] as number,
      facing: FACING_NAMES[(ram[enemy + Enemy.FACING] as number) >> 6] ?? '',
      ...sizeOf(ram, read16(ram, enemy + Enemy.SPECIES)),
    });
  }
  return found;
}

/** Allies with an id and enemies up to the end of their list, with what they point to. */
function fielded({ image: ram }: Battle): string[] {
  const found: string[] = [];
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (ram[ally + Ally.ID] === 0xff) continue;
    found.push(...pointedAt(ally, Ally, 'ally'), ...pointedAt(read16(ram, ally + Ally.RECORD), PartyRecord, 'record'));
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    found.push(
      ...pointedAt(enemy, Enemy, 'enemy'),
      ...pointedAt(read16(ram, enemy + Enemy.SPECIES), Species, 'species'),
    );
  }
  return found;
}

const SHARED = { gauges: GAUGES, units, fielded, sides: () => ['allies', 'enemies'] };

/** C1:8E51: a high byte of the action points and a turn flag that are not 0. */
export const OVERVIEW: Overview = {
  ...SHARED,
  turn: ({ image }) =>
    read16(image, Cell.ACTION_POINTS) >= ENEMY_TURN_AT && image[Cell.TURN_FLAG] !== 0 ? ENEMIES : ALLIES,
  board: () => FIELD,
  ground: fieldView,
};

/**
 * L2, L18: the enemies' turn is that of the chosen enemy. The guide knows neither places nor
 * names.
 */
export const GUIDE_OVERVIEW: Overview = {
  ...SHARED,
  units: (battle) => units(battle).map(({ named, ...unit }) => unit),
  turn: ({ image }) => (read16(image, Cell.ACTING_ENEMY) !== 0 ? ENEMIES : ALLIES),
};

// What a planner wants to know after an action, from the cells alone: one column each.

function allies(ram: Uint8Array): number[] {
  const found: number[] = [];
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) if (isAllyPresent(ram, ally)) found.push(ally);
  return found;
}

function enemies(ram: Uint8Array): number[] {
  const found: number[] = [];
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) found.push(enemy);
  }
  return found;
}

/** Name of a unit by its block. */
type NameOf = (block: number) => string;

/** Statuses of a unit as one text, or nothing. */
function statusesOf(name: string, statuses: number): string[] {
  if (statuses === OUT_OF_FIGHT) return [`${name} out of the fight`];
  const names = STATUSES.filter((_, bit) => ((statuses >> bit) & 1) !== 0);
  return names.length === 0 ? [] : [`${name} ${names.join(' ')}`];
}

function recovering(ram: Uint8Array, name: string, now: number, normal: number): string[] {
  return STAT_NAMES.flatMap((stat, index) => {
    const value = ram[now + index] as number;
    const goal = ram[normal + index] as number;
    return value === goal ? [] : [`${name} ${stat} ${value} to ${goal}`];
  });
}

/**
 * Action points, order points of all enemies in slot order, HP, statuses, charges still running,
 * stats that are not normal.
 */
function ledgerColumns(ram: Uint8Array, nameOf: NameOf): [string, string][] {
  const party = allies(ram);
  const others = enemies(ram);
  const charges = [
    ...party
      .filter((ally) => ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING)
      .map((ally) => `${nameOf(ally)} ${ram[ally + Ally.CHARGE]}`),
    ...others
      .filter((enemy) => ram[enemy + Enemy.SKILL_STATE] === ENEMY_CHARGING)
      .map((enemy) => `${nameOf(enemy)} ${ram[enemy + Enemy.CHARGE]}`),
  ];
  // before the battle's start the units have no values yet
  const stats =
    ram[Host.PHASE] !== PHASE_RUNNING
      ? []
      : [
          ...party.flatMap((ally) => recovering(ram, nameOf(ally), ally + Ally.STATS, ally + Ally.BASE_STATS)),
          ...others.flatMap((enemy) =>
            recovering(ram, nameOf(enemy), enemy + Enemy.STATS, read16(ram, enemy + Enemy.SPECIES) + Species.STATS),
          ),
        ];
  const hp = [
    ...party.map((ally) => `${nameOf(ally)} ${read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP)}`),
    ...others.map((enemy) => `${nameOf(enemy)} ${read16(ram, enemy + Enemy.HP)}`),
  ];
  const statuses = [
    ...party.flatMap((ally) => statusesOf(nameOf(ally), ram[ally + Ally.STATUSES] as number)),
    ...others.flatMap((enemy) => statusesOf(nameOf(enemy), ram[enemy + Enemy.STATUSES] as number)),
  ];
  return [
    ['action points', String(read16(ram, Cell.ACTION_POINTS))],
    ['order points', others.map((enemy) => read16(ram, enemy + Enemy.ORDER_POINTS)).join(' ')],
    ['HP', hp.join(', ')],
    ['statuses', statuses.join(', ')],
    ['charges', charges.join(', ')],
    ['recovering', stats.join(', ')],
  ];
}

/**
 * The columns of the ledger, with the unit whose turn it is.
 * @param language of the units' names
 */
export function ledgerOf(machine: Machine, program: Program, language: Language): [string, string][] {
  const { ram } = machine;
  const nameOf: NameOf = (block) => namedUnit(ram, block)[language];
  const turn = whoseTurn(machine, program);
  const acting = (): number => (turn === ENEMIES_TURN ? nextActingEnemy(machine, program) : allyToAct(ram));
  return [...ledgerColumns(ram, nameOf), ['turn', turn === NOBODYS_TURN ? 'nobody' : nameOf(acting())]];
}
