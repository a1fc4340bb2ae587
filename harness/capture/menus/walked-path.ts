/** The windows that somebody has gone through, and which ways of a profile fit them. */
import type { CommandWay, MenuProfile } from './types.js';

/** A window and the place of the cursor in which something was chosen. */
export interface Chosen {
  readonly window: string;
  readonly place: number;
}

/** Whether the steps of a way from one on are what was chosen. */
function fitsFrom({ path = [] }: CommandWay, from: number, walked: readonly Chosen[]): boolean {
  if (from + walked.length > path.length) return false;
  return walked.every(({ window, place }, at) => {
    const step = path[from + at];
    return step?.window === window && (typeof step.entry !== 'number' || step.entry === place);
  });
}

/** The ways that end with what was chosen. */
export function waysOf({ commands }: MenuProfile, walked: readonly Chosen[]): CommandWay[] {
  return commands.filter((way) => way.path?.length === walked.length && fitsFrom(way, 0, walked));
}

/**
 * States that may follow what was chosen, each once; empty where the profile has no way for it.
 * @param known false: `walked` holds the last choices alone
 */
export function nextStates({ commands, windows, orderState }: MenuProfile, walked: readonly Chosen[], known: boolean) {
  const states = new Set<number>();
  for (const way of commands) {
    const { path } = way;
    if (path === undefined) continue;
    for (let from = 0; from === 0 || (!known && from < path.length); from++) {
      if (!fitsFrom(way, from, walked)) continue;
      const next = path[from + walked.length]?.window;
      const window = windows.find(({ name }) => name === next);
      states.add(window === undefined ? orderState : window.state);
    }
  }
  return [...states];
}

/** `skill, charged 1`, `pass`. */
export function wayText({ command, when = {} }: CommandWay): string {
  return [command, ...Object.entries(when).map(([name, value]) => `${name} ${value}`)].join(', ');
}
