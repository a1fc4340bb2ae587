/**
 * What called routines do to the widths: each is followed once per state that it is called with.
 */
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { type CallEffect, type CallEffectOf, doubtedWidths, type Flow, followFlow } from './flow.js';
import type { FlowState } from './flow-state.js';
import type { ImageCode } from './image-code.js';

/** Longer routines are not followed to their end. */
const MAX_INSTRUCTIONS = 4000;
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
    const limits = { instructions: MAX_INSTRUCTIONS, end: NO_END, allJumps: true };
    const flow = followFlow(code, target, { ...state, low: -1, high: -1, stack: [] }, limits, effectOf);
    active.delete(target);
    used += flow.steps.size;
    const effect = effectOfFlow(flow, target, state);
    known.set(key, effect);
    return effect;
  };
  return effectOf;
}
