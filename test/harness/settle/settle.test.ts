/**
 * `lockstep rom settle` on images of our own: one for each setting of each switch, an image that no
 * setting agrees with, and ways through rows without a switch.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BATTLE_SWITCHES } from '../../../core/live-a-live/memory/switches.js';
import { packageRoot } from '../../../harness/base/package-root.js';
import { imageUnderTest } from '../../../harness/proof/image-profile.js';
import { type SettledRow, settleImage } from '../../../harness/settle/settle.js';
import { SWITCH_PROBES } from '../../../harness/settle/switch-probes.js';
import { UNREACHED } from '../../../harness/settle/unreached.js';
import { cartridgeProfile } from '../../../harness/verify/cpu-trace/profile.js';
import { publishedCasesOf } from '../../../harness/verify/vectors/published-cases.js';
import { UNPUBLISHED } from '../../../rom-map/unpublished.js';
import { cli } from '../cli/run-cli.js';
import { testFolder } from '../fixtures/files.js';
import { DEFAULTS, imageOf } from './settled-image.js';

const folder = testFolder();
const NO_CASES = { scratch: new Set<number>(), stated: new Map<number, number>(), cases: [] };

const SWITCH_NAMES = BATTLE_SWITCHES.map(({ name }) => name);

function rowsOf(image: Uint8Array): ReadonlyMap<string, SettledRow> {
  const tested = imageUnderTest(image, cartridgeProfile(), false);
  const { rows } = settleImage(tested, () => NO_CASES, undefined, SWITCH_NAMES);
  return new Map(rows.map((row) => [row.name, row]));
}

/** Switches whose code has no known address: no call of an image can tell their settings apart. */
const UNKNOWN = ['startOffset', 'decisionInput'];
const PROBED = BATTLE_SWITCHES.filter(({ name }) => !UNKNOWN.includes(name));
const SETTINGS = PROBED.flatMap(({ name, values }) => values.map((value) => ({ name, value })));

describe('switches', () => {
  test('each one whose code has an address has a probe; the others say why not', () => {
    expect(SWITCH_PROBES.map(({ row }) => row).sort()).toEqual(PROBED.map(({ name }) => name).sort());
    const rows = rowsOf(imageOf());
    for (const name of UNKNOWN) {
      expect(rows.get(name)).toMatchObject({ verdict: 'not reached', reason: UNREACHED[name] });
      expect(UNREACHED[name]).toMatch(/known/);
    }
  });

  test.each(SETTINGS)('an image with $name = $value is named so, and the others stay', ({ name, value }) => {
    const rows = rowsOf(imageOf({ [name]: value }));
    for (const shape of PROBED) {
      const expected = shape.name === name ? value : DEFAULTS[shape.name as keyof typeof DEFAULTS];
      expect(rows.get(shape.name)).toMatchObject({ verdict: 'settled', value: expected, first: '' });
    }
  });

  test.each([
    [
      'idleActionPoints',
      { idleActionPoints: 12 },
      '',
      'an idle frame with 0 action points: actionPoints: 10 by 10, theirs 12',
    ],
    [
      'statusTimers',
      {},
      '.at C1:20F2\nlda #$00\nsta {enemy[0].timerSleep}\nrts',
      'timers of 5 and a step of 1: enemy[0].timerSleep: 4 by countDown, theirs 0',
    ],
    [
      'decisionPasses',
      {},
      '.at C1:8E85\nlda {enemy[0].aiStep}\ncmp #$06\nbcc tries\njmp $8F5A\ntries:\njmp $8F06',
      'decision step 6: a slot is tried by 2, theirs: the enemy moves',
    ],
  ])('%s: no setting agrees with the image, and the first difference is told', (name, settings, more, first) => {
    expect(rowsOf(imageOf(settings, more)).get(name)).toMatchObject({ verdict: 'none', value: undefined, first });
  });

  test('a level that no row of the image changes is not reached', () => {
    const image = imageOf();
    image.fill(0, 0x15_0100, 0x15_0200);
    expect(rowsOf(image).get('onsetLevel')).toMatchObject({
      verdict: 'not reached',
      reason: "the image's tables hold nothing that tells the settings apart",
    });
  });

  test('code that never ends, leaves ROM or stops is not reached, with the place', () => {
    const row = (more: string) => rowsOf(imageOf({}, more)).get('statusTimers');
    expect(row('.at C1:20F2\nhere:\nbra here')?.reason).toMatch(
      /came to no end: budget, 200000 instructions, at C1:20F2/,
    );
    expect(row('.at C1:20F2\njmp $20F0')?.reason).toMatch(/came to no end: stopped, STP at C1:20F0/);
    expect(row('.at C1:20F2\njmp $20F0')).toMatchObject({ verdict: 'not reached', value: undefined });
  });
});

/** The row of an image with this code, with the published cases. */
function rowOf(name: string, more: string): SettledRow | undefined {
  const tested = imageUnderTest(imageOf({}, more), cartridgeProfile(), false);
  return settleImage(tested, publishedCasesOf, undefined, [name]).rows[0];
}

describe('rows without a switch', () => {
  test('a stand-in of ours agrees, or the first difference is told', () => {
    const way = '.at C1:9F5A\njmp $9F70\n.at C1:9F70\n';
    expect(rowOf('absentUnit', `${way}rts`)).toMatchObject({ verdict: 'agrees', first: '' });
    expect(rowOf('absentUnit', `${way}stz {timeStep}\nrts`)).toMatchObject({
      verdict: 'none',
      first: expect.stringMatching(
        /^C1:9F5A next-ally-present C1:9F70, line \d+: 7E036D timeStep: mine \d+, theirs 0$/,
      ),
    });
  });

  test('a way that nothing of ours mirrors is recorded with its ends and cells', () => {
    const row = rowOf('allyDefence', '.at C1:CBA6\njmp $CD78\n.at C1:CD78\nlda #$05\nsta {timeStep}\nrts');
    expect(row).toMatchObject({ verdict: 'runs', first: '' });
    const [passage] = row?.passages ?? [];
    expect(passage).toMatchObject({
      way: 'C1:CBA6 ally-damage C1:CD78',
      writes: ['7E036D timeStep'],
      equal: undefined,
    });
    expect(passage?.ends).toEqual({ return: passage?.cases });
  });

  test('every row that is not reached says why', () => {
    const tested = imageUnderTest(imageOf(), cartridgeProfile(), false);
    const { rows } = settleImage(tested, publishedCasesOf);
    expect(rows.map(({ name }) => name)).toEqual(UNPUBLISHED.map(({ name }) => name));
    for (const row of rows) expect(row.verdict === 'not reached' ? row.reason : 'reached').not.toBe('');
  });
});

describe('the test ROMs', () => {
  test.each(['drill', 'drill-battle'])(
    '%s: its own time half settles three switches as PROGRAM.md says',
    async (name) => {
      const run = await cli(['rom', 'settle', join(packageRoot(), 'traces', 'homebrew', `${name}.sfc`), '--json']);
      const json = JSON.parse(run.out) as { readonly total: string; readonly rows: readonly SettledRow[] };
      const settled = json.rows.filter(({ verdict }) => verdict === 'settled');
      expect(settled.map((row) => [row.name, row.value])).toEqual([
        ['idleActionPoints', 10],
        ['idleChargeFrames', 'N+1'],
        ['statusTimers', 'countDown'],
      ]);
      expect(json).toMatchObject({ total: "our test ROM's code (cases)", settled: 3, none: 0, runs: 0 });
    },
  );
});

describe('the command', () => {
  const file = folder.write('image.sfc', imageOf({ decisionPasses: 1 }));

  test('an unknown image needs --as; the text names every verdict', async () => {
    expect((await cli(['rom', 'settle', file])).err).toMatch(/^E_ROM_UNKNOWN /);
    const run = await cli(['rom', 'settle', file, '--as', 'live-a-live']);
    expect(run.out).toMatch(/^image [0-9a-f]{64} as cartridge; NOT the published image, taken as it is on your word\n/);
    expect(run.out).toContain('settled      decisionPasses = 1 (5 states)\n');
    expect(run.out).toMatch(
      /60 stretches: 6 settled, \d+ agrees, \d+ none, \d+ runs, \d+ not reached; your cartridge's code \(cases\): \d+\n$/,
    );
  });
});
