/** Sentences of what a step of FF-TCG reports, with the words that its game tells. */
import type { Narration } from '../system/system.js';
import { narrationOfEvents } from '../system/tell-events.js';
import { gameOf } from './battle.js';
import { NONE } from './cells.js';
import { EVENTS } from './events.js';
import { definitionOf, type Game } from './game.js';
import { nameOfPlayer, placeOf, stackLines } from './print.js';
import { placeAfter } from './words.js';

/** F8, F18: what waits on the stack, and what comes when the other player passes as well. */
function outlook(game: Game, player: number, passes: number): string {
  const stack = stackLines(game).map(({ text }) => text);
  if (passes === 0) return stack.length < 2 ? '' : `; the stack from its top: ${stack.join(' | ')}`;
  const next =
    stack[0] === undefined
      ? `${placeAfter(placeOf(game), game.rules.loopToPreparation)} follows`
      : `${stack[0]} resolves`;
  return `, the other one has passed; if ${nameOfPlayer(game, player)} passes, ${next}`;
}

export const NARRATION: Narration = narrationOfEvents({
  ...EVENTS.sentences,
  beside(battle, _before, event, { player = NONE, passes = 0, card = NONE, powerMod = 0 }) {
    const game = gameOf(battle);
    if (event === 'priority') return { outlook: game === undefined ? '' : outlook(game, player, passes) };
    if (event !== 'powerChanged' || game === undefined) return {};
    return { power: String(Math.max(0, definitionOf(game, card).power + powerMod)) };
  },
});
