/** Sentences of what a step of FF-TCG reports. */
import type { Narration } from '../system/system.js';
import {
  idOr,
  narrationOfEvents,
  signedWord,
  type Template,
  type Wording,
  type WordOf,
} from '../system/tell-events.js';
import { gameOf } from './battle.js';
import { NONE, ZONE } from './cells.js';
import { events } from './events.js';
import { definitionOf, type Game } from './game.js';
import { nameOfPlayer, placeOf, stackLines } from './print.js';
import { CHOICE_WORDS, placeAfter, placeName, STEP_WORDS, ZONE_WORDS } from './words.js';

/** An ability and its card; a Summon is its own ability. */
function abilityOn(word: WordOf): string {
  return word('ability') === word('card') ? '{card}' : '{ability} of {card}';
}

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  phase: 'turn {turn} of {turnPlayer}: {phase}',
  priority: '{player} has priority{outlook}',
  passed: '{player} passes',
  pushed: (_, word) => `${abilityOn(word)} goes on the stack for {controller}, {depth:item} there now`,
  // the item itself is still on the stack when it is reported
  resolved: ({ depth = 0 }, word) => `${abilityOn(word)} resolves, ${depth - 1} left on the stack`,
  cancelled: ({ depth = 0 }, word) => `${abilityOn(word)} is cancelled, ${depth - 1} left on the stack`,
  played: '{player} plays {card}',
  moved: ({ from, to }) =>
    from === ZONE.limitBreak && to === ZONE.limitBreakUsed
      ? '{card} is turned face up'
      : '{card} goes from {from} to {to}',
  drew: '{player} draws {card}',
  activated: '{card} is activated',
  dulled: '{card} is dulled',
  attacked: '{card} attacks',
  blocked: ({ card }) => (card === NONE ? 'nobody blocks' : '{card} blocks'),
  dealt: '{source} deals {amount} damage to {target}, {total} in all',
  playerDamaged: '{player} takes a point of damage, {card}; {total} in all',
  exBurst: 'the EX Burst of {card} is {use}',
  triggered: (_, word) => `${abilityOn(word)} triggers`,
  powerChanged: (_, word) =>
    word('power') === '' ? 'the power of {card} changes by {powerMod}' : '{card} has power {power} ({powerMod})',
  clamped: 'a value of {card} stops at {value}, the end of its range',
  healed: 'damage of {card} is gone',
  owed: '{player} has to choose {choice}',
  ended: 'the game is over: {outcome}',
  frozen: '{card} is frozen',
  thawed: '{card} thaws',
  dropped: (_, word) => `${abilityOn(word)} has no target left`,
  granted: '{card} has {keyword} until the end of the turn',
  found: ({ card }) => (card === NONE ? '{player} finds no such card' : '{player} takes {card} into the hand'),
  used: (_, word) => `{player} uses ${abilityOn(word)}`,
  limitBreak: '{player} plays {card} by limit break, {turned:card} turned over',
};

const WORDINGS: Readonly<Record<string, Wording>> = {
  turnPlayer: 'player',
  controller: 'player',
  source: idOr('card', NONE, 'a card that has left'),
  target: 'card',
  'phase.phase': (phase, { step = 0 }) => placeName(phase, step),
  'phase.step': STEP_WORDS,
  from: ZONE_WORDS,
  to: ZONE_WORDS,
  card: idOr('card', NONE, 'none'),
  // by the bit in KEYWORD
  keyword: ['', 'Haste', 'Brave', '', 'First Strike', '', '', '', 'Back Attack'],
  use: ['declined', 'used'],
  powerMod: signedWord,
  choice: CHOICE_WORDS,
  outcome: (outcome, _values, battle) => {
    if (outcome === 3) return 'a draw';
    const winner = battle.idName('player', outcome - 1);
    return winner === undefined ? undefined : `${winner} has won`;
  },
};

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
  events,
  templates: TEMPLATES,
  wordings: WORDINGS,
  beside(battle, _before, event, { player = NONE, passes = 0, card = NONE, powerMod = 0 }) {
    const game = gameOf(battle);
    if (event === 'priority') return { outlook: game === undefined ? '' : outlook(game, player, passes) };
    if (event !== 'powerChanged' || game === undefined) return {};
    return { power: String(Math.max(0, definitionOf(game, card).power + powerMod)) };
  },
});
