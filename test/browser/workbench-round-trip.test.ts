/** The whole way of a planner: open, play to a win, undo, branch, compare, odds, find best, save, and the same on the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import { loadPlan } from '../../harness/play/plan/read-plan.js';
import { startPlan } from '../../harness/play/plan/run.js';
import { FORMS, workRamOf } from '../harness/files/states/state-files.js';
import { folder, openPage, root, run } from './pages.js';

const PLAN = join(root, 'traces/live-a-live/takahara-namcat.toml');
const verdict = (page: Page): Promise<string> => page.innerText('.verdict');
const rows = async (page: Page): Promise<number> =>
  Number(await page.locator('#plan li').first().getAttribute('aria-setsize'));

async function download(page: Page, press: () => Promise<void>, name: string): Promise<string> {
  const waiting = page.waitForEvent('download');
  await press();
  const path = join(folder, name);
  await (await waiting).saveAs(path);
  return path;
}

/** The same setup without commands. */
function emptyPlan(): string {
  const file = join(folder, 'round.toml');
  const [head = ''] = readFileSync(PLAN, 'utf8').split('[[do]]');
  writeFileSync(file, `# kept\n${head}`);
  return file;
}

/** Plays the first choice that a filter finds. */
async function playFound(page: Page, filter: string): Promise<void> {
  await page.fill('#choices input', filter);
  await page.press('#choices input', 'Enter');
  await page.press('#choices input', 'Escape');
}

test('Takahara against Namcat is planned to a win, and the saved plan gives the same state', async () => {
  const output = join(folder, 'round.html');
  await run('plan', emptyPlan(), '-o', output);
  const page = await openPage(output, '#workbench', { height: 800 });
  expect([await rows(page), await verdict(page)]).toEqual([1, 'no commands yet']);

  // beside Namcat: what may come of a kick is told beside the table
  await playFound(page, 'move 1,3');
  await page.fill('#choices input', 'reppu namcat');
  await expect
    .poll(() => page.innerText('#odds'), { timeout: 20_000 })
    .toMatch(/Namcat loses \d+ to \d+ HP[\s\S]*hit: (?:always|.*%)/u);
  await playFound(page, 'kiai tame');
  expect(await rows(page)).toBe(3);
  await page.keyboard.press('Control+z');
  expect(await rows(page)).toBe(2);
  await page.keyboard.press('Control+y');
  expect(await rows(page)).toBe(3);

  // a branch beside the plan, renamed, drawn over it
  await page.keyboard.press('f');
  await playFound(page, 'wait');
  await page.keyboard.press('r');
  await page.fill('#ask input', 'let it come');
  await page.press('#ask input', 'Enter');
  expect(await page.locator('#branches option').allInnerTexts()).toEqual(['the plan', 'let it come']);
  expect(await page.innerText('.time .marks')).toMatch(/the plan parts at frame \d+/u);
  expect(await rows(page)).toBe(4);

  // the best end from the state of the plan, by the search of the command line
  await page.keyboard.press('[');
  await page.keyboard.press('b');
  await page.click('#search button:has-text("Search")');
  const take = page.locator('#search button:has-text("Put into the plan")');
  await expect.poll(() => take.isEnabled(), { timeout: 60_000 }).toBe(true);
  await take.click();
  expect(await page.innerText('#banner')).toMatch(/frames\s+won/u);
  const side = (tab: Page): Promise<unknown> => tab.evaluate("document.querySelector('#side .scroll').innerText");
  const shown = await side(page);
  const saved = await download(page, () => page.keyboard.press('Control+s'), 'round.toml');
  await page.close();

  const text = readFileSync(saved, 'utf8');
  expect(text.startsWith('# kept\n')).toBe(true);
  // opened again by the command it is the same battle to the last cell, and the text to the last byte
  const again = join(folder, 'again.html');
  await run('run', 'live-a-live', saved, '-o', join(folder, 'round.jsonl'));
  await run('verify', join(folder, 'round.jsonl'));
  await run('plan', saved, '-o', again);
  const other = await openPage(again, '#workbench', { height: 800 });
  await other.keyboard.press('End');
  expect(await side(other)).toBe(shown);
  const back = await download(other, () => other.keyboard.press('Control+s'), 'back.toml');
  expect(readFileSync(back, 'utf8')).toBe(text);
  await other.close();
});

/** Gives a file to the page as a drop does. */
async function drop(page: Page, file: string): Promise<void> {
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob('${readFileSync(file).toString('base64')}'), (letter) => letter.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], '${basename(file)}'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  })()`);
}

test('a dropped savestate gives the plan that the command writes', async () => {
  const plan = loadPlan(join(root, 'traces/live-a-live/present-day-moribe-seishi.toml'));
  const ram = workRamOf(startPlan(LIVE_A_LIVE_BATTLE, { ...plan, system: LIVE_A_LIVE_BATTLE.id }));
  const output = join(folder, 'states.html');
  await run('plan', PLAN, '-o', output);
  for (const form of ['a dump', 'Snes9x in gzip', 'BizHawk with Zstandard', 'Mesen 2', 'bsnes on its own']) {
    const name = form.replaceAll(/\W+/gu, '-');
    const file = join(folder, `${name}.state`);
    writeFileSync(file, (FORMS[form] as (bytes: Uint8Array) => Uint8Array)(ram));
    await run('plan', '--from', file, '-o', join(folder, `${name}.toml`));
    const page = await openPage(output, '#workbench', { height: 800 });
    await drop(page, file);
    await expect.poll(() => page.innerText('h1'), { timeout: 20_000 }).toBe(`From ${name}.state`);
    expect(await page.innerText('.units')).toContain('Moribe Seishi');
    const saved = await download(page, () => page.keyboard.press('Control+s'), `${name}.page.toml`);
    expect([form, readFileSync(saved, 'utf8')]).toEqual([form, readFileSync(join(folder, `${name}.toml`), 'utf8')]);
    await page.close();
  }
});

test('what is neither plan nor log nor state is refused with its reason', async () => {
  const output = join(folder, 'states.html');
  await run('plan', PLAN, '-o', output);
  const page = await openPage(output, '#workbench', { height: 800 });
  const file = join(folder, 'noise.bin');
  writeFileSync(
    file,
    Uint8Array.from({ length: 5000 }, (_, index) => (index * 37) & 0xff),
  );
  await drop(page, file);
  await expect.poll(() => page.innerText('.notice'), { timeout: 20_000 }).toContain('no battle is in this file');
  expect(await rows(page)).toBe(14);
  await page.close();
});
