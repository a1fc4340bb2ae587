/**
 * Ctrl-C: every verb that may take long ends long before its work is done, leaves the old file, and
 * says that it was interrupted. The work is made long by a log of 200 rows that stand for 200 million frames.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { builtCommand } from '../fixtures/compile-sources.js';
import { testFolder } from '../fixtures/files.js';
import { sealed } from '../fixtures/ticker-log.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const main = builtCommand();
const ROWS = 200;
const FOLD = 1_000_000;

/** The first state of a recorded log, a million times in every row. */
function foldedLog(recorded: string): string {
  const packed = readFileSync(join(packageRoot(), recorded));
  const [head = '', first = ''] = gunzipSync(packed).toString('utf8').split('\n', 2);
  const [frame, pad, , values] = JSON.parse(first) as [number, number, string, number[]];
  const lines = Array.from({ length: ROWS }, (_, row) =>
    JSON.stringify([frame + row * FOLD, pad, ...(row === 0 ? ['full', values] : [[]]), FOLD]),
  );
  return sealed(JSON.parse(head), lines, ROWS * FOLD);
}

const log = folder.write('folded.jsonl', foldedLog('traces/logs/overflow.jsonl.gz'));
const menuLog = folder.write('menus.jsonl', foldedLog('test/fixtures/menus/tour.jsonl.gz'));
const page = join(folder.path, 'page.html');
const trace = join(folder.path, 'trace.csv');
const [TULA_HAN, DRILL, DRILL_BATTLE] = [
  'live-a-live/present-day-tula-han.toml',
  'homebrew/drill.sfc',
  'homebrew/drill-battle.sfc',
].map((file) => join(packageRoot(), 'traces', file)) as [string, string, string, string];

interface Ended {
  /** 130, also where the signal itself ended the process: a shell says so. */
  readonly code: number | null;
  readonly milliseconds: number;
  readonly out: string;
  readonly err: string;
}

/** Starts a command, lets it work, and interrupts it. */
async function interrupted(words: readonly string[], workMilliseconds: number): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    err += piece.toString();
  });
  let begun = 0;
  setTimeout(() => {
    begun = performance.now();
    child.kill('SIGINT');
  }, workMilliseconds);
  return new Promise((resolve) =>
    child.on('close', (code, signal) =>
      resolve({
        code: signal === 'SIGINT' ? 130 : code,
        milliseconds: begun === 0 ? Number.NaN : performance.now() - begun,
        out,
        err,
      }),
    ),
  );
}

/**
 * Much sooner than the work would be done: a busy machine takes its time to end a process, and the
 * work that is interrupted here goes on for minutes.
 */
const SOON = 10_000;
/** Until the command has started, read its files and begun to work. */
const WORK = 4000;
/** The same for work that is done within seconds. */
const SHORT_WORK = 2000;
/** First words of the verbs that would be done in `WORK`. */
const SHORT = new Set(['verify', 'seeds', 'locate', 'timing', 'menu']);
/** A plan without a way to its goal: a beam looks for it until its limit of states. */
const HOPELESS = folder.write(
  'hopeless.toml',
  readFileSync(TULA_HAN, 'utf8').replace(/^goal = .*$/mu, 'goal = { "enemy[0].hp" = 65535 }'),
);
const NEVER_DONE = ['--nodes', '9000000'];
/** A recorded state, and nothing pressed for so many frames. */
const pressingNothing = (name: string, frames: number): string =>
  folder.write(
    name,
    `plan = 1
system = "live-a-live"
[start]
trace = ${JSON.stringify(join(packageRoot(), 'traces/logs/overflow.jsonl.gz'))}
frame = 61
[[do]]
command = "frame"
pad = 0
repeat = ${frames}
`,
  );
/** As long as a ledger takes, and as long as a plan may be. */
const LONG = pressingNothing('long.toml', 19_000_000);
const LONGER = pressingNothing('longer.toml', 1_000_000_000);
const MENUS = ['--menus', join(packageRoot(), 'traces/homebrew/menu-profile.json')];
const NAMCAT = join(packageRoot(), 'traces/live-a-live/takahara-namcat.toml');
const BRANCHES = folder.write(
  'branches.toml',
  `branches = 1
file = "long.toml"
sha256 = "${createHash('sha256').update(readFileSync(LONG)).digest('hex')}"
done = 1
[[edit]]
edit = "fork"
branch = "early"
parent = "recording"
at = 19000000
`,
);

describe('Ctrl-C ends', () => {
  test.each([
    ['compare', ['compare', log, log], /interrupted/u],
    ['verify', ['verify', log], /interrupted/u],
    ['verify, in the vectors', ['verify'], /interrupted/u],
    ['step', ['step', log, '--print'], /E_INTERRUPTED/u],
    ['report', ['report', log, '-o', page], /E_INTERRUPTED/u],
    ['convert', ['convert', log, '-o', trace], /^$/u],
    ['explain', ['explain', log, '-o', `${trace}.jsonl`], /^$/u],
    ['route search', ['route', 'search', TULA_HAN, ...NEVER_DONE], /interrupted/u],
    ['route search with a beam', ['route', 'search', HOPELESS, '--beam', '1600', ...NEVER_DONE], /interrupted/u],
    ['seeds', ['seeds', TULA_HAN, '--starts', 'cycles'], /interrupted/u],
    ['locate', ['locate', NAMCAT, '--saw', '4:record[5].hp=276'], /^$/u],
    ['run', ['run', LONGER], /interrupted/u],
    ['route verify', ['route', 'verify', LONG], /^$/u],
    ['route export', ['route', 'export', LONG, '-o', trace], /^$/u],
    ['route branch compare', ['route', 'branch', 'compare', `${BRANCHES}#early`], /interrupted/iu],
    ['timing learn', ['timing', 'learn', menuLog, ...MENUS, '-o', trace], /^$/u],
    ['menu check', ['menu', 'check', menuLog, ...MENUS], /^$/u],
    ['record', ['record', '--core', 'builtin', DRILL, '--frames', '2000000', '-o', trace], /E_INTERRUPTED/u],
    ['rom prove', ['rom', 'prove', DRILL_BATTLE, '--cdl', trace], /interrupted: \d+ of 148 routines/u],
    ['bench', ['bench', 'battle'], /^$/u],
  ])(
    '%s soon, and the old files stay',
    async (_name, words, says) => {
      folder.write('page.html', 'old');
      folder.write('trace.csv', 'old');
      const before = readdirSync(folder.path).sort();
      const ended = await interrupted(words, SHORT.has(words[0] ?? '') ? SHORT_WORK : WORK);
      expect(ended.code).toBe(130);
      expect(ended.milliseconds).toBeLessThan(SOON);
      expect(`${ended.out}${ended.err}`).toMatch(says);
      // what was there is there, whole, and nothing else is
      expect(readdirSync(folder.path).sort()).toEqual(before);
      expect([page, trace].map((file) => readFileSync(file, 'utf8'))).toEqual(['old', 'old']);
    },
    60_000,
  );
});

describe('a small file cannot ask for hours', () => {
  const planOf = (text: string): string =>
    folder.write('plan.toml', `plan = 1\nsystem = "ticker"\n[[do]]\ncommand = "frame"\n${text}\n`);

  test.each([
    ['route', 'verify'],
    ['step', '--print'],
    ['report', '-o', page],
  ])('%s refuses a plan of 20,000,001 commands', async (verb, ...rest) => {
    const file = planOf('pad = 0\nrepeat = 20000001');
    const words = verb === 'route' ? [verb, ...rest, file] : [verb, file, ...rest];
    const run = await cli(words);
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_PLAN_VALUE .*too many commands/u)]);
  });

  test('a key of thousands of parts is refused at once, whatever stands before it', async () => {
    const dots = 'a.'.repeat(100_000);
    for (const text of [`${dots}a = 1`, `x = { b = "#", ${dots}a = 1 }`, `[${dots}a]`, `[["c".${dots}a]]`]) {
      const begun = performance.now();
      const run = await cli(['run', 'ticker', planOf(text)]);
      expect([run.code, run.err]).toEqual([2, expect.stringMatching(/^E_PLAN_VALUE .*too many parts/u)]);
      expect(performance.now() - begun).toBeLessThan(SOON);
    }
  });

  test('dots in text and comments are no parts', async () => {
    const dots = '.'.repeat(200);
    const run = await cli(['run', 'ticker', planOf(`pad = 0 # ${dots}\nlabel = "${'a.'.repeat(100)}" # '${dots}`)]);
    expect(run.err).not.toContain('too many parts');
  });
});
