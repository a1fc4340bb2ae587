/** The report page under real clicks, keys and screens, in a headless Chromium. What it must show are numbers of the recorded logs. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, type Look, openPage, root, run } from './pages.js';

async function report(name: string, ...files: readonly string[]): Promise<string> {
  const output = join(folder, `${name}.html`);
  await run('report', ...files.map((file) => join(root, 'traces', file)), '-o', output);
  return output;
}

const open = (file: string, look?: Look): Promise<Page> => openPage(file, '.ledger', look);
const frameOf = (page: Page): Promise<string> => page.inputValue('#frame');
const detailOf = (page: Page): Promise<string> => page.innerText('.detail');

describe('the recorded overflow', () => {
  let file: string;
  beforeAll(async () => {
    file = await report('overflow', 'logs/overflow.jsonl.gz');
  });

  test('a deep link shows the frame of the wrap, and the keys go over it', async () => {
    const page = await open(file, { hash: '#frame=2406' });
    expect(await frameOf(page)).toBe('2406');
    expect(await detailOf(page)).toContain('action points 18 (was 65044), wrapped past 65535');
    expect(await detailOf(page)).toContain('C1:93C5');
    await page.keyboard.press('ArrowLeft');
    expect(await frameOf(page)).toBe('2405');
    expect(await page.innerText('.u-legend')).toContain('65044');
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await detailOf(page)).toContain('65016 -> 65044');
    await page.keyboard.press('Home');
    // the image before the first recorded frame has no number
    expect([await frameOf(page), await page.getAttribute('#frame', 'placeholder')]).toEqual(['', 'start']);
    await page.keyboard.press('End');
    expect(await frameOf(page)).toBe('2499');
    expect(page.url()).toContain('#frame=2499');
    await page.close();
  });

  test('the legend has the values of the chosen frame at once, and again when the pointer leaves', async () => {
    const page = await open(file, { hash: '#frame=2406' });
    const legend = (): Promise<string> => page.locator('.u-legend').first().innerText();
    expect(await legend()).toMatch(/action points:?\s*18$/);
    await page
      .locator('.u-over')
      .first()
      .hover({ position: { x: 300, y: 40 } });
    expect(await legend()).not.toMatch(/action points:?\s*18$/);
    await page.locator('.detail').hover();
    expect(await legend()).toMatch(/action points:?\s*18$/);
    // lines are told apart by their dash, in the plot and in the legend
    const dashes = await page
      .locator('.u-marker line')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')));
    expect(dashes).toEqual(['', '', '', '6 3']);
    await page.close();
  });

  test('a click on the plot and one on the ledger choose their frame', async () => {
    const page = await open(file);
    await page
      .locator('.u-over')
      .first()
      .click({ position: { x: 300, y: 40 } });
    const clicked = Number(await frameOf(page));
    expect(clicked).toBeGreaterThan(400);
    expect(clicked).toBeLessThan(1200);
    await page.locator('.row.current').click();
    expect(await page.locator('.row.current').innerText()).toContain(`frame ${await frameOf(page)} `);
    await page.close();
  });

  test('help opens and closes by key', async () => {
    const page = await open(file);
    await page.keyboard.press('?');
    expect(await page.isVisible('#help')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.isVisible('#help')).toBe(false);
    await page.close();
  });

  test.each([
    ['light', 1280, false],
    ['dark', 1280, true],
    ['phone', 390, false],
  ] as const)('%s: everything fits its width and the board is drawn', async (name, width, dark) => {
    const page = await open(file, { width, dark, hash: '#frame=2406' });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.locator('.board circle').count()).toBe(1);
    expect(await page.locator('.board .other').count()).toBe(1);
    const shot = join(folder, `${name}.png`);
    await page.screenshot({ path: shot, fullPage: true });
    expect(statSync(shot).size).toBeGreaterThan(10_000);
    await page.close();
  });
});

test('a log that differs has its differences marked and reached by key', async () => {
  const page = await open(await report('differing', '../test/fixtures/rom-M511.jsonl.gz'));
  await page.keyboard.press('n');
  expect(await detailOf(page)).toContain('DIFFERENCE');
  await page.close();
});

test('two logs stand side by side and move together', async () => {
  const page = await open(await report('two', 'logs/worked-example.jsonl.gz', 'logs/worked-example-accuracy.jsonl.gz'));
  expect(await page.locator('.column').count()).toBe(2);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  const [left, right] = await page.locator('.detail').allInnerTexts();
  expect(left).toBe(right);
  expect(left).not.toBe('start');
  await page.close();
});

test('a branch stands beside its recording, at the same height, with the place where it parts', async () => {
  const book = join(folder, 'branches.toml');
  const log = join(root, 'traces/logs/overflow.jsonl.gz');
  await run('route', 'branch', 'fork', log, '--at', '2403', '--name', '<i>early</i>', '-o', book);
  await run('route', 'branch', 'change', book, '--at', '2404', '--delete', '1');
  const output = join(folder, 'branches.html');
  await run('report', book, '-o', output);
  const page = await open(output);
  expect(await page.locator('h1').allInnerTexts()).toEqual(['branches.toml: recording', 'branches.toml: <i>early</i>']);
  expect(await page.locator('i').count()).toBe(0);
  const tops = (await page
    .locator('.plots')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))) as number[];
  expect(tops[0]).toBe(tops[1]);
  await page.keyboard.press('n');
  expect(await frameOf(page)).toBe('2404');
  expect((await page.locator('.detail').allInnerTexts())[1]).toContain('actionPoints: branch 65016, recorded 65044');
  await page.close();
});

const FIVE = [
  ['logs/worked-example.jsonl.gz', 'action points 57 (was 0)', 1],
  ['golden/fftcg/x1.jsonl', 'by F', 0],
  ['golden/srpg-movement/movement-of-four.jsonl', 'by S13 calculated', 1],
  ['golden/kurogane-engage/worked-example.jsonl', 'K2 declared', 1],
  ['golden/holy-grail-war/w3-damage.jsonl', 'H18 battleOpened', 0],
] as const;
test.each(FIVE)('%s: ledger, details, units and plots, light, dark and narrow', async (log, text, boards) => {
  const file = await report('five', log);
  for (const look of [{}, { dark: true }, { width: 390, height: 844 }]) {
    const page = await open(file, look);
    expect(await page.locator('.uplot').count()).toBeGreaterThan(0);
    expect(await page.locator('svg.board').count()).toBe(boards);
    await page.keyboard.press('Home');
    let told = '';
    for (let entry = 0; entry < 6 && !told.includes(text); entry++) {
      await page.keyboard.press('Shift+ArrowRight');
      told = await detailOf(page);
    }
    expect(told).toContain(text);
    expect(await page.locator('.units li').count()).toBeGreaterThan(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width ?? 1280);
    await page.close();
  }
});

test('odds are bars with their exact fractions', async () => {
  const page = await open(await report('odds', 'kurogane-engage/guide.toml'));
  expect(await page.innerText('.scroll table')).toContain('212340/279936');
  await page.close();
});

/** A plan of 200,000 frames: an ally steps in place. */
const LONG_PLAN = `plan = 1
system = "live-a-live"
title = "200,000 frames"
setup = { allies = [{ speed = 31 }], species = [{ hp = 256, speed = 60, intellect = 55 }], enemies = [{ species = 0 }] }
[[do]]
command = "frame"
pad = 0x4000
repeat = 200000
`;

test('200,000 frames are opened, zoomed and stepped through; how long that takes is printed, not judged', async () => {
  const plan = join(folder, 'long.toml');
  const log = join(folder, 'long.jsonl.gz');
  const output = join(folder, 'long.html');
  writeFileSync(plan, LONG_PLAN);
  await run('run', 'live-a-live', plan, '-o', log);
  await run('report', log, '-o', output);
  const began = performance.now();
  const page = await open(output, { hash: '#frame=100000' });
  const opened = performance.now() - began;
  const stepped = await page.evaluate(`(() => {
    const began = performance.now();
    for (let step = 0; step < 100; step++) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    return performance.now() - began;
  })()`);
  expect(await frameOf(page)).toBe('100100');
  await page.keyboard.press('+');
  await page.keyboard.press('End');
  // frames of a plan count from 0
  expect(await frameOf(page)).toBe('199999');
  console.log(`200,000 frames: opened in ${Math.round(opened)} ms, 100 steps in ${Math.round(stepped as number)} ms`);
  await page.close();
});
