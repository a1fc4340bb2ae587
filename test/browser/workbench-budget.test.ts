/** How soon the workbench answers, in medians, and what a checker of accessibility finds in it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { folder, openPage, root, run, seriousFaults } from './pages.js';

const PLAN = join(root, 'traces/live-a-live/takahara-namcat.toml');
const TURNS = 9;
/** The goals are for an idle machine; the test sees what became much slower. */
const SLACK = 4;

async function written(name: string, plan: string): Promise<string> {
  const output = join(folder, `${name}.html`);
  await run('plan', plan, '-o', output);
  return output;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Milliseconds from an action in the page to the frame that shows it. */
async function timed(page: Page, action: string, until = 'true'): Promise<number> {
  return (await page.evaluate(`new Promise((resolve) => {
    const began = performance.now();
    ${action};
    const look = () => (${until} ? requestAnimationFrame(() => resolve(performance.now() - began)) : setTimeout(look, 1));
    look();
  })`)) as number;
}

async function medianOf(page: Page, before: string, action: string, until?: string): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await page.evaluate(before);
    times.push(await timed(page, action, until));
  }
  return median(times);
}

const press = (key: string, more = ''): string =>
  `document.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true${more} }))`;
const row = (index: number): string => `document.querySelectorAll('#plan li')[${index}].click()`;
const HAS_ODDS = "[...document.querySelectorAll('#choice-rows .damage')].some((cell) => cell.textContent !== '')";
const NO_ODDS = "document.querySelectorAll('#choice-rows .damage').forEach((cell) => { cell.textContent = ''; })";

test('the workbench answers soon', async () => {
  const page = await openPage(await written('budget', PLAN), '#workbench');
  const click = await medianOf(page, row(3), row(5));
  // the table of all choices with their previews is drawn at once
  const previews = await medianOf(page, row(0), row(4));
  const odds = await medianOf(page, `${row(0)}; ${NO_ODDS}`, row(4), HAS_ODDS);
  const undo = await medianOf(page, `${row(13)}; ${press('Delete')}`, press('z', ', ctrlKey: true'));
  await page.close();

  // strong enough to live through a thousand commands, each of which is played
  const strong = 'character = "takahara"\nlevel = 99\nmaxHp = 999\nhp = 999\nbody = 99\n';
  const head = readFileSync(PLAN, 'utf8').split('[[do]]')[0]?.replace('character = "takahara"\n', strong);
  const long = join(folder, 'thousand.toml');
  writeFileSync(long, `${head}${'[[do]]\ncommand = "turn"\nway = "left"\n\n'.repeat(1000)}`);
  const file = await written('thousand', long);
  const opened: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const other = await openPage(file, '#workbench');
    opened.push((await other.evaluate('performance.getEntriesByName("shown")[0].startTime')) as number);
    await other.close();
  }
  const big = await openPage(file, '#workbench');
  expect(await big.innerText('.verdict')).toBe('every command is accepted');
  const session = await big.context().newCDPSession(big);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await big.close();

  const table = [
    ['a click on a row, repainted', click, 50],
    ['all choices previewed', previews, 100],
    ['first odds', odds, 300],
    ['undo', undo, 30],
    ['a plan of 1,000 commands open', median(opened), 1000],
    ['memory with it, MB', (usedSize + backingStorageSize) / 1_000_000, 150],
  ] as const;
  const lines = table.map(([name, value, most]) => `${name}: ${value.toFixed(0)} (goal ${most})`);
  process.stdout.write(`${cpus()[0]?.model}, ${cpus().length} processors\n${lines.join('\n')}\n`);
  expect(table.filter(([, value, most]) => value > SLACK * most)).toEqual([]);
});

test.each(['light', 'dark'])('axe-core finds no serious fault: %s', async (scheme) => {
  const page = await openPage(await written('axe', PLAN), '#workbench', { dark: scheme === 'dark' });
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
});
