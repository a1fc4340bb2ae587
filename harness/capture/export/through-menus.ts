/**
 * Exports a plan through the menus of an image: an order is preceded by the pad words that give it,
 * and what a frame shows is waited for. What a profile does not know becomes a gap.
 */

import { readUnsigned } from '../../../core/int/uint.js';
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import type { Menus, PlayedFrame, PlayedMenus, PlayedOrder, TimedThing } from '../../../core/system/timed.js';
import { LockstepError, maskOfPadWord } from '../../base/index.js';

import { encodeMove, type Plan } from '../../play/index.js';

import type { MenuProfile, TimingFigures } from '../menus/menu-profile.js';
import { orderRows, wayOf } from '../menus/order-rows.js';
import { framesOf, thingText } from '../menus/waits.js';
import type { PartBuilder } from './forms.js';

// What both ways of exporting through menus count, and the waits that they write.

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

interface MenuExport {
  /** To be called after every command that was played. */
  listen(step: number, command: Int32Array, events: EventBuffer): void;
  /** To be called once, behind the last command. */
  finish(): Coverage;
}

interface MenuRows {
  readonly textSpeed: number;
  readonly tally: { frames: number; rows: number; learned: number; assumed: number; unknown: number };
  row(word: number): void;
  gap(step: number, why: string, frames?: number): void;
  /** Waits as long as the image shows these things. */
  wait(step: number, things: readonly TimedThing[]): void;
  coverage(): Coverage;
}

function createMenuRows(plan: Plan, timing: TimingFigures, textSpeed: number, parts: PartBuilder): MenuRows {
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

// Exports commands of several frames through menus. An order is given by the buttons of the frame
// after which the player is asked; what a frame shows comes before its buttons are read. Both are
// what traces/live-a-live/MENUS.md declares.

/** No frame is at hand whose buttons could still be pressed. */
const NONE = -1;

interface Writer {
  readonly profiles: ExportProfiles;
  readonly rows: MenuRows;
  /** Word of the last frame, which the next order may change, or `NONE`. */
  open: number;
  /** Word of the row before it. */
  before: number;
}

/** Writes the frame whose buttons could be pressed: nothing changes it any more. */
function close(writer: Writer): void {
  if (writer.open === NONE) return;
  writer.rows.row(writer.open);
  writer.before = writer.open;
  writer.open = NONE;
}

function gap(writer: Writer, step: number, why: string): void {
  close(writer);
  writer.rows.gap(step, why);
  writer.before = 0;
}

/** Why a button cannot be pressed in the frame at hand, or empty; an idle frame may be put in. */
function makeRoom(writer: Writer, word: number, { mayWait }: PlayedOrder): string {
  for (;;) {
    const isHeld = (writer.before & word) !== 0;
    if (writer.open === 0 && !isHeld) return '';
    if (!mayWait) {
      return isHeld
        ? 'it takes the same button as the frame before, and a frame between would change the battle'
        : 'the frame in which its button is pressed lies before, and another one would change the battle';
    }
    close(writer);
    writer.open = 0;
  }
}

function give(writer: Writer, step: number, order: PlayedOrder): void {
  const { profiles, rows } = writer;
  const ordered = orderRows(profiles.menus, profiles.timing, rows.textSpeed, order, order.targets);
  const [first = ordered.last, ...rest] = ordered.words;
  const why = ordered.why === '' ? makeRoom(writer, first, order) : ordered.why;
  if (why !== '') {
    gap(writer, step, why);
    return;
  }
  rows.tally.assumed += ordered.assumed;
  rows.tally.learned += ordered.learned;
  writer.open = first;
  close(writer);
  for (const word of rest) {
    rows.row(word);
    writer.before = word;
  }
}

function writeFrame(writer: Writer, step: number, { orders, timed, passes, unknown }: PlayedFrame): void {
  for (const order of orders) give(writer, step, order);
  if (unknown !== '') gap(writer, step, unknown);
  if (timed.length > 0) {
    close(writer);
    writer.rows.wait(step, timed);
    writer.before = 0;
  }
  if (!passes) return;
  close(writer);
  writer.rows.tally.frames++;
  writer.open = 0;
}

/**
 * @param told gives the frames of the command that was played last
 */
function exportPlayed(
  told: (command: Int32Array) => readonly PlayedFrame[],
  profiles: ExportProfiles,
  rows: MenuRows,
): MenuExport {
  const writer: Writer = { profiles, rows, open: NONE, before: 0 };
  return {
    listen(step, command) {
      for (const frame of told(command)) writeFrame(writer, step, frame);
    },
    finish() {
      close(writer);
      return rows.coverage();
    },
  };
}

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
 * What the system tells of its menus.
 * @throws LockstepError `E_CAPABILITY` for a system without menus, `E_PROFILE_IMAGE` for menus of
 *   another system
 */
export function checkMenusOf(system: System, plan: Plan, profile: MenuProfile): Menus | PlayedMenus {
  const menus = system.capabilities.menus ?? system.capabilities.playedMenus;
  if (menus === undefined) {
    throw new LockstepError('E_CAPABILITY', `${system.id} has no orders through menus`, {
      file: plan.file,
      found: system.id,
      remedy: 'Leave --menus out: its commands become gaps',
    });
  }
  if (profile.system !== system.id) {
    throw new LockstepError('E_PROFILE_IMAGE', 'the menus are those of another system', {
      file: plan.file,
      found: `a plan of ${system.id}`,
      expected: `one of ${profile.system}`,
      remedy: `Name menus whose system is ${system.id}`,
    });
  }
  return menus;
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
  const menus = checkMenusOf(system, plan, profiles.menus);
  const rows = createMenuRows(plan, profiles.timing, textSpeedOf(battle, profiles.menus), parts);
  if ('watch' in menus) return exportPlayed(menus.watch(battle), profiles, rows);
  return exportFrames(system, menus, battle, plan, profiles, rows);
}
