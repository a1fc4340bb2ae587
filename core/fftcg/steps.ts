/**
 * The order of phases and steps. Source: F2-F4, F8-F12, F15, F16; FA1, FA8, FA9, FA10. No step is
 * ever left out; each of them ends in a grant of priority or in a choice that somebody owes.
 */

import { write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { AT, NONE, OF_CARD, OF_PLAYER } from './cells.js';
import { beginDamage, beginSecondBatch } from './damage.js';
import { TRIGGER } from './definitions.js';
import { activate } from './effects.js';
import { EVENT } from './events.js';
import {
  type Game,
  head,
  ofCard,
  ofPlayer,
  onField,
  ownerOf,
  setHead,
  setOfCard,
  setPowerMod,
  setWordOfCard,
  turnOf,
  turnPlayerOf,
  wordOfCard,
} from './game.js';
import { grantPriority, setPending, triggersWait } from './priority.js';
import { PENDING, PHASE, STEP } from './timing.js';
import { drawCards, trigger } from './zones.js';

/** F16: above this the turn player discards. */
export const HAND_LIMIT = 5;

function enter(game: Game, phase: number, step: number): void {
  setHead(game, AT.phase, phase);
  setHead(game, AT.step, step);
  pushEvent(game.events, EVENT.phase, 4, turnOf(game), turnPlayerOf(game), phase, step);
}

function owe(game: Game, choice: number, player: number): void {
  setHead(game, AT.priority, NONE);
  setHead(game, AT.passes, 0);
  setPending(game, choice, player);
}

/** Ends the battle of the last declaration: nobody attacks or blocks. */
function clearBattle(game: Game): void {
  for (let card = 0; card < game.cardCount; card++) setOfCard(game, card, OF_CARD.attacking, 0);
  setHead(game, AT.blocker, NONE);
  setHead(game, AT.blocked, 0);
  setHead(game, AT.batch, 0);
  setHead(game, AT.firstStrikers, 0);
}

/**
 * F3: the turn player's cards become active; a frozen one loses only its frost (extension, CR
 * 15.2.4).
 */
function activePhase(game: Game): void {
  enter(game, PHASE.active, STEP.none);
  for (let card = 0; card < game.cardCount; card++) {
    setOfCard(game, card, OF_CARD.attacked, 0);
    if (!onField(game, card) || ownerOf(game, card) !== turnPlayerOf(game)) continue;
    if (ofCard(game, card, OF_CARD.frozen) === 1) {
      setOfCard(game, card, OF_CARD.frozen, 0);
      pushEvent(game.events, EVENT.thawed, 1, card);
    } else {
      activate(game, card);
    }
  }
}

/** F4, FA1. */
function drawPhase(game: Game): void {
  enter(game, PHASE.draw, STEP.none);
  drawCards(game, turnPlayerOf(game), turnOf(game) === 1 ? game.rules.firstTurnDraw : 2);
}

export function enterMain(game: Game, phase: number): void {
  enter(game, phase, STEP.none);
  grantPriority(game, turnPlayerOf(game), 0);
}

/** Active and Draw end at once (F3, F4): a turn begins with the priority of Main 1. */
export function beginTurn(game: Game): void {
  activePhase(game);
  drawPhase(game);
  enterMain(game, PHASE.main1);
}

/** @param again 1 after an attack: the turn player may still say that he does not continue (F15) */
export function enterPreparation(game: Game, again: number): void {
  clearBattle(game);
  enter(game, PHASE.attack, STEP.preparation);
  setHead(game, AT.mayStop, again);
  grantPriority(game, turnPlayerOf(game), 0);
}

function enterDeclaration(game: Game): void {
  clearBattle(game);
  enter(game, PHASE.attack, STEP.declaration);
  owe(game, PENDING.attack, turnPlayerOf(game));
}

/** F15. */
export function endAttackPhase(game: Game): void {
  clearBattle(game);
  setHead(game, AT.mayStop, 0);
  setPending(game, PENDING.none, NONE);
  enterMain(game, PHASE.main2);
}

/**
 * Damage and what lasts until the end of the turn go together: X2's Forward must not break between
 * the two.
 */
function removeDamage(game: Game): void {
  for (let card = 0; card < game.cardCount; card++) {
    const hurt = wordOfCard(game, card, OF_CARD.damage) !== 0;
    if (hurt) setWordOfCard(game, card, OF_CARD.damage, 0);
    setPowerMod(game, card, 0);
    if (hurt) pushEvent(game.events, EVENT.healed, 1, card);
  }
}

/** F16 with FA8: discards are asked for when the hand is too large, otherwise the turn ends. */
function cleanUp(game: Game): void {
  if (game.rules.damageBeforeDiscard) removeDamage(game);
  const turnPlayer = turnPlayerOf(game);
  if (ofPlayer(game, turnPlayer, OF_PLAYER.hand) > HAND_LIMIT) owe(game, PENDING.discard, turnPlayer);
  else finishTurn(game);
}

/**
 * Ends End after the discard and begins the next turn. The number cannot wrap: the decks run out
 * long before.
 */
export function finishTurn(game: Game): void {
  setPending(game, PENDING.none, NONE);
  if (!game.rules.damageBeforeDiscard) removeDamage(game);
  setHead(game, AT.turnPlayer, 1 - turnPlayerOf(game));
  write16(game.image, AT.turn, turnOf(game) + 1);
  beginTurn(game);
}

function enterEnd(game: Game): void {
  enter(game, PHASE.end, STEP.none);
  setHead(game, AT.priority, NONE);
  for (let card = 0; card < game.cardCount; card++) {
    if (onField(game, card) && ownerOf(game, card) === turnPlayerOf(game)) trigger(game, card, TRIGGER.endOfTurn);
  }
  if (game.rules.endWindow && triggersWait(game)) grantPriority(game, turnPlayerOf(game), 0);
  else cleanUp(game);
}

function endAttackStep(game: Game): void {
  switch (head(game, AT.step)) {
    case STEP.preparation:
      enterDeclaration(game);
      break;
    case STEP.declaration:
      enter(game, PHASE.attack, STEP.block);
      owe(game, PENDING.block, 1 - turnPlayerOf(game));
      break;
    case STEP.block:
      enter(game, PHASE.attack, STEP.damage);
      beginDamage(game);
      break;
    case STEP.firstStrike:
      enter(game, PHASE.attack, STEP.damage);
      beginSecondBatch(game);
      break;
    default:
      // FA10: after 4-4 the turn player may attack again.
      if (game.rules.loopToPreparation) enterPreparation(game, 1);
      else enterDeclaration(game);
  }
}

/** F8: both players have passed in a row with an empty stack. */
export function endStep(game: Game): void {
  switch (head(game, AT.phase)) {
    case PHASE.main1:
      enterPreparation(game, 0);
      break;
    case PHASE.attack:
      endAttackStep(game);
      break;
    case PHASE.main2:
      enterEnd(game);
      break;
    default:
      cleanUp(game);
  }
}
