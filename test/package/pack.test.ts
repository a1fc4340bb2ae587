/**
 * The package as users get it: packed, installed into an empty project without optional packages,
 * type-checked and run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import { loadPlan } from '../../harness/play/plan/read-plan.js';
import { startPlan } from '../../harness/play/plan/run.js';
import { BUNDLES } from '../../harness/tools/build/entries.js';
import { installPackage } from '../../harness/tools/installed-package.js';
import { FORMS, workRamOf } from '../harness/files/states/state-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'lockstep-package-'));
const modules = join(project, 'node_modules');
const installed = join(modules, 'battle-lockstep');

/** Size of the packed package at most, in bytes. */
const MOST_BYTES = 3_000_000;

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

function run(command: string, args: readonly string[], cwd = project): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function packedFiles(): readonly string[] {
  return run('tar', ['-tzf', packed])
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//u, ''));
}

let packed = '';

beforeAll(() => {
  packed = installPackage(project).tarball;
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Compiles the programs of the project with the types of Node alone, libraries checked too. */
function compile(): void {
  for (const name of ['@types/node', 'undici-types']) {
    const link = join(modules, name);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: false,
    types: ['node'],
    outDir: 'out',
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], {
    cwd: project,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
}

function lockstep(...args: string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const main = join(installed, 'dist/harness/cli/lockstep.js');
  return spawnSync(process.execPath, [main, ...args], { cwd: project, encoding: 'utf8' });
}

const EXAMPLES: Readonly<Record<string, string>> = {
  'kurogane-engage': 'pool 7\nattack 8, defence 5, damage 1\n',
  'srpg-movement': 'from (3,3): 18 squares, 0 left at (1,2)\nto (1,1): refused\nfrom (1,2): 11 squares\n',
  'holy-grail-war': 'left 100 HP, right 91 HP\nright pays 9 MP to leave\n',
  fftcg: 'at first: main 1, priority A\nA passes: main 1, priority B\nB passes: attack, priority A\n',
  'played-battle': `${[
    'legal: reppu-seiken-zuki 4, dou-mawashi-kaiten-geri 8, kiai-tame 1, move 45, turn 2, step 1, pass 1, escape 0, wait 1',
    'refused with E_SKILL: the ally does not know this skill, or it is for counters only: it may use reppu-seiken-zuki, dou-mawashi-kaiten-geri, kiai-tame',
    `${4 * 57} action points, enemy HP 256`,
  ].join('\n')}\n`,
};

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('programs', () => {
  test('the README’s program and the examples type-check and run against the installed package', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const program = /```ts\n([\s\S]*?)```/.exec(readme)?.[1];
    expect(program).toBeDefined();
    writeFileSync(join(project, 'readme.ts'), program ?? '');
    cpSync(join(root, 'examples'), project, { recursive: true, filter: (source) => !source.endsWith('.toml') });
    compile();
    expect(run(process.execPath, ['out/readme.js'])).toBe('57\n');
    const lines = run(process.execPath, ['out/turn-engine.js']).trim().split('\n');
    // L7, L8, L5 of the rules: 57 for a step at speed 31, 28 for a turn, 510 for a skill
    expect(lines.map((line) => Number(/(\d+) action points/.exec(line)?.[1]))).toEqual([0, 57, 85, 85, 595]);
    // the systems' own examples: the wiki's dice (K1 to K14), G1 and G2, W3 with H26, F7 and F8; 57 a step by L7
    for (const [name, shown] of Object.entries(EXAMPLES)) {
      expect([name, run(process.execPath, [`out/${name}.js`])]).toEqual([name, shown]);
    }
    expect(run(process.execPath, ['worker.mjs'])).toBe(
      [1, 2, 3, 4].map((steps) => `to column ${5 - steps}: ${57 * steps} action points\n`).join(''),
    );
    const verify = (file: string): string => run(process.execPath, ['out/verify-log.js', join(root, file)]).trim();
    expect(verify('traces/logs/party-charge.jsonl.gz')).toBe('363 of 363 frames equal');
    expect(verify('test/fixtures/rom-M511.jsonl.gz')).toBe('frame 166: actionPoints is 539, recorded 540');
  });
  test('each of the five systems is exported by the core and by a path of its own, and the harness knows the same ones', () => {
    const program = `
      import * as core from 'battle-lockstep/core';
      import { LIVE_A_LIVE } from 'battle-lockstep/core/live-a-live';
      import { fftcg } from 'battle-lockstep/core/fftcg';
      import { srpgMovement } from 'battle-lockstep/core/srpg-movement';
      import { kuroganeEngage } from 'battle-lockstep/core/kurogane-engage';
      import { holyGrailWar } from 'battle-lockstep/core/holy-grail-war';
      import { SYSTEMS } from 'battle-lockstep/harness';
      const own = [LIVE_A_LIVE, fftcg, srpgMovement, kuroganeEngage, holyGrailWar];
      const shared = [core.liveALive.LIVE_A_LIVE, core.fftcg.fftcg, core.srpgMovement.srpgMovement,
        core.kuroganeEngage.kuroganeEngage, core.holyGrailWar.holyGrailWar];
      console.log(own.every((one, at) => one === shared[at] && SYSTEMS.includes(one)), ...own.map(({ id }) => id));
    `;
    writeFileSync(join(project, 'systems.ts'), program);
    compile();
    expect(run(process.execPath, ['out/systems.js'])).toBe(
      'true live-a-live fftcg srpg-movement kurogane-engage holy-grail-war\n',
    );
  });
});

describe('the command', () => {
  test.runIf(hasPython)('the example in Python asks it about every plan of a folder', () => {
    const main = join(installed, 'dist/harness/cli/lockstep.js');
    const folder = join(installed, 'traces/srpg-movement');
    const shown = run('python3', [join(root, 'examples/check_plans.py'), folder, process.execPath, main]);
    expect(shown.trim().split('\n')).toHaveLength(readdirSync(folder).filter((name) => name.endsWith('.toml')).length);
    expect(shown).toMatch(/^(?:[\w-]+\.toml: \d+ values as expected\n)+$/u);
  });
  test('a refusal that nobody catches names the functions, and prints short lines', () => {
    const program = [
      "import { apply, liveALive } from 'battle-lockstep/core';",
      "const battle = liveALive.createBattle({ formation: 0xf5, party: [{ character: 'takahara' }] });",
      "apply(liveALive.LIVE_A_LIVE_BATTLE, battle, { command: 'skill', skill: 'nobody', x: 0, y: 0 });",
    ];
    writeFileSync(join(project, 'refused.mjs'), program.join('\n'));
    const { status, stderr } = spawnSync(process.execPath, ['refused.mjs'], { cwd: project, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('\nRuleError: ');
    expect(stderr).toMatch(/^ {4}at apply \(/mu);
    expect(stderr.split('\n').filter((line) => line.length > 1_000)).toEqual([]);
  });

  test('runs with plain node from the package', () => {
    const answer = JSON.parse(lockstep('predict', '--ap', '29', '--json').stdout) as { freeMoves: number };
    expect(answer.freeMoves).toBe(3);
    expect(lockstep('debug', '--help').status).toBe(0);
  });
  test('verify without files says that the package holds no logs and what to do', () => {
    const { status, stderr } = lockstep('verify');
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
    expect(stderr).toMatch(
      /^E_NOTHING_COMPARED: the installed package holds no recorded logs\. Name a log: lockstep verify FILE/u,
    );
  });
  test('CPU traces are verified without the vectors, whose headers the build keeps', () => {
    const trace = join(root, 'traces/homebrew/drill-snes9x.log.gz');
    const report = lockstep('verify', trace, '--profile', 'drill');
    expect([report.status, report.stderr]).toEqual([0, '']);
    expect(report.stdout).toContain(', 0 differences');
  });
  describe('what needs an optional package names it, and its advice works', () => {
    const said = (...args: string[]): string => {
      const { status, stderr } = lockstep(...args);
      expect(status).toBe(2);
      return stderr;
    };
    test('koffi for recording: installed, it asks for a core that is one', () => {
      // a machine may have no core at all: any file stands for one
      const core = join(project, 'core.so');
      writeFileSync(core, '');
      const rom = join(installed, 'traces/homebrew/drill.sfc');
      const words = ['record', rom, '--core', core, '--frames', '1', '-o', 'x.jsonl'];
      expect(said(...words)).toMatch(/^E_RECORDER_NONE: [^\n]*npm install koffi/u);
      symlinkSync(join(root, 'node_modules/koffi'), join(modules, 'koffi'));
      expect(said(...words)).toMatch(/^E_CORE_UNLOADABLE/u);
      rmSync(join(modules, 'koffi'));
    });
    test('fzstd for a state: the work RAM needs none', () => {
      const battle = startPlan(LIVE_A_LIVE_BATTLE, {
        ...loadPlan(join(root, 'traces/live-a-live/takahara-namcat.toml')),
        system: LIVE_A_LIVE_BATTLE.id,
      });
      const ram = workRamOf(battle);
      const state = join(project, 'battle.State');
      writeFileSync(state, FORMS['BizHawk with Zstandard']?.(ram) ?? '');
      const words = ['plan', '--from', state, '-o', join(project, 'from-state.toml')];
      expect(said(...words)).toMatch(/^E_STATE_PACKAGE [^\n]*npm install fzstd@0\.1\.1, or write the work RAM/u);
      writeFileSync(state, ram);
      expect(lockstep(...words).stderr).toBe('');
    });
    test('bullmq for a queue: a folder of jobs needs none', () => {
      const plan = join(installed, 'traces/srpg-movement/guide.toml');
      const search = ['route', 'search', plan];
      expect(said(...search, '--queue', 'redis://localhost:1')).toMatch(/^E_QUEUE_PACKAGE: [^\n]*--split, --job and/u);
      expect(lockstep(...search, '--split', '1', '--jobs', join(project, 'jobs')).stderr).toBe('');
    });
  });
});

describe('what is in it', () => {
  test('3 MB at most, no source maps, no recorded logs, no vectors', () => {
    expect(statSync(packed).size).toBeLessThanOrEqual(MOST_BYTES);
    expect(packedFiles().filter((name) => name.endsWith('.map'))).toEqual([]);
    // but for the one of the template
    expect(
      packedFiles().filter((name) => /^traces\/(logs|golden|vectors)\/|\.(jsonl|log)(\.gz)?$/u.test(name)),
    ).toEqual(['examples/regression/logs/worked-example.jsonl.gz']);
    expect(packedFiles().some((name) => name.startsWith('dist/types/core/fftcg/'))).toBe(true);
  });
  test('no compiled file names a source map that is not there', () => {
    const named = packedFiles().filter(
      (name) =>
        /\.(js|d\.ts)$/u.test(name) && /^\/\/# sourceMappingURL=/mu.test(readFileSync(join(installed, name), 'utf8')),
    );
    expect(named).toEqual([]);
  });
  test('every bundle', () => {
    expect(BUNDLES.map(({ to }) => `dist/${to}`).filter((path) => !packedFiles().includes(path))).toEqual([]);
  });
  test('every file that the README links', () => {
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/gu)].map(
      ([, link = '']) => link,
    );
    const local = links.filter((link) => !/^[a-z]+:/u.test(link));
    expect(local.length).toBeGreaterThan(5);
    expect(local.filter((link) => !existsSync(join(installed, link)))).toEqual([]);
  });
  test('the licences of the packages that stand in the bundles', () => {
    const licences = readFileSync(join(installed, 'dist/LICENCES.txt'), 'utf8');
    const names = licences.split('-'.repeat(80)).map((part) => /^(\S+) \d+\.\d+\.\d+$/mu.exec(part)?.[1] ?? 'nameless');
    for (const name of ['@vscode/debugadapter', 'ajv', 'commander', 'csv-parse', 'fflate', 'smol-toml']) {
      expect(names).toContain(name);
    }
    expect(names).not.toContain('nameless');
    expect(licences.match(/copyright/giu)?.length ?? 0).toBeGreaterThanOrEqual(names.length);
  });
  test('nothing of the tests, and no game image', () => {
    const files = packedFiles();
    expect(files.filter((name) => /(^|\/)test\//u.test(name))).toEqual([]);
    expect(files.filter((name) => /\.(sfc|smc|srm)$/.test(name)).sort()).toEqual([
      'examples/own-game/game.sfc',
      'traces/homebrew/drill-battle.sfc',
      'traces/homebrew/drill-menu.sfc',
      'traces/homebrew/drill.sfc',
    ]);
  });
});

describe('what is installed with it', () => {
  test('nothing else: no native module, no debug adapter', () => {
    const names = readdirSync(modules).filter(
      (name) => !name.startsWith('.') && !['@types', 'undici-types'].includes(name),
    );
    expect(names).toEqual(['battle-lockstep']);
    expect(manifest.dependencies).toBeUndefined();
  });
  test('packages that single verbs need are optional peers', () => {
    expect(Object.keys(manifest.peerDependencies)).toEqual(['bullmq', 'fzstd', 'ioredis', 'koffi', 'vitest', 'ws']);
    for (const name of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
    }
    expect(manifest.devDependencies).toMatchObject({
      fzstd: manifest.peerDependencies['fzstd'],
      koffi: manifest.peerDependencies['koffi'],
      ws: manifest.peerDependencies['ws'],
    });
  });
});
