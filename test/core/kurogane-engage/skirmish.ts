/** A small setup with every kind of unit and weapon, and a runner that collects events. */

import { createBattle, type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { apply, createEventBuffer, type PlainCommand, readEvents } from '../../../core/system/battle.js';

export const WEAPONS = [
  { id: 'rifle', hit: 4, rng: 3, pow: 4, pen: 1 },
  { id: 'mortar', hit: 3, rng: 4, pow: 5, indirect: true },
  { id: 'blade', hit: 4, rng: 'C', pow: 6, pen: 0, powerAttack: true },
  { id: 'huge', hit: 255, rng: 255, pow: 255 },
];

export const UNITS = [
  {
    id: 'ace',
    side: 0,
    frame: 'standard',
    commander: true,
    enhance: true,
    weapons: ['rifle', 'mortar', 'blade', 'huge'],
  },
  { id: 'wing', side: 0, frame: 'standard', x: 0, y: 1, weapons: ['rifle'] },
  { id: 'boss', side: 1, frame: 'large', x: 4, commander: true, shield: true, level: 1, weapons: ['blade'] },
  { id: 'drone', side: 1, frame: 'standard', x: 1, weapons: ['rifle'] },
  { id: 'to', side: 1, hp: 1, arm: 2, x: 2, faction: 'TO', largeWeapon: true },
];

export const SETUP = { weapons: WEAPONS, units: UNITS };

type Fields = Readonly<Record<string, unknown>>;

/** The setup with some fields of some units replaced. */
export function withUnits(changes: Readonly<Record<string, Fields>>, more: Fields = {}): object {
  return { ...SETUP, ...more, units: UNITS.map((unit) => ({ ...unit, ...changes[unit.id] })) };
}

export function start(setup: object = SETUP, switches: Readonly<Record<string, string | number>> = {}): KuroganeBattle {
  return createBattle(setup, switches);
}

export function run(battle: KuroganeBattle, ...commands: PlainCommand[]): string[] {
  const events = createEventBuffer();
  for (const command of commands) apply(kuroganeEngage, battle, command, events);
  return readEvents(kuroganeEngage, events).map((event) => event.event);
}

export function declare(more: Fields = {}): PlainCommand {
  return { attacker: 'ace', weapon: 'rifle', target: 'drone', distance: 1, ...more, command: 'declare' };
}

export const SIZE: PlainCommand = { command: 'sizePool' };
export const TEST: PlainCommand = { command: 'testDamage' };
export const APPLY: PlainCommand = { command: 'applyResult' };
export const END: PlainCommand = { command: 'endAttack' };

export function rolled(...faces: number[]): PlainCommand {
  return { command: 'roll', faces };
}
