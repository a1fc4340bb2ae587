/** What is read in the pages of the house: links, paths, words. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from './sources.js';

/** Links into this repository, without anchors. */
export function localLinks(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/gu)]
    .map(([, link = '']) => link.replace(/#.*$/u, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/u.test(link));
}

/** Links that lead nowhere, as `page -> path`. */
export function deadLinks(pages: readonly string[]): readonly string[] {
  return pages.flatMap((page) =>
    localLinks(readFileSync(join(ROOT, page), 'utf8'))
      .map((link) => posix.join(posix.dirname(page), link))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${page} -> ${path}`),
  );
}

/** Paths from the package folder that stand in back ticks. */
export function pathsInText(text: string): readonly string[] {
  return [...text.matchAll(/`((?:core|rom-map|harness|test|traces|docs|examples)\/[\w./-]+)`/gu)].map(
    ([, path = '']) => path,
  );
}

/** Words: what has a letter or a digit and stands between blanks. */
export function words(text: string): number {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Files and folders that the table of a room's README names in its first column. */
export function filesInTable(text: string): readonly string[] {
  const table = /^\| file \| holds \|\n((?:\|.*\n?)*)/mu.exec(text)?.[1] ?? '';
  return table.split('\n').flatMap((row) => {
    const [, first = ''] = row.split('|');
    return [...first.matchAll(/`([\w./-]+)`/gu)].map(([, name = '']) => name);
  });
}

/** Names of scripts behind `npm run`; a name in capitals stands for any. */
export function scriptsInText(text: string): readonly string[] {
  return [...text.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/gu)].map(([, name = '']) => name);
}
