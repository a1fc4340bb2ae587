/**
 * `lockstep rom routines`: which original routines are mirrored, and what stands in for unpublished
 * code.
 */
import type { Command } from 'commander';
import { ROUTINES, type RoutineRow, type RoutineState, UNPUBLISHED } from '../../../../rom-map/index.js';
import { routineStatus } from '../../../tools/generate/routine-status.js';
import { type CliContext, example, printJson } from '../../base/context.js';

const STATES: readonly RoutineState[] = ['verified', 'implemented', 'missing'];
const AREAS = ['turn', 'combat', 'ai'];

const STORED =
  'This is the table of this build: it was written when the vectors last ran, and nothing was run now. ' +
  '`--vectors traces/vectors` runs published cases for it, `lockstep rom prove IMAGE` the code of an image.';
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
  return `${name.padEnd(8)} ${states}; ${passed} of ${cases} cases passed`;
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
    .action(({ list, vectors, json }: Options) => {
      const computed = vectors !== undefined;
      const rows = computed ? routineStatus(vectors) : ROUTINES;
      if (json !== true) {
        const lines = [...routinesText(rows, list === true), '', computed ? COMPUTED : STORED];
        context.out(`${lines.join('\n')}\n`);
        return;
      }
      const counts = Object.fromEntries(STATES.map((state) => [state, count(rows, state)]));
      printJson(context, { verb: 'rom routines', exit: 0, computed, counts, routines: rows, unpublished: UNPUBLISHED });
    });
}
