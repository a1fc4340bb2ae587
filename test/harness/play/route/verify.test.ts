/** `route verify`: ledger, checkpoints, the rule and the smallest change, and a plan against a recording. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createEventBuffer } from '../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { compareWithRecording } from '../../../../harness/play/route/against.js';
import { cli } from '../../cli/run-cli.js';
import { TICKER } from '../../fixtures/counter-system.js';
import { testFolder } from '../../fixtures/files.js';
import { sealed, tickerHeader } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const traces = fileURLToPath(new URL('../../../../traces/', import.meta.url));
const route = (...words: string[]) => cli(['route', ...words], { systems: SYSTEMS });
const plan = (name: string): string => readFileSync(`${traces}live-a-live/${name}.toml`, 'utf8');

/** A bundled plan with a change, in a file of its own. */
function changed(name: string, from: string | RegExp, to: string): string {
  const text = plan(name).replaceAll('"../logs/', `"${traces}logs/`);
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  return folder.write(`${name}-${Math.abs(result.length)}.toml`, result);
}

test('the ledger of the guide’s battle has its figures', async () => {
  const run = await route('verify', `${traces}live-a-live/namcat.toml`);
  expect([run.code, run.err]).toEqual([0, '']);
  const rows = run.out.split('\n').map((line) => line.split(/ {2,}/));
  expect(rows.map((row) => row[4]).slice(1, 13)).toEqual(
    ['', '0', '57', '228', '285', '29', '539', '515', '572', '60', '231', '288'].map((points, index) =>
      index === 0 ? '0' : points,
    ),
  );
});

describe('a checkpoint that fails', () => {
  test('names line, values, routine and the smallest change, and stops', async () => {
    const file = changed('namcat', 'repeat = 3\nlabel = "four', 'repeat = 2\nlabel = "four');
    const run = await route('verify', file);
    expect(run.code).toBe(1);
    expect(run.out).toContain(': step 3 (four free steps): cell actionPoints: expected 228, got 171');
    expect(run.out).toContain('rule: one.actionPoints by C1:96CB');
    expect(run.out).toMatch(/smallest change: line \d+: step left: repeat = 3 instead of 2/);
    expect(run.out).not.toContain('enemySkill');
  });

  test('a refused move comes with the reason', async () => {
    const run = await route('verify', changed('namcat', 'command = "enemySkill"', 'command = "pass"'));
    expect(run.code).toBe(2);
    expect(run.out).toContain('the command: expected accepted, got rejected with E_PHASE');
    expect(run.err).toMatch(/^E_PLAN_REJECTED .*\.toml:\d+: column 1: step \d+ \(pass\) is rejected with E_PHASE: /);
  });

  test('two changes are proposed where one is not enough', async () => {
    const file = changed(
      'namcat',
      '[[do]]\ncommand = "enemySkill"\nexpect = { actionPoints = 29 }\n\n[[do]]\ncommand = "skill"',
      '[[do]]\ncommand = "wait"',
    );
    const run = await route('verify', file);
    expect(run.out).toMatch(/smallest change: line \d+: enemySkill .*; and line \d+: (skill|item)/);
  });

  test('the overflow missed by some presses is found again', async () => {
    const text = changed('overflow', /presses = 1205\nlabel = "in the window"\nexpect = .*\n/, 'presses = 1204\n');
    const run = await route('verify', text, '--json');
    const { repair, ledger } = JSON.parse(run.out);
    expect(ledger.failure).toMatchObject({ what: 'actionPoints', expected: '18', got: '65526' });
    expect(repair.changes).toEqual([expect.stringContaining('presses = 1205 instead of 1204')]);
  });
});

describe('a route against a recording', () => {
  const log = `${traces}logs/overflow.jsonl.gz`;

  test('the overflow holds on both cores', async () => {
    for (const name of ['overflow', 'overflow-accuracy']) {
      const run = await route(
        'verify',
        `${traces}live-a-live/overflow.toml`,
        '--against',
        `${traces}logs/${name}.jsonl.gz`,
      );
      expect(run.code).toBe(0);
      // 2,323 presses, area selection opened, the skill chosen and fired
      expect(run.out).toContain('2326 changed states equal');
    }
  });

  test('another route differs, with frame and values', async () => {
    const run = await route(
      'verify',
      changed('overflow', /presses = 1205\nlabel[\s\S]*/, 'presses = 1204\n[[do]]\ncommand = "skill"\n'),
      '--against',
      log,
    );
    expect(run.code).toBe(1);
    expect(run.out).toMatch(/frame \d+ differs at step 4: actionPoints \(7E03AE\): mine 65016, theirs 65044/);
  });

  test('a recording that ends early does not pass', async () => {
    const run = await route(
      'verify',
      changed('overflow', 'turnFlag = 0x80 }', 'turnFlag = 0x80 }\n[[do]]\ncommand = "wait"\n[[do]]\ncommand = "pass"'),
      '--against',
      log,
    );
    expect(run.code).toBe(1);
    expect(run.out).toContain('it ends before the plan does');
  });

  test('a recording without the starting state compares nothing', async () => {
    const run = await route('verify', `${traces}live-a-live/namcat.toml`, '--against', log);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(/^E_NOTHING_COMPARED .*--from/);
  });
});

describe('a recording that begins at frame 0', () => {
  /** A plan that presses twice against the presses of a recording, from frame 0 on. */
  async function against(presses: readonly number[], from?: number) {
    const header = tickerHeader({ cells: [['presses', '7E0344', 1]] });
    const lines = presses.map((value, frame) => `[${frame},0,"full",[${value}]]`);
    const file = folder.write(`presses-${presses.join('-')}.jsonl`, sealed(header, lines));
    const battle = TICKER.create(null, {});
    const { offset = -1 } = battle.cells.find(({ name }) => name === 'presses') ?? {};
    const comparison = await compareWithRecording(TICKER, battle, {}, file, from);
    for (const step of [1, 2]) {
      battle.image[offset] = step;
      comparison.listen(step, createEventBuffer(1));
    }
    return comparison.finish();
  }

  test('begins in the first frame with the starting state, however long that lasts', async () => {
    expect(await against([0, 0, 1, 2])).toMatchObject({ from: 0, equal: 2, short: false, difference: undefined });
  });

  test('a state that comes back is a difference, not a new beginning', async () => {
    expect(await against([0, 1, 0, 2])).toMatchObject({
      from: 0,
      equal: 1,
      difference: { frame: 2, step: 2, cell: 'presses', mine: 2, theirs: 0 },
    });
  });

  test('begun by hand at frame 0, its first frame is compared as well', async () => {
    expect(await against([1, 2], 0)).toMatchObject({ from: 0, equal: 2, short: false, difference: undefined });
  });
});

describe('wrong plans', () => {
  const bad = async (from: string | RegExp, to: string): Promise<string> => {
    const run = await route('verify', changed('overflow', from, to));
    expect([run.code, run.out]).toEqual([2, '']);
    return run.err;
  };

  test('each is refused with place and remedy', async () => {
    expect(await bad('frame = 61', 'frame = 90000')).toMatch(/^E_PLAN_SETUP .*:10: column 1: the log ends before/);
    expect(await bad('[start]', '[setup]\n[start]')).toMatch(/^E_PLAN_SCHEMA .*not with both/);
    expect(await bad('"areaTurn"', '"areaTrun"')).toMatch(/^E_PLAN_COMMAND .*Did you mean areaTurn\?/);
    expect(await bad('side = "right"', 'side = "up"')).toMatch(/^E_PLAN_COMMAND .*no side is called up/);
    expect(await bad('presses = 1118', 'presses = 0')).toMatch(/^E_PLAN_COMMAND .*presses is 1 to 65535, not 0/);
    expect(await bad('"live-a-live"', '"kurogane-engage"')).toMatch(/^E_PLAN_SYSTEM /);
  });
});
