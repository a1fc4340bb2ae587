/** The lines of a sequence file: each follows its schema. */
import { LockstepError } from '../../base/errors.js';
import { findFault, pathText } from '../../play/trace/schemas/check.js';
import { type ByteMap, parseBytes, parseObject } from './format.js';
import { cellsApart } from './plain-case.js';

export type Json = Readonly<Record<string, unknown>>;

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** A line that follows its schema. @throws LockstepError `E_VECTOR_FORM` */
export function parseLine(schema: 'sequence-header' | 'sequence-step', text: string, file: string, line: number): Json {
  const json = parseObject(text, file, line);
  const fault = findFault(schema, json);
  if (fault === undefined) return json;
  const what = fault.unknownKey ? 'unknown key' : fault.missingKey ? 'missing key' : 'wrong value of';
  throw new LockstepError('E_VECTOR_FORM', `${what} ${pathText(fault.path)}`, {
    file,
    line,
    expected: fault.expected,
    remedy: `Restore the file from where it came; \`lockstep schema ${schema}\` prints the form`,
  });
}

/** A step, and the cells that the original changed in it. */
export interface Step {
  readonly json: Json;
  readonly cells: ByteMap;
}

/** Most of a step's line are its cells, which are read without JSON. */
function quickStep(text: string, file: string, line: number): Step | undefined {
  const apart = cellsApart(text);
  if (apart === undefined) return undefined;
  try {
    return { json: parseLine('sequence-step', apart.text, file, line), cells: apart.cells };
  } catch {
    // the whole line is read again and says what is wrong
    return undefined;
  }
}

/** @throws LockstepError `E_VECTOR_FORM` */
export function parseStep(text: string, file: string, line: number): Step {
  const quick = quickStep(text, file, line);
  if (quick !== undefined) return quick;
  const json = parseLine('sequence-step', text, file, line);
  return { json, cells: parseBytes(objectOf(json.mem), file, line) };
}

/** Calls of a step, each repetition counted. */
export function callsOf(step: Json): number {
  return asArray(step.calls).reduce<number>((sum, entry) => {
    const { routine, each, times } = objectOf(entry);
    const [values] = Object.values(objectOf(each));
    const rounds = values === undefined ? 1 : asArray(values).length;
    return routine === undefined ? sum : sum + asArray(routine).length * rounds * Number(times ?? 1);
  }, 0);
}

/** Checks a count against the header's: a file that states less could run for hours. */
export function checkCount(file: string, line: number, what: string, found: number, expected: number): void {
  if (found === expected) return;
  throw new LockstepError('E_VECTOR_FORM', `the file does not hold as many ${what} as its header says`, {
    file,
    line,
    found: String(found),
    expected: String(expected),
    remedy: 'Copy the file again from where it came',
  });
}
