/** Sentences of what a step of FF-TCG reports. */
import type { Narration } from '../system/system.js';
import { narrationOfEvents } from '../system/tell-events.js';
import { events } from './events.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  phase: 'turn {turn} of {turnPlayer}: phase {phase}, step {step}',
  priority: '{player} has priority, {passes} passed before',
  passed: '{player} passes',
  pushed: '{card} puts {ability} on the stack, {depth} there now',
  resolved: '{ability} of {card} resolves, {depth} left on the stack',
  cancelled: '{ability} of {card} is cancelled, {depth} left on the stack',
  played: '{player} plays {card}',
  moved: '{card} goes from zone {from} to zone {to}',
  drew: '{player} draws {card}',
  activated: '{card} is activated',
  dulled: '{card} is dulled',
  attacked: '{card} attacks',
  blocked: '{card} blocks',
  dealt: '{source} deals {amount} damage to {target}, {total} in all',
  playerDamaged: '{player} takes a point of damage, {card}; {total} in all',
  exBurst: 'EX burst of {card}',
  triggered: '{ability} of {card} triggers',
  powerChanged: 'power of {card} changes by {powerMod}',
  clamped: 'a value of {card} is held at {value}',
  healed: 'damage of {card} is gone',
  owed: '{player} owes choice {choice}',
  ended: 'the game is over, outcome {outcome}',
  frozen: '{card} is frozen',
  thawed: '{card} thaws',
  dropped: '{ability} of {card} has no target left',
  used: '{player} uses {ability} of {card}',
  limitBreak: '{player} plays {card} by limit break, {turned} turned over',
};

/** Kinds of ids behind the fields. */
const KINDS: Readonly<Record<string, string>> = {
  turnPlayer: 'player',
  controller: 'player',
  source: 'card',
  target: 'card',
};

export const NARRATION: Narration = narrationOfEvents({ events: events, templates: TEMPLATES, kinds: KINDS });
