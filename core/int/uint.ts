/**
 * Unsigned 8- and 16-bit numbers: wrapping, saturating and checked sums, signed views, and
 * little-endian access to bytes. Conventions C1 and C2 of the rules: a value wraps only where a
 * source says so; elsewhere it is checked or clamped.
 */
import { RuleError } from './rule-error.js';

/** (a + b) mod 256. */
export function wrapAdd8(a: number, b: number): number {
  return (a + b) & 0xff;
}

/** (a + b) mod 65536. */
export function wrapAdd16(a: number, b: number): number {
  return (a + b) & 0xffff;
}

/** (a - b) mod 256. */
export function wrapSub8(a: number, b: number): number {
  return (a - b) & 0xff;
}

/** (a - b) mod 65536. */
export function wrapSub16(a: number, b: number): number {
  return (a - b) & 0xffff;
}

/** min(a + b, 255). */
export function saturatingAdd8(a: number, b: number): number {
  return Math.min(a + b, 0xff);
}

/** min(a + b, 65535). */
export function saturatingAdd16(a: number, b: number): number {
  return Math.min(a + b, 0xffff);
}

/** max(a - b, 0). */
export function saturatingSub8(a: number, b: number): number {
  return a > b ? a - b : 0;
}

/** max(a - b, 0). */
export function saturatingSub16(a: number, b: number): number {
  return a > b ? a - b : 0;
}

function checked(value: number, largest: number, what: string): number {
  if (!Number.isInteger(value)) throw new RuleError('E_INT', `${what} is not an integer`);
  if (value < 0 || value > largest) throw new RuleError('E_WIDTH', `${what} is outside 0..${largest}`);
  return value;
}

/** a + b. @throws RuleError `E_WIDTH` above 255, `E_INT` for anything but integers */
export function checkedAdd8(a: number, b: number): number {
  return checked(a + b, 0xff, `${a} + ${b}`);
}

/** a + b. @throws RuleError `E_WIDTH` above 65535, `E_INT` for anything but integers */
export function checkedAdd16(a: number, b: number): number {
  return checked(a + b, 0xffff, `${a} + ${b}`);
}

/** a - b. @throws RuleError `E_WIDTH` below 0, `E_INT` for anything but integers */
export function checkedSub8(a: number, b: number): number {
  return checked(a - b, 0xff, `${a} - ${b}`);
}

/** a - b. @throws RuleError `E_WIDTH` below 0, `E_INT` for anything but integers */
export function checkedSub16(a: number, b: number): number {
  return checked(a - b, 0xffff, `${a} - ${b}`);
}

/** The byte as two's complement, -128..127. */
export function asInt8(value: number): number {
  return (value << 24) >> 24;
}

/** The word as two's complement, -32768..32767. */
export function asInt16(value: number): number {
  return (value << 16) >> 16;
}

/** floor(a / b) of non-negative integers below 2^31. @param b not 0 */
export function floorDivide(a: number, b: number): number {
  return (a / b) | 0;
}

export function read8(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}

export function write8(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
}

export function read16(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}

export function write16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
}

/** 0..4294967295. */
export function read32(bytes: Uint8Array, at: number): number {
  return (read16(bytes, at) | (read16(bytes, at + 2) << 16)) >>> 0;
}

/**
 * Unsigned value of neighbouring bytes, little-endian; bytes behind the end count as 0.
 * @param width bytes, 0 to 6
 */
export function readUnsigned(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (bytes[at + byte] ?? 0);
  return value;
}

/** Adds 1 to a word, modulo 65536. */
export function countUp16(bytes: Uint8Array, at: number): void {
  const low = (bytes[at] as number) + 1;
  bytes[at] = low;
  if (low > 0xff) bytes[at + 1] = (bytes[at + 1] as number) + 1;
}

/** Takes 1 from a word, modulo 65536. */
export function countDown16(bytes: Uint8Array, at: number): void {
  const low = (bytes[at] as number) - 1;
  bytes[at] = low;
  if (low < 0) bytes[at + 1] = (bytes[at + 1] as number) - 1;
}

/** Adds 1 to four bytes, modulo 2^32. */
export function countUp32(bytes: Uint8Array, at: number): void {
  countUp16(bytes, at);
  if (read16(bytes, at) === 0) countUp16(bytes, at + 2);
}

export function write32(bytes: Uint8Array, at: number, value: number): void {
  write16(bytes, at, value);
  write16(bytes, at + 2, value >>> 16);
}
