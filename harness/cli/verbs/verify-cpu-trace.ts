/** The part of `lockstep verify` for CPU traces, recognised by their content. */
import { statSync } from 'node:fs';
import { formatError, LockstepError } from '../../base/errors.js';
import { formOfFile } from '../../base/file-kind.js';
import type { RomImage } from '../../files/rom/image.js';
import { imageJson, imageLines } from '../../files/rom/notes.js';
import { loadProfile } from '../../original/cpu-trace/profile-file.js';
import { dialectOf } from '../../original/cpu-trace/reader.js';
import { cpuTraceExit, cpuTraceJson, cpuTraceText } from '../../original/cpu-trace/report.js';
import { type CpuTraceResult, verifyCpuTrace } from '../../original/cpu-trace/verify-trace.js';
import { type CliContext, printJson } from '../base/context.js';

export interface CpuTraceOptions {
  readonly profile: string;
  readonly json?: boolean;
}

/** Names that are CPU traces by their content. */
export async function cpuTracesOf(names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const isFile = statSync(name, { throwIfNoEntry: false })?.isFile() === true;
    // a row of a known shape that lacks columns is a trace as well: its reader says what is missing
    if (isFile && ((await dialectOf(name)) !== undefined || isShapedLikeOne(name))) found.push(name);
  }
  return found;
}

/** Whether the content has the shape of a CPU trace; damage is its reader's to report. */
function isShapedLikeOne(name: string): boolean {
  try {
    return formOfFile(name)?.kind === 'CPU trace';
  } catch (error) {
    if (error instanceof LockstepError) return false;
    throw error;
  }
}

/** @param names all that the command line named; CPU traces and other files are not mixed */
export async function verifyCpuTraces(
  names: readonly string[],
  files: readonly string[],
  options: CpuTraceOptions,
  image: RomImage | undefined,
  context: CliContext,
): Promise<void> {
  const other = names.find((name) => !files.includes(name));
  if (other !== undefined) {
    throw new LockstepError('E_USAGE', 'CPU traces cannot be verified together with other files', {
      file: other,
      remedy: 'Call verify once for the CPU traces and once for the rest',
    });
  }
  const profile = loadProfile(options.profile);
  const signal = context.signal();
  const results: CpuTraceResult[] = [];
  const errors: LockstepError[] = [];
  for (const file of files) {
    try {
      results.push(await verifyCpuTrace(file, profile, signal, image?.image));
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      errors.push(error);
    }
  }
  const worst = results.map(cpuTraceExit);
  const exit = signal.aborted ? 130 : errors.length > 0 || worst.includes(2) ? 2 : worst.includes(1) ? 1 : 0;
  context.exit(exit);
  if (options.json === true) {
    printJson(context, {
      exit,
      image: image === undefined ? null : imageJson(image),
      traces: results.map(cpuTraceJson),
      errors: errors.map((error) => ({ code: error.code, message: error.message, ...error.details })),
    });
  } else {
    if (image !== undefined) context.out(`${imageLines(image).join('\n')}\n`);
    context.out(results.map(cpuTraceText).join(''));
  }
  for (const error of errors) context.err(`${formatError(error)}\n`);
}
