/**
 * Makes a game from the plain data of a plan's `[setup]`. Source: the state of the rules of seed
 * 001. Decks are given in order, the next card first: nothing here is random.
 *
 * A card is written as the id of its definition, or as a table with an `id` of its own, `copies`,
 * and its state on the field. Cards without an id of their own are named `barret`, `barret-2`,
 * `barret-3` ... zone by zone (both fields, both hands, both decks ...), the first player's before
 * the second's.
 */

import { write8, write16 } from '../int/uint.js';
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
import { createImage } from '../system/image-layout.js';
import { type Named, ownNamed } from '../system/names.js';
import {
  addId,
  type Fields,
  fieldsAt,
  flagAt,
  ID_WORDS,
  INT16,
  integerAt,
  isAbsent,
  listAt,
  type Place,
  placeOf,
  show,
  UINT8,
  UINT16,
  wordAt,
} from '../system/plain-data.js';
import { RuleError } from '../system/system.js';
import { SEED_CARDS } from './cards.js';
import { cardAt, HEAD_OFFSET, imageSize, NONE, OF_CARD, OF_PLAYER, playerAt, ZONE } from './cells.js';
import { ABILITIES_PER_CARD, CARDS_PER_PLAYER, LIMIT_BREAK_CARDS, MAX_TARGETS } from './commands.js';
import {
  ABILITY_KIND,
  CARD_CLASS,
  CARD_KIND,
  CONTROLLER,
  COST,
  type Definition,
  EFFECT,
  KEYWORD,
  PER,
  SCOPE,
  TARGET_STATE,
  TRIGGER,
} from './definitions.js';
import { SETUP_CODES } from './errors.js';
import { type Game, setPowerMod } from './game.js';
import { readDefinitions, readId } from './read-cards.js';
import { beginTurn, enterMain, enterPreparation } from './steps.js';
import type { Rules } from './switches.js';
import { PHASE } from './timing.js';

// The form of a setup as it is published: cards, players and their zones. Source: the readers in
// `read-cards.ts` and `setup.ts`, which are stricter where fields depend on one another.

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
  required('id', TEXT, `what decks call the card: ${ID_WORDS}`),
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
  optional(
    'id',
    TEXT,
    'what commands and cells call it; of several copies none has it',
    'the id of the definition, then -2, -3 ...',
  ),
  optional('copies', integerShape([1, CARDS_PER_PLAYER]), 'how many of them; above 1 without `id`', '1'),
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

interface Placed {
  readonly id: string;
  readonly definition: Definition;
  readonly owner: number;
  readonly zone: number;
  readonly dull: boolean;
  readonly frozen: boolean;
  readonly damage: number;
  readonly powerMod: number;
  readonly enteredTurn: number;
}

const setupFields = ['definitions', 'players', 'turnPlayer', 'phase'] as const;
const zones = [
  ['field', ZONE.field],
  ['hand', ZONE.hand],
  ['deck', ZONE.deck],
  ['damage', ZONE.damage],
  ['breakZone', ZONE.breakZone],
  ['limitBreak', ZONE.limitBreak],
] as const;
const playerFields = ['id', ...zones.map(([name]) => name)] as const;
type PlayerFields = Fields<(typeof playerFields)[number]>;
const cardFields = ['card', 'id', 'copies'] as const;
const stateFields = ['dull', 'frozen', 'damage', 'powerMod', 'enteredTurn'] as const;
const fieldCardFields = [...cardFields, ...stateFields] as const;
const startPhases: Readonly<Record<string, (game: Game) => void>> = {
  active: beginTurn,
  main1: (game) => enterMain(game, PHASE.main1),
  attack: (game) => enterPreparation(game, 0),
  main2: (game) => enterMain(game, PHASE.main2),
};

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let copy = 2; taken.has(id); copy++) id = `${wanted}-${copy}`;
  return id;
}

function readCard(
  place: Place,
  owner: number,
  zone: number,
  definitions: readonly Definition[],
  taken: Set<string>,
): Placed[] {
  const { value, path } = place;
  const field = fieldsAt(typeof value === 'string' ? { ...place, value: { card: value } } : place, fieldCardFields);
  for (const name of stateFields) {
    if (zone !== ZONE.field && !isAbsent(field(name))) {
      throw new RuleError('E_RANGE', `${path}.${name} is for cards on the field`, `${path}.${name}`);
    }
  }
  const { value: card } = field('card');
  const named = typeof card === 'string' ? card.normalize('NFKC') : card;
  const definition = definitions.find((candidate) => candidate.id === named);
  if (definition === undefined) {
    const known = definitions.map(({ id }) => id);
    const word = typeof card === 'string' ? card : '';
    throw new RuleError('E_UNKNOWN_ID', `${path} names no card: ${show(card)}`, path, { word, known });
  }
  if ((zone === ZONE.limitBreak) !== definition.limitBreak >= 0 && zone !== ZONE.field) {
    throw new RuleError(
      'E_WRONG_CARD',
      `${path}: the Limit Break deck holds the cards with a Limit Break cost, and no others`,
      path,
    );
  }
  if (zone === ZONE.field && definition.kind === CARD_KIND.summon) {
    throw new RuleError('E_WRONG_CARD', `${path}: a Summon cannot be on the field`, path);
  }
  if (definition.kind !== CARD_KIND.forward && !(isAbsent(field('damage')) && isAbsent(field('powerMod')))) {
    throw new RuleError('E_WRONG_CARD', `${path}: only a Forward has damage and power`, path);
  }
  const copies = integerAt(field('copies', 1), UINT8, [1, CARDS_PER_PLAYER]);
  const own = isAbsent(field('id')) ? undefined : readId(field('id'));
  if (own !== undefined && copies > 1) {
    const message = `${path}: ${copies} copies cannot all be called ${own}; leave id out: they are numbered`;
    throw new RuleError('E_DUPLICATE_ID', message, `${path}.id`);
  }
  const out: Placed[] = [];
  for (let copy = 0; copy < copies; copy++) {
    if (own !== undefined && taken.has(own)) {
      throw new RuleError('E_DUPLICATE_ID', `two cards are called ${own}`, `${path}.id`);
    }
    const id = own ?? freeId(definition.id, taken);
    taken.add(id);
    out.push({
      id,
      definition,
      owner,
      zone,
      dull: flagAt(field('dull', false)),
      frozen: flagAt(field('frozen', false)),
      damage: integerAt(field('damage', 0), UINT16),
      powerMod: integerAt(field('powerMod', 0), INT16),
      enteredTurn: integerAt(field('enteredTurn', 0), UINT16, [0, 1]),
    });
  }
  return out;
}

/** The id that an entry of a zone gives to its card, or undefined. */
function ownId({ value }: Place): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id.normalize('NFKC') : undefined;
}

function readCards(players: readonly PlayerFields[], definitions: readonly Definition[]): readonly Placed[] {
  const entries = zones.flatMap(([name, zone]) =>
    players.flatMap((field, owner) => listAt(field(name, [])).map((place) => ({ place, owner, zone }))),
  );
  // Ids that somebody gave come first: a card without one must not take them.
  const taken = new Set<string>();
  for (const { place } of entries) {
    const own = ownId(place);
    if (own !== undefined) taken.add(own);
  }
  const given = new Set(taken);
  return entries.flatMap(({ place, owner, zone }) => {
    const own = ownId(place);
    if (own !== undefined && given.delete(own)) taken.delete(own);
    return readCard(place, owner, zone, definitions, taken);
  });
}

/** Extension: checks a Limit Break deck: at most 8 cards, and none without the switch. */
function checkLimitBreakDeck(field: PlayerFields, owner: number, cards: readonly Placed[], allowed: boolean): void {
  const { path } = field('limitBreak');
  const count = cards.filter((placed) => placed.owner === owner && placed.zone === ZONE.limitBreak).length;
  if (count > 0 && !allowed) throw new RuleError('E_RANGE', `${path} needs the switch limitBreak = "on"`, path);
  if (count > LIMIT_BREAK_CARDS)
    throw new RuleError('E_RANGE', `${path} has more than ${LIMIT_BREAK_CARDS} cards`, path);
}

function readPlayers(
  place: Place,
  definitions: readonly Definition[],
  rules: Rules,
): { readonly ids: readonly [string, string]; readonly cards: readonly Placed[] } {
  const entries = listAt(place);
  if (entries.length !== 2) throw new RuleError('E_RANGE', `${place.path} has exactly two entries`, place.path);
  const [first, second] = entries as [Place, Place];
  const players = [fieldsAt(first, playerFields), fieldsAt(second, playerFields)] as const;
  const ids = [readId(players[0]('id', 'A')), readId(players[1]('id', 'B'))] as const;
  addId([ids[0]], ids[1], `${second.path}.id`);
  const cards = readCards(players, definitions);
  for (const [owner, field] of players.entries()) checkLimitBreakDeck(field, owner, cards, rules.limitBreak);
  for (const [owner, { path }] of [first, second].entries()) {
    if (cards.filter((placed) => placed.owner === owner).length > CARDS_PER_PLAYER) {
      throw new RuleError('E_RANGE', `${path} has more than ${CARDS_PER_PLAYER} cards`, path);
    }
  }
  return { ids, cards };
}

/**
 * What people call a card: its printed name, behind it what tells it from others of the same name.
 * The seed prints the names of its own cards in Japanese.
 */
function namedCard({ id, definition }: Placed): Named | undefined {
  const { name, id: printed, number } = definition;
  const rest = id.startsWith(printed) ? id.slice(printed.length) : ` (${id})`;
  const named = ownNamed(id, name === printed ? id : `${name}${rest}`);
  return named === undefined || number >= SEED_CARDS.length ? named : { ...named, en: id };
}

function writeCard(game: Game, placed: Placed, card: number): void {
  const at = cardAt(card);
  const countAt = [OF_PLAYER.deck, OF_PLAYER.hand, OF_PLAYER.field, OF_PLAYER.damage, OF_PLAYER.breakZone][placed.zone];
  if (countAt !== undefined) {
    const count = playerAt(placed.owner) + countAt;
    write8(game.image, count, (game.image[count] ?? 0) + 1);
  }
  write8(game.image, at + OF_CARD.zone, placed.zone);
  write8(game.image, at + OF_CARD.dull, placed.dull ? 1 : 0);
  write8(game.image, at + OF_CARD.frozen, placed.frozen ? 1 : 0);
  write8(game.image, at + OF_CARD.keywords, placed.definition.keywords);
  write16(game.image, at + OF_CARD.power, placed.definition.power);
  write16(game.image, at + OF_CARD.damage, placed.damage);
  write16(game.image, at + OF_CARD.enteredTurn, placed.enteredTurn);
  setPowerMod(game, card, placed.powerMod);
}

/** Creates a game from a setup. @throws RuleError with the path of the wrong data */
export function createGame(setup: unknown, rules: Rules): Game {
  const field = fieldsAt(placeOf(setup, 'setup', SETUP_CODES), setupFields);
  const { definitions, abilities } = readDefinitions([
    ...listAt(placeOf(SEED_CARDS, 'seed.cards', SETUP_CODES)),
    ...listAt(field('definitions', [])),
  ]);
  const { ids, cards } = readPlayers(field('players', []), definitions, rules);
  const deckOf = (player: number): Uint8Array =>
    Uint8Array.from(
      cards.flatMap((placed, card) => (placed.owner === player && placed.zone === ZONE.deck ? [card] : [])),
    );
  const game: Game = {
    image: createImage(imageSize(cards.length)),
    rules,
    cardCount: cards.length,
    definitions,
    abilities,
    cardIds: cards.map((placed) => placed.id),
    named: cards.map(namedCard),
    definitionOf: cards.map((placed) => placed.definition),
    owners: Uint8Array.from(cards, (placed) => placed.owner),
    decks: [deckOf(0), deckOf(1)],
    playerIds: ids,
    events: undefined,
  };
  cards.forEach((placed, card) => {
    writeCard(game, placed, card);
  });
  for (const at of [HEAD_OFFSET.priority, HEAD_OFFSET.pendingPlayer, HEAD_OFFSET.blocker, HEAD_OFFSET.exCard])
    write8(game.image, at, NONE);
  write16(game.image, HEAD_OFFSET.turn, 1);
  write8(game.image, HEAD_OFFSET.turnPlayer, integerAt(field('turnPlayer', 0), UINT8, [0, 1]));
  wordAt(field('phase', 'active'), startPhases)(game);
  return game;
}
