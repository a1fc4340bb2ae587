/**
 * `lockstep rom routines`: which original routines are mirrored, and what stands in for unpublished
 * code.
 */
import type { Command } from 'commander';
import { ROUTINES, type RoutineRow, type RoutineState, UNPUBLISHED } from '../../../../rom-map/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';

const STATES: readonly RoutineState[] = ['verified', 'implemented', 'missing'];
const AREAS = ['turn', 'combat', 'ai'];

const WHAT_IT_IS =
  'This is the table of this build: it was written when the vectors last ran, and nothing was run now. ' +
  '`lockstep vectors` runs published cases, `lockstep rom prove IMAGE` the code of an image.';

interface Options {
  readonly list?: boolean;
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

function routinesText(list: boolean): string {
  const areas = [...new Set([...AREAS, ...ROUTINES.map((row) => row.area)])];
  const lines = areas.map((area) =>
    summary(
      area,
      ROUTINES.filter((row) => row.area === area),
    ),
  );
  lines.push(summary('all', ROUTINES));
  const shown = list ? ROUTINES : ROUTINES.filter((row) => row.state !== 'verified');
  lines.push(...shown.map(routineLine), '', `${UNPUBLISHED.length} unpublished stretches:`);
  for (const row of UNPUBLISHED) {
    const choice = row.standIn === 'switch' ? `, ${row.values.join(' or ')}` : '';
    lines.push(`${row.name} (${row.standIn}${choice}), default: ${row.default}`);
    lines.push(`  ${row.stretches.join(' ')}`, `  ${row.evidence}`);
    if (row.notRun !== '') lines.push(`  with --rom: ${row.notRun}`);
  }
  return `${[...lines, '', WHAT_IT_IS].join('\n')}\n`;
}

export function register(rom: Command, context: CliContext): void {
  rom
    .command('routines')
    .description('list the original routines (verified, implemented, missing) and stand-ins for unpublished code')
    .option('--list', 'list every routine, verified ones too')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('rom routines --list'))
    .action((options: Options) => {
      if (options.json !== true) {
        context.out(routinesText(options.list === true));
        return;
      }
      const counts = Object.fromEntries(STATES.map((state) => [state, count(ROUTINES, state)]));
      printJson(context, {
        verb: 'rom routines',
        exit: 0,
        computed: false,
        counts,
        routines: ROUTINES,
        unpublished: UNPUBLISHED,
      });
    });
}
