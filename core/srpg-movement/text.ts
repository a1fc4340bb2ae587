/**
 * UTF-8 without a library, and a writer into lent bytes that can also only count. The printed text
 * is part of the image, so that it is undone, hashed and compared like everything else.
 */
import { RuleError } from '../system/system.js';

/** Encodes text as UTF-8. @throws RuleError `E_RANGE` for control characters and lone surrogates */
export function encodeText(text: string, path: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff)) {
      throw new RuleError('E_RANGE', `${path} has a character that cannot be printed: code ${code}`, path);
    }
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else {
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
  }
  return Uint8Array.from(bytes);
}

/** Decodes what `encodeText` made. */
export function decodeText(bytes: Uint8Array): string {
  const parts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] as number;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let code = length === 1 ? first : first & (0x7f >> length);
    for (let index = 1; index < length; index++) code = code * 64 + ((bytes[at + index] ?? 0) & 63);
    parts.push(String.fromCodePoint(code));
    at += length;
  }
  return parts.join('');
}

/** Target of the text. With `counting`, only `at` moves. */
export interface TextWriter {
  readonly bytes: Uint8Array;
  at: number;
  counting: boolean;
}

export function writeByte(writer: TextWriter, byte: number): void {
  if (!writer.counting) writer.bytes[writer.at] = byte;
  writer.at++;
}

export function writeBytes(writer: TextWriter, bytes: Uint8Array): void {
  for (let index = 0; index < bytes.length; index++) writeByte(writer, bytes[index] as number);
}

/** Writes a decimal number, right-aligned in `width` columns. */
export function writeNumber(writer: TextWriter, value: number, width = 0): void {
  const size = Math.abs(value);
  let digits = 1;
  for (let rest = size; rest >= 10; rest = (rest / 10) | 0) digits++;
  for (let pad = digits + (value < 0 ? 1 : 0); pad < width; pad++) writeByte(writer, 0x20);
  if (value < 0) writeByte(writer, 0x2d);
  for (let place = 10 ** (digits - 1); place >= 1; place = (place / 10) | 0) {
    writeByte(writer, 0x30 + (((size / place) | 0) % 10));
  }
}
