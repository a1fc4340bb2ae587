/** Start places dragged on the page: the plan's text, its notice, undo, keys, and what is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { folder, openPage, root, run, seriousFaults } from './pages.js';

const NOTICE = "where units start: places as in the formation's record; the game shifts them";
const PLAN = `# four enemies of the last chapter
plan = 1
system = "live-a-live"

[setup]
formation = 0x6a # as the list has it
scenario = "last"
generator = [1, 0, 231, 131]

[[setup.party]]
character = "takahara"

[[do]]
command = "wait"
`;
let file = '';
beforeAll(async () => {
  writeFileSync(join(folder, 'places.toml'), PLAN);
  file = join(folder, 'places.html');
  await run('plan', join(folder, 'places.toml'), '-o', file);
});

const open = (): Promise<Page> => openPage(file, '#workbench', { height: 800 });
const starts = (page: Page): Promise<string> => page.innerText('.start-places');

/** The plan as the page would save it. */
async function text(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.keyboard.press('Control+s');
  const path = join(folder, 'places-saved.toml');
  await (await download).saveAs(path);
  return readFileSync(path, 'utf8');
}

/** Where the board shows a unit, such as `1,1`. */
async function placeOf(page: Page, unit: string): Promise<string> {
  const said = (await page.getAttribute(`[data-unit="${unit}"]`, 'aria-label')) ?? '';
  return / at (\d+), (\d+):/u.exec(said)?.slice(1).join(',') ?? '';
}

/** Drags from the middle of one square to that of another; squares outside are drawn nowhere. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const middle = async (cell: string): Promise<readonly [number, number]> => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    if (box === null) throw new Error(`no square ${cell}`);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  const [x, y] = to === 'outside' ? [5, 5] : await middle(to);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

test('a dragged enemy stands there in the plan, as if it were typed; undo takes it back', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  expect(await starts(page)).toContain(NOTICE);
  const before = await placeOf(page, 'enemy[0]');
  await drag(page, before, '3,3');
  expect([await placeOf(page, 'enemy[0]'), await starts(page)]).toEqual([
    '3,3',
    'Drag a unit to where it stood, or give it the focus and press an arrow key.',
  ]);
  const others = await Promise.all([1, 2, 3].map((enemy) => placeOf(page, `enemy[${enemy}]`)));
  const changed = await text(page);
  const list = `places = [[3, 3], ${others.map((cell) => `[${cell.replace(',', ', ')}]`).join(', ')}]`;
  expect(changed).toBe(PLAN.replace('131]\n', `131]\n${list}\n`));
  await run('run', join(folder, 'places-saved.toml'));
  if (process.env['LOCKSTEP_SHOT'] !== undefined) await page.screenshot({ path: process.env['LOCKSTEP_SHOT'] });
  await page.keyboard.press('Control+z');
  expect([await placeOf(page, 'enemy[0]'), await text(page)]).toEqual([before, PLAN]);
  expect(await starts(page)).toContain(NOTICE);
  await page.close();
});

test('arrow keys move the unit with the focus, which keeps it; a hero is moved as well', async () => {
  const page = await open();
  await page.keyboard.press('Home');
  await drag(page, await placeOf(page, 'enemy[0]'), '3,3');
  await page.locator('[data-unit="enemy[0]"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await placeOf(page, 'enemy[0]')).toBe('4,4');
  const hero = await placeOf(page, 'ally[0]');
  const [column = 0, row = 0] = hero.split(',').map(Number);
  await page.locator('[data-unit="ally[0]"]').focus();
  await page.keyboard.press(column > 0 ? 'ArrowLeft' : 'ArrowRight');
  const moved = `${column > 0 ? column - 1 : column + 1},${row}`;
  expect(await placeOf(page, 'ally[0]')).toBe(moved);
  const [x, y] = moved.split(',');
  expect(await text(page)).toContain(`[[setup.party]]\ncharacter = "takahara"\nx = ${x}\ny = ${y}\n\n[[do]]`);
  expect(JSON.stringify(await seriousFaults(page))).not.toContain('data-unit');
  await page.close();
});

test.each(['occupied', 'outside'])(
  'a square that is %s is refused with one sentence, and nothing changes',
  async (kind) => {
    const page = await open();
    await page.keyboard.press('Home');
    const [first, second] = [await placeOf(page, 'enemy[0]'), await placeOf(page, 'enemy[1]')];
    await drag(page, first, kind === 'occupied' ? second : 'outside');
    expect(await page.innerText('.notice')).toMatch(kind === 'occupied' ? /where somebody is/u : /setup\.places\[0\]/u);
    expect([await placeOf(page, 'enemy[0]'), await text(page)]).toEqual([first, PLAN]);
    await page.close();
  },
);

test('behind a command, and after a recorded start, nothing can be dragged', async () => {
  const page = await open();
  await page.keyboard.press('End');
  expect([await starts(page), await page.locator('.movable').count()]).toEqual(['', 0]);
  await page.close();
  const recorded = join(folder, 'recorded.html');
  await run('plan', join(root, 'traces/live-a-live/overflow.toml'), '-o', recorded);
  const other = await openPage(recorded, '#workbench');
  await other.keyboard.press('Home');
  expect(await other.locator('.movable').count()).toBe(0);
  await other.close();
});
