/** How long a made-up image shows what, for exports through menus. */
import type { WindowFrames } from '../../../references/menu-console.js';

/** What the made-up image shows for how long: decisions. */
export const WINDOWS: WindowFrames = { main: 8, skills: 6, items: 7, target: 5, closing: 3 };
export const OTHERS = { turn: 4, enemyStep: 7, start: 31, end: 60 };
export const ofSkill = (number: number, units: number): number => 2 + (number % 5) + 3 * units;

/** Its timing profile. @param system id of a system */
export function timingText(system: string): string {
  const figures: object[] = [];
  const add = (what: string, number: number, units: number, frames: number): void => {
    figures.push({ what, number, units, textSpeed: 0, least: frames, most: frames, seen: 2 });
  };
  for (const [name, number] of [
    ['main', 1],
    ['skills', 2],
    ['items', 5],
    ['target', 3],
  ] as const) {
    add('window', number, 0, WINDOWS[name]);
  }
  add('order', 4, 0, WINDOWS.closing);
  for (const [what, frames] of Object.entries(OTHERS)) add(what, 0, 0, frames);
  for (let number = 0; number < 512; number++)
    for (let units = 0; units < 8; units++) add('skill', number, units, ofSkill(number, units));
  const image = { title: 'made up', sha256: 'a'.repeat(64) };
  return JSON.stringify({ timing: 1, image, system, figures, leftOut: 0 });
}
