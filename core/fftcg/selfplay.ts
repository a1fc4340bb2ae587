/**
 * Plays a game by the caller's choices, for benchmarks and random tests. Every decision is one call
 * of `choose`; nothing here is random. Extension: it uses only `step` and `legalCommands`.
 */
import { floorDivide } from '../int/uint.js';
import { type Battle, type EventBuffer, RuleError } from '../system/system.js';
import { canAttack, mayJoin } from './attack.js';
import { createBattle } from './battle.js';
import { HEAD_OFFSET, OF_CARD, ZONE } from './cells.js';
import {
  ABILITIES_PER_CARD,
  CARDS_PER_PLAYER,
  COMMAND,
  COMMAND_LENGTH,
  LIMIT_BREAK_CARDS,
  TRIGGERS_PER_COMMAND,
} from './commands.js';
import { amountToSplit } from './damage.js';
import { type Ability, CARD_KIND } from './definitions.js';
import { abilityOf, definitionOf, type Game, head, ofCard, ownerOf } from './game.js';
import { isReady } from './limit-break.js';
import { createGame } from './setup.js';
import { readSwitches } from './switches.js';
import { isLegalTarget } from './targets.js';

/** Returns a number of 0..count-1. */
export type Choose = (count: number) => number;

export interface SelfPlay {
  readonly battle: Battle;
  /** Returns to the start of the game. */
  reset(): void;
  /** Applies one legal command and leaves it in `command`; false when the game is over. */
  turn(choose: Choose, events?: EventBuffer): boolean;
  /** The last command of `turn`. */
  readonly command: Int32Array;
  /** Plays to the end or for `limit` commands; returns the number of commands. */
  play(choose: Choose, limit?: number): number;
}

/**
 * Words of the ranges of an entry of `legalCommands`, by command: two for a number, four for a
 * list.
 */
const ENTRY_LENGTH: readonly number[] = [0, 3, 5, 11, 9, 7, 5, 11, 9, 11, 7, 3, 13];

/**
 * Picks an entry. Passing gets three chances of four: otherwise stacks and turns would hardly end.
 */
function pickEntry(legal: Int32Array, length: number, choose: Choose): number {
  const canPass = legal[0] === COMMAND.pass;
  if (canPass && choose(4) !== 0) return 0;
  let count = 0;
  for (let at = 0; at < length; at += ENTRY_LENGTH[legal[at] ?? 0] ?? 1) if (legal[at] !== COMMAND.concede) count++;
  let left = choose(count);
  for (let at = 0; at < length; at += ENTRY_LENGTH[legal[at] ?? 0] ?? 1) {
    if (legal[at] !== COMMAND.concede && left-- === 0) return at;
  }
  return 0;
}

/** Fills `out` with `count` different members of `pool` in a chosen order. */
function pickFrom(pool: number[], count: number, out: Int32Array, at: number, choose: Choose): void {
  for (let index = 0; index < count; index++) {
    const picked = index + choose(pool.length - index);
    const card = pool[picked] ?? 0;
    pool[picked] = pool[index] ?? 0;
    pool[index] = card;
    out[at + index] = card;
  }
}

function cardsThat(game: Game, test: (card: number) => boolean): number[] {
  const out: number[] = [];
  for (let card = 0; card < game.cardCount; card++) if (test(card)) out.push(card);
  return out;
}

function fillTargets(
  game: Game,
  ability: Ability,
  player: number,
  out: Int32Array,
  lengthAt: number,
  choose: Choose,
): void {
  out[lengthAt] = ability.targets;
  const pool = cardsThat(game, (card) => isLegalTarget(game, ability, player, card));
  pickFrom(pool, ability.targets, out, lengthAt + 1, choose);
}

function fillAttack(game: Game, entry: Int32Array, at: number, player: number, out: Int32Array, choose: Choose): void {
  const length = entry[at + 3] ?? 0;
  out[2] = length;
  if (length < 2) {
    out[3] = entry[at + 5] ?? 0;
    return;
  }
  const able = cardsThat(game, (card) => canAttack(game, player, card));
  const leaders = able.filter((card) => able.some((other) => other !== card && mayJoin(game, card, other)));
  const leader = leaders[choose(leaders.length)] ?? 0;
  const partners = able.filter((card) => card !== leader && mayJoin(game, leader, card));
  const count = 1 + choose(partners.length);
  out[2] = count + 1;
  out[3] = leader;
  pickFrom(partners, count, out, 4, choose);
}

function fillSplit(game: Game, out: Int32Array, choose: Choose): void {
  const party = cardsThat(game, (card) => ofCard(game, card, OF_CARD.attacking) === 1);
  const amountsAt = 3 + CARDS_PER_PLAYER;
  out[2] = party.length;
  out[amountsAt] = party.length;
  party.forEach((card, index) => {
    out[3 + index] = card;
    out[amountsAt + 1 + index] = 0;
  });
  for (let left = amountToSplit(game); left > 0; left -= 1000) {
    const cell = amountsAt + 1 + choose(party.length);
    out[cell] = (out[cell] ?? 0) + 1000;
  }
}

/** Turns an entry of `legalCommands` into one command. */
function fillCommand(game: Game, legal: Int32Array, at: number, out: Int32Array, choose: Choose): void {
  const code = legal[at] ?? 0;
  const player = legal[at + 1] ?? 0;
  const value = legal[at + 3] ?? 0;
  out.fill(0);
  out[0] = code;
  out[1] = player;
  out[2] = value;
  switch (code) {
    case COMMAND.useAbility:
      out[3] = legal[at + 5] ?? 0;
      fillTargets(game, abilityOf(game, out[3]), player, out, 4, choose);
      break;
    case COMMAND.castSummon:
      fillTargets(game, definitionOf(game, value).abilities[0] as Ability, player, out, 3, choose);
      break;
    case COMMAND.declareAttack:
      fillAttack(game, legal, at, player, out, choose);
      break;
    case COMMAND.assignPartyDamage:
      fillSplit(game, out, choose);
      break;
    case COMMAND.exBurst: {
      const effect = definitionOf(game, head(game, HEAD_OFFSET.exCard)).exBurst;
      if (value === 1 && effect !== undefined) fillTargets(game, effect, player, out, 3, choose);
      break;
    }
    case COMMAND.orderTriggers: {
      const number = legal[at + 5] ?? 0;
      const card = floorDivide(number, ABILITIES_PER_CARD);
      const ability = definitionOf(game, card).abilities[number % ABILITIES_PER_CARD] as Ability;
      out[2] = 1;
      out[3] = number;
      fillTargets(game, ability, player, out, 3 + TRIGGERS_PER_COMMAND, choose);
      break;
    }
    case COMMAND.discard: {
      const inHand = (card: number): boolean =>
        ownerOf(game, card) === player && ofCard(game, card, OF_CARD.zone) === ZONE.hand;
      pickFrom(cardsThat(game, inHand), value, out, 3, choose);
      break;
    }
    case COMMAND.playLimitBreak: {
      const { kind, limitBreak, abilities } = definitionOf(game, value);
      out[3] = limitBreak;
      const others = cardsThat(game, (card) => card !== value && isReady(game, player, card));
      pickFrom(others, limitBreak, out, 4, choose);
      if (kind === CARD_KIND.summon)
        fillTargets(game, abilities[0] as Ability, player, out, 4 + LIMIT_BREAK_CARDS, choose);
      break;
    }
    default:
  }
}

/** Creates self-play from a setup. @throws RuleError for a wrong setup or switch */
export function createSelfPlay(setup: unknown, switches?: Readonly<Record<string, string | number>>): SelfPlay {
  const game = createGame(setup, readSwitches(switches));
  const battle = createBattle(game);
  const start = battle.image.slice();
  const legal = new Int32Array(8192);
  const command = new Int32Array(Math.max(...COMMAND_LENGTH));
  const turn = (choose: Choose, events?: EventBuffer): boolean => {
    const length = battle.legalCommands(legal);
    if (length === 0) return false;
    fillCommand(game, legal, pickEntry(legal, length, choose), command, choose);
    const error = battle.step(command, events);
    if (error !== 0) throw new RuleError('E_INTERNAL', `a listed command was refused with error ${error}`);
    return true;
  };
  return {
    battle,
    command,
    reset: () => battle.image.set(start),
    turn,
    play: (choose, limit = 100_000) => {
      let made = 0;
      while (made < limit && turn(choose)) made++;
      return made;
    },
  };
}
