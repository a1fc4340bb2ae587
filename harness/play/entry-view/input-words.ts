/** The input of an entry in words. */

import { buttonsText } from '../../base/pad-script.js';
import { plainText } from '../../base/plain-text.js';
import { commandText } from '../plan/move-text.js';
import type { Timeline } from '../timeline/timeline.js';

/** The label that a plan gives to the command that ends with an entry, or empty. */
export function labelAt({ labels }: Timeline, at: number): string {
  for (const [label, last] of labels) if (last === at) return label;
  return '';
}

/** `0200 Left`, `move x=1 y=3 (to the left)`. */
export function inputWords(timeline: Timeline, at: number, line: number): string {
  const { pad, command, text } = timeline.input(at, line);
  const words =
    command === undefined ? `${text} ${pad > 0 ? buttonsText(pad) : ''}`.trimEnd() : commandText(command.plain);
  const label = line === 0 ? labelAt(timeline, at) : '';
  return plainText(label === '' ? words : `${words} (${label})`);
}
