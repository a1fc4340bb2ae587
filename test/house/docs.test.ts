/** The pages: a short README, links and paths that exist, scripts that are explained. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deadLinks, filesInTable, localLinks, pathsInText, scriptsInText, words } from './pages.js';
import { ROOT, readSources } from './sources.js';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`),
];

/** READMEs and formats beside what they are about. */
const ROOM_PAGES = ['core', 'rom-map', 'harness', 'traces', 'test'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${top}/${name.replaceAll('\\', '/')}`),
);

describe('pages', () => {
  test('the README has 600 words at most', () => {
    expect(words(read('README.md'))).toBeLessThanOrEqual(600);
  });
  test('the README answers the five questions of a stranger where it is said to', () => {
    const sections = new Map(
      read('README.md')
        .split(/^## /mu)
        .map((section): [string, string] => [section.split('\n')[0] ?? '', section]),
    );
    const rows = [...read('test/door/questions.md').matchAll(/^\| ([^|]+\?) \| `([^`]+)` \| ([^|]+) \|$/gmu)];
    expect(rows).toHaveLength(5);
    for (const [, question, answer = '', section = ''] of rows) {
      expect([question, sections.get(section)?.includes(answer)]).toEqual([question, true]);
    }
  });
  test('the README is read in two minutes: 500 words of running text before the links', () => {
    const [running = ''] = read('README.md').split('## Where next');
    const text = running.replace(/```[\s\S]*?```/gu, '').replace(/\]\([^)]*\)|<!--.*?-->/gu, '');
    expect(words(text.replace(/^\|.*$/gmu, ''))).toBeLessThanOrEqual(500);
  });
  test('CONTRIBUTING says why each dependency is there, and names no other', () => {
    const manifest = JSON.parse(read('package.json')) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const all = ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
    const section = /^## Dependencies\n([\s\S]*?)^## /mu.exec(read('CONTRIBUTING.md'))?.[1] ?? '';
    const rows = [...section.matchAll(/^\| (`[^|]+) \| ([^|]+) \|$/gmu)];
    const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name));
    expect(named.sort()).toEqual([...new Set(all)].sort());
    expect(rows.every(([, , why = '']) => words(why) >= 4)).toBe(true);
  });
  test('every link leads somewhere', () => {
    expect(deadLinks([...PAGES, ...ROOM_PAGES])).toEqual([]);
  });
  test.each(PAGES)('%s names files that exist', (page) => {
    expect(pathsInText(read(page)).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
  test('the tables of rooms name files that exist', () => {
    const rooms = ROOM_PAGES.filter((page) => page.endsWith('/README.md'));
    const named = rooms.flatMap((page) => filesInTable(read(page)).map((name) => posix.join(page, '..', name)));
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
  test('CONTRIBUTING explains every script, and no other', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const section = /^## Scripts\n([\s\S]*?)^## /mu.exec(read('CONTRIBUTING.md'))?.[1] ?? '';
    const explained = [...section.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|/gmu)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name),
    );
    // npm runs it by itself
    expect([...explained, 'prepare'].sort()).toEqual(Object.keys(scripts).sort());
  });
  test('pages and sources name scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const texts = [
      ...[...PAGES.filter((page) => page !== 'CHANGELOG.md'), ...ROOM_PAGES].map((path) => ({
        path,
        text: read(path),
      })),
      ...readSources(),
    ];
    const named = texts.flatMap(({ path, text }) => scriptsInText(text).map((name) => ({ path, name })));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ name }) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
  test('the CHANGELOG begins with the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    expect(/^## (\S+)/mu.exec(read('CHANGELOG.md'))?.[1]).toBe(version);
    expect((JSON.parse(read('package-lock.json')) as { readonly version: string }).version).toBe(version);
  });
});

describe('how pages are read', () => {
  test('links of this repository, without their anchors', () => {
    const text = '[a](b.md) ![c](d/e.png) [f](#g) [h](https://i.example) [j](../k.md#l)';
    expect(localLinks(text)).toEqual(['b.md', 'd/e.png', '../k.md']);
  });
  test('paths in back ticks, but no patterns and no functions', () => {
    const text = '`core/int` `test/a.ts` `core/*.ts` `npm test` `harness/x/` `core/battle.ts:12` `other/a.ts`';
    expect(pathsInText(text)).toEqual(['core/int', 'test/a.ts', 'harness/x/']);
  });
  test('files of a table are those of its first column', () => {
    const text = 'x `a.ts`\n\n| file | holds |\n| --- | --- |\n| `b.ts`, `c/` | `d.ts` |\n\n| `e.ts` | f |\n';
    expect(filesInTable(text)).toEqual(['b.ts', 'c/']);
  });
  test('the script behind npm run is found', () => {
    expect(scriptsInText('`npm run a:b -- c`, npm run -s d. `npm run NAME`')).toEqual(['a:b', 'd']);
  });
  test('words are what stands between blanks', () => {
    expect(words('one `two` |\nthree - four\n')).toBe(4);
  });
});
