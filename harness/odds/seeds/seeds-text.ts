/** The answer of `lockstep seeds` as text. */
import { tableLines, wrap } from '../../base/text-columns.js';
import { unsettledLines } from '../position/unsettled.js';
import type { SeedsSummary, Spread } from './summary.js';

const WIDTH = 100;

function share(count: number, all: number): string {
  if (all === 0) return '';
  const hundredths = Math.floor((count * 10_000) / all);
  if (hundredths === 0 && count > 0) return '<0.01%';
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}%`;
}

function spreadCells(name: string, spread: Spread): string[] {
  return [name, ...spread.map(String)];
}

export function seedsText(file: string, summary: SeedsSummary, want: string | undefined): string {
  const { played, count, breaks, wanted } = summary;
  const ends: readonly (readonly [string, number])[] = [
    ['won', summary.won],
    ['lost', summary.lost],
    ['escaped', summary.escaped],
    ['not over', summary.open],
    ['broken', summary.broken],
  ];
  const lines = [
    `${file} from ${summary.what}`,
    ...(played < count ? [`interrupted: ${played} of ${count} starts were played; the figures are of these`] : []),
    '',
    ...tableLines(
      ends.map(([name, number]) => [name, String(number), share(number, played)]),
      ['left', 'right'],
    ),
  ];
  for (const { step, command, label, code, meaning, count: times, first } of breaks) {
    const name = label === '' ? command : `${command}, ${label}`;
    lines.push(...wrap(`  step ${step + 1} (${name}): ${code}, ${meaning}: ${times}; first with ${first}`, WIDTH));
  }
  const over = summary.spreadOver === 'won' ? 'of the starts that win' : 'of all starts';
  const head = [over, 'least', '1/4', '1/2', '3/4', 'most'];
  const spreads = [spreadCells('frames', summary.frames)];
  for (const [unit, spread] of summary.hp) spreads.push(spreadCells(`${unit} HP`, spread));
  lines.push('', ...tableLines([head, ...spreads], ['left', 'right']));
  if (wanted !== undefined) {
    lines.push('', `wanted: ${want}: ${wanted.count} of ${played} starts${wanted.count === 0 ? ', none of them' : ''}`);
    lines.push(...wanted.starts.map((start) => `  ${start}`));
    if (wanted.count > wanted.starts.length) lines.push(`  and ${wanted.count - wanted.starts.length} more`);
  }
  lines.push('');
  lines.push(...unsettledLines(summary.unsettled));
  return `${lines.join('\n')}\n`;
}
