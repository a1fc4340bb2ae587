/**
 * The errors of a step. Several numbers may share a code: the code is stable for programs, the
 * number tells the cause. Source: the shared codes and those of seed 004's ruleset.
 */
import type { RuleErrorShape } from '../system/system.js';

export const ErrorNumber = {
  command: 1,
  id: 2,
  range: 3,
  parameter: 4,
  duplicate: 5,
  phase: 6,
  again: 7,
  ended: 8,
  dead: 9,
  mp: 10,
  allocation: 11,
  allocationOrder: 12,
  reactionLimit: 13,
  noSeal: 14,
  rank: 15,
  soulAmount: 16,
  area: 17,
  alone: 18,
  noFront: 19,
  statWidth: 20,
  counterWidth: 21,
  unnoticed: 22,
  overheal: 23,
  luck: 24,
  outsideBattle: 25,
  skill: 26,
  secret: 27,
  sides: 28,
  beside: 29,
} as const;

/** In this system an omitted number is outside its domain. */
export const SETUP_CODES = { missing: 'E_RANGE' } as const;

export const errors: readonly RuleErrorShape[] = [
  {
    number: ErrorNumber.command,
    code: 'E_UNKNOWN_ID',
    meaning: 'no command has this code',
    remedy: 'Name a command of the system',
  },
  {
    number: ErrorNumber.id,
    code: 'E_UNKNOWN_ID',
    meaning: 'a parameter names nothing that is registered',
    remedy: 'Name a unit, pair, skill, area or reason of [setup]',
  },
  {
    number: ErrorNumber.range,
    code: 'E_RANGE',
    meaning: 'a parameter lies outside its range',
    remedy: 'Give a value within the range that the page of the system has for it',
  },
  {
    number: ErrorNumber.parameter,
    code: 'E_RANGE',
    meaning: 'a parameter is missing here, or does not belong here',
    remedy: 'Give what this action, reaction or seal needs, and nothing else',
  },
  {
    number: ErrorNumber.duplicate,
    code: 'E_DUPLICATE_ID',
    meaning: 'a list names the same thing twice',
    remedy: 'Name each of them once',
  },
  {
    number: ErrorNumber.phase,
    code: 'E_PHASE',
    meaning: 'not in this phase or step',
    remedy: 'Give it in its own phase or step; closeActive, processTurn, endTurn and the close commands lead on',
  },
  {
    number: ErrorNumber.again,
    code: 'E_PHASE',
    meaning: 'this was already done in this turn, round or step',
    remedy: 'Leave the second one out',
  },
  {
    number: ErrorNumber.ended,
    code: 'E_ENDED',
    meaning: 'the war is over',
    remedy: 'Leave out what follows the end of the war',
  },
  {
    number: ErrorNumber.dead,
    code: 'E_DEAD',
    meaning: 'the unit is dying, dead or vanished',
    remedy: 'Name a unit that is alive',
  },
  {
    number: ErrorNumber.mp,
    code: 'E_MP',
    meaning: 'not enough MP',
    remedy: 'Leave the payment out, or take an effect that costs less',
  },
  {
    number: ErrorNumber.allocation,
    code: 'E_ALLOCATION',
    meaning: 'the points do not add up to what this step asks for',
    remedy: 'Share out as many points as the unit has to give in this step',
  },
  {
    number: ErrorNumber.allocationOrder,
    code: 'E_ALLOCATION_ORDER',
    meaning: 'not this unit in this allocation step',
    remedy: 'Let the units with less advantage allocate first, each in its own step',
  },
  {
    number: ErrorNumber.reactionLimit,
    code: 'E_REACTION_LIMIT',
    meaning: 'the pair has no reaction left this turn',
    remedy: 'Leave the reaction out, or grant one more before; more than three are never granted',
  },
  {
    number: ErrorNumber.noSeal,
    code: 'E_NO_SEAL',
    meaning: 'the pair has no command seal left',
    remedy: 'Leave the seal out',
  },
  {
    number: ErrorNumber.rank,
    code: 'E_RANK',
    meaning: 'this rank cannot be raised',
    remedy: 'Name a skill whose rank can be raised',
  },
  {
    number: ErrorNumber.soulAmount,
    code: 'E_SOUL_AMOUNT',
    meaning: 'soul eating gives 1 to 10 MP',
    remedy: 'Give an amount from 1 to 10',
  },
  {
    number: ErrorNumber.area,
    code: 'E_AREA',
    meaning: 'the action needs an area, or the partner chose another base',
    remedy: 'Name the area, the same one as the partner’s base',
  },
  {
    number: ErrorNumber.alone,
    code: 'E_ALONE',
    meaning: 'this takes a living master and a living servant',
    remedy: 'Name a pair of two who live, or leave the servant’s part out',
  },
  {
    number: ErrorNumber.noFront,
    code: 'E_NO_FRONT',
    meaning: 'the side has nobody in the front line',
    remedy: 'Put a unit of the side into its front line',
  },
  {
    number: ErrorNumber.statWidth,
    code: 'E_WIDTH',
    meaning: 'a stat would leave 179, or a damage the signed 16 bits',
    remedy: 'Give a smaller change',
  },
  {
    number: ErrorNumber.counterWidth,
    code: 'E_WIDTH',
    meaning: 'a counter would leave its width',
    remedy: 'Give a smaller amount, or end the war before',
  },
  {
    number: ErrorNumber.unnoticed,
    code: 'E_RANGE',
    meaning: 'there is no such action that the pair noticed',
    remedy: 'Notice the action first, and answer a unit of another pair',
  },
  {
    number: ErrorNumber.overheal,
    code: 'E_RANGE',
    meaning: 'healing would exceed the maximum',
    remedy: 'Heal no more than is missing',
  },
  { number: ErrorNumber.luck, code: 'E_RANGE', meaning: 'not enough LP', remedy: 'Give an lpCost that the unit has' },
  {
    number: ErrorNumber.outsideBattle,
    code: 'E_RANGE',
    meaning: 'the unit is not in this battle or not on this side',
    remedy: 'Name a unit of this battle and side',
  },
  {
    number: ErrorNumber.skill,
    code: 'E_RANGE',
    meaning: 'the skill or its effect cannot be used like this',
    remedy: 'Name a skill of the unit itself, and the number of one of its effects',
  },
  {
    number: ErrorNumber.secret,
    code: 'E_RANGE',
    meaning: 'this cannot become known by this means',
    remedy: 'Take a source by which the fact can be learned',
  },
  {
    number: ErrorNumber.sides,
    code: 'E_RANGE',
    meaning: 'a battle takes one side number for each unit, and two sides; who joins later takes one that fights',
    remedy: 'Give one side for each unit, and two different ones in all',
  },
  {
    number: ErrorNumber.beside,
    code: 'E_RANGE',
    meaning: 'the servant is in the battle of its master already',
    remedy: 'Leave it out: it fights there already',
  },
];
