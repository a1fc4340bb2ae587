/** Checks the files named on a command line before its verb begins. */
import type { Command } from 'commander';
import { checkOutputs, noteInput } from '../../base/index.js';

interface OutputOption {
  /** Its name in commander's options. */
  readonly option: string;
  readonly what: string;
  readonly isUpdate: boolean;
}

const OUTPUTS: readonly OutputOption[] = [
  { option: 'output', what: 'output', isUpdate: false },
  { option: 'writeColumns', what: 'column map', isUpdate: false },
  { option: 'cdl', what: 'code/data log', isUpdate: false },
  { option: 'certificate', what: 'certificate', isUpdate: false },
  { option: 'notes', what: 'file of notes', isUpdate: false },
  { option: 'dump', what: 'work RAM', isUpdate: false },
  { option: 'checkpoint', what: 'checkpoint', isUpdate: true },
];

/** Verbs that read their --output file and go on with it. */
const UPDATES_ITS_OUTPUT = new Set(['fork']);

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/**
 * Registers the input files of a command line, and checks its output files.
 * @throws LockstepError `E_OUTPUT_IS_INPUT`, `E_OUTPUT_WRITE`, `E_USAGE`
 */
export function checkFiles(command: Command): void {
  const options = command.opts();
  const outputs = OUTPUTS.flatMap((one) => {
    const file: unknown = options[one.option];
    return isText(file) ? [{ ...one, file, isUpdate: one.isUpdate || UPDATES_ITS_OUTPUT.has(command.name()) }] : [];
  });
  const written = new Set(OUTPUTS.map(({ option }) => option));
  const read = Object.entries(options).flatMap(([option, value]) => (written.has(option) ? [] : [value as unknown]));
  for (const word of [...command.args, ...read].filter(isText)) {
    noteInput(word);
    // FILE#NAME, a branch of a file
    const mark = word.lastIndexOf('#');
    if (mark > 0) noteInput(word.slice(0, mark));
  }
  checkOutputs(outputs, []);
}
