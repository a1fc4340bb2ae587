/** The report page under real clicks, keys and screens, in a headless Chromium. What it must show are numbers of the recorded logs. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { folder, type Look, openPage, root, run, seriousFaults } from './pages.js';

async function report(name: string, ...files: readonly string[]): Promise<string> {
  const output = join(folder, `${name}.html`);
  await run('report', ...files.map((file) => join(root, 'traces', file)), '-o', output);
  return output;
}

const open = (file: string, look?: Look): Promise<Page> => openPage(file, '.ledger li', look);
const frameOf = (page: Page): Promise<string> => page.inputValue('#frame');
const detailOf = (page: Page): Promise<string> => page.innerText('.happened');
const legendOf = async (page: Page): Promise<string> => (await page.locator('.legend').allInnerTexts()).join('\n');

describe('the recorded overflow', () => {
  let file: string;
  beforeAll(async () => {
    file = await report('overflow', 'logs/overflow.jsonl.gz');
  });

  test('a deep link shows the frame of the wrap, and the keys go over it', async () => {
    const page = await open(file, { hash: '#frame=2406' });
    expect(await frameOf(page)).toBe('2406');
    expect(await detailOf(page)).toContain('action points 65044 \u2192 18');
    expect(await page.innerText('.where')).toBe('At frame 2406');
    await page.keyboard.press('ArrowLeft');
    expect(await frameOf(page)).toBe('2405');
    expect(await legendOf(page)).toContain('action points 65044');
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await detailOf(page)).toContain('65016 \u2192 65044');
    await page.keyboard.press('Home');
    // the image before the first recorded frame has no number
    expect([await frameOf(page), await page.getAttribute('#frame', 'placeholder')]).toEqual(['', 'start']);
    await page.keyboard.press('End');
    expect(await frameOf(page)).toBe('2499');
    expect(page.url()).toContain('#frame=2499');
    await page.close();
  });

  test('under the pointer the legend has the values of that frame, never of a later change', async () => {
    const page = await open(file, { hash: '#frame=start' });
    const canvas = page.locator('.plot canvas').nth(0);
    const { width } = (await canvas.boundingBox()) ?? { width: 0 };
    const seen = new Set<string>();
    for (const part of [0.3, 0.6, 0.9]) {
      await canvas.hover({ position: { x: Math.round(width * part), y: 40 } });
      const frame = Number(/\d+/u.exec(await page.innerText('.where'))?.[0]);
      expect(frame).toBeLessThan(2406);
      // the recorded order points: 201 until the wrap, 205 from frame 2406 on
      expect(await legendOf(page)).toContain('Namcat order points 201');
      seen.add(await legendOf(page));
    }
    expect(seen.size).toBe(3);
    await page.locator('.happened').hover();
    expect(await page.innerText('.where')).toBe('At the start');
    await page.close();
  });

  test('the verdict, the emulator and the ruleset stand in the head; the marks have a legend', async () => {
    const page = await open(file);
    expect(await page.innerText('.verdict')).toMatch(/holds: 2439 frames as recorded/u);
    expect(await page.innerText('.facts')).toMatch(/emulator\s+bsnes-mercury/u);
    expect(await page.innerText('.marks')).toContain('from 256 on: enemies may act');
    await page.close();
  });

  test('rows are found by typing, by key alone', async () => {
    const page = await open(file);
    await page.keyboard.press('/');
    await page.keyboard.type('order points');
    expect(await page.innerText('#found')).toMatch(/^[2-9]\d* of \d+ rows$/u);
    for (let row = 0; row < 9 && (await frameOf(page)) !== '2406'; row++) await page.keyboard.press('Enter');
    expect(await frameOf(page)).toBe('2406');
    await page.keyboard.press('Escape');
    expect(await page.innerText('#found')).toMatch(/^\d+ rows$/u);
    await page.keyboard.press('ArrowUp');
    expect(Number(await frameOf(page))).toBeLessThan(2406);
    await page.close();
  });

  test('the list walks by arrow keys when it has the focus', async () => {
    const page = await open(file, { hash: '#frame=2406' });
    await page.focus('.ledger ol');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    expect(await frameOf(page)).toBe('2406');
    expect(await page.locator('[role="option"][aria-selected="true"]').count()).toBe(1);
    expect(await page.getAttribute('.ledger ol', 'aria-activedescendant')).toMatch(/^row-\d+$/u);
    await page.close();
  });

  test('a zoom keeps the mark; after a pan its place is told, and pressed it comes back', async () => {
    const page = await open(file, { hash: '#frame=2406' });
    for (let turn = 0; turn < 6; turn++) await page.keyboard.press('+');
    expect(await page.isVisible('.marker')).toBe(true);
    await page
      .locator('.plot canvas')
      .nth(0)
      .hover({ position: { x: 80, y: 40 } });
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -200);
    expect(await page.isVisible('.marker')).toBe(true);
    for (let turn = 0; turn < 8; turn++) await page.keyboard.press('[');
    expect(await page.isVisible('.marker')).toBe(false);
    expect(await page.innerText('.outside')).toContain('frame 2406');
    await page.click('.outside');
    expect(await page.isVisible('.marker')).toBe(true);
    await page.close();
  });

  test('light or dark is switched on the page, and the plots follow', async () => {
    const page = await open(file);
    const pixels = (): Promise<unknown> => page.evaluate(`document.querySelector('.plot canvas').toDataURL()`);
    const back = (): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const [plot, color] = [await pixels(), await back()];
    await page.click('#theme');
    await page.click('#theme');
    expect([await page.innerText('#theme'), await back()]).not.toContain(color);
    expect(await pixels()).not.toBe(plot);
    await page.click('#theme');
    expect([await pixels(), await back()]).toEqual([plot, color]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.waitForFunction(`getComputedStyle(document.body).backgroundColor !== '${color}'`);
    // The plots are drawn by the event of the change, which comes after the style's.
    await expect.poll(pixels).not.toBe(plot);
    await page.close();
  });

  test('a click on the plot and one on the ledger choose their frame', async () => {
    const page = await open(file);
    await page
      .locator('.plot canvas')
      .nth(0)
      .click({ position: { x: 250, y: 40 } });
    const clicked = Number(await frameOf(page));
    expect(clicked).toBeGreaterThan(400);
    expect(clicked).toBeLessThan(1200);
    await page.locator('.ledger li[aria-selected="true"]').click();
    expect(await page.locator('.ledger li[aria-selected="true"] .number').innerText()).toBe(await frameOf(page));
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
    ['light', 1280, 800, false],
    ['dark', 1280, 800, true],
    ['large', 1920, 1080, false],
    ['phone', 390, 800, false],
  ] as const)('%s: everything fits its width and the board is drawn', async (name, width, height, dark) => {
    const page = await open(file, { width, height, dark, hash: '#frame=2406' });
    // nothing lies below the fold: a phone shows one panel at a time
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(height);
    const panels = '.ledger, #side, .time, .happened, .about';
    const shown = async (): Promise<number> => page.locator(panels).filter({ visible: true }).count();
    expect(await shown()).toBe(width > 900 ? 4 : 1);
    for (const tab of width > 900 ? [] : ['Board', 'Plots', 'Happened', 'About']) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      expect(await shown()).toBe(1);
    }
    if (width <= 900) expect(await page.innerText('.about')).toMatch(/state at the end\s+[0-9a-f]{16}/u);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.locator('.board .own').count()).toBe(1);
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
  expect(await page.innerText('.verdict')).toMatch(/differs at frame \d+: /u);
  await page.close();
});

test('two logs lie over each other in the plots and are shown by turns', async () => {
  const page = await open(await report('two', 'logs/worked-example.jsonl.gz', 'logs/worked-example-accuracy.jsonl.gz'));
  expect(await page.locator('.tab').count()).toBe(2);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  const first = await detailOf(page);
  expect(await legendOf(page)).toMatch(/action points (\d+) \| \1/u);
  await page.keyboard.press('b');
  expect(await page.innerText('h1')).toBe('worked-example-accuracy.jsonl.gz');
  expect(await detailOf(page)).toBe(first);
  await page.close();
});

test('a branch lies over its recording, by frame, with the place where it parts', async () => {
  const book = join(folder, 'branches.toml');
  const log = join(root, 'traces/logs/overflow.jsonl.gz');
  await run('route', 'branch', 'fork', log, '--at', '2403', '--name', '<i>early</i>', '-o', book);
  await run('route', 'branch', 'change', book, '--at', '2404', '--delete', '1');
  const output = join(folder, 'branches.html');
  await run('report', book, '-o', output);
  const page = await open(output);
  expect(await page.locator('.tab').allInnerTexts()).toEqual([
    '\u2713 branches.toml: recording',
    'branches.toml: <i>early</i>',
  ]);
  expect(await page.locator('i').count()).toBe(0);
  await page.keyboard.press('n');
  expect(await frameOf(page)).toBe('2404');
  expect(await legendOf(page)).toContain('action points 65044 | 65016');
  await page.keyboard.press('b');
  expect(await frameOf(page)).toBe('2404');
  expect(await detailOf(page)).toContain('actionPoints: branch 65016, recorded 65044');
  expect(await page.innerText('.verdict')).toContain('parts at frame 2404');
  await page.close();
});

test('a played battle is counted in frames, with its labels, names, and what comes next', async () => {
  const page = await open(await report('played', 'live-a-live/takahara-namcat.toml'));
  // the guide's plan: 158 frames
  await page.keyboard.press('End');
  expect(await frameOf(page)).toBe('158');
  await page.keyboard.press('Home');
  for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown');
  expect(await detailOf(page)).toContain('in command 4: wait (Namcat attacks)');
  expect(await detailOf(page)).toContain('Namcat: Lightning Upper on Takahara');
  expect(await page.innerText('.units')).toContain('Takahara (ally 0)');
  expect(await page.innerText('.next')).toContain('Takahara free moves');
  expect(await page.innerText('.marks')).toContain('turn of enemies');
  await page.close();
});

test('where calls are left out the details say so, with the command that tells them', async () => {
  const page = await open(await report('soak', 'logs/soak-20.jsonl.gz'));
  await page.keyboard.press('/');
  await page.keyboard.type('points');
  await page.keyboard.press('Enter');
  const text = await detailOf(page);
  expect(text).toMatch(/Calls are not in this page for \d+ frames/u);
  expect(text).toMatch(/lockstep step \S+ --frame \d+/u);
  await page.close();
});

const FIVE = [
  ['logs/worked-example.jsonl.gz', 'action points 0 \u2192 57', 1],
  ['golden/fftcg/x1.jsonl', 'by F', 0],
  ['golden/srpg-movement/movement-of-four.jsonl', 'by S13 calculated', 1],
  ['golden/kurogane-engage/worked-example.jsonl', 'K2 declared', 1],
  ['golden/holy-grail-war/w3-damage.jsonl', 'H18 battleOpened', 0],
] as const;
test.each(FIVE)('%s: ledger, details, units and plots, light, dark and narrow', async (log, text, boards) => {
  const file = await report('five', log);
  for (const look of [{}, { dark: true }, { width: 390, height: 844 }]) {
    const page = await open(file, look);
    expect(await page.locator('.plot canvas').count()).toBeGreaterThan(0);
    const isNarrow = look.width !== undefined;
    if (isNarrow) await page.getByRole('button', { name: 'Board', exact: true }).click();
    expect(await page.locator('svg.board:visible').count()).toBe(boards);
    if (isNarrow) await page.getByRole('button', { name: 'Happened', exact: true }).click();
    await page.locator('.happened').hover();
    await page.keyboard.press('Home');
    let told = '';
    for (let entry = 0; entry < 6 && !told.includes(text); entry++) {
      await page.keyboard.press('Shift+ArrowRight');
      const fold = page.locator('.happened .calls summary');
      if ((await page.locator('.happened .calls[open]').count()) === 0 && (await fold.count()) > 0) await fold.click();
      told = await detailOf(page);
    }
    expect(told).toContain(text);
    expect(await page.locator('.units .unit').count()).toBeGreaterThan(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width ?? 1280);
    await page.close();
  }
});

const VIEWS = [
  ['srpg-movement/movement-of-four.toml', '0: costs 1'],
  ['srpg-movement/movement-of-four.toml', 'movement that road has left there'],
  ['fftcg/x1.toml', 'Stack, the top first'],
  ['fftcg/x1.toml', 'hammer-blow of barret'],
  ['kurogane-engage/guide.toml', 'Dice pool'],
  ['kurogane-engage/guide.toml', 'Risk and damage'],
  ['holy-grail-war/w3-damage.toml', 'Areas'],
  ['holy-grail-war/w3-damage.toml', 'Known'],
  ['holy-grail-war/w3-damage.toml', 'Allocation'],
] as const;
test.each(VIEWS)('%s shows: %s', async (plan, text) => {
  const page = await open(await report('views', plan));
  await page.locator('#side summary').click();
  for (let entry = 0; entry < 8 && !(await page.innerText('#side')).includes(text); entry++) {
    await page.keyboard.press('ArrowRight');
  }
  expect(await page.innerText('#side')).toContain(text);
  await page.close();
});

test.each(['light', 'dark'])('axe-core finds no serious fault: %s', async (scheme) => {
  const page = await open(await report('axe', 'live-a-live/takahara-namcat.toml', 'kurogane-engage/guide.toml'), {
    dark: scheme === 'dark',
  });
  await page.keyboard.press('ArrowDown');
  expect(await seriousFaults(page)).toEqual([]);
  // the other line has no board, a pool of dice and odds
  await page.keyboard.press('b');
  expect(await page.innerText('.odds h3')).toBe('Odds');
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
});

test('odds are bars with their exact fractions', async () => {
  const page = await open(await report('odds', 'kurogane-engage/guide.toml'));
  expect(await page.innerText('.scroll table')).toContain('damage 1, risk 0, destroyed 0\t212340/279936');
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
