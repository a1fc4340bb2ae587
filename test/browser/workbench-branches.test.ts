/** Branches, logs and causes in the workbench: files of the page and of the command line are the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { folder, type Look, openPage, root, run, seriousFaults } from './pages.js';

const PLAN = join(root, 'traces/live-a-live/takahara-namcat.toml');

async function written(name: string, ...words: readonly string[]): Promise<string> {
  const output = join(folder, `${name}.html`);
  await run('plan', ...words, '-o', output);
  return output;
}

const open = (page: string, look?: Look): Promise<Page> => openPage(page, '#workbench', { height: 800, ...look });
const verdict = (page: Page): Promise<string> => page.innerText('.verdict');
const names = (page: Page): Promise<string[]> => page.locator('#branches option').allInnerTexts();
const rows = async (page: Page): Promise<number> =>
  Number(await page.locator('#plan li').first().getAttribute('aria-setsize'));

/** Saves with a key and returns the file. */
async function saved(page: Page, key: string, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.keyboard.press(key);
  const path = join(folder, name);
  await (await download).saveAs(path);
  return path;
}

/** Gives files to the page as a drop does. */
async function drop(page: Page, ...files: readonly string[]): Promise<void> {
  const given = files.map((file) => ({ name: basename(file), bytes: readFileSync(file).toString('base64') }));
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const { name, bytes } of ${JSON.stringify(given)}) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name));
    }
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

test('a branch is forked, changed, compared on the axis, saved, and stands for `route branch` as well', async () => {
  writeFileSync(join(folder, 'takahara-namcat.toml'), readFileSync(PLAN));
  const page = await open(await written('branches', PLAN));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('f');
  expect(await names(page)).toEqual(['the plan', 'branch 1']);
  await page.fill('#choices input', 'kiai tame');
  await page.keyboard.press('Enter');
  await page.keyboard.press('i');
  await page.keyboard.press('Escape');
  for (let left = 0; left < 12; left++) {
    await page.keyboard.press('End');
    await page.keyboard.press('Delete');
  }
  expect(await rows(page)).toBe(3);
  // the plan's first command ends at the frame at which both part
  await page.keyboard.press('[');
  expect([await rows(page), await verdict(page)]).toEqual([14, 'holds: 14 values as expected']);
  expect(await page.innerText('.time .marks')).toMatch(/branch 1 parts at frame \d+/u);
  expect(await page.locator('.parting').count()).toBe(1);
  const file = await saved(page, 'Control+Shift+s', 'takahara-namcat.branches.toml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('file = "takahara-namcat.toml"');
  expect(text).toMatch(/edit = "fork"\s+branch = "branch 1"\s+parent = "recording"\s+at = 1/u);
  const plan = join(folder, 'exported.toml');
  await run('route', 'branch', 'export', `${file}#branch 1`, '-o', plan);
  await run('run', 'live-a-live', plan);
  const exported = join(folder, 'exported.jsonl');
  const shown = join(folder, 'shown.jsonl');
  await page.keyboard.press(']');
  await run('run', 'live-a-live', plan, '-o', exported);
  await run('run', 'live-a-live', await saved(page, 'Control+s', 'shown.toml'), '-o', shown);
  const last = (path: string): string => readFileSync(path, 'utf8').trimEnd().split('\n').at(-2) ?? '';
  expect(last(exported)).toBe(last(shown));
  await page.close();
});

test('branches of the command line open in the page; those of another plan are refused with the reason', async () => {
  const book = join(folder, 'book.toml');
  const plan = join(folder, 'parent.toml');
  writeFileSync(plan, readFileSync(PLAN));
  await run('route', 'branch', 'fork', plan, '--at', '12', '--name', 'shorter', '-o', book);
  await run('route', 'branch', 'change', book, '--at', '13', '--delete', '1');
  const page = await open(await written('book', book));
  expect(await names(page)).toEqual(['the plan', 'shorter']);
  expect(await page.inputValue('#branches select')).toBe('shorter');
  expect(await rows(page)).toBe(13);
  await page.close();
  const other = await open(await written('other', join(root, 'traces/live-a-live/present-day-namcat.toml')));
  await drop(other, book);
  await expect.poll(() => other.innerText('.notice')).toMatch(/these branches belong to another plan/u);
  await drop(other, plan, book);
  await expect.poll(() => names(other)).toEqual(['the plan', 'shorter']);
  await other.close();
});

test('branches stay when the page is opened again, and one can be taken away', async () => {
  const file = await written('kept', PLAN);
  const page = await open(file);
  await page.keyboard.press('f');
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await page.waitForTimeout(700);
  await page.reload();
  await page.waitForSelector('#workbench');
  expect(await names(page)).toEqual(['the plan', 'branch 1']);
  expect(await rows(page)).toBe(13);
  await page.keyboard.press('Shift+Delete');
  expect([await names(page), await rows(page)]).toEqual([['the plan'], 14]);
  await page.close();
});

test('a log is opened in the page: the battle begins after the frame that is named', async () => {
  const page = await open(await written('for-log', PLAN));
  await drop(page, join(root, 'traces/logs/overflow.jsonl.gz'));
  await page.waitForSelector('#log[open]');
  await expect.poll(() => page.innerText('#log')).toMatch(/frames \d+ to 2499/u);
  await page.fill('#log input', '2405');
  await page.getByRole('button', { name: 'Begin', exact: true }).click();
  await page.waitForSelector('#log', { state: 'hidden' });
  // recorded: the last frame before the overflow
  await expect.poll(() => page.innerText('#side')).toMatch(/action points\s+65044/u);
  await drop(page, join(root, 'traces/golden/fftcg/x1.jsonl'));
  await expect.poll(() => page.innerText('h1')).toBe('From x1.jsonl');
  expect(await verdict(page)).toBe('every command is accepted');
  await page.close();
});

test('changed cells are folded; of each the page tells why', async () => {
  const page = await open(await written('why', PLAN));
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.cells li').count()).toBe(0);
  await page.keyboard.press('c');
  const line = page.locator('.cells li', { hasText: /^actionPoints / });
  expect(await line.innerText()).toMatch(/^actionPoints 0 \u2192 57/u);
  await line.getByRole('button').click();
  await expect
    .poll(() => page.innerText('#why .said'), { timeout: 20_000 })
    .toMatch(/^action points 0 \u2192 57 command 1, by C1:96CB ally-step\ncommand: move x=5 y=3 \(up\)/u);
  await page.close();
});

test('playing in the middle of a plan asks what becomes of the rest; each answer can be undone', async () => {
  const page = await open(await written('rest', PLAN));
  const asked = page.locator('#rest[open]');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  expect(await asked.innerText()).toMatch(/^13 commands of the plan come behind this place/u);
  expect(await seriousFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect([await asked.count(), await rows(page)]).toEqual([0, 14]);
  // nobody presses a key in the frame in which the question closes
  await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
  await page.keyboard.press('Enter');
  await asked.waitFor();
  await page.keyboard.press('r');
  expect(await rows(page)).toBe(2);
  await page.keyboard.press('Control+z');
  expect([await rows(page), await verdict(page)]).toEqual([14, 'holds: 14 values as expected']);
  await page.keyboard.press('Home');
  await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
  await page.keyboard.press('Enter');
  await asked.waitFor();
  await page.keyboard.press('b');
  expect([await names(page), await rows(page)]).toEqual([['the plan', 'branch 1'], 2]);
  await page.keyboard.press('[');
  expect([await rows(page), await verdict(page)]).toEqual([14, 'holds: 14 values as expected']);
  await page.close();
});

test('one history: a branch that was taken away, an edit of another line, a plan that was dropped on the page', async () => {
  const page = await open(await written('history', PLAN));
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await page.keyboard.press('f');
  await page.keyboard.press('Delete');
  expect([await names(page), await rows(page)]).toEqual([['the plan', 'branch 1'], 12]);
  await page.keyboard.press('Shift+Delete');
  expect(await page.innerText('.notice')).toBe('branch 1 is taken away; Undo (Ctrl + Z) brings it back');
  expect([await names(page), await rows(page)]).toEqual([['the plan'], 13]);
  // undo brings back what was taken away last, and nothing else
  await page.keyboard.press('Control+z');
  expect([await names(page), await rows(page)]).toEqual([['the plan', 'branch 1'], 12]);
  await page.keyboard.press('Control+y');
  const other = join(root, 'traces/live-a-live/present-day-namcat.toml');
  await drop(page, other);
  await expect.poll(() => rows(page)).toBe(3);
  // the dropped plan goes, then the branch comes back, then its edit and it go, then the plan's edit
  const steps: unknown[] = [];
  for (let undone = 0; undone < 5; undone++) {
    await page.keyboard.press('Control+z');
    steps.push([await names(page), await rows(page)]);
  }
  expect(steps).toEqual([
    [['the plan'], 13],
    [['the plan', 'branch 1'], 12],
    [['the plan', 'branch 1'], 13],
    [['the plan'], 13],
    [['the plan'], 14],
  ]);
  expect(await verdict(page)).toBe('holds: 14 values as expected');
  for (let redone = 0; redone < 5; redone++) await page.keyboard.press('Control+y');
  expect(await rows(page)).toBe(3);
  await page.close();
});
