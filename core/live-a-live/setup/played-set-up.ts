/**
 * A played battle from plain data: the `[setup]` table of a plan with a party. The formation's head
 * and places are read by C1:F5FB from the machine's tables.
 */

import { ITEMS } from '../../../rom-map/tables/items.js';
import { ATTRIBUTES, CHAPTERS } from '../../../rom-map/tables/layouts.js';
import { read8, read16, write16 } from '../../int/uint.js';
import {
  fieldsAt,
  flagAt,
  integerAt,
  isAbsent,
  listAt,
  lookUpAt,
  type Place,
  placeOf,
  UINT8,
  UINT16,
} from '../../system/plain-data.js';
import { RuleError } from '../../system/system.js';
import { FIELD_BITS, FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import { PHASE_START } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { INVENTORY_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { PRESENT_DAY } from '../memory/scenarios.js';
import { SKILL_TYPE } from '../memory/skill-record.js';
import { END_OF_LIST } from '../memory/state-bits.js';
import { HEADER_BYTE, rowAt, type TableBytes } from '../memory/tables.js';
import { FILLED_FORMATION, fillHole, keepForHole } from '../memory/unpublished-used.js';
import { startDriven } from './driven-start.js';
import { ALLIES_AS_ENEMIES, formationAt, hasDrivenEnemy, placeParty } from './formation.js';

import { presetAt } from './presets.js';
import { putFormationEnemies, putKinds, putListedEnemies, putOnField } from './set-up-enemies.js';
import { putParty, putPlaces } from './set-up-party.js';
import {
  GENERATOR_BYTES,
  ITEM_RATE,
  MAX_ENEMIES,
  MAX_MEMBERS,
  PARTY_LEVEL,
  SCENARIO,
  STEP_FRAMES,
} from './setup-spans.js';
import { noteRecordedPlaces, putSeenPlaces } from './start-places.js';

/** C1:F5FB. */
const PLACE_PARTY = 0xc1f5fb;
/** Value of the cell `program` in every image of a played battle; nothing reads it. */
export const BY_COMMANDS = 1;
/** Formations of the present-day chapter: they cannot be left. */
const PRESENT_DAY_FORMATIONS: readonly number[] = [0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5];
/** An enemy's step is assumed to take as many frames as an ally's. */
export const ASSUMED_STEP = 12;

/** Whether a battle can be left where nothing else is said. */
export function mayBeLeft(formation: number): boolean {
  return !PRESENT_DAY_FORMATIONS.includes(formation);
}

/**
 * Every battle's tables, also of one that a snapshot is restored into: a byte that is not known is
 * taken as not 0.
 */
export function assumeHeader({ bankC0 }: TableBytes): void {
  if (bankC0[HEADER_BYTE] === 0) bankC0[HEADER_BYTE] = 1;
}

/** Whether a set-up is one of a played battle: it names a party, a formation or a preset. */
export function isPlayedSetup(setup: unknown): boolean {
  return typeof setup === 'object' && setup !== null && ('party' in setup || 'formation' in setup || 'preset' in setup);
}

/** A chapter by its number or its name. */
function chapterAt(place: Place): number {
  return typeof place.value === 'string' ? lookUpAt(place, CHAPTERS) : integerAt(place, UINT8, SCENARIO);
}

function putFrames(ram: Uint8Array, place: Place): void {
  const field = fieldsAt(place, ['enemyStep', 'allySkill', 'enemySkill', 'window', 'start']);
  write16(ram, Host.ENEMY_STEP_FRAMES, integerAt(field('enemyStep', ASSUMED_STEP), UINT16, STEP_FRAMES));
  write16(ram, Host.ALLY_SKILL_FRAMES, integerAt(field('allySkill', 0), UINT16));
  write16(ram, Host.ENEMY_SKILL_FRAMES, integerAt(field('enemySkill', 0), UINT16));
  write16(ram, Host.WINDOW_FRAMES, integerAt(field('window', 0), UINT16));
  write16(ram, Host.START_FRAMES, integerAt(field('start', 0), UINT16));
}

/**
 * C1:F5FB by the image's own code, for allies who fight as enemies: it goes on to the enemies'
 * blocks.
 * @throws RuleError `E_PARTY` when it leaves a battle without a side
 */
function fillFormation(machine: Machine): void {
  const ram = machine.ram;
  fillHole(machine, FILLED_FORMATION, PLACE_PARTY, 0);
  const hasAlly = [0, 1, 2, 3].some((slot) => isAllyPresent(ram, Ally.FIRST + Ally.STRIDE * slot));
  if (!hasAlly || !isEnemyPresent(ram, Enemy.FIRST)) {
    const missing = hasAlly ? 'enemy' : 'ally';
    throw new RuleError('E_PARTY', `the image's own code (C1:F5FB) leaves no ${missing} present`, 'setup.formation');
  }
  let enemy = Enemy.FIRST;
  while (enemy <= Enemy.FIRST + Enemy.STRIDE * MAX_ENEMIES && ram[enemy + Enemy.STATE] !== END_OF_LIST) {
    enemy += Enemy.STRIDE;
  }
  if (enemy > Enemy.FIRST + Enemy.STRIDE * MAX_ENEMIES) {
    throw new RuleError('E_PARTY', "the image's own code (C1:F5FB) leaves the list of enemies open", 'setup.formation');
  }
  // occupants are put down again below, where everybody's place is checked
  for (let cell = 0; cell < GRID_WIDTH * FIELD_SIDE; cell++) {
    ram[Cell.FIELD_GRID + cell] = read8(ram, Cell.FIELD_GRID + cell) & FIELD_BITS;
  }
}

/**
 * Head of the formation, places of the party, enemies.
 * @param places where the enemies were seen; undefined or absent: the record's places
 */
export function putFormation(machine: Machine, formation: number, members: number, places?: Place): void {
  const ram = machine.ram;
  write16(ram, Cell.FORMATION_NUMBER, formation);
  keepForHole(machine);
  if (placeParty(machine) === ALLIES_AS_ENEMIES) {
    fillFormation(machine);
    return;
  }
  // the routine empties blocks without a place; blocks without a member are empty from the start
  for (let slot = 0; slot < members; slot++) {
    if (ram[Ally.FIRST + Ally.STRIDE * slot + Ally.STATE] !== 0) continue;
    throw new RuleError('E_PARTY', `setup.party[${slot}] has no place in the formation`, `setup.party[${slot}]`);
  }
  write16(ram, Cell.NEAREST_ALLY_POINTER, Enemy.FIRST);
  putFormationEnemies(machine, read16(ram, Cell.FORMATION_POINTER), read8(ram, Cell.ENEMY_COUNT));
  if (places === undefined || isAbsent(places)) noteRecordedPlaces(machine);
  else putSeenPlaces(machine, places);
}

function putListed(machine: Machine, enemies: readonly Place[], partyLevel: Place, itemRate: Place): void {
  const ram = machine.ram;
  ram[Cell.ENEMY_PARTY_LEVEL] = integerAt(partyLevel, UINT8, PARTY_LEVEL);
  ram[Cell.FORMATION_RATE] = integerAt(itemRate, UINT8, ITEM_RATE) << 4;
  write16(ram, Cell.NEAREST_ALLY_POINTER, Enemy.FIRST);
  putListedEnemies(machine, enemies);
}

/**
 * Writes the starting image of a played battle.
 * @throws RuleError naming the path in the data; the image is then of no use
 */
export function putPlayedSetup(machine: Machine, setup: unknown): void {
  const ram = machine.ram;
  const field = fieldsAt(placeOf(setup, 'setup'), [
    'preset',
    'formation',
    'places',
    'scenario',
    'party',
    'enemies',
    'partyLevel',
    'itemRate',
    'items',
    'escape',
    'generator',
    'timer',
    'mapGenerator',
    'fieldCounter',
    'previousAttribute',
    'frames',
  ]);
  const preset = presetAt(field('preset'));
  const formation = field('formation', preset?.formation);
  const number = isAbsent(formation) ? -1 : formationAt(formation, machine.holes.original !== undefined);
  const isPresentDay = PRESENT_DAY_FORMATIONS.includes(number);
  ram[Host.PROGRAM] = BY_COMMANDS;
  ram[Cell.SCENARIO] = chapterAt(field('scenario', preset?.scenario ?? (isPresentDay ? PRESENT_DAY : 0)));
  const members = listAt(field('party', preset?.party), MAX_MEMBERS);
  if (members.length === 0) throw new RuleError('E_PARTY', 'setup.party is empty', 'setup.party');
  ram[Enemy.FIRST + Enemy.STATE] = END_OF_LIST;
  putParty(machine, members);
  const enemies = field('enemies');
  if (isAbsent(formation) && isAbsent(enemies)) {
    throw new RuleError('E_PARTY', 'setup names no enemy: give a formation, or enemies', 'setup');
  }
  if (isAbsent(formation)) {
    const listed = listAt(enemies, MAX_ENEMIES);
    if (listed.length === 0) throw new RuleError('E_PARTY', 'setup.enemies is empty', 'setup.enemies');
    putListed(machine, listed, field('partyLevel', 0), field('itemRate', 0));
  } else if (!hasDrivenEnemy(number)) putFormation(machine, number, members.length, field('places'));
  if (!isAbsent(formation) && !isAbsent(enemies)) {
    if (hasDrivenEnemy(number)) {
      throw new RuleError('E_PARTY', 'setup.enemies has figures, and an image sets up this battle', 'setup.enemies');
    }
    putKinds(machine, listAt(enemies, MAX_ENEMIES));
  }
  if (!isAbsent(field('places')) && (isAbsent(formation) || hasDrivenEnemy(number))) {
    throw new RuleError(
      'E_PARTY',
      'setup.places are those of a formation whose enemies are not driven',
      'setup.places',
    );
  }
  if (!hasDrivenEnemy(number)) {
    putPlaces(machine, members, isAbsent(formation));
    const list = isAbsent(formation) ? 'enemies' : isAbsent(field('places')) ? undefined : 'places';
    const path = (index: number): string => (list === undefined ? 'setup.formation' : `setup.${list}[${index}]`);
    putOnField(machine, path, list === undefined);
  }
  listAt(field('items', []), INVENTORY_SLOTS).forEach((item, slot) => {
    ram[Host.INVENTORY + slot] = rowAt(item, 'item', ITEMS.rows).number;
  });
  ram[Cell.ESCAPE_FORBIDDEN] = flagAt(field('escape', !isPresentDay)) ? 0 : 1;
  listAt(field('generator', []), GENERATOR_BYTES).forEach((byte, index) => {
    ram[Cell.BATTLE_GENERATOR + index] = integerAt(byte, UINT8);
  });
  write16(ram, Cell.BATTLE_TIMER, integerAt(field('timer', 0xffff), UINT16));
  write16(ram, Cell.MAP_GENERATOR, integerAt(field('mapGenerator', 0), UINT16));
  ram[Cell.FIELD_COUNTER] = integerAt(field('fieldCounter', 0), UINT8);
  const attribute = field('previousAttribute', 'none');
  ram[Cell.ACTIVE_SKILL + SKILL_TYPE] = lookUpAt(attribute, ATTRIBUTES);
  putFrames(ram, field('frames', {}));
  if (hasDrivenEnemy(number)) {
    write16(ram, Cell.FORMATION_NUMBER, number);
    startDriven(machine, members.length);
    return;
  }
  ram[Cell.MACHINE_FLAG] = 0;
  write16(ram, Cell.CURRENT_ALLY, Ally.FIRST);
  ram[Host.PHASE] = PHASE_START;
}
