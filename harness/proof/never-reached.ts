/** Conditional branches of a routine that no kept call came to, found by following its code. */
import { fileOffsetOf } from '../../rom-map/cartridge/index.js';
import type { RoutinePlan } from '../verify/cpu-trace/profile.js';
import { createCallEffects } from './disassembly/call-effects.js';
import { type CallEffectOf, type Flow, followFlow } from './disassembly/flow.js';
import { entryState, type FlowState } from './disassembly/flow-state.js';
import { type ImageCode, targetOf } from './disassembly/image-code.js';
import type { ProofMachine } from './proof-machine.js';

const CONDITIONAL = new Set(['BPL', 'BMI', 'BVC', 'BVS', 'BCC', 'BCS', 'BNE', 'BEQ']);
const CALLS = new Set(['JSR', 'JSL']);
/** More belongs to no routine of the battle. */
const MOST_INSTRUCTIONS = 4000;
const MOST_ROUTINES = 64;
const LIMITS = { instructions: MOST_INSTRUCTIONS, end: 0xff_ffff, allJumps: true };

const STP = 0xdb;

/**
 * The image's code with an end put where a plan's calls end, and where vectors leave out a call.
 */
function codeOfPlan({ image, original }: ProofMachine, plan: RoutinePlan): ImageCode {
  const { mapping } = image.profile;
  const bytes = image.image.slice();
  const left = plan.leftOut.filter((stretch) => stretch.to === undefined).map((stretch) => stretch.from);
  for (const address of [...plan.stops.keys(), ...left]) {
    const offset = fileOffsetOf(mapping, address, original.romBytes);
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
export function branchesAhead(code: ImageCode, start: number, state: FlowState): number[] {
  const effects: CallEffectOf = createCallEffects(code);
  const seen = new Set<number>([start]);
  const waiting: (readonly [number, FlowState])[] = [[start, state]];
  const found = new Set<number>();
  for (let count = 0; count < MOST_ROUTINES; count++) {
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

/** Offsets in the image. */
export function neverReached(machine: ProofMachine, plan: RoutinePlan): readonly number[] {
  const { image, original } = machine;
  const { direct, dataBank } = image.profile.entryState;
  return branchesAhead(codeOfPlan(machine, plan), plan.entry, entryState({ m: 1, x: 0, direct, dataBank }))
    .map((address) => fileOffsetOf(image.profile.mapping, address, original.romBytes))
    .filter((offset) => offset >= 0 && original.branches[offset] === 0)
    .sort((a, b) => a - b);
}
