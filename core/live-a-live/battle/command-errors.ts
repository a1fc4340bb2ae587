/** The rule errors that the commands of a played battle return, with what helps. */
import type { RuleErrorShape } from '../../system/system.js';
import { E_COMMAND } from './command-shapes.js';
import * as player from './player-commands.js';

/** The rule errors by number. */
export const PLAY_ERRORS: readonly RuleErrorShape[] = [
  {
    number: E_COMMAND,
    code: 'E_PHASE',
    meaning: 'the battle has no command of this number',
    remedy: 'Name a command of the system',
  },
  { number: player.E_OVER, code: 'E_OVER', meaning: 'the battle is over', remedy: 'Leave out what follows its end' },
  {
    number: player.E_ACTOR,
    code: 'E_ACTOR',
    meaning: 'it is not the turn of this ally, or it is out of the fight, charging or disabled',
    parameter: 'ally',
    remedy: 'Leave the ally out for the one whose turn it is, or pass or wait before',
  },
  {
    number: player.E_NOBODY,
    code: 'E_NOBODY',
    meaning: 'no ally can act',
    remedy: 'Give wait: everybody charges, sleeps or is paralysed',
  },
  {
    number: player.E_UNREACHABLE,
    code: 'E_UNREACHABLE',
    meaning: 'no way leads to this cell, it is taken, or it lies outside of 0-6',
    parameter: 'x',
    remedy: 'Name a free cell that it can walk to, or step in place',
  },
  {
    number: player.E_SKILL,
    code: 'E_SKILL',
    meaning: 'the ally does not know this skill, or it is for counters only',
    parameter: 'skill',
    remedy: 'Name one of its battle list, or list it in skills of the [[setup.party]]',
  },
  {
    number: player.E_DISABLED,
    code: 'E_DISABLED',
    meaning: 'a status keeps the ally from using this skill',
    parameter: 'skill',
    remedy: 'Take another skill, or wait until the status is over',
  },
  {
    number: player.E_TARGET,
    code: 'E_TARGET',
    meaning: 'the skill does not reach this cell',
    parameter: 'x',
    remedy: 'Move first, name another cell, or leave the facing out',
  },
  {
    number: player.E_ITEM,
    code: 'E_ITEM',
    meaning: 'this item is not at hand, does nothing, or items are forbidden in this chapter',
    parameter: 'item',
    remedy: 'List it in items of [setup], or use a skill',
  },
  {
    number: player.E_ESCAPE,
    code: 'E_ESCAPE',
    meaning: 'this battle cannot be left',
    remedy: 'Set escape = true in [setup] where the game allows it',
  },
  {
    number: player.E_PARAMETER,
    code: 'E_RANGE',
    meaning: 'a parameter is outside of its range',
    remedy:
      'frames are -1 to 255, presses 0 to 65535 or overflow, facings 0 to 3; formations, areas and draws 0 to 255, walks 0 to 65535',
  },
  {
    number: player.E_PRESSES,
    code: 'E_RANGE',
    meaning: 'no number of presses leads to the overflow',
    parameter: 'presses',
    remedy:
      'Leave presses out, or let another ally use it: the presses of this one jump over the 256 values in question',
  },
  {
    number: player.E_RUNNING,
    code: 'E_RUNNING',
    meaning: 'the battle before is not over',
    remedy: 'Win it or leave it first; `auto` plays to the end',
  },
  {
    number: player.E_LOST,
    code: 'E_LOST',
    meaning: 'the party lost, and no battle comes after that',
    remedy: 'Change the commands before, or search a win with `lockstep route search`',
  },
  {
    number: player.E_NO_ROOM,
    code: 'E_NO_ROOM',
    meaning: 'what the enemies left has no room among the 16 items',
    remedy: 'List fewer items in [setup], or use some',
  },
  {
    number: player.E_FALLEN,
    code: 'E_FALLEN',
    meaning: 'an ally would begin the battle without HP',
    parameter: 'heal',
    remedy: 'Leave heal out: the game restores all HP after a battle',
  },
  {
    number: player.E_FORMATION,
    code: 'E_FORMATION',
    meaning: 'the party has no place in this formation, or it is one of the special battles',
    parameter: 'formation',
    remedy: 'Name a formation with as many places as the party has members',
  },
  {
    number: player.E_AREA,
    code: 'E_AREA',
    meaning: 'the encounters of this area are not known here: they are unpublished, or the image has none',
    parameter: 'area',
    remedy:
      'Give your image with --rom, or name the formation: in the last chapter beside area, elsewhere without it and with its draw in draws',
  },
  {
    number: player.E_ENCOUNTER,
    code: 'E_ENCOUNTER',
    meaning: 'the area brings another formation with these draws',
    parameter: 'formation',
    remedy: 'Leave formation out to take what comes, or change draws',
  },
  {
    number: player.E_NOWHERE,
    code: 'E_NOWHERE',
    meaning: 'neither a formation nor an area is named',
    parameter: 'formation',
    remedy: 'Name the formation, or the area of the map',
  },
  {
    number: player.E_LEG_LOCK,
    code: 'E_LEG_LOCK',
    meaning: 'a locked leg keeps the ally from moving and turning',
    remedy: 'Use a skill, step in place, or wait until the lock is over',
  },
  {
    number: player.E_DRIVEN,
    code: 'E_DRIVEN',
    meaning: 'the player drives an enemy: what its commands do (C1:948D-9571) is unpublished',
    remedy: "Give the buttons with press: the image's own code answers them",
  },
  {
    number: player.E_NOT_DRIVEN,
    code: 'E_NOT_DRIVEN',
    meaning: 'no enemy is driven here: buttons are for a battle of one machine (mode 01h)',
    remedy: 'Name the command: move, turn, step, pass, skill, item, escape or wait',
  },
  {
    number: player.E_NO_IMAGE,
    code: 'E_NO_IMAGE',
    meaning: 'what buttons do for a driven enemy (C1:948D-9571) is unpublished, and no image is given',
    remedy: 'Give your own image with --rom',
  },
  {
    number: player.E_NO_ROUND,
    code: 'E_NO_ROUND',
    meaning:
      "the image's own code (C1:0261, with the dispatch C1:948D-9571) does not ask the player again within 600 frames after the last button: a window may wait for another one",
    parameter: 'buttons',
    remedy: 'Give the buttons that close every window in one command, such as a a or b',
  },
  {
    number: player.E_OUTCOMES,
    code: 'E_OUTCOMES',
    meaning: "the outcomes of buttons are not followed: the image's own code draws",
    remedy: 'Run the plan from several generators instead',
  },
];
