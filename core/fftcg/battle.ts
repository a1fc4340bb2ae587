/**
 * A game as a `Battle`: cells by the ids of the setup, ids of players, cards, abilities and waiting
 * triggers.
 */
import type { Battle, CellDeclaration } from '../system/system.js';
import { declareCells } from './cells.js';
import { ABILITIES_PER_CARD } from './commands.js';
import { definitionOf, type Game } from './game.js';
import { legalCommands } from './legal.js';
import { step } from './step.js';

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
  };
  games.set(battle, game);
  return battle;
}
