/**
 * What stands round an answer: it is printed whatever comes after it, says under which settings its
 * moves hold, and why there is no route.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { cli } from '../../../cli/run-cli.js';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-test-'));
const search = (...words: readonly string[]) => cli(['route', 'search', ...words], { systems: SYSTEMS });

function written(name: string, text: string): string {
  const file = join(folder, `${name}.toml`);
  writeFileSync(file, text);
  return file;
}

/** A unit without a weight: no setup where the order of turns goes by waiting. */
const UNIT = `
plan = 1
system = "srpg-movement"
[setup]
map = [[0, 0, 0]]
grounds = { 0 = 1 }
units = [{ id = "a", x = 0, y = 0, move = 2 }]
[search]
moves = [{ command = "calc", unit = "a" }]
goal = { "moveMap[2,0]" = 0 }
`;

/** An ally who steps in place beside an enemy. */
const STEPS = `
plan = 1
system = "live-a-live"
[setup]
generator = [231, 238, 231, 131]
skills = [{}]
allies = [{ id = 21, level = 2, hp = 320, power = 50, speed = 31, body = 36, intellect = 25, x = 5, y = 4 }]
species = [{ id = 90, level = 3, hp = 256, power = 43, speed = 60, body = 33, intellect = 55, width = 1, height = 3 }]
enemies = [{ species = 0, x = 0, y = 0 }]
[[do]]
command = "wait"
[search]
moves = [{ command = "stepInPlace" }]
`;

describe('the answer first', () => {
  test('a setup that another value of a switch refuses is a condition, and the route is there', async () => {
    const { code, out, err } = await search(written('unit', UNIT));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('optimal under conditions: cost 1');
    expect(out).toContain('condition: switch turnOrder = free');
    expect(out).toMatch(/turnOrder = wait: the setup is refused: .*weight is 0/u);
  });
});

describe('a goal that is computed', () => {
  // the end of the sequence of buttons lies outside of the key: every pressed button moves it on
  test('is found where a key without what it is computed from would say that there is no route', async () => {
    const plan = written('sequence', `${STEPS}goal = { sequenceEnd = { min = 4 } }\nlimits = { actions = 5 }\n`);
    const { code, out } = await search(plan, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { proven: true, routes: [{ cost: 3 }] }]);
  });
});

describe('no route', () => {
  test('is proven, names the limits, and is looked for again by the checker', async () => {
    const plan = written('few', `${STEPS}goal = { sequenceEnd = { min = 4 } }\nlimits = { actions = 2 }\n`);
    const { code, out } = await search(plan);
    expect(code).toBe(1);
    expect(out).toContain('no route within limits.actions = 2: every one was looked at');
    expect(out).toMatch(/the checker of certificates looked at \d+ states? by itself and found none either/u);
    expect(out).toContain('no other setting of the switches was searched: idleActionPoints = 10');
    const json = JSON.parse((await search(plan, '--json')).out) as Record<string, unknown>;
    expect(json).toMatchObject({ exit: 1, proven: true, reason: 'exhausted', within: { actions: 2 } });
  });
  test('under a limit below the bound of the start says the bound, and not that all was looked at', async () => {
    const text = readFileSync('traces/live-a-live/atlas/max-morgan-fewest-actions.toml', 'utf8');
    const plan = written('tight', text.replace('limits = { actions = 9 }', 'limits = { cost = 3 }'));
    const { code, out } = await search(plan);
    expect(code).toBe(1);
    expect(out).toContain('no route within limits.cost = 3: any route costs at least 8');
  });
});

describe('robustness', () => {
  test('a proven route that another setting refuses says at which move', async () => {
    const { out } = await search('traces/live-a-live/present-day-namcat.toml', '--json');
    const { robustness, routes } = JSON.parse(out) as {
      readonly routes: readonly { readonly cost: number }[];
      readonly robustness: readonly (Readonly<Record<'switch' | 'verdict' | 'detail', string>> & {
        readonly step?: number;
      })[];
    };
    expect(routes[0]?.cost).toBe(7);
    const broken = robustness.find((row) => row.switch === 'decisionInput');
    expect(broken).toMatchObject({ verdict: 'breaks', step: 4 });
    expect(broken?.detail).toMatch(/^the move is refused: skill reppu-seiken-zuki x=0 y=1: E_TARGET/u);
    expect(robustness.length).toBeGreaterThan(5);
  });
});
