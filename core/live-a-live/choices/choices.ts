/**
 * What the player may command now, in names: moves, turns, skills and items with every cell that
 * they reach, and the reason where something is refused. Nothing here changes the battle.
 */
import { read8, read16 } from '../../int/uint.js';
import type { PlainCommand } from '../../system/battle.js';
import { type Named, namedAlike } from '../../system/names.js';
import type { Choice, ChoiceGroup, Choices, Refusal } from '../../system/system.js';
import { actor, canMove, NO_SKILL, SKILL_DISABLED, skillAt } from '../battle/choices.js';
import { idOfNumber } from '../battle/ids.js';
import * as player from '../battle/player-commands.js';
import { UNTIL_TURN_OVER } from '../battle/run.js';
import { RUNNING } from '../combat/defeat.js';
import { ENEMY_SIDE, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { INVENTORY_SLOTS, SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { allySkillRecord, SKILL_TYPE, skillByte, TYPE_HEAL } from '../memory/skill-record.js';
import { namedItem, namedSkill, namedUnit } from '../memory/unit-names.js';
import { isEscapeForbidden, itemsForbidden } from '../turn/menu.js';
import { isListEnd } from '../turn/time-passes.js';
import { struckCells, touches } from './hit-cells.js';
import { defaultFacing, facingsTo, type Reach, reachedCells, reachOfSkill, walkedCells } from './reach.js';
import { NOTHING_REACHED, NOWHERE_TO_WALK, plainRefusal, refusal, statusWords, targetRefusal } from './refusals.js';

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
