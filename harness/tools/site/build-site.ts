/** A folder of pages: the workbench with each bundled plan, and an index of them. */
import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LockstepError, readTextFile, SYSTEMS, writeFile } from '../../base/index.js';

import { MAX_PLAN_BYTES } from '../../play/index.js';
import { documentOf, escapedText, openSession, workbenchPage } from '../../views/index.js';

interface SitePage {
  readonly page: string;
  readonly system: string;
  readonly title: string;
  readonly verdict: string;
}

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 900px; margin: 24px auto; padding: 0 16px; font: 15px / 1.5 system-ui, sans-serif; }
span { opacity: 0.75; }`;

function indexPage(pages: readonly SitePage[]): string {
  const systems = [...new Set(pages.map(({ system }) => system))];
  const part = (system: string): string => {
    const lines = pages
      .filter((one) => one.system === system)
      .map(
        ({ page, title, verdict }) =>
          `<li><a href="${escapedText(page)}">${escapedText(title)}</a> <span>${escapedText(verdict)}</span></li>`,
      );
    return `<h2>${escapedText(system)}</h2>\n<ul>\n${lines.join('\n')}\n</ul>`;
  };
  return documentOf({
    title: 'battle-lockstep: plans',
    policy: "default-src 'none'",
    style: STYLE,
    body: `<main>
<h1>battle-lockstep: plans</h1>
<p>Each page is a workbench with one plan. It loads nothing: it opens by double click, and from any host.</p>
${systems.map(part).join('\n')}
</main>`,
  });
}

/** The page of a plan; undefined for a plan that begins at a log, which a page does not hold. */
function sitePage(file: string, system: string, folder: string): SitePage | undefined {
  const text = readTextFile(file, MAX_PLAN_BYTES);
  try {
    const session = openSession(SYSTEMS, text, file, 'en');
    const page = `${system}-${basename(file, '.toml')}.html`;
    writeFile(join(folder, page), workbenchPage({ file: basename(file), text, language: 'en' }), 'page', {});
    return { page, system, title: session.title(), verdict: session.verdict().text };
  } catch (error) {
    if (error instanceof LockstepError && error.code === 'E_PLAN_SETUP') return undefined;
    throw error;
  }
}

/**
 * Writes the site.
 * @param plans folder with a folder of plans for each system
 * @param folder is made if it is not there
 * @returns pages written, the index left out
 */
export function buildSite(plans: string, folder: string): readonly SitePage[] {
  mkdirSync(folder, { recursive: true });
  const pages = readdirSync(plans, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: system }) =>
      readdirSync(join(plans, system))
        .filter((name) => name.endsWith('.toml'))
        .sort()
        .flatMap((name) => sitePage(join(plans, system, name), system, folder) ?? []),
    );
  writeFile(join(folder, 'index.html'), indexPage(pages), 'page', {});
  return pages;
}
