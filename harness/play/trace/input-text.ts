/** The text of a row's input: a pad word as four hex digits, or a command as JSON. */
import { hexText } from '../../base/number-text.js';
export function inputText(pad: number, command: unknown): string {
  return command === undefined ? hexText(pad, 4) : JSON.stringify(command);
}
