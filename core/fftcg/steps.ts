/**
 * The order of phases and steps. Source: F2-F4, F8-F12, F15, F16; FA1, FA8, FA9, FA10. No step is
 * omitted; every step ends in a grant of priority or in an owed choice.
 */

import { write16 } from '../int/uint.js';
import { pushEvent } from '../system/battle.js';
import { HEAD_OFFSET, NONE, OF_CARD, OF_PLAYER } from './cells.js';
import { beginDamage, beginSecondBatch } from './damage.js';
import { TRIGGER } from './definitions.js';
import { activate } from './effects.js';
import { EVENT } from './events.js';
import {
  definitionOf,
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

/** F16: a turn player with more cards in hand discards. */
export const HAND_LIMIT = 5;

function enter(game: Game, phase: number, step: number): void {
  setHead(game, HEAD_OFFSET.phase, phase);
  setHead(game, HEAD_OFFSET.step, step);
  pushEvent(game.events, EVENT.phase, 4, turnOf(game), turnPlayerOf(game), phase, step);
}

function owe(game: Game, choice: number, player: number): void {
  setHead(game, HEAD_OFFSET.priority, NONE);
  setHead(game, HEAD_OFFSET.passes, 0);
  setPending(game, choice, player);
}

/** Ends the battle of the last declaration: no Forward attacks or blocks. */
function clearBattle(game: Game): void {
  for (let card = 0; card < game.cardCount; card++) setOfCard(game, card, OF_CARD.attacking, 0);
  setHead(game, HEAD_OFFSET.blocker, NONE);
  setHead(game, HEAD_OFFSET.blocked, 0);
  setHead(game, HEAD_OFFSET.batch, 0);
  setHead(game, HEAD_OFFSET.firstStrikers, 0);
}

/** F3: the turn player's cards become active. A frozen card only thaws (extension, CR 15.2.4). */
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

/** F4, FA1: the turn player draws. */
function drawPhase(game: Game): void {
  enter(game, PHASE.draw, STEP.none);
  drawCards(game, turnPlayerOf(game), turnOf(game) === 1 ? game.rules.firstTurnDraw : 2);
}

export function enterMain(game: Game, phase: number): void {
  enter(game, phase, STEP.none);
  grantPriority(game, turnPlayerOf(game), 0);
}

/** Begins a turn with the priority of Main 1: Active and Draw end at once (F3, F4). */
export function beginTurn(game: Game): void {
  activePhase(game);
  drawPhase(game);
  for (let card = 0; card < game.cardCount; card++) {
    if (onField(game, card) && ownerOf(game, card) === turnPlayerOf(game)) trigger(game, card, TRIGGER.startOfTurn);
  }
  enterMain(game, PHASE.main1);
}

/**
 * Enters step 4-1. @param again 1 after an attack: the turn player may still stop attacking (F15)
 */
export function enterPreparation(game: Game, again: number): void {
  clearBattle(game);
  enter(game, PHASE.attack, STEP.preparation);
  setHead(game, HEAD_OFFSET.mayStop, again);
  grantPriority(game, turnPlayerOf(game), 0);
}

function enterDeclaration(game: Game): void {
  clearBattle(game);
  enter(game, PHASE.attack, STEP.declaration);
  owe(game, PENDING.attack, turnPlayerOf(game));
}

/** F15: ends the Attack Phase. */
export function endAttackPhase(game: Game): void {
  clearBattle(game);
  setHead(game, HEAD_OFFSET.mayStop, 0);
  setPending(game, PENDING.none, NONE);
  enterMain(game, PHASE.main2);
}

/**
 * Removes damage together with the changes that last until the end of the turn: X2's Forward must
 * not break between the two.
 */
function removeDamage(game: Game): void {
  for (let card = 0; card < game.cardCount; card++) {
    const hurt = wordOfCard(game, card, OF_CARD.damage) !== 0;
    setWordOfCard(game, card, OF_CARD.damage, 0);
    setPowerMod(game, card, 0);
    setOfCard(game, card, OF_CARD.keywords, definitionOf(game, card).keywords);
    if (hurt) pushEvent(game.events, EVENT.healed, 1, card);
  }
}

/** F16 with FA8: asks for discards when the hand is too large, else ends the turn. */
function cleanUp(game: Game): void {
  if (game.rules.damageBeforeDiscard) removeDamage(game);
  const turnPlayer = turnPlayerOf(game);
  if (ofPlayer(game, turnPlayer, OF_PLAYER.hand) > HAND_LIMIT) owe(game, PENDING.discard, turnPlayer);
  else finishTurn(game);
}

/**
 * Ends the turn after the discards and begins the next one. Its number cannot wrap: the decks run
 * out first.
 */
export function finishTurn(game: Game): void {
  setPending(game, PENDING.none, NONE);
  if (!game.rules.damageBeforeDiscard) removeDamage(game);
  setHead(game, HEAD_OFFSET.turnPlayer, 1 - turnPlayerOf(game));
  write16(game.image, HEAD_OFFSET.turn, turnOf(game) + 1);
  beginTurn(game);
}

function enterEnd(game: Game): void {
  enter(game, PHASE.end, STEP.none);
  setHead(game, HEAD_OFFSET.priority, NONE);
  for (let card = 0; card < game.cardCount; card++) {
    if (onField(game, card) && ownerOf(game, card) === turnPlayerOf(game)) trigger(game, card, TRIGGER.endOfTurn);
  }
  if (game.rules.endWindow && triggersWait(game)) grantPriority(game, turnPlayerOf(game), 0);
  else cleanUp(game);
}

function endAttackStep(game: Game): void {
  switch (head(game, HEAD_OFFSET.step)) {
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

/** F8: ends the step after both players passed in a row with an empty stack. */
export function endStep(game: Game): void {
  switch (head(game, HEAD_OFFSET.phase)) {
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
