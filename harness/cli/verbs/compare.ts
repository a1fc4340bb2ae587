/** `lockstep compare A B`: two traces, the first difference, then the rest. */
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { lineReference } from '../../timeline/branches/index.js';
import { type CompareResult, compareTraces } from '../../trace/compare.js';
import { type CliContext, type ExitCode, example, printJson } from '../base/context.js';
import { slowProgress } from '../base/slow-progress.js';
import { compareBranches } from './route/branch/compare.js';

const SHOWN = 12;

export function register(program: Command, context: CliContext): void {
  program
    .command('compare')
    .description('compare two traces: first difference, then how much of the rest differs')
    .argument('<a>', 'a trace, a plan, or a branch as FILE#NAME')
    .argument('<b>', 'a second one of the same system')
    .option('--force', 'compare although the traces were made under different rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example('run srpg-movement traces/srpg-movement/guide.toml -o guide.jsonl', 'compare guide.jsonl guide.jsonl'),
    )
    .action(async (a: string, b: string, options: { force?: boolean; json?: boolean }) => {
      if ([a, b].some(isLine)) {
        await compareBranches(context, a, b, { json: options.json === true, forceRuleset: options.force === true });
        return;
      }
      const result = await compareTraces(a, b, {
        systems: context.systems,
        force: options.force === true,
        signal: context.signal(),
        progress: slowProgress(context, 'frames compared'),
      });
      if (result.equal + result.different === 0 && !result.interrupted) {
        throw new LockstepError('E_NOTHING_COMPARED', 'the traces hold no row', {
          file: a,
          remedy: 'Record them again',
        });
      }
      const exit: ExitCode = result.interrupted ? 130 : result.different > 0 ? 1 : 0;
      context.exit(exit);
      if (options.json === true) printJson(context, { verb: 'compare', exit, ...result, first: result.first ?? null });
      else context.out(compareText(result));
    });
}

/** A plan, a branch file or a branch: it has to be played. */
function isLine(given: string): boolean {
  const { file, name } = lineReference(given);
  return name !== undefined || file.toLowerCase().endsWith('.toml');
}

function compareText(result: CompareResult): string {
  const lines: string[] = [];
  const { first } = result;
  if (first !== undefined) {
    lines.push(`first difference: frame ${first.frame} (lines ${first.lines[0] || '-'} and ${first.lines[1] || '-'})`);
    const [one, other] = first.inputs;
    if (one !== other) lines.push(`  input: ${one || 'no such frame'} | ${other || 'no such frame'}`);
    for (const cell of first.cells.slice(0, SHOWN)) {
      lines.push(`  ${cell.cell} at ${cell.address}: ${cell.first} | ${cell.second}`);
    }
    if (first.cells.length > SHOWN) lines.push(`  and ${first.cells.length - SHOWN} more cells`);
  }
  lines.push(`${result.equal} frames equal, ${result.different} different, ${result.cells} cells compared`);
  if (result.perCell.length > 0) {
    const shown = result.perCell.slice(0, SHOWN).map(([cell, frames]) => `${cell} ${frames}`);
    lines.push(`frames by cell: ${shown.join(', ')}${result.perCell.length > SHOWN ? ' ...' : ''}`);
  }
  if (result.onlyOne.length > 0) lines.push(`not compared, only in one of them: ${result.onlyOne.join(', ')}`);
  if (result.rulesetForced) lines.push('the rulesets differ (--force)');
  if (result.interrupted) lines.push('interrupted: the counts hold up to here');
  return `${lines.join('\n')}\n`;
}
