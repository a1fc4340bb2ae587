/**
 * How sharp a proof is: faults are planted one at a time into a copy of the image, and what runs
 * through the changed bytes is proved again. The faults that nothing tells apart are its blind
 * spots.
 */
import { A, type Cpu, P } from '../../../../core/cpu/index.js';
import { countText } from '../../../../core/system/names.js';
import { fileOffsetOf } from '../../../../rom-map/cartridge/index.js';
import type { RoutinePlan } from '../../cpu-trace/profile.js';
import { addressAfter, entryState, type Instruction, instructionAt, targetOf } from '../../disassembly/flow-state.js';
import { operandText } from '../../disassembly/listing.js';
import { callPlanOf, type ImageUnderTest } from '../choose-image.js';
import { createProofMachine, loadState, type ProofMachine } from '../compare-sides.js';
import { callOriginal } from '../original-call.js';
import { BOTH_WAYS, undoCall } from '../original-machine.js';
import { type ProveOptions, type ProveSource, wantedPlans } from '../prove.js';
import { proveRoutine, type RoutineProof } from '../prove-routine.js';
import { publishedState } from '../published.js';
import type { Observer } from '../routine-runner.js';
import type { ProofState } from '../state.js';
import { createRandom, type Random } from '../vary.js';
import { canPlant, FAULT_KINDS, type FaultBytes, type FaultKind, faultBytes, follows, type Place } from './kinds.js';

/**
 * - `found`: a case of the routine that holds the byte differs.
 * - `found elsewhere`: none of that routine, but one of another routine that runs through the byte.
 * - `missed`: no case differs, and not all was looked at: a branch did not go both ways, or a case
 *   was not compared.
 * - `not told apart`: no case differs although every case was compared and every branch went both
 *   ways. The fault may be none, or the cases may be too few; nothing more is claimed.
 */
export type FaultFate = 'found' | 'found elsewhere' | 'missed' | 'not told apart';
export const FATES: readonly FaultFate[] = ['found', 'found elsewhere', 'missed', 'not told apart'];

export interface PlantedFault {
  readonly kind: FaultKind;
  /** 24-bit bus address of the first changed byte's instruction. */
  readonly address: number;
  /** Routine that holds the byte: the one that ran through it and begins nearest before it. */
  readonly routine: string;
  /** `CMP #$08`, or two instructions. */
  readonly before: string;
  readonly after: string;
  readonly fate: FaultFate;
  /** The routine in which it was found; undefined: in none. */
  readonly foundIn: string | undefined;
  /** Cases that ran in the routines through it, up to the one that found it. */
  readonly cases: number;
  /** Where it was not found: what was not looked at; '' where all was. */
  readonly notLooked: string;
}

/** A fault that is none, and is not counted as planted. */
export type NoFault = Pick<PlantedFault, 'kind' | 'address' | 'routine' | 'before' | 'after'> & {
  /** States from which every value of the register was tried. */
  readonly states: number;
};

export interface Sharpness {
  readonly asked: number;
  readonly seed: number;
  readonly list: readonly PlantedFault[];
  /**
   * What changes nothing: whatever byte the accumulator holds at the place, both codes end alike.
   * Another fault was planted for each.
   */
  readonly none: readonly NoFault[];
  /** Instructions that ran in the image as it is, and routines that could judge. */
  readonly instructions: number;
  readonly judges: number;
  /** Routines that differ, or compare nothing, without any fault: they judge nothing. */
  readonly leftOut: readonly string[];
}

interface SharpnessProgress {
  /** Routines of the image as it is that are through. */
  unfaulted(done: number, all: number): void;
  /** Faults that are through. */
  fault(done: number, all: number): void;
}

/** What a routine of the image as it is came to, and where it ran. */
interface Judge {
  readonly plan: RoutinePlan;
  readonly proof: RoutineProof;
}

/** An instruction that ran. */
interface Site {
  readonly instruction: Instruction;
  /** Indexes of the judges that ran through it. */
  readonly judges: number[];
}

const BUS_ADDRESSES = 0x100_0000;
const WIDTH_M = 0x20;
const WIDTH_X = 0x10;
interface Recorded {
  readonly judges: readonly Judge[];
  readonly sites: ReadonlyMap<number, Site>;
  readonly leftOut: readonly string[];
}

/** Proves the image as it is, and notes which instructions each routine runs through. */
function record(
  image: ImageUnderTest,
  source: ProveSource,
  options: ProveOptions,
  progress: SharpnessProgress | undefined,
): Recorded {
  const plans = wantedPlans(image, source, options);
  const machine = createProofMachine(image);
  const { mapping, entryState: entry } = image.profile;
  const code = { image: image.image, mapping };
  const sites = new Map<number, Site>();
  const judges: Judge[] = [];
  const leftOut: string[] = [];
  const last = new Int16Array(BUS_ADDRESSES).fill(-1);
  let met: [address: number, status: number][] = [];
  plans.forEach((plan, number) => {
    met = [];
    const observe: Observer = (address, cpu) => {
      if (last[address] === number) return;
      last[address] = number;
      met.push([address, cpu[P]]);
    };
    const proof = proveRoutine(machine, plan, source.published(plan), { ...options, observe });
    progress?.unfaulted(number + 1, plans.length);
    if (proof.different > 0 || proof.equal === 0) {
      leftOut.push(`${plan.routine} ${plan.name}`);
      return;
    }
    const judge = judges.length;
    judges.push({ plan, proof });
    for (const [address, flags] of met) {
      const m = (flags & WIDTH_M) === 0 ? 0 : 1;
      const x = (flags & WIDTH_X) === 0 ? 0 : 1;
      const known = sites.get(address);
      if (known !== undefined) known.judges.push(judge);
      else {
        const state = entryState({ m, x, direct: entry.direct, dataBank: entry.dataBank });
        const instruction = instructionAt(code, address, state);
        if (instruction !== undefined) sites.set(address, { instruction, judges: [judge] });
      }
    }
  });
  return { judges, sites, leftOut };
}

/** The judge that holds an address: nearest entry up to it, else whoever ran there first. */
function holderOf(judges: readonly Judge[], { instruction, judges: ran }: Site): number {
  const { address } = instruction;
  let holder = ran[0] as number;
  let nearest = -1;
  for (const number of ran) {
    const { entry } = (judges[number] as Judge).plan;
    if (entry > address || entry >>> 16 !== address >>> 16 || entry <= nearest) continue;
    nearest = entry;
    holder = number;
  }
  return holder;
}

/** A fault that is to be planted. */
interface Candidate {
  readonly kind: FaultKind;
  readonly site: Site;
  readonly next: Instruction | undefined;
}

/** Instructions of a call that may lead to the generator: a test ROM asks for given draws first. */
const HEAD = 3;

/** Whether a call to an address draws: it is the generator's entry, or goes there from its head. */
function drawsAt({ sites }: Recorded, generator: number): (target: number) => boolean {
  return (target) => {
    if (generator < 0) return false;
    let at = target;
    for (let count = 0; count < HEAD; count++) {
      if (at === generator) return true;
      const instruction = sites.get(at)?.instruction;
      if (instruction === undefined) return false;
      if (targetOf(instruction) === generator) return true;
      at = addressAfter(at, instruction.bytes.length);
    }
    return false;
  };
}

/** What may be planted, by kind, in the order of the addresses. */
function candidatesOf(image: ImageUnderTest, recorded: Recorded): ReadonlyMap<FaultKind, Candidate[]> {
  const { judges, sites } = recorded;
  const [some] = judges;
  const draws = drawsAt(recorded, some === undefined ? -1 : callPlanOf(image.profile, some.plan).generator);
  const ordered = [...sites.values()].sort((a, b) => a.instruction.address - b.instruction.address);
  const found = new Map<FaultKind, Candidate[]>(FAULT_KINDS.map((kind) => [kind, []]));
  ordered.forEach((site, index) => {
    const behind = ordered[index + 1]?.instruction;
    const next = behind !== undefined && follows(site.instruction, behind) ? behind : undefined;
    const place: Place = { instruction: site.instruction, next };
    for (const kind of FAULT_KINDS) {
      if (canPlant(kind, place, draws)) found.get(kind)?.push({ kind, site, next });
    }
  });
  return found;
}

/**
 * Kinds in turn, each a place that it did not have yet, until there are enough or none is left.
 *
 * @param left loses what is chosen
 */
function chosen(left: ReadonlyMap<FaultKind, Candidate[]>, count: number, random: Random): Candidate[] {
  const found: Candidate[] = [];
  while (found.length < count) {
    const before = found.length;
    for (const list of left.values()) {
      if (list.length === 0 || found.length === count) continue;
      found.push(...list.splice(random.below(list.length), 1));
    }
    if (found.length === before) break;
  }
  return found;
}

function instructionText(instruction: Instruction): string {
  return `${instruction.name} ${operandText(instruction)}`.trim();
}

/** The instructions that some bytes are, in the widths of the one that stood there. */
function bytesText(
  image: ImageUnderTest,
  { site: { instruction }, next }: Candidate,
  { from, to }: FaultBytes,
): string {
  if (next !== undefined && to.length > instruction.bytes.length) {
    return `${instructionText(next)}, ${instructionText(instruction)}`;
  }
  if (to.every((byte) => byte === NOP)) return 'nothing';
  const bytes = new Uint8Array(image.image);
  putBytes(image, bytes, instruction.address, to);
  const m = instruction.mode === 'immediateM' && from.length === 3 ? 0 : 1;
  const x = instruction.mode === 'immediateX' && from.length === 3 ? 0 : 1;
  const code = { image: bytes, mapping: image.profile.mapping };
  const changed = instructionAt(code, instruction.address, entryState({ m, x, direct: -1, dataBank: -1 }));
  return changed === undefined ? '?' : instructionText(changed);
}

const NOP = 0xea;

function putBytes({ profile, image }: ImageUnderTest, bytes: Uint8Array, address: number, to: readonly number[]): void {
  to.forEach((byte, index) => {
    bytes[fileOffsetOf(profile.mapping, address + index, image.length)] = byte;
  });
}

/** What of a routine was not looked at; '' where all was. */
function notLookedAt({ plan, proof }: Judge, faulted: RoutineProof): string {
  const missing = [...proof.ways.values()].filter((bits) => bits !== BOTH_WAYS).length;
  const left = faulted.cases - faulted.equal;
  return [
    missing === 0 ? '' : `${countText(missing, 'branch', 'branches')} of ${plan.name} not both ways`,
    left === 0 ? '' : `${countText(left, 'case')} of ${plan.name} not compared`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Plants a fault, and proves what runs through it: its own routine first. */
function judge(
  image: ImageUnderTest,
  source: ProveSource,
  options: ProveOptions,
  { judges }: Recorded,
  candidate: Candidate,
  bytes: FaultBytes,
): { readonly fault: PlantedFault; readonly faulted: ImageUnderTest; readonly order: readonly Judge[] } {
  const { site, next, kind } = candidate;
  const { address } = site.instruction;
  const holder = holderOf(judges, site);
  const copy = image.image.slice();
  putBytes(image, copy, address, bytes.to);
  const faulted: ImageUnderTest = { ...image, image: copy, published: false };
  const machine = createProofMachine(faulted);
  const own = (judges[holder] as Judge).plan;
  const isOwn = ({ plan }: Judge): boolean => plan.entry === own.entry;
  const order = [...site.judges]
    .map((number) => judges[number] as Judge)
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const before =
    kind === 'order' && next !== undefined
      ? `${instructionText(site.instruction)}, ${instructionText(next)}`
      : instructionText(site.instruction);
  let cases = 0;
  const notLooked: string[] = [];
  const common = {
    kind,
    address,
    routine: `${own.routine} ${own.name}`,
    before,
    after: bytesText(image, candidate, bytes),
  };
  for (const one of order) {
    const { plan } = one;
    const proof = proveRoutine(machine, plan, source.published(plan), {
      ...options,
      differences: 1,
      isShrunk: false,
    });
    cases += proof.cases;
    if (proof.different > 0) {
      const fate = isOwn(one) ? 'found' : 'found elsewhere';
      const fault = { ...common, fate, foundIn: `${plan.routine} ${plan.name}`, cases, notLooked: '' } as const;
      return { fault, faulted, order };
    }
    const left = notLookedAt(one, proof);
    if (left !== '') notLooked.push(left);
  }
  const fate = notLooked.length === 0 ? 'not told apart' : 'missed';
  return { fault: { ...common, fate, foundIn: undefined, cases, notLooked: notLooked.join('; ') }, faulted, order };
}

/** States of one routine from which every value of the accumulator is tried. */
const STATES_TRIED = 6;
const ACCUMULATOR_BYTES = 0x100;
/** Kinds of which the accumulator may decide all. */
const DECIDED: ReadonlySet<FaultKind> = new Set<FaultKind>(['edge', 'mask', 'branch']);

/** What a call left, all of it. */
interface Left {
  readonly result: string;
  readonly ram: Buffer;
}

/** A call with a byte in the accumulator where it first comes to a place; undefined: never. */
function callWithByte(
  machine: ProofMachine,
  { plan }: Judge,
  state: ProofState,
  place: number,
  byte: number,
  instructions: number,
): Left | undefined {
  const { image, original } = machine;
  let isMet = false;
  const observe = (address: number, cpu: Cpu): void => {
    if (isMet || address !== place || (cpu[P] & WIDTH_M) === 0) return;
    isMet = true;
    cpu[A] = (cpu[A] & 0xff00) | byte;
  };
  loadState(machine, state);
  const result = callOriginal(original, callPlanOf(image.profile, plan), state.registers, {
    instructions,
    draws: state.draws,
    observe,
  });
  const ram = Buffer.from(original.ram);
  undoCall(original);
  const { masterCycles: _, instructions: __, ...left } = result;
  return isMet ? { result: JSON.stringify(left), ram } : undefined;
}

/**
 * States from which both codes leave registers, flags, draws and all work RAM alike, whatever byte
 * the accumulator holds at the fault; 0 where a state tells them apart, or none comes there.
 */
function statesAlike(
  image: ImageUnderTest,
  faulted: ImageUnderTest,
  source: ProveSource,
  { instructions }: ProveOptions,
  judges: readonly Judge[],
  place: number,
): number {
  const [right, wrong] = [createProofMachine(image), createProofMachine(faulted)];
  let alike = 0;
  for (const one of judges) {
    let tried = 0;
    const { begin = [], cases } = source.published(one.plan);
    for (const from of [...cases, ...begin]) {
      if (tried === STATES_TRIED) break;
      const state = 'line' in from ? publishedState(right, from) : from;
      if (state === undefined || callWithByte(right, one, state, place, 0, instructions) === undefined) continue;
      tried++;
      for (let byte = 0; byte < ACCUMULATOR_BYTES; byte++) {
        const [a, b] = [right, wrong].map((machine) => callWithByte(machine, one, state, place, byte, instructions));
        if (a === undefined || b === undefined || a.result !== b.result || !a.ram.equals(b.ram)) return 0;
      }
    }
    alike += tried;
  }
  return alike;
}

/**
 * Plants faults, one at a time, and says which of them the proof finds.
 *
 * @param image stays as it is
 * @param count 1 and more; fewer are planted where the image has too few places
 */
export function measureSharpness(
  image: ImageUnderTest,
  source: ProveSource,
  options: ProveOptions,
  count: number,
  progress?: SharpnessProgress,
): Sharpness {
  const published = new Map<RoutinePlan, ReturnType<ProveSource['published']>>();
  const kept: ProveSource = {
    area: (plan) => source.area(plan),
    published(plan) {
      const found = published.get(plan) ?? source.published(plan);
      published.set(plan, found);
      return found;
    },
  };
  const recorded = record(image, kept, options, progress);
  const random = createRandom(options.seed);
  const left = candidatesOf(image, recorded);
  const { codeAhead: _, ...again } = options;
  const list: PlantedFault[] = [];
  const none: NoFault[] = [];
  for (;;) {
    // those that change nothing are made up for from what is left
    const candidates = chosen(left, count - list.length, random);
    if (candidates.length === 0) break;
    for (const candidate of candidates) {
      const { kind, next, site } = candidate;
      const bytes = faultBytes(kind, { instruction: site.instruction, next }, random);
      const { fault, faulted, order } = judge(image, kept, again, recorded, candidate, bytes);
      const { address, after, before, foundIn, routine } = fault;
      const states =
        foundIn === undefined && DECIDED.has(kind) ? statesAlike(image, faulted, kept, again, order, address) : 0;
      if (states > 0) none.push({ kind, address, routine, before, after, states });
      else list.push(fault);
      progress?.fault(list.length, count);
    }
  }
  return {
    asked: count,
    seed: options.seed,
    list,
    none,
    instructions: recorded.sites.size,
    judges: recorded.judges.length,
    leftOut: recorded.leftOut,
  };
}
