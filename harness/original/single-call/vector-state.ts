/** The state of one published case. */
import { LockstepError } from '../../base/errors.js';
import { entryRegistersOf } from '../proof/entry-registers.js';
import type { ImageUnderTest } from '../proof/image-profile.js';
import { tableBytesOf } from '../proof/image-profile.js';
import { tablesOfCase } from '../proof/published.js';
import { hasGivenDraws } from '../proof/state.js';
import { readLines } from '../vectors/files.js';
import { parseCase, parseHeader, type VectorHeader } from '../vectors/format.js';
import type { CallState } from './call-state.js';

export interface CaseState extends CallState {
  readonly header: VectorHeader;
}

/** `FILE:LINE`. @throws LockstepError `E_OPTION` */
function splitPlace(place: string): readonly [file: string, line: number] {
  const match = /^(.+):(\d+)$/.exec(place);
  if (match !== null) return [match[1] as string, Number(match[2])];
  throw new LockstepError('E_OPTION', '--case names no line of a vector file', {
    found: place,
    expected: 'FILE:LINE, such as traces/vectors/C1-2800-enemy-move-cost.jsonl.gz:2',
    remedy: 'Line 1 is the header, cases begin at line 2',
  });
}

/**
 * @throws LockstepError `E_OPTION`, `E_VECTOR_FORM`; for a case that the image has other table
 * bytes for
 */
export function stateOfPublishedCase(place: string, image: ImageUnderTest): CaseState {
  const [file, line] = splitPlace(place);
  const lines = readLines(file);
  const text = lines[line - 1];
  if (line < 2 || text === undefined) {
    throw new LockstepError('E_OPTION', 'the vector file has no case on this line', {
      file,
      found: `line ${line}`,
      expected: `2 to ${lines.length}`,
      remedy: 'Line 1 is the header',
    });
  }
  const header = parseHeader(lines[0] as string, file);
  const vector = parseCase(text, file, line);
  if (vector.op !== undefined) {
    throw new LockstepError('E_OPTION', 'the case is of a single instruction', {
      file,
      line,
      remedy: 'Name a routine',
    });
  }
  const { tableCells } = image.profile;
  const tables = tablesOfCase(vector, tableBytesOf(image), new Set(tableCells.values()));
  if (tables === undefined) {
    throw new LockstepError('E_OPTION', 'the image has other table bytes than the case', {
      file,
      line,
      remedy: 'Take a case of the same routine that reads other tables, or the image it was made with',
    });
  }
  const bytes = new Map(vector.memory);
  for (const [cell, table] of tableCells) bytes.set(cell, tables.get(table) ?? 0);
  const registers = entryRegistersOf(image.profile, vector.registers);
  return {
    header,
    from: `${file}:${line}`,
    registers,
    direct: registers.D,
    dataBank: registers.DB,
    bytes,
    draws: hasGivenDraws(vector) ? vector.draws : undefined,
    published: { vector, scratch: header.scratch },
  };
}
