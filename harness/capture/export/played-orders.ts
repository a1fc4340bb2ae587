/**
 * Exports commands of several frames through menus. An order is given by the buttons of the frame
 * after which the player is asked; what a frame shows comes before its buttons are read. Both are
 * what traces/live-a-live/MENUS.md declares.
 */
import type { PlayedFrame, PlayedOrder } from '../../../core/system/timed.js';
import { orderRows } from '../menus/order-rows.js';
import type { ExportProfiles, MenuExport, MenuRows } from './menu-rows.js';

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
export function exportPlayed(
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
