/**
 * A search that is stopped and goes on from its checkpoint gives the answer of one run; a
 * checkpoint that does not fit is refused.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../../core/live-a-live/index.js';
import type { LockstepError } from '../../../../../harness/base/errors.js';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { progressLine } from '../../../../../harness/cli/verbs/route/progress-line.js';
import { loadPlan } from '../../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../../harness/play/plan/run.js';
import { answerText } from '../../../../../harness/solve/search/answer/answer.js';
import { NO_LIMIT } from '../../../../../harness/solve/search/problem/outcome.js';

import { createProblem } from '../../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../../harness/solve/search/run.js';
import { cli } from '../../../cli/run-cli.js';
import { builtCommand } from '../../../fixtures/compile-sources.js';
import { testFolder } from '../../../fixtures/files.js';

const folder = testFolder();
const opening = readFileSync(
  fileURLToPath(new URL('../../../../../traces/live-a-live/namcat-opening.toml', import.meta.url)),
  'utf8',
);
const shortest = folder.write('shortest.toml', opening);
// a cell to be left and come back to, whatever the enemy does: it has to act twice before the
// action points are that many
const worst = folder.write(
  'worst.toml',
  opening
    .replace('enemies = "any"', 'enemies = "worst"\nlimits = { cost = 3100 }')
    .replace('routes = 3', '')
    .replace(
      /"ally\[0\]\.sideOf\[0\]" = 2\n.*\n.*/,
      '"ally[0].cellX" = 2\n"ally[0].cellY" = 1\nactionPoints = { min = 600 }',
    ),
);
const checkpoint = `${folder.path}/kept.search`;
const search = (plan: string, ...words: string[]) =>
  cli(['route', 'search', plan, '--workers', '1', '--memory', '50', '--json', ...words], { systems: SYSTEMS });
beforeEach(() => rmSync(checkpoint, { force: true }));

describe.each([
  ['shortest', shortest, 2009],
  ['worst', worst, 2011],
])('resuming a search: %s', (_kind, plan, cost) => {
  test('a search stopped by a limit of states again and again ends with the same answer', async () => {
    const whole = await search(plan);
    expect([whole.code, whole.err]).toEqual([0, '']);
    const { routes, nodes } = JSON.parse(whole.out) as { routes: { cost: number }[]; nodes: number };
    expect(routes[0]?.cost).toBe(cost);
    expect(nodes).toBeGreaterThan(400);
    for (const part of [1, 2, 3]) {
      const limit = String(Math.floor((part * nodes) / 4));
      const stopped = await search(
        plan,
        '--checkpoint',
        checkpoint,
        '--nodes',
        limit,
        ...(part > 1 ? ['--resume'] : []),
      );
      expect(JSON.parse(stopped.out)).toMatchObject({ proven: false, optimal: false, reason: 'nodes' });
      // a worst case has no beam
      const beam = plan === worst ? '' : '; without --checkpoint a beam would look for some route';
      expect(stopped.err).toBe(`Go on with --resume and a larger limit${beam}.\n`);
    }
    const resumed = await search(plan, '--checkpoint', checkpoint, '--resume');
    expect([resumed.code, resumed.err]).toEqual([0, '']);
    expect(resumed.out).toBe(whole.out);
  });
});

describe('a checkpoint that is refused', () => {
  const made = async (): Promise<void> => {
    const run = await search(shortest, '--checkpoint', checkpoint, '--nodes', '500');
    expect(run.code).toBe(1);
  };
  const resume = (plan: string, ...words: string[]) => search(plan, '--checkpoint', checkpoint, '--resume', ...words);

  test('one that is missing, or would be overwritten', async () => {
    expect((await resume(shortest)).err).toMatch(/^E_CHECKPOINT .*cannot be read: ENOENT/);
    await made();
    const again = await search(shortest, '--checkpoint', checkpoint);
    expect([again.code, again.err]).toEqual([2, expect.stringMatching(/^E_CHECKPOINT .*exists already.*--resume/)]);
  });

  test('one of another plan', async () => {
    await made();
    expect((await resume(folder.write('other.toml', `${opening}\n`))).err).toMatch(/of another search: its plan is/);
  });

  test('one with more states than the memory holds', async () => {
    await made();
    expect((await resume(shortest, '--memory', '1')).code).toBe(1);
    await search(shortest, '--checkpoint', checkpoint, '--resume', '--nodes', '8000', '--memory', '50');
    expect((await resume(shortest, '--memory', '1')).err).toMatch(/does not fit into the memory.*--memory/);
  });

  test.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40), /is cut/],
    ['cut in its hash', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1), /was changed or cut/],
    ['longer', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])]), /was changed or cut/],
    ['changed', (bytes: Buffer) => bytes.fill(bytes[5000] === 7 ? 8 : 7, 5000, 5001), /was changed or cut/],
    ['empty', () => Buffer.alloc(0), /is not a checkpoint/],
    ['something else', () => Buffer.from('plan = 1\n'), /is not a checkpoint/],
  ])('one that is %s', async (_name, change, message) => {
    await made();
    writeFileSync(checkpoint, change(readFileSync(checkpoint)));
    const run = await resume(shortest);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(message);
  });

  test.each([
    ['packing', (text: string) => text.replace(/"packing":"[0-9a-f]{4}/, '"packing":"0123'), /packing 0123/],
    ['form', (text: string) => text.replace('"checkpoint":2', '"checkpoint":1'), /form 1/],
  ])('one of another version: its %s', async (_name, change, message) => {
    await made();
    // one byte of the text is one of the file
    const text = readFileSync(checkpoint, 'latin1');
    const other = Buffer.from(change(text), 'latin1');
    expect(other.equals(Buffer.from(text, 'latin1'))).toBe(false);
    writeFileSync(checkpoint, other);
    const run = await resume(shortest);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^E_CHECKPOINT .*another version.*packs states differently/);
    expect(run.err).toMatch(message);
    expect(run.err).toMatch(/without --resume/);
    expect(readFileSync(checkpoint).equals(other)).toBe(true);
  });

  test('one with jobs, and --resume without a file', async () => {
    expect((await search(shortest, '--split', '2', '--checkpoint', checkpoint)).err).toMatch(/^E_OPTION/);
    expect((await search(shortest, '--resume')).err).toMatch(/^E_OPTION.*--checkpoint/);
  });
});

test('where no checkpoint can be written at all the search does not begin', async () => {
  const run = await search(shortest, '--checkpoint', `${folder.path}/nowhere/x`, '--nodes', '500');
  expect([run.code, run.out]).toEqual([2, expect.stringMatching(/"code":"E_OUTPUT_WRITE"/)]);
  expect(run.err).toMatch(/^E_OUTPUT_WRITE .*nowhere/);
  expect(existsSync(checkpoint)).toBe(false);
});

/** A problem of a plan, and its answer without checkpoints. */
const problemOf = (plan: string) => {
  const loaded = loadPlan(plan);
  return createProblem(LIVE_A_LIVE, startPlan(LIVE_A_LIVE, loaded), loaded);
};
const LIMITS = { workers: 1, exactOnly: true, memoryBytes: 50_000_000, nodes: NO_LIMIT, milliseconds: NO_LIMIT };

// a goal far enough away that several checkpoints are written
const wide = folder.write(
  'wide.toml',
  opening
    .replace('{ command = "skill" },', '{ command = "skill" }, { command = "turn" },')
    .replace('"ally[0].cellX" = { max = 1 }', '"ally[0].cellX" = 1'),
);

describe.each([
  ['shortest', wide, 12_000, 9000],
  ['worst', worst, NO_LIMIT, 2000],
])('a folder that goes away under a search: %s', (kind, plan, most, part) => {
  /** Searches with a checkpoint whenever one is possible; the folder is there in some of the times. */
  async function searched(isThere: (time: number) => boolean, nodes: number) {
    const place = `${folder.path}/${kind}-places`;
    const kept = `${folder.path}/${kind}-elsewhere`;
    for (const path of [place, kept]) rmSync(path, { recursive: true, force: true });
    mkdirSync(place);
    const told: string[] = [];
    let time = 0;
    // progress is told right after each checkpoint
    const progress = (): void => {
      time++;
      if (isThere(time) && existsSync(kept)) renameSync(kept, place);
      if (!isThere(time) && existsSync(place)) renameSync(place, kept);
    };
    const file = `${place}/x.search`;
    const options = {
      file,
      every: 0,
      resume: false,
      plan: 'p',
      onUnsaved: (error: LockstepError) => told.push(error.sentence),
    };
    const answer = await searchPlan(problemOf(plan), {
      ...LIMITS,
      nodes,
      progress,
      progressEvery: 0,
      checkpoint: options,
    });
    return { answer, told, time, file, kept };
  }

  test('the search goes on, says it once, and has the same answer', async () => {
    const whole = await searchPlan(problemOf(plan), { ...LIMITS, nodes: most });
    const { answer, told, time } = await searched((at) => at % 2 === 0, most);
    expect(time).toBeGreaterThan(2);
    expect(told).toEqual(['the checkpoint cannot be written: ENOENT']);
    const { unsaved, ...rest } = answer;
    expect(rest).toEqual(whole);
    expect(unsaved).toMatchObject({ message: 'the checkpoint cannot be written: ENOENT' });
    expect(unsaved?.remedy).toMatch(/folder/);
    expect(answerText('x', answer)).toMatch(/checkpoints? could not be written/);
  });

  test('an end that is not saved says which states the file has', async () => {
    const { answer, kept } = await searched((at) => at < 1, part);
    expect(answer.proven).toBe(false);
    const saved = Number(/"nodes":(\d+)/.exec(readFileSync(`${kept}/x.search`, 'latin1'))?.[1]);
    expect(saved).toBeGreaterThan(0);
    expect(saved).toBeLessThan(answer.nodes);
    expect(answer.unsaved).toMatchObject({ lastSaved: false, savedNodes: saved });
    expect(answerText('x', answer)).toMatch(new RegExp(`NOT SAVED: .*holds ${saved} of its states.*free space`));
  });

  test.runIf(kind === 'shortest')('an end that is saved after failures goes on from there', async () => {
    const { answer, file } = await searched((at) => at !== 1, part);
    expect(answer.unsaved).toMatchObject({ failed: 1, lastSaved: true, savedNodes: answer.nodes });
    const checkpoint = { file, every: 60_000, resume: true, plan: 'p' };
    const whole = await searchPlan(problemOf(plan), { ...LIMITS, nodes: most });
    expect(await searchPlan(problemOf(plan), { ...LIMITS, nodes: most, checkpoint })).toEqual(whole);
  });
});

test.runIf(process.platform === 'linux')(
  'a disk that is full under a search: one line, and an answer that says so',
  () => {
    // a file of at most 64 KiB stands for a disk with as much room
    const file = `${folder.path}/full.search`;
    const words = `route search ${shortest} --workers 1 --nodes 3000 --checkpoint ${file}`;
    const shell = `trap '' XFSZ; ulimit -f 64; exec "${process.execPath}" "${builtCommand()}" ${words}`;
    const run = spawnSync('bash', ['-c', shell], { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^E_OUTPUT_WRITE [^\n]*full.search: the checkpoint cannot be written: EFBIG[^\n]*; the search goes on[^\n]*\n$/u,
      ),
    ]);
    expect(run.stdout).toMatch(/no route yet.*\n.*\n {2}NOT SAVED: [^\n]*no file holds it[^\n]*EFBIG/);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('full.search'))).toEqual([]);
  },
);

test('the progress line has the rate without the states of the checkpoint, the memory and the nearest limit', () => {
  let [text, time] = ['', 0];
  const err = (line: string): void => {
    text = line;
  };
  const show = progressLine({ err } as Parameters<typeof progressLine>[0], 60, () => time);
  time = 10_000;
  const progress = { nodesBefore: 1000, expanded: 0, waiting: 7, bound: 12, bytes: 64_000_000 };
  show({ ...progress, nodes: 21_000, best: -1, maxNodes: 1_000_000 });
  expect(text).toBe('21000 states, 2000 nodes/s, 7 waiting, no route yet, bound 12, 64 MB, at most 50 s left\n');
  show({ ...progress, nodes: 21_000, best: 30, maxNodes: 25_000 });
  expect(text).toContain('best 30, bound 12, 64 MB, at most 2 s left');
  const unlimited = progressLine({ err } as Parameters<typeof progressLine>[0], undefined, () => time);
  time = 20_000;
  unlimited({ ...progress, nodes: 21_000, best: 30, maxNodes: 2 ** 53 });
  expect(text).toContain('best 30, bound 12, 64 MB, days left at most');
});
