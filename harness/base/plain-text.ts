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

/** Control characters but tabs and ends of lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

/**
 * What a verb prints, without a character that commands a terminal. The escape is one of JSON, too:
 * data keep their meaning.
 */
export function printedText(text: string): string {
  return text.replace(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
