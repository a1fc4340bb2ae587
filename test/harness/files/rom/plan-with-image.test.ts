/**
 * Plans with the tables of a cartridge image, and what a run says of unpublished code. Row 0 of the abnormalities adds 1 to an enemy's
 * order points for an ally's step in place (published); the image says 3.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { BATTLE_SWITCHES, FRAME_SWITCHES } from '../../../../core/live-a-live/memory/switches.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { UNPUBLISHED } from '../../../../rom-map/unpublished.js';
import { cli } from '../../cli/run-cli.js';
import { drillPlan } from '../../fixtures/drill-plan.js';
import { testFolder } from '../../fixtures/files.js';
import { offsetOfBus, syntheticImage } from './synthetic-image.js';

const folder = testFolder();
const IMAGE = syntheticImage();
IMAGE[offsetOfBus('D5:6450')] = 3;
const rom = folder.write('three.sfc', IMAGE);
const systems = { systems: [LIVE_A_LIVE] };

function plan(name: string, steps: string): string {
  return folder.write(
    `${name}.toml`,
    drillPlan(`[[do]]
command = "frame"
pad = 0
expect = { "enemy[0].orderPoints" = 201 }
${steps}`),
  );
}

const STEP = `[[do]]
command = "frame"
pad = 0x4000
[[do]]
command = "frame"
pad = 0
expect = { actionPoints = 57, "enemy[0].orderPoints" = 202 }
`;

/** A, then frames in which nobody can act. */
const CHARGE = `[[do]]
command = "frame"
pad = 0x0080
[[do]]
command = "frame"
pad = 0
repeat = 5
`;

describe('an image whose tables make no battle', () => {
  test('is named itself, not the plan, which the published tables take', async () => {
    const bytes = syntheticImage().map((_, at) => (at * 167 + (at >> 8) * 59) & 0xff);
    const file = folder.write('noise.sfc', bytes);
    const order = ['run', 'live-a-live-battle', 'traces/live-a-live/present-day-namcat.toml'];
    const run = await cli([...order, '--rom', file, '--force-rom'], { systems: [LIVE_A_LIVE_BATTLE] });
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(
      /^E_ROM_TABLE .*noise\.sfc: the image's tables make no battle of this set-up; found setup\./u,
    );
    expect(run.err).toContain('or leave --rom out to take the published tables');
  });

  test('a plan that is wrong by itself is named as before', async () => {
    const wrong = folder.write('wrong.toml', drillPlan('').replace('speed = 31', 'speed = 900'));
    const run = await cli(['run', 'live-a-live', wrong, '--rom', rom, '--force-rom'], systems);
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_PLAN_SETUP .*wrong\.toml/u)]);
  });
});

describe('run --rom', () => {
  const step = plan('step', STEP);

  test('a run has the published figures without an image, and the image’s own with one', async () => {
    expect((await cli(['run', 'live-a-live', step], systems)).code).toBe(0);
    const run = await cli(['run', 'live-a-live', step, '--rom', rom, '--force-rom'], systems);
    expect(run.code).toBe(1);
    expect(run.out).toContain('cell enemy[0].orderPoints: expected 202, got 204');
    expect(run.out).toContain('FORCED (--force-rom)');
    const json = await cli(['run', 'live-a-live', step, '--rom', rom, '--force-rom', '--json'], systems);
    expect(JSON.parse(json.out)).toMatchObject({ exit: 1, image: { file: rom, forced: true, known: null } });
  });

  test('an image that the system of the plan does not read is refused by each verb that plays plans', async () => {
    const other = 'traces/srpg-movement/guide.toml';
    for (const verb of [['run'], ['route', 'verify'], ['route', 'export']]) {
      const output = verb.includes('export') ? ['-o', join(folder.path, 'other.txt')] : [];
      const run = await cli([...verb, other, '--rom', rom, '--force-rom', ...output], { systems: SYSTEMS });
      expect([run.code, run.out, run.err]).toEqual([2, '', expect.stringContaining('reads no cartridge image')]);
    }
  });

  test('a log is verified with the image that it was made with, and with no other', async () => {
    const log = join(folder.path, 'three.jsonl');
    await cli(['run', 'live-a-live', step, '--rom', rom, '--force-rom', '-o', log], systems);
    expect(readFileSync(log, 'utf8')).toContain('"title":"LIVE A LIVE (forced: not a known image)"');
    const same = await cli(['verify', log, '--rom', rom, '--force-rom'], systems);
    expect([same.code, same.err]).toEqual([0, '']);
    expect(same.out).toContain('FORCED (--force-rom)');
    const published = await cli(['verify', log], systems);
    expect([published.code, published.err + published.out]).toEqual([2, expect.stringContaining('E_ROM_OTHER')]);
    const own = join(folder.path, 'own.jsonl');
    await cli(['run', 'live-a-live', step, '-o', own], systems);
    expect((await cli(['verify', own], systems)).code).toBe(0);
    expect((await cli(['verify', own, '--rom', rom, '--force-rom'], systems)).code).toBe(2);
  });

  test('an unknown image whose header fits is taken with --as, and the result says so; no other one is', async () => {
    const words = ['run', 'live-a-live', step, '--as', 'live-a-live', '--rom'];
    const run = await cli([...words, rom], systems);
    expect(run.out).toContain('cell enemy[0].orderPoints: expected 202, got 204');
    expect(run.out).toContain('taken as live-a-live (--as): NOT the published image; nothing below is evidence');
    const json = await cli([...words, rom, '--json'], systems);
    expect(JSON.parse(json.out)).toMatchObject({ image: { forced: true, takenAs: 'live-a-live' } });
    const cut = folder.write('cut.sfc', new Uint8Array(readFileSync(rom)).subarray(0, 0x10_0000));
    for (const [file, code] of [
      ['traces/homebrew/drill.sfc', 'E_ROM_HEADER'],
      [cut, 'E_ROM_SIZE'],
    ] as const) {
      const refused = await cli([...words, file], systems);
      expect([refused.code, refused.out, refused.err.split(' ')[0]]).toEqual([2, '', code]);
    }
    const other = await cli(['run', 'live-a-live', step, '--as', 'drill', '--rom', rom], systems);
    expect([other.code, other.err]).toEqual([2, expect.stringMatching(/^E_USAGE: [^\n]*expected live-a-live\n$/)]);
  });

  test('an unknown image is refused, and so is any image for a system without a cartridge', async () => {
    const refused = await cli(['run', 'live-a-live', step, '--rom', rom], systems);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('E_ROM_UNKNOWN');
    const counter = await cli(['run', 'counter', step, '--rom', rom, '--force-rom']);
    expect([counter.code, counter.err]).toEqual([2, expect.stringContaining('E_CAPABILITY')]);
    const patch = await cli(['run', 'live-a-live', step, '--patch', rom], systems);
    expect(patch.err).toContain('E_USAGE');
  });
});

describe('unpublished code', () => {
  test('a run names the stretches that it went through', async () => {
    const quiet = JSON.parse(
      (await cli(['run', 'live-a-live', plan('quiet', STEP), '--json'], systems)).out,
    ) as unknown;
    expect(quiet).toMatchObject({ unpublished: [] });
    const idle = await cli(['run', 'live-a-live', plan('idle', CHARGE), '--json'], systems);
    expect(JSON.parse(idle.out)).toMatchObject({ unpublished: ['idleActionPoints'] });
    const due = await cli(['run', 'live-a-live', plan('due', CHARGE.replace('repeat = 5', 'repeat = 18'))], systems);
    expect(due.out).toContain(
      'depends on unpublished code (`lockstep rom routines`), which could change:\n    who acts when: idleActionPoints, idleChargeFrames\n',
    );
  });

  test('verify names the stretches that a log went through', async () => {
    const log = join(folder.path, 'idle.jsonl');
    await cli(['run', 'live-a-live', plan('recorded', CHARGE), '-o', log], systems);
    const run = await cli(['verify', log], systems);
    expect([run.code, run.out]).toEqual([
      0,
      expect.stringContaining('could change:\n    who acts when: idleActionPoints\n'),
    ]);
  });

  test('the switches are those of the table of unpublished code; three of them are for frames as well', () => {
    const frames = new Set(FRAME_SWITCHES.map(({ name }) => name));
    const shown = BATTLE_SWITCHES.map(({ name, values, default: standard }) => [
      name,
      values,
      standard,
      frames.has(name) ? 'any' : 'command',
    ]);
    expect(shown).toEqual([
      ['idleActionPoints', [10, 0], 10, 'any'],
      ['idleChargeFrames', ['N+1', 'N'], 'N+1', 'any'],
      ['statusTimers', ['countDown', 'keep'], 'countDown', 'any'],
      ['onsetLevel', ['asLabelled', 'negated', 'none'], 'asLabelled', 'command'],
      ['fieldLastCell', ['suppresses', 'counts'], 'suppresses', 'command'],
      ['decisionPasses', [2, 1], 2, 'command'],
      ['decisionInput', ['everyFrame', 'secondPass'], 'everyFrame', 'command'],
      ['startOffset', [0, 1, 2], 0, 'command'],
    ]);
    const switches = UNPUBLISHED.filter((row) => row.standIn === 'switch').map(({ name }) => name);
    expect(BATTLE_SWITCHES.map(({ name }) => name).sort()).toEqual(switches.sort());
    expect(new Set(UNPUBLISHED.map((row) => row.name)).size).toBe(UNPUBLISHED.length);
  });
});
