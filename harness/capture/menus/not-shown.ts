/** What a profile of menus says and a recording does not show: nothing was checked of it. */
import { DIRECTIONS } from './target-search.js';
import type { MenuProfile, MenuWindow } from './types.js';
import { wayText } from './walked-path.js';

/** Directions in which a cursor of the window can go round an end. */
function roundIn(window: MenuWindow): readonly string[] {
  if ('search' in window) return DIRECTIONS;
  const { columns, rows } = window;
  return [...(rows > 1 ? ['Up', 'Down'] : []), ...(columns > 1 ? ['Left', 'Right'] : [])];
}

/** @param seen counts by what was seen, as a check names it */
export function notShown(profile: MenuProfile, seen: Readonly<Record<string, number>>): string[] {
  const { open, choose, back, windows, commands } = profile;
  const missing: string[] = [];
  const expect = (isSeen: boolean, what: string): void => {
    if (!isSeen) missing.push(what);
  };
  const any = (end: string): boolean => windows.some(({ name }) => seen[`${name} ${end}`] !== undefined);
  expect(seen['field open'] !== undefined, `${open} opens the menus`);
  expect(any('choose'), `${choose} chooses`);
  expect(any('back'), `${back} goes back`);
  expect(seen['still press'] !== undefined, 'a press while the screen shows something');
  for (const window of windows) {
    const { name } = window;
    for (const direction of DIRECTIONS) expect(seen[`${name} ${direction}`] !== undefined, `${direction} in ${name}`);
    for (const direction of roundIn(window)) {
      const isRound = seen[`${name} ${direction}`] === undefined || seen[`${name} ${direction} round`] !== undefined;
      expect(isRound, `${direction} round an end of ${name}`);
    }
  }
  for (const way of commands) {
    const { buttons } = way;
    if (buttons === undefined) expect(seen[`command ${wayText(way)}`] !== undefined, `the command ${wayText(way)}`);
    buttons?.values.forEach((button, index) => {
      const name = `${wayText(way)}, ${buttons.parameter} ${index}`;
      expect(seen[`command ${name}`] !== undefined, `the command ${name} (${button})`);
    });
  }
  return missing;
}
