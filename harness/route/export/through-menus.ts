/**
 * Exports the frames of a plan through the menus of an image: an order is preceded by the pad words
 * that give it, and what a frame shows is waited for. What a profile does not know becomes a gap.
 */

import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import type { Menus } from '../../../core/system/timed.js';
import { LockstepError } from '../../base/errors.js';
import { maskOfPadWord } from '../../base/pad-script.js';
import { orderRows, wayOf } from '../../menus/order-rows.js';
import { framesOf } from '../../menus/timing.js';
import type { MenuProfile, TimingProfile } from '../../menus/types.js';
import { encodeMove } from '../../plan/moves.js';
import type { Plan } from '../../plan/types.js';
import type { PartBuilder } from './parts.js';

/** The profiles of the image that a route is exported for. */
export interface ExportProfiles {
  readonly menus: MenuProfile;
  readonly timing: TimingProfile;
}

/** How much of a plan has its rows. */
export interface Coverage {
  /** Commands of the plan, repeats counted, and how many of them have all their rows. */
  readonly commands: number;
  readonly covered: number;
  /** Frames as the plan counts them, and rows that were written for them. */
  readonly frames: number;
  readonly rows: number;
  /** Waits whose length was assumed, and those without a known length. */
  readonly assumed: number;
  readonly unknown: number;
}

interface Tally {
  frames: number;
  rows: number;
  assumed: number;
  unknown: number;
}

export interface MenuExport {
  /** To be called after every frame of the plan. */
  listen(step: number, command: Int32Array, events: EventBuffer): void;
  coverage(): Coverage;
}

function menusOf(system: System, plan: Plan): Menus {
  const { menus } = system.capabilities;
  if (menus !== undefined) return menus;
  throw new LockstepError('E_CAPABILITY', `${system.id} has no orders through menus`, {
    file: plan.file,
    found: system.id,
    remedy: 'Leave --menus out: its commands become gaps',
  });
}

/**
 * @param battle at the plan's start
 * @throws LockstepError `E_CAPABILITY`, `E_TRACE_CELL_UNKNOWN` for a text speed without a cell
 */
export function exportThroughMenus(
  system: System,
  battle: Battle,
  plan: Plan,
  profiles: ExportProfiles,
  parts: PartBuilder,
): MenuExport {
  const menus = menusOf(system, plan);
  const scratch = system.create(null, plan.ruleset.switches);
  const before = battle.image.slice();
  const textSpeed = textSpeedOf(battle, profiles.menus);
  const tally: Tally = { frames: 0, rows: 0, assumed: 0, unknown: 0 };
  const gapped = new Set<number>();

  function gap(step: number, why: string): void {
    parts.gap(undefined, why);
    gapped.add(step);
  }

  function row(word: number): void {
    parts.row(maskOfPadWord(word));
    tally.rows++;
  }

  function order(step: number): void {
    const { command } = plan.steps[step] as Plan['steps'][number];
    const { words, shape } = encodeMove(system, battle, command);
    const parameters = Object.fromEntries(shape.parameters.map(({ name }, index) => [name, words[1 + index] ?? 0]));
    const given = { name: shape.name, parameters };
    scratch.image.set(before);
    const needsTarget = wayOf(profiles.menus, given)?.path !== undefined;
    const targets = needsTarget ? menus.targets(scratch, words) : undefined;
    const rows = orderRows(profiles.menus, profiles.timing, textSpeed, given, targets);
    if (rows.why !== '') {
      gap(step, rows.why);
      return;
    }
    tally.assumed += rows.assumed;
    for (const word of rows.words) row(word);
    row(rows.last);
  }

  function wait(step: number, events: EventBuffer): void {
    for (const thing of menus.timed(events)) {
      const { frames, standing } = framesOf(profiles.timing, { ...thing, textSpeed });
      if (standing === 'assumed') tally.assumed++;
      if (standing === 'unknown') {
        tally.unknown++;
        const what = thing.what === 'skill' ? `skill ${thing.number} on ${thing.units} units` : thing.what;
        gap(step, `how long the screen shows ${what} is not in the timing profile`);
      }
      for (let frame = 0; frame < frames; frame++) row(0);
    }
  }

  return {
    listen(step, command, events) {
      tally.frames++;
      if (menus.isOrder(command)) order(step);
      else row(0);
      wait(step, events);
      before.set(battle.image);
    },
    coverage() {
      const count = (steps: Plan['steps']): number => steps.reduce((sum, { repeat }) => sum + repeat, 0);
      const whole = plan.steps.filter((_, step) => !gapped.has(step));
      return { commands: count(plan.steps), covered: count(whole), ...tally };
    },
  };
}

function textSpeedOf(battle: Battle, { cells: { textSpeed } }: MenuProfile): number {
  const cell = battle.cells.find(({ name }) => name === textSpeed.cell);
  if (cell === undefined) {
    throw new LockstepError(
      'E_TRACE_CELL_UNKNOWN',
      `the battle has no cell ${textSpeed.cell}, which the profile names`,
      {
        expected: 'a cell of the system',
        remedy: 'Name another menu profile',
      },
    );
  }
  let value = 0;
  for (let byte = cell.width - 1; byte >= 0; byte--) value = value * 256 + (battle.image[cell.offset + byte] ?? 0);
  return (value & textSpeed.mask) / (textSpeed.mask & -textSpeed.mask);
}
