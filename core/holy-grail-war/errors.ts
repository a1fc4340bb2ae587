/**
 * The errors of a step. Several numbers may share a code: the code is stable for programs, the
 * number tells the cause. Source: the shared codes and those of seed 004's ruleset.
 */
import { declareErrors } from '../system/declare-system.js';

/** In this system an omitted number is outside its domain. */
export const SETUP_CODES = { missing: 'E_RANGE' } as const;

export const ERRORS = declareErrors({
  command: [1, 'no command has this code', 'Name a command of the system', 'E_UNKNOWN_ID'],
  id: [
    2,
    'a parameter names nothing that is registered',
    'Name a unit, pair, skill, area or reason of [setup]',
    'E_UNKNOWN_ID',
  ],
  range: [
    3,
    'a parameter lies outside its range',
    'Give a value within the range that the page of the system has for it',
  ],
  parameter: [
    4,
    'a parameter is missing here, or does not belong here',
    'Give what this action, reaction or seal needs, and nothing else',
    'E_RANGE',
  ],
  duplicate: [5, 'a list names the same thing twice', 'Name each of them once', 'E_DUPLICATE_ID'],
  phase: [
    6,
    'not in this phase or step',
    'Give it in its own phase or step; closeActive, processTurn, endTurn and the close commands lead on',
  ],
  again: [7, 'this was already done in this turn, round or step', 'Leave the second one out', 'E_PHASE'],
  ended: [8, 'the war is over', 'Leave out what follows the end of the war'],
  dead: [9, 'the unit is dying, dead or vanished', 'Name a unit that is alive'],
  mp: [10, 'not enough MP', 'Leave the payment out, or take an effect that costs less'],
  allocation: [
    11,
    'the points do not add up to what this step asks for',
    'Share out as many points as the unit has to give in this step',
  ],
  allocationOrder: [
    12,
    'not this unit in this allocation step',
    'Let the units with less advantage allocate first, each in its own step',
  ],
  reactionLimit: [
    13,
    'the pair has no reaction left this turn',
    'Leave the reaction out, or grant one more before; more than three are never granted',
  ],
  noSeal: [14, 'the pair has no command seal left', 'Leave the seal out'],
  rank: [15, 'this rank cannot be raised', 'Name a skill whose rank can be raised'],
  soulAmount: [16, 'soul eating gives 1 to 10 MP', 'Give an amount from 1 to 10'],
  area: [
    17,
    'the action needs an area, or the partner chose another base',
    'Name the area, the same one as the partner’s base',
  ],
  alone: [
    18,
    'this takes a living master and a living servant',
    'Name a pair of two who live, or leave the servant’s part out',
  ],
  noFront: [19, 'the side has nobody in the front line', 'Put a unit of the side into its front line'],
  statWidth: [20, 'a stat would leave 179, or a damage the signed 16 bits', 'Give a smaller change', 'E_WIDTH'],
  counterWidth: [21, 'a counter would leave its width', 'Give a smaller amount, or end the war before', 'E_WIDTH'],
  unnoticed: [
    22,
    'there is no such action that the pair noticed',
    'Notice the action first, and answer a unit of another pair',
    'E_RANGE',
  ],
  overheal: [23, 'healing would exceed the maximum', 'Heal no more than is missing', 'E_RANGE'],
  luck: [24, 'not enough LP', 'Give an lpCost that the unit has', 'E_RANGE'],
  outsideBattle: [
    25,
    'the unit is not in this battle or not on this side',
    'Name a unit of this battle and side',
    'E_RANGE',
  ],
  skill: [
    26,
    'the skill or its effect cannot be used like this',
    'Name a skill of the unit itself, and the number of one of its effects',
    'E_RANGE',
  ],
  secret: [27, 'this cannot become known by this means', 'Take a source by which the fact can be learned', 'E_RANGE'],
  sides: [
    28,
    'a battle takes one side number for each unit, and two sides; who joins later takes one that fights',
    'Give one side for each unit, and two different ones in all',
    'E_RANGE',
  ],
  beside: [
    29,
    'the servant is in the battle of its master already',
    'Leave it out: it fights there already',
    'E_RANGE',
  ],
});

/** Return values of a step. */
export const ErrorNumber = ERRORS.numbers;
