/** `lockstep rom call`: one routine of the image's own code, from a state that the user gives. */
import type { Command } from 'commander';
import { FLAG_M, FLAG_X } from '../../../../core/cpu/index.js';
import { formatBus } from '../../../../rom-map/cartridge/index.js';
import { formatError, LockstepError } from '../../../base/index.js';
import { imageJson } from '../../../files/index.js';
import { givenSettled, type SettledOptions } from '../../../library/index.js';
import {
  type CallReport,
  type CallState,
  type ChosenImage,
  type ChosenPlace,
  calledText,
  callJson,
  callText,
  cellBytes,
  choosePlace,
  chosenLines,
  drawValues,
  type EntryNumber,
  emptyState,
  type GivenTables,
  imageUnderTest,
  openedSettled,
  registerValues,
  runCall,
  stateOfEntry,
  stateOfHoleAt,
  stateOfPlan,
  stateOfPublishedCase,
  tableValues,
  tracedText,
  traceFrames,
  withImageCodeAll,
} from '../../../original/index.js';
import { type CliContext, example, printJson } from '../../base/context.js';
import { addProfileOption } from '../../base/given.js';
import { addWord, wholeNumber } from '../../base/options.js';
import { checkOwnFile, sayFailures } from '../../base/plan-check.js';
import { addCodeOptions, type CodeOptions, checkInRom, codeImage, givenWidths, positiveNumber } from './disassemble.js';

interface Options extends CodeOptions, SettledOptions {
  readonly cell: readonly string[];
  readonly register: readonly string[];
  readonly table: readonly string[];
  readonly draws?: string;
  readonly from?: string;
  readonly frame?: number;
  readonly hole?: number;
  readonly case?: string;
  readonly plan?: string;
  readonly at?: string;
  readonly limit: string;
  readonly trace?: boolean;
  readonly json?: boolean;
}

const MAX_INSTRUCTIONS = 100_000_000;

function caseState(text: string, image: ChosenImage, place: ChosenPlace): CallState {
  const { profile, rom } = image;
  if (profile === undefined) {
    throw new LockstepError('E_USAGE', '--case needs an image whose routines are known', {
      remedy: 'Give --cell and --register, or say with --as what the image is',
    });
  }
  const state = stateOfPublishedCase(text, imageUnderTest(rom.image, profile, !rom.forced));
  const called = place.routine?.routine ?? '';
  if (called === '' || called === state.header.routine) return state;
  throw new LockstepError('E_OPTION', 'the case is of another routine', {
    found: `${state.header.routine} ${state.header.name}`,
    expected: called,
    remedy: 'Name the routine of the case',
  });
}

function checkBeginnings({ from, frame, hole, case: published, plan, at }: Options): void {
  if (hole !== undefined && from === undefined) {
    throw new LockstepError('E_USAGE', '--hole names a call within a frame or command', {
      remedy: 'Give --from and --frame too, or --at in place of --frame where commands are counted',
    });
  }
  if (frame !== undefined && at !== undefined) {
    throw new LockstepError('E_USAGE', '--at and --frame both say where to begin', { remedy: 'Leave one of them out' });
  }
  if (frame !== undefined && plan !== undefined && from === undefined) {
    throw new LockstepError('E_USAGE', '--frame goes with --from: a plan counts commands', { remedy: 'Give --at' });
  }
  if ((from === undefined && frame !== undefined) || (from !== undefined && frame === undefined && at === undefined)) {
    throw new LockstepError('E_USAGE', '--from and --frame belong together', {
      remedy: 'Give both, or --at in place of --frame where commands are counted',
    });
  }
  if (at !== undefined && plan === undefined && from === undefined) {
    throw new LockstepError('E_USAGE', '--at names a command', { remedy: 'Give --plan or --from too' });
  }
  const given = Object.entries({ '--case': published, '--from': from, '--plan': plan }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  if (given.length < 2) return;
  throw new LockstepError('E_USAGE', `${given.slice(0, 2).join(' and ')} are two beginnings`, {
    remedy: 'Give one of them',
  });
}

/** The entry of `--from`. @throws LockstepError `E_OPTION` for an `--at` that is no number */
function givenEntry({ frame, at = '' }: Options): EntryNumber {
  if (frame !== undefined) return { option: '--frame', number: frame };
  if (/^\d{1,9}$/u.test(at)) return { option: '--at', number: Number(at) };
  throw new LockstepError('E_OPTION', '--at is not a number of a command', {
    found: at,
    expected: 'a whole number',
    remedy: 'Labels and steps go with --plan',
  });
}

async function baseState(
  options: Options,
  image: ChosenImage,
  place: ChosenPlace,
  context: CliContext,
): Promise<CallState> {
  checkBeginnings(options);
  const { hole, from: file } = options;
  if (hole !== undefined && file !== undefined) {
    const load = {
      systems: withImageCodeAll(context.systems, image.rom),
      ...openedSettled(givenSettled(options.profile, image.rom)),
      onFailures: (sentences: readonly string[]) => sayFailures(context, sentences),
    };
    return stateOfHoleAt(load, { file, entry: givenEntry(options), hole, routine: place.address });
  }
  if (options.plan !== undefined) await checkOwnFile(context, options.plan);
  if (options.plan !== undefined) return stateOfPlan(context.systems, options.plan, options.at);
  if (file !== undefined) return stateOfEntry(file, givenEntry(options));
  return options.case === undefined ? emptyState() : caseState(options.case, image, place);
}

/** A copy of the image with the table bytes that the user sets laid over its own. */
function withTables(chosen: ChosenImage, { rom }: GivenTables): ChosenImage {
  if (rom.size === 0) return chosen;
  const image = chosen.rom.image.slice();
  for (const [offset, value] of rom) image[offset] = value;
  return { ...chosen, rom: { ...chosen.rom, image } };
}

/** The state with what the user sets on top; then a case has no published outcome any more. */
function withSettings(state: CallState, options: Options, tables: GivenTables): CallState {
  const { D, DB, ...registers } = registerValues(options.register);
  const given = [...options.cell, ...options.register, ...options.table];
  const isSame = given.length === 0 && options.draws === undefined;
  return {
    ...state,
    registers: { ...state.registers, ...registers },
    direct: D ?? state.direct,
    dataBank: DB ?? state.dataBank,
    bytes: new Map([...state.bytes, ...cellBytes(options.cell, state.bytes), ...tables.cells]),
    draws: options.draws === undefined ? state.draws : drawValues(options.draws),
    published: isSame ? state.published : undefined,
  };
}

function unfinished(report: CallReport, file: string): LockstepError {
  return new LockstepError('E_ROM_CALL', 'the routine came to no exit', {
    file,
    found: `${report.result.unfinished}, ${report.result.reason}`,
    expected: 'RTS or RTL at the level of the call, or an exit of the routine',
    remedy: '--trace shows the way there; --limit sets the instructions, --register and --cell the state',
  });
}

/** @throws LockstepError `E_USAGE` where the state of a hole that takes frames is set */
function checkFrames({ cell, register: registers, table, draws }: Options, file: string): void {
  if ([...cell, ...registers, ...table].length === 0 && draws === undefined) return;
  throw new LockstepError('E_USAGE', 'this hole takes frames: it runs from the state of the battle alone', {
    file,
    remedy: 'Leave --cell, --register, --table and --draws out',
  });
}

async function call(file: string, text: string, options: Options, context: CliContext): Promise<void> {
  const chosen = codeImage(file, options);
  const tables = tableValues(options.table, chosen.rom.image, chosen.profile);
  const image = withTables(chosen, tables);
  const place = choosePlace(text, image);
  checkInRom(image, place.address);
  const limit = positiveNumber(options.limit, 'limit', MAX_INSTRUCTIONS);
  const state = withSettings(await baseState(options, image, place, context), options, tables);
  const { m = 1, x = 0 } = givenWidths(options);
  const lines: string[] = [];
  const keep =
    options.json === true ? (line: string) => void lines.push(line) : (line: string) => context.out(`${line}\n`);
  if (options.json !== true) {
    context.out(`${chosenLines(image).join('\n')}\n${calledText(image, place)}, from ${state.from}\n`);
  }
  const { frames } = state;
  if (frames !== undefined) {
    checkFrames(options, file);
    const most = options.trace === true ? limit : 0;
    const traced = traceFrames(image, frames.image, frames.way, most, keep);
    const exit = traced.frames < 0 ? 2 : 0;
    if (options.json === true) {
      const called = { address: formatBus(place.address), from: state.from };
      const trace = options.trace === true ? { trace: lines } : {};
      printJson(context, { verb: 'rom call', exit, image: imageJson(image.rom), ...called, ...traced, ...trace });
    } else context.out(`${tracedText(traced, most)}\n`);
    context.exit(exit);
    return;
  }
  const report = runCall({
    image,
    place,
    state,
    widths: m * FLAG_M + x * FLAG_X,
    isWhole: options.hole !== undefined,
    limit,
    trace: options.trace === true ? keep : undefined,
  });
  const exit = report.result.exit === undefined ? 2 : (report.differences ?? []).length > 0 ? 1 : 0;
  if (options.json === true) {
    const trace = options.trace === true ? { trace: lines } : {};
    const called = { address: formatBus(place.address), from: state.from };
    printJson(context, {
      verb: 'rom call',
      exit,
      image: imageJson(image.rom),
      ...called,
      ...callJson(report),
      ...trace,
    });
  } else context.out(callText(report));
  if (exit === 2) context.err(`${formatError(unfinished(report, file))}\n`);
  context.exit(exit);
}

export function register(rom: Command, context: CliContext): void {
  const command = rom
    .command('call')
    .description("run one routine of the image's own code: exit, registers, cells read and written, draws, cycles")
    .argument('<rom>', 'a cartridge image, with or without a copier header')
    .argument('<place>', 'a bus address (C1:1C02), or a routine by its name')
    .option('--cell <name=value>', 'set a cell (enemy[3].orderPoints=500, 7E03AE=18); may be repeated', addWord, [])
    .option('--register <name=value>', 'set A, X, Y, P, D or DB; may be repeated', addWord, [])
    .option('--table <address=value>', "set a byte of the cartridge's tables (D50068=8)", addWord, [])
    .option('--draws <list>', 'what the battle generator gives, such as 12,0,255; then 0')
    .option('--from <log>', 'begin with the cells of a log, with --frame or --at')
    .option('--frame <n>', 'with --from: at the end of this frame', wholeNumber)
    .option(
      '--hole <k>',
      "with --from, a log or plan: at the k-th call of the image's code in that frame or command, as `lockstep step` names it",
      wholeNumber,
    )
    .option('--case <file:line>', 'begin with a case of a vector file, and compare with its published outcome')
    .option('--plan <file>', 'begin with the battle of a plan, at its end or with --at')
    .option(
      '--at <step>',
      'with --plan: after the step with this label, or after this number of commands; with --from: at the end of this command',
    );
  addProfileOption(addCodeOptions(command))
    .option('--limit <n>', 'instructions at most', '1000000')
    .option('--trace', 'print every instruction before it runs')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'rom call traces/homebrew/drill.sfc enemy-move-cost --cell actingEnemy=0x1B00 --cell enemy[0].speed=100',
        'rom call traces/homebrew/drill.sfc enemy-move-cost --cell actingEnemy=0x1B00 --cell enemy[0].speed=100 --trace',
      ),
    )
    .action((file: string, text: string, options: Options) => call(file, text, options, context));
}
