/** `lockstep holes`: the evidence of a trace about unpublished stretches and switches. */
import { isWorkRam } from '../../../rom-map/index.js';
import { type Call, type CallFinder, createCallFinder } from './calls.js';
import type { CpuRow } from './instruction/instruction.js';
import { canonical, type Mapping } from './memory.js';
import type { Profile } from './profile.js';
import { readCpuTrace, type TraceFacts } from './reader.js';
import {
  countPlace,
  createReport,
  noteChange,
  type Stretch,
  type StretchReport,
  stretchesOf,
  type UnpublishedPlaces,
} from './stretches.js';
import { createSwitchObserver, type SwitchEvidence, type SwitchObserver } from './switch-evidence.js';
import { createWalk, type Walk, type WalkListener } from './walk.js';

// The order of mirrored routines and unpublished stretches within a frame.

/** Maximum number of distinct orders; further ones are counted together. */
const MAX_ORDERS = 500;
const MAX_NAMES = 400;

export interface FrameOrder {
  /** Names in order; repetitions of a name are merged. */
  readonly names: readonly string[];
  frames: number;
  readonly firstFrame: number;
}

interface OrderCollector {
  /** A routine or stretch begins in this frame. */
  begin(name: string, frame: number): void;
  finish(): void;
  /** The orders, the most frequent first. */
  orders(): readonly FrameOrder[];
  /** Frames whose order was not kept. */
  others(): number;
}

function createOrderCollector(): OrderCollector {
  const found = new Map<string, FrameOrder>();
  let others = 0;
  let current = Number.NaN;
  let names: string[] = [];

  function end(): void {
    if (names.length === 0) return;
    const key = names.join(' ');
    const known = found.get(key);
    if (known !== undefined) known.frames++;
    else if (found.size < MAX_ORDERS) found.set(key, { names, frames: 1, firstFrame: current });
    else others++;
    names = [];
  }

  return {
    begin(name, frame) {
      if (frame !== current) {
        end();
        current = frame;
      }
      if (names.length < MAX_NAMES && names[names.length - 1] !== name) names.push(name);
    },
    finish: end,
    orders: () => [...found.values()].sort((a, b) => b.frames - a.frames || a.firstFrame - b.firstFrame),
    others: () => others,
  };
}

// The evidence of a trace about each unpublished stretch: its entries, calls, changes and ends.

/** Number of rows after which a pass is abandoned. */
const MAX_ROWS = 500_000;
const MAX_CELLS = 4096;

const JSR = 0x20;
const JSL = 0x22;
const JSR_INDIRECT = 0xfc;

interface PassFinder {
  /** Takes an instruction before it executes. */
  row(row: CpuRow, depth: number, frame: number): void;
  /** Called before the memory takes the value. */
  write(address: number): void;
  /** Rows are missing: no open pass can be followed. */
  gap(): void;
  reports(): readonly StretchReport[];
}

/** An open pass through a stretch. */
interface OpenPass {
  readonly report: StretchReport;
  readonly depth: number;
  readonly stack: number;
  rows: number;
  /** Address -> value before the first write; -1 unknown. */
  readonly before: Map<number, number>;
}

interface FinderState {
  readonly mapping: Mapping;
  readonly known: (address: number) => number;
  readonly reports: readonly StretchReport[];
  /** Lowest and highest address of all stretches. */
  readonly lowest: number;
  readonly highest: number;
  readonly open: Set<OpenPass>;
  depth: number;
  /** Address of the last row, or -1. */
  last: number;
  lastIsCall: boolean;
}

function isInside({ from, to }: Stretch, pc: number): boolean {
  return pc >= from && pc <= (to ?? from);
}

function leave({ open, known }: FinderState, pass: OpenPass, pc: number): void {
  open.delete(pass);
  for (const [address, before] of pass.before) noteChange(pass.report, address, before, known(address));
  countPlace(pass.report.exits, pc);
}

function follow(state: FinderState, pass: OpenPass, row: CpuRow, pc: number): void {
  pass.rows++;
  if (pass.rows > MAX_ROWS || pass.depth > state.depth) {
    state.open.delete(pass);
    pass.report.unfinished++;
    return;
  }
  if (pass.depth < state.depth) return;
  const { stretch, calls } = pass.report;
  const isOver = row.s > pass.stack || (stretch.to !== undefined && row.s === pass.stack && !isInside(stretch, pc));
  if (isOver) leave(state, pass, pc);
  else if (state.lastIsCall && isInside(stretch, state.last)) countPlace(calls, pc);
}

function enter({ open, depth, last }: FinderState, report: StretchReport, row: CpuRow, frame: number): void {
  for (const pass of open) if (pass.report === report && pass.depth === depth) return;
  if (report.passes === 0) {
    report.firstLine = row.line;
    report.firstFrame = frame;
  }
  report.passes++;
  countPlace(report.entries, last);
  open.add({ report, depth, stack: row.s, rows: 0, before: new Map() });
}

function takePassRow(state: FinderState, row: CpuRow, depth: number, frame: number): void {
  state.depth = depth;
  const pc = canonical(row.pc, state.mapping);
  for (const pass of state.open) follow(state, pass, row, pc);
  if (pc >= state.lowest && pc <= state.highest) {
    for (const report of state.reports) if (isInside(report.stretch, pc)) enter(state, report, row, frame);
  }
  state.last = pc;
  state.lastIsCall = row.opcode === JSR || row.opcode === JSL || row.opcode === JSR_INDIRECT;
}

function takeWrite({ open, depth, known }: FinderState, address: number): void {
  if (!isWorkRam(address)) return;
  for (const pass of open) {
    if (pass.depth !== depth || pass.before.has(address) || pass.before.size >= MAX_CELLS) continue;
    pass.before.set(address, known(address));
  }
}

function takeGap(state: FinderState): void {
  for (const pass of state.open) pass.report.unfinished++;
  state.open.clear();
  state.last = -1;
  state.lastIsCall = false;
}

/** @param known the value of a byte of memory, or -1 while it is not known */
function createPassFinder(
  stretches: readonly Stretch[],
  mapping: Mapping,
  known: (address: number) => number,
): PassFinder {
  const state: FinderState = {
    mapping,
    known,
    reports: stretches.map(createReport),
    lowest: Math.min(...stretches.map((stretch) => stretch.from)),
    highest: Math.max(...stretches.map((stretch) => stretch.to ?? stretch.from)),
    open: new Set(),
    depth: 0,
    last: -1,
    lastIsCall: false,
  };
  return {
    row: (row, depth, frame) => takePassRow(state, row, depth, frame),
    write: (address) => takeWrite(state, address),
    gap: () => takeGap(state),
    reports: () => state.reports,
  };
}

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
