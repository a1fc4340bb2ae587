/** The odds calculator of the page: the rows of `lockstep odds --attacker`, what the form needs, and where it stands. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { folder, openPage, outputOf, root, run, seriousFaults } from './pages.js';

async function opened(plan: string): Promise<Page> {
  const file = join(folder, 'calculator.html');
  await run('plan', join(root, plan), '-o', file);
  return openPage(file, '#workbench', { height: 800 });
}

test('rows of one skill are those of the command line, from the keyboard alone', async () => {
  const page = await opened('traces/live-a-live/takahara-namcat.toml');
  await page.keyboard.press('o');
  await page.getByLabel('attacker', { exact: true }).fill('takahara');
  await page.getByLabel('skill', { exact: true }).fill('low-kick');
  await page.getByLabel('defender', { exact: true }).fill('namcat');
  await page.keyboard.press('Enter');
  const cells = page.locator('#calculator tbody tr');
  await expect.poll(() => cells.count(), { timeout: 20_000 }).toBe(3);
  const { out: told } = await outputOf('odds', '--attacker', 'takahara', '--skill', 'low-kick', '--defender', 'namcat');
  const rows = told.split('\n').filter((line) => line.startsWith('low-kick'));
  expect(rows).toHaveLength(3);
  const shown = await page
    .locator('#calculator tbody tr')
    .evaluateAll((list) => list.map((row) => [...row.children].map(({ textContent }) => textContent ?? '').join(' ')));
  const plain = (line: string): string => line.replace(/\s+/gu, ' ').trim();
  expect(shown.map(plain)).toEqual(rows.map(plain));
  // never learned by this fighter: the sentence that the command line prints as well
  expect(await page.innerText('#calculator .said')).toContain('never learned by takahara: low-kick');
  expect(await seriousFaults(page)).toEqual([]);
});

test('the form says what it needs, and what it does not know', async () => {
  const page = await opened('traces/live-a-live/takahara-namcat.toml');
  await page.click('button[aria-label^="Odds:"]');
  const said = page.locator('#calculator .said');
  await page.click('#calculator button:has-text("Calculate")');
  expect(await said.innerText()).toBe('Name who uses the skill, and on whom.');
  await page.getByLabel('attacker', { exact: true }).fill('takahara');
  await page.getByLabel('defender', { exact: true }).fill('all');
  await page.keyboard.press('Enter');
  expect(await said.innerText()).toContain('name a skill, or one enemy');
  await page.getByLabel('defender', { exact: true }).fill('namcta');
  await page.keyboard.press('Enter');
  await expect.poll(() => said.innerText()).toMatch(/no ally and no enemy has this name.*namcta.*namcat/su);
  await page.keyboard.press('Escape');
  expect(await page.locator('#calculator').isVisible()).toBe(false);
});

test('another game has no fighters of LIVE A LIVE: no button, and the key says so', async () => {
  const page = await opened('traces/srpg-movement/guide.toml');
  expect(await page.locator('button[aria-label^="Odds:"]').isVisible()).toBe(false);
  await page.keyboard.press('o');
  expect(await page.innerText('.notice')).toContain('the calculator knows the fighters of LIVE A LIVE alone');
});
