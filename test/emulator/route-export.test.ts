/** Routes handed to the emulator: exported, played by a real core, and equal in every changed state to what the plan says. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect } from 'vitest';
import { SYSTEMS } from '../../harness/base/systems.js';
import { cli } from '../harness/cli/run-cli.js';
import { testWith } from './tools.js';

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-route-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const lockstep = (...words: string[]) => cli(words, { systems: SYSTEMS });
const file = (name: string): string => join(scratch, name);

/** Exports, records on the core, and compares the plan with the new recording. */
async function handOver(plan: string, script: string, movie: string): Promise<string> {
  const lead = `traces/homebrew/scripts/${script}.txt`;
  const made = await lockstep('route', 'export', plan, '-o', file(movie), '--lead', lead);
  expect([made.code, made.err]).toEqual([0, '']);
  const log = file('log.jsonl.gz');
  const recorded = await lockstep('record', 'traces/homebrew/drill.sfc', '--input', file(movie), '-o', log);
  expect([recorded.code, recorded.err]).toEqual([0, '']);
  const run = await lockstep('route', 'verify', plan, '--against', log);
  expect([run.code, run.err], run.out).toEqual([0, '']);
  return run.out;
}

testWith(['compiler', 'balanced'], 'the overflow holds on what the core recorded of both forms of movie', async () => {
  for (const movie of ['overflow.bk2', 'overflow.lsmv']) {
    const out = await handOver('traces/live-a-live/overflow.toml', 'overflow', movie);
    expect(out).toContain('2326 changed states equal in 750 cells; the plan holds on it');
  }
});

/** From the first frame of the worked example: to the cell before Namcat's, and a skill there, against the worst of its moves. */
const SEARCH = `
plan = 1
system = "live-a-live"
[start]
trace = "${resolve('traces/logs/worked-example.jsonl.gz')}"
frame = 64
[search]
cost = { actions = 1, enemyActions = 100 }
moves = [{ command = "step", direction = ["up", "down", "left", "right"] }, { command = "skill" }]
enemies = "any"
enemyMoves = [{ command = "enemyTurn", side = ["left", "right"] }, { command = "enemySkill" }]
last = "skill"
[search.goal]
"ally[0].cellX" = 1
"ally[0].cellY" = 2
`;

testWith(
  ['compiler', 'balanced'],
  'a route that was searched for holds on what the core recorded of its movie',
  async () => {
    writeFileSync(file('search.toml'), SEARCH);
    const found = await lockstep('route', 'search', file('search.toml'), '-o', file('found.toml'), '--workers', '1');
    const written = `${file('found.toml')}: the best route as a plan; play it with lockstep run ${file('found.toml')}\n`;
    expect([found.code, found.err]).toEqual([0, written]);
    // six steps at 57 action points pass 256 once: one enemy action (101) before the seventh action, the skill
    expect(found.out).toContain('cost 108\n');
    const out = await handOver(file('found.toml'), 'worked-example', 'found.bk2');
    expect(out).toMatch(/[1-9][0-9]+ changed states equal in 7\d\d cells; the plan holds on it/);
  },
);
