/** Odds from a recorded place: those of the plan that was recorded, and what is refused. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { positionOf } from '../../../../harness/solve/odds/position/position.js';
import { oddsTable } from '../../../../harness/solve/odds/table/odds-table.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const DRILL = 'traces/logs/soak-00.jsonl.gz';
const whole = (words: readonly string[]) => cli(words, { systems: SYSTEMS });
const QUESTION = { horizon: 'effect', plays: 100_000, skill: 'dou-mawashi-kaiten-geri' } as const;

test('a place of a recorded plan has the odds of the plan there', async () => {
  const log = join(folder.path, 'played.jsonl.gz');
  expect((await whole(['run', 'live-a-live', PLAN, '-o', log])).code).toBe(0);
  const ofPlan = oddsTable(await positionOf(SYSTEMS, PLAN, '4'), QUESTION);
  // rows are counted from 0: the fourth command is row 3
  const position = await positionOf(SYSTEMS, log, '3');
  expect(position.at).toBe('after command 3');
  const ofLog = oddsTable(position, QUESTION);
  expect(ofLog).toEqual(ofPlan);
  expect(ofLog.rows.map(({ target }) => target.lost.map(([hp]) => hp))[0]).toEqual([20, 21, 22, 23, 24]);
  expect(oddsTable(await positionOf(SYSTEMS, log, '0'), QUESTION).rows).toEqual([]);
});

test('a log without --at, beyond its end, or without a skill to use is refused', async () => {
  const refusal = async (...words: string[]) => {
    const run = await whole(['odds', ...words]);
    expect([run.code, run.out]).toEqual([2, '']);
    return run.err;
  };
  expect(await refusal(DRILL)).toMatch(/^E_OPTION .*a log needs --at with the number of a frame/);
  expect(await refusal(DRILL, '--at', '999999999')).toMatch(/^E_OPTION .*the log ends before that frame/);
  expect(await refusal(DRILL, '--at', '300')).toMatch(/^E_ODDS_NOBODY: the ally whose turn it is has no skill/);
  expect(await refusal('traces/fftcg/attack.toml')).toMatch(/^E_CAPABILITY .*fftcg has no dice and no draws/);
});
