/**
 * The profile file of `lockstep rom settle -o`, and the verbs that take it. The image says 0 action
 * points for an idle frame; a lone charge of 16 has 17 idle frames, which give 170 by default
 * (rom-map/unpublished.ts, `idleChargeFrames`).
 */
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { canonicalJson } from '../../../../harness/base/canonical-json.js';
import type { SettledFile } from '../../../../harness/original/settle/settled-file.js';
import { cli } from '../../cli/run-cli.js';
import { drillPlan } from '../../fixtures/drill-plan.js';
import { testFolder } from '../../fixtures/files.js';
import { imageOf } from './settled-image.js';

const folder = testFolder();
const systems = { systems: [LIVE_A_LIVE] };
const image = folder.write('own.sfc', imageOf({ idleActionPoints: 0 }));
const other = folder.write('other.sfc', imageOf({ idleActionPoints: 10 }));
const profile = join(folder.path, 'own.json');

/** A charge of 16 until it has fired, and a checkpoint that fails and so tells the points. */
const plan = folder.write(
  'charge.toml',
  drillPlan(`[[do]]
command = "frame"
pad = 0
[[do]]
command = "frame"
pad = 0x0080
[[do]]
command = "frame"
pad = 0
repeat = 17
[[do]]
command = "frame"
pad = 0
expect = { actionPoints = 1 }
`),
);

const run = (...words: string[]) => cli(['run', 'live-a-live', plan, ...words], systems);
const pointsOf = (out: string) => Number(/actionPoints: expected 1, got (\d+)/.exec(out)?.[1]);

beforeAll(async () => {
  await cli(['rom', 'settle', image, '--as', 'live-a-live', '-o', profile]);
});

function content(): SettledFile {
  return JSON.parse(readFileSync(profile, 'utf8')) as SettledFile;
}

describe('the file', () => {
  test('holds addresses, keyed hashes and values; the keyed hash is not the plain one', () => {
    const { image: of, rows } = content();
    expect(of).toMatchObject({ published: false, profile: 'cartridge' });
    const row = rows.find(({ name }) => name === 'idleActionPoints');
    expect(row).toMatchObject({ verdict: 'settled', value: 0, stretches: [{ address: 'C1:7A54-7A62', bytes: 15 }] });
    expect(Object.keys(row?.stretches[0] ?? {}).sort()).toEqual(['address', 'bytes', 'hmac']);
    const bytes = readFileSync(image).subarray(0x1_7a54, 0x1_7a63);
    expect(row?.stretches[0]?.hmac).not.toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  test('a profile that was changed, cut, of another version or of unknown stretches is refused', async () => {
    const refused = async (text: string) => {
      const file = folder.write('broken.json', text);
      const result = await run('--profile', file);
      expect([result.code, result.out]).toEqual([2, '']);
      expect(result.err.trimEnd().split('\n')).toHaveLength(1);
      return result.err;
    };
    const whole = readFileSync(profile, 'utf8');
    expect(await refused(whole.replace('"value": 0', '"value": 10'))).toMatch(/^E_SETTLED_FILE .*changed after/);
    expect(await refused(whole.slice(0, 100))).toMatch(/^E_SETTLED_FILE .*not JSON/);
    expect(await refused(whole.replace('"settled": 1', '"settled": 2'))).toMatch(/^E_SETTLED_FILE .*schema/);
    expect(await refused('[]')).toMatch(/^E_SETTLED_FILE /);
    expect(await refused(whole.replace('"verdict": "settled"', '"verdict": "perhaps"'))).toMatch(/rows\.0\.verdict/);
  });

  test('a profile of another image is refused, named or beside it', async () => {
    const named = await run('--rom', other, '--force-rom', '--profile', profile);
    expect([named.code, named.out, named.err]).toEqual([
      2,
      '',
      expect.stringMatching(/^E_SETTLED_IMAGE .*another image/),
    ]);
    copyFileSync(profile, `${other}.profile.json`);
    const beside = await run('--rom', other, '--force-rom');
    expect([beside.code, beside.err]).toEqual([2, expect.stringMatching(/^E_SETTLED_IMAGE /)]);
  });

  test('a profile of other bytes in a stretch is refused with its place, whoever wrote it', async () => {
    const { digest: _, ...whole } = content();
    const rows = whole.rows.map((row) => ({
      ...row,
      stretches: row.stretches.map((stretch) =>
        stretch.address === 'C1:7A54-7A62'
          ? { ...stretch, hmac: stretch.hmac.replace(/./u, (digit) => (digit === '0' ? '1' : '0')) }
          : stretch,
      ),
    }));
    const digest = createHash('sha256')
      .update(canonicalJson({ ...whole, rows }))
      .digest('hex');
    const file = folder.write('forged.json', JSON.stringify({ ...whole, rows, digest }));
    const result = await run('--rom', image, '--force-rom', '--profile', file);
    expect([result.code, result.err]).toEqual([
      2,
      expect.stringMatching(/^E_SETTLED_IMAGE .*other bytes at C1:7A54-7A62/),
    ]);
  });

  test('a profile of a ROM that is not the game is refused for a plan of the game', async () => {
    const file = join(folder.path, 'drill.json');
    await cli(['rom', 'settle', 'traces/homebrew/drill.sfc', '-o', file]);
    const result = await run('--profile', file);
    expect([result.code, result.err]).toEqual([2, expect.stringMatching(/^E_SETTLED_IMAGE .*not the game/)]);
  });
});

describe('verbs', () => {
  test('run: decided values are played, and named as settled', async () => {
    const without = await run();
    const with_ = await run('--profile', profile);
    expect(pointsOf(without.out) - pointsOf(with_.out)).toBe(170);
    expect(without.out).toContain(
      'depends on unpublished code (`lockstep rom routines`), which could change:\n    who acts when: idleActionPoints, idleChargeFrames\n',
    );
    expect(with_.out).not.toContain('depends on');
    expect(with_.out).toMatch(
      /settled by your image, which is not the published one \(SHA-256 [0-9a-f]{16}\): idleActionPoints, idleChargeFrames\n/,
    );
    const json = JSON.parse((await run('--profile', profile, '--json')).out) as unknown;
    expect(json).toMatchObject({ unpublished: [], settled: ['idleActionPoints', 'idleChargeFrames'] });
  });

  test('run: the profile is found beside the image', async () => {
    copyFileSync(profile, `${image}.profile.json`);
    expect((await run('--rom', image, '--force-rom')).out).toContain('settled by your image');
  });

  test('run: a switch of the plan stays, and is not called settled', async () => {
    const text = readFileSync(plan, 'utf8').replace(
      '[setup]',
      '[ruleset]\nname = "own"\n[ruleset.switches]\nidleActionPoints = 10\n[setup]',
    );
    const file = folder.write('own.toml', text);
    const result = await cli(['run', 'live-a-live', file, '--profile', profile], systems);
    expect(result.out).toContain(
      'depends on unpublished code (`lockstep rom routines`), which could change:\n    who acts when: idleActionPoints\n',
    );
    expect(pointsOf(result.out)).toBe(pointsOf((await run()).out));
  });

  test('verify: a log of the plan holds under its own switches and names what is settled', async () => {
    const log = join(folder.path, 'charge.jsonl');
    await run('--profile', profile, '-o', log);
    const plain = await cli(['verify', log], systems);
    expect([plain.code, plain.out]).toEqual([
      0,
      expect.stringContaining('could change:\n    who acts when: idleActionPoints, idleChargeFrames\n'),
    ]);
    const settled = await cli(['verify', log, '--profile', profile], systems);
    expect([settled.code, settled.out]).toEqual([0, expect.stringContaining('): idleActionPoints, idleChargeFrames')]);
  });

  test('step: a profile changes the states, and a file that is none is refused', async () => {
    const points = async (...words: string[]) => {
      const step = await cli(['step', plan, '--frame', '19', '--print', '--all', ...words], systems);
      return step.out;
    };
    const decided = await points('--profile', profile);
    expect(decided).not.toBe(await points());
    expect((await cli(['step', plan, '--print', '--profile', other], systems)).code).toBe(2);
  });

  test('predict: a profile is taken, and a file that is none is refused', async () => {
    expect((await cli(['predict', '--profile', profile])).out).toMatch(
      /SHA-256 [0-9a-f]{16}: no answer depends on a switch\n$/,
    );
    expect((await cli(['predict', '--profile', plan])).err).toMatch(/^E_SETTLED_FILE /);
  });

  test('route verify: its ledger is that of the decided values', async () => {
    const points = async (...words: string[]) =>
      pointsOf((await cli(['route', 'verify', plan, ...words], systems)).out);
    expect((await points()) - (await points('--profile', profile))).toBe(170);
  });

  test.each([
    ['route verify', ['route', 'verify', 'PLAN']],
    ['step', ['step', 'PLAN', '--at', '2', '--print']],
    ['predict', ['predict', 'PLAN', '--at', '1']],
  ])('%s: a battle by commands names what is settled, and in --json too', async (_, words) => {
    const battle = { systems: [LIVE_A_LIVE_BATTLE] };
    const all = words.map((word) => (word === 'PLAN' ? 'traces/live-a-live/present-day-namcat.toml' : word));
    const without = await cli(all, battle);
    expect([without.code, without.out.includes('settled by')]).toEqual([0, false]);
    const given = await cli([...all, '--profile', profile], battle);
    expect(given.out).toMatch(
      /settled by your image, which is not the published one \(SHA-256 \w{16}\): decisionPasses\n/,
    );
    expect(given.out).toMatch(
      /depends on unpublished code [^\n]*\n(?: +[a-z ,]+: [^\n]*\n)* +who acts when: enemyDueScan/i,
    );
    expect(given.out).not.toMatch(/^ +(?!settled)[a-z ,]+: [^\n]*decisionPasses/mu);
    const json = JSON.parse((await cli([...all, '--profile', profile, '--json'], battle)).out) as unknown;
    expect(json).toMatchObject({ settled: ['decisionPasses'], unpublished: expect.arrayContaining(['enemyDueScan']) });
  });

  test('predict: the turns ahead are played under the decided values', async () => {
    const once = folder.write('once.sfc', imageOf({ decisionPasses: 1 }));
    const file = join(folder.path, 'once.json');
    await cli(['rom', 'settle', once, '--as', 'live-a-live', '-o', file]);
    const framesOf = async (...words: string[]) => {
      const json = await cli(['predict', 'traces/live-a-live/present-day-namcat.toml', '--json', ...words], {
        systems: [LIVE_A_LIVE_BATTLE],
      });
      const { turns } = (JSON.parse(json.out) as { forecast: { turns: { frames: number }[] } }).forecast;
      return turns.map(({ frames }) => frames);
    };
    // one pass over the skills in place of two
    expect(await framesOf('--profile', file)).not.toEqual(await framesOf());
  });

  test('step: a log of the game is shown under the decided values, as verify compares it', async () => {
    const log = join(folder.path, 'game.jsonl');
    await run('--profile', profile, '-o', log);
    const step = await cli(['step', log, '--frame', '19', '--print', '--profile', profile], systems);
    expect([step.code, step.err]).toEqual([0, '']);
    expect(step.out).toMatch(/settled by your image[^\n]*: idleActionPoints\n/);
  });
});
