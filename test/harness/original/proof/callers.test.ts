/**
 * What a caller reads of a routine's registers and flags is a declared result: the code of our test ROMs behind each
 * call, followed to the first use of what the routine has changed.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadProfile, type RoutinePlan } from '../../../../harness/original/cpu-trace/profile.js';
import { createCallEffects } from '../../../../harness/original/disassembly/branches-ahead.js';
import { type Flow, followFlow } from '../../../../harness/original/disassembly/flow.js';
import {
  addressAfter,
  entryState,
  type FlowState,
  type Instruction,
  targetOf,
} from '../../../../harness/original/disassembly/flow-state.js';

type Part = 'A' | 'X' | 'Y' | 'C' | 'Z' | 'N' | 'V';
const PARTS: readonly Part[] = ['A', 'X', 'Y', 'C', 'Z', 'N', 'V'];

/** Read by a caller and not compared at the exit, with the reason. */
const NOT_DECLARED: Readonly<Record<string, string>> = {
  'C1:8E51 enemy-turn-to-action X': 'compared in sequences, whose adapter gives X at entry back',
  'C1:E127 facing-check-all Y': 'the species of the block in X, which the comparison of cells holds',
  'C1:E1A9 next-enemy-present N': 'bit 7 of A, which is compared',
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const READS: Readonly<Record<'A' | 'X' | 'Y' | 'C', ReadonlySet<string>>> = {
  A: words('STA ADC SBC AND ORA EOR CMP BIT TAX TAY XBA TCD TCS TSB TRB'),
  X: words('STX CPX TXA TXY INX DEX TXS'),
  Y: words('STY CPY TYA TYX INY DEY'),
  C: words('ADC SBC ROL ROR'),
};
const WRITES: Readonly<Record<'A' | 'X' | 'Y' | 'C' | 'Z', ReadonlySet<string>>> = {
  A: words('LDA TXA TYA PLA TSC TDC ADC SBC AND ORA EOR XBA'),
  X: words('LDX TAX TYX PLX INX DEX TSX'),
  Y: words('LDY TAY TXY PLY INY DEY'),
  C: words('ADC SBC CMP CPX CPY ASL LSR ROL ROR CLC SEC'),
  Z: words(
    'LDA LDX LDY ADC SBC AND ORA EOR INC DEC INX INY DEX DEY ASL LSR ROL ROR TAX TAY TXA TYA TXY TYX CMP CPX CPY PLA PLX PLY ' +
      'TSC TDC TCD XBA BIT TSX',
  ),
};
const TESTED: Readonly<Record<string, Part>> = {
  BPL: 'N',
  BMI: 'N',
  BVC: 'V',
  BVS: 'V',
  BCC: 'C',
  BCS: 'C',
  BNE: 'Z',
  BEQ: 'Z',
};
/** Bits of the processor status. */
const STATUS: Readonly<Partial<Record<Part, number>>> = { C: 0x01, Z: 0x02, V: 0x40, N: 0x80 };
const CALLS = words('JSR JSL');
const ENDS = words('RTS RTL RTI STP BRK');
const JUMPS = words('BRA BRL JMP JML');

function reads({ mode, name }: Instruction, part: Part): boolean {
  if (TESTED[name] === part || name === 'PHP') return TESTED[name] === part || 'CZNV'.includes(part);
  if ((part === 'X' || part === 'Y') && mode.includes(part)) return true;
  if (part === 'A' && mode === 'accumulator') return true;
  return part === 'A' || part === 'X' || part === 'Y' || part === 'C' ? READS[part].has(name) : false;
}

function writes({ mode, name, operand }: Instruction, part: Part): boolean {
  if (name === 'REP' || name === 'SEP') return ((STATUS[part] ?? 0) & operand) !== 0;
  if (part === 'A' && mode === 'accumulator') return true;
  if (part === 'N') return WRITES.Z.has(name);
  return part === 'V' ? false : WRITES[part].has(name);
}

interface Code {
  readonly flows: ReadonlyMap<number, Flow>;
  readonly steps: ReadonlyMap<number, Instruction>;
}

/** All code that the routines of a profile, its own ways and what they call lead to. */
function followAll(name: string) {
  const profile = loadProfile(name);
  const image = new Uint8Array(readFileSync(`traces/homebrew/${name}.sfc`));
  const code = { image, mapping: profile.mapping };
  const effects = createCallEffects(code);
  const { direct, dataBank } = profile.entryState;
  const entry = entryState({ m: 1, x: 0, direct, dataBank });
  const flows = new Map<number, Flow>();
  const steps = new Map<number, Instruction>();
  const waiting: (readonly [number, FlowState])[] = [
    ...profile.plans.map((plan) => plan.entry),
    ...profile.ways.values(),
  ].map((address) => [address, entry]);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [address, state] = next;
    if (flows.has(address)) continue;
    const flow = followFlow(code, address, state, { instructions: 4000, end: 0xff_ffff, allJumps: true }, effects);
    flows.set(address, flow);
    for (const [place, step] of flow.steps) {
      steps.set(place, step.instruction);
      const target = CALLS.has(step.instruction.name) ? targetOf(step.instruction) : undefined;
      if (target !== undefined) waiting.push([target, { ...step.state, low: -1, high: -1, stack: [] }]);
    }
  }
  return { profile, code: { flows, steps } };
}

/** Parts that a routine or what it calls changes. */
function changed({ flows }: Code, entry: number, seen = new Set<number>()): ReadonlySet<Part> {
  const parts = new Set<Part>();
  if (seen.has(entry)) return parts;
  seen.add(entry);
  for (const { instruction } of flows.get(entry)?.steps.values() ?? []) {
    for (const part of PARTS) if (writes(instruction, part)) parts.add(part);
    const target = CALLS.has(instruction.name) ? targetOf(instruction) : undefined;
    if (target !== undefined) for (const part of changed({ flows, steps: new Map() }, target, seen)) parts.add(part);
  }
  return parts;
}

function after(instruction: Instruction): readonly number[] {
  const { address, bytes, name } = instruction;
  if (ENDS.has(name) || CALLS.has(name)) return [];
  const target = targetOf(instruction);
  if (JUMPS.has(name)) return target === undefined ? [] : [target];
  const next = addressAfter(address, bytes.length);
  return TESTED[name] === undefined || target === undefined ? [next] : [target, next];
}

/** Whether the code behind a call reads a part before it changes it. */
function isRead({ steps }: Code, call: Instruction, part: Part): boolean {
  const waiting = [addressAfter(call.address, call.bytes.length)];
  const seen = new Set<number>();
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const instruction = steps.get(place);
    if (instruction === undefined || seen.has(place)) continue;
    seen.add(place);
    if (reads(instruction, part)) return true;
    if (!writes(instruction, part)) waiting.push(...after(instruction));
  }
  return false;
}

function undeclared({ adapter, name, routine }: RoutinePlan, part: Part): string[] {
  const { results } = adapter;
  const isDeclared =
    part === 'A' ? results.A !== undefined || results.A8 !== undefined : results[part as 'X' | 'Y' | 'Z'] !== undefined;
  return isDeclared ? [] : [`${routine} ${name} ${part}`];
}

test('what a caller of the test ROMs reads of a routine is a declared result', () => {
  const found = new Set<string>();
  let calls = 0;
  for (const name of ['drill', 'drill-battle']) {
    const { code, profile } = followAll(name);
    const plans = new Map(profile.plans.map((plan) => [plan.entry, plan]));
    for (const call of code.steps.values()) {
      const plan = CALLS.has(call.name) ? plans.get(targetOf(call) ?? -1) : undefined;
      if (plan === undefined) continue;
      calls++;
      const parts = changed(code, plan.entry);
      for (const part of PARTS) {
        if (parts.has(part) && isRead(code, call, part)) for (const one of undeclared(plan, part)) found.add(one);
      }
    }
  }
  expect(calls).toBeGreaterThan(100);
  expect([...found].sort()).toEqual(Object.keys(NOT_DECLARED).sort());
});
