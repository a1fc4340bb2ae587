/** A code/data log of a few instructions, byte by byte as Mesen 2 and BizHawk read it. */
import { expect, test } from 'vitest';
import { crc32 } from '../../../../harness/base/crc32.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { callOriginal } from '../../../../harness/original/proof/original-call.js';
import { createOriginalMachine } from '../../../../harness/original/proof/original-machine.js';

import { createCodeLog } from '../../../../harness/original/single-call/code-log.js';

const PLAN = {
  entry: 0x008000,
  direct: 0x0300,
  dataBank: 0x80,
  stack: 0x1fef,
  stops: new Map<number, string>(),
  exits: undefined,
  exitCell: -1,
  leftOut: [],
  generator: -1,
};

function program(): Uint8Array {
  const image = new Uint8Array(0x8000);
  // 8000 LDA #5; JSR $8010; BNE $8008; (8007: nothing) 8008 NOP; RTS
  image.set([0xa9, 0x05, 0x20, 0x10, 0x80, 0xd0, 0x01, 0x00, 0xea, 0x60]);
  // 8010 LDA $8020; RTS and its data
  image.set([0xad, 0x20, 0x80, 0x60], 0x10);
  image[0x20] = 7;
  return image;
}

function logged(image = program()) {
  const machine = createOriginalMachine(image, 'lorom');
  const log = createCodeLog(imageUnderTest(image, loadProfile('drill'), false));
  const observe = (address: number, cpu: (typeof machine)['cpu']): void => log.observe(address, cpu, machine.ram);
  expect(callOriginal(machine, PLAN, { A: 0, X: 0, Y: 0, P: 0 }, { instructions: 20, observe }).exit).toBe('return');
  return { image, log };
}

/** 8-bit accumulator, 16-bit index: code 21h; an entry 8 more, a branch's target 4 more. The last RTS is not run. */
const CODE = new Map([
  [0, 0x29],
  [1, 0x21],
  [2, 0x21],
  [3, 0x21],
  [4, 0x21],
  [5, 0x21],
  [6, 0x21],
  [8, 0x25],
  [0x10, 0x29],
  [0x11, 0x21],
  [0x12, 0x21],
  [0x13, 0x21],
  [0x20, 0x02],
]);

test('Mesen: mark, CRC-32 of the image, a byte for each of its bytes', () => {
  const { image, log } = logged();
  const file = log.mesen();
  expect(new TextDecoder().decode(file.subarray(0, 5))).toBe('CDLv2');
  expect(new DataView(file.buffer).getUint32(5, true)).toBe(crc32(image) >>> 0);
  expect(file.length).toBe(9 + image.length);
  const marked = [...file.subarray(9)].flatMap((flags, offset) => (flags === 0 ? [] : [[offset, flags]]));
  expect(marked).toEqual([...CODE]);
});

/** Names and bytes of the blocks behind the head. */
function blocksOf(file: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const text = (at: number): string => new TextDecoder().decode(file.subarray(at + 1, at + 1 + (file[at] ?? 0)));
  const view = new DataView(file.buffer);
  expect([text(0), text(14)]).toEqual(['BIZHAWK-CDL-2', 'SNES           ']);
  const blocks = new Map<string, Uint8Array>();
  for (let at = 34; at < file.length; ) {
    const name = text(at);
    const length = view.getUint32(at + 1 + name.length, true);
    at += 1 + name.length + 4;
    blocks.set(name, file.subarray(at, at + length));
    at += length;
  }
  expect(view.getUint32(30, true)).toBe(blocks.size);
  return blocks;
}

test('BizHawk: the blocks of its console, first and further bytes of an instruction, registers', () => {
  const { image, log } = logged();
  const blocks = blocksOf(log.bizhawk(0x2000, false));
  expect([...blocks].map(([name, bytes]) => [name, bytes.length])).toEqual([
    ['CARTROM', image.length],
    ['CARTROM-DB', image.length],
    ['CARTROM-D', 2 * image.length],
    ['WRAM', 0x20000],
    ['APURAM', 0x10000],
    ['CARTRAM', 0x2000],
  ]);
  const rom = blocks.get('CARTROM') ?? image;
  expect([...rom.subarray(0, 9)]).toEqual([0x21, 0x22, 0x21, 0x22, 0x22, 0x21, 0x22, 0, 0x21]);
  expect(rom[0x20]).toBe(4);
  // each byte that was read, with the data bank and direct page at that time
  const wasRead = [...rom].flatMap((flags, offset) => (flags === 0 ? [] : [offset]));
  const banks = [...(blocks.get('CARTROM-DB') ?? [])];
  expect(banks.flatMap((bank, offset) => (bank === 0x80 ? [offset] : []))).toEqual(wasRead);
  const pages = [...(blocks.get('CARTROM-D') ?? [])];
  expect(pages.flatMap((byte, at) => (byte === 3 ? [(at - 1) / 2] : []))).toEqual(wasRead);
});

test('an older BizHawk: the same without the registers; a board without RAM has no block of it', () => {
  const { log } = logged();
  expect([...blocksOf(log.bizhawk(0x2000, true)).keys()]).toEqual(['CARTROM', 'WRAM', 'APURAM', 'CARTRAM']);
  expect([...blocksOf(log.bizhawk(0, true)).keys()]).toEqual(['CARTROM', 'WRAM', 'APURAM']);
});

test('a byte that ran and was read is code alone for Mesen, both for BizHawk', () => {
  const image = new Uint8Array(0x8000);
  // LDA $8000, which is its own first byte
  image.set([0xad, 0x00, 0x80, 0x60]);
  const { log } = logged(image);
  expect([log.mesen()[9], blocksOf(log.bizhawk(0, false)).get('CARTROM')?.[0]]).toEqual([0x29, 0x25]);
});
