/** The report page under real clicks, keys and screens, in a headless Chromium. What it must show are numbers of the recorded logs. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../harness/cli/program.js';
import { SYSTEMS } from '../../harness/systems.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'));
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

async function report(name: string, ...files: readonly string[]): Promise<string> {
  const output = join(folder, `${name}.html`);
  let said = '';
  const code = await runCli(['report', ...files.map((file) => join(root, 'traces', file)), '-o', output], {
    systems: SYSTEMS,
    tracesFolder: join(root, 'traces'),
    out: () => undefined,
    err: (text) => {
      said += text;
    },
    showProgress: false,
    color: false,
    signal: () => new AbortController().signal,
    exit: () => undefined,
  });
  expect([code, said]).toEqual([0, '']);
  return output;
}

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly hash?: string;
}

/** Opens a page; anything that it asks the network for, and any error in it, fails the test. */
async function open(file: string, { width = 1280, height = 900, dark = false, hash = '' }: Look = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('request', (request) => {
    if (
      !request.url().startsWith('file:') &&
      !request.url().startsWith('blob:') &&
      !request.url().startsWith('data:')
    ) {
      throw new Error(`the page asked for ${request.url()}`);
    }
  });
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForSelector('.ledger');
  return page;
}

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
    expect(await frameOf(page)).toBe('60');
    await page.keyboard.press('End');
    expect(await frameOf(page)).toBe('2499');
    expect(page.url()).toContain('#frame=2499');
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

test('odds are bars with their exact fractions', async () => {
  const page = await open(await report('odds', 'kurogane-engage/guide.toml'));
  expect(await page.innerText('.scroll table')).toContain('212340/279936');
  await page.close();
});

test('a long log stays smooth: a hundred steps take less than two seconds', async () => {
  const page = await open(await report('long', 'logs/soak-07.jsonl.gz'));
  const milliseconds = await page.evaluate(`(() => {
    const began = performance.now();
    for (let step = 0; step < 100; step++) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    return performance.now() - began;
  })()`);
  expect(milliseconds).toBeLessThan(2000);
  await page.close();
});
