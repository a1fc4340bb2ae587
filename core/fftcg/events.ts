/**
 * The events of a step, each with its rule and its sentence. Provenance `decision` names a point of
 * FA1-FA18; `extension` is not in seed 001.
 */
import { declareEvents } from '../system/declare-system.js';
import { idOr, signedWord, type WordOf } from '../system/tell-events.js';
import { NONE, ZONE } from './cells.js';
import { CHOICE_WORDS, placeName, STEP_WORDS, TERMS, ZONE_WORDS } from './words.js';

/** An ability and its card; a Summon is its own ability. */
function abilityOn(word: WordOf): string {
  return word('ability') === word('card') ? '{card}' : '{ability} of {card}';
}

export const EVENTS = declareEvents(
  {
    phase: [1, 'F2', 'turn turnPlayer phase step', 'turn {turn} of {turnPlayer}: {phase}'],
    priority: [2, 'F8', 'player passes', '{player} has priority{outlook}'],
    passed: [3, 'F8', 'player', '{player} passes'],
    pushed: [
      4,
      'F17',
      'card ability controller depth',
      (_, word) => `${abilityOn(word)} goes on the stack for {controller}, {depth:item} there now`,
    ],
    // the item itself is still on the stack when it is reported
    resolved: [
      5,
      'F19',
      'card ability controller depth',
      ({ depth = 0 }, word) => `${abilityOn(word)} resolves, ${depth - 1} left on the stack`,
    ],
    cancelled: [
      6,
      'FA11',
      'card ability controller depth',
      ({ depth = 0 }, word) => `${abilityOn(word)} is cancelled, ${depth - 1} left on the stack`,
      'decision',
    ],
    played: [7, 'F6', 'player card', '{player} plays {card}'],
    moved: [
      8,
      'F17',
      'card from to',
      ({ from, to }) =>
        from === ZONE.limitBreak && to === ZONE.limitBreakUsed
          ? '{card} is turned face up'
          : '{card} goes from {from} to {to}',
    ],
    drew: [9, 'F4', 'player card', '{player} draws {card}'],
    activated: [10, 'F3', 'card', '{card} is activated'],
    dulled: [11, 'F11', 'card', '{card} is dulled'],
    attacked: [12, 'F11', 'card', '{card} attacks'],
    blocked: [13, 'F12', 'card', ({ card }) => (card === NONE ? 'nobody blocks' : '{card} blocks')],
    dealt: [14, 'F13', 'source target amount total', '{source} deals {amount} damage to {target}, {total} in all'],
    playerDamaged: [15, 'F13', 'player card total', '{player} takes a point of damage, {card}; {total} in all'],
    exBurst: [16, 'F14', 'card use', 'the EX Burst of {card} is {use}'],
    triggered: [17, 'FA6', 'card ability', (_, word) => `${abilityOn(word)} triggers`, 'decision'],
    powerChanged: [
      18,
      'FA18',
      'card powerMod',
      (_, word) =>
        word('power') === '' ? 'the power of {card} changes by {powerMod}' : '{card} has power {power} ({powerMod})',
      'decision',
    ],
    clamped: [19, 'FA18', 'card value', 'a value of {card} stops at {value}, the end of its range', 'decision'],
    healed: [20, 'F16', 'card', 'damage of {card} is gone'],
    owed: [21, 'F8', 'choice player', '{player} has to choose {choice}'],
    ended: [22, 'FA7', 'outcome', 'the game is over: {outcome}', 'decision'],
    frozen: [23, 'CR 15.2.4', 'card', '{card} is frozen', 'extension'],
    thawed: [24, 'CR 15.2.4', 'card', '{card} thaws', 'extension'],
    dropped: [25, 'FA11', 'card ability', (_, word) => `${abilityOn(word)} has no target left`, 'decision'],
    used: [26, 'F5', 'player card ability', (_, word) => `{player} uses ${abilityOn(word)}`],
    limitBreak: [
      27,
      'CR 15.2',
      'player card turned',
      '{player} plays {card} by limit break, {turned:card} turned over',
      'extension',
    ],
    granted: [28, 'CR 15.2', 'card keyword', '{card} has {keyword} until the end of the turn', 'extension'],
    found: [
      29,
      'FA20',
      'player card',
      ({ card }) => (card === NONE ? '{player} finds no such card' : '{player} takes {card} into the hand'),
      'decision',
    ],
  },
  {
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
  },
  { terms: TERMS },
);

/** Kinds of the events. */
export const EVENT = EVENTS.kinds;
