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
  { number: ErrorNumber.command, code: 'E_UNKNOWN_ID', meaning: 'no command has this code' },
  { number: ErrorNumber.id, code: 'E_UNKNOWN_ID', meaning: 'a parameter names nothing that is registered' },
  { number: ErrorNumber.range, code: 'E_RANGE', meaning: 'a parameter lies outside its range' },
  { number: ErrorNumber.parameter, code: 'E_RANGE', meaning: 'a parameter is missing here, or does not belong here' },
  { number: ErrorNumber.duplicate, code: 'E_DUPLICATE_ID', meaning: 'a list names the same thing twice' },
  { number: ErrorNumber.phase, code: 'E_PHASE', meaning: 'not in this phase or step' },
  { number: ErrorNumber.again, code: 'E_PHASE', meaning: 'this was already done in this turn, round or step' },
  { number: ErrorNumber.ended, code: 'E_ENDED', meaning: 'the war is over' },
  { number: ErrorNumber.dead, code: 'E_DEAD', meaning: 'the unit is dying, dead or vanished' },
  { number: ErrorNumber.mp, code: 'E_MP', meaning: 'not enough MP' },
  {
    number: ErrorNumber.allocation,
    code: 'E_ALLOCATION',
    meaning: 'the points do not add up to what this step asks for',
  },
  { number: ErrorNumber.allocationOrder, code: 'E_ALLOCATION_ORDER', meaning: 'not this unit in this allocation step' },
  { number: ErrorNumber.reactionLimit, code: 'E_REACTION_LIMIT', meaning: 'the pair has no reaction left this turn' },
  { number: ErrorNumber.noSeal, code: 'E_NO_SEAL', meaning: 'the pair has no command seal left' },
  { number: ErrorNumber.rank, code: 'E_RANK', meaning: 'this rank cannot be raised' },
  { number: ErrorNumber.soulAmount, code: 'E_SOUL_AMOUNT', meaning: 'soul eating gives 1 to 10 MP' },
  { number: ErrorNumber.area, code: 'E_AREA', meaning: 'the action needs an area, or the partner chose another base' },
  { number: ErrorNumber.alone, code: 'E_ALONE', meaning: 'this takes a living master and a living servant' },
  { number: ErrorNumber.noFront, code: 'E_NO_FRONT', meaning: 'the side has nobody in the front line' },
  { number: ErrorNumber.statWidth, code: 'E_WIDTH', meaning: 'a stat would leave 179, or a damage the signed 16 bits' },
  { number: ErrorNumber.counterWidth, code: 'E_WIDTH', meaning: 'a counter would leave its width' },
  { number: ErrorNumber.unnoticed, code: 'E_RANGE', meaning: 'there is no such action that the pair noticed' },
  { number: ErrorNumber.overheal, code: 'E_RANGE', meaning: 'healing would exceed the maximum' },
  { number: ErrorNumber.luck, code: 'E_RANGE', meaning: 'not enough LP' },
  { number: ErrorNumber.outsideBattle, code: 'E_RANGE', meaning: 'the unit is not in this battle or not on this side' },
  { number: ErrorNumber.skill, code: 'E_RANGE', meaning: 'the skill or its effect cannot be used like this' },
  { number: ErrorNumber.secret, code: 'E_RANGE', meaning: 'this cannot become known by this means' },
  {
    number: ErrorNumber.sides,
    code: 'E_RANGE',
    meaning: 'a battle takes one side number for each unit, and two sides; who joins later takes one that fights',
  },
  { number: ErrorNumber.beside, code: 'E_RANGE', meaning: 'the servant is in the battle of its master already' },
];
