/**
 * Savestates of the tests' own, from battles of the core: what emulators wrap round work RAM, by
 * the layouts that their sources publish. Imports no reader.
 */
import { deflateSync, gzipSync } from 'node:zlib';
import type { Battle } from '../../../../core/system/system.js';
import { WINDOWS, WORK_RAM, WORK_RAM_BYTES } from '../../../../rom-map/index.js';
import { zipOf } from '../movies/zip-bytes.js';

/** Bytes that look like nothing: a small generator, so that every run has the same ones. */
export function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

/** `wait` of one frame; the first command of a battle runs its first frame before. */
const WAIT = Int32Array.of(9, 1);

/**
 * 128 KiB of work RAM with a battle after its first frame, which is played where none was;
 * everything that the model does not know is noise.
 */
export function workRamOf(battle: Battle): Uint8Array {
  const frames = battle.cells.find(({ name }) => name === 'battleFrames')?.offset ?? 0;
  if (battle.image.subarray(frames, frames + 4).every((byte) => byte === 0)) battle.step(WAIT, undefined);
  return memoryOf(battle);
}

/** The same of a battle as it is. */
export function memoryOf(battle: Battle): Uint8Array {
  const ram = noise(WORK_RAM_BYTES, 7);
  for (const { address, length, offset } of WINDOWS) {
    if (address < WORK_RAM || address >= WORK_RAM + WORK_RAM_BYTES) continue;
    ram.set(battle.image.subarray(offset, offset + length), address - WORK_RAM);
  }
  return ram;
}

/** Work RAM in the middle of what else a core keeps. */
function coreState(ram: Uint8Array): Buffer {
  return Buffer.concat([noise(4_321, 1), ram, noise(70_001, 2)]);
}

function snes9x(ram: Uint8Array): Buffer {
  const block = (name: string, bytes: Uint8Array): Buffer =>
    Buffer.concat([Buffer.from(`${name}:${String(bytes.length).padStart(6, '0')}:`), bytes]);
  const blocks = [block('NAM', Buffer.from('game.sfc\0')), block('VRA', noise(65_536, 3)), block('RAM', ram)];
  return Buffer.concat([Buffer.from('#!s9xsnp:0011\n'), ...blocks, block('SRA', noise(2_048, 4))]);
}

/** A Zstandard frame of raw blocks (RFC 8878): no window, no checksum, four bytes of size. */
export function zstandard(bytes: Uint8Array): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  const parts = [head];
  for (let at = 0; at < bytes.length; at += 65_536) {
    const piece = bytes.subarray(at, at + 65_536);
    const last = at + 65_536 >= bytes.length ? 1 : 0;
    const word = (piece.length << 3) | last;
    parts.push(Buffer.from([word & 0xff, (word >> 8) & 0xff, word >> 16]), Buffer.from(piece));
  }
  return Buffer.concat(parts);
}

function mesen(ram: Uint8Array): Buffer {
  const word = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const picture = deflateSync(noise(3_000, 5));
  const console = deflateSync(coreState(ram));
  const head = [Buffer.from('MSS'), word(0x20000), word(4), Buffer.alloc(40, '0'), word(0), word(3_000), word(256)];
  const name = Buffer.from('x.sfc');
  const body = [word(240), word(100), word(picture.length), picture, word(name.length), name, Buffer.from([1])];
  return Buffer.concat([...head, ...body, word(200_000), word(console.length), console]);
}

/** Run lengths of bsnes, the long way: a run of four or more bytes, or one byte on its own. */
function bsnes(ram: Uint8Array): Buffer {
  const bytes = coreState(ram);
  const out: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 131 && bytes[at + run] === bytes[at]) run++;
    if (run < 4) run = 1;
    out.push(run === 1 ? 0 : 128 + run - 4, bytes[at] as number);
    at += run;
  }
  const head = Buffer.alloc(20);
  head.writeUInt32LE(0x5a22_0000, 0);
  head.writeUInt32LE(out.length + 8, 4);
  head.writeUInt32LE(bytes.length, 12);
  return Buffer.concat([head, Buffer.from(out), noise(500, 6)]);
}

const PICTURE = { name: 'Framebuffer.bmp', content: noise(900, 8) };
const VERSION = { name: 'BizState 1.0', content: '2' };

/** Every form, by a name. */
export const FORMS: Readonly<Record<string, (ram: Uint8Array) => Uint8Array>> = {
  'a dump': (ram) => ram,
  'a dump in gzip': (ram) => gzipSync(ram),
  'a libretro core': coreState,
  'Snes9x in gzip': (ram) => gzipSync(snes9x(ram)),
  'Snes9x as it is': snes9x,
  'BizHawk with Zstandard': (ram) =>
    zipOf([VERSION, { name: 'Core.bin', content: zstandard(coreState(ram)), stored: true }, PICTURE]),
  'BizHawk without': (ram) => zipOf([VERSION, { name: 'Core', content: coreState(ram) }, PICTURE]),
  'BizHawk, Snes9x inside': (ram) => zipOf([{ name: 'Core.bin', content: zstandard(snes9x(ram)) }]),
  'Mesen 2': mesen,
  'bsnes on its own': bsnes,
  'bsnes in an archive': (ram) => zipOf([{ name: 'Quick/Slot 1.bst', content: bsnes(ram) }]),
};
