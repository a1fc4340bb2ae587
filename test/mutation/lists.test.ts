/** What the lists of the mutation runs name is there: a list that names a file by an old name would run nothing, and say nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = join(ROOT, 'test/mutation');
const REPORTS = filesIn(HERE).filter((file) => file.endsWith('.json'));
const SYSTEMS = ['fftcg', 'holy-grail-war', 'kurogane-engage', 'live-a-live', 'srpg-movement', 'turn-engine'];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

const missing = (paths: Iterable<string>): string[] =>
  [...new Set(paths)].filter((path) => !existsSync(join(ROOT, path))).sort();

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function alternatives(pattern: string): string[] {
  const [whole, inside] = /\{([^}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || inside === undefined) return [pattern];
  return inside.split(',').flatMap((one) => alternatives(pattern.replace(whole, one)));
}

/** Patterns of which some part fits no file. */
function unmatched(patterns: readonly string[]): string[] {
  const files = ['core', 'test'].flatMap((folder) => filesIn(join(ROOT, folder)));
  const fits = (pattern: string): boolean => {
    const parts = pattern.split('**/').map((part) => part.replace(/[.+]/g, '\\$&').replace(/\*/g, '[^/]*'));
    const expression = new RegExp(`^${parts.join('(.*/)?')}$`);
    return files.some((file) => expression.test(file.slice(ROOT.length)));
  };
  return patterns.flatMap(alternatives).filter((pattern) => !fits(pattern));
}

test('the helper that looks for patterns finds a part that fits nothing', () => {
  expect(unmatched(['core/int/*.ts', 'core/int/{add,subtract-nothing}.ts', 'core/no-room/**/*.ts'])).toEqual([
    'core/int/subtract-nothing.ts',
    'core/no-room/**/*.ts',
  ]);
});

test.each(REPORTS.map((file) => [file.slice(ROOT.length)]))('%s names only files that exist', (report) => {
  const text = readFileSync(join(ROOT, report), 'utf8');
  const named = [...text.matchAll(/"((?:core|harness|rom-map|test)\/[^"*{]*)"/g)].map(([, path]) => path ?? '');
  expect(missing(named)).toEqual([]);
});

describe('one system at a time', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  /** The configuration of a run. @param mutate the files that are asked for, or all */
  async function configure(system: string, mutate?: string): Promise<{ tests: string[]; leftOut: string[] }> {
    vi.stubEnv('LOCKSTEP_SYSTEM', system);
    vi.stubEnv('LOCKSTEP_MUTATE', mutate);
    for (const made of ['LOCKSTEP_TESTS', 'LOCKSTEP_LEFT_OUT', 'LOCKSTEP_PROPERTY_RUNS']) vi.stubEnv(made, undefined);
    await import(join(HERE, 'systems/stryker.config.mjs'));
    const { LOCKSTEP_TESTS = '', LOCKSTEP_LEFT_OUT = '[]' } = process.env;
    return { tests: LOCKSTEP_TESTS.split(','), leftOut: JSON.parse(LOCKSTEP_LEFT_OUT) as string[] };
  }

  test.each(SYSTEMS)(
    '%s: the tests exist, and every test that is left out has a title that says so',
    async (system) => {
      const { tests, leftOut } = await configure(system);
      expect(missing(tests)).toEqual([]);
      const sources = tests
        .flatMap((path) => (path.endsWith('.ts') ? [join(ROOT, path)] : filesIn(join(ROOT, path))))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(file, 'utf8'));
      expect(leftOut.filter((title) => !sources.some((source) => source.includes(title)))).toEqual([]);
    },
  );

  test.each([
    ['core/live-a-live/combat/hit-check.ts', true, false, false],
    ['core/live-a-live/battle/run.ts', false, true, false],
    ['core/live-a-live/drill/attack.ts', true, false, true],
    ['core/live-a-live/combat/*.ts', true, true, false],
  ])('mutants of %s: rules %s, played battles %s, logs %s', async (file, rules, played, logs) => {
    const { tests } = await configure('live-a-live', file);
    expect([
      tests.includes('test/core/live-a-live/combat/hits.test.ts'),
      tests.includes('test/core/live-a-live/battle'),
      tests.includes('test/mutation/log-cuts.ts'),
    ]).toEqual([rules, played, logs]);
    expect(missing(tests)).toEqual([]);
  });

  test('every list of LIVE A LIVE names only files that exist', async () => {
    const lists: Record<string, unknown> = await import(join(HERE, 'systems/live-a-live-tests.mjs'));
    const named = Object.values(lists).flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
    expect(named.length).toBeGreaterThan(80);
    const isPattern = (path: string): boolean => path.includes('*');
    expect(missing(named.filter((path) => !isPattern(path)))).toEqual([]);
    expect(unmatched(named.filter(isPattern))).toEqual([]);
  });

  test('the groups of LIVE A LIVE and the turn engine hold every file once', async () => {
    const { filesOf, isTurnEngine } = await import(join(HERE, 'systems/files.mjs'));
    const { groupsOf } = await import(join(HERE, 'systems/live-a-live-tests.mjs'));
    const files: string[] = filesOf('live-a-live');
    const groups: string[][] = groupsOf(files, isTurnEngine);
    expect(groups.flat().sort()).toEqual(files);
    const all = filesIn(join(ROOT, 'core/live-a-live')).map((file) => file.slice(ROOT.length));
    const engine: string[] = filesOf('turn-engine').filter((file: string) => !file.startsWith('core/int/'));
    expect([...files, ...engine].sort()).toEqual(all.filter((file) => file.endsWith('.ts')).sort());
  });
});

test('figures name commits of this history', ({ skip }) => {
  const { status, stdout } = spawnSync('git', ['log', '--format=%H'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  const shallow = existsSync(join(ROOT, '.git/shallow'));
  skip(status !== 0 || shallow, 'this is no clone with its whole history');
  const commits = stdout.split('\n');
  const named = [...REPORTS, join(HERE, 'README.md')].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const marks = file.endsWith('.md')
      ? text.matchAll(/ at ([0-9a-f]{7,8})\b/g)
      : text.matchAll(/"commit": "([^"]*)"/g);
    return [...marks].map(([, commit]) => commit ?? '');
  });
  const unknown = [...new Set(named)].filter((commit) => !commits.some((known) => known.startsWith(commit)));
  expect([named.length > 100, unknown]).toEqual([true, []]);
});
