/** Writes a report as one self-contained page. */
import { pageFile } from '../page-file.js';
import type { Steps } from '../parts/steps.js';
import type { ReportData, ReportLine } from './data.js';

/** Distances instead of places: they repeat, so they pack well. The page adds them up again. */
function packedSteps<Some extends Steps>(steps: Some): Some {
  const { places } = steps;
  return { ...steps, places: places.map((place, index) => place - (places[index - 1] ?? 0)) };
}

function packedLine(line: ReportLine): ReportLine {
  return { ...line, gauges: line.gauges.map(packedSteps), cells: line.cells.map(packedSteps) };
}

/** @returns the page's text; the same data give the same page */
export function pageOf(data: ReportData): string {
  return pageFile({
    title: data.title,
    withoutScript: 'This page draws its plots with a script; nothing is loaded from anywhere.',
    data: { ...data, lines: data.lines.map(packedLine) },
    script: 'dist/harness/views/report/page.js',
    styles: ['dist/harness/views/report/page.css'],
  });
}
