/**
 * The errors of a step, by number and stable code. Source: conventions C3 and the error list of the
 * rules of seed 001. `E_CANNOT_USE` and `E_WRONG_CARD` are ours, for cases without a code in that
 * list; `E_LIMIT_BREAK` belongs to an extension.
 */
import { declareErrors } from '../system/declare-system.js';

/** In this system a text outside its word list is outside its domain. */
export const SETUP_CODES = { word: 'E_RANGE' } as const;

export const ERRORS = declareErrors({
  unknownId: [
    1,
    'no command, card, ability or trigger has this number',
    'Name a card by its id of [setup], and an ability that the card has',
  ],
  range: [
    2,
    'a parameter is outside what the rule allows',
    'Name exactly as many targets as the ability asks for; use and player are 0 or 1',
  ],
  duplicateId: [3, 'the same card or trigger is named twice', 'Name each card once'],
  phase: [
    4,
    'the command is not allowed in this phase or step',
    'Let both players pass until its phase, or leave it out',
  ],
  ended: [5, 'the game is over', 'Leave out what follows the end of the game'],
  noPriority: [6, 'the player does not have priority', 'Let the other player act or pass first'],
  notTurnPlayer: [7, 'only the turn player may do this', 'Give it in this player’s own turn'],
  stackNotEmpty: [8, 'a Character needs an empty stack', 'Let both players pass until the stack is empty'],
  noLegalTarget: [
    9,
    'a target is not legal, or too few targets are',
    'Name cards that the ability may choose, such as Forwards on the field of the right player',
  ],
  cannotAttack: [
    10,
    'not an own Forward that is active, not new this turn (or has Haste) and has not attacked',
    'Name own active Forwards that entered before this turn, or none',
  ],
  badParty: [11, 'the Forwards cannot form this party', 'Attack with one Forward, or with several of the same element'],
  cannotBlock: [12, 'not an own active Forward', 'Name an own active Forward, or leave blocker out'],
  pendingChoice: [
    13,
    'a choice is owed first, by the player it waits for',
    'Give the owed choice first: attackers, a blocker, amounts, an EX Burst, the order of triggers, or a discard',
  ],
  discardCount: [
    14,
    'the hand must be discarded down to exactly 5',
    'Name as many cards of the hand as it holds beyond 5',
  ],
  notInHand: [15, 'the card is not in the hand of the player', 'Name a card of the player’s own hand'],
  stackOverflow: [
    16,
    'the stack holds at most 255 items',
    'Let both players pass first: the uppermost item then leaves the stack',
  ],
  cannotUse: [
    17,
    'the ability cannot be used: source not on the own field, an auto-ability, or its dull cost cannot be paid',
    'Name an Action or Special ability of an own card on the field; a dull cost needs an active card',
  ],
  wrongCard: [
    18,
    'the card is not of the kind that the command needs',
    'Put Characters on the field with playCharacter, and Summons on the stack with castSummon',
  ],
  limitBreak: [
    19,
    'not face down in the own Limit Break deck, or its cost is not paid with as many others as it says',
    'Name a face-down card of the own Limit Break deck, and turn as many others as it costs',
  ],
});

/** Return values of a step. */
export const ERROR = ERRORS.numbers;
