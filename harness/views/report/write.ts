/** Writes a report as one self-contained page. */
import { pageFile } from '../page-file.js';
import type { ReportData } from './data.js';

/** @returns the page's text; the same data give the same page */
export function pageOf(data: ReportData): string {
  // the page has the sentences in its lists and details
  const lines = data.lines.map(({ told, ...line }) => line);
  return pageFile({
    title: data.title,
    withoutScript: 'This page draws its plots with a script; nothing is loaded from anywhere.',
    data: { ...data, lines },
    script: 'dist/harness/views/report/page.js',
    styles: ['dist/harness/views/report/page.css'],
  });
}
