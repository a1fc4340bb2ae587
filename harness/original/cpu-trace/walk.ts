/**
 * Walks through a trace instruction by instruction, with memory, interrupts, frames and missing
 * rows.
 */
import { createAccesses } from './access.js';
import type { AccessCounts } from './access-state.js';
import { LINE_IRQ, LINE_NMI, LINE_ROW, type LineKind } from './dialects/dialect.js';
import { FLOW_AGAIN, FLOW_GAP, FLOW_INTERRUPT, flowOf, stackAfter } from './flow.js';
import { createFrameClock, type FrameClock } from './frames.js';
import { type CpuRow, createRow } from './instruction/row.js';
import { createKnownMemory, type KnownMemory, knowRom, type Mapping } from './memory.js';

const RTI = 0x40;
/** Maximum depth of nested interrupts; more mean missing rows. */
const MAX_DEPTH = 32;

export interface WalkListener {
  /** A row before it executes. */
  row(row: CpuRow): void;
  read(address: number, value: number, derived?: boolean): void;
  write(address: number, value: number): void;
  /** Rows are missing before this row. */
  gap(row: CpuRow): void;
  /** Memory changed by DMA. */
  dma(): void;
}

export interface Walk {
  readonly memory: KnownMemory;
  readonly frames: FrameClock;
  readonly counts: AccessCounts;
  /** Interrupts that are being served. */
  depth(): number;
  gaps(): number;
  /** Line of the first row that does not follow from the one before it, or 0. */
  firstGap(): number;
  interrupts(): number;
  take(row: CpuRow, kind: LineKind): void;
  /** Applies what the last row shows without a successor. */
  finish(): void;
}

function copyRow(to: CpuRow, from: CpuRow): void {
  to.line = from.line;
  to.pc = from.pc;
  to.opcode = from.opcode;
  to.operand = from.operand;
  to.a = from.a;
  to.x = from.x;
  to.y = from.y;
  to.s = from.s;
  to.d = from.d;
  to.db = from.db;
  to.p = from.p;
  to.e = from.e;
  to.shownAddress = from.shownAddress;
  to.shownValue = from.shownValue;
  to.shownWidth = from.shownWidth;
  to.v = from.v;
  to.frame = from.frame;
}

/**
 * Creates a walk through a trace.
 * @param rom the image that ran, without copier header; its bytes are known
 */
export function createWalk(mapping: Mapping, listener: WalkListener, rom?: Uint8Array): Walk {
  const memory = createKnownMemory();
  if (rom !== undefined) knowRom(memory, rom, mapping);
  const frames = createFrameClock();
  const accesses = createAccesses({ memory, mapping, sink: listener, onDma: listener.dma });
  const previous = createRow();
  let hasPrevious = false;
  let gaps = 0;
  let firstGap = 0;
  let interrupts = 0;
  let message: LineKind = LINE_ROW;
  /** S before each open interrupt. */
  const served: number[] = [];

  /** Follows a row. False: it is the previous row, printed again. */
  function follow(row: CpuRow): boolean {
    const flow = flowOf(previous, row);
    if (flow === FLOW_AGAIN) return false;
    if (flow === FLOW_GAP) {
      accesses.apply(previous, undefined);
      memory.forget();
      served.length = 0;
      if (gaps === 0) firstGap = row.line;
      gaps++;
      listener.gap(row);
      return true;
    }
    accesses.apply(previous, row);
    if (flow === FLOW_INTERRUPT) {
      interrupts++;
      const before = stackAfter(previous);
      if (served.length === MAX_DEPTH) served.length = 0;
      served.push(before < 0 ? (row.s + 4) & 0xffff : before);
      frames.interrupt(row, message === LINE_NMI ? true : message === LINE_IRQ ? false : undefined);
    } else if (previous.opcode === RTI && served.length > 0 && row.s >= (served[served.length - 1] as number)) {
      served.pop();
    }
    return true;
  }

  function take(row: CpuRow, kind: LineKind): void {
    if (kind !== LINE_ROW) {
      message = kind;
      return;
    }
    if (hasPrevious && !follow(row)) return;
    message = LINE_ROW;
    frames.row(row);
    listener.row(row);
    copyRow(previous, row);
    hasPrevious = true;
  }

  return {
    memory,
    frames,
    counts: accesses.counts,
    depth: () => served.length,
    gaps: () => gaps,
    firstGap: () => firstGap,
    interrupts: () => interrupts,
    take,
    finish() {
      if (hasPrevious) accesses.apply(previous, undefined);
      hasPrevious = false;
    },
  };
}
