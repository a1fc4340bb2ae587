/**
 * Patches put together byte by byte from the published descriptions of the three forms, for tests of the readers. CRC-32 is node's own.
 */
import { crc32 } from 'node:zlib';

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** Seven bits a byte, bit 7 on the last one; every further byte stands for one more than its bits say. */
export function number(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128) - 1) {
    if (left < 128) return [...bytes, 0x80 | left];
    bytes.push(left % 128);
  }
}

export function word32(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff];
}

/** Checksums of source and result, then that of everything before it. */
export function sealPatch(body: readonly number[], source: Uint8Array, result: Uint8Array): Uint8Array {
  const bytes = [...body, ...word32(crcOf(source)), ...word32(crcOf(result))];
  return Uint8Array.from([...bytes, ...word32(crcOf(Uint8Array.from(bytes)))]);
}

function crcOf(bytes: Uint8Array): number {
  return (crc32 as ((data: Uint8Array) => number) | undefined)?.(bytes) ?? slowCrc(bytes);
}

/** Bit by bit, for a Node without one. */
function slowCrc(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb8_8320 : 0);
  }
  return ~value >>> 0;
}

/** One record for each byte that differs or is new, a length when the result is shorter. */
export function makeIps(source: Uint8Array, result: Uint8Array): Uint8Array {
  const records: number[] = [];
  for (let at = 0; at < result.length; at++) {
    if (at < source.length && source[at] === result[at]) continue;
    records.push(at >> 16, (at >> 8) & 0xff, at & 0xff, 0, 1, result[at] ?? 0);
  }
  const cut = result.length < source.length ? [0, result.length >> 8, result.length & 0xff] : [];
  return Uint8Array.from([...ascii('PATCH'), ...records, ...ascii('EOF'), ...cut]);
}

export function makeUps(source: Uint8Array, result: Uint8Array): Uint8Array {
  const body = [...ascii('UPS1'), ...number(source.length), ...number(result.length)];
  let last = 0;
  for (let at = 0; at < Math.max(source.length, result.length); at++) {
    if ((source[at] ?? 0) === (result[at] ?? 0)) continue;
    body.push(...number(at - last));
    for (; (source[at] ?? 0) !== (result[at] ?? 0); at++) body.push((source[at] ?? 0) ^ (result[at] ?? 0));
    body.push(0);
    last = at + 1;
  }
  return sealPatch(body, source, result);
}

export type BpsAction = readonly [kind: 0 | 1 | 2 | 3, length: number, ...rest: readonly number[]];

/** @param actions kind, length, then the bytes of kind 1 or the signed distance of kinds 2 and 3 */
export function makeBps(source: Uint8Array, result: Uint8Array, actions: readonly BpsAction[], notes = ''): Uint8Array {
  const body = [
    ...ascii('BPS1'),
    ...number(source.length),
    ...number(result.length),
    ...number(notes.length),
    ...ascii(notes),
  ];
  for (const [kind, length, ...rest] of actions) {
    body.push(...number((length - 1) * 4 + kind));
    const [distance = 0] = rest;
    if (kind === 1) body.push(...rest);
    else if (kind !== 0) body.push(...number(Math.abs(distance) * 2 + (distance < 0 ? 1 : 0)));
  }
  return sealPatch(body, source, result);
}
