/** The text of a row's input: a pad word as four hex digits, or a command as JSON. */
export function inputText(pad: number, command: unknown): string {
  return command === undefined ? pad.toString(16).toUpperCase().padStart(4, '0') : JSON.stringify(command);
}
