/** `lockstep holes`: the evidence of a trace about unpublished stretches and switches. */

import type { Call } from './call.js';
import { createOrderCollector, type FrameOrder, type OrderCollector } from './call-order.js';
import { type CallFinder, createCallFinder } from './calls.js';
import type { CpuRow } from './instruction/row.js';
import { canonical } from './memory.js';
import { createPassFinder, type PassFinder } from './passes.js';
import type { Profile } from './profile.js';
import { readCpuTrace } from './reader.js';
import type { StretchReport } from './stretch-report.js';
import { type Stretch, stretchesOf, type UnpublishedPlaces } from './stretches.js';
import { createSwitchObserver, type SwitchEvidence, type SwitchObserver } from './switch-evidence.js';
import type { TraceFacts } from './trace-facts.js';
import { createWalk, type Walk, type WalkListener } from './walk.js';

export interface HolesResult extends TraceFacts {
  /**
   * Number of unpublished stretches with an address in this ROM; 0 for a ROM that is not the game.
   */
  readonly stretches: number;
  /** The stretches that the trace passed through. */
  readonly passed: readonly StretchReport[];
  readonly orders: readonly FrameOrder[];
  readonly otherOrders: number;
  readonly switches: readonly SwitchEvidence[];
}

/** Entries of mirrored routines by address; one name for each routine. */
function entryNames(profile: Profile): Map<number, string> {
  return new Map(profile.plans.map((plan) => [plan.entry, plan.routine]));
}

/** Everything that watches the instructions of a trace. */
interface Watchers {
  readonly profile: Profile;
  readonly walk: Walk;
  readonly orders: OrderCollector;
  readonly passes: PassFinder;
  readonly switches: SwitchObserver;
  readonly finder: CallFinder;
  /** Names of mirrored routines and of stretches, by the address where they begin. */
  readonly routines: ReadonlyMap<number, string>;
  readonly stretches: ReadonlyMap<number, string>;
}

function takeRow(watchers: Watchers, row: CpuRow): void {
  const { walk, orders, switches } = watchers;
  const frame = walk.frames.frame();
  switches.row(frame);
  const pc = canonical(row.pc, watchers.profile.mapping);
  const routine = watchers.routines.get(pc);
  if (routine !== undefined) {
    orders.begin(routine, frame);
    switches.enter(routine, row.x, frame);
  }
  const stretch = watchers.stretches.get(pc);
  if (stretch !== undefined) orders.begin(stretch, frame);
  watchers.passes.row(row, walk.depth(), frame);
  watchers.finder.row(row, walk.depth(), frame);
}

function createWatchers(profile: Profile, stretches: readonly Stretch[], rom: Uint8Array | undefined): Watchers {
  const known = (address: number): number => watchers.walk.memory.get(address);
  const passes = createPassFinder(stretches, profile.mapping, known);
  const switches = createSwitchObserver(known);
  const finder = createCallFinder(profile, (call: Call) => {
    if (call.state === 'whole') switches.call(call, watchers.walk.frames.frame());
  });
  const listener: WalkListener = {
    row: (row) => takeRow(watchers, row),
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
  };
  const watchers: Watchers = {
    profile,
    walk: createWalk(profile.mapping, listener, rom),
    orders: createOrderCollector(),
    passes,
    switches,
    finder,
    routines: entryNames(profile),
    stretches: new Map(stretches.map((stretch) => [stretch.from, `[${stretch.text}]`])),
  };
  return watchers;
}

/**
 * Reads the evidence of a CPU trace about unpublished stretches and switches.
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
  const stretches = profile.isGame ? stretchesOf(table, profile.mapping) : [];
  const { walk, switches, orders, passes } = createWatchers(profile, stretches, rom);
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

/** Number of stretches and switch settings with evidence; 0: the trace shows nothing. */
export function evidenceCount(result: HolesResult): number {
  const settings = result.switches.reduce((sum, one) => sum + one.seen.size, 0);
  return result.passed.length + settings;
}
