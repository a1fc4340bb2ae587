/** A hundred faults in each test ROM: at least 97 are found, and the page names the others. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli } from '../../cli/run-cli.js';

interface Fault {
  readonly kind: string;
  readonly address: string;
  readonly routine: string;
  readonly before: string;
  readonly after: string;
  readonly fate: string;
}

/** The page's rows of an image: all columns but the last, and the last, the reason. */
function pageOf(image: string): { readonly rows: readonly string[]; readonly reasons: readonly string[] } {
  const page = readFileSync('docs/EVIDENCE.md', 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith(`| ${image}.sfc |`));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  return { rows: cells.map((row) => row.slice(1, 5).join(' | ')), reasons: cells.map((row) => row[5] ?? '') };
}

test.each(['drill', 'drill-battle'])('%s', { timeout: 900_000 }, async (image) => {
  const run = await cli([
    'rom',
    'prove',
    `traces/homebrew/${image}.sfc`,
    '--cases',
    '2000',
    '--faults',
    '100',
    '--json',
  ]);
  expect(run.err).toBe('');
  const { sharpness } = JSON.parse(run.out) as {
    readonly sharpness: {
      readonly planted: number;
      readonly found: number;
      readonly foundElsewhere: number;
      readonly faults: readonly Fault[];
    };
  };
  expect(sharpness.planted).toBe(100);
  expect(sharpness.found + sharpness.foundElsewhere).toBeGreaterThanOrEqual(97);
  const left = sharpness.faults.filter(({ fate }) => fate === 'missed' || fate === 'notToldApart');
  const { reasons, rows } = pageOf(image);
  const explained = new Set(rows);
  expect(
    left
      .map(({ address, after, before, fate, kind, routine }) => {
        const name = routine.split(' ')[1] ?? routine;
        return `${image}.sfc | ${fate === 'missed' ? 'missed' : 'not told apart'} | ${kind} at ${address}: \`${after}\` in place of \`${before}\` | ${name}`;
      })
      .filter((row) => !explained.has(row)),
  ).toEqual([]);
  expect(reasons.every((reason) => reason.split(' ').length > 3)).toBe(true);
});
