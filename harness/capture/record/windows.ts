/**
 * Windows of work RAM in a recording: `ADDR:LEN[,ADDR:LEN..]`, hexadecimal, relative to $7E:0000.
 */

import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { parseHexadecimal } from '../../base/script-lines.js';

const MAX_WINDOWS = 65535;
const MAX_BYTES = 0x1000000;

export interface MemoryWindow {
  /** Relative to $7E:0000. */
  readonly address: number;
  readonly length: number;
}

export function parseWindows(text: string): MemoryWindow[] {
  const windows = text.split(',').map((item) => {
    const [addressWord, lengthWord, ...rest] = item.split(':');
    const address = parseHexadecimal(addressWord ?? '', WORK_RAM_BYTES - 1);
    const length = parseHexadecimal(lengthWord ?? '', WORK_RAM_BYTES);
    if (address === undefined || length === undefined || rest.length > 0) throw windowError(item);
    return { address, length };
  });
  checkWindows(windows);
  return windows;
}

export function formatWindows(windows: readonly MemoryWindow[]): string {
  checkWindows(windows);
  return windows.map(formatWindow).join(',');
}

/** Refuses a list that no recorder would take. */
export function checkWindows(windows: readonly MemoryWindow[]): void {
  let bytes = 0;
  for (const window of windows) {
    const { address, length } = window;
    const good = Number.isInteger(address) && Number.isInteger(length) && address >= 0 && length > 0;
    if (!good || address + length > WORK_RAM_BYTES) throw windowError(formatWindow(window));
    bytes += length;
  }
  if (windows.length === 0 || windows.length > MAX_WINDOWS || bytes > MAX_BYTES) {
    throw new LockstepError('E_WINDOW', 'a recording has at least one window and a limit', {
      found: `${countText(windows.length, 'window')}, ${countText(bytes, 'byte')}`,
      expected: `1 to ${MAX_WINDOWS} windows, at most ${MAX_BYTES} bytes in all`,
    });
  }
}

function formatWindow({ address, length }: MemoryWindow): string {
  return `${address.toString(16).toUpperCase().padStart(5, '0')}:${length.toString(16).toUpperCase()}`;
}

function windowError(found: string): LockstepError {
  return new LockstepError('E_WINDOW', 'this is not a window of work RAM', {
    found,
    expected: 'ADDR:LEN, both hexadecimal, inside 00000..1FFFF, LEN not 0 ($7E:0100 is written 00100)',
  });
}
