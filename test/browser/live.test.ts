/** The workbench beside a running game: a server of our own on the loopback interface plays a recorded log. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type Console, startConsole } from '../harness/capture/live/console.js';
import { type ServerOrder, type TestServer, usb2snesServer } from '../harness/capture/live/servers.js';
import { folder, newPage, openPage, root, run } from './pages.js';

const LOG = join(root, 'traces/logs/overflow.jsonl.gz');
/** What a follower may ask: names, and bytes. */
const READING = new Set(['DeviceList', 'Attach', 'Name', 'Info', 'GetAddress']);
let file = '';
let server: TestServer | undefined;
beforeAll(async () => {
  file = join(folder, 'live.html');
  await run('plan', join(root, 'traces/live-a-live/overflow.toml'), '-o', file);
});
afterEach(() => {
  server?.close();
  server = undefined;
});

const said = (page: Page): Promise<string> => page.innerText('#live p');

/** Waits for words of the page. */
const says = (page: Page, words: RegExp): Promise<void> =>
  expect.poll(() => said(page), { timeout: 30_000 }).toMatch(words);

/** Opens the page, and follows the game of a server. */
async function follow(order: ServerOrder): Promise<Page> {
  server = await usb2snesServer(order);
  const page = await openPage(file, '#workbench', { height: 800 });
  await page.keyboard.press('l');
  // what is said may stand for a moment only
  await page.evaluate(`globalThis.said = [];
    new MutationObserver(() => said.push(document.querySelector('#live p').textContent))
      .observe(document.querySelector('#live p'), { childList: true })`);
  await page.getByLabel('address of the running game').fill(`ws://127.0.0.1:${server.port}`);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  return page;
}

/** The log begins with the frame after which the plan begins. */
function begun(): Console {
  const game = startConsole(LOG);
  game.play(1);
  return game;
}

/** Plays on until the game's action points are these. */
function playTo(game: Console, points: number): void {
  while ((game.ram[0x3ae] ?? 0) + 256 * (game.ram[0x3af] ?? 0) !== points) {
    if (!game.play(1)) throw new Error(`never ${points}`);
  }
}

test('state, forecast and place in the plan of a running game; where it leaves the plan; nothing is written', async () => {
  const game = begun();
  const page = await follow({ ram: game.ram });
  await says(page, /at the start of the plan/);
  expect(await page.innerText('#side')).toMatch(/action points\s+0/);
  expect(await page.locator('#plan li[aria-selected="true"]').innerText()).toBe('start');
  // rule L1: a turn of the area costs 28 at speed 31
  playTo(game, 28);
  await says(page, /in command 2 of 4, .*: frame \d+$/);
  expect(await page.innerText('#side')).toMatch(/action points\s+28/);
  // the plan expects it: 1,118 presses to the right
  playTo(game, 31304);
  await says(page, /after command 2 of 4/);
  expect(await page.locator('#plan li[aria-selected="true"]').getAttribute('aria-posinset')).toBe('3');
  // a turn that the plan does not know
  game.ram[0x3ae] = 0x99;
  await says(page, /the game left the plan after command 2 of 4, .*: action points 31385 \(plan: 313\d\d\)$/);
  expect(await page.innerText('#side')).toMatch(/action points\s+31385/);
  // a state is loaded that the plan knows
  playTo(game, 65044);
  await says(page, /after command 3 of 4, in the window$/);
  playTo(game, 18);
  await says(page, /after command 4 of 4, the skill wraps$/);
  expect(await page.innerText('#side')).toMatch(/action points\s+18/);
  await page.getByRole('button', { name: 'Stop' }).click();
  expect(await page.locator('#side.of-game').count()).toBe(0);
  expect(new Set(server?.asked)).toEqual(READING);
  await page.close();
});

test('a lost connection is made again, and the game is followed on', async () => {
  const game = begun();
  const page = await follow({ ram: game.ram, closeAt: 60 });
  await expect
    .poll(() => page.evaluate('said.join()'), { timeout: 30_000 })
    .toMatch(/closed the connection.*; connecting again/);
  await says(page, /at the start of the plan/);
  playTo(game, 56);
  await says(page, /in command 2 of 4/);
  await page.close();
});

test('another game, the menu of its own, a battle: each is told as it comes', async () => {
  const game = begun();
  const ram = new Uint8Array(0x20000).fill(0x5a);
  const page = await follow({ ram });
  await says(page, /no battle of this plan’s game is in its memory \(no test ROM/);
  ram.set(game.ram);
  // 7E1E06: the test ROM's own cell for the phase; 0 is its menu
  ram[0x1e06] = 0;
  await says(page, /it is not in a battle \(the menu of the test ROM\)/);
  ram.set(game.ram);
  await says(page, /at the start of the plan/);
  await page.close();
});

test('addresses of other machines are refused; a server without a device, and of another protocol, ends it', async () => {
  const page = await follow({ ram: new Uint8Array(0x20000), devices: [] });
  await says(page, /the server does not have exactly one device; found no device/);
  expect(await page.getByRole('button', { name: 'Follow', exact: true }).count()).toBe(1);
  server?.close();
  server = await usb2snesServer({ ram: new Uint8Array(0x20000), nonsense: '<html>' });
  const address = page.getByLabel('address of the running game');
  await address.fill(`ws://localhost:${server.port}`);
  await address.press('Enter');
  await says(page, /the server did not answer with a list of results/);
  for (const other of ['ws://192.168.1.20:23074', 'wss://localhost:23074', 'http://localhost:23074']) {
    await address.fill(other);
    await address.press('Enter');
    await says(
      page,
      /^the page follows games of this machine only; .*ws:\/\/127\.0\.0\.1:PORT or ws:\/\/localhost:PORT/,
    );
    expect(await said(page)).toContain(`found ${other}`);
  }
  await page.close();
});

test('the policy of the page stops a connection to another machine, whatever its script does', async () => {
  const page = await newPage();
  await page.goto(pathToFileURL(file).href);
  const refused = await page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      resolve([effectiveDirective, blockedURI]));
    try { new WebSocket('ws://192.0.2.1:23074'); } catch {}
  })`);
  expect(refused).toEqual(['connect-src', expect.stringMatching(/^ws:\/\/192\.0\.2\.1/)]);
  await page.close();
});

test('nobody listens: the page says what to start', async () => {
  const page = await newPage();
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('#workbench');
  await page.keyboard.press('l');
  await page.getByLabel('address of the running game').fill('ws://127.0.0.1:1');
  await page.keyboard.press('Enter');
  await says(page, /no connection could be made/);
  expect(await said(page)).toContain('Start the server and the game');
  await page.close();
});
