/**
 * What one import of the package weighs in a program, by the bundlers at hand: nothing that it does not need comes with it, what comes works alone,
 * and docs/performance-notes.md has the figures.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import { build } from 'vite';
import { describe, expect, test } from 'vitest';
import type { System } from '../../core/system/system.js';
import { loadPlan, runPlan, startPlan } from '../../harness/play/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lockstep-weight-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/battle-lockstep'), 'dir');
writeFileSync(join(folder, 'package.json'), '{"name":"program","type":"module"}');

/** One import, the most bytes that it may weigh, and a plan that its system plays alone. */
interface Row {
  readonly name: string;
  readonly code: string;
  readonly most: number;
  readonly plan?: string;
}

const one = (names: string, from: string): string => `export { ${names} } from 'battle-lockstep/${from}';`;
const all = (from: string): string => `export * from 'battle-lockstep/core/${from}';`;
const ROWS: readonly Row[] = [
  { name: '`wrapAdd8`', code: one('wrapAdd8', 'core'), most: 1000 },
  { name: '`CELLS`', code: one('CELLS', 'rom-map'), most: 60_000 },
  { name: 'FF-TCG timing', code: all('fftcg'), most: 90_000, plan: 'fftcg/x2.toml' },
  { name: 'SRPG movement', code: all('srpg-movement'), most: 90_000, plan: 'srpg-movement/guide.toml' },
  { name: 'Kurogane Engage', code: all('kurogane-engage'), most: 90_000, plan: 'kurogane-engage/guide.toml' },
  { name: 'Holy Grail War', code: all('holy-grail-war'), most: 90_000, plan: 'holy-grail-war/turn.toml' },
  { name: '`LIVE_A_LIVE`', code: one('LIVE_A_LIVE', 'core/live-a-live'), most: 350_000 },
  {
    name: '`LIVE_A_LIVE_BATTLE`',
    code: one('LIVE_A_LIVE_BATTLE', 'core/live-a-live'),
    most: 350_000,
    plan: 'live-a-live/takahara-namcat.toml',
  },
];

async function byRolldown(entry: string): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: 'browser', cwd: folder });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  expect(output.length).toBe(1);
  return output[0].code;
}

async function byVite(entry: string): Promise<string> {
  const made = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const [{ output } = { output: [] }] = [made].flat() as { output: { code?: string }[] }[];
  return output.map(({ code = '' }) => code).join('');
}

const page = readFileSync(join(root, 'docs/performance-notes.md'), 'utf8');

/** Kilobytes of a row of the page, of 1,000 bytes. */
function figuresOf(name: string): number[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  return row.split('|').slice(3, -1).map(Number);
}

describe.each(ROWS)('$name', ({ name, code, most, plan }) => {
  const entry = join(folder, `${name.replaceAll(/\W/gu, '')}.js`);
  writeFileSync(entry, code);

  test('weighs what it may, and what the page says', async () => {
    const bytes = [await byRolldown(entry), await byVite(entry)].map((made) => Buffer.byteLength(made));
    for (const size of bytes) expect(size).toBeLessThanOrEqual(most);
    const [rolldowns, vites] = figuresOf(name).slice(-2);
    bytes.forEach((size, index) => {
      const told = 1000 * ([rolldowns, vites][index] ?? 0);
      expect(Math.abs(size - told)).toBeLessThanOrEqual(Math.max(100, 0.05 * told));
    });
  });

  test('works alone', async () => {
    const file = join(folder, `${name.replaceAll(/\W/gu, '')}.bundle.mjs`);
    writeFileSync(file, await byRolldown(entry));
    const shown = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
    if (name === '`wrapAdd8`') expect((shown['wrapAdd8'] as (a: number, b: number) => number)(200, 100)).toBe(44);
    if (plan === undefined) return;
    const systems = Object.values(shown).filter(
      (value): value is System => typeof value === 'object' && value !== null && 'capabilities' in value,
    );
    const [system] = systems;
    expect(systems.length).toBe(1);
    if (system === undefined) return;
    const written = { ...loadPlan(join(root, 'traces', plan)), system: system.id };
    // what the plan expects comes from the rules and their references
    const result = await runPlan(system, startPlan(system, written), written);
    expect(result.failures).toEqual([]);
    expect(result.compared).toBeGreaterThan(0);
  });
});

const ENGINE_FILES = readdirSync(join(root, 'dist/package')).filter((name) => /^engine.*\.js$/u.test(name));

test.each(ENGINE_FILES)('%s has no statement that does something when it is loaded', (name) => {
  const { body } = parseAst(readFileSync(join(root, 'dist/package', name), 'utf8'));
  const kinds = new Set(body.map(({ type }) => type as string));
  const declared = ['VariableDeclaration', 'FunctionDeclaration', 'ImportDeclaration', 'ExportNamedDeclaration'];
  expect([...kinds].filter((kind) => !declared.includes(kind))).toEqual([]);
});
