/** Plans and traces that call a battle played by commands `live-a-live`, as version 0.1 did: they are read under either name. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { goesBy, SYSTEMS, systemNamed } from '../../../../harness/base/systems.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../../../harness/play/plan/start.js';
import { rulesetHash } from '../../../../harness/play/trace/state.js';

import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const OLD = fileURLToPath(new URL('../../../fixtures/version-0.1/', import.meta.url));
const PLAN = `${OLD}takahara-namcat.toml`;
const TRACE = `${OLD}takahara-namcat.jsonl.gz`;
const folder = testFolder();
const lockstep = (...words: string[]) => cli(words, { systems: SYSTEMS });
const PARTY = { formation: 'namcat', party: [{ character: 'takahara' }] };

describe('a system by its former name and its set-up', () => {
  test('a party or a formation tells a battle from the turn engine; without a set-up the id alone counts', () => {
    const named = (id: string, setup: unknown): string | undefined => systemNamed(SYSTEMS, id, setup)?.id;
    expect(named('live-a-live', PARTY)).toBe('live-a-live-battle');
    expect(named('live-a-live', { formation: 0xde })).toBe('live-a-live-battle');
    expect(named('live-a-live', { allies: [{}] })).toBe('live-a-live');
    expect(named('live-a-live', null)).toBe('live-a-live');
    expect(named('live-a-live-battle', PARTY)).toBe('live-a-live-battle');
    expect(named('live-a-live-battle', null)).toBe('live-a-live-battle');
    expect(named('live-a-lives', PARTY)).toBeUndefined();
  });

  test('a battle never takes the name of another system’s battles', () => {
    expect(goesBy(LIVE_A_LIVE_BATTLE, 'live-a-live', PARTY)).toBe(true);
    expect(goesBy(LIVE_A_LIVE_BATTLE, 'live-a-live', { allies: [{}] })).toBe(false);
    expect(goesBy(LIVE_A_LIVE, 'live-a-live-battle', { allies: [{}] })).toBe(false);
  });

  test('the rulesets of the turn engine and of played battles have the hashes of version 0.1', () => {
    expect(rulesetHash(LIVE_A_LIVE, {})).toBe('8023c75ac370eb4e');
    expect(rulesetHash(LIVE_A_LIVE_BATTLE, {})).toBe('d29ed474fde359cb');
  });
});

describe('a plan of version 0.1', () => {
  test.each(['live-a-live', 'live-a-live-battle'])('runs as %s', async (id) => {
    const run = await lockstep('run', id, PLAN, '--json');
    expect([run.code, JSON.parse(run.out)]).toMatchObject([0, { system: 'live-a-live-battle', failures: [] }]);
  });

  test('is the same plan under the new id', async () => {
    const file = folder.write('new.toml', readFileSync(PLAN, 'utf8').replace('"live-a-live"', '"live-a-live-battle"'));
    for (const id of ['live-a-live', 'live-a-live-battle']) expect((await lockstep('run', id, file)).code).toBe(0);
    expect((await lockstep('route', 'verify', file)).out).toBe(
      (await lockstep('route', 'verify', PLAN)).out.replaceAll(PLAN, file),
    );
  });

  test('is refused by name with the wrong set-up', async () => {
    const file = folder.write('frames.toml', 'plan = 1\nsystem = "live-a-live-battle"\n[setup]\nallies = [{}]\n');
    expect((await lockstep('run', 'live-a-live-battle', file)).err).toMatch(/^E_PLAN_SETUP .*allies/);
  });
});

describe('a trace of version 0.1', () => {
  test('verifies with every draw, without --force-ruleset', async () => {
    const { code, out } = await lockstep('verify', TRACE, '--json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { logs: [{ system: 'live-a-live-battle', rulesetForced: false }] },
    ]);
    const [log] = (JSON.parse(out) as { logs: { frames: number; equal: number; draws: { recorded: number } }[] }).logs;
    expect(log?.equal).toBe(log?.frames);
    expect(log?.frames).toBeGreaterThan(12);
  });

  test('is opened and printed at a command', async () => {
    const { code, out } = await lockstep('step', TRACE, '--at', '3', '--print');
    expect([code, out]).toEqual([0, expect.stringContaining('command 3')]);
  });

  test('equals a trace of today in every cell, though that names the new system', async () => {
    const file = `${folder.path}/today.jsonl`;
    expect((await lockstep('run', 'live-a-live', PLAN, '-o', file)).code).toBe(0);
    expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('"system":"live-a-live-battle"');
    expect((await lockstep('compare', TRACE, file)).code).toBe(0);
  });

  test('starts a plan under either id', async () => {
    for (const id of ['live-a-live', 'live-a-live-battle']) {
      const text = `plan = 1\nsystem = "${id}"\n[start]\ntrace = "takahara-namcat.jsonl.gz"\nframe = 2\n`;
      const plan = readPlan(new TextEncoder().encode(text), `${OLD}start.toml`);
      const system = await findPlanSystem(SYSTEMS, plan);
      expect(system.id).toBe('live-a-live-battle');
      const battle = await startBattle(system, plan);
      // the plan's third checkpoint: Takahara stands within reach
      const points = battle.cells.find(({ name }) => name === 'actionPoints')?.offset ?? -1;
      expect((battle.image[points] ?? 0) + 256 * (battle.image[points + 1] ?? 0)).toBe(285);
    }
  });
});
