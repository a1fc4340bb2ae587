/** What a check of the menus carries from frame to frame, and what it finds. */

import type { RecordedMenus } from './menu-profile.js';
import type { Chosen, Direction } from './target-search.js';

/** The first frame that contradicts a profile. */
export interface Contradiction {
  readonly frame: number;
  readonly cell: string;
  readonly expected: string;
  readonly found: number;
  readonly why: string;
}

/** A press of a direction in a window and where it led. */
export interface SeenMove {
  readonly window: string;
  readonly direction: Direction;
  readonly from: number;
  readonly to: number;
}

/** What a log shows of the menus after a frame. */
export interface Shown {
  readonly state: number;
  readonly cursor: number;
  readonly still: boolean;
}

export interface Check {
  readonly profile: RecordedMenus;
  /** Columns and rows are not known yet: where a press leads in a list contradicts nothing. */
  readonly learns: boolean;
  readonly seen: Map<string, number>;
  readonly moves: SeenMove[];
  /** Targets that the open window is known to have, and the one that it opened on, or -1. */
  readonly targets: Set<number>;
  openedOn: number;
  /** What was chosen since the menus were opened. */
  readonly walked: Chosen[];
  /** False: the recording does not show how the open window was reached. */
  known: boolean;
  contradiction: Contradiction | undefined;
}

export function createCheck(profile: RecordedMenus, learns: boolean): Check {
  return {
    profile,
    learns,
    seen: new Map(),
    moves: [],
    targets: new Set(),
    openedOn: -1,
    walked: [],
    known: false,
    contradiction: undefined,
  };
}

export function count({ seen }: Check, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

export function contradict(
  check: Check,
  frame: number,
  cell: string,
  expected: string,
  found: number,
  why: string,
): void {
  check.contradiction ??= { frame, cell, expected, found, why };
}
