/**
 * Marks the first divergence of each line from the first line, where both are battles of one
 * system.
 */
import { compareLines } from '../../play/branches/index.js';
import { plainText } from '../../play/entry-view/index.js';
import type { LineOf } from '../../play/timeline/index.js';
import type { ReportLine } from './data.js';

/** Cells that are named. */
const MAX_CELLS = 12;

function divergence(first: LineOf, firstName: string, other: LineOf): ReportLine['differences'][number] | undefined {
  const comparison = compareLines(other, first);
  const at = comparison.state?.at ?? comparison.input?.at;
  if (at === undefined) return undefined;
  const text = [`DIFFERENCE: it diverges from ${firstName}`];
  if (comparison.input?.at === at) text.push(`input ${comparison.input.inputs.map(plainText).join(', there ')}`);
  for (const { cell, mine, theirs } of comparison.state?.cells.slice(0, MAX_CELLS) ?? []) {
    text.push(`${plainText(cell)}: ${mine}, there ${theirs}`);
  }
  return { at, text };
}

/** @param sources the lines of time that the lines were collected from */
export function markDivergences(sources: readonly LineOf[], lines: readonly ReportLine[]): ReportLine[] {
  const [first] = sources;
  return lines.map((line, index) => {
    const source = sources[index];
    const head = lines[0];
    if (first === undefined || head === undefined || source === undefined || index === 0) return line;
    const alike =
      head.system === line.system && first.timeline.battle.image.length === source.timeline.battle.image.length;
    const mark = alike ? divergence(first, head.name, source) : undefined;
    // A branch beside its recording has this mark already.
    if (mark === undefined || line.differences.some(({ at }) => at === mark.at)) return line;
    return { ...line, differences: [...line.differences, mark].sort((one, other) => one.at - other.at) };
  });
}
