/** Conditional branches of a routine, met or not, found by following its code. */
import { fileOffsetOf } from '../../../rom-map/cartridge/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import type { ImageUnderTest } from '../proof/image-profile.js';
import { createCallEffects } from './call-effects.js';
import { type CallEffectOf, type Flow, followFlow } from './flow.js';
import { entryState, type FlowState } from './flow-state.js';
import { type ImageCode, targetOf } from './image-code.js';

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

/** Addresses of the conditional branches that a routine's code leads to, its calls included. */
function branchesFrom(code: ImageCode, start: number, state: FlowState): number[] {
  const effects: CallEffectOf = createCallEffects(code);
  const seen = new Set<number>([start]);
  const waiting: (readonly [number, FlowState])[] = [[start, state]];
  const found = new Set<number>();
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
  }
  return [...found];
}

/** Offsets in the image, ascending. */
export function branchesAhead(image: ImageUnderTest, plan: RoutinePlan): readonly number[] {
  const { mapping, entryState: entry } = image.profile;
  const state = entryState({ m: 1, x: 0, direct: entry.direct, dataBank: entry.dataBank });
  return branchesFrom(codeOfPlan(image, plan), plan.entry, state)
    .map((address) => fileOffsetOf(mapping, address, image.image.length))
    .filter((offset) => offset >= 0)
    .sort((a, b) => a - b);
}
