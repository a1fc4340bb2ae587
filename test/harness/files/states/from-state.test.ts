/** Plans that begin with a savestate, a dump or a frame of a log of frames, by their commands. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { type CliRun, cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { FORMS, workRamOf } from './state-files.js';

const folder = testFolder();
const traces = join(packageRoot(), 'traces');
const duel = join(traces, 'logs/duel-00.jsonl.gz');
const soak = join(traces, 'logs/soak-03.jsonl.gz');
const played = join(traces, 'live-a-live/takahara-namcat.toml');

function run(...words: string[]): Promise<CliRun> {
  return cli(words, { systems: SYSTEMS });
}

/** Work RAM of the worked example after its first command: 57 action points, order points 202. */
function workRam(): Uint8Array {
  const plan = loadPlan(played);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, { ...plan, system: LIVE_A_LIVE_BATTLE.id });
  battle.step(Int32Array.of(1, 5, 3, -1, -1), undefined);
  return workRamOf(battle);
}

const state = join(folder.path, 'battle.State');
writeFileSync(state, (FORMS['BizHawk with Zstandard'] as (ram: Uint8Array) => Uint8Array)(workRam()));

/** The plan after its first command, with the figures of the guide's page. */
const REST = `
[[do]]
command = "move"
x = 2
y = 3
expect = { actionPoints = 228 }

[[do]]
command = "move"
x = 1
y = 3
frames = 0
expect = { actionPoints = 285 }
`;

function planFile(name: string, start: string, system = 'live-a-live-battle'): string {
  const file = join(folder.path, name);
  writeFileSync(file, `plan = 1\nsystem = "${system}"\n[start]\n${start}\n${REST}`);
  return file;
}

describe('a savestate', () => {
  test('is written as a plan, which goes on as the page tells', async () => {
    mkdirSync(join(folder.path, 'plans'));
    const plan = join(folder.path, 'plans/next.toml');
    const written = await run('plan', '--from', state, '-o', plan);
    expect(written.err).toBe('');
    expect(written.out).toContain('battle.State: member Core.bin of a ZIP archive; work RAM by a search');
    expect(written.out).toContain('the items at hand: the battle goes on without any');
    expect(readFileSync(plan, 'utf8')).toContain('state = "../battle.State"');
    writeFileSync(plan, `${readFileSync(plan, 'utf8')}${REST}`);
    const played = await run('run', plan);
    expect([played.code, played.err]).toEqual([0, '']);
    expect(played.out).toContain(
      'holds; live-a-live-battle: 2 commands accepted, 0 rejected as planned, 2 cells compared',
    );
  });

  test('takes the place of the setup of a bundled plan, whose system is known by its setup', async () => {
    const plan = join(folder.path, 'bundled.toml');
    const [head = ''] = readFileSync(played, 'utf8').split('[[do]]');
    writeFileSync(plan, `${head}${REST}`);
    const ran = await run('run', plan, '--from', state);
    expect([ran.code, ran.err]).toEqual([0, '']);
    expect(ran.out).toContain(
      'holds; live-a-live-battle: 2 commands accepted, 0 rejected as planned, 2 cells compared',
    );
  });

  test('with another system that once had its name is refused; the remedy helps', async () => {
    const plan = planFile('shared.toml', `state = "${state}"`, 'live-a-live');
    const refused = await run('run', plan);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('the state holds a battle of live-a-live-battle');
    const remedy = /Write (system = "[a-z-]+")/u.exec(refused.err)?.[1] ?? '';
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('system = "live-a-live"', remedy));
    expect((await run('run', plan)).code).toBe(0);
  });

  test('is where run begins, with a plan and without', async () => {
    const alone = await run('run', '--from', state);
    expect([alone.code, alone.err]).toEqual([0, '']);
    expect(alone.out).toContain('takahara, HP 320 of 320');
    const plan = planFile('other.toml', 'state = "nowhere"');
    const played = JSON.parse((await run('run', plan, '--from', state, '--json')).out) as Record<string, unknown>;
    expect(played).toMatchObject({ exit: 0, accepted: 2, compared: 2 });
    expect(played['start']).toHaveProperty('missing');
  });

  test('gives a trace that verifies, and a ledger', async () => {
    const plan = planFile('traced.toml', 'state = "battle.State"');
    const trace = join(folder.path, 'trace.jsonl');
    expect((await run('run', plan, '-o', trace)).code).toBe(0);
    expect((await run('verify', trace)).code).toBe(0);
    expect((await run('route', 'verify', plan)).code).toBe(0);
  });
});

describe('refused with exit 2, and nothing written', () => {
  const out = join(folder.path, 'never.toml');

  async function refused(...words: string[]): Promise<string> {
    const { code, err } = await run(...words);
    expect(code).toBe(2);
    expect(existsSync(out)).toBe(false);
    return err;
  }

  test('a state that is another file now', async () => {
    const plan = planFile('changed.toml', `state = "battle.State"\nsha256 = "${'0'.repeat(64)}"`);
    expect(await refused('run', plan)).toMatch(
      /^E_STATE_CHANGED .*changed\.toml:5: .*battle\.State is another file now/,
    );
  });

  test('a system that takes none', async () => {
    expect(await refused('run', planFile('x.toml', 'state = "battle.State"', 'fftcg'))).toMatch(/^E_CAPABILITY/);
    // the turn engine takes dumps of the test ROM alone
    expect(await refused('run', planFile('x.toml', 'state = "battle.State"', 'live-a-live'))).toMatch(
      /^E_SYSTEM .*the state holds a battle of live-a-live-battle/,
    );
  });

  test('both forms of a start, or neither', async () => {
    for (const start of ['state = "battle.State"\nframe = 3', 'sha256 = "00"', 'state = ""']) {
      expect(await refused('run', planFile('x.toml', start))).toMatch(/^E_PLAN_SCHEMA/);
    }
  });

  test('options that do not go together', async () => {
    expect(await refused('run')).toMatch(/^E_USAGE: run needs a plan/);
    expect(await refused('run', '--at', '3')).toMatch(/^E_OPTION: --at needs a log/);
    expect(await refused('plan', played, '--from', state, '-o', out)).toMatch(/^E_OPTION/);
    expect(await refused('plan', '--from', state, '-o', `${out}.html`)).toMatch(/^E_OPTION/);
    expect(await refused('plan', '-o', out)).toMatch(/^E_USAGE: plan needs a plan/);
  });

  test('files without a battle', async () => {
    expect(await refused('plan', '--from', join(folder.path, 'none'), '-o', out)).toMatch(/^E_FILE/);
    expect(await refused('plan', '--from', played, '-o', out)).toMatch(/^E_STATE_BATTLE/);
    expect(await refused('plan', '--from', duel, '-o', out)).toMatch(/^E_STATE_FILE .*this is a log.*--at/s);
  });

  test('frames without a battle of the game', async () => {
    expect(await refused('plan', '--from', duel, '--at', '3', '-o', out)).toMatch(/^E_STATE_BATTLE .*after frame 3/);
    expect(await refused('plan', '--from', soak, '--at', '500', '-o', out)).toMatch(
      /^E_STATE_BATTLE .*after frame 500/,
    );
    // the blocks of the battle before it stand there still
    const between = ['plan', '--from', join(traces, 'logs/duel-11.jsonl.gz'), '--at', '1507', '-o', out];
    expect(await refused(...between)).toMatch(/^E_STATE_BATTLE .*the test ROM with phase = 1/);
    expect(await refused('plan', '--from', duel, '--at', '99999999', '-o', out)).toMatch(
      /the log ends before that frame/,
    );
  });
});

test('a frame of a log of whole battles becomes a battle by commands', async () => {
  const plan = join(folder.path, 'duel.toml');
  const { code, out } = await run('plan', '--from', duel, '--at', '500', '-o', plan);
  expect(code).toBe(0);
  expect(out).toContain('cells that the log does not declare: as they were when it began');
  writeFileSync(plan, `${readFileSync(plan, 'utf8')}\n[[do]]\ncommand = "auto"\npolicy = "attack"\ncommands = 3\n`);
  const played = await run('run', plan);
  expect([played.code, played.err]).toEqual([0, '']);
  expect(played.out).toContain('1 command accepted');
});
