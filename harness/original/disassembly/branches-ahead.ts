/** What a routine's code leads to, met or not, found by following it: branches and calls. */
import { FLAG_M, FLAG_X } from '../../../core/cpu/index.js';
import { fileOffsetOf, formatBus } from '../../../rom-map/cartridge/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ImageUnderTest } from '../proof/choose-image.js';
import type { CodeAhead } from '../proof/prove-routine.js';
import { type CallEffect, type CallEffectOf, doubtedWidths, type Flow, followFlow } from './flow.js';
import { entryState, type FlowState, type ImageCode, targetOf } from './flow-state.js';

// What called routines do to the widths: each is followed once per state that it is called with.

/** Longer routines are not followed to their end. */
const MAX_CALLED_INSTRUCTIONS = 4000;
const DEEPEST = 24;
/** Instructions that all calls of a listing may take together. */
const BUDGET = 200_000;
const NO_END = 0xff_ffff;

/** Ways out that say nothing about the widths of the caller. */
const HARMLESS = new Set(['return', 'stopped']);

function keyOf(target: number, state: FlowState): string {
  return `${target} ${state.m} ${state.x} ${state.e} ${state.carry} ${state.direct} ${state.dataBank}`;
}

function effectOfFlow(flow: Flow, target: number, state: FlowState): CallEffect {
  const name = formatBus(target);
  const open = flow.ends.find((end) => !HARMLESS.has(end.kind));
  if (flow.exit === undefined) {
    return {
      state: { ...state, ...doubtedWidths(state), direct: -1, dataBank: -1 },
      doubt: `no return of ${name} was found: the widths behind the call are not known`,
    };
  }
  if (open === undefined) return { state: flow.exit, doubt: '' };
  return {
    state: { ...flow.exit, ...doubtedWidths(flow.exit) },
    doubt: `${name} cannot be followed at ${formatBus(open.at)}: the widths behind the call are not known`,
  };
}

/**
 * Effects of calls in an image, remembered. A routine that calls itself is taken to keep the widths
 * there.
 */
export function createCallEffects(code: ImageCode): CallEffectOf {
  const known = new Map<string, CallEffect>();
  const active = new Set<number>();
  let used = 0;
  const effectOf: CallEffectOf = (target, state) => {
    const key = keyOf(target, state);
    const before = known.get(key);
    if (before !== undefined) return before;
    if (active.has(target)) return { state, doubt: '' };
    if (active.size >= DEEPEST || used >= BUDGET) {
      const doubt = `${formatBus(target)} lies too deep to be followed: the widths behind the call are not known`;
      return { state: { ...state, ...doubtedWidths(state), direct: -1, dataBank: -1 }, doubt };
    }
    active.add(target);
    const limits = { instructions: MAX_CALLED_INSTRUCTIONS, end: NO_END, allJumps: true };
    const flow = followFlow(code, target, { ...state, low: -1, high: -1, stack: [] }, limits, effectOf);
    active.delete(target);
    used += flow.steps.size;
    const effect = effectOfFlow(flow, target, state);
    known.set(key, effect);
    return effect;
  };
  return effectOf;
}

const CONDITIONAL = new Set(['BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ']);
const CALLS = new Set(['JSR', 'JSL']);
/** More belongs to no routine of the battle. */
const MAX_INSTRUCTIONS = 4000;
const MAX_ROUTINES = 64;
const LIMITS = { instructions: MAX_INSTRUCTIONS, end: 0xff_ffff, allJumps: true };

const STP = 0xdb;

/**
 * The image's code with an end put where a plan's calls end, and where vectors leave out a call.
 */
function codeOfPlan({ image, profile }: ImageUnderTest, plan: RoutinePlan): ImageCode {
  const { mapping } = profile;
  const bytes = image.slice();
  const left = plan.leftOut.filter((stretch) => stretch.to === undefined).map((stretch) => stretch.from);
  for (const address of [...plan.stops.keys(), ...left]) {
    const offset = fileOffsetOf(mapping, address, image.length);
    if (offset >= 0 && address !== plan.entry) bytes[offset] = STP;
  }
  return { image: bytes, mapping };
}

function branchesOf(flow: Flow, calls: (target: number, state: FlowState) => void): number[] {
  const found: number[] = [];
  for (const [address, { instruction, state }] of flow.steps) {
    if (CONDITIONAL.has(instruction.name)) found.push(address);
    const target = CALLS.has(instruction.name) ? targetOf(instruction) : undefined;
    if (target !== undefined) calls(target, state);
  }
  return found;
}

/** Addresses of the branches and instructions that a routine's code leads to, calls included. */
function followFrom(code: ImageCode, start: number, state: FlowState) {
  const effects: CallEffectOf = createCallEffects(code);
  const seen = new Set<number>([start]);
  const waiting: (readonly [number, FlowState])[] = [[start, state]];
  const found = new Set<number>();
  const reached = new Set<number>();
  for (let count = 0; count < MAX_ROUTINES; count++) {
    const next = waiting.shift();
    if (next === undefined) break;
    const flow = followFlow(code, next[0], next[1], LIMITS, effects);
    const branches = branchesOf(flow, (target, at) => {
      if (seen.has(target)) return;
      seen.add(target);
      waiting.push([target, { ...at, low: -1, high: -1, stack: [] }]);
    });
    for (const branch of branches) found.add(branch);
    for (const address of flow.steps.keys()) reached.add(address);
  }
  return { branches: [...found], reached: new Set([...seen, ...reached]) };
}

export function codeAhead(image: ImageUnderTest, plan: RoutinePlan): CodeAhead {
  const { mapping, entryState: entry } = image.profile;
  const { widths = FLAG_M } = plan;
  const [m, x] = [(widths & FLAG_M) === 0 ? 0 : 1, (widths & FLAG_X) === 0 ? 0 : 1] as const;
  const state = entryState({ m, x, direct: entry.direct, dataBank: entry.dataBank });
  const ahead = followFrom(codeOfPlan(image, plan), plan.entry, state);
  const offsets = (addresses: readonly number[]): readonly number[] =>
    addresses
      .map((address) => fileOffsetOf(mapping, address, image.image.length))
      .filter((offset) => offset >= 0)
      .sort((a, b) => a - b);
  const entries = new Set(image.profile.plans.map((one) => one.entry));
  entries.delete(plan.entry);
  const calls = [...entries].filter((address) => ahead.reached.has(address));
  return { branches: offsets(ahead.branches), calls: offsets(calls) };
}
