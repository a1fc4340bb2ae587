/** The bundle that `npm start` runs against the compiled modules it is made of. Both are written by `npm run build`. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import * as Species from '../../../../core/live-a-live/memory/cells/species.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import {
  BUNDLES,
  ENGINE_FILE,
  PACKAGE_ENTRIES,
  PACKAGE_FOLDER,
  SYSTEM_ENTRIES,
} from '../../../../harness/tools/build/entries.js';

const DIST = join(packageRoot(), 'dist');

function run(script: string, words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(DIST, script), ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([
  ['--help'],
  ['verify', 'traces/logs/worked-example.jsonl.gz', '--json'],
  ['run', 'kurogane-engage', 'traces/kurogane-engage/guide.toml', '--odds', '--json'],
  ['vectors', 'traces/vectors/C1-92C3-choose-enemy.jsonl.gz', '--json'],
  ['verify', 'no-such-file.jsonl'],
])('the bundle and the modules give the same output: %s %s', (...words) => {
  const bundled = run('harness/cli/lockstep.js', words);
  expect(bundled).toEqual(run('harness/cli/main.js', words));
  expect(bundled.stdout + bundled.stderr).not.toBe('');
});

/** What a bundle imports when it starts; its statements may stand in one line. */
function importsOf(code: string): readonly string[] {
  return [...code.matchAll(/(?:^|;)import\b[^'";]*['"]([^'"]+)['"]/gmu)].map((match) => match[1] ?? '');
}

test('every bundle of the command is one file that imports nothing but Node when it starts', () => {
  expect(BUNDLES.length).toBeGreaterThan(0);
  for (const { to } of BUNDLES.filter(({ platform }) => platform === 'node')) {
    const code = readFileSync(join(DIST, to), 'utf8');
    expect(importsOf(code).length).toBeGreaterThan(0);
    expect(importsOf(code).filter((name) => !isBuiltin(name))).toEqual([]);
  }
});

/** Files that a file of the package imports when it starts, its own included. */
function filesOf(name: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(name)) return found;
  const code = readFileSync(join(DIST, PACKAGE_FOLDER, name), 'utf8');
  found.set(name, code);
  for (const imported of importsOf(code)) if (imported.startsWith('./')) filesOf(imported.slice(2), found);
  return found;
}

const ENTRIES = Object.keys(PACKAGE_ENTRIES).map((name) => `${name}.js`);

/** What the matchers and the harness play and compare with. */
const SHARED_PLAY = 'verify.js';
/** Entries of a program: they read files. */
const OF_PROGRAMS: readonly string[] = ['harness.js', 'vitest.js'];

const ofEngine = (...parts: readonly string[]): readonly string[] => [
  `${ENGINE_FILE}.js`,
  ...parts.map((part) => `${ENGINE_FILE}-${part}.js`),
];
/** Files of the engine that an entry reads: a system's own, and what it shares. */
const READS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(SYSTEM_ENTRIES.map((system) => [`${system}.js`, ofEngine(system)])),
  'live-a-live.js': ofEngine('map', 'live-a-live'),
  'rom-map.js': [`${ENGINE_FILE}-map.js`],
};

test.each(ENTRIES)('%s of the package reads the files of the engine that it needs', (entry) => {
  const files = [...filesOf(entry).keys()].filter((name) => name !== 'rolldown-runtime.js');
  const shared = OF_PROGRAMS.includes(entry) ? [SHARED_PLAY] : [];
  const everything = ofEngine('map', 'rest', ...SYSTEM_ENTRIES);
  expect(new Set(files)).toEqual(new Set([entry, ...(READS[entry] ?? everything), ...shared]));
});

test.each(ENTRIES.filter((entry) => !OF_PROGRAMS.includes(entry)))(
  '%s of the package imports nothing of Node',
  (entry) => {
    for (const [name, code] of filesOf(entry)) {
      expect(
        importsOf(code).filter((imported) => !imported.startsWith('./')),
        name,
      ).toEqual([]);
      expect(code, name).not.toMatch(/\bnode:/u);
    }
  },
);

test('the harness of the package imports nothing but Node and the engine when it starts', () => {
  const outside = [...filesOf('harness.js').values()].flatMap(importsOf).filter((name) => !name.startsWith('./'));
  expect(outside.length).toBeGreaterThan(0);
  expect(outside.filter((name) => !isBuiltin(name))).toEqual([]);
});

test('cells of a namespace are constants in every bundle that plays battles', () => {
  // the names of properties stay in a bundle, and these are those of cells alone
  const names = [Ally, Enemy, Host, Species]
    .flatMap((cells) => Object.keys(cells))
    .filter((name) => name.includes('_'));
  expect(names).toContain('ORDER_POINTS');
  const looksUpCell = new RegExp(`\\.(?:${names.join('|')})\\b`, 'u');
  expect(looksUpCell.test('ram[e+Ne.ORDER_POINTS]')).toBe(true);
  const playing = BUNDLES.filter(({ platform, to }) => platform === 'node' && !to.endsWith('koffi-child.js'));
  expect(playing.map(({ to }) => to)).toEqual(['harness/cli/lockstep.js']);
  const cut = filesOf('live-a-live.js');
  const codes = [
    ...playing.map(({ to }) => [to, readFileSync(join(DIST, to), 'utf8')] as const),
    ['the package', [...cut.values()].join('\n')] as const,
  ];
  for (const [to, code] of codes) {
    expect(looksUpCell.exec(code)?.[0], to).toBe(undefined);
    // the package marks them as free of side effects
    expect(code, to).toMatch(/const [\w$]+=(?:\/\* @__PURE__ \*\/\(\(\)=>)?[\w$]+\(`enemy`,`orderPoints`\)/u);
  }
});
