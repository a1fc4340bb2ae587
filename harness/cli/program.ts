/** Runs a verb and turns its end into an exit code and at most one line of error. */
import { Command, CommanderError } from 'commander';
import { countText } from '../../core/system/names.js';
import {
  asLockstepError,
  cut,
  formatError,
  LockstepError,
  leftOutOfInputs,
  oneSentence,
  packageVersion,
  plainText,
  withFileKind,
  withInputs,
} from '../base/index.js';

import { AbortError } from '../library/index.js';
import { checkFiles } from './base/check-files.js';
import {
  type CliContext,
  type ExitCode,
  envelopeOf,
  errorEnvelope,
  type GivenContext,
  jsonLine,
} from './base/context.js';
import { runGuided } from './guided.js';
import { register as registerBench } from './verbs/bench.js';
import { register as registerCompare } from './verbs/compare.js';
import { register as registerCompletion } from './verbs/completion.js';
import { register as registerConvert } from './verbs/convert.js';
import { register as registerData } from './verbs/data.js';
import { register as registerDebug } from './verbs/debug.js';
import { register as registerDiscover } from './verbs/discover.js';
import { register as registerExplain } from './verbs/explain.js';
import { register as registerHoles } from './verbs/holes.js';
import { register as registerLocate } from './verbs/locate.js';
import { register as registerMenu } from './verbs/menu.js';
import { register as registerOdds } from './verbs/odds.js';
import { register as registerPlan } from './verbs/plan.js';
import { register as registerPredict } from './verbs/predict.js';
import { register as registerRecord } from './verbs/record.js';
import { register as registerReport } from './verbs/report.js';
import { register as registerRom } from './verbs/rom.js';
import { register as registerRoute } from './verbs/route.js';
import { register as registerRun } from './verbs/run.js';
import { register as registerSchema } from './verbs/schema.js';
import { register as registerSeeds } from './verbs/seeds.js';
import { register as registerStep } from './verbs/step.js';
import { register as registerSymbols } from './verbs/symbols.js';
import { register as registerTiming } from './verbs/timing.js';
import { register as registerVectors } from './verbs/vectors.js';
import { register as registerVerify } from './verbs/verify.js';

/** Every verb, in the order in which help lists them. */
const VERBS = [
  registerVerify,
  registerHoles,
  registerVectors,
  registerRun,
  registerCompare,
  registerStep,
  registerPredict,
  registerOdds,
  registerSeeds,
  registerLocate,
  registerData,
  registerRecord,
  registerRom,
  registerExplain,
  registerDiscover,
  registerSymbols,
  registerConvert,
  registerDebug,
  registerReport,
  registerPlan,
  registerRoute,
  registerTiming,
  registerMenu,
  registerSchema,
  registerCompletion,
  registerBench,
];

/** What a command line comes to, beside its exit code. */
interface Report extends Pick<CliContext, 'planFailures' | 'answers'> {
  /** The verb that ran, with its group; undefined: none did. */
  verb: string | undefined;
}

/** A verb with the groups that it is in, such as `route search`. */
function nameOf({ parent }: Command, name: string): string {
  return parent === null || parent.parent === null ? name : nameOf(parent, `${parent.name()} ${name}`);
}

/** The verb that words name where none has run; undefined: they name none. */
function verbOf(words: readonly string[], program: Command): string | undefined {
  let group = program;
  for (const word of words) {
    const verb = group.commands.find((one) => one.name() === word);
    if (verb === undefined) continue;
    if (verb.commands.length === 0) return nameOf(verb, word);
    group = verb;
  }
  return undefined;
}

/** An explanation of so many columns is wrapped: the options leave few on a narrow terminal. */
const LEAST_COLUMNS = 16;

/** Makes the program; exported for tests that look at every verb's help. */
export function createProgram(
  given: GivenContext,
  report: Report = { planFailures: [], answers: [], verb: undefined },
): Command {
  const context: CliContext = { ...given, ...report };
  const program = new Command('lockstep')
    .description('Battle logic with the integers of the original, compared frame by frame with recorded logs')
    .option('--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: context.out,
      // Commander's own sentence is dropped: the error is printed as every other one, in `runCli`.
      writeErr: () => undefined,
    })
    .showHelpAfterError(false)
    .configureHelp({ minWidthToWrap: LEAST_COLUMNS })
    .showSuggestionAfterError(true);
  // the manifest is read only where the version is asked for
  program.on('option:version', () => {
    context.out(`${packageVersion()}\n`);
    throw new CommanderError(0, 'commander.version', 'version');
  });
  for (const register of VERBS) register(program, context);
  program.hook('preAction', (_program, verb) => {
    report.verb = nameOf(verb, verb.name());
    checkFiles(verb);
  });
  return program;
}

/** @param words the command line without `node` and the script */
export async function runCli(words: readonly string[], context: GivenContext): Promise<ExitCode> {
  let code: ExitCode = 0;
  const report: Report = { planFailures: [], answers: [], verb: undefined };
  const flush = (exit: ExitCode): void => {
    for (const data of report.answers) context.out(jsonLine(envelopeOf(report, report.verb ?? '', exit, data)));
  };
  const exit = (value: ExitCode): void => {
    code = value;
  };
  const program = createProgram({ ...context, exit }, report);
  try {
    if (words.length === 0) {
      const { terminal } = context;
      if (terminal !== undefined) return await runGuided(terminal, context.out, (chosen) => runCli(chosen, context));
      context.err(program.helpInformation());
      return 2;
    }
    await withInputs(async () => {
      try {
        await program.parseAsync([...words], { from: 'user' });
      } finally {
        for (const [file, bytes] of leftOutOfInputs()) {
          context.err(`${plainText(file)}: ${countText(bytes, 'byte')} behind the packed data left out\n`);
        }
      }
    });
    flush(code);
    return code;
  } catch (error) {
    const failed = explain(error, words, context, report.verb ?? verbOf(words, program));
    flush(failed);
    return failed;
  }
}

/** An error of the file system is about a file of the user, wherever it comes from. */
function fileFault(error: unknown): LockstepError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined || path === undefined) return undefined;
  return new LockstepError('E_FILE', `the file or folder cannot be used: ${code}`, {
    file: path,
    remedy: 'Check its name and rights',
  });
}

/** Of a message that repeats what was typed so much is printed. */
const MESSAGE_COLUMNS = 200;

/** Prints an error and chooses the exit code. */
function explain(
  error: unknown,
  words: readonly string[],
  context: Pick<CliContext, 'out' | 'err'>,
  ran: string | undefined,
): ExitCode {
  const print = (raised: LockstepError, code: ExitCode): ExitCode => printError(raised, words, context, code, ran);
  if (error instanceof CommanderError) {
    // Help and version end here too, with exit code 0.
    if (error.exitCode === 0) return 0;
    const needsPart = error.code === 'commander.help';
    const verb = words.filter((word) => !word.startsWith('-')).join(' ');
    const message = needsPart ? `${verb} needs one of its parts` : error.message;
    return print(
      new LockstepError('E_USAGE', cut(oneSentence(message.replace(/^error: /, '')), MESSAGE_COLUMNS), {
        remedy: needsPart
          ? `\`lockstep ${verb} --help\` lists them`
          : '`lockstep --help` lists the verbs, `VERB --help` their options',
      }),
      2,
    );
  }
  if (error instanceof AbortError) return print(new LockstepError('E_INTERRUPTED', error.what), 130);
  if (error instanceof LockstepError && error.code === 'E_INTERRUPTED') return print(error, 130);
  if (error instanceof LockstepError && error.code !== 'E_INTERNAL') return print(error, 2);
  const fault = fileFault(error);
  if (fault !== undefined) return print(fault, 2);
  return print(asLockstepError(error), 3);
}

function printError(
  raised: LockstepError,
  words: readonly string[],
  context: Pick<CliContext, 'out' | 'err'>,
  code: ExitCode,
  verb: string | undefined,
): ExitCode {
  const error = withFileKind(raised);
  if (words.includes('--json')) {
    const { code: name, sentence: message, details } = error;
    context.out(jsonLine(errorEnvelope(verb, code, { code: name, message, ...details })));
  }
  context.err(`${formatError(error)}\n`);
  return code;
}
