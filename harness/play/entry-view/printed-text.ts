/** Cells that hold printed text, as the lines that an entry adds to it. */
import { plainText } from '../../base/plain-text.js';
import type { ChangeFact } from './entry-facts.js';

function bytesOf(value: number, width: number): number[] {
  return Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

/** What was printed, one line each; nothing for no change of a text. */
export function printedLines(changes: readonly ChangeFact[]): string[] {
  const bytes = changes
    .filter(({ cell }) => cell.isText === true)
    .flatMap(({ cell, before, after }) => {
      const old = bytesOf(before, cell.width);
      return bytesOf(after, cell.width).filter((byte, index) => byte !== 0 && byte !== old[index]);
    });
  if (bytes.length === 0) return [];
  const lines = new TextDecoder().decode(Uint8Array.from(bytes)).split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => `prints ${plainText(line.trimEnd())}`);
}
