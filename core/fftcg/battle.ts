/**
 * A game as a `Battle`: cells by the ids of the setup, ids of players, cards, abilities and waiting
 * triggers.
 */

import type { Named } from '../system/names.js';
import type { Battle, CellDeclaration } from '../system/system.js';
import { checkAbility, checkCharacter, checkSummon, effectOfSummon } from './actions.js';
import { canAttack, canBlock, mayJoin, mayStopAttacking } from './attack.js';
import { declareCells, HEAD_OFFSET, OF_CARD, OF_PLAYER, ZONE } from './cells.js';
import { waitingTrigger } from './choices.js';
import { ABILITIES_PER_CARD, COMMAND } from './commands.js';
import { amountToSplit } from './damage.js';
import { type Ability, CARD_KIND } from './definitions.js';
import { countAttackers, definitionOf, type Game, head, ofCard, ofPlayer, ownerOf, turnPlayerOf } from './game.js';
import { checkLimitBreak } from './limit-break.js';
import { step } from './step.js';
import { HAND_LIMIT } from './steps.js';
import { hasLegalTargets, isLegalTarget } from './targets.js';
import { PENDING } from './timing.js';

// The legal commands, written without allocation. Single choices are listed one by one. Where
// several cards are chosen together (parties, two targets, discards, splits), the entry gives the
// number of cards and the range of card numbers.

/**
 * Writes `[code, player, player]` and reserves `more` words; returns the index after them, or 0
 * when the entry does not fit.
 */
function begin(out: Int32Array, at: number, code: number, player: number, more: number): number {
  if (at + 3 + more > out.length) return 0;
  out[at] = code;
  out[at + 1] = player;
  out[at + 2] = player;
  return at + 3;
}

/** Writes one value as minimum and maximum. */
function exactly(out: Int32Array, at: number, value: number): number {
  out[at] = value;
  out[at + 1] = value;
  return at + 2;
}

/** Writes the ranges of a list parameter. */
function listOf(out: Int32Array, at: number, shortest: number, longest: number, low: number, high: number): number {
  out[at] = shortest;
  out[at + 1] = longest;
  out[at + 2] = low;
  out[at + 3] = high;
  return at + 4;
}

/**
 * Writes the entries of a command that ends in targets: one for each legal target, or one with
 * ranges when several are chosen.
 * @param values parameters between the player and the targets
 * @param isList whether the one value is a list of one (`orderTriggers`)
 * @param turned length of the list of turned cards before the targets (`playLimitBreak`), or -1 for
 *   no such list
 */
function withTargets(
  game: Game,
  out: Int32Array,
  from: number,
  code: number,
  player: number,
  ability: Ability,
  values: number,
  first: number,
  second: number,
  isList: boolean,
  turned = -1,
): number {
  if (!hasLegalTargets(game, ability, player)) return from;
  let at = from;
  const more = (isList ? 4 : values * 2) + (turned < 0 ? 4 : 8);
  const entries = ability.targets === 1 ? game.cardCount : 1;
  for (let card = 0; card < entries; card++) {
    if (ability.targets === 1 && !isLegalTarget(game, ability, player, card)) continue;
    let cell = begin(out, at, code, player, more);
    if (cell === 0) return at;
    if (isList) cell = listOf(out, cell, 1, 1, first, first);
    else cell = exactly(out, cell, first);
    if (values > 1) cell = exactly(out, cell, second);
    if (turned >= 0) cell = listOf(out, cell, turned, turned, 0, turned === 0 ? 0 : game.cardCount - 1);
    const count = ability.targets;
    if (count === 1) at = listOf(out, cell, 1, 1, card, card);
    else at = listOf(out, cell, count, count, 0, count === 0 ? 0 : game.cardCount - 1);
  }
  return at;
}

function writeLimitBreak(game: Game, out: Int32Array, at: number, player: number, card: number): number {
  const { kind, limitBreak } = definitionOf(game, card);
  const code = COMMAND.playLimitBreak;
  if (kind === CARD_KIND.summon) {
    return withTargets(game, out, at, code, player, effectOfSummon(game, card), 1, card, 0, false, limitBreak);
  }
  const cell = begin(out, at, code, player, 10);
  if (cell === 0) return at;
  const list = listOf(
    out,
    exactly(out, cell, card),
    limitBreak,
    limitBreak,
    0,
    limitBreak === 0 ? 0 : game.cardCount - 1,
  );
  return listOf(out, list, 0, 0, 0, 0);
}

function writeActions(game: Game, out: Int32Array, from: number): number {
  const player = head(game, HEAD_OFFSET.priority);
  // whoever has priority may pass; it is the first entry, with nothing before it
  let at = begin(out, from, COMMAND.pass, player, 0);
  for (let card = 0; card < game.cardCount; card++) {
    if (ownerOf(game, card) !== player) continue;
    const zone = ofCard(game, card, OF_CARD.zone);
    if (zone === ZONE.hand) {
      if (checkCharacter(game, player, card) === 0) {
        const cell = begin(out, at, COMMAND.playCharacter, player, 2);
        if (cell !== 0) at = exactly(out, cell, card);
      } else if (checkSummon(game, player, card) === 0) {
        at = withTargets(game, out, at, COMMAND.castSummon, player, effectOfSummon(game, card), 1, card, 0, false);
      }
    } else if (zone === ZONE.limitBreak) {
      if (checkLimitBreak(game, player, card) === 0) at = writeLimitBreak(game, out, at, player, card);
    } else if (zone === ZONE.field) {
      const abilities = definitionOf(game, card).abilities;
      for (let slot = 0; slot < abilities.length; slot++) {
        const ability = abilities[slot] as Ability;
        if (checkAbility(game, player, card, ability.number) !== 0) continue;
        at = withTargets(game, out, at, COMMAND.useAbility, player, ability, 2, card, ability.number, false);
      }
    }
  }
  return at;
}

function writeStop(out: Int32Array, at: number, player: number): number {
  const cell = begin(out, at, COMMAND.declareAttack, player, 4);
  return cell === 0 ? at : listOf(out, cell, 0, 0, 0, 0);
}

function writeAttacks(game: Game, out: Int32Array, from: number, player: number): number {
  let at = writeStop(out, from, player);
  let able = 0;
  let party = false;
  for (let card = 0; card < game.cardCount; card++) {
    if (!canAttack(game, player, card)) continue;
    able++;
    const cell = begin(out, at, COMMAND.declareAttack, player, 4);
    if (cell !== 0) at = listOf(out, cell, 1, 1, card, card);
    for (let other = card + 1; other < game.cardCount && !party; other++) {
      party = canAttack(game, player, other) && mayJoin(game, card, other);
    }
  }
  if (!party) return at;
  const cell = begin(out, at, COMMAND.declareAttack, player, 4);
  return cell === 0 ? at : listOf(out, cell, 2, able, 0, game.cardCount - 1);
}

function writeBlocks(game: Game, out: Int32Array, from: number, player: number): number {
  let at = from;
  for (let card = -1; card < game.cardCount; card++) {
    if (card >= 0 && !canBlock(game, player, card)) continue;
    const cell = begin(out, at, COMMAND.declareBlock, player, 2);
    if (cell !== 0) at = exactly(out, cell, card);
  }
  return at;
}

function writeExBurst(game: Game, out: Int32Array, from: number, player: number): number {
  const cell = begin(out, from, COMMAND.exBurst, player, 6);
  if (cell === 0) return from;
  const at = listOf(out, exactly(out, cell, 0), 0, 0, 0, 0);
  const ability = definitionOf(game, head(game, HEAD_OFFSET.exCard)).exBurst as Ability;
  return withTargets(game, out, at, COMMAND.exBurst, player, ability, 1, 1, 0, false);
}

function writeTriggers(game: Game, out: Int32Array, from: number, player: number): number {
  let at = from;
  for (let card = 0; card < game.cardCount; card++) {
    for (let slot = 0; slot < ABILITIES_PER_CARD; slot++) {
      const number = card * ABILITIES_PER_CARD + slot;
      const ability = waitingTrigger(game, player, number);
      if (ability === undefined) continue;
      at = withTargets(game, out, at, COMMAND.orderTriggers, player, ability, 0, number, 0, true);
    }
  }
  return at;
}

function writeChoice(game: Game, out: Int32Array, from: number, pending: number, player: number): number {
  const last = game.cardCount - 1;
  switch (pending) {
    case PENDING.attack:
      return writeAttacks(game, out, from, player);
    case PENDING.block:
      return writeBlocks(game, out, from, player);
    case PENDING.partyDamage: {
      const cell = begin(out, from, COMMAND.assignPartyDamage, player, 8);
      if (cell === 0) return from;
      const party = countAttackers(game);
      return listOf(out, listOf(out, cell, 1, party, 0, last), 1, party, 0, amountToSplit(game));
    }
    case PENDING.exBurst:
      return writeExBurst(game, out, from, player);
    case PENDING.triggers:
      return writeTriggers(game, out, from, player);
    default: {
      const cell = begin(out, from, COMMAND.discard, player, 4);
      const count = ofPlayer(game, player, OF_PLAYER.hand) - HAND_LIMIT;
      return cell === 0 ? from : listOf(out, cell, count, count, 0, last);
    }
  }
}

/**
 * Writes the legal commands and returns the number of words. Entries that do not fit are omitted.
 * Conceding comes last.
 */
function legalCommands(game: Game, out: Int32Array): number {
  if (head(game, HEAD_OFFSET.outcome) !== 0) return 0;
  const pending = head(game, HEAD_OFFSET.pending);
  let at = 0;
  if (pending === PENDING.none) {
    at = writeActions(game, out, 0);
    if (mayStopAttacking(game)) at = writeStop(out, at, turnPlayerOf(game));
  } else {
    at = writeChoice(game, out, 0, pending, head(game, HEAD_OFFSET.pendingPlayer));
  }
  for (let player = 0; player < 2; player++) {
    const cell = begin(out, at, COMMAND.concede, player, 0);
    if (cell !== 0) at = cell;
  }
  return at;
}

/** Number of the waiting trigger `card/ability`, as `orderTriggers` names it. */
function triggerNumber(game: Game, id: string): number {
  const [cardId, abilityId, ...rest] = id.split('/') as [string, ...string[]];
  const card = game.cardIds.indexOf(cardId);
  if (card < 0 || rest.length > 0) return -1;
  const ability = definitionOf(game, card).abilities.find((candidate) => candidate.id === abilityId);
  return ability === undefined ? -1 : card * ABILITIES_PER_CARD + ability.slot;
}

function triggerName(game: Game, number: number): string | undefined {
  const card = Math.floor(number / ABILITIES_PER_CARD);
  const ability = game.definitionOf[card]?.abilities[number % ABILITIES_PER_CARD];
  return ability === undefined ? undefined : `${game.cardIds[card]}/${ability.id}`;
}

/** An ability that has no name of its own goes by its card's. */
function namedAbility(game: Game, number: number): Named | undefined {
  const ability = game.abilities[number];
  const card = game.definitionOf.findIndex((definition) => definition.number === ability?.definition);
  return ability?.id === game.cardIds[card] ? game.named[card] : undefined;
}

const games = new WeakMap<Battle, Game>();

/** The game of a battle of this system, or undefined. */
export function gameOf(battle: Battle): Game | undefined {
  return games.get(battle);
}

export function createBattle(game: Game): Battle {
  let cells: readonly CellDeclaration[] | undefined;
  const battle: Battle = {
    image: game.image,
    // the stack alone has more than 2,000 cells, so they are declared when somebody asks
    get cells() {
      cells ??= declareCells(game.playerIds, game.cardIds);
      return cells;
    },
    step: (command, events) => step(game, command, events),
    legalCommands: (out) => legalCommands(game, out),
    idNumber: (kind, id) => {
      if (kind === 'player') return game.playerIds.indexOf(id);
      if (kind === 'card') return game.cardIds.indexOf(id);
      if (kind === 'ability') return game.abilities.findIndex((ability) => ability.id === id);
      return kind === 'trigger' ? triggerNumber(game, id) : -1;
    },
    idName: (kind, number) => {
      if (kind === 'player') return number === 0 || number === 1 ? game.playerIds[number] : undefined;
      if (kind === 'card') return game.cardIds[number];
      if (kind === 'ability') return game.abilities[number]?.id;
      return kind === 'trigger' ? triggerName(game, number) : undefined;
    },
    named: (kind, number) => {
      if (kind === 'card') return game.named[number];
      return kind === 'ability' ? namedAbility(game, number) : undefined;
    },
  };
  games.set(battle, game);
  return battle;
}
