/** Sentences of what a step of Holy Grail War reports. */
import type { Narration } from '../system/system.js';
import { narrationOfEvents } from '../system/tell-events.js';
import { events } from './events.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  mpIncome: '{pair} gets {delta} MP',
  mpChanged: 'MP of {unit}: {before} to {after}',
  hpChanged: 'HP of {unit}: {before} to {after}',
  healed: '{unit} heals {hp} HP for {cost} MP',
  vanished: '{unit} vanishes, its upkeep is not paid',
  phaseBegan: 'phase {phase} begins',
  actionChosen: '{unit} chooses action {action}',
  noticed: '{pair} notices {unit}',
  reactionChosen: '{pair} reacts to {unit} with {reaction}',
  reactionGranted: '{pair} may react up to {limit} times, reason {reason}',
  actionDone: '{unit} carries out action {action}, target {target}',
  actionBlocked: 'action {action} of {unit} is stopped',
  communicated: '{pair} talks with {with}',
  soulsEaten: '{unit} eats souls for {amount} MP, {total} in all',
  secrecyBroken: '{pair} breaks the secrecy',
  freeAction: '{unit} acts freely, reason {reason}',
  factsKnown: '{pair} knows of {unit}: facts {facts}',
  skillKnown: '{pair} knows {skill}, parts {parts}',
  skillUsed: '{unit} uses {skill}, effect {effect}, {multiple} times',
  statChanged: 'stat {stat} of {unit} changes by {amount}, for {lasts}',
  skillDisabled: '{skill} is disabled, for {lasts}',
  sealUsed: '{pair} uses a seal, effect {effect}, {left} left',
  miracle: '{pair} asks for a miracle, reason {reason}',
  rankStays: 'the rank of {skill} stays',
  adjusted: 'stat {stat} of {unit} is set by {amount}, reason {reason}',
  battleOpened: 'a battle of {units} units begins',
  linesSealed: 'side {side} has chosen its lines',
  lineOpened: '{unit} stands in line {line}',
  stepBegan: 'step {step} of the round, level {level}',
  magPaid: '{unit} pays for its attack',
  attackRenounced: '{unit} renounces its attack',
  allocationSealed: '{unit} has put {points} points',
  allocationOpened: '{unit} shows strength {str}, constitution {con}, agility {agi}',
  exchange: '{attacker} attacks {defender}: attack {attack}, {hits} hits',
  damage: '{attacker} does {damage} damage to {defender}',
  dying: '{unit} is dying',
  died: '{unit} dies',
  lethalAvoided: '{unit} survives for {lpCost} LP, {hp} HP left',
  escaped: '{unit} escapes for {cost}',
  roundEnded: 'round {round} is over',
  battleEnded: 'the battle is over after round {round}',
  battleClosed: 'the battle is closed, reason {reason}',
  turnEnded: 'the turn is over: day {day}, slot {slot} is next',
  warEnded: 'the war is over, reason {reason}',
  injuryChanged: 'injury of {unit}: {level}',
};

/** Kinds of ids behind the fields. */
const KINDS: Readonly<Record<string, string>> = {
  attacker: 'unit',
  defender: 'unit',
  target: 'unit',
  with: 'pair',
};

export const NARRATION: Narration = narrationOfEvents({ events: events, templates: TEMPLATES, kinds: KINDS });
