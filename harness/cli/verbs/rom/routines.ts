/**
 * `lockstep rom routines`: which original routines are mirrored, and what stands in for unpublished
 * code.
 */

import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { ROUTINES, type RoutineRow, type RoutineState, UNPUBLISHED } from '../../../../rom-map/index.js';
import { packageVersion } from '../../../base/index.js';
import { routineStatusWithProgress } from '../../../tools/generate/routine-status.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { slowProgress } from '../../base/progress.js';

const STATES: readonly RoutineState[] = ['verified', 'implemented', 'missing'];
const AREAS = ['turn', 'combat', 'ai'];

interface StoredTable {
  /** Version of the package that the table came with. */
  readonly version: string;
  /** First 16 hex digits of the SHA-256 of the hashes of its vector files, in the table's order. */
  readonly vectors: string;
}

function storedTable(): StoredTable {
  const hash = createHash('sha256');
  for (const { vectors } of ROUTINES) hash.update(vectors);
  return { version: packageVersion(), vectors: hash.digest('hex').slice(0, 16) };
}

function storedText({ version, vectors }: StoredTable): string {
  return (
    `This is the table stored in battle-lockstep ${version}, of the vectors ${vectors}: nothing was run now, ` +
    'and a later change of a routine does not show here. ' +
    '`--vectors traces/vectors` runs published cases for it, `lockstep rom prove IMAGE` the code of an image.'
  );
}

const COMPUTED = 'Every state and number of a routine is what its cases gave now.';

interface Options {
  readonly list?: boolean;
  readonly vectors?: string;
  readonly json?: boolean;
}

function count(rows: readonly RoutineRow[], state: RoutineState): number {
  return rows.filter((row) => row.state === state).length;
}

function summary(name: string, rows: readonly RoutineRow[]): string {
  const states = STATES.map((state) => `${count(rows, state)} ${state}`).join(', ');
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  return `${name.padEnd(8)} ${states}; ${passed} of ${countText(cases, 'case')} passed`;
}

function routineLine(row: RoutineRow): string {
  const deduced = row.inferred ? ', runs through deduced bytes' : '';
  return `${row.state.padEnd(12)} ${row.routine} ${row.name}: ${row.function} in ${row.file}, ${row.passed} of ${row.cases}${deduced}`;
}

function routinesText(rows: readonly RoutineRow[], list: boolean): string[] {
  const areas = [...new Set([...AREAS, ...rows.map((row) => row.area)])];
  const lines = areas.map((area) =>
    summary(
      area,
      rows.filter((row) => row.area === area),
    ),
  );
  lines.push(summary('all', rows));
  const shown = list ? rows : rows.filter((row) => row.state !== 'verified');
  lines.push(...shown.map(routineLine), '', `${UNPUBLISHED.length} unpublished stretches:`);
  for (const row of UNPUBLISHED) {
    const choice = row.standIn === 'switch' ? `, ${row.values.join(' or ')}` : '';
    lines.push(`${row.name} (${row.standIn}${choice}), default: ${row.default}`);
    lines.push(`  ${row.stretches.join(' ')}`, `  ${row.evidence}`);
    if (row.notRun !== '') lines.push(`  with --rom: ${row.notRun}`);
  }
  return lines;
}

export function register(rom: Command, context: CliContext): void {
  rom
    .command('routines')
    .description('list the original routines (verified, implemented, missing) and stand-ins for unpublished code')
    .option('--list', 'list every routine, verified ones too')
    .option('--vectors <path>', 'run these routine vectors (a file or folder) and list what they give now')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('rom routines --list', 'rom routines --vectors traces/vectors'))
    .action(async ({ list, vectors, json }: Options) => {
      const computed = vectors !== undefined;
      const progress = slowProgress(context, 'vector files run');
      const rows = computed ? await routineStatusWithProgress(vectors, progress) : ROUTINES;
      const stored = computed ? undefined : storedTable();
      if (json !== true) {
        const lines = [...routinesText(rows, list === true), '', stored === undefined ? COMPUTED : storedText(stored)];
        context.out(`${lines.join('\n')}\n`);
        return;
      }
      const counts = Object.fromEntries(STATES.map((state) => [state, count(rows, state)]));
      printJson(context, {
        verb: 'rom routines',
        exit: 0,
        computed,
        ...(stored === undefined ? {} : { stored }),
        counts,
        routines: rows,
        unpublished: UNPUBLISHED,
      });
    });
}
