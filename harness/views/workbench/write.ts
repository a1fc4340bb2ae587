/** Writes the workbench as one self-contained page that opens with a plan. */
import type { Language } from '../../../core/system/system.js';
import { pageFile } from '../page-file.js';

// What a written workbench holds besides its script and style.

export interface WorkbenchData {
  /** Name of the plan's file, without folders. */
  readonly file: string;
  /** The plan (TOML). */
  readonly text: string;
  readonly language: Language;
  /** The state that the plan's `[start]` names: its image in base64. */
  readonly begun?: { readonly key: string; readonly image: string };
  /** A branch file of the plan. */
  readonly branches?: { readonly file: string; readonly text: string };
  /** What has to be said of the plan when it opens. */
  readonly note?: string;
}

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
