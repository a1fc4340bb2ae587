/** Writes the workbench as one self-contained page that opens with a plan. */
import { pageFile } from '../page-file.js';
import type { WorkbenchData } from './data.js';

/** @returns the page's text; the same plan gives the same page */
export function workbenchPage(data: WorkbenchData): string {
  return pageFile({
    title: `${data.file}: workbench`,
    withoutScript: 'This page plays battles with a script; nothing is loaded from anywhere.',
    data,
    script: 'dist/harness/views/workbench/page.js',
    styles: ['dist/harness/views/workbench/page.css'],
    hasWorkers: true,
    followsGames: true,
  });
}
