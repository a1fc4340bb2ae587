/** Holds a timing profile against a recording: how long each stretch of still frames is. */
import { countText } from '../../base/number-text.js';
import type { Contradiction } from './check-state.js';
import { keyText } from './learn-timing.js';
import type { OpenLog } from './log-frames.js';
import { type Stretch, stretchesOf } from './stretches.js';
import type { Figure, RecordedMenus, TimedKey, TimingFigures } from './types.js';

export interface WaitCheck {
  /** Stretches that the figures explain. */
  readonly equal: number;
  /** Stretches with several causes, or with one that the profile has no figure for. */
  readonly leftOut: number;
  /** Figures that the recording does not show, in words. */
  readonly notShown: readonly string[];
  readonly contradiction: Contradiction | undefined;
}

function figureText({ windows }: RecordedMenus, { what, number, units, textSpeed }: TimedKey): string {
  const window = windows.find(({ state }) => what === 'window' && state === number)?.name;
  const name = window ?? (what === 'skill' ? `${number} on ${countText(units, 'unit')}` : '');
  return `${[what, name].filter((word) => word !== '').join(' ')} at text speed ${textSpeed}`;
}

/** Frames that a stretch may last, by figures of all its causes; undefined: not known. */
function lengthOf({ causes }: Stretch, figures: ReadonlyMap<string, Figure>): [number, number] | undefined {
  const known = causes.map((cause) => figures.get(keyText(cause)));
  if (causes.length === 0) return undefined;
  let [least, most] = [0, 0];
  for (const figure of known) {
    if (figure === undefined) return undefined;
    least += figure.least;
    most += figure.most;
  }
  return [least, most];
}

/** @throws LockstepError for a log without the profile's cells */
export async function checkWaits(log: OpenLog, menus: RecordedMenus, timing: TimingFigures): Promise<WaitCheck> {
  const figures = new Map(timing.figures.map((figure) => [keyText(figure), figure]));
  const seen = new Set<string>();
  let [equal, leftOut] = [0, 0];
  let contradiction: Contradiction | undefined;
  for (const stretch of await stretchesOf(log, menus)) {
    const length = lengthOf(stretch, figures);
    if (length === undefined) {
      leftOut++;
      continue;
    }
    const [least, most] = length;
    const { frame, frames, causes } = stretch;
    if (frames < least || frames > most) {
      const expected = least === most ? countText(least, 'still frame') : `${least} to ${most} still frames`;
      const why = `${causes.map((cause) => figureText(menus, cause)).join(' and ')} takes that long in the timing profile`;
      contradiction ??= { frame, cell: menus.cells.still.cell, expected, found: frames, why };
      continue;
    }
    equal++;
    for (const cause of causes) seen.add(keyText(cause));
  }
  const notShown = timing.figures.filter((figure) => !seen.has(keyText(figure)));
  return { equal, leftOut, notShown: notShown.map((figure) => figureText(menus, figure)), contradiction };
}
