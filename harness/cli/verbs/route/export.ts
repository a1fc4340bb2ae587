/**
 * `lockstep route export PLAN`: the pad words of a plan as a movie, a pad script, or text for
 * TAStudio.
 */
import type { Command } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { LockstepError, writeFile } from '../../../base/index.js';

import {
  type Coverage,
  checkImage,
  EXPORT_FORMS,
  type ExportedPart,
  type ExportedRoute,
  type ExportForm,
  type ExportProfiles,
  exportBytes,
  exportRoute,
  gapPlace,
  movieFormOf,
  readMenuProfile,
  readTimingProfile,
} from '../../../capture/index.js';
import { givenOf, type ImageOptions, planGiven, type SettledOptions } from '../../../library/index.js';
import { loadPlan, placedFailure, refusedError, startBattle } from '../../../play/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addGivenImage, romOption } from '../../base/given.js';
import { wordOption } from '../../base/options.js';

interface Options extends ImageOptions, SettledOptions {
  readonly rom?: string;
  readonly output: string;
  readonly to?: string;
  readonly lead?: string;
  readonly menus?: string;
  readonly timing?: string;
  readonly json?: boolean;
}

function formOf({ to, output }: Options): ExportForm {
  if (to === undefined) return movieFormOf(output) ?? 'text';
  const form = EXPORT_FORMS.find((name) => name === to);
  if (form !== undefined) return form;
  throw new LockstepError('E_OPTION', 'there is no such form', {
    found: to,
    expected: EXPORT_FORMS.join(', '),
    remedy: 'Name one of them',
  });
}

function countRows(parts: readonly ExportedPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'rows' ? part.masks.length : 0), 0);
}

/**
 * The profiles that `--menus` and `--timing` name. Declared menus of no image do without a timing:
 * then every wait is unknown.
 * @throws LockstepError `E_OPTION` for one without the other, `E_PROFILE_IMAGE` for two images
 */
function profilesOf({ menus, timing }: Options): ExportProfiles | undefined {
  if (menus === undefined && timing === undefined) return undefined;
  const declared = menus === undefined ? undefined : readMenuProfile(menus);
  if (declared !== undefined && declared.image === undefined && timing === undefined) {
    return { menus: declared, timing: { figures: [] } };
  }
  if (menus === undefined || declared === undefined || timing === undefined) {
    throw new LockstepError('E_OPTION', 'orders through menus need both profiles', {
      found: menus === undefined ? '--timing alone' : '--menus alone',
      expected: '--menus FILE --timing FILE',
      remedy: 'Learn the other one from a recording: `lockstep timing learn`, `lockstep menu check`',
    });
  }
  const profiles = { menus: declared, timing: readTimingProfile(timing) };
  if (declared.image !== undefined) checkImage(timing, profiles.timing.image, menus, declared.image);
  return profiles;
}

/** How much of the plan is covered, up front, and what the menus assume. */
function coverageLines(coverage: Coverage | undefined, profiles: ExportProfiles | undefined): string[] {
  if (coverage === undefined) return [];
  const { commands, covered, frames, rows, learned, assumed, unknown } = coverage;
  const waits = `waits: ${learned} learned, ${assumed} assumed, ${unknown} of unknown length`;
  return [
    `covered: ${covered} of ${countText(commands, 'command')}, ${countText(frames, 'frame')} of the plan in ${countText(rows, 'row')}; ${waits}`,
    ...(profiles?.menus.assumed ?? []).map((what) => `assumed of the menus: ${what}`),
  ];
}

/** What is in the file and what is not. */
function summary(options: Options, form: ExportForm, route: ExportedRoute, coverage: readonly string[]): string {
  const { parts, note } = route;
  const gaps = parts.filter((part) => part.kind === 'gap');
  const [first] = parts;
  const written = form === 'text' ? countRows(parts) : countRows(first === undefined ? [] : [first]);
  const rest = countRows(parts) - written;
  return [
    ...coverage,
    `${options.output}: ${countText(written, 'row')}, ${countText(gaps.length, 'gap')}`,
    ...gaps.map((gap) => `gap: ${gapPlace(gap)}: ${gap.why}`),
    ...(rest > 0 ? [`left out after the first gap: ${countText(rest, 'row')}; --to text has them`] : []),
    ...(note === '' ? [] : [note]),
    '',
  ].join('\n');
}

export function registerExport(route: Command, context: CliContext): void {
  const command = route
    .command('export')
    .description('write the pad words of a plan as a movie, a pad script or text; unknown frames stay a gap')
    .argument('<plan>', 'a plan (TOML)')
    .requiredOption('-o, --output <file>', 'a .bk2 or .lsmv, or text for TAStudio under any other name')
    .addOption(
      wordOption('--to <form>', `${EXPORT_FORMS.join(', ')}; pads is a script for \`lockstep record\``, EXPORT_FORMS),
    )
    .option('--lead <movie>', 'a movie or pad script with the rows before the plan, from power-on')
    .option(
      '--menus <profile>',
      'give orders through the menus of this profile (`lockstep menu check`); one of an image needs --timing',
    )
    .option('--timing <profile>', 'how long the image shows what (`lockstep timing learn`)')
    .addOption(romOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route export traces/live-a-live/overflow.toml -o overflow.txt',
        'route export traces/live-a-live/overflow.toml --to pads --lead traces/homebrew/scripts/overflow.txt -o overflow.pads.txt',
      ),
    );
  addGivenImage(command).action(async (file: string, options: Options) => {
    const form = formOf(options);
    const written = loadPlan(file);
    const { system, plan } = await planGiven(givenOf(context, options), written);
    const battle = await startBattle(system, plan);
    const profiles = profilesOf(options);
    const exported = await exportRoute(system, battle, plan, options.lead, profiles);
    const { parts, rom, note, coverage, failure } = exported;
    if (failure !== undefined && failure.refused !== '') throw refusedError(system, plan, failure);
    if (failure !== undefined) {
      context.exit(1);
      if (options.json === true) printJson(context, { verb: 'route export', exit: 1, file, failure });
      else context.out(`${placedFailure(file, failure)}; nothing is written\n`);
      return;
    }
    const lines = coverageLines(coverage, profiles);
    writeFile(
      options.output,
      exportBytes({ file, title: plan.title, parts, rom, note, coverage: lines }, form),
      'input',
    );
    context.exit(0);
    if (options.json === true) {
      const plain = parts.map((part) => (part.kind === 'gap' ? part : { ...part, masks: part.masks.length }));
      printJson(context, {
        verb: 'route export',
        exit: 0,
        file,
        output: options.output,
        form,
        parts: plain,
        note,
        coverage,
      });
    } else context.out(summary(options, form, exported, lines));
  });
}
