/**
 * Builds recordings byte by byte from harness/capture/record/FORMAT.md, without the code under test.
 */

import { gzipSync } from 'node:zlib';

export interface BuiltRecording {
  readonly bytes: Buffer;
  readonly headerLength: number;
  readonly recordLength: number;
}

/** Frames with two windows (0100:3 and 1FFFF:1) that hold `frame + 1`, `frame + 2`, .. */
export function buildRecording(framesAsked: number, framesWritten = framesAsked): BuiltRecording {
  const windows: [number, number][] = [
    [0x100, 3],
    [0x1ffff, 1],
  ];
  const frame = (number: number): Buffer => Buffer.from([1, 2, 3, 4].map((step) => (number + step) & 0xff));
  return buildWindows(windows, framesAsked, framesWritten, frame);
}

/** Frames with these windows. @param windows offset in work RAM and length @param frame the windows' bytes, one after the other */
export function buildWindows(
  windows: readonly (readonly [number, number])[],
  framesAsked: number,
  framesWritten: number,
  frame: (number: number) => Buffer,
): BuiltRecording {
  const size = windows.reduce((sum, [, length]) => sum + length, 0);
  const header = Buffer.concat([
    Buffer.from('LKSTREC\n', 'latin1'),
    u16(1),
    u16(1),
    u32(36 + 8 * windows.length + (2 + 4) + (2 + 2) + (2 + 3)),
    u32(6 + size),
    u32(framesAsked),
    double(60.5),
    u16(windows.length),
    u16(1),
    ...windows.flatMap(([address, length]) => [u32(address), u32(length)]),
    ...[text('core'), text('v1'), text('a=b')],
  ]);
  const parts: Buffer[] = [header];
  for (let number = 0; number < framesWritten; number++) parts.push(u32(number), u16(number & 0xfff), frame(number));
  parts.push(u32(0xffffffff), Buffer.from('LKSTEND\n', 'latin1'), u32(framesWritten));
  parts.push(u32(framesWritten === framesAsked ? 0 : 1));
  const before = Buffer.concat(parts);
  return { bytes: Buffer.concat([before, u32(gzipCrc(before))]), headerLength: header.length, recordLength: 6 + size };
}

/** zlib's own CRC-32, from the trailer of a gzip file. */
export function gzipCrc(bytes: Uint8Array): number {
  const packed = gzipSync(bytes, { level: 1 });
  return packed.readUInt32LE(packed.length - 8);
}

/** The same bytes with a CRC that fits them again, for damage that a CRC would hide. */
export function withRightCrc(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(gzipCrc(copy.subarray(0, -4)), copy.length - 4);
  return copy;
}

function u16(value: number): Buffer {
  return Buffer.from([value & 0xff, value >> 8]);
}

function u32(value: number): Buffer {
  return Buffer.concat([u16(value & 0xffff), u16(value >>> 16)]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  new DataView(bytes.buffer, bytes.byteOffset).setFloat64(0, value, true);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.concat([u16(value.length), Buffer.from(value, 'latin1')]);
}
