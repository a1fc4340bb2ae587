/**
 * From the plain data of a plan's `[setup]` to a game. Source: the state of the rules of seed 001. Decks come in their
 * order, the next card first: nothing here is random.
 *
 * A card is written as the id of its definition, or as a table with an `id` of its own, `copies`, and on the field its
 * state. Cards without an own id are called `barret`, `barret-2`, `barret-3` ... zone by zone (both fields, both hands,
 * both decks ...), the first player's before the second player's.
 */
import { write8, write16 } from '../int/uint.js';
import { RuleError } from '../system.js';
import { SEED_CARDS } from './cards.js';
import { AT, cardAt, imageSize, NONE, OF_CARD, OF_PLAYER, playerAt, ZONE } from './cells.js';
import { CARDS_PER_PLAYER } from './commands.js';
import { CARD_KIND, type Definition, readDefinitions } from './definitions.js';
import { type Game, setPowerMod } from './game.js';
import { choice, flag, identifier, integer, list, table } from './plain.js';
import { beginTurn, enterMain, enterPreparation } from './steps.js';
import type { Rules } from './switches.js';
import { PHASE } from './timing.js';

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
] as const;
const playerFields = ['id', ...zones.map(([name]) => name)] as const;
const cardFields = ['card', 'id', 'copies'] as const;
const stateFields = ['dull', 'frozen', 'damage', 'powerMod', 'enteredTurn'] as const;
const fieldCardFields = [...cardFields, ...stateFields] as const;
const startPhases = ['active', 'main1', 'attack', 'main2'];

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let copy = 2; taken.has(id); copy++) id = `${wanted}-${copy}`;
  return id;
}

function readCard(
  value: unknown,
  path: string,
  owner: number,
  zone: number,
  definitions: readonly Definition[],
  taken: Set<string>,
): Placed[] {
  const plain = table(typeof value === 'string' ? { card: value } : value, path, fieldCardFields);
  for (const name of stateFields) {
    if (zone !== ZONE.field && plain[name] !== undefined) {
      throw new RuleError('E_RANGE', `${path}.${name} is for cards on the field`, `${path}.${name}`);
    }
  }
  const definition = definitions.find((candidate) => candidate.id === plain.card);
  if (definition === undefined) {
    throw new RuleError('E_UNKNOWN_ID', `${path} names no card: ${JSON.stringify(plain.card)}`, path);
  }
  if (zone === ZONE.field && definition.kind === CARD_KIND.summon) {
    throw new RuleError('E_WRONG_CARD', `${path}: a Summon cannot be on the field`, path);
  }
  if (definition.kind !== CARD_KIND.forward && (plain.damage ?? plain.powerMod) !== undefined) {
    throw new RuleError('E_WRONG_CARD', `${path}: only a Forward has damage and power`, path);
  }
  const copies = integer(plain.copies, `${path}.copies`, 'u8', { min: 1, max: CARDS_PER_PLAYER, fallback: 1 });
  const own = plain.id === undefined ? undefined : identifier(plain.id, `${path}.id`);
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
      dull: flag(plain.dull, `${path}.dull`),
      frozen: flag(plain.frozen, `${path}.frozen`),
      damage: integer(plain.damage, `${path}.damage`, 'u16', { fallback: 0 }),
      powerMod: integer(plain.powerMod, `${path}.powerMod`, 'i16', { fallback: 0 }),
      enteredTurn: integer(plain.enteredTurn, `${path}.enteredTurn`, 'u16', { max: 1, fallback: 0 }),
    });
  }
  return out;
}

function readPlayers(
  value: unknown,
  definitions: readonly Definition[],
): { readonly ids: readonly [string, string]; readonly cards: readonly Placed[] } {
  const players = list(value, 'setup.players');
  if (players.length !== 2) throw new RuleError('E_RANGE', 'setup.players has exactly two entries', 'setup.players');
  const tables = players.map((player, index) => table(player, `setup.players[${index}]`, playerFields));
  const ids = tables.map((plain, index) =>
    plain.id === undefined ? 'AB'.charAt(index) : identifier(plain.id, `setup.players[${index}].id`),
  );
  if (ids[0] === ids[1])
    throw new RuleError('E_DUPLICATE_ID', `both players are called ${ids[0]}`, 'setup.players[1].id');
  const taken = new Set<string>();
  // Ids that somebody gave come first: a card without one must not take them.
  for (const plain of tables) {
    for (const [name] of zones) {
      for (const entry of Array.isArray(plain[name]) ? plain[name] : []) {
        if (typeof entry === 'object' && entry !== null && typeof entry.id === 'string') taken.add(entry.id);
      }
    }
  }
  const given = new Set(taken);
  const cards: Placed[] = [];
  for (const [name, zone] of zones) {
    tables.forEach((plain, owner) => {
      const path = `setup.players[${owner}].${name}`;
      list(plain[name], path).forEach((entry, index) => {
        const own = typeof entry === 'object' && entry !== null && 'id' in entry ? String(entry.id) : '';
        if (given.delete(own)) taken.delete(own);
        cards.push(...readCard(entry, `${path}[${index}]`, owner, zone, definitions, taken));
      });
    });
  }
  for (const owner of [0, 1]) {
    if (cards.filter((placed) => placed.owner === owner).length > CARDS_PER_PLAYER) {
      const path = `setup.players[${owner}]`;
      throw new RuleError('E_RANGE', `${path} has more than ${CARDS_PER_PLAYER} cards`, path);
    }
  }
  return { ids: [ids[0] ?? 'A', ids[1] ?? 'B'], cards };
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

/** @throws RuleError naming the path in the data */
export function createGame(setup: unknown, rules: Rules): Game {
  const plain = table(setup, 'setup', setupFields);
  const { definitions, abilities } = readDefinitions([
    ...SEED_CARDS.map((value, index) => ({ value, path: `seed.cards[${index}]` })),
    ...list(plain.definitions, 'setup.definitions').map((value, index) => ({
      value,
      path: `setup.definitions[${index}]`,
    })),
  ]);
  const { ids, cards } = readPlayers(plain.players, definitions);
  const deckOf = (player: number): Uint8Array =>
    Uint8Array.from(
      cards.flatMap((placed, card) => (placed.owner === player && placed.zone === ZONE.deck ? [card] : [])),
    );
  const game: Game = {
    image: new Uint8Array(imageSize(cards.length)),
    rules,
    cardCount: cards.length,
    definitions,
    abilities,
    cardIds: cards.map((placed) => placed.id),
    definitionOf: cards.map((placed) => placed.definition),
    owners: Uint8Array.from(cards, (placed) => placed.owner),
    decks: [deckOf(0), deckOf(1)],
    playerIds: ids,
    events: undefined,
  };
  cards.forEach((placed, card) => {
    writeCard(game, placed, card);
  });
  for (const at of [AT.priority, AT.pendingPlayer, AT.blocker, AT.exCard]) write8(game.image, at, NONE);
  write16(game.image, AT.turn, 1);
  write8(game.image, AT.turnPlayer, integer(plain.turnPlayer, 'setup.turnPlayer', 'u8', { max: 1, fallback: 0 }));
  const start = choice(plain.phase, 'setup.phase', startPhases, 'active');
  if (start === 0) beginTurn(game);
  else if (start === 1) enterMain(game, PHASE.main1);
  else if (start === 2) enterPreparation(game, 0);
  else enterMain(game, PHASE.main2);
  return game;
}
