/** The site of the documentation: it builds, its links are whole, its search knows pages and interface without a server. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { brokenLinks } from '../../harness/tools/docs/links.js';
import { groupOf, type Repository, stagedPage } from '../../harness/tools/docs/stage.js';
import { testFolder } from '../harness/fixtures/files.js';

const ROOT = packageRoot();
const SITE = join(ROOT, 'dist/docs');
const page = (path: string): string => readFileSync(join(SITE, path), 'utf8');

describe('the site', () => {
  let built = { status: -1 as number | null, stderr: '' };
  beforeAll(() => {
    built = spawnSync(process.execPath, [join(ROOT, 'dist/harness/tools/docs/main.js')], { encoding: 'utf8' });
  });

  test('it builds, and no link leads nowhere', () => {
    expect([built.status, built.stderr.includes('leads nowhere')]).toEqual([0, false]);
    expect(brokenLinks(SITE)).toEqual([]);
  });

  test('each page of the tutorial and each verb has a page', () => {
    const headings = (folder: string): string[] =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map(
          (name) => /^# (.+)$/mu.exec(readFileSync(join(ROOT, folder, name), 'utf8'))?.[1]?.replaceAll('`', '') ?? '',
        );
    const titles = readdirSync(join(SITE, 'documents')).map(
      (name) => /<title>(.*?) \|/u.exec(page(`documents/${name}`))?.[1]?.replaceAll('&#39;', "'") ?? name,
    );
    for (const title of [...headings('docs/tutorial'), ...headings('docs/verbs')]) expect(titles).toContain(title);
  });

  test('the interface is there from its types', () => {
    for (const module of ['core', 'rom-map', 'harness'])
      expect(existsSync(join(SITE, `modules/${module}.html`))).toBe(true);
    expect(page('functions/core.apply.html')).toContain('Runs one command given as plain data');
  });

  test('the search holds pages and names, in a file that is loaded without a server', () => {
    const [, packed = ''] = /window\.searchData = "([^"]+)"/u.exec(page('assets/search.js')) ?? [];
    const data = inflateSync(Buffer.from(packed, 'base64')).toString('utf8');
    const [, first = ''] = /^# (.+)$/mu.exec(readFileSync(join(ROOT, 'docs/tutorial/1-first-battle.md'), 'utf8')) ?? [];
    // a name of the interface, the title of a page, a word of a page's text
    for (const word of ['readTrace', first, 'namcat']) expect([word, data.includes(word)]).toEqual([word, true]);
  });

  test('the workbench stands in a page, with every plan', () => {
    expect(page('documents/Workbench.html')).toContain('<iframe src="../workbench/index.html"');
    expect(readdirSync(join(SITE, 'workbench')).length).toBeGreaterThan(40);
  });
});

describe('staged pages', () => {
  const repository: Repository = {
    pages: new Set(['docs/A.md', 'docs/sub/README.md']),
    isFile: (path) => path === 'core/x.ts',
    root: '../..',
  };
  const staged = (text: string): string => stagedPage('docs/A.md', text, repository).split('---\n\n')[1] ?? '';

  test('title and group', () => {
    expect(stagedPage('docs/tutorial/1.md', '# The `first`\n\nText\n', repository)).toBe(
      '---\ntitle: "The first"\ngroup: Tutorial\n---\n\nText\n',
    );
    expect(groupOf('harness/play/trace/FORMAT.md')).toBe('Forms of files');
  });
  test('links: to a page, to a folder with one, to a file, to none, to another host', () => {
    expect(staged('[a](A.md#x) [b](sub) [c](sub/)')).toBe('[a](A.md#x) [b](sub/README.md) [c](sub/README.md)');
    expect(staged('[d](../core/x.ts)')).toBe('[d](../../../core/x.ts)');
    expect(staged('[e](../core) [f](https://f.example)')).toBe('e [f](https://f.example)');
  });
  test('a broken link is found, one in a program is not', () => {
    const folder = testFolder();
    mkdirSync(join(folder.path, 'sub'));
    writeFileSync(
      join(folder.path, 'sub/b.html'),
      '<script>x = \'<a href="none">\'</script><a class="c" href="../a.html#d">',
    );
    folder.write('a.html', '<a href="sub/none.html">');
    expect(brokenLinks(folder.path)).toEqual(['a.html -> sub/none.html']);
  });
});
