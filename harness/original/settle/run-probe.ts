/** Runs a probe: the image's own code in every state, our function in every state and setting. */
import type { Machine } from '../../../core/live-a-live/memory/machine.js';
import { settingsOf } from '../../../core/live-a-live/memory/switches.js';
import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';
import {
  BATTLE_GENERATOR_ROUTINE,
  IMAGE_BYTES,
  placeByName,
  type UnpublishedRow,
  WORK_RAM,
} from '../../../rom-map/index.js';
import { canonical } from '../cpu-trace/memory.js';
import { parseRoutine, type RoutinePlan } from '../cpu-trace/profile.js';
import { type ImageUnderTest, tableBytesOf } from '../proof/choose-image.js';
import { putWindows } from '../proof/compare-sides.js';
import { type CallPlan, callOriginal, isTrap, type OriginalResult } from '../proof/original-call.js';
import { createOriginalMachine, type OriginalMachine } from '../proof/original-machine.js';
import { type CaseMachine, createCaseMachine, putTables } from '../vectors/case-machine.js';

// A probe: original code round an unpublished stretch, the states from which it is run, and our
// function for the same way. Data alone; `run-probe.ts` runs it.

export interface ProbeState {
  /** What tells the settings apart here, in words. */
  readonly what: string;
  /** Values of cells by name, `enemy[0].level`; everything else is 0. */
  readonly cells: Readonly<Record<string, number>>;
  /** What the battle generator gives on both sides; 0 after the last. */
  readonly draws?: readonly number[];
}

export interface SwitchProbe {
  /** Row of the table of unpublished stretches, which has a switch. */
  readonly row: string;
  /** Where the original is entered: `C1:7A42`. */
  readonly entry: string;
  readonly registers: { readonly A: number; readonly X: number; readonly Y: number };
  /** Places that end the way, with the exit's name; a return from the entry is `return`. */
  readonly exits: Readonly<Record<string, string>>;
  /** Cells compared afterwards, by name. */
  readonly watched: readonly string[];
  /** What the probe cannot see, in words, or undefined. */
  readonly limit?: string;
  /** @returns no state where the image's tables cannot tell the settings apart */
  states(tables: TableBytes): readonly ProbeState[];
  /** Our way with the machine's settings. @returns the name of its exit */
  ours(machine: Machine): string;
}

/** More than any of these ways takes; a way that waits for the console ends here. */
export const INSTRUCTIONS = 200_000;
const DRAWS = 256;

/** An image with the machine that runs its code. */
export interface OriginalSide {
  readonly image: ImageUnderTest;
  readonly original: OriginalMachine;
}

/** Both sides of an image: made once for all rows. */
export interface SettleMachine extends OriginalSide {
  readonly ours: CaseMachine;
  /** Table bytes of the image, by the cartridge's address. */
  readonly held: ReadonlyMap<number, number>;
}

export function createSettleMachine(image: ImageUnderTest): SettleMachine {
  const ours = createCaseMachine();
  const held = tableBytesOf(image);
  putTables(ours, held);
  return { image, original: createOriginalMachine(image.image, image.profile.mapping), ours, held };
}

/** Address of a routine of the cartridge in an image, or undefined where its profile names none. */
export function addressIn({ image: { profile } }: SettleMachine, routine: string): number | undefined {
  const address = parseRoutine(routine);
  if (profile.isGame) return address === undefined ? undefined : canonical(address, profile.mapping);
  return profile.ways.get(routine) ?? profile.plans.find((plan) => plan.routine === routine)?.entry;
}

/** Cells by name in a packed image of zeros. @throws RangeError for a cell that is not declared */
export function memoryOf(cells: ProbeState['cells']): Uint8Array {
  const memory = new Uint8Array(IMAGE_BYTES);
  for (const [name, value] of Object.entries(cells)) {
    const place = placeByName(name);
    if (place === undefined) throw new RangeError(`no cell is called ${name}`);
    for (let index = 0; index < place.width; index++) memory[place.offset + index] = value >>> (8 * index);
  }
  return memory;
}

/** Puts a packed image into the console's memory; everything that no window declares is 0. */
export function loadOriginal({ image, original }: OriginalSide, memory: Uint8Array): void {
  original.ram.fill(0);
  original.registers.given.fill(0);
  putWindows(original, memory, image.profile);
}

function callPlan(machine: SettleMachine, probe: SwitchProbe, entry: number): CallPlan {
  const { profile } = machine.image;
  const plan: RoutinePlan | undefined = profile.plans.find(({ routine }) => routine === probe.entry);
  const stops = new Map<number, string>();
  for (const [place, name] of Object.entries(probe.exits)) {
    const address = addressIn(machine, place);
    if (address !== undefined) stops.set(address, name);
  }
  return {
    entry,
    ...profile.entryState,
    stops,
    exits: profile.isGame || profile.ways.has(probe.entry) ? undefined : plan?.exits,
    exitCell: profile.exitCell,
    leftOut: [],
    generator: addressIn(machine, BATTLE_GENERATOR_ROUTINE) ?? -1,
  };
}

/** What one side came to: exit and watched cells. */
export interface Outcome {
  readonly exit: string;
  readonly values: readonly number[];
}

function valueAt(ram: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value += (ram[at + index] as number) * 2 ** (8 * index);
  return value;
}

function watchedIn(probe: SwitchProbe, ram: Uint8Array, isPacked: boolean): number[] {
  return probe.watched.map((name) => {
    const place = placeByName(name);
    if (place === undefined) throw new RangeError(`no cell is called ${name}`);
    return valueAt(ram, isPacked ? place.offset : place.address - WORK_RAM, place.width);
  });
}

function drawsOf(state: ProbeState): number[] {
  return [...(state.draws ?? []), ...new Array<number>(DRAWS).fill(0)];
}

function runOurs(machine: SettleMachine, probe: SwitchProbe, row: UnpublishedRow, state: ProbeState): Outcome[] {
  const { ours } = machine;
  return row.values.map((value) => {
    const settings = settingsOf({ [row.name]: value });
    ours.machine.ram.set(memoryOf(state.cells));
    ours.machine.events.length = 0;
    const script = { values: Uint8Array.from(drawsOf(state)), next: 0 };
    const exit = probe.ours({ ...ours.machine, settings, script });
    return { exit, values: watchedIn(probe, ours.machine.ram, true) };
  });
}

/** How the settings came out in one state. */
export interface StateResult {
  readonly what: string;
  readonly theirs: Outcome;
  /** By setting, in the order of the row's values. */
  readonly ours: readonly Outcome[];
}

/** Why nothing is said about a row. */
export interface NotRun {
  readonly kind: 'not reached' | 'not in this image';
  readonly reason: string;
}

export type ProbeRun = { readonly kind: 'run'; readonly states: readonly StateResult[] } | NotRun;

/** Of a call that came to none of the ends that were looked for. */
export function kindOfNoEnd(result: OriginalResult): NotRun['kind'] {
  return isTrap(result) ? 'not in this image' : 'not reached';
}

/** A probe of several calls, or of frames: it runs in its own way and is judged like the others. */
export interface WayProbe {
  /** Row of the table of unpublished stretches, which has a switch. */
  readonly row: string;
  /** Names of an outcome's values. */
  readonly watched: readonly string[];
  /** What the probe cannot see, in words, or undefined. */
  readonly limit?: string;
  run(machine: SettleMachine, row: UnpublishedRow): ProbeRun;
}

/** Why a way has ended elsewhere than the probe expects, or undefined. */
function whyLeft(probe: SwitchProbe, exit: string | undefined, ended: string): string | undefined {
  if (exit === undefined) return `the code from ${probe.entry} came to no end: ${ended}`;
  if (exit === 'return' || Object.values(probe.exits).includes(exit)) return undefined;
  return `the code from ${probe.entry} leaves at ${exit}, and what follows there is not the game's`;
}

export function runProbe(machine: SettleMachine, probe: SwitchProbe, row: UnpublishedRow): ProbeRun {
  const { image, original, ours } = machine;
  const entry = addressIn(machine, probe.entry);
  if (entry === undefined) {
    return { kind: 'not reached', reason: `the profile ${image.profile.name} has no ${probe.entry}` };
  }
  const plan = callPlan(machine, probe, entry);
  const states = probe.states(ours.machine.tables);
  if (states.length === 0) {
    return { kind: 'not reached', reason: "the image's tables hold nothing that tells the settings apart" };
  }
  const results: StateResult[] = [];
  for (const state of states) {
    loadOriginal(machine, memoryOf(state.cells));
    const result = callOriginal(
      original,
      plan,
      { ...probe.registers, P: 0 },
      {
        instructions: INSTRUCTIONS,
        draws: drawsOf(state),
      },
    );
    const left = whyLeft(probe, result.exit, `${result.unfinished}, ${result.reason}`);
    if (left !== undefined) return { kind: kindOfNoEnd(result), reason: `${left} (${state.what})` };
    const theirs = { exit: result.exit ?? '', values: watchedIn(probe, original.ram, false) };
    results.push({ what: state.what, theirs, ours: runOurs(machine, probe, row, state) });
  }
  return { kind: 'run', states: results };
}
