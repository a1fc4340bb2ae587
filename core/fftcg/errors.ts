/**
 * The errors of a step, by number and stable code. Source: conventions C3 and the error list of the
 * rules of seed 001. `E_CANNOT_USE` and `E_WRONG_CARD` are ours, for cases without a code in that
 * list; `E_LIMIT_BREAK` belongs to an extension.
 */
import type { RuleErrorShape } from '../system/system.js';

export const ERROR = {
  unknownId: 1,
  range: 2,
  duplicateId: 3,
  phase: 4,
  ended: 5,
  noPriority: 6,
  notTurnPlayer: 7,
  stackNotEmpty: 8,
  noLegalTarget: 9,
  cannotAttack: 10,
  badParty: 11,
  cannotBlock: 12,
  pendingChoice: 13,
  discardCount: 14,
  notInHand: 15,
  stackOverflow: 16,
  cannotUse: 17,
  wrongCard: 18,
  limitBreak: 19,
} as const;

/** In this system a text outside its word list is outside its domain. */
export const SETUP_CODES = { word: 'E_RANGE' } as const;

export const errors: readonly RuleErrorShape[] = [
  {
    number: ERROR.unknownId,
    code: 'E_UNKNOWN_ID',
    meaning: 'no command, card, ability or trigger has this number',
    remedy: 'Name a card by its id of [setup], and an ability that the card has',
  },
  {
    number: ERROR.range,
    code: 'E_RANGE',
    meaning: 'a parameter is outside what the rule allows',
    remedy: 'Name exactly as many targets as the ability asks for; use and player are 0 or 1',
  },
  {
    number: ERROR.duplicateId,
    code: 'E_DUPLICATE_ID',
    meaning: 'the same card or trigger is named twice',
    remedy: 'Name each card once',
  },
  {
    number: ERROR.phase,
    code: 'E_PHASE',
    meaning: 'the command is not allowed in this phase or step',
    remedy: 'Let both players pass until its phase, or leave it out',
  },
  {
    number: ERROR.ended,
    code: 'E_ENDED',
    meaning: 'the game is over',
    remedy: 'Leave out what follows the end of the game',
  },
  {
    number: ERROR.noPriority,
    code: 'E_NO_PRIORITY',
    meaning: 'the player does not have priority',
    remedy: 'Let the other player act or pass first',
  },
  {
    number: ERROR.notTurnPlayer,
    code: 'E_NOT_TURN_PLAYER',
    meaning: 'only the turn player may do this',
    remedy: 'Give it in this player’s own turn',
  },
  {
    number: ERROR.stackNotEmpty,
    code: 'E_STACK_NOT_EMPTY',
    meaning: 'a Character needs an empty stack',
    remedy: 'Let both players pass until the stack is empty',
  },
  {
    number: ERROR.noLegalTarget,
    code: 'E_NO_LEGAL_TARGET',
    meaning: 'a target is not legal, or too few targets are',
    remedy: 'Name cards that the ability may choose, such as Forwards on the field of the right player',
  },
  {
    number: ERROR.cannotAttack,
    code: 'E_CANNOT_ATTACK',
    meaning: 'not an own Forward that is active, not new this turn (or has Haste) and has not attacked',
    remedy: 'Name own active Forwards that entered before this turn, or none',
  },
  {
    number: ERROR.badParty,
    code: 'E_BAD_PARTY',
    meaning: 'the Forwards cannot form this party',
    remedy: 'Attack with one Forward, or with several of the same element',
  },
  {
    number: ERROR.cannotBlock,
    code: 'E_CANNOT_BLOCK',
    meaning: 'not an own active Forward',
    remedy: 'Name an own active Forward, or leave blocker out',
  },
  {
    number: ERROR.pendingChoice,
    code: 'E_PENDING_CHOICE',
    meaning: 'a choice is owed first, by the player it waits for',
    remedy:
      'Give the owed choice first: attackers, a blocker, amounts, an EX Burst, the order of triggers, or a discard',
  },
  {
    number: ERROR.discardCount,
    code: 'E_DISCARD_COUNT',
    meaning: 'the hand must be discarded down to exactly 5',
    remedy: 'Name as many cards of the hand as it holds beyond 5',
  },
  {
    number: ERROR.notInHand,
    code: 'E_NOT_IN_HAND',
    meaning: 'the card is not in the hand of the player',
    remedy: 'Name a card of the player’s own hand',
  },
  {
    number: ERROR.stackOverflow,
    code: 'E_STACK_OVERFLOW',
    meaning: 'the stack holds at most 255 items',
    remedy: 'Let both players pass first: the uppermost item then leaves the stack',
  },
  {
    number: ERROR.cannotUse,
    code: 'E_CANNOT_USE',
    meaning:
      'the ability cannot be used: source not on the own field, an auto-ability, or its dull cost cannot be paid',
    remedy: 'Name an Action or Special ability of an own card on the field; a dull cost needs an active card',
  },
  {
    number: ERROR.wrongCard,
    code: 'E_WRONG_CARD',
    meaning: 'the card is not of the kind that the command needs',
    remedy: 'Put Characters on the field with playCharacter, and Summons on the stack with castSummon',
  },
  {
    number: ERROR.limitBreak,
    code: 'E_LIMIT_BREAK',
    meaning: 'not face down in the own Limit Break deck, or its cost is not paid with as many others as it says',
    remedy: 'Name a face-down card of the own Limit Break deck, and turn as many others as it costs',
  },
];
