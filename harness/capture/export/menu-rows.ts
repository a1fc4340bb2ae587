/** What both ways of exporting through menus count, and the waits that they write. */
import type { EventBuffer } from '../../../core/system/system.js';
import type { TimedThing } from '../../../core/system/timed.js';
import { maskOfPadWord } from '../../base/pad-script.js';
import type { Plan } from '../../play/plan/types.js';
import { framesOf } from '../menus/timing.js';
import type { MenuProfile, TimingFigures } from '../menus/types.js';
import { thingText } from '../menus/waits.js';
import type { PartBuilder } from './parts.js';

/** The profiles of the image that a route is exported for. */
export interface ExportProfiles {
  readonly menus: MenuProfile;
  readonly timing: TimingFigures;
}

/** How much of a plan has its rows. */
export interface Coverage {
  /** Commands of the plan, repeats counted, and how many of them have all their rows. */
  readonly commands: number;
  readonly covered: number;
  /** Frames as the plan counts them, and rows that were written for them. */
  readonly frames: number;
  readonly rows: number;
  /** Waits whose length was learned or assumed, and those without a known length. */
  readonly learned: number;
  readonly assumed: number;
  readonly unknown: number;
}

export interface MenuExport {
  /** To be called after every command that was played. */
  listen(step: number, command: Int32Array, events: EventBuffer): void;
  /** To be called once, behind the last command. */
  finish(): Coverage;
}

export interface MenuRows {
  readonly textSpeed: number;
  readonly tally: { frames: number; rows: number; learned: number; assumed: number; unknown: number };
  row(word: number): void;
  gap(step: number, why: string, frames?: number): void;
  /** Waits as long as the image shows these things. */
  wait(step: number, things: readonly TimedThing[]): void;
  coverage(): Coverage;
}

export function createMenuRows(plan: Plan, timing: TimingFigures, textSpeed: number, parts: PartBuilder): MenuRows {
  const tally = { frames: 0, rows: 0, learned: 0, assumed: 0, unknown: 0 };
  const gapped = new Set<number>();

  function row(word: number): void {
    parts.row(maskOfPadWord(word));
    tally.rows++;
  }

  function gap(step: number, why: string, frames?: number): void {
    parts.gap(frames, why);
    gapped.add(step);
  }

  return {
    textSpeed,
    tally,
    row,
    gap,
    wait(step, things) {
      for (const thing of things) {
        const { frames, standing } = framesOf(timing, { ...thing, textSpeed });
        tally[standing]++;
        if (standing === 'unknown') {
          gap(step, `how long the screen shows ${thingText(thing)} is not in the timing profile`);
        }
        for (let frame = 0; frame < frames; frame++) row(0);
      }
    },
    coverage() {
      const count = (steps: Plan['steps']): number => steps.reduce((sum, { repeat }) => sum + repeat, 0);
      const whole = plan.steps.filter((_, step) => !gapped.has(step));
      return { commands: count(plan.steps), covered: count(whole), ...tally };
    },
  };
}
