/**
 * The template of a regression suite, as its user meets it: copied into an empty folder beside the installed package,
 * green, then broken on purpose. Its compiler sees the matchers as well.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { installPackage } from '../../harness/tools/installed-package.js';
import { sealed } from '../harness/fixtures/ticker-log.js';

const root = packageRoot();
const template = join(root, 'examples/regression');
const project = mkdtempSync(join(tmpdir(), 'lockstep-regression-'));
const LOG = 'logs/worked-example.jsonl.gz';
const PLAN = 'plans/takahara-namcat.toml';

beforeAll(() => {
  installPackage(project);
  cpSync(template, project, { recursive: true });
  for (const name of ['vitest', '@types/node', 'undici-types']) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function node(...words: string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
  });
  return { status, said: stdout + stderr };
}

const runTests = () => node(join(root, 'node_modules/vitest/vitest.mjs'), 'run');

/** Runs with another content of a file of the project. */
function runWith(file: string, content: string | Uint8Array, run = runTests): ReturnType<typeof runTests> {
  const path = join(project, file);
  const before = readFileSync(path);
  writeFileSync(path, content);
  try {
    return run();
  } finally {
    writeFileSync(path, before);
  }
}

describe('the template', () => {
  test('is green as it comes', () => {
    const { status, said } = runTests();
    expect([status, said]).toEqual([0, expect.stringMatching(/Tests {2}3 passed \(3\)/u)]);
  });

  test('one changed number of the log is named: frame, cell, mine, theirs, routine, command', () => {
    const lines = gunzipSync(readFileSync(join(project, LOG)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const header = JSON.parse(lines[0] ?? '') as { readonly cells: readonly [string, string, number][] };
    const points = header.cells.findIndex(([name]) => name === 'actionPoints');
    const rows = lines.slice(1, -1).map((line) => JSON.parse(line) as [number, number, 'full' | number[], number[]?]);
    // L7 of the rules: the first step at speed 31 gives 57 points
    const changed = rows.find(
      ([, , pairs]) =>
        pairs !== 'full' && pairs.some((value, at) => at % 2 === 1 && pairs[at - 1] === points && value === 57),
    );
    const pairs = changed?.[2] as number[];
    pairs[pairs.findIndex((value, at) => at % 2 === 0 && value === points) + 1] = 58;
    const content = gzipSync(
      sealed(
        header,
        rows.map((row) => JSON.stringify(row)),
      ),
    );
    const { status, said } = runWith(LOG, content);
    const frame = changed?.[0];
    expect([status, said]).toEqual([1, expect.stringMatching(/Tests {2}1 failed \| 2 passed \(3\)/u)]);
    // C1:96CB begins the step of an ally (rom-map/ROUTINES.md)
    expect(said).toContain(
      `${LOG} does not hold in lockstep: frame ${frame}: actionPoints: mine 57, theirs 58 (C1:96CB)`,
    );
    expect(said).toContain('actionPoints at 7E03AE: mine 57 (39h), theirs 58 (3Ah)');
    const command = `lockstep verify ${LOG} --from ${frame}`;
    expect(said).toContain(`reproduce with: npx ${command}\n`);
    const [, ...words] = command.split(' ');
    const again = runWith(LOG, content, () =>
      node('node_modules/battle-lockstep/dist/harness/cli/lockstep.js', ...words),
    );
    expect([again.status, again.said]).toEqual([1, expect.stringContaining('mine 57 (39h), theirs 58 (3Ah)')]);
  });

  test('one changed number of the plan is named: line, cell, expected, got, command', () => {
    const source = readFileSync(join(project, PLAN), 'utf8');
    const { status, said } = runWith(PLAN, source.replace('actionPoints = 285', 'actionPoints = 286'));
    const line = source.split('\n').findIndex((one) => one.includes('= 285')) + 1;
    expect([status, said]).toEqual([1, expect.stringMatching(/Tests {2}1 failed \| 2 passed \(3\)/u)]);
    expect(said).toContain(`${PLAN}:${line}: step 3 (within reach): cell actionPoints: expected 286, got 285\n`);
    expect(said).toContain(`reproduce with: npx lockstep run ${PLAN}\n`);
  });

  test('a log that somebody edited by hand is damaged, not different', () => {
    const lines = gunzipSync(readFileSync(join(project, LOG)))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const { status, said } = runWith(LOG, gzipSync(`${lines.join('\n').replace(',57,', ',58,')}\n`));
    expect([status, said]).toEqual([1, expect.stringMatching(/E_TRACE_\w+ logs\/worked-example\.jsonl\.gz/u)]);
  });

  test('its log is the bundled one', () => {
    expect(readFileSync(join(template, LOG))).toEqual(readFileSync(join(root, 'traces', LOG)));
  });
});

describe.each(['NodeNext', 'Bundler'])('the types under %s', (moduleResolution) => {
  const compile = (program: string): string => {
    writeFileSync(join(project, 'wrong.ts'), program);
    const module = moduleResolution === 'Bundler' ? 'ESNext' : 'NodeNext';
    const compilerOptions = {
      ...{ target: 'ES2022', module, moduleResolution, strict: true, skipLibCheck: true, types: ['node'] },
      noEmit: true,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const { said } = node(join(root, 'node_modules/typescript/bin/tsc'));
    rmSync(join(project, 'wrong.ts'));
    return said;
  };
  test('know the matchers, and say what they are called on', () => {
    const said = compile(
      [
        "import { expect } from 'vitest';",
        "import 'battle-lockstep/vitest';",
        'expect(5).toHoldInLockstep();',
        "expect('a.jsonl').toHoldInLockstep({ parital: true });",
        'expect(undefined).toHold();',
        "expect('a').toBeEqualBattle(5);",
      ].join('\n'),
    );
    // nothing else is wrong: neither in the lines above nor in the template
    expect(said.match(/^\S+\(\d+/gmu)).toEqual([3, 4, 5, 6].map((line) => `wrong.ts(${line}`));
    expect(said).toContain('"a log is named by its path or URL"');
    expect(said).toContain("'parital' does not exist in type 'LogOptions'");
    expect(said).toContain('"a plan is named by its path or URL, or read by loadPlan"');
    expect(said).toContain('"only a battle equals a battle"');
  });
});

test('the template holds what its page says', () => {
  const names = readdirSync(template, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const page = readFileSync(join(template, 'README.md'), 'utf8');
  for (const file of files) {
    const name = file.slice(template.length + 1);
    if (name !== 'README.md') expect(page).toContain(`\`${name}\``);
  }
  expect(page.split('\n').length).toBeLessThanOrEqual(40);
});
