/** Pages in a headless Chromium: CHROMIUM names its program where it is not /usr/bin/chromium. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { SYSTEMS } from '../../harness/base/systems.js';
import { cli } from '../harness/cli/run-cli.js';

export const root = packageRoot();
export const folder = mkdtempSync(join(tmpdir(), 'lockstep-pages-'));
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

/** Runs a verb. */
export function outputOf(...words: readonly string[]): ReturnType<typeof cli> {
  return cli(words, { systems: SYSTEMS, tracesFolder: join(root, 'traces') });
}

/** Runs a verb that must succeed. */
export async function run(...words: readonly string[]): Promise<void> {
  const { code, err: said } = await outputOf(...words);
  expect([words, code, said]).toEqual([words, 0, '']);
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly hash?: string;
}

/** Opens a page and waits for a part of it. What it asks the network for, and any error in it, fails the test. */
export async function openPage(file: string, part: string, look: Look = {}): Promise<Page> {
  const { width = 1280, height = 900, dark = false, hash = '' } = look;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('console', (message) => {
    if (message.type() === 'error') throw new Error(`the page's console says: ${message.text()}`);
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
  await page.waitForSelector(part);
  return page;
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What a checker of accessibility finds serious or critical in a page, with the first place of each. */
export async function seriousFaults(page: Page): Promise<unknown> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  return page.evaluate(`axe.run().then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes[0].html.slice(0, 160), nodes.length]))`);
}

/** An empty page that may ask for anything. */
export function newPage(): Promise<Page> {
  return browser.newPage();
}
