/** The answer of `lockstep seeds` as text. */
import { tableLines, wrap } from '../../../base/text-columns.js';
import { unsettledLines } from '../position/unsettled.js';
import type { SeedsSummary, Spread, Wanted } from './summary.js';

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

/** What is so where nothing is left to luck; empty where something is drawn. */
function luckLines({ drawn, played, what }: SeedsSummary): string[] {
  if (drawn > 0 || played === 0) return [];
  const why = what.includes('waiting') ? 'only the frames waited tell them apart' : 'every start plays the same';
  return [`no draw is made from any of these starts: ${why}`];
}

/** Why no start gives what is wanted, as far as it is known. */
function noneLines(summary: SeedsSummary, { parts }: Wanted): string[] {
  const { played, count, broken, breaks } = summary;
  const ended = played - broken;
  if (ended === 0) return played === 0 ? [] : [`  every start breaks before its end: ${breaks[0]?.code ?? ''}`];
  const lines =
    parts.length === 1
      ? []
      : parts.map(({ part, count: holds }) => `  ${part}: ${holds === 0 ? 'never' : `${holds} of ${ended}`}`);
  if (parts.length > 1 && parts.every(({ count: holds }) => holds > 0)) lines.push('  but never all of it together');
  if (played < count) lines.push(`  ${count - played} starts were not played: one of them may`);
  else if (broken > 0) lines.push(`  ${broken} starts break and count as none`);
  else if (summary.drawn === 0) lines.push('  nothing is left to luck: only other commands can give it');
  else lines.push('  all of these starts were played to the end: none of them can');
  return lines;
}

function wantedLines(summary: SeedsSummary, wanted: Wanted, want: string | undefined): string[] {
  const { played } = summary;
  const lines = [`wanted: ${want}: ${wanted.count} of ${played} starts`];
  if (wanted.count === 0) return [...lines, ...noneLines(summary, wanted)];
  lines.push(...wanted.starts.map((start) => `  ${start}`));
  if (wanted.count > wanted.starts.length) lines.push(`  and ${wanted.count - wanted.starts.length} more`);
  return lines;
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
  if (wanted !== undefined) lines.push('', ...wantedLines(summary, wanted, want));
  lines.push('', ...luckLines(summary));
  lines.push(...unsettledLines(summary.unsettled));
  return `${lines.join('\n')}\n`;
}
