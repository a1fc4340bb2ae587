/**
 * Counts frames in a trace: by the printed number if there is one, else by entries of the frame
 * interrupt; before the first entry, and without any, by the scan line's return to the top.
 */
import { hexText } from '../../base/number-text.js';
import type { CpuRow } from './instruction/row.js';

/**
 * An NMI is taken at the start of the vertical blank, which is line 225 or, with overscan, line
 * 240.
 */
const NMI_LINES: readonly (readonly [number, number])[] = [
  [225, 232],
  [240, 247],
];

export interface FrameClock {
  /** Frame of the last row; from 0, or as printed. */
  frame(): number;
  row(row: CpuRow): void;
  /** Takes an interrupt. @param isNmi undefined: the trace does not say */
  interrupt(row: CpuRow, isNmi: boolean | undefined): void;
  /** Number of frames begun. */
  count(): number;
  /** Sentence on how frames were counted. */
  how(): string;
}

function formatPc(pc: number): string {
  const text = hexText(pc, 6);
  return `${text.slice(0, 2)}:${text.slice(2)}`;
}

export function createFrameClock(): FrameClock {
  let frame = 0;
  let begun = 0;
  let printed = false;
  let lastLine = -1;
  let handler = -1;
  let handlerLine = 0;

  function begin(): void {
    frame++;
    begun++;
  }

  function row(current: CpuRow): void {
    if (current.frame >= 0) {
      if (begun === 0 || current.frame !== frame) begun++;
      printed = true;
      frame = current.frame;
      return;
    }
    if (current.v < 0) return;
    if (handler < 0 && lastLine - current.v > 100) begin();
    lastLine = current.v;
  }

  function looksLikeNmi(current: CpuRow): boolean {
    return NMI_LINES.some(([from, to]) => current.v >= from && current.v <= to);
  }

  function interrupt(current: CpuRow, isNmi: boolean | undefined): void {
    if (handler < 0 && (isNmi ?? looksLikeNmi(current))) {
      handler = current.pc;
      handlerLine = current.line;
    }
    if (!printed && current.pc === handler) begin();
  }

  function how(): string {
    if (printed) return 'as the trace numbers them';
    if (handler >= 0) {
      return `counted at the frame interrupt's entry ${formatPc(handler)}, first taken in line ${handlerLine}; before it by the scan line`;
    }
    return lastLine < 0
      ? 'not found: the trace shows neither scan lines nor an interrupt'
      : 'counted where the scan line goes back to the top; no frame interrupt was seen';
  }

  return { frame: () => frame, row, interrupt, count: () => begun, how };
}
