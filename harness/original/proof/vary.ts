/**
 * Varied cases: the cells and table bytes that a routine read before get edges, values seen there,
 * or any value; so do the registers that it takes.
 */
import type { InputValues } from '../../../rom-map/index.js';
import type { Game } from '../game/game.js';
import type { Argument } from '../vectors/adapters/adapter.js';
import type { Registers, VectorCase } from '../vectors/format.js';
import { isCell } from './compare-sides.js';
import { type Domain, domainOf, heldRegister, possibleByte } from './domain.js';
import type { Outcome } from './outcomes.js';
import type { RoutineRunner } from './routine-runner.js';
import type { ProofState } from './state.js';

// A small seeded generator: the same seed gives the same cases everywhere.

export interface Random {
  /** @param below 1..2^31 @returns 0..below-1 */
  below(below: number): number;
}

export function createRandom(seed: number): Random {
  let state = (Math.imul(seed | 0, 0x9e37_79b1) ^ 0x6d2b_79f5) | 0 || 1;
  return {
    below(below) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 1) % below;
    },
  };
}

/** A number from a text, for a seed of its own in each routine. */
export function hashOf(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  }
  return hash | 0;
}

const EDGES = [0, 1, 2, 3, 4, 7, 8, 0x0f, 0x10, 0x1f, 0x20, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0xc0, 0xf0, 0xfe, 0xff];
/** Variations of one state before the next one's turn. */
const PER_STATE = 48;
const MAX_CHANGES = 4;
/** States of one routine that are varied. */
export const MAX_STATES = 600;
const FLAGS: readonly (readonly [Argument, number])[] = [
  ['N', 0x80],
  ['V', 0x40],
  ['Z', 0x02],
  ['C', 0x01],
];

function gameOf({ machine }: RoutineRunner): Game {
  return machine.image.profile.game;
}

/** Values that tell whether a cell is part of an address. */
const PROBES = [0, 1, 0x55, 0x80, 0xff];
/** States in which a cell is asked so. */
const PROBED_STATES = 24;
/** The same in a quick run. */
const QUICKLY_PROBED_STATES = 4;

export interface Corpus {
  readonly states: ProofState[];
  /**
   * Cells and table bytes that are part of an address: the cells get the values of other states
   * alone, the table bytes none. By offset in the image, or address.
   */
  readonly pointers: Set<number>;
  /** First bytes of the words that hold the address in X or Y, by the register. */
  readonly related: Readonly<Record<'X' | 'Y', number[]>>;
}

/** Whether another value of a cell makes the routine leave the cells of its published cases. */
function isPointer(runner: RoutineRunner, state: ProofState, offset: number): boolean {
  const kept = runner.cell(offset);
  const leaves = (probe: number): boolean => {
    runner.setCell(offset, probe);
    const outcome = runner.run(state.registers, state.draws, 'varied');
    if (runner.leftKnownCells() || runner.original().exit === undefined) return true;
    return outcome !== 'equal' && runner.wroteElsewhere();
  };
  const found = [...PROBES, kept ^ 1, kept ^ 0x10].some(leaves);
  runner.setCell(offset, kept);
  return found;
}

/** Addresses of blocks are words of at least this. */
const FIRST_ADDRESS = 0x100;

/**
 * Words that hold the address in X or Y in every published case that states them: the caller has
 * both from one place. They get it in each state, and change with it.
 */
export function relateAddresses(
  corpus: Corpus,
  cases: readonly VectorCase[],
  offsets: ReadonlyMap<number, number>,
): void {
  const words = new Set(cases.flatMap(({ memory }) => [...memory.keys()].filter((address) => memory.has(address + 1))));
  for (const name of ['X', 'Y'] as const) {
    for (const address of words) {
      const stating = cases.filter(({ memory }) => memory.has(address) && memory.has(address + 1));
      const isRelated = stating.every(({ memory, registers }) => {
        const word = (memory.get(address) ?? 0) + 256 * (memory.get(address + 1) ?? 0);
        return word === registers[name] && word >= FIRST_ADDRESS;
      });
      const low = offsets.get(address);
      const high = offsets.get(address + 1);
      if (!isRelated || low === undefined || high === undefined) continue;
      corpus.pointers.add(low).add(high);
      corpus.related[name].push(low);
      for (const { memory, registers } of corpus.states) {
        memory[low] = registers[name] & 0xff;
        memory[high] = registers[name] >>> 8;
      }
    }
  }
}

/**
 * Finds the cells that are part of an address: another value, and the routine leaves the cells of
 * its published cases.
 * @param isQuick asks in few states
 */
export function findPointers(runner: RoutineRunner, corpus: Corpus, isQuick: boolean): void {
  const maxProbes = isQuick ? QUICKLY_PROBED_STATES : PROBED_STATES;
  const probed = new Map<number, number>();
  for (const state of corpus.states) {
    runner.load(state);
    runner.run(state.registers, state.draws, 'varied');
    for (const offset of [...runner.inputs(), ...runner.tableInputs(state.registers, state.draws)]) {
      const times = probed.get(offset) ?? 0;
      if (times >= maxProbes || corpus.pointers.has(offset)) continue;
      probed.set(offset, times + 1);
      if (isPointer(runner, state, offset)) corpus.pointers.add(offset);
    }
  }
}

/** @returns false: enough */
export type Visit = (outcome: Outcome, registers: Registers, state: ProofState) => boolean;

/** States whose addresses are varied. */
const ADDRESS_STATES = 4;

/** The first states, spread over all of them. */
export function spread(states: readonly ProofState[], count: number): readonly ProofState[] {
  const stride = Math.max(1, Math.floor(states.length / count));
  return states.filter((_, index) => index % stride === 0).slice(0, count);
}

/**
 * Runs states with every address that their pointers can hold: all records of a table, all blocks.
 *
 * @param budget cases at most
 *
 * @returns cases that were run
 */
export function runAddresses(runner: RoutineRunner, corpus: Corpus, budget: number, visit: Visit): number {
  const { places, registers: limits } = domainOf(gameOf(runner), runner.plan.routine);
  let run = 0;
  const attempt = (registers: Registers, state: ProofState): boolean => {
    run++;
    return visit(runner.run(registers, state.draws, 'varied'), registers, state) && run < budget;
  };
  const setWord = (offset: number, value: number): void => {
    runner.setCell(offset, value & 0xff);
    runner.setCell(offset + 1, value >>> 8);
  };
  const wordAt = (offset: number): number => runner.cell(offset) + 256 * runner.cell(offset + 1);
  // 0 stands for nobody: no routine is called for that
  const addressesOf = ({ list = [] }: InputValues) => list.filter((value) => value >= FIRST_ADDRESS);
  for (const state of spread(corpus.states, ADDRESS_STATES)) {
    runner.load(state);
    runner.run(state.registers, state.draws, 'varied');
    const inputs = new Set(runner.inputs());
    const isRelated = (offset: number): boolean =>
      corpus.related.X.includes(offset) || corpus.related.Y.includes(offset);
    const free = [...inputs].filter((input) => !isRelated(input));
    const words = free.flatMap((input) =>
      (places[input] ?? []).filter(({ offset, width }) => width === 2 && offset === input && inputs.has(input + 1)),
    );
    for (const { offset, values } of words) {
      const kept = wordAt(offset);
      for (const value of addressesOf(values)) {
        setWord(offset, value);
        if (!attempt(state.registers, state)) return run;
      }
      setWord(offset, kept);
    }
    for (const { register, values } of limits) {
      if ((register !== 'X' && register !== 'Y') || !runner.plan.adapter.arguments.includes(register)) continue;
      const related = corpus.related[register];
      for (const value of addressesOf(values)) {
        for (const offset of related) setWord(offset, value);
        if (!attempt({ ...state.registers, [register]: value }, state)) return run;
      }
      for (const offset of related) setWord(offset, state.registers[register]);
    }
  }
  return run;
}

/** States whose inputs get single bits: enough for every way through a routine, twice. */
const BIT_STATES = 48;
/** How many states each way from one instruction to another is wanted in. */
const WANTED_WAYS = 2;
/** Values of an input that tell bits of a mask and edges of a byte apart. */
const BIT_VALUES = Array.from({ length: 16 }, (_, index) => (1 << (index & 7)) ^ (index < 8 ? 0 : 0xff));

interface Place {
  readonly state: ProofState;
  readonly inputs: readonly number[];
}

/**
 * States that together go every way through the routine that any of the states goes, each way more
 * than once where there are as many, with their inputs.
 */
function placesByWays(runner: RoutineRunner, corpus: Corpus): readonly Place[] {
  const met = new Map<number, number>();
  let ways = new Set<number>();
  let before = 0;
  runner.watch((address) => {
    ways.add((before & 0xffff) * 0x1_0000 + (address & 0xffff));
    before = address;
  });
  const places = corpus.states.flatMap((state): readonly Place[] => {
    ways = new Set();
    before = 0;
    runner.load(state);
    runner.run(state.registers, state.draws, 'varied');
    if ([...ways].every((way) => (met.get(way) ?? 0) >= WANTED_WAYS)) return [];
    for (const way of ways) met.set(way, (met.get(way) ?? 0) + 1);
    return [{ state, inputs: freeInputs(runner, corpus, state) }];
  });
  runner.watch(undefined);
  // what came up last went a way that the others did not go
  return places.reverse().slice(0, BIT_STATES);
}

/**
 * Runs states with each of their inputs at every single bit, set and clear, all others as they are.
 *
 * @param budget cases at most
 */
export function runBits(runner: RoutineRunner, corpus: Corpus, budget: number, visit: Visit): void {
  const domain = domainOf(gameOf(runner), runner.plan.routine);
  const places = placesByWays(runner, corpus);
  const most = places.reduce((count, { inputs }) => Math.max(count, inputs.length), 0);
  let left = budget;
  // one input of every state before the next one: a small budget reaches all ways
  for (let index = 0; index < most; index++) {
    for (const { inputs, state } of places) {
      const input = inputs[index];
      if (input === undefined) continue;
      runner.load(state);
      for (const value of BIT_VALUES) {
        if (left-- <= 0) return;
        runner.setCell(input, possibleByte(domain, input, value));
        if (!visit(runner.run(state.registers, state.draws, 'varied'), state.registers, state)) return;
      }
    }
  }
}

/** X and Y of a game that is declared: its domain says which addresses they may be. */
function variedIndex(random: Random, name: 'X' | 'Y', value: number, domain: Domain): number {
  const any = random.below(2) === 0 ? random.below(0x1_0000) : edge(random);
  return random.below(2) === 0 ? value : heldRegister(domain, name, any);
}

function variedRegisters(
  random: Random,
  base: Registers,
  taken: ReadonlySet<Argument>,
  domain: Domain,
  isDeclared: boolean,
): Registers {
  if (random.below(2) === 0) return base;
  let { X, Y } = base;
  let { A, P } = base;
  if (taken.has('A'))
    A = random.below(2) === 0 ? random.below(0x1_0000) : edge(random) * (random.below(2) === 0 ? 1 : 0x101);
  else if (taken.has('A8')) {
    const byte = random.below(2) === 0 ? random.below(0x100) : edge(random);
    A = (A & 0xff00) | heldRegister(domain, 'A8', byte);
  }
  if (isDeclared) {
    if (taken.has('A')) A = heldRegister(domain, 'A', A);
    if (taken.has('X')) X = variedIndex(random, 'X', X, domain);
    if (taken.has('Y')) Y = variedIndex(random, 'Y', Y, domain);
  }
  for (const [name, bit] of FLAGS) {
    if (taken.has(name) && random.below(2) === 0) P ^= bit;
  }
  return { ...base, A, X, Y, P };
}

function edge(random: Random): number {
  return EDGES[random.below(EDGES.length)] as number;
}

/** A value for a cell: an edge, a neighbour of what stands there or elsewhere, or anything. */
function variedValue(random: Random, runner: RoutineRunner, offset: number, cells: readonly number[]): number {
  switch (random.below(8)) {
    case 0:
      return (runner.cell(offset) + 1) & 0xff;
    case 1:
      return (runner.cell(offset) - 1) & 0xff;
    case 2:
      return (runner.cell(cells[random.below(cells.length)] as number) + random.below(3) - 1) & 0xff;
    case 3:
    case 4:
    case 5:
      return edge(random);
    default:
      return random.below(0x100);
  }
}

/** Cells and table bytes that the last run read from a state and that are no part of an address. */
export function freeInputs(runner: RoutineRunner, { pointers }: Corpus, { draws, registers }: ProofState): number[] {
  return [...runner.inputs(), ...runner.tableInputs(registers, draws)].filter((input) => !pointers.has(input));
}

type Change = readonly [offset: number, value: number];

/**
 * Changes some cells of the loaded state. @returns what stood there, in the order of the changes
 */
function change(
  random: Random,
  runner: RoutineRunner,
  corpus: Corpus,
  cells: readonly number[],
  other: ProofState | undefined,
  domain: Domain,
): Change[] {
  const changes: Change[] = [];
  const set = (offset: number, value: number): void => {
    changes.push([offset, runner.cell(offset)]);
    runner.setCell(offset, value);
  };
  if (other !== undefined) {
    for (const offset of corpus.pointers) if (isCell(offset)) set(offset, other.memory[offset] as number);
  }
  if (cells.length === 0) return changes;
  for (let left = 1 + random.below(MAX_CHANGES); left > 0; left--) {
    const offset = cells[random.below(cells.length)] as number;
    set(offset, possibleByte(domain, offset, variedValue(random, runner, offset, cells)));
  }
  return changes;
}

/** The loaded state with the changes of the last variation. */
export function keptState(runner: RoutineRunner, state: ProofState, registers: Registers): ProofState {
  return { ...state, registers, memory: runner.memory(), tables: runner.tables() };
}

/**
 * Runs varied cases until `visit` has enough. States that show a new direction of a branch are
 * varied in their turn.
 */
export function runVaried(runner: RoutineRunner, corpus: Corpus, seed: number, visit: Visit): void {
  const random = createRandom(seed);
  const taken = new Set(runner.plan.adapter.arguments);
  const domain = domainOf(gameOf(runner), runner.plan.routine);
  const { original } = runner.machine;
  const { isDeclared } = gameOf(runner);
  const { states } = corpus;
  for (let turn = 0; states.length > 0; turn++) {
    // new directions come to the end: every other turn looks there
    const state =
      (turn & 1) === 0
        ? states[random.below(states.length)]
        : states[states.length - 1 - random.below(Math.min(8, states.length))];
    if (state === undefined) return;
    runner.load(state);
    runner.run(state.registers, state.draws, 'varied');
    const inputs = freeInputs(runner, corpus, state);
    const cells = inputs.filter(isCell);
    for (let index = 0; index < PER_STATE; index++) {
      // blocks' addresses come from a state as a whole, registers and cells
      const other = random.below(4) === 0 ? states[random.below(states.length)] : undefined;
      // a routine may read many table bytes and few cells: they take part in every other case
      const changes = change(random, runner, corpus, (index & 1) === 0 ? cells : inputs, other, domain);
      const registers = variedRegisters(random, other?.registers ?? state.registers, taken, domain, isDeclared);
      const directions = original.directions;
      const outcome = runner.run(registers, state.draws, 'varied');
      const isNew = original.directions > directions;
      if (isNew && states.length < MAX_STATES) states.push(keptState(runner, state, registers));
      if (!visit(outcome, registers, state)) return;
      for (let back = changes.length - 1; back >= 0; back--) {
        const [offset, value] = changes[back] as Change;
        runner.setCell(offset, value);
      }
    }
  }
}
