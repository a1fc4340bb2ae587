/**
 * Text of files made safe for terminals and pages: control characters and changes of direction are
 * escaped.
 */

/**
 * C0, DEL, C1, line and paragraph separators, marks and overrides of direction, invisible joiners.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Replaces every unsafe character by an escape such as `\u{1B}`. */
export function plainText(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}
