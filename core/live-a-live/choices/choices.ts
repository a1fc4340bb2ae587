/**
 * What the player may command now, in names: moves, turns, skills and items with every cell that
 * they reach, and the reason where something is refused. Nothing here changes the battle.
 */

import { read8, read16, write16 } from '../../int/uint.js';
import type { PlainCommand } from '../../system/battle.js';
import { type Named, namedAlike } from '../../system/names.js';
import type { Choice, ChoiceGroup, Choices, Refusal } from '../../system/system.js';
import { actor, canMove, NO_SKILL, reachChoice, SKILL_DISABLED, skillAt } from '../battle/choices.js';
import { idOfNumber } from '../battle/command-shapes.js';
import { firstStepOnPath } from '../battle/pathfinding.js';
import * as player from '../battle/player-commands.js';
import { UNTIL_TURN_OVER } from '../battle/run.js';
import { RUNNING } from '../combat/defeat.js';
import { markHitArea, REACHED } from '../field/marks.js';
import { ENEMY_SIDE, FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { INVENTORY_SLOTS, SKILL_SLOTS } from '../memory/character-entry.js';
import { lowestBit } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { allySkillRecord, SKILL_TYPE, skillByte, TYPE_HEAL } from '../memory/skill-record.js';
import { FACINGS } from '../memory/state-bits.js';
import { namedItem, namedSkill, namedUnit } from '../memory/unit-names.js';
import { isEscapeForbidden, itemsForbidden } from '../turn/menu.js';
import { isListEnd } from '../turn/time-passes.js';
import { NOTHING_REACHED, NOWHERE_TO_WALK, plainRefusal, refusal, statusWords, targetRefusal } from './refusals.js';

// Cells that a skill of the acting ally reaches, over its four facings (C1:3924, 3B32), and those
// that it can walk to. A set is two words, as in `grid-words.ts`.

/** The field's cells, each as 8 y + x, ascending. */
const CELLS: readonly number[] = Array.from({ length: GRID_WIDTH * FIELD_SIDE }, (_, cell) => cell).filter(
  (cell) => cell % GRID_WIDTH < FIELD_SIDE,
);

/** The reach of a skill: one set for each facing, then that of all facings. */
interface Reach {
  readonly sets: Int32Array;
}

const ALL = 2 * FACINGS;

/** @param scratch work space for an ally who does not stand in the field */
export function reachOfSkill(machine: Machine, scratch: Machine, ally: number, skill: number): Reach {
  const sets = new Int32Array(ALL + 2);
  for (let facing = 0; facing < FACINGS; facing++) {
    reachChoice(machine, scratch, ally, skill, facing);
    for (let half = 0; half < 2; half++) {
      const reached = REACHED[half] as number;
      sets[2 * facing + half] = reached;
      sets[ALL + half] = (sets[ALL + half] as number) | reached;
    }
  }
  return { sets };
}

function holds(sets: Int32Array, at: number, cell: number): boolean {
  return (((sets[at + (cell >> 5)] as number) >> (cell & 31)) & 1) !== 0;
}

/** Cells that some facing reaches, ascending, each as 8 y + x. */
export function reachedCells({ sets }: Reach): number[] {
  const cells: number[] = [];
  for (let half = 0; half < 2; half++) {
    for (let left = sets[ALL + half] as number; left !== 0; left &= left - 1) cells.push(32 * half + lowestBit(left));
  }
  return cells;
}

/** Facings 0..3 that reach a cell, ascending. */
export function facingsTo({ sets }: Reach, cell: number): number[] {
  const facings: number[] = [];
  for (let facing = 0; facing < FACINGS; facing++) if (holds(sets, 2 * facing, cell)) facings.push(facing);
  return facings;
}

/** The facing that a command without one takes: the present one if it reaches, else the first. */
function defaultFacing(ram: Uint8Array, ally: number, facings: readonly number[]): number {
  const present = read8(ram, ally + Ally.FACING) & 3;
  return facings.includes(present) ? present : (facings[0] ?? present);
}

/** Cells that an ally can walk to, ascending. */
export function walkedCells(machine: Machine, ally: number): number[] {
  return CELLS.filter((cell) => firstStepOnPath(machine, ally, cell & 7, cell >> 3) >= 0);
}

/** Cells in words: `(2,3) (3,3)`, row by row. */
export function cellWords(cells: readonly number[]): string {
  return cells.map((cell) => `(${cell & 7},${cell >> 3})`).join(' ');
}

// Cells that a skill or item of the acting ally would hit, from where it stands: marked by the same
// routine as when it is used, on a machine beside the battle's own.

/** Makes the work space what the machine is, with a skill of the allies about to be marked. */
function lay(machine: Machine, scratch: Machine, skill: number): void {
  scratch.ram.set(machine.ram);
  write16(scratch.ram, Cell.SKILL_RECORD_POINTER, allySkillRecord(machine, skill));
}

/** Cells that the laid skill hits where it is aimed at one, ascending, each as 8 y + x. */
function markedCells(scratch: Machine, ally: number, x: number, y: number): number[] {
  markHitArea(scratch, ally, x, y);
  return CELLS.filter((cell) => scratch.ram[Cell.RANGE_GRID + cell] !== 0);
}

/** @param scratch work space @param words an encoded command */
export function hitCells(machine: Machine, scratch: Machine, words: Int32Array): (readonly [x: number, y: number])[] {
  const [code, number = 0, x = 0, y = 0] = words;
  const ally = actor(machine.ram);
  if (ally === 0 || (code !== player.SKILL && code !== player.ITEM)) return [];
  lay(machine, scratch, code === player.ITEM ? player.skillOfItem(machine, number) : number);
  return markedCells(scratch, ally, x, y).map((cell) => [cell & 7, cell >> 3] as const);
}

/**
 * Cells that a skill can be aimed at or hits where it is: what a piercing skill meets on its way
 * counts, and where a straight one stops.
 * @param scratch work space @param reached cells that it may be aimed at
 */
function struckCells(
  machine: Machine,
  scratch: Machine,
  ally: number,
  skill: number,
  reached: readonly number[],
): ReadonlySet<number> {
  lay(machine, scratch, skill);
  const struck = new Set(reached);
  for (const cell of reached) for (const hit of markedCells(scratch, ally, cell & 7, cell >> 3)) struck.add(hit);
  return struck;
}

/** Whether a set of cells holds one of a box. */
function touches(cells: ReadonlySet<number>, x: number, y: number, width: number, height: number): boolean {
  for (let row = y; row < y + height; row++) {
    for (let column = x; column < x + width; column++) if (cells.has(GRID_WIDTH * row + column)) return true;
  }
  return false;
}

const NOBODY: readonly Named[] = [];
const NO_FACINGS: readonly number[] = [];
const ACTIONS = ['move', 'turn', 'step', 'pass', 'skill', 'item', 'escape'];

/** Who asks: the machine, the work space, the ally whose turn it is and its name in plans. */
interface Asker {
  readonly machine: Machine;
  readonly scratch: Machine;
  readonly ally: number;
  readonly id: string | number;
  readonly slot: number;
}

/** Names of who stands on a cell, 8 y + x. */
function standingOn(ram: Uint8Array, cell: number): readonly Named[] {
  const occupant = read8(ram, Cell.FIELD_GRID + cell);
  const number = occupant & OCCUPANT_NUMBER;
  if (number === 0) return NOBODY;
  const isEnemy = (occupant & ENEMY_SIDE) !== 0;
  const unit = isEnemy ? Enemy.FIRST + Enemy.STRIDE * (number - 1) : Ally.FIRST + Ally.STRIDE * (number - 1);
  return [namedUnit(ram, unit)];
}

function bare(command: PlainCommand, words: readonly number[]): Choice {
  return { command, words: Int32Array.from(words), cell: undefined, on: NOBODY, facings: NO_FACINGS };
}

function group(command: string, name: Named, choices: readonly Choice[], refused: readonly Refusal[]): ChoiceGroup {
  return { command, name, choices, refused };
}

function moveGroup({ machine, ally, id, slot }: Asker): ChoiceGroup {
  const { ram } = machine;
  const name = namedAlike('move');
  if (!canMove(ram, ally)) return group('move', name, [], [plainRefusal(player.E_LEG_LOCK)]);
  const choices = walkedCells(machine, ally).map((cell): Choice => {
    const [x, y] = [cell & 7, cell >> 3];
    const command = { command: 'move', x, y, ally: id, frames: UNTIL_TURN_OVER };
    const words = Int32Array.of(player.MOVE, x, y, slot, UNTIL_TURN_OVER);
    return { command, words, cell: [x, y], on: NOBODY, facings: NO_FACINGS };
  });
  const none = choices.length === 0 ? [refusal(player.E_UNREACHABLE, NOWHERE_TO_WALK)] : [];
  return group('move', name, choices, none);
}

function turnGroup({ machine, ally, id, slot }: Asker): ChoiceGroup {
  const name = namedAlike('turn');
  if (!canMove(machine.ram, ally)) return group('turn', name, [], [plainRefusal(player.E_LEG_LOCK)]);
  const choices = [player.LEFT, player.RIGHT].map((way) =>
    bare({ command: 'turn', way: way === player.LEFT ? 'left' : 'right', ally: id, frames: UNTIL_TURN_OVER }, [
      player.TURN,
      way,
      slot,
      UNTIL_TURN_OVER,
    ]),
  );
  return group('turn', name, choices, []);
}

function simpleGroups({ machine, id, slot }: Asker): ChoiceGroup[] {
  const simple = (command: string, code: number): ChoiceGroup =>
    group(
      command,
      namedAlike(command),
      [bare({ command, ally: id, frames: UNTIL_TURN_OVER }, [code, slot, UNTIL_TURN_OVER])],
      [],
    );
  const leave = isEscapeForbidden(machine.ram)
    ? group('escape', namedAlike('escape'), [], [plainRefusal(player.E_ESCAPE)])
    : group('escape', namedAlike('escape'), [bare({ command: 'escape', ally: id }, [player.ESCAPE, slot])], []);
  return [simple('step', player.STEP), simple('pass', player.PASS), leave];
}

function waitGroup(): ChoiceGroup {
  const words = [player.WAIT, UNTIL_TURN_OVER];
  return group('wait', namedAlike('wait'), [bare({ command: 'wait', frames: UNTIL_TURN_OVER }, words)], []);
}

/** Refusals of the units on the skill's side of the field that it cannot hit from here. */
function outOfReach({ machine, scratch, ally: user }: Asker, skill: number, reach: Reach): Refusal[] {
  const { ram } = machine;
  const struck = struckCells(machine, scratch, user, skill, reachedCells(reach));
  const refused: Refusal[] = [];
  const refuse = (unit: number): void => {
    refused.push(targetRefusal(player.E_TARGET, namedUnit(ram, unit), 'out of reach'));
  };
  if ((skillByte(machine, allySkillRecord(machine, skill), SKILL_TYPE) & TYPE_HEAL) !== 0) {
    for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
      if (!isAllyPresent(ram, ally)) continue;
      if (!touches(struck, read8(ram, ally + Ally.CELL_X), read8(ram, ally + Ally.CELL_Y), 1, 1)) refuse(ally);
    }
    return refused;
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const species = read16(ram, enemy + Enemy.SPECIES);
    const [width, height] = [read8(ram, species + Species.WIDTH), read8(ram, species + Species.HEIGHT)];
    if (!touches(struck, read8(ram, enemy + Enemy.CELL_X), read8(ram, enemy + Enemy.CELL_Y), width, height))
      refuse(enemy);
  }
  return refused;
}

/** Every cell that a skill or item reaches. @param effect the skill whose range it has */
function cellChoices(asker: Asker, code: number, number: number, reach: Reach): Choice[] {
  const { machine, ally, id, slot } = asker;
  const { ram } = machine;
  const isSkill = code === player.SKILL;
  const kind = isSkill ? 'skill' : 'item';
  const what = idOfNumber(ram, kind, number) ?? number;
  return reachedCells(reach).map((cell) => {
    const [x, y] = [cell & 7, cell >> 3];
    const facings = facingsTo(reach, cell);
    const facing = defaultFacing(ram, ally, facings);
    const named = idOfNumber(ram, 'facing', facing) ?? facing;
    const frames = UNTIL_TURN_OVER;
    // literals in one piece: a party has hundreds of choices
    const command = isSkill
      ? { command: 'skill', skill: what, x, y, facing: named, presses: 0, ally: id, frames }
      : { command: 'item', item: what, x, y, facing: named, ally: id, frames };
    const words = isSkill
      ? Int32Array.of(code, number, x, y, facing, 0, slot, frames)
      : Int32Array.of(code, number, x, y, facing, slot, frames);
    return { command, words, cell: [x, y], on: standingOn(ram, cell), facings };
  });
}

function reachGroup(asker: Asker, code: number, number: number, name: Named, effect: number): ChoiceGroup {
  const reach = reachOfSkill(asker.machine, asker.scratch, asker.ally, effect);
  const choices = cellChoices(asker, code, number, reach);
  const kind = code === player.SKILL ? 'skill' : 'item';
  if (choices.length === 0) return group(kind, name, [], [refusal(player.E_TARGET, NOTHING_REACHED)]);
  return group(kind, name, choices, outOfReach(asker, effect, reach));
}

/** Groups of the skills of the battle list, in its order. */
function skillGroups(asker: Asker): ChoiceGroup[] {
  const { machine, ally } = asker;
  const { ram } = machine;
  const groups: ChoiceGroup[] = [];
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    const number = read8(ram, ally + slot + Ally.LIST_SKILL);
    if (number === 0) continue;
    const name = namedSkill(ram, ally, number);
    const usable = skillAt(ram, ally, slot);
    if (usable === NO_SKILL) {
      groups.push(group('skill', name, [], [refusal(player.E_SKILL, 'it only answers attacks')]));
    } else if (usable === SKILL_DISABLED) {
      const by = read8(ram, ally + slot + Ally.LIST_DISABLING) & read8(ram, ally + Ally.STATUSES);
      groups.push(group('skill', name, [], [refusal(player.E_DISABLED, `disabled by ${statusWords(by)}`)]));
    } else groups.push(reachGroup(asker, player.SKILL, number, name, number));
  }
  return groups;
}

/** Groups of the items at hand, each once, in the order of the slots. */
function itemGroups(asker: Asker): ChoiceGroup[] {
  const { machine } = asker;
  const { ram } = machine;
  const groups: ChoiceGroup[] = [];
  for (const item of new Set(ram.subarray(Host.INVENTORY, Host.INVENTORY + INVENTORY_SLOTS))) {
    if (item === 0) continue;
    const name = namedItem(item);
    const effect = player.skillOfItem(machine, item);
    if (itemsForbidden(machine)) {
      groups.push(group('item', name, [], [refusal(player.E_ITEM, 'items are forbidden in this chapter')]));
    } else if (effect === 0) {
      groups.push(group('item', name, [], [refusal(player.E_ITEM, 'it does nothing in a battle')]));
    } else groups.push(reachGroup(asker, player.ITEM, item, name, effect));
  }
  return groups;
}

/** Every command refused for one reason. */
function allRefused(error: number): ChoiceGroup[] {
  return ACTIONS.map((command) => group(command, namedAlike(command), [], [plainRefusal(error)]));
}

/** Every command that is legal now, and what is refused. @param scratch work space */
export function choicesNow(machine: Machine, scratch: Machine): Choices {
  const { ram } = machine;
  if (ram[Host.BATTLE_RESULT] !== RUNNING) return { actor: undefined, groups: allRefused(player.E_OVER) };
  const ally = actor(ram);
  if (ally === 0) return { actor: undefined, groups: [...allRefused(player.E_NOBODY), waitGroup()] };
  const slot = (ally - Ally.FIRST) / Ally.STRIDE;
  const asker = { machine, scratch, ally, slot, id: idOfNumber(ram, 'ally', slot) ?? slot };
  const groups = [
    ...skillGroups(asker),
    ...itemGroups(asker),
    moveGroup(asker),
    turnGroup(asker),
    ...simpleGroups(asker),
    waitGroup(),
  ];
  return { actor: namedUnit(ram, ally), groups };
}
