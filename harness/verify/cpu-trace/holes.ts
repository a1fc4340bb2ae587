/** `lockstep holes`: what a trace shows about the stretches that no listing prints. */

import { createOrderCollector, type FrameOrder } from './call-order.js';
import { type Call, createCallFinder } from './calls.js';
import type { CpuRow } from './instruction/row.js';
import { canonical } from './memory.js';
import { createPassFinder, type StretchReport } from './passes.js';
import type { Profile } from './profile.js';
import { type CpuTraceSummary, readCpuTrace } from './reader.js';
import { type Stretch, stretchesOf, type UnpublishedPlaces } from './stretches.js';
import { createSwitchObserver, type SwitchEvidence } from './switch-evidence.js';
import { createWalk } from './walk.js';

export interface HolesResult {
  readonly summary: CpuTraceSummary;
  readonly profile: Profile;
  readonly frames: number;
  readonly framesHow: string;
  readonly interrupts: number;
  readonly gaps: number;
  /** Line of the first row that does not follow from the one before it, or 0. */
  readonly firstGap: number;
  /** Stretches of the table that are places in this ROM; none for a ROM that is not the game. */
  readonly stretches: number;
  /** Those that were passed. */
  readonly passed: readonly StretchReport[];
  readonly orders: readonly FrameOrder[];
  readonly otherOrders: number;
  readonly switches: readonly SwitchEvidence[];
}

/** Entries of mirrored routines by address; one name for each routine. */
function entryNames(profile: Profile): Map<number, string> {
  return new Map(profile.plans.map((plan) => [plan.entry, plan.routine]));
}

/**
 * @param rom the image that ran, without copier header
 * @throws LockstepError for a file that cannot be read as a trace
 */
export async function holesOfTrace(
  file: string,
  profile: Profile,
  table: readonly UnpublishedPlaces[],
  signal?: AbortSignal,
  rom?: Uint8Array,
): Promise<HolesResult> {
  const stretches: Stretch[] = profile.isGame ? stretchesOf(table, profile.mapping) : [];
  const names = entryNames(profile);
  const places = new Map<number, string>(stretches.map((stretch) => [stretch.from, `[${stretch.text}]`]));
  const orders = createOrderCollector();
  const known = (address: number): number => walk.memory.get(address);
  const passes = createPassFinder(stretches, profile.mapping, known);
  const switches = createSwitchObserver(known);
  const finder = createCallFinder(profile, (call: Call) => {
    if (call.state === 'whole') switches.call(call, walk.frames.frame());
  });

  function row(current: CpuRow): void {
    const frame = walk.frames.frame();
    switches.row(frame);
    const pc = canonical(current.pc, profile.mapping);
    const name = names.get(pc);
    if (name !== undefined) {
      orders.begin(name, frame);
      switches.enter(name, current.x, frame);
    }
    const place = places.get(pc);
    if (place !== undefined) orders.begin(place, frame);
    passes.row(current, walk.depth(), frame);
    finder.row(current, walk.depth(), frame);
  }

  const walk = createWalk(
    profile.mapping,
    {
      row,
      read: finder.read,
      write(address, value) {
        passes.write(address);
        switches.write(address, value);
        finder.write(address, value);
      },
      gap() {
        passes.gap();
        finder.cut();
      },
      dma: finder.disturb,
    },
    rom,
  );
  const summary = await readCpuTrace(file, walk.take, signal);
  walk.finish();
  switches.finish();
  orders.finish();
  passes.gap();
  return {
    summary,
    profile,
    frames: walk.frames.count(),
    framesHow: walk.frames.how(),
    interrupts: walk.interrupts(),
    gaps: walk.gaps(),
    firstGap: walk.firstGap(),
    stretches: stretches.length,
    passed: passes.reports().filter((report) => report.passes > 0),
    orders: orders.orders(),
    otherOrders: orders.others(),
    switches: switches.evidence(),
  };
}

/** Passes of stretches and agreements of switches: 0 means that the trace shows nothing. */
export function evidenceCount(result: HolesResult): number {
  const settled = result.switches.reduce((sum, one) => sum + one.seen.size, 0);
  return result.passed.length + settled;
}
