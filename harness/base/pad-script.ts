/**
 * Pad scripts: the input of a recording, one line per change.
 *
 *     # frame mask
 *     0 000
 *     20 100      A, held until the next line
 *
 * FRAME is decimal and counts from 0; MASK is hexadecimal in libretro's bit order. Opposite
 * directions are refused unless asked for: the cores treat them differently, so that a log would
 * prove nothing.
 */

import { type Button, PAD_BUTTONS } from '../../rom-map/pad.js';
import { LockstepError } from './errors.js';
import { hexText } from './number-text.js';

// The lines of the recorder's small text files (pad scripts, poke scripts): words, `#` comments,
// strict numbers.

interface ScriptLine {
  readonly words: readonly string[];
  /** 1-based. */
  readonly line: number;
}

/** The lines that hold words, without their comments. */
export function* scriptLines(text: string, file?: string): Generator<ScriptLine> {
  let line = 0;
  for (const raw of text.split('\n')) {
    line++;
    if (raw.includes('\0')) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'the line holds a byte of value 0: this is not a text file', {
        ...(file === undefined ? {} : { file }),
        line,
      });
    }
    const words = raw
      .replace(/#.*/u, '')
      .split(/[ \t\r]+/u)
      .filter((word) => word !== '');
    if (words.length > 0) yield { words, line };
  }
}

/** Value of a word of decimal digits; undefined for any other word or a larger number. */
export function parseDecimal(word: string, largest: number): number | undefined {
  if (!/^[0-9]{1,15}$/u.test(word)) return undefined;
  const value = Number(word);
  return value <= largest ? value : undefined;
}

/**
 * Value of a word of hexadecimal digits, with or without `0x`; undefined for any other word or a
 * larger number.
 */
export function parseHexadecimal(word: string, largest: number): number | undefined {
  if (!/^(0x)?[0-9a-f]{1,12}$/iu.test(word)) return undefined;
  const value = Number.parseInt(word, 16);
  return value <= largest ? value : undefined;
}

/** A change of the pad: it holds `mask` from `frame` on. */
export interface PadEvent {
  readonly frame: number;
  readonly mask: number;
}

interface PadScriptChoices {
  /** Named in errors. */
  readonly file?: string;
  readonly allowOpposite?: boolean;
}

/** Bit of each button in a mask (libretro's order). */
export const PAD_BITS = Object.fromEntries(PAD_BUTTONS.map((button, bit) => [button, bit])) as Readonly<
  Record<Button, number>
>;

export const MAX_FRAME = 0xfffffffe;
const ALL_BUTTONS = 0xfff;
const VERTICAL = (1 << PAD_BITS.Up) | (1 << PAD_BITS.Down);
const HORIZONTAL = (1 << PAD_BITS.Left) | (1 << PAD_BITS.Right);

export function parsePadScript(text: string, choices: PadScriptChoices = {}): PadEvent[] {
  const events: PadEvent[] = [];
  for (const { words, line } of scriptLines(text, choices.file)) {
    const place = { ...(choices.file === undefined ? {} : { file: choices.file }), line };
    const [frameWord, maskWord] = words;
    if (words.length !== 2 || frameWord === undefined || maskWord === undefined) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'a line of a pad script must have two words', {
        ...place,
        found: words.join(' '),
        expected: 'FRAME MASKHEX, for example "20 100"',
      });
    }
    const frame = parseDecimal(frameWord, MAX_FRAME);
    if (frame === undefined) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'this is not a frame number', {
        ...place,
        found: frameWord,
        expected: 'a decimal number from 0',
      });
    }
    const mask = parseHexadecimal(maskWord, ALL_BUTTONS);
    if (mask === undefined) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'this is not a mask of the twelve buttons', {
        ...place,
        found: maskWord,
        expected: 'a hexadecimal number from 0 to FFF',
      });
    }
    events.push({ frame, mask });
    checkEvent(events, events.length - 1, choices.allowOpposite === true, place);
  }
  return events;
}

/** Writes a script as text; refuses the same events as `parsePadScript`. */
export function formatPadScript(events: readonly PadEvent[], choices: PadScriptChoices = {}): string {
  let text = '';
  for (const [index, { frame, mask }] of events.entries()) {
    if (!isCount(frame, MAX_FRAME) || !isCount(mask, ALL_BUTTONS)) {
      throw new LockstepError('E_SCRIPT_SYNTAX', `event ${index} of the pad script has no valid frame or mask`, {
        found: `frame ${frame}, mask ${mask}`,
        expected: 'whole numbers, mask from 0 to FFF hexadecimal',
      });
    }
    checkEvent(events, index, choices.allowOpposite === true, {});
    text += `${frame} ${hexText(mask, 3)}\n`;
  }
  return text;
}

/** The mask as the console's pad register ($4218) holds it: B in bit 15 down to R in bit 4. */
export function padWordOfMask(mask: number): number {
  let word = 0;
  for (let bit = 0; bit < 12; bit++) if ((mask >> bit) & 1) word |= 0x8000 >> bit;
  return word;
}

/** The pad register's word of one button. */
export function wordOfButton(button: Button): number {
  return 0x8000 >> PAD_BITS[button];
}

/** `Left+A`; empty for none. @param word of the pad register; its low four bits mean nothing */
export function buttonsText(word: number): string {
  return PAD_BUTTONS.filter((button) => (word & wordOfButton(button)) !== 0).join('+');
}

/** The mask of a pad register's word; ignores the low four bits (the pad's signature). */
export function maskOfPadWord(word: number): number {
  let mask = 0;
  for (let bit = 0; bit < 12; bit++) if (word & (0x8000 >> bit)) mask |= 1 << bit;
  return mask;
}

function hasOppositeDirections(mask: number): boolean {
  return (mask & VERTICAL) === VERTICAL || (mask & HORIZONTAL) === HORIZONTAL;
}

function checkEvent(
  events: readonly PadEvent[],
  index: number,
  allowOpposite: boolean,
  place: { file?: string; line?: number },
): void {
  const event = events[index];
  const before = events[index - 1];
  if (event === undefined) return;
  if (before !== undefined && event.frame <= before.frame) {
    throw new LockstepError('E_SCRIPT_ORDER', 'the frames of a pad script must rise', {
      ...place,
      found: `frame ${event.frame} after frame ${before.frame}`,
    });
  }
  if (!allowOpposite && hasOppositeDirections(event.mask)) {
    throw new LockstepError('E_SCRIPT_OPPOSITE', 'the mask holds opposite directions', {
      ...place,
      found: event.mask.toString(16).toUpperCase(),
      remedy: 'Emulator cores treat them differently; --allow-opposite records them all the same.',
    });
  }
}

function isCount(value: number, largest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largest;
}
