/** Routine vectors and sequences against our functions. */
import { countText } from '../../core/system/names.js';
import { shellWord } from '../base/index.js';
import { readRomImage } from '../files/index.js';
import {
  chooseImageProof as chooseImage,
  type ImageTables,
  loadProfile,
  PROFILE_NAMES,
  runVectorsUntil,
  shortName,
  tableBytesOf,
  type VectorFileResult,
  type VectorReport,
  type VectorTotals,
} from '../original/index.js';
import { AbortError, type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { hashText } from './given.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface RunVectorsOptions extends CallOptions {
  /** Vector files or folders (`.jsonl`, `.jsonl.gz`). */
  readonly files: readonly string[];
  /** Only this routine (`C1:1C02`) or name (`order-points-idle`). */
  readonly routine?: string | undefined;
  /** Only this area: `turn`, `combat`, `ai` or `sequence`. */
  readonly area?: string | undefined;
  /** Table bytes for cases that name them without values (`rom prove -o`). */
  readonly rom?: string | undefined;
  /** Takes an unknown image, where its header fits, as `live-a-live`, `drill`, `drill-battle`. */
  readonly as?: string | undefined;
  /** Has in its text every file, equal ones too. */
  readonly all?: boolean | undefined;
  /** Hears how many files have run. */
  readonly onFiles?: ((files: number) => void) | undefined;
}

export type RunVectorsAnswer = Answer<'holds' | 'differs' | 'incomplete'> & Plain<VectorReport>;

function line(result: VectorFileResult): string {
  const state = result.notCompared > 0 ? 'missing' : result.different > 0 ? 'DIFFERS' : 'equal';
  const note = result.inferred > 0 ? ' (deduced bytes)' : '';
  const count = `${result.equal}/${result.cases}`.padStart(13);
  return `${state.padEnd(8)}${count}  ${shortName(result.file)}${note}`;
}

function totals(what: string, sum: VectorTotals): string {
  return (
    `${what}: ${countText(sum.files, 'file')}, ${sum.cases} in all, ${sum.equal} equal, ${sum.different} different, ` +
    `${sum.notCompared} not compared (no function of ours), ${sum.inferred} of them through deduced bytes`
  );
}

/** What the files hold that the comparison leaves out. */
function notCompared({ list, registers, instructions }: VectorReport): string[] {
  const open = list.filter((one) => one.openOutputs.length > 0);
  const names = open.map((one) => `${one.routine} ${one.name} ${one.openOutputs.join(' ')}`);
  const scratch = Math.max(0, ...list.map((one) => one.scratch));
  return [
    `of these ${instructions} are single instructions, no routine of the game`,
    `registers at the exit: ${registers.compared} of ${registers.recorded} recorded values compared, those that are results`,
    `named outputs that nothing compares: ${names.length === 0 ? 'none' : names.join('; ')}`,
    `scratch, not compared: at most ${countText(scratch, 'byte')} of a file`,
  ];
}

/** The report as text. @param words options that the cases were run with */
function vectorText(report: VectorReport, all: boolean, words: readonly string[] = []): string {
  const lines: string[] = [];
  for (const result of report.list) {
    const agrees = result.equal === result.cases;
    if (all || !agrees) lines.push(line(result));
    if (result.first !== undefined && result.different > 0) {
      lines.push(`         line ${result.first.line}: ${result.first.difference}`);
      lines.push(`         ${['lockstep vectors', shellWord(result.file), ...words].join(' ')}`);
    }
  }
  if (report.files > 0) lines.push(totals('routine cases', report), ...notCompared(report));
  if (report.sequences.files > 0) lines.push(totals('sequence steps', report.sequences));
  return `${lines.join('\n')}\n`;
}

/** True when everything was mirrored and agreed. */
function vectorsHold(report: VectorReport): boolean {
  const { sequences } = report;
  return report.different + report.notCompared + sequences.different + sequences.notCompared === 0;
}

function givenTables({ rom, as }: RunVectorsOptions): ImageTables | undefined {
  if (rom === undefined) return undefined;
  const image = chooseImage(readRomImage(rom), PROFILE_NAMES.map(loadProfile), as);
  return { sha256: image.sha256, bytes: tableBytesOf(image) };
}

/** Words that name the same image again. */
function imageWords({ rom, as }: RunVectorsOptions): string[] {
  return [...(rom === undefined ? [] : ['--rom', shellWord(rom)]), ...(as === undefined ? [] : ['--as', as])];
}

/**
 * Runs routine vectors and sequences against our functions: equal, different, not compared.
 * @throws LockstepError for a file that is none, or where nothing is run; AbortError with the files
 *   so far
 */
export async function runVectors(options: RunVectorsOptions): Promise<RunVectorsAnswer> {
  const words = { routine: 'text', area: 'text', rom: 'file', as: 'text', all: 'flag', onFiles: 'function' } as const;
  checkParameters('runVectors', options, { ...words, files: 'files' }, ['files']);
  const { files, routine, area, all, onFiles = () => undefined } = options;
  const { signal = new AbortController().signal } = options;
  endAborted(signal, 'runVectors');
  const tables = givenTables(options);
  const report = await runVectorsUntil(files, { routine, area, tables }, signal, onFiles);
  const dependsOn = tables === undefined ? [] : [hashText('image', tables.sha256)];
  const text = (): string => vectorText(report, all === true, imageWords(options));
  const answered = (verdict: RunVectorsAnswer['verdict']): RunVectorsAnswer =>
    answerOf(verdict, dependsOn, report, text);
  if (signal.aborted) throw new AbortError('runVectors', answered('incomplete'));
  return answered(vectorsHold(report) ? 'holds' : 'differs');
}
