/**
 * `npm run packages [FOLDER]`: two packages beside the main one, made of the same build. One holds
 * the core alone, for programs that play battles and neither read files nor search. One takes the
 * place of the main package and holds its library as it was written, with source maps: a stack then
 * names lines of the sources.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../base/index.js';
import { CHECKED_SCHEMAS, compiledModule } from './compiled-schemas.js';
import { ENGINE_FILE, MAP_ENTRY, PACKAGE_ENTRIES, PACKAGE_FOLDER, SYSTEM_ENTRIES, TYPES_FOLDER } from './entries.js';
import { copyDeclarationsOf } from './package-modules.js';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

const root = packageRoot();
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

const writeJson = (file: string, data: unknown): void => writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);

const CORE_ENTRIES = ['core', MAP_ENTRY, ...SYSTEM_ENTRIES] as const;

/** What the core's package says of itself. */
const CORE_PAGE = `# battle-lockstep-core

The battles of [battle-lockstep](https://www.npmjs.com/package/battle-lockstep) without the command, the readers of files, searches and pages:
LIVE A LIVE (Super Famicom, 1994), FF-TCG timing, SRPG movement, Kurogane Engage and Holy Grail War, stepped with the integer widths of the
originals. Pure: no input or output, no clock, no packages; it runs in Node, in a browser and in a worker.

\`\`\`ts
import { apply, read } from 'battle-lockstep-core';
import { kuroganeEngage } from 'battle-lockstep-core/kurogane-engage';
\`\`\`

Import one system and only its files are read. Where a program imports \`battle-lockstep\` as well, take the systems from there
(\`battle-lockstep/core\`): those of two packages are two objects.
`;

/** Makes the folder of the core's package. */
function makeCore(folder: string): void {
  const files = join(folder, PACKAGE_FOLDER);
  const from = join(dist, PACKAGE_FOLDER);
  const isOfCore = (name: string): boolean =>
    name.startsWith(ENGINE_FILE) || name === 'rolldown-runtime.js' || CORE_ENTRIES.some((one) => name === `${one}.js`);
  mkdirSync(files, { recursive: true });
  for (const name of readdirSync(from).filter(isOfCore)) cpSync(join(from, name), join(files, name));
  const modules: Readonly<Record<string, string>> = PACKAGE_ENTRIES;
  copyDeclarationsOf(
    CORE_ENTRIES.map((entry) => modules[entry] ?? ''),
    join(folder, TYPES_FOLDER),
  );
  const { version, license, type, engines, description } = manifest;
  const entry = (name: string) => ({
    types: `./${TYPES_FOLDER}/${modules[name]?.replace(/\.js$/u, '.d.ts')}`,
    default: `./${PACKAGE_FOLDER}/${name}.js`,
  });
  const exported = CORE_ENTRIES.map((name) => [name === 'core' ? '.' : `./${name}`, entry(name)]);
  writeJson(join(folder, 'package.json'), {
    name: 'battle-lockstep-core',
    version,
    description: `${description}: the core alone`,
    ...{ license, type, engines, sideEffects: false },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
  });
  writeFileSync(join(folder, 'README.md'), CORE_PAGE);
  cpSync(join(root, 'NOTICE'), join(folder, 'NOTICE'));
}

const COMPILER = /[\\/]harness[\\/]play[\\/]trace[\\/]schemas[\\/]compile\.ts$/u;

/** Makes the folder of the package with source maps: the main one, with its library made anew. */
async function makeTraced(folder: string): Promise<void> {
  const packed = mkdtempSync(join(tmpdir(), 'lockstep-packed-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed], { cwd: root });
  execFileSync('tar', ['-xzf', join(packed, readdirSync(packed)[0] ?? ''), '-C', packed]);
  cpSync(join(packed, 'package'), folder, { recursive: true });
  rmSync(packed, { recursive: true });
  const modules = join(folder, 'dist', PACKAGE_FOLDER);
  rmSync(modules, { recursive: true });
  const optional = Object.keys({
    ...(manifest['optionalDependencies'] as object),
    ...(manifest['peerDependencies'] as object),
  });
  const build = await rolldown({
    input: Object.fromEntries(
      Object.entries(PACKAGE_ENTRIES).map(([name, path]) => [name, join(root, path.replace(/\.js$/u, '.ts'))]),
    ),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    external: optional,
    logLevel: 'warn',
    checks: { pluginTimings: false },
    plugins: [
      {
        name: 'schemas',
        load: (id) => (COMPILER.test(id) ? compiledModule(CHECKED_SCHEMAS) : null),
      },
    ],
  });
  await build.write({
    dir: modules,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
  });
  await build.close();
  const { scripts, devDependencies, files, ...rest } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  writeJson(join(folder, 'package.json'), { ...rest, name: 'battle-lockstep-traced' });
}

const target = resolve(process.argv[2] ?? join(dist, 'packages'));
for (const [name, make] of [
  ['battle-lockstep-core', makeCore],
  ['battle-lockstep-traced', makeTraced],
] as const) {
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await make(folder);
  process.stdout.write(`${folder}\n`);
}
