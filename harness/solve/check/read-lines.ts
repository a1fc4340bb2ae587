/** Reads the lines of a certificate, bounded in size, and checks the chain of their hashes. */
import { statSync } from 'node:fs';
import { checkGzip, LockstepError, readBytes } from '../../base/index.js';

import { FIRST_LINK, LINK_LENGTH, linkOf, linkText, MAX_BYTES, MAX_LINE_BYTES } from './form.js';

/** A line whose content or link is wrong: the certificate is refused. */
export class RefusedLine extends Error {
  /** @param line counted from 1 */
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

export interface CertificateLine {
  /** Counted from 1. */
  readonly number: number;
  readonly data: unknown;
}

const CHUNK_BYTES = 1 << 18;
const LF = 0x0a;
const MARK = Buffer.from('{"certificate":');

/** The error of a file that is no whole certificate of this version. */
export function badFile(file: string, line: number, message: string, remedy: string, found?: string): LockstepError {
  return new LockstepError('E_CERTIFICATE', message, {
    file,
    line,
    ...(found === undefined ? {} : { found }),
    remedy,
  });
}

function tooLarge(file: string, line: number): LockstepError {
  return badFile(
    file,
    line,
    `a certificate has at most ${MAX_BYTES} bytes, and ${MAX_LINE_BYTES} in a line`,
    'Check that this is the right file',
  );
}

function checkSize(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) throw tooLarge(file, 1);
}

/** Splits bytes at LF; the last piece is given without one. */
async function* splitLines(file: string): AsyncGenerator<{ readonly bytes: Buffer; readonly whole: boolean }> {
  let rest: Buffer[] = [];
  let length = 0;
  let total = 0;
  let line = 1;
  for await (const chunk of readBytes(file, CHUNK_BYTES)) {
    total += chunk.length;
    if (total > MAX_BYTES) throw tooLarge(file, line);
    let from = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      yield { bytes: Buffer.concat([...rest, chunk.subarray(from, at)]), whole: true };
      line++;
      from = at + 1;
      rest = [];
      length = 0;
    }
    // the stream may use its memory again
    rest.push(Buffer.from(chunk.subarray(from)));
    length += chunk.length - from;
    if (length > MAX_LINE_BYTES) throw tooLarge(file, line);
  }
  if (length > 0) yield { bytes: Buffer.concat(rest), whole: false };
}

function parsed(file: string, line: number, text: Buffer): unknown {
  try {
    return JSON.parse(`${new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text)}}`);
  } catch (error) {
    // no JSON, or no UTF-8
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw badFile(file, line, 'the line is no JSON', 'Write the certificate again');
  }
}

/**
 * Reads the lines.
 * @throws RefusedLine for a line that does not fit the chain
 * @throws LockstepError `E_FILE`, `E_GZIP`, `E_CERTIFICATE` for another file or one that is cut
 */
export async function* readLines(file: string): AsyncGenerator<CertificateLine> {
  try {
    yield* checkedLines(file);
  } catch (error) {
    // what is not as it was written may be the work of damaged gzip data
    if (error instanceof RefusedLine || error instanceof LockstepError) await checkGzip(file);
    throw error;
  }
}

async function* checkedLines(file: string): AsyncGenerator<CertificateLine> {
  checkSize(file);
  let link = FIRST_LINK;
  let number = 0;
  for await (const { bytes, whole } of splitLines(file)) {
    number++;
    if (number === 1 && !bytes.subarray(0, MARK.length).equals(MARK)) {
      throw badFile(file, 1, 'this is no certificate', 'Make one with `lockstep route search PLAN --certificate FILE`');
    }
    const text = bytes.subarray(0, Math.max(bytes.length - LINK_LENGTH, 0));
    const next = linkOf(link, text);
    const fits = bytes.subarray(text.length).equals(Buffer.from(linkText(next)));
    if (!whole && !fits) throw badFile(file, number, 'the certificate is cut', 'Copy it again');
    if (!fits) throw new RefusedLine(number, 'the line was changed: it does not fit its link of the chain');
    if (!whole) throw badFile(file, number, 'the last line has no end', 'Copy it again');
    link = next;
    yield { number, data: parsed(file, number, text) };
  }
}
