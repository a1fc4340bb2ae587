/**
 * Buttons that are pressed one after another, as a parameter of a command: up to eight in a number,
 * the first one in its lowest digit. Evidence: decision; the bits are those of register 4218.
 */

import { PAD_BUTTONS } from '../../../rom-map/pad.js';

const BUTTONS: readonly string[] = PAD_BUTTONS.map((button) => button.toLowerCase());

/** A digit for each button, and 0: no further one. */
const DIGITS = BUTTONS.length + 1;
const FIRST_BIT = 0x8000;
export const MOST_BUTTONS = 8;
export const LARGEST_SCRIPT = DIGITS ** MOST_BUTTONS - 1;
export const BUTTON_COUNT = BUTTONS.length;
/** Frames that a button is held, and released: at most, and where nothing is said. */
export const LONGEST_HOLD = 60;
export const USUAL_HOLD = 4;

/** Number of a script such as `a right a`, or -1. */
export function numberOfButtons(text: string): number {
  const words = text.split(' ');
  if (words.length > MOST_BUTTONS) return -1;
  let number = 0;
  for (const word of [...words].reverse()) {
    const digit = BUTTONS.indexOf(word) + 1;
    if (digit === 0) return -1;
    number = DIGITS * number + digit;
  }
  return number;
}

/** Digits of a script, or undefined for a number that is none: nothing follows a digit of 0. */
function digitsOf(number: number): number[] | undefined {
  const digits: number[] = [];
  for (let left = number; left > 0; left = Math.floor(left / DIGITS)) digits.push(left % DIGITS);
  return number < 0 || number > LARGEST_SCRIPT || digits.includes(0) ? undefined : digits;
}

/** Script of a number, or undefined; nothing for 0. */
export function buttonsOfNumber(number: number): string | undefined {
  return digitsOf(number)
    ?.map((digit) => BUTTONS[digit - 1])
    .join(' ');
}

/** Number of the script with one button. @param button 0 to 11, in the order of the pad's bits */
export function oneButton(button: number): number {
  return button + 1;
}

/**
 * Pad words of scripts, one a frame: each button held, then released.
 * @param scripts one after another @param hold frames @param release frames
 * @returns undefined for a number that is no script
 */
export function padWordsOf(scripts: readonly number[], hold: number, release: number): Uint16Array | undefined {
  const pads: number[] = [];
  for (const script of scripts) {
    const digits = digitsOf(script);
    if (digits === undefined) return undefined;
    for (const digit of digits) {
      for (let frame = 0; frame < hold; frame++) pads.push(FIRST_BIT >>> (digit - 1));
      for (let frame = 0; frame < release; frame++) pads.push(0);
    }
  }
  return Uint16Array.from(pads);
}

/** Pad words in words: `a 4, - 4` is A for four frames and nothing for four. */
export function buttonsText(pads: Uint16Array): string {
  const parts: string[] = [];
  for (let at = 0; at < pads.length; ) {
    const word = pads[at] as number;
    let frames = 0;
    while (pads[at] === word) {
      at++;
      frames++;
    }
    const held = BUTTONS.filter((_, button) => (word & (FIRST_BIT >>> button)) !== 0);
    parts.push(`${held.length === 0 ? '-' : held.join('+')} ${frames}`);
  }
  return parts.join(', ');
}
