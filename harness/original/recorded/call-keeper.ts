/**
 * Keeps the states at the calls of an image's routines while the image is played: registers and the
 * declared windows of work RAM.
 */
import { A, type Cpu, D, DB, FLAG_M, FLAG_X, P, X, Y } from '../../../core/cpu/index.js';
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import { offsetOf, WORK_RAM } from '../../../rom-map/index.js';
import type { CodeWatch } from '../console/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import { entryRegistersOf } from '../proof/entry-registers.js';
import type { ImageUnderTest } from '../proof/image-profile.js';
import { windowsOf } from '../proof/played-frames.js';
import type { RecordedStates } from '../proof/recorded-states.js';
import type { ProofState } from '../proof/state.js';

/** States of one routine; where there are more calls, they are spread evenly over them. */
const MAX_STATES = 128;
/** Register of the first pad's low byte. */
const PAD = 0x4218;

/** Calls of one entry. */
interface KeptCalls {
  calls: number;
  /** Calls from one kept state to the next. */
  stride: number;
  states: ProofState[];
}

export interface CallKeeper extends Omit<RecordedStates, 'logs'> {
  /** For the console that plays. */
  readonly watch: CodeWatch;
  /** The console's memory and pad until the next call of this function. */
  follow(workRam: Uint8Array, pad: number): void;
  /** Calls with other register widths than the published cases have; not kept. */
  otherWidths(): number;
}

function halve(kept: KeptCalls): void {
  kept.states = kept.states.filter((_, index) => (index & 1) === 0);
  kept.stride *= 2;
}

/** @param plans routines whose calls are kept */
export function createCallKeeper({ image, profile }: ImageUnderTest, plans: readonly RoutinePlan[]): CallKeeper {
  const isMarked = new Uint8Array(image.length);
  const byOffset = new Map<number, KeptCalls>();
  const placeOf = ({ entry }: RoutinePlan): number => fileOffsetOf(profile.mapping, entry, image.length);
  for (const plan of plans) {
    const offset = placeOf(plan);
    if (offset < 0) continue;
    isMarked[offset] = 1;
    byOffset.set(offset, { calls: 0, stride: 1, states: [] });
  }
  let workRam: Uint8Array = new Uint8Array(0);
  let pad = 0;
  let otherWidths = 0;
  const stateNow = (cpu: Cpu): ProofState => {
    const memory = windowsOf(workRam, !profile.isGame);
    memory[offsetOf(PAD)] = pad & 0xff;
    memory[offsetOf(PAD + 1)] = pad >>> 8;
    const registers = { A: cpu[A], X: cpu[X], Y: cpu[Y], P: cpu[P], D: cpu[D], DB: cpu[DB] };
    const tables = new Map<number, number>();
    for (const [cell, table] of profile.tableCells) tables.set(table, workRam[cell - WORK_RAM] as number);
    return { registers: entryRegistersOf(profile, registers), memory, tables, draws: undefined };
  };
  const reached = (offset: number, cpu: Cpu): void => {
    const kept = byOffset.get(offset);
    if (kept === undefined) return;
    if ((cpu[P] & (FLAG_M | FLAG_X)) !== FLAG_M) {
      otherWidths++;
      return;
    }
    if (kept.calls++ % kept.stride !== 0) return;
    kept.states.push(stateNow(cpu));
    if (kept.states.length > MAX_STATES) halve(kept);
  };
  return {
    watch: { isMarked, reached },
    follow(memory, word) {
      workRam = memory;
      pad = word;
    },
    statesOf: (plan) => byOffset.get(placeOf(plan))?.states ?? [],
    calls: () => [...byOffset.values()].reduce((sum, { calls }) => sum + calls, 0),
    otherWidths: () => otherWidths,
  };
}
