/** The text and JSON of `lockstep rom settle`. */
import { countText } from '../../base/number-text.js';
import { type ImageUnderTest, totalName } from '../proof/image-profile.js';
import { countVerdicts, type SettledRow, type SettleResult } from './settle.js';
import type { SettleVerdict } from './verdict.js';

const VERDICTS: readonly SettleVerdict[] = ['settled', 'agrees', 'none', 'runs', 'not reached'];
/** Cells named of a way that is only recorded. */
const CELLS_SHOWN = 6;

function imageText({ sha256, published, profile }: ImageUnderTest): string {
  const doubt = published ? '' : '; NOT the published image, taken as it is on your word';
  return `image ${sha256} as ${profile.name}${doubt}`;
}

function passageLines({ passages }: SettledRow): string[] {
  return passages.map(({ way, cases, ends, writes, equal }) => {
    const ended = Object.entries(ends).map(([end, times]) => `${end} ${times}`);
    const more = writes.length > CELLS_SHOWN ? ` and ${writes.length - CELLS_SHOWN} more` : '';
    const compared = equal === undefined ? '' : `, ${equal} as ours`;
    return `    ${way}: ${countText(cases, 'case')}${compared}; ${ended.join(', ')}; writes ${writes.slice(0, CELLS_SHOWN).join(', ') || 'nothing'}${more}`;
  });
}

function rowText(row: SettledRow): string {
  switch (row.verdict) {
    case 'settled':
      return `${row.name} = ${row.value} (${countText(row.states, 'state')})${row.reason === '' ? '' : `; ${row.reason}`}`;
    case 'agrees':
      return `${row.name}: our stand-in in all cases`;
    case 'none':
      return `${row.name}: nothing of ours agrees; first difference: ${row.first}`;
    case 'runs':
      return `${row.name}: runs the image's code, ${countText(row.states, 'case')}${row.reason === '' ? '' : `; ${row.reason}`}`;
    default:
      return `${row.name}: ${row.reason}`;
  }
}

function countsText(rows: readonly SettledRow[]): string {
  return VERDICTS.map((verdict) => `${countVerdicts(rows, verdict)} ${verdict}`).join(', ');
}

/** @param all ways that are only recorded too, line by line */
export function settleText({ image, rows }: SettleResult, all: boolean): string {
  const lines = [imageText(image)];
  for (const verdict of VERDICTS) {
    for (const row of rows.filter((one) => one.verdict === verdict)) {
      lines.push(`${verdict.padEnd(12)} ${rowText(row)}`);
      // no battle is played with another ROM
      if (row.notRun !== '' && image.profile.isGame)
        lines.push(`${' '.repeat(13)}in a battle with --rom: ${row.notRun}`);
      if (all) lines.push(...passageLines(row));
    }
  }
  const states = rows.reduce((sum, row) => sum + row.states, 0);
  lines.push(`${countText(rows.length, 'stretch', 'stretches')}: ${countsText(rows)}; ${totalName(image)}: ${states}`);
  return `${lines.join('\n')}\n`;
}

export function settleJson({ image, rows }: SettleResult): Readonly<Record<string, unknown>> {
  return {
    image: { sha256: image.sha256, published: image.published, profile: image.profile.name },
    total: totalName(image),
    stretches: rows.length,
    settled: countVerdicts(rows, 'settled', 'agrees'),
    none: countVerdicts(rows, 'none'),
    runs: countVerdicts(rows, 'runs'),
    notReached: countVerdicts(rows, 'not reached'),
    rows,
  };
}
