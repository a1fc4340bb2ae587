/**
 * `npm run docs`: the site of the documentation, in `dist/docs`: every page, the interface of
 * `core`, `rom-map` and `harness` from its types, a search that needs no server, and the workbench
 * with each bundled plan.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { packageRoot } from '../../base/index.js';
import { buildSite } from '../site/build-site.js';
import { brokenLinks } from './links.js';
import { GROUP_NAMES, type Repository, stagedPage } from './stage.js';

const ROOT = packageRoot();
const STAGED = join(ROOT, 'dist/docs-pages');
const SITE = join(ROOT, 'dist/docs');
const WORKBENCH = 'WORKBENCH-IS-PUT-HERE';

/** Folders whose pages are in the site, and pages of the package's folder. */
const FOLDERS: readonly string[] = ['docs', 'examples', 'core', 'rom-map', 'harness', 'traces'];
const TOP: readonly string[] = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

function pagesOfRepository(): readonly string[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .sort(),
  );
  return [...found, ...TOP];
}

/** Writes the staged pages and returns the page that the site opens with. */
function stage(): string {
  rmSync(STAGED, { recursive: true, force: true });
  const pages = pagesOfRepository();
  const repository: Repository = {
    pages: new Set(pages),
    isFile: (path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.isFile() === true,
    root: relative(STAGED, ROOT).replaceAll('\\', '/'),
  };
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(STAGED, path)), { recursive: true });
    writeFileSync(join(STAGED, path), text);
  };
  for (const path of pages) write(path, stagedPage(path, readFileSync(join(ROOT, path), 'utf8'), repository));
  write('workbench.md', `---\ntitle: "Workbench"\ngroup: Guides\n---\n\n${WORKBENCH}\n`);
  return join(STAGED, 'README.md');
}

/** Runs the generator. @returns its exit code */
function generate(readme: string): number {
  rmSync(SITE, { recursive: true, force: true });
  const groups = GROUP_NAMES.flatMap((name) => ['--groupOrder', name]);
  const words = ['--readme', readme, '--projectDocuments', `${STAGED}/!(README).md`];
  for (const folder of FOLDERS) words.push('--projectDocuments', `${STAGED}/${folder}/**/*.md`);
  const generator = join(ROOT, 'node_modules/typedoc/bin/typedoc');
  const { status } = spawnSync(process.execPath, [generator, ...words, ...groups, '--groupOrder', '*'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** Puts the workbench beside the pages and its first page into one of them. */
function embedWorkbench(): number {
  const { length } = buildSite(join(ROOT, 'traces'), join(SITE, 'workbench'));
  const page = join(SITE, 'documents/Workbench.html');
  const frame =
    '<a href="../workbench/index.html">Open it in a page of its own</a>' +
    '<iframe src="../workbench/index.html" title="Workbench" style="width:100%;height:80vh;border:1px solid"></iframe>';
  writeFileSync(page, readFileSync(page, 'utf8').replace(WORKBENCH, frame));
  return length;
}

const status = generate(stage());
if (status !== 0) process.exit(status);
const plans = embedWorkbench();
const broken = brokenLinks(SITE);
for (const line of broken) process.stderr.write(`a link leads nowhere: ${line}\n`);
process.stdout.write(
  `${countText(plans, 'plan')} in the workbench: open ${relative(process.cwd(), join(SITE, 'index.html'))}\n`,
);
process.exitCode = broken.length === 0 ? 0 : 1;
