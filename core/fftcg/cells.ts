/**
 * The cells of a game's image. Source: the state list of the rules of seed 001. A deck is a fixed
 * order and the number of cards left: no rule puts a card into a deck.
 */
import { type CellRow, declareRows, type NoValue, withWords } from '../system/records.js';
import type { CellDeclaration } from '../system/system.js';
import { MAX_TARGETS } from './commands.js';
import { CHOICE_WORDS, PHASE_WORDS, STEP_WORDS, ZONE_WORDS } from './words.js';

export const NONE = 0xff;
const NOBODY: NoValue = [NONE, 'nobody'];
const NO_CARD: NoValue = [NONE, 'none'];
/** F17: capacity of the stack; its depth is one byte. */
export const STACK_CAPACITY = 255;

export const HEAD_OFFSET = {
  turn: 0,
  turnPlayer: 2,
  phase: 3,
  step: 4,
  priority: 5,
  passes: 6,
  pending: 7,
  pendingPlayer: 8,
  outcome: 9,
  stackDepth: 10,
  blocked: 11,
  blocker: 12,
  firstStrikers: 13,
  batch: 14,
  exCard: 15,
  mayStop: 16,
  waiting: 17,
} as const;

const PLAYERS = 19;
const PLAYER_SIZE = 6;
export const OF_PLAYER = { deck: 0, hand: 1, field: 2, damage: 3, breakZone: 4, deckOut: 5 } as const;

const CARDS = PLAYERS + 2 * PLAYER_SIZE;
const CARD_SIZE = 19;
export const OF_CARD = {
  zone: 0,
  dull: 1,
  frozen: 2,
  attacking: 3,
  attacked: 4,
  triggers: 5,
  keywords: 6,
  power: 7,
  powerMod: 9,
  damage: 11,
  enteredTurn: 13,
  effective: 15,
} as const;

export const ITEM_SIZE = 5 + MAX_TARGETS;
export const OF_ITEM = { card: 0, ability: 1, controller: 2, sourceGone: 3, targets: 4, target: 5 } as const;

/** Zones of a card. Extension: the last two are the Limit Break deck, face down and face up. */
export const ZONE = {
  deck: 0,
  hand: 1,
  field: 2,
  damage: 3,
  breakZone: 4,
  stack: 5,
  limitBreak: 6,
  limitBreakUsed: 7,
} as const;

export function playerAt(player: number): number {
  return PLAYERS + player * PLAYER_SIZE;
}

export function cardAt(card: number): number {
  return CARDS + card * CARD_SIZE;
}

export function stackAt(cardCount: number): number {
  return CARDS + cardCount * CARD_SIZE;
}

export function imageSize(cardCount: number): number {
  return stackAt(cardCount) + STACK_CAPACITY * ITEM_SIZE;
}

const headRows: readonly CellRow[] = [
  ['turn', HEAD_OFFSET.turn, 2, 'number of the turn, from 1'],
  ['turnPlayer', HEAD_OFFSET.turnPlayer, 1, 'F1: whose turn it is, 0 or 1'],
  ['phase', HEAD_OFFSET.phase, 1, 'F2: 0 Active, 1 Draw, 2 Main 1, 3 Attack, 4 Main 2, 5 End'],
  ['step', HEAD_OFFSET.step, 1, 'F9: 0 none, 1 preparation, 2 declaration, 3 block, 4 damage, 5 First Strike'],
  ['priority', HEAD_OFFSET.priority, 1, 'player with priority', undefined, NOBODY],
  ['passes', HEAD_OFFSET.passes, 1, 'F8: passes in a row so far, 0 or 1'],
  [
    'pending',
    HEAD_OFFSET.pending,
    1,
    'choice owed: 0 none, 1 attack, 2 block, 3 party damage, 4 EX Burst, 5 triggers, 6 discard',
  ],
  ['pendingPlayer', HEAD_OFFSET.pendingPlayer, 1, 'who owes it', undefined, NOBODY],
  ['outcome', HEAD_OFFSET.outcome, 1, '0 running, 1 player 0 has won, 2 player 1 has won, 3 a draw'],
  ['stackDepth', HEAD_OFFSET.stackDepth, 1, 'F17: items on the stack'],
  ['blocked', HEAD_OFFSET.blocked, 1, 'F12: 1 when a blocker was declared, also when it has left since'],
  ['blocker', HEAD_OFFSET.blocker, 1, 'number of the blocking card', undefined, NO_CARD],
  ['firstStrikers', HEAD_OFFSET.firstStrikers, 1, 'extension: bit 0 the attackers, bit 1 the blocker deal first'],
  ['damageBatch', HEAD_OFFSET.batch, 1, '4-4: 0 not begun, 1 First Strike, 2 the others, 3 everybody at once'],
  ['exCard', HEAD_OFFSET.exCard, 1, 'F14: damage card whose EX Burst is offered', undefined, NO_CARD],
  ['mayStop', HEAD_OFFSET.mayStop, 1, 'F15: 1 when the turn player may still say that he does not attack again'],
  ['waitingTriggers', HEAD_OFFSET.waiting, 2, 'FA6: auto-abilities of both players that wait for the stack'],
];

const playerRows: readonly CellRow[] = [
  ['deck', OF_PLAYER.deck, 1, 'cards left in the deck'],
  ['hand', OF_PLAYER.hand, 1, 'cards in the hand'],
  ['field', OF_PLAYER.field, 1, 'Characters on the field'],
  ['damage', OF_PLAYER.damage, 1, 'damage taken: cards in the damage zone'],
  ['breakZone', OF_PLAYER.breakZone, 1, 'cards in the Break Zone'],
  ['deckOut', OF_PLAYER.deckOut, 1, 'FA7: 1 when a card was due from an empty deck'],
];

const cardRows: readonly CellRow[] = [
  [
    'zone',
    OF_CARD.zone,
    1,
    '0 deck, 1 hand, 2 field, 3 damage, 4 Break Zone, 5 stack, 6 Limit Break deck, 7 there face up',
  ],
  ['dull', OF_CARD.dull, 1, '1 dull, 0 active'],
  ['frozen', OF_CARD.frozen, 1, 'extension: 1 skips the next Active Phase'],
  ['attacking', OF_CARD.attacking, 1, '1 attacks now'],
  ['attacked', OF_CARD.attacked, 1, 'FA16: 1 has attacked this turn'],
  ['triggers', OF_CARD.triggers, 1, 'FA6: auto-abilities that wait for the stack, a bit each'],
  ['keywords', OF_CARD.keywords, 1, '1 Haste, 2 Brave, 4 First Strike, 8 Back Attack'],
  ['power', OF_CARD.power, 2, 'FA18: printed power'],
  ['powerMod', OF_CARD.powerMod, 2, 'FA18: change of power until the end of the turn', 'signed'],
  ['damage', OF_CARD.damage, 2, 'damage on the Forward'],
  ['enteredTurn', OF_CARD.enteredTurn, 2, 'FA15: turn in which it entered the field'],
  ['effectivePower', OF_CARD.effective, 4, 'FA18: max(0, power + powerMod)', 'scratch'],
];

/** What the numbers of cells stand for. Cards and players are numbers of the setup. */
function wordsOfCells(playerIds: readonly string[], cardIds: readonly string[]) {
  const targets = Array.from({ length: MAX_TARGETS }, (_, index) => [`target[${index}]`, cardIds] as const);
  return {
    ...{ turnPlayer: playerIds, priority: playerIds, pendingPlayer: playerIds },
    ...{ phase: PHASE_WORDS, step: STEP_WORDS, pending: CHOICE_WORDS, zone: ZONE_WORDS },
    ...{ blocker: cardIds, exCard: cardIds, dull: ['active', 'dull'] },
    ...Object.fromEntries(targets),
  };
}

/** All cells of a game in order of address, named by the ids of players and cards. */
export function declareCells(playerIds: readonly string[], cardIds: readonly string[]): readonly CellDeclaration[] {
  const targetRows = Array.from(
    { length: MAX_TARGETS },
    (_, index): CellRow => [
      `target[${index}]`,
      OF_ITEM.target + index,
      1,
      'chosen card, none when it has left the field',
      undefined,
      NO_CARD,
    ],
  );
  const itemRows: readonly CellRow[] = [
    ['card', OF_ITEM.card, 1, 'number of the source'],
    ['ability', OF_ITEM.ability, 1, 'number of the ability'],
    ['controller', OF_ITEM.controller, 1, 'who put it there'],
    ['sourceGone', OF_ITEM.sourceGone, 1, '1 when the source has left the field since'],
    ['targets', OF_ITEM.targets, 1, 'how many were chosen'],
    ...targetRows,
  ];
  const stack = stackAt(cardIds.length);
  const cells = [
    ...declareRows(headRows, 0),
    ...playerIds.flatMap((id, player) => declareRows(playerRows, playerAt(player), `player[${id}]`)),
    ...cardIds.flatMap((id, card) => declareRows(cardRows, cardAt(card), `card[${id}]`)),
    ...Array.from({ length: STACK_CAPACITY }, (_, index) =>
      declareRows(itemRows, stack + index * ITEM_SIZE, `stack[${index}]`),
    ).flat(),
  ];
  return withWords(cells, wordsOfCells(playerIds, cardIds));
}
