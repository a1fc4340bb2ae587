/** The conditions of an answer as lines. */
import { UNPUBLISHED } from '../../../../rom-map/index.js';
import { dependenceLines } from '../../../base/settled-stretches.js';

/** A switch or stand-in of an answer's list: its kind, its name, what else is said of it. */
const NAMED = /^(?:switch|stand-in) (\w+)/u;

/**
 * Conditions that stand for unpublished code by what it could change, most important first; the
 * others, one a line, before them.
 */
export function conditionLines(under: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const lines: string[] = [];
  for (const condition of under) {
    const name = NAMED.exec(condition)?.[1] ?? '';
    if (UNPUBLISHED.some((row) => row.name === name)) texts.set(name, condition.replace(/^\S+ /u, ''));
    else lines.push(`condition: ${condition}`);
  }
  return [...lines, ...dependenceLines([...texts.keys()], (name) => texts.get(name) ?? name)];
}
