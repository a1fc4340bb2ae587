/** `lockstep` alone under a pseudo-terminal: each choice runs the command that it shows, and leaving is no failure. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { missing, openScreen, type Screen } from './driver.js';

const why = missing();
if (why !== '') console.log(`skipped: terminal suite: ${why}`);
const root = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(root, 'takahara-namcat.html');
afterAll(() => rmSync(PAGE, { force: true }));

async function opened(): Promise<Screen> {
  const screen = openScreen([], 40, 120);
  await screen.shows('1 to 4:');
  return screen;
}

/** Types a line at a question. */
async function answer(screen: Screen, question: string, text: string): Promise<void> {
  await screen.shows(question);
  screen.type(`${text}\r`);
}

describe.skipIf(why !== '')('lockstep without a verb', () => {
  test('a recording is compared, then stepped through', async () => {
    const screen = await opened();
    screen.type('1\r');
    await answer(screen, 'Recording (Enter: traces/logs/worked-example.jsonl.gz)', '');
    await screen.shows('$ lockstep verify traces/logs/worked-example.jsonl.gz');
    await screen.shows('359 frames equal');
    await answer(screen, 'Step through it?', '');
    await screen.shows('0/359');
    screen.type('q');
    expect(await screen.ended()).toEqual({ code: 0, restored: true });
  });

  test('a plan becomes a page of a free name', async () => {
    rmSync(PAGE, { force: true });
    const screen = await opened();
    screen.type('2\r');
    await answer(screen, 'Plan (Enter: traces/live-a-live/takahara-namcat.toml)', '');
    await screen.shows('Open takahara-namcat.html in a browser');
    expect(await screen.ended()).toEqual({ code: 0, restored: true });
    expect(existsSync(PAGE)).toBe(true);
    expect(/<title>.*<\/title>/u.exec(readFileSync(PAGE, 'utf8'))?.[0]).toContain('takahara-namcat.toml');
  });

  test('a wrong number and a missing file are asked again; an image that is none ends with its error', async () => {
    const screen = await opened();
    screen.type('7\r');
    await screen.shows('7 is none of the numbers 1 to 4.');
    await answer(screen, '1 to 4:', '');
    expect(await screen.ended()).toEqual({ code: 0, restored: true });

    const image = await opened();
    image.type('3\r');
    await answer(image, 'Image of the cartridge', 'no-such.sfc');
    await image.shows('There is no file no-such.sfc.');
    image.type('package.json\r');
    await image.shows('$ lockstep rom info package.json');
    expect(await image.ended()).toMatchObject({ code: 2, restored: true });
  });

  test('a test names the recording, and the recording is verified', async () => {
    const screen = await opened();
    screen.type('4\r');
    await answer(screen, 'Recording', '');
    await screen.shows('expect("traces/logs/worked-example.jsonl.gz").toHoldInLockstep()');
    expect(await screen.ended()).toEqual({ code: 0, restored: true });
  });

  test.each([
    ['end of input', '\x04'],
    ['Ctrl-C', '\x03'],
    ['Enter', '\r'],
  ])('%s leaves, and the terminal is as it was', async (_name, key) => {
    const screen = await opened();
    screen.type(key);
    expect(await screen.ended()).toEqual({ code: 0, restored: true });
  });
});
