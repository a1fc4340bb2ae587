/** Links of a folder of pages that lead nowhere. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Whether the file, or the page of the folder, is there. */
function leads(file: string): boolean {
  return existsSync(file) && (statSync(file).isFile() || existsSync(join(file, 'index.html')));
}

/**
 * @param folder of the site
 * @returns `page -> link` for each link or source of this folder without a file; links of other
 *   hosts are not looked up
 */
export function brokenLinks(folder: string): readonly string[] {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return pages.flatMap((name) => {
    const page = join(folder, name);
    // a page of the workbench holds its program, whose text is no link
    const text = readFileSync(page, 'utf8').replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/gu, '');
    const links = [...text.matchAll(/<(?:a|link|img|iframe|script)\b[^>]*?\s(?:href|src)="([^"]*)"/gu)];
    return [...new Set(links.map(([, link = '']) => link.replace(/[?#].*$/u, '')))]
      .filter((link) => link !== '' && !/^(?:[a-z]+:|\/\/)/iu.test(link))
      .filter((link) => !leads(join(dirname(page), decodeURIComponent(link))))
      .map((link) => `${relative(folder, page)} -> ${link}`);
  });
}
