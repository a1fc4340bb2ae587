/**
 * The bytes of work RAM that a recording holds, and their places in the packed image. Free of Node:
 * a page follows a running game with it.
 */

import { countText } from '../../../core/system/names.js';
import {
  formatAddress,
  isWorkRam,
  offsetOf,
  TEST_ROM_BYTES,
  TEST_ROM_SIGNATURE,
  WINDOWS,
  WORK_RAM,
  WORK_RAM_BYTES,
} from '../../../rom-map/index.js';
import { LockstepError, parseHexadecimal } from '../../base/index.js';

// Windows of work RAM in a recording: `ADDR:LEN[,ADDR:LEN..]`, hexadecimal, relative to $7E:0000.

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

const SIGNATURE = [0x4c, 0x4b, 0x53, 0x54];
const SIGNATURE_AT = offsetOf(TEST_ROM_SIGNATURE);

/**
 * Bytes of work RAM and where the packed image has them. Bytes of the test ROM's own cells have two
 * places there.
 */
const RECORDED: readonly { readonly address: number; readonly length: number; readonly to: number }[] = [
  ...WINDOWS.filter(({ address }) => isWorkRam(address)).map((window) => ({
    address: window.address - WORK_RAM,
    length: window.length,
    to: window.offset,
  })),
  ...TEST_ROM_BYTES.map(({ host, rom, length }) => ({ address: rom - WORK_RAM, length, to: offsetOf(host) })),
];

/**
 * The declared windows as a recorder takes them, with those of the test ROM's own cells; ascending,
 * no byte twice.
 */
export const RECORDED_WINDOWS: readonly MemoryWindow[] = mergedWindows(RECORDED);

function mergedWindows(windows: readonly MemoryWindow[]): readonly MemoryWindow[] {
  const merged: { address: number; length: number }[] = [];
  for (const { address, length } of [...windows].sort((one, other) => one.address - other.address)) {
    const last = merged.at(-1);
    if (last === undefined || last.address + last.length < address) merged.push({ address, length });
    else last.length = Math.max(last.length, address + length - last.address);
  }
  return merged;
}

/** Whether the test ROM wrote its signature. */
export function isDrill(image: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => image[SIGNATURE_AT + index] === byte);
}

/** Copies windows recorded as `RECORDED_WINDOWS` into a packed image. */
export function unpackWindows(bytes: Uint8Array, image: Uint8Array): void {
  copyWindows(OWN_COPIES, bytes, image);
}

/** `length` bytes from `from` of a record to `to` of the packed image. */
interface WindowCopy {
  readonly from: number;
  readonly to: number;
  readonly length: number;
}

export function copyWindows(copies: readonly WindowCopy[], bytes: Uint8Array, image: Uint8Array): void {
  for (const { from, to, length } of copies) image.set(bytes.subarray(from, from + length), to);
}

/**
 * Places of the declared windows in a record; of several windows with the same byte the first
 * counts.
 * @param file name for messages
 * @throws LockstepError `E_RECORDING_WINDOWS` for a missing byte
 */
export function windowCopies(windows: readonly MemoryWindow[], file: string): readonly WindowCopy[] {
  const starts: number[] = [];
  windows.reduce((at, { length }) => {
    starts.push(at);
    return at + length;
  }, 0);
  return RECORDED.flatMap(({ address, length, to }) => {
    const copies: WindowCopy[] = [];
    for (let done = 0; done < length; done += copies.at(-1)?.length ?? length) {
      const at = address + done;
      const index = windows.findIndex((window) => window.address <= at && at < window.address + window.length);
      const holder = windows[index];
      if (holder === undefined) throw missingWindow(windows, address, length, file);
      const within = at - holder.address;
      copies.push({
        from: (starts[index] ?? 0) + within,
        to: to + done,
        length: Math.min(length - done, holder.length - within),
      });
    }
    return copies;
  });
}

function missingWindow(windows: readonly MemoryWindow[], address: number, length: number, file: string): LockstepError {
  return new LockstepError('E_RECORDING_WINDOWS', 'the recording lacks memory that a trace needs', {
    file,
    found: formatWindows(windows).slice(0, 40),
    expected: `among others ${formatAddress(WORK_RAM + address)}, ${countText(length, 'byte')}`,
    remedy: 'Record it again with `lockstep record`, or all of work RAM: 0:20000',
  });
}

const OWN_COPIES = windowCopies(RECORDED_WINDOWS, '');
