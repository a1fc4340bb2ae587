/**
 * Puts each statement of a module on a line of its own. Node prints the line of an error that
 * nobody caught: it shall be a function's, not the whole file.
 */
import type { Program } from './syntax-tree.js';

/** @param code of a module without line breaks between its statements, `program` its syntax tree */
export function linesOfStatements(code: string, program: Program): string {
  const starts = program.body.map(({ start }) => start).filter((start) => start > 0);
  const ends = [...starts, code.length];
  return [0, ...starts].map((start, index) => code.slice(start, ends[index])).join('\n');
}
