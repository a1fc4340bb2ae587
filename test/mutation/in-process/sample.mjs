/**
 * A seeded share of all mutants: `LOCKSTEP_SAMPLE=8` takes one of eight. A mutant's text decides,
 * not its place: the same mutants are taken again after a file was renamed or moved.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SEED = 9357;
const SHARE = Number(process.env.LOCKSTEP_SAMPLE ?? '1');
const sources = new Map();

function linesOf(file) {
  const known = sources.get(file) ?? readFileSync(file, 'utf8').split('\n');
  sources.set(file, known);
  return known;
}

/** Mutator, line, original text and replacement, without the spaces between them. */
export function textOf({ mutatorName, replacement, location: { start, end } }, lines) {
  const part = lines.slice(start.line, end.line + 1);
  part[part.length - 1] = part[part.length - 1].slice(0, end.column);
  part[0] = part[0].slice(start.column);
  return [mutatorName, lines[start.line], part.join('\n'), replacement]
    .map((text) => text.replace(/\s+/g, ''))
    .join(' ');
}

/** @param mutant Stryker's, its lines counted from 0 @param lines of its file */
export function isTaken(mutant, lines = linesOf(mutant.fileName)) {
  if (SHARE === 1) return true;
  return (
    createHash('sha256')
      .update(`${SEED} ${textOf(mutant, lines)}`)
      .digest()
      .readUInt32LE(0) %
      SHARE ===
    0
  );
}
