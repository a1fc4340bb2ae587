/**
 * `lockstep route verify PLAN`: the ledger of a plan, its checkpoints, and the plan against a
 * recording.
 */
import type { Command } from 'commander';
import { countText } from '../../../../core/system/names.js';
import type { Battle, EventBuffer, System } from '../../../../core/system/system.js';
import { standingOf } from '../../../base/index.js';
import { checkImage, openLog, readRecordedMenus, waitLines } from '../../../capture/index.js';

import {
  type AgainstResult,
  type CheckFailure,
  compareWithRecording,
  findRepair,
  type Ledger,
  ledgerText,
  loadPlan,
  type OtherSetting,
  otherSettingLines,
  type Plan,
  placedFailure,
  planUnderOtherSettings,
  playLedger,
  type Repair,
  refusedError,
  rulesetHash,
  startBattle,
  startFrame,
} from '../../../play/index.js';

import { type CliContext, example, printJson } from '../../base/context.js';
import {
  addGivenOptions,
  addTimingOption,
  type GivenOptions,
  givenOf,
  givenTiming,
  imageField,
  imageHead,
  planGiven,
  restLines,
  romOption,
  type TimingOptions,
} from '../../base/given.js';
import { wholeNumber } from '../../base/options.js';

interface Options extends GivenOptions, TimingOptions {
  readonly against?: string;
  readonly from?: number;
  readonly menus?: string;
  readonly tell?: boolean;
  readonly draws?: boolean;
  readonly json?: boolean;
}

function repairText(repair: Repair): string {
  if (repair.changes.length === 0)
    return `  no change of one or two commands was found that makes it hold (${countText(repair.tried, 'plan')} tried)`;
  return `  smallest change: ${repair.changes.join('; and ')}`;
}

function failureText(file: string, failure: CheckFailure, repair: Repair | undefined): string {
  return [
    placedFailure(file, failure),
    `  rule: ${failure.rule}`,
    ...(repair === undefined ? [] : [repairText(repair)]),
    '',
  ].join('\n');
}

function againstText(result: AgainstResult): string {
  const { difference } = result;
  const head = `${result.file}: from frame ${result.from}: ${result.equal} changed states equal in ${countText(result.cells, 'cell')}`;
  if (difference !== undefined) {
    return (
      `${head}; frame ${difference.frame} differs at step ${difference.step + 1}: ` +
      `${difference.cell} (${difference.address}): mine ${difference.mine}, theirs ${difference.theirs}\n` +
      `  rule: ${difference.rule}\n`
    );
  }
  return result.short ? `${head}; it ends before the plan does\n` : `${head}; the plan holds on it\n`;
}

function verdict(file: string, { failure, ...ledger }: Ledger, unit: string): string {
  const counts = [
    countText(ledger.commands, unit),
    ...(ledger.frames === undefined ? [] : [countText(ledger.frames, 'frame')]),
    ...(ledger.enemyActions === undefined || ledger.frames === undefined
      ? []
      : [countText(ledger.enemyActions, 'enemy action')]),
    countText(ledger.draws, 'draw'),
    `${countText(ledger.checked, 'cell')} as expected`,
  ];
  return `${file}: ${failure === undefined ? 'holds' : 'DOES NOT HOLD'}; ${counts.join(', ')}\n`;
}

/**
 * Cells of pads and cursors by the profile of the menus that a log was played through.
 * @throws LockstepError `E_PROFILE_IMAGE` for a profile of another image
 */
async function leftOutOf(menus: string | undefined, log: string): Promise<readonly string[]> {
  if (menus === undefined) return [];
  const profile = readRecordedMenus(menus);
  const opened = await openLog(log);
  opened.reader.close();
  checkImage(menus, profile.image, log, opened.image);
  return profile.inputs;
}

/** What the verb takes. */
function declare(route: Command): Command {
  const command = route
    .command('verify')
    .description('play a plan, print its ledger, stop at the first checkpoint that fails')
    .argument('<plan>', 'a plan (TOML)')
    .option('--against <log>', 'compare it with a recorded log as well')
    .option(
      '--from <frame>',
      'frame of the log whose state is the plan’s start (default: the first that equals it)',
      wholeNumber,
    )
    .option(
      '--menus <profile>',
      'the log was played through the menus of this profile: its pads and cursors are not compared',
    )
    .addOption(romOption())
    .option('--tell', 'print below every row what happens in it, a sentence for each thing')
    .option('--draws', 'print the sentences, and every draw under what it decides')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route verify traces/live-a-live/overflow.toml',
        'route verify traces/live-a-live/takahara-namcat.toml --tell --names ja',
      ),
    );
  return addTimingOption(addGivenOptions(command));
}

/** Commands of a plan that are played again under every other setting. */
const MOST_COMMANDS = 10_000;
const MANY = `not played under other settings: the plan has more than ${MOST_COMMANDS} commands`;

/** @returns undefined for a plan of too many commands */
async function otherSettings(
  system: System,
  plan: Plan,
  ended: Battle,
  { commands }: Ledger,
): Promise<readonly OtherSetting[] | undefined> {
  return commands > MOST_COMMANDS ? undefined : planUnderOtherSettings(system, plan, ended);
}

export function registerVerify(route: Command, context: CliContext): void {
  declare(route).action(async (file: string, options: Options) => {
    const written = loadPlan(file);
    const given = givenOf(context, options);
    const { image } = given;
    const { system, plan } = await planGiven(given, written);
    const battle = await startBattle(system, plan);
    const from = options.from ?? startFrame(plan);
    const comparison =
      options.against === undefined
        ? undefined
        : await compareWithRecording(
            system,
            battle,
            plan.ruleset.switches,
            options.against,
            from,
            await leftOutOf(options.menus, options.against),
          );
    const tally = givenTiming(options, system);
    const listen = (step: number, _command: Int32Array, events: EventBuffer): void => {
      comparison?.listen(step, events);
      tally?.add(events);
    };
    const notes = system.capabilities.evidence?.unpublished?.(battle);
    const ledger = playLedger(system, battle, plan, listen, given.language);
    const standing = standingOf(system, battle, notes?.names() ?? [], plan.settled, image !== undefined);
    const against = await comparison?.finish();
    const repair =
      ledger.failure === undefined
        ? undefined
        : findRepair(system, await startBattle(system, plan), plan, ledger.failure);
    const others = ledger.failure === undefined ? await otherSettings(system, plan, battle, ledger) : [];
    const differs = against !== undefined && (against.difference !== undefined || against.short);
    const refused = ledger.failure?.refused ?? '';
    const exit = refused !== '' ? 2 : ledger.failure !== undefined || differs ? 1 : 0;
    context.exit(exit);
    if (options.json === true) {
      const ruleset = rulesetHash(system, plan.ruleset.switches);
      const rest = {
        ...imageField(given),
        ...standing,
        ledger,
        repair: repair ?? null,
        against: against ?? null,
        otherSettings: others ?? null,
        ...(tally === undefined ? {} : { waits: tally.waits() }),
      };
      printJson(context, { verb: 'route verify', exit, file, system: system.id, ruleset, ...rest });
      return;
    }
    const unit = system.unit;
    const depth = options.draws === true ? 'draws' : options.tell ? 'sentences' : undefined;
    context.out(imageHead(image) + ledgerText(ledger, unit, depth));
    if (ledger.failure !== undefined) context.out(failureText(file, ledger.failure, repair));
    // a move that cannot be made is bad input; the ledger and the smallest change are there to
    // mend it
    if (ledger.failure !== undefined && refused !== '') throw refusedError(system, plan, ledger.failure);
    context.out(verdict(file, ledger, unit));
    for (const line of restLines(given, standing, plan.settled?.by)) context.out(`  ${line}\n`);
    for (const line of others === undefined ? [MANY] : otherSettingLines('commands', others))
      context.out(`  ${line}\n`);
    for (const line of tally === undefined ? [] : waitLines(tally.waits())) context.out(`  ${line}\n`);
    if (against !== undefined) context.out(againstText(against));
  });
}
