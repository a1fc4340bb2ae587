/** A LoROM image around a few bytes of machine code, run on our own console for some frames. */
import { type Console, createConsole } from '../../../../harness/original/console/console.js';

export const CODE_AT = 0x8000;
export const NMI_AT = 0xa000;
const HEADER = 0x7fc0;

/** Native mode, 8-bit accumulator, 16-bit index registers, stack at 1FFF, data bank and direct page 0. */
const START = '78 18 FB C2 38 A2 FF 1F 9A A9 00 00 5B 4B AB E2 20';
/** Ends a program: it waits for ever. */
export const STAY = 'CB 80 FD';

export function bytesOf(code: string): Uint8Array {
  return Uint8Array.from(Buffer.from(code.replaceAll(/\s/gu, ''), 'hex'));
}

/** @param code hexadecimal, after `START` @param nmi code at A000 @param data bytes from file offset 4000 (00:C000) on */
export function imageOf(code: string, nmi = '40', data: Uint8Array = new Uint8Array()): Uint8Array {
  const image = new Uint8Array(0x8000).fill(0xff);
  image.set(bytesOf(START + code));
  image.set(bytesOf(nmi), NMI_AT - CODE_AT);
  image.set(data, 0x4000);
  image.set(Buffer.from('LOCKSTEP TEST        ', 'latin1'), HEADER);
  image.set([0x20, 0x00, 0x05, 0x00, 0x01, 0x33, 0x00, 0xff, 0xff, 0x00, 0x00], HEADER + 0x15);
  image.set([NMI_AT & 0xff, NMI_AT >> 8], 0x7fea);
  image.set([CODE_AT & 0xff, CODE_AT >> 8], 0x7ffc);
  return image;
}

/** Runs a program that ends in `STAY` for some frames. */
export function ranConsole(code: string, frames = 3, pad = 0, nmi = '40', data = new Uint8Array()): Console {
  const console = createConsole(imageOf(code, nmi, data));
  for (let frame = 0; frame < frames; frame++) console.runFrame(pad);
  return console;
}

export function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}
