/** The table of each system: a board to click, fields and stack, dice, areas. Names and squares are those of the plans. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, openPage, root, run, seriousFaults } from './pages.js';

async function opened(plan: string, steps: number) {
  const file = join(folder, `${plan.replaceAll('/', '-')}.html`);
  await run('plan', join(root, 'traces', plan), '-o', file);
  const page = await openPage(file, '#workbench');
  for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
  return page;
}

test('SRPG: a click shows where a unit may go and strike, the way follows the pointer, a click moves', async () => {
  const page = await opened('srpg-movement/fort-gate.toml', 0);
  // nothing that only asks is a choice
  expect(await page.locator('.card[aria-label="threat"]').count()).toBe(0);
  await page.click('[data-cell="7,4"]');
  expect(await page.locator('.square.in-reach').count()).toBeGreaterThan(10);
  expect(await page.locator('.square.hit').count()).toBeGreaterThan(3);
  await page.hover('[data-cell="8,5"]');
  // the plan's own way of the knight: (7,4), (7,5) or (8,4), (8,5)
  expect((await page.locator('polyline.way').getAttribute('points'))?.split(' ').length).toBe(3);
  const threatened = page.locator('.square.threatened');
  expect(await threatened.count()).toBe(0);
  await page.keyboard.press('x');
  // the plan's first command: three could strike (8,5)
  expect(await page.locator('[data-cell="8,5"].threatened').count()).toBe(1);
  const danger = await page
    .locator('svg.board .danger')
    .nth(5 * 20 + 8)
    .textContent();
  expect(danger).toBe('3');
  await page.keyboard.press('x');
  expect(await threatened.count()).toBe(0);
  await page.click('[data-cell="8,5"]');
  await page.keyboard.press('b');
  await page.locator('#plan h2', { hasText: 'Plan: 2 commands' }).waitFor();
  expect(await page.locator('.units').innerText()).toContain('8,5');
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
});

test('FF-TCG: both fields and hands, the stack from the top, priority, the step by its name', async () => {
  const page = await opened('fftcg/decks-stack.toml', 4);
  expect(await page.locator('.turn-steps [aria-current]').innerText()).toBe('Main Phase 1');
  const places = await page.locator('.place h3').allInnerTexts();
  expect(places.map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
    ...['Hand of B', 'Field of B', 'Stack, the top', 'Field of A', 'Hand of A'],
  ]);
  expect(await page.locator('.place.now h3').innerText()).toContain('Field of B has priority');
  expect(await page.locator('.place').nth(2).locator('.thing').allInnerTexts()).toEqual([
    'Mist by B on Knight of Embers',
    'kindle of Kindler by A on Knight of Embers',
  ]);
  // a card that is pressed lists what names it
  await page.locator('.thing', { hasText: 'Undertow' }).click();
  expect(await page.locator('#choices input').inputValue()).toBe('Undertow');
  expect(await page.locator('.chip .where').first().innerText()).toContain('B Undertow \u2192');
  expect(await page.locator('.panels').isVisible()).toBe(false);
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
});

test('Kurogane Engage: the pool as dice with the reason of each', async () => {
  const page = await opened('kurogane-engage/squad-three-rounds.toml', 2);
  const place = page.locator('.place', { hasText: 'distance 5 at Rng 3 (K4)' });
  expect(await place.locator('.die.taken').count()).toBe(1);
  expect(await page.locator('.place', { hasText: 'to roll' }).locator('.die').count()).toBe(4);
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
});

test('Holy Grail War: areas with who stands there, the phases in order', async () => {
  const page = await opened('holy-grail-war/seven-pairs-day.toml', 9);
  expect(await page.locator('.turn-steps li').allInnerTexts()).toEqual([
    'preparation',
    'active',
    'reactive',
    'processing',
  ]);
  const school = page.locator('.place', { hasText: 'school' });
  expect(await school.locator('.thing').allInnerTexts()).toEqual(['Rin gather', 'Archer rest', 'Shinji', 'Rider']);
  expect(await school.locator('.thing').first().getAttribute('title')).toContain('seen by matou');
  expect(await seriousFaults(page)).toEqual([]);
  await page.close();
});
