/** One command: checks its form, the state of the game and owed choices, then runs its rule. */
import type { EventBuffer } from '../system/system.js';
import { castSummon, pass, playCharacter, useAbility } from './actions.js';
import { assignPartyDamage, declareAttack, declareBlock, mayStopAttacking } from './attack.js';
import { HEAD_OFFSET } from './cells.js';
import { discard, exBurst, orderTriggers } from './choices.js';
import { CARDS_PER_PLAYER, COMMAND, COMMAND_LENGTH, commands, MAX_TARGETS, TRIGGERS_PER_COMMAND } from './commands.js';
import { ERROR } from './errors.js';
import { type Game, head, turnPlayerOf } from './game.js';
import { playLimitBreak } from './limit-break.js';
import { endGame } from './priority.js';
import { PENDING } from './timing.js';

/** The command that makes each kind of choice, by the value of PENDING. */
const CHOICE_COMMAND: readonly number[] = [
  0,
  COMMAND.declareAttack,
  COMMAND.declareBlock,
  COMMAND.assignPartyDamage,
  COMMAND.exBurst,
  COMMAND.orderTriggers,
  COMMAND.discard,
];

/** Returns 0, or the error that refuses this kind of command now. */
function checkTurn(game: Game, code: number, player: number): number {
  const pending = head(game, HEAD_OFFSET.pending);
  if (pending !== PENDING.none) {
    if (CHOICE_COMMAND[pending] !== code) return ERROR.pendingChoice;
    if (head(game, HEAD_OFFSET.pendingPlayer) === player) return 0;
    return pending === PENDING.attack ? ERROR.notTurnPlayer : ERROR.pendingChoice;
  }
  if (!CHOICE_COMMAND.includes(code)) return 0;
  if (code !== COMMAND.declareAttack || !mayStopAttacking(game)) return ERROR.phase;
  return player === turnPlayerOf(game) ? 0 : ERROR.notTurnPlayer;
}

/**
 * Validates a command completely, then writes. Returns 0, or an error with the image untouched.
 *
 * A command that breaks several rules gets the most general error. The rules give codes but no
 * order; this order is ours:
 * 1. `E_UNKNOWN_ID` no such command; `E_ENDED`; `E_RANGE` incomplete, or no such player
 * 2. `E_PENDING_CHOICE`, or for a choice that nobody owes `E_PHASE`, `E_NOT_TURN_PLAYER`
 * 3. `E_RANGE` the length of a list; `E_UNKNOWN_ID` a card or ability that does not exist
 * 4. the right to act: `E_PHASE`, `E_NO_PRIORITY`, `E_NOT_TURN_PLAYER`
 * 5. the card: `E_NOT_IN_HAND`, `E_WRONG_CARD`, `E_CANNOT_USE`; then `E_STACK_NOT_EMPTY`,
 *   `E_STACK_OVERFLOW`
 * 6. the chosen cards, in list order: `E_UNKNOWN_ID`, `E_DUPLICATE_ID`; `E_NO_LEGAL_TARGET` when no
 *   target exists; `E_RANGE` for the wrong number; `E_NO_LEGAL_TARGET`, `E_CANNOT_ATTACK` ... for a
 *   card that may not be chosen
 * 7. the chosen cards together: `E_BAD_PARTY`, `E_DISCARD_COUNT`
 */
export function step(game: Game, command: Int32Array, events: EventBuffer | undefined): number {
  const code = command[0] ?? 0;
  if (code < 1 || code > commands.length) return ERROR.unknownId;
  if (head(game, HEAD_OFFSET.outcome) !== 0) return ERROR.ended;
  if (command.length < (COMMAND_LENGTH[code] ?? 0)) return ERROR.range;
  const player = command[1] as number;
  if (player !== 0 && player !== 1) return ERROR.range;
  game.events = events;
  if (code === COMMAND.concede) {
    endGame(game, player === 0 ? 2 : 1);
    return 0;
  }
  const error = checkTurn(game, code, player);
  return error !== 0 ? error : dispatch(game, code, player, command);
}

function dispatch(game: Game, code: number, player: number, command: Int32Array): number {
  const second = command[2] as number;
  const third = command[3] as number;
  const fourth = command[4] as number;
  switch (code) {
    case COMMAND.pass:
      return pass(game, player);
    case COMMAND.playCharacter:
      return playCharacter(game, player, second);
    case COMMAND.useAbility:
      if (fourth < 0 || fourth > MAX_TARGETS) return ERROR.range;
      return useAbility(game, player, second, third, command, 5, fourth);
    case COMMAND.castSummon:
      if (third < 0 || third > MAX_TARGETS) return ERROR.range;
      return castSummon(game, player, second, command, 4, third);
    case COMMAND.declareAttack:
      if (second < 0 || second > CARDS_PER_PLAYER) return ERROR.range;
      // In a new 4-1 only "no further attack" can be said; Forwards are named in 4-2.
      if (second > 0 && head(game, HEAD_OFFSET.pending) !== PENDING.attack) return ERROR.phase;
      return declareAttack(game, player, command, 3, second);
    case COMMAND.declareBlock:
      return declareBlock(game, player, second);
    case COMMAND.assignPartyDamage: {
      const amounts = command[3 + CARDS_PER_PLAYER] as number;
      if (second < 0 || second > CARDS_PER_PLAYER) return ERROR.range;
      return assignPartyDamage(game, command, 3, second, 4 + CARDS_PER_PLAYER, amounts);
    }
    case COMMAND.exBurst:
      if (third < 0 || third > MAX_TARGETS) return ERROR.range;
      return exBurst(game, player, second, command, 4, third);
    case COMMAND.orderTriggers: {
      const targets = command[3 + TRIGGERS_PER_COMMAND] as number;
      if (second < 0 || second > TRIGGERS_PER_COMMAND) return ERROR.range;
      return orderTriggers(game, player, command, 3, second, 4 + TRIGGERS_PER_COMMAND, targets);
    }
    case COMMAND.playLimitBreak:
      return playLimitBreak(game, player, command);
    default:
      if (second < 0 || second > CARDS_PER_PLAYER) return ERROR.range;
      return discard(game, player, command, 3, second);
  }
}
