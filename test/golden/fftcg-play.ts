/**
 * A duel of `references/fftcg.ts` told command by command. A Summon is on the stack until it has resolved (F17); the reference
 * puts its card into the Break Zone at once, which is told here as the stack. A card that is not on the field has no state: its
 * cells are 0. With the game over nobody has priority or owes a choice.
 */
import type { RowCommand } from '../../harness/play/trace/types.js';
import { applyDuel, createDuel } from '../references/fftcg.js';
import type { Card, Character, Duel, DuelCommand, DuelSwitches, PlayerIndex } from '../references/fftcg-cards.js';
import { copyOf, definitionOf, OTHER_CARDS } from './fftcg-deck.js';
import { type CellValues, recordGolden, rejection, type Switches } from './golden.js';

const SYSTEM = 'fftcg';
const NONE = 255;
const PLAYERS = ['A', 'B'] as const;
const PHASES = ['active', 'draw', 'main1', 'attack', 'main2', 'end'];
const STEPS = [null, 'preparation', 'declaration', 'block', 'damage', 'firstStrike'];
const CHOICES = ['attack', 'block', 'partyDamage', 'exBurst', 'triggers', 'discard'];
const ZONES = ['deck', 'hand', 'field', 'damageZone', 'breakZone', 'stack'] as const;

/** Names of cards; a second `rock` of the same game is called `rock-2`. */
export interface Side {
  readonly field?: readonly string[];
  readonly hand?: readonly string[];
  readonly deck: readonly string[];
}

export interface Scene {
  readonly file: string;
  readonly sides: readonly [Side, Side];
  readonly switches?: Switches;
}

function flags(switches: Switches): Partial<DuelSwitches> {
  const plain = (value: string | number): string | number | boolean =>
    value === 'yes' ? true : value === 'no' ? false : value;
  return Object.fromEntries(Object.entries(switches).map(([name, value]) => [name, plain(value)]));
}

/** A command as plans write it. */
export function plain(command: DuelCommand): RowCommand {
  const base = { command: command.kind, player: PLAYERS[command.player] };
  switch (command.kind) {
    case 'playCharacter':
      return { ...base, card: command.card };
    case 'useAbility':
      return { ...base, source: command.source, ability: command.ability, targets: command.targets };
    case 'castSummon':
      return { ...base, card: command.card, targets: command.targets };
    case 'declareAttack':
      return { ...base, forwards: command.ids };
    case 'declareBlock':
      return { ...base, ...(command.id === null ? {} : { blocker: command.id }) };
    case 'assignPartyDamage': {
      const { amounts } = command;
      return { ...base, forwards: amounts.map(({ id }) => id), amounts: amounts.map(({ amount }) => amount) };
    }
    case 'exBurst':
      return { ...base, use: command.use ? 1 : 0, targets: command.targets ?? [] };
    case 'playLimitBreak':
      return { ...base, card: command.card, turned: command.turned, targets: command.targets };
    case 'orderTriggers':
      return { ...base, triggers: command.ids, targets: [] };
    case 'discard':
      return { ...base, cards: command.ids };
    default:
      return base;
  }
}

function zoneOf(duel: Duel, player: PlayerIndex, card: Card): number {
  const { deck, hand, field, damageZone, breakZone, limitDown, limitUp } = duel.players[player];
  if (duel.stack.some(({ name, source }) => source === null && name === card.id)) return ZONES.indexOf('stack');
  const lists = [deck, hand, field.map((character) => character.card), damageZone, breakZone, [], limitDown, limitUp];
  return lists.findIndex((list) => list.some(({ id }) => id === card.id));
}

function characterCells(character: Character | undefined): Record<string, number> {
  return {
    dull: Number(character?.dull ?? false),
    attacked: Number(character?.attackedThisTurn ?? false),
    damage: character?.damage ?? 0,
    powerMod: character?.powerMod ?? 0,
    enteredTurn: character?.enteredTurn ?? 0,
  };
}

export function cells(duel: Duel, cards: readonly [readonly Card[], readonly Card[]]): CellValues {
  const { winner } = duel;
  const pending = winner === null ? duel.pending : null;
  const priority = winner === null ? duel.priority : null;
  const values: Record<string, number> = {
    turn: duel.turn,
    turnPlayer: duel.turnPlayer,
    phase: PHASES.indexOf(duel.phase),
    step: STEPS.indexOf(duel.step),
    priority: priority ?? NONE,
    passes: winner === null ? duel.passes : 0,
    pending: pending === null ? 0 : 1 + CHOICES.indexOf(pending.kind),
    pendingPlayer: pending === null ? NONE : pending.player,
    outcome: winner === null ? 0 : winner === 'draw' ? 3 : 1 + winner,
    stackDepth: duel.stack.length,
  };
  for (const player of [0, 1] as const) {
    const { deck, hand, field, damageZone, outOfCards } = duel.players[player];
    const zones = cards[player].map((card) => zoneOf(duel, player, card));
    const counts = {
      ...{ deck: deck.length, hand: hand.length, field: field.length, damage: damageZone.length },
      breakZone: zones.filter((zone) => zone === ZONES.indexOf('breakZone')).length,
      deckOut: Number(outOfCards),
    };
    for (const [name, count] of Object.entries(counts)) values[`player[${PLAYERS[player]}].${name}`] = count;
    cards[player].forEach((card, index) => {
      values[`card[${card.id}].zone`] = zones[index] ?? -1;
      if (card.kind === 'summon') return;
      const character = field.find((one) => one.card.id === card.id);
      for (const [name, value] of Object.entries(characterCells(character))) values[`card[${card.id}].${name}`] = value;
    });
  }
  return values;
}

export function begin(scene: Scene) {
  const taken = new Map<string, number>();
  const copies = (names: readonly string[] = []): [string, Card][] =>
    names.map((name) => {
      const count = (taken.get(name) ?? 0) + 1;
      taken.set(name, count);
      return [name, copyOf(name, count === 1 ? name : `${name}-${count}`)];
    });
  const sides = scene.sides.map(({ field, hand, deck }) => ({
    field: copies(field),
    hand: copies(hand),
    deck: copies(deck),
  }));
  const [first, second] = sides.map((side) => ({
    field: side.field.map(([, card]) => card),
    hand: side.hand.map(([, card]) => card),
    deck: side.deck.map(([, card]) => card),
  }));
  if (first === undefined || second === undefined) throw new Error('a game has two sides');
  const switches = scene.switches ?? {};
  let duel = createDuel({ players: [first, second], switches: flags(switches) });
  const all = [first, second].map(({ field, hand, deck }) => [...field, ...hand, ...deck]);
  const cards = [all[0] ?? [], all[1] ?? []] as const;
  const named = new Set(sides.flatMap((side) => Object.values(side).flatMap((zone) => zone.map(([name]) => name))));
  const plainZone = (zone: readonly [string, Card][]): object[] => zone.map(([card, { id }]) => ({ card, id }));
  const setup = {
    definitions: OTHER_CARDS.filter(({ id }) => named.has(id)).map(definitionOf),
    players: sides.map(({ field, hand, deck }, player) => ({
      ...{ id: PLAYERS[player], field: plainZone(field), hand: plainZone(hand), deck: plainZone(deck) },
    })),
  };
  const recorder = recordGolden({ file: `${SYSTEM}/${scene.file}`, system: SYSTEM, setup, switches }, () =>
    cells(duel, cards),
  );
  return {
    duel: () => duel,
    finish: recorder.finish,
    code: (command: DuelCommand) => rejection(() => applyDuel(duel, command)),
    give: (command: DuelCommand) =>
      recorder.give(plain(command), () => {
        duel = applyDuel(duel, command);
      }),
  };
}
