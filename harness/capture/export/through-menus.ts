/**
 * Exports a plan through the menus of an image: an order is preceded by the pad words that give it,
 * and what a frame shows is waited for. What a profile does not know becomes a gap.
 */

import { readUnsigned } from '../../../core/int/uint.js';
import type { Battle, System } from '../../../core/system/system.js';
import type { Menus } from '../../../core/system/timed.js';
import { LockstepError } from '../../base/errors.js';
import { encodeMove } from '../../play/plan/moves.js';
import type { Plan } from '../../play/plan/types.js';
import { orderRows, wayOf } from '../menus/order-rows.js';
import type { MenuProfile } from '../menus/types.js';
import { createMenuRows, type ExportProfiles, type MenuExport, type MenuRows } from './menu-rows.js';
import type { PartBuilder } from './parts.js';
import { exportPlayed } from './played-orders.js';

/** A plan by frame: each command is one frame, and its pad word is an order or nothing. */
function exportFrames(
  system: System,
  menus: Menus,
  battle: Battle,
  plan: Plan,
  { menus: profile, timing }: ExportProfiles,
  rows: MenuRows,
): MenuExport {
  const { textSpeed } = rows;
  const scratch = system.create(null, plan.ruleset.switches);
  const before = battle.image.slice();

  function order(step: number): void {
    const { command } = plan.steps[step] as Plan['steps'][number];
    const { words, shape } = encodeMove(system, battle, command);
    const parameters = Object.fromEntries(shape.parameters.map(({ name }, index) => [name, words[1 + index] ?? 0]));
    const given = { name: shape.name, parameters };
    scratch.image.set(before);
    const needsTarget = wayOf(profile, given)?.path !== undefined;
    const targets = needsTarget ? menus.targets(scratch, words) : undefined;
    const ordered = orderRows(profile, timing, textSpeed, given, targets);
    if (ordered.why !== '') {
      rows.gap(step, ordered.why);
      return;
    }
    rows.tally.assumed += ordered.assumed;
    rows.tally.learned += ordered.learned;
    for (const word of ordered.words) rows.row(word);
    rows.row(ordered.last);
  }

  return {
    listen(step, command, events) {
      rows.tally.frames++;
      if (menus.isOrder(command)) order(step);
      else rows.row(0);
      rows.wait(step, menus.timed(events));
      before.set(battle.image);
    },
    finish: () => rows.coverage(),
  };
}

function textSpeedOf(battle: Battle, { cells }: MenuProfile): number {
  if (cells === undefined) return 0;
  const { textSpeed } = cells;
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
  const value = readUnsigned(battle.image, cell.offset, cell.width);
  return (value & textSpeed.mask) / (textSpeed.mask & -textSpeed.mask);
}

/**
 * @param battle at the plan's start
 * @throws LockstepError `E_CAPABILITY` for a system without menus, `E_PROFILE_IMAGE` for menus of
 * another system, `E_TRACE_CELL_UNKNOWN` for a text speed without a cell
 */
export function exportThroughMenus(
  system: System,
  battle: Battle,
  plan: Plan,
  profiles: ExportProfiles,
  parts: PartBuilder,
): MenuExport {
  const menus = system.capabilities.menus ?? system.capabilities.playedMenus;
  if (menus === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} has no orders through menus`, {
      file: plan.file,
      found: system.id,
      remedy: 'Leave --menus out: its commands become gaps',
    });
  }
  if (profiles.menus.system !== system.id) {
    throw new LockstepError('E_PROFILE_IMAGE', 'the menus are those of another system', {
      file: plan.file,
      found: `a plan of ${system.id}`,
      expected: `one of ${profiles.menus.system}`,
      remedy: `Name menus whose system is ${system.id}`,
    });
  }
  const rows = createMenuRows(plan, profiles.timing, textSpeedOf(battle, profiles.menus), parts);
  if ('watch' in menus) return exportPlayed(menus.watch(battle), profiles, rows);
  return exportFrames(system, menus, battle, plan, profiles, rows);
}
