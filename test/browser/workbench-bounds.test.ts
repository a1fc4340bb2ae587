/** A page while it looks at draws: every chance that is not known yet is shown with both ends, and closes to what is known later. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { folder, openPage, run } from './pages.js';

/** Four heroes against fifteen enemies: many draws, so that the looking takes its time. */
const PLAN = `plan = 1
system = "live-a-live"
title = "Four against fifteen"
[setup]
formation = 0x71
generator = [18, 52, 86, 120]
${['oboromaru', 'takahara', 'sundown', 'pogo'].map((one) => `[[setup.party]]\ncharacter = "${one}"\nlevel = 20\n`).join('')}`;

/** Everything that the page shows with a percent sign, by its place; hints of titles aside. */
const SHOWN = `(() => {
  const found = [];
  const add = (place, text) => { if (/\\d%/.test(text)) found.push([place, text]); };
  for (const card of document.querySelectorAll('#choice-rows .card')) {
    const name = card.getAttribute('aria-label');
    add(name + ' head', card.querySelector('.figures')?.textContent ?? '');
    for (const one of card.querySelectorAll('[role=option]')) {
      const where = name + ' ' + one.id;
      const cells = one.querySelectorAll('[data-title]');
      for (const cell of cells) add(where + ' ' + cell.dataset.title, cell.textContent);
      // a certain knock-out stands there without its figure
      if (cells.length === 0) add(where + ' chip', one.textContent.replace(/\\bKO(?! ?[<>\\d])/, 'KO 100%'));
      add(where + ' tooltip', one.title);
    }
  }
  const panel = document.querySelector('#odds');
  const title = panel.querySelector('h2').textContent;
  panel.querySelectorAll('p').forEach((one, at) => add(title + ' p' + at, one.textContent));
  panel.querySelectorAll('svg').forEach((one, at) => {
    add(title + ' picture' + at, one.getAttribute('aria-label'));
    one.querySelectorAll('title').forEach((bar) => add(title + ' bar' + at, bar.textContent));
  });
  return found;
})()`;

type Shown = readonly (readonly [place: string, text: string])[];

/** The chances of a text, in hundredths of a percent: both ends; of a value twice the same. */
function chancesOf(text: string): [least: number, most: number, isBound: boolean][] {
  return [...text.matchAll(/(?:([\d.]+)\.\.)?([\d.]*\d)%/gu)].map(([, least, most]) => {
    const bound = least !== undefined;
    return [Math.round(100 * Number(bound ? least : most)), Math.round(100 * Number(most)), bound];
  });
}

test('no chance is a value before everything was looked at, and each bound closes round what comes', async () => {
  const plan = join(folder, 'many.toml');
  writeFileSync(plan, PLAN);
  const output = join(folder, 'many.html');
  await run('plan', plan, '-o', output);
  const page: Page = await openPage(output, '#workbench', { height: 800 });
  const seen = new Map<string, string>();
  const closed: string[] = [];
  const panels: string[] = [];
  const until = Date.now() + 60_000;
  while (Date.now() < until && (closed.length === 0 || panels.length === 0)) {
    // the panel tells one choice: one of those that are looked at now
    await page.evaluate(
      `[...document.querySelectorAll('#choice-rows [role=option]')].find((one) => /\\d\\?/.test(one.textContent))?.click()`,
    );
    const shown = (await page.evaluate(SHOWN)) as Shown;
    const fault = (await page.evaluate("document.querySelector('#odds .fault')?.textContent ?? ''")) as string;
    for (const [place, text] of shown) {
      const now = chancesOf(text);
      const isOpen = /\d\?/u.test(text);
      // what is open in the table has two ends
      if (isOpen) expect([place, text, now.every(([, , isBound]) => isBound)]).toEqual([place, text, true]);
      // the head of a card is that of its best choice, which may be another one later
      if (place.endsWith(' head')) continue;
      const before = chancesOf(seen.get(place) ?? '');
      seen.set(place, text);
      if (before.length !== now.length) continue;
      for (const [at, [least, most, isBound]] of now.entries()) {
        const [from, to, wasBound] = before[at] as (typeof now)[number];
        if (wasBound) expect([place, text, least >= from - 100, most <= to + 100]).toEqual([place, text, true, true]);
        else expect([place, text]).toEqual([place, seen.get(place)]);
        if (wasBound && !isBound) closed.push(`${place}: ${text}`);
      }
    }
    if (fault !== '') {
      const panel = shown.filter(([place, text]) => place.startsWith('Odds of') && text !== fault);
      for (const [place, text] of panel)
        expect([place, text, chancesOf(text).every(([, , isBound]) => isBound)]).toEqual([place, text, true]);
      const heads = (await page.evaluate(
        "[...document.querySelectorAll('#odds:has(.fault) h3')].map((one) => one.textContent)",
      )) as string[];
      for (const head of heads) expect(head).toContain('as far as was looked at');
      if (panel.length > 0) panels.push(...panel.map(([, text]) => text));
    }
    await new Promise((next) => setTimeout(next, 50));
  }
  expect(closed.length).toBeGreaterThan(0);
  expect(panels.some((text) => /\.\./u.test(text))).toBe(true);
  await page.close();
});
