/** The bundled logs of `traces/recordings.json`: ROM, input and length. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAD_BITS, type PadEvent, packageRoot, parsePadScript } from '../../base/index.js';

// Random pad scripts for the test ROM. The same seed always gives the same script, from our own
// xorshift32.

type Button = keyof typeof PAD_BITS;

/** Combinations that the drill program answers, repeated by weight; never opposite directions. */
const COMBINATIONS: readonly (readonly Button[])[] = [
  ...[['A'], ['A'], ['B'], ['X'], ['Y'], ['Y'], ['L'], ['R'], ['L', 'R']],
  ...[['Up'], ['Down'], ['Left'], ['Right'], ['Up', 'Left'], ['Down', 'Right']],
  ...[
    ['Start', 'A'],
    ['Start', 'A'],
    ['Start', 'B'],
    ['Start', 'X'],
    ['Start', 'Y'],
    ['Start', 'L'],
    ['Start', 'R'],
    ['Start', 'Up'],
    ['Start', 'Left'],
  ],
  ...[
    ['Select', 'Left'],
    ['Select', 'Right'],
    ['Select', 'Right'],
    ['Select', 'Up'],
    ['Select', 'Down'],
    ['Select', 'Down'],
    ['Select', 'Start'],
  ],
] as readonly (readonly Button[])[];

/** Mostly skills of both sides, so that a short log holds many of them. */
const SKILLS: readonly (readonly Button[])[] = [
  ...[['A'], ['A'], ['A'], ['B'], ['Start', 'A'], ['Start', 'A'], ['Start', 'A'], ['Start', 'A'], ['Start', 'A']],
  ...[
    ['Start', 'A'],
    ['Start', 'B'],
    ['Select', 'Right'],
    ['Select', 'Right'],
    ['Select', 'Left'],
    ['Select', 'Down'],
  ],
  ...[['Up'], ['Left'], ['Down', 'Right']],
] as readonly (readonly Button[])[];

/** What the buttons of the duel do: its enemies decide for themselves. */
const DUEL: readonly (readonly Button[])[] = [
  ...[['A'], ['A'], ['A'], ['A'], ['A'], ['B'], ['X'], ['Y'], ['L'], ['R'], ['R'], ['L', 'R']],
  ...[['Up'], ['Down'], ['Left'], ['Right'], ['Up', 'Left'], ['Down', 'Right']],
  ...[
    ['Select', 'Left'],
    ['Select', 'Right'],
    ['Select', 'Right'],
    ['Select', 'Up'],
    ['Select', 'Down'],
    ['Select', 'Down'],
  ],
] as readonly (readonly Button[])[];

/** Mix of random input: everything that the drill program answers, mainly skills, or a duel's. */
export type SoakMix = 'all' | 'skills' | 'duel';

const MIXES: Readonly<Record<SoakMix, readonly (readonly Button[])[]>> = {
  all: COMBINATIONS,
  skills: SKILLS,
  duel: DUEL,
};

/** Frames in the menu before the first press, and between presses. */
const MENU_START = 20;
const MENU_STEP = 4;

function maskOf(buttons: readonly Button[]): number {
  return buttons.reduce((mask, button) => mask | (1 << PAD_BITS[button]), 0);
}

/**
 * Presses that start a scenario of the test ROM's menu.
 * @returns the events and the frame after them
 */
function menuPresses(scenario: number): { readonly events: PadEvent[]; readonly next: number } {
  const events: PadEvent[] = [{ frame: 0, mask: 0 }];
  let frame = MENU_START;
  const press = (button: Button): void => {
    events.push({ frame, mask: maskOf([button]) }, { frame: frame + MENU_STEP, mask: 0 });
    frame += 2 * MENU_STEP;
  };
  for (let number = 0; number < scenario; number++) press('Select');
  press('Start');
  return { events, next: frame };
}

/** A script of random input. @param seed not 0 */
export function soakScript(scenario: number, seed: number, frames: number, mix: SoakMix = 'all'): PadEvent[] {
  const choices = MIXES[mix];
  let state = seed | 0;
  const roll = (sides: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
  const { events, next } = menuPresses(scenario);
  let frame = next;
  while (frame < frames) {
    events.push({ frame, mask: maskOf(choices[roll(choices.length)] ?? []) });
    frame += 2 + roll(4);
    // now and then nothing is held, so that charges run and steps end
    if (roll(8) === 0) {
      events.push({ frame, mask: 0 });
      frame += 1 + roll(24);
    }
  }
  return events.filter((event) => event.frame < frames);
}

/** One bundled log: a pad script of a file, or random input from a seed. */
export interface BundledLog {
  readonly log: string;
  readonly what: string;
  readonly core: string;
  readonly frames: number;
  readonly script?: string;
  readonly soak?: { readonly scenario: number; readonly seed: number; readonly mix?: SoakMix };
  /** On the second or third image, with its draw journal. */
  readonly image?: 'battle' | 'duel';
}

const ROOT = packageRoot();
/** The images of the test ROM, with the title in their header. */
export const ROM = 'traces/homebrew/drill.sfc';
export const BATTLE_ROM = 'traces/homebrew/drill-battle.sfc';
const TURN_IMAGE = { rom: ROM, romTitle: 'LOCKSTEP DRILL' };
export const DUEL_ROM = 'traces/homebrew/drill-duel.sfc';
const BATTLE_IMAGE = { rom: BATTLE_ROM, romTitle: 'LOCKSTEP DRILL BATTLE' };
const DUEL_IMAGE = { rom: DUEL_ROM, romTitle: 'LOCKSTEP DRILL DUEL' };

/** Path of the image in the checkout, and its title. */
export function imageOf(log: BundledLog): typeof TURN_IMAGE {
  if (log.image === 'duel') return DUEL_IMAGE;
  return log.image === 'battle' ? BATTLE_IMAGE : TURN_IMAGE;
}

/** The entries of `traces/recordings.json`. */
export function bundledLogs(): readonly BundledLog[] {
  return JSON.parse(readFileSync(join(ROOT, 'traces/recordings.json'), 'utf8')) as BundledLog[];
}

/** Input of a log. */
export function padScriptOf(log: BundledLog): readonly PadEvent[] {
  const { soak } = log;
  if (soak !== undefined) return soakScript(soak.scenario, soak.seed, log.frames, soak.mix);
  const file = log.script ?? '';
  return parsePadScript(readFileSync(join(ROOT, file), 'utf8'), { file });
}
