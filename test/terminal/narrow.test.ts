/** A narrow terminal: help is wrapped between words, and progress leaves nothing behind. */
import { describe, expect, test } from 'vitest';
import { missing, openScreen } from './driver.js';

const why = missing();
if (why !== '') console.log(`skipped: terminal suite: ${why}`);

describe.skipIf(why !== '')('60 columns', () => {
  test.each([[[]], [['route', 'search']], [['odds']], [['run']]])('help of %j', async (words) => {
    const screen = openScreen([...words, '--help'], 100, 60);
    expect((await screen.ended()).code).toBe(0);
    const lines = screen.raw().split('\r\n');
    expect(lines.length).toBeGreaterThan(20);
    // examples are commands: they are copied whole
    expect(lines.filter((line) => line.length > 60 && !line.includes('$ lockstep'))).toEqual([]);
  });

  test('the line of progress of odds is taken away before each row', async () => {
    const screen = openScreen(['odds', 'traces/live-a-live/takahara-namcat.toml', '--at', '4'], 60, 140);
    expect((await screen.ended()).code).toBe(0);
    expect(screen.raw()).toMatch(/\d of \d choices/u);
    expect(screen.raw()).not.toContain('u001B');
    expect(screen.lines().filter((line) => line.includes(' choices'))).toEqual([]);
  });
});
