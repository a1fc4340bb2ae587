/**
 * The parts of the video unit that a program without a picture needs: the signed multiplier (211B,
 * 211C to 2134 to 2136), the latched counters (2137, 213C, 213D) and the status bytes. There is no
 * video memory: writes are counted and dropped, reads are counted and return 0.
 */
import { multiplySigned16x8 } from '../../../core/int/index.js';

export interface VideoPorts {
  /** 211B as a word, 211C, and the byte that the two share. */
  factor: number;
  multiplier: number;
  shared: number;
  /** Latched dot (0 to 340) and line. */
  dot: number;
  line: number;
  latched: boolean;
  /** Whether the next read of 213C or 213D returns bit 8. */
  dotHigh: boolean;
  lineHigh: boolean;
  /** The last byte from the second video chip: bits outside a register keep it. */
  lastByte: number;
}

export function createVideoPorts(): VideoPorts {
  return {
    factor: 0,
    multiplier: 0,
    shared: 0,
    dot: 0,
    line: 0,
    latched: false,
    dotHigh: false,
    lineHigh: false,
    lastByte: 0,
  };
}

/** 211B: a word in two writes, low byte first. */
export function writeFactor(ports: VideoPorts, value: number): void {
  ports.factor = (value << 8) | ports.shared;
  ports.shared = value;
}

/** 211C: its last byte is the multiplier. */
export function writeMultiplier(ports: VideoPorts, value: number): void {
  ports.multiplier = value;
  ports.shared = value;
}

/** 2134, 2135, 2136. @param byte 0 to 2 */
export function productByte(ports: VideoPorts, byte: number): number {
  return (multiplySigned16x8(ports.factor, ports.multiplier) >>> (8 * byte)) & 0xff;
}

/** 2137: latches the counters. */
export function latchCounters(ports: VideoPorts, dot: number, line: number): void {
  ports.dot = dot;
  ports.line = line;
  ports.latched = true;
}

/** 213C: low byte, then bit 8. */
export function readDot(ports: VideoPorts): number {
  ports.lastByte = ports.dotHigh ? (ports.lastByte & 0xfe) | (ports.dot >>> 8) : ports.dot & 0xff;
  ports.dotHigh = !ports.dotHigh;
  return ports.lastByte;
}

/** 213D: low byte, then bit 8. */
export function readLine(ports: VideoPorts): number {
  ports.lastByte = ports.lineHigh ? (ports.lastByte & 0xfe) | (ports.line >>> 8) : ports.line & 0xff;
  ports.lineHigh = !ports.lineHigh;
  return ports.lastByte;
}

const CHIP_VERSION = 3;

/**
 * 213F: field, latched flag, NTSC, version. The next reads of the counters begin with the low byte.
 */
export function readStatus(ports: VideoPorts, field: number, latchHeld: boolean): number {
  ports.dotHigh = false;
  ports.lineHigh = false;
  const latched = ports.latched || latchHeld;
  ports.lastByte = (ports.lastByte & 0x20) | (field << 7) | (latched ? 0x40 : 0) | CHIP_VERSION;
  if (!latchHeld) ports.latched = false;
  return ports.lastByte;
}
