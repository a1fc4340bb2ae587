/** The two packages beside the main one, installed into empty projects: the core alone, and the library with source maps. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { installPackage } from '../../harness/tools/installed-package.js';

const root = packageRoot();
const made = mkdtempSync(join(tmpdir(), 'lockstep-packages-'));
const [core, traced] = ['core', 'traced'].map((name) => mkdtempSync(join(tmpdir(), `lockstep-${name}-`))) as [
  string,
  string,
];
let packed = '';

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'dist/harness/tools/build/more-packages.js'), made]);
  packed = installPackage(core, join(made, 'battle-lockstep-core')).tarball;
  installPackage(traced, join(made, 'battle-lockstep-traced'), 'battle-lockstep@file:');
}, 120_000);
afterAll(() => {
  for (const folder of [made, core, traced]) rmSync(folder, { recursive: true, force: true });
});

function run(project: string, program: string, ...words: string[]) {
  writeFileSync(join(project, 'program.mjs'), program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words, 'program.mjs'], {
    cwd: project,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the core', () => {
  test('at most 1.2 MB and 250 files, and nothing of the harness', () => {
    const files = execFileSync('tar', ['-tzf', packed], { encoding: 'utf8' }).trim().split('\n');
    expect(statSync(packed).size).toBeLessThanOrEqual(1_200_000);
    expect(files.length).toBeLessThanOrEqual(250);
    expect(files.filter((name) => /harness|verify\.js|vitest/u.test(name))).toEqual([]);
    expect(readdirSync(join(core, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'battle-lockstep-core',
    ]);
  });

  test('plays: the pool of K3, and a system by a path of its own is the one of the whole', () => {
    const program = `
      import * as core from 'battle-lockstep-core';
      import { LIVE_A_LIVE_BATTLE } from 'battle-lockstep-core/live-a-live';
      import { kuroganeEngage } from 'battle-lockstep-core/kurogane-engage';
      import { CELLS } from 'battle-lockstep-core/rom-map';
      const battle = LIVE_A_LIVE_BATTLE.create({ formation: 14, party: [{ character: 'takahara', level: 16 }] });
      console.log(core.kuroganeEngage.kuroganeEngage === kuroganeEngage, core.wrapAdd8(200, 100), CELLS.length > 300);
      console.log(core.read(battle, 'ally[0].level'));
    `;
    expect(run(core, program)).toEqual({ status: 0, stdout: 'true 44 true\n16\n', stderr: '' });
  });

  test('its types are whole', () => {
    writeFileSync(
      join(core, 'program.ts'),
      `import { wrapAdd8 } from 'battle-lockstep-core';\nimport { fftcg } from 'battle-lockstep-core/fftcg';\nexport const sum: number = wrapAdd8(1, 2);\nexport const id: 'fftcg' = fftcg.id;\n`,
    );
    const compilerOptions = { target: 'ES2022', module: 'NodeNext', strict: true, skipLibCheck: false, noEmit: true };
    writeFileSync(join(core, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(spawnSync(process.execPath, [tsc], { cwd: core, encoding: 'utf8' }).stdout).toBe('');
  });
});

describe('the library with source maps', () => {
  const FAULT = `
    import { runPlan } from 'battle-lockstep';
    await runPlan({ plan: 'no-such.toml' });
  `;

  test('takes the place of the main package, and its stack names lines of the sources', () => {
    const { status, stderr } = run(traced, FAULT, '--enable-source-maps');
    expect(status).toBe(1);
    const places = [...stderr.matchAll(/at (?:async )?[\w.]+ \([^)]*?((?:core|harness)\/[\w/-]+\.ts):(\d+):\d+\)/gu)];
    expect(places.length).toBeGreaterThan(1);
    for (const [, file = '', line] of places) {
      // the line of the source is one that the file has
      expect(readFileSync(join(root, file), 'utf8').split('\n').length, file).toBeGreaterThanOrEqual(Number(line));
    }
    expect(stderr).toContain("code: 'E_FILE'");
    const thrown = places[0] ?? [];
    const source = readFileSync(join(root, thrown[1] ?? ''), 'utf8').split('\n')[Number(thrown[2]) - 1];
    expect(source).toContain('LockstepError(');
  });

  test('answers as the main package does', () => {
    const program = (name: string): string => `
      import { runPlan, textOf } from '${name}';
      const plan = ${JSON.stringify(join(root, 'traces/live-a-live/takahara-namcat.toml'))};
      const answer = await runPlan({ plan });
      console.log(answer.verdict, textOf(answer));
    `;
    const mine = run(traced, program('battle-lockstep'));
    const theirs = run(traced, program(join(root, 'dist/package/harness.js')));
    expect(mine.stdout).toMatch(/^holds /u);
    expect(mine).toEqual(theirs);
  });
});
