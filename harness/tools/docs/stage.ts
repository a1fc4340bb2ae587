/**
 * Pages for the generator of the documentation: a title and a group in front, links that it can
 * follow. A link to a folder leads to its README, one to another file of the repository to a copy
 * of it.
 */
import { posix } from 'node:path';

/** What is known of the repository; paths from its folder, with `/`. */
export interface Repository {
  /** Every page of the site. */
  readonly pages: ReadonlySet<string>;
  readonly isFile: (path: string) => boolean;
  /** The way from the staged folder to the repository, such as `../..`. */
  readonly root: string;
}

interface GroupShape {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Groups in the order of the site; the first that fits is taken. */
const GROUPS: readonly GroupShape[] = [
  { name: 'Tutorial', pattern: /^docs\/tutorial\// },
  { name: 'Guides', pattern: /^docs\/[A-Z]+\.md$|^traces\/live-a-live\/|^examples\// },
  { name: 'Systems', pattern: /^docs\/systems\// },
  { name: 'Commands', pattern: /^docs\/verbs\// },
  { name: 'Forms of files', pattern: /(?:FORMAT|COLUMNS)\.md$|^traces\/|^harness\/capture\/scripts\// },
  { name: 'The game', pattern: /^rom-map\// },
  { name: 'Inside', pattern: /^core\/|^harness\// },
  { name: 'Project', pattern: /./ },
];

export const GROUP_NAMES: readonly string[] = GROUPS.map(({ name }) => name);

export function groupOf(path: string): string {
  return GROUPS.find(({ pattern }) => pattern.test(path))?.name ?? 'Project';
}

const HEADING = /^# (.+)\n+/u;

/** The first heading, as plain text. */
export function titleOf(path: string, text: string): string {
  return (HEADING.exec(text)?.[1] ?? path).replaceAll(/[`*]/gu, '');
}

/** Where a link leads in the site, or undefined: to nothing that a page can show. */
function targetOf(path: string, link: string, repository: Repository): string | undefined {
  const [file = '', anchor] = link.split('#');
  const to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/u, '');
  const end = anchor === undefined ? '' : `#${anchor}`;
  const from = posix.dirname(path);
  for (const page of [to, posix.join(to, 'README.md')]) {
    if (repository.pages.has(page)) return file === '' ? end : `${posix.relative(from, page)}${end}`;
  }
  if (!repository.isFile(to)) return undefined;
  return posix.join(posix.relative(from, '.') || '.', repository.root, to);
}

/** The page as the generator reads it. */
export function stagedPage(path: string, text: string, repository: Repository): string {
  const body = text
    .replace(HEADING, '')
    .replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/gu, (whole, image: string, shown: string, link: string) => {
      if (/^[a-z]+:/u.test(link)) return whole;
      const target = targetOf(path, link, repository);
      return target === undefined ? shown : `${image}[${shown}](${target})`;
    });
  return `---\ntitle: ${JSON.stringify(titleOf(path, text))}\ngroup: ${groupOf(path)}\n---\n\n${body}`;
}
