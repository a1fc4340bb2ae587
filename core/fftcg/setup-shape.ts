/**
 * The form of a setup as it is published: cards, players and their zones. Source: the readers in
 * `read-cards.ts` and `setup.ts`, which are stricter where fields depend on one another.
 */
import {
  type FieldShape,
  FLAG,
  integerShape,
  listShape,
  optional,
  required,
  type TableShape,
  TEXT,
  tableShape,
  wordShape,
} from '../system/data-shape.js';
import { INT16, UINT16 } from '../system/plain-data.js';
import { ABILITIES_PER_CARD, CARDS_PER_PLAYER, LIMIT_BREAK_CARDS, MAX_TARGETS } from './commands.js';
import {
  ABILITY_KIND,
  CARD_CLASS,
  CARD_KIND,
  CONTROLLER,
  COST,
  EFFECT,
  KEYWORD,
  PER,
  SCOPE,
  TARGET_STATE,
  TRIGGER,
} from './definitions.js';

const without = (words: object, left: string): readonly string[] => Object.keys(words).filter((word) => word !== left);

const EFFECT_FIELDS: readonly FieldShape[] = [
  required(
    'kind',
    wordShape(Object.keys(EFFECT)),
    'damage, addPower (until the end of the turn), return to the hand, break, dull, activate, draw, freeze (skips one Active Phase), heal (takes damage away), grant (a keyword until the end of the turn), search (a card of the deck to the hand), recover (of the Break Zone)',
  ),
  optional(
    'scope',
    wordShape(Object.keys(SCOPE)),
    'the chosen cards, the source itself, or all such Forwards; draw, search and recover have none',
    '`targets`',
  ),
  optional('amount', integerShape([INT16[0], UINT16[1]]), 'damage 0 to 65535, addPower -32768 to 32767, draw 0 to 255'),
  optional('per', wordShape(without(PER, 'one')), 'multiplies the amount by a count at that moment', 'once'),
  optional('keyword', wordShape(Object.keys(KEYWORD)), 'what grant gives'),
  optional('card', TEXT, 'id of the card that search and recover look for'),
];

const ABILITY_FIELDS: readonly FieldShape[] = [
  optional('id', TEXT, 'what commands call it', 'the id of the card, for its first ability'),
  required(
    'kind',
    wordShape(Object.keys(ABILITY_KIND)),
    'action and special are used, auto waits for its trigger, summon is what a Summon does',
  ),
  optional('trigger', wordShape(without(TRIGGER, 'none')), 'what an auto-ability waits for'),
  optional('dull', FLAG, 'the same as the cost dull', '`false`'),
  optional(
    'cost',
    listShape(wordShape(Object.keys(COST))),
    'dulls the source, puts it into the Break Zone, returns it to the hand, or discards another copy of the card',
    'none',
  ),
  optional('targets', integerShape([0, MAX_TARGETS]), 'exactly how many cards are chosen', '0'),
  optional('of', wordShape(Object.keys(CARD_CLASS)), 'what may be chosen', '`forward`'),
  optional('controller', wordShape(Object.keys(CONTROLLER)), 'whose may be chosen', '`any`'),
  optional('powerAtMost', integerShape(UINT16), 'greatest power of a chosen Forward', 'any power'),
  optional('state', wordShape(without(TARGET_STATE, 'any')), 'the state of a chosen card', 'any state'),
  required('effects', listShape(tableShape(EFFECT_FIELDS)), 'what it does, in this order; one at least'),
];

const DEFINITION_FIELDS: readonly FieldShape[] = [
  required('id', TEXT, 'ASCII letters, digits, - and _; what decks call the card'),
  optional('name', TEXT, 'its printed name', 'the id'),
  required('kind', wordShape(Object.keys(CARD_KIND)), 'a Summon has exactly one ability'),
  optional('element', TEXT, 'a word of yours; parties need the same one', 'none'),
  optional('power', integerShape([1, UINT16[1]]), 'of a Forward, which must have it'),
  optional('keywords', listShape(wordShape(Object.keys(KEYWORD))), 'of a Character', 'none'),
  optional('abilities', listShape(tableShape(ABILITY_FIELDS), ABILITIES_PER_CARD), 'what it can do', 'none'),
  optional('exBurst', TEXT, 'id of the ability that is its EX Burst', 'none'),
  optional(
    'limitBreak',
    integerShape([0, LIMIT_BREAK_CARDS - 1]),
    'Limit Break cost; such cards have a deck of their own',
  ),
];

const CARD_FIELDS: readonly FieldShape[] = [
  required('card', TEXT, 'id of its definition'),
  optional('id', TEXT, 'what commands and cells call it', 'the id of the definition, then -2, -3 ...'),
  optional('copies', integerShape([1, CARDS_PER_PLAYER]), 'how many of them', '1'),
];

const ON_FIELD: readonly FieldShape[] = [
  optional('dull', FLAG, 'dull or active', '`false`'),
  optional('frozen', FLAG, 'skips its next Active Phase', '`false`'),
  optional('damage', integerShape(UINT16), 'damage on a Forward', '0'),
  optional('powerMod', integerShape(INT16), 'change of power until the end of the turn', '0'),
  optional('enteredTurn', integerShape([0, 1]), '1: it entered this turn', '0'),
];

function zone(name: string, meaning: string, fields: readonly FieldShape[] = CARD_FIELDS, most?: number): FieldShape {
  return optional(name, listShape({ is: 'either', forms: [TEXT, tableShape(fields)] }, most), meaning, 'empty');
}

const PLAYER_FIELDS: readonly FieldShape[] = [
  optional('id', TEXT, 'what commands call the player', 'A, B'),
  zone('field', 'Characters, as an id or a table', [...CARD_FIELDS, ...ON_FIELD]),
  zone('hand', 'cards in the hand'),
  zone('deck', 'the deck in order, the next card first'),
  zone('damage', 'cards in the damage zone'),
  zone('breakZone', 'cards in the Break Zone'),
  zone('limitBreak', 'the Limit Break deck, with the switch limitBreak', CARD_FIELDS, LIMIT_BREAK_CARDS),
];

export const SETUP_SHAPE: TableShape = tableShape([
  optional(
    'definitions',
    listShape(tableShape(DEFINITION_FIELDS)),
    'cards besides barret, brynhildr and valefor',
    'none',
  ),
  required('players', listShape(tableShape(PLAYER_FIELDS), 2), 'the two players, each with at most 60 cards'),
  optional('turnPlayer', integerShape([0, 1]), 'whose turn it is', '0'),
  optional('phase', wordShape(['active', 'main1', 'attack', 'main2']), 'where the game begins', '`active`'),
]);
