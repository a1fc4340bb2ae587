/**
 * Ways into an unpublished stretch: printed routines whose exit lies in it, from the states of
 * their published cases that take this exit. The original goes on where the listing ends.
 */
import { formatBus } from '../../../rom-map/cartridge/index.js';
import type { UnpublishedRow } from '../../../rom-map/index.js';
import { WORK_RAM } from '../../../rom-map/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import { stretchesOf } from '../cpu-trace/stretches.js';
import { placeAddress } from '../proof/access-log.js';
import { callPlanOf } from '../proof/image-profile.js';
import { type CallPlan, callOriginal, type OriginalResult } from '../proof/original-call.js';
import { type PublishedCases, tablesOfCase } from '../proof/published.js';
import { CONSOLE_WINDOWS, hasGivenDraws, type ProofState, stateOfCase } from '../proof/state.js';
import { describeAddress } from '../vectors/case-machine.js';
import { addressIn, INSTRUCTIONS, loadOriginal, type SettleMachine } from './run-probe.js';
import { STAND_INS, type StandInProbe } from './stand-ins.js';

/** Cases of one way at most. */
const CASES = 64;

export interface Passage {
  /** `C1:92C3 choose-enemy C1:9336`: routine, name, exit into the stretch. */
  readonly way: string;
  readonly cases: number;
  /** How the ways ended, with how often. */
  readonly ends: Readonly<Record<string, number>>;
  /** Names of the cells that were written. */
  readonly writes: readonly string[];
  /** Against our stand-in; undefined: none of ours can be run for this way. */
  readonly equal: number | undefined;
  /** First difference from our stand-in. */
  readonly first: string | undefined;
}

interface Way {
  readonly plan: RoutinePlan;
  readonly exit: string;
  readonly call: CallPlan;
  readonly standIn: StandInProbe | undefined;
}

/** A place in a stretch: of an entry point alone only that address. */
function isInside(row: UnpublishedRow, machine: SettleMachine): (address: number) => boolean {
  const stretches = stretchesOf([row], machine.image.profile.mapping);
  return (address) => stretches.some(({ from, to }) => address >= from && address <= (to ?? from));
}

function waysOf(machine: SettleMachine, row: UnpublishedRow): Way[] {
  const { profile } = machine.image;
  if (!profile.isGame) return [];
  const inside = isInside(row, machine);
  return profile.plans.flatMap((plan) =>
    [...plan.stops].flatMap(([address, exit]): Way[] => {
      if (!inside(address)) return [];
      const standIn = STAND_INS.find(
        (one) => one.row === row.name && one.way === `${plan.routine} ${plan.name} ${exit}`,
      );
      const stops = new Map([...plan.stops].filter(([place]) => !inside(place)));
      const end = standIn?.end === undefined ? undefined : addressIn(machine, standIn.end);
      if (end !== undefined) stops.set(end, 'return');
      return [{ plan, exit, call: { ...callPlanOf(profile, plan), stops }, standIn }];
    }),
  );
}

function endOf({ exit, unfinished, reason }: OriginalResult): string {
  return exit ?? `${unfinished}, ${reason}`;
}

/** Text about the first declared cell that differs from ours, scratch left out. */
function differenceOf(machine: SettleMachine, scratch: ReadonlySet<number>): string | undefined {
  const mine = machine.ours.machine.ram;
  for (const window of CONSOLE_WINDOWS) {
    if (window.address < WORK_RAM) continue;
    for (let index = 0; index < window.length; index++) {
      const address = window.address + index;
      const theirs = machine.original.ram[address - WORK_RAM];
      const ours = mine[window.offset + index];
      if (ours !== theirs && !scratch.has(address))
        return `${describeAddress(address)}: mine ${ours}, theirs ${theirs}`;
    }
  }
  return undefined;
}

function compare(
  machine: SettleMachine,
  way: Way,
  state: ProofState,
  result: OriginalResult,
  scratch: ReadonlySet<number>,
) {
  const { ours } = machine;
  ours.machine.ram.set(state.memory);
  ours.machine.events.length = 0;
  const script = state.draws === undefined ? undefined : { values: Uint8Array.from(state.draws), next: 0 };
  way.standIn?.ours({ ...ours.machine, script }, state.registers);
  if (result.exit !== 'return') return `exit: mine return, theirs ${endOf(result)}`;
  return differenceOf(machine, scratch);
}

function runWay(machine: SettleMachine, row: UnpublishedRow, way: Way, published: PublishedCases): Passage | undefined {
  const { original, ours, held } = machine;
  const inside = isInside(row, machine);
  const ends: Record<string, number> = {};
  const writes = new Set<string>();
  let cases = 0;
  let equal = 0;
  let first: string | undefined;
  for (const vector of published.cases) {
    if (vector.exit !== way.exit || cases === CASES) continue;
    const tables = tablesOfCase(vector, held, new Set());
    const state = tables === undefined ? undefined : stateOfCase(vector, ours.offsets, tables, machine.image.profile);
    if (state === undefined) continue;
    loadOriginal(machine, state.memory);
    let reached = false;
    const result = callOriginal(original, way.call, state.registers, {
      instructions: INSTRUCTIONS,
      draws: hasGivenDraws(vector) ? state.draws : undefined,
      observe: (address) => {
        reached ||= inside(address);
      },
    });
    // a return that ends the call is not observed
    if (!reached && !inside(original.at)) continue;
    cases++;
    ends[endOf(result)] = (ends[endOf(result)] ?? 0) + 1;
    const { log } = original;
    for (let index = 0; index < log.writeCount; index++) {
      writes.add(describeAddress(placeAddress(log.writes[index] as number)));
    }
    if (way.standIn === undefined) continue;
    const difference = compare(machine, way, state, result, published.scratch);
    if (difference === undefined) equal++;
    else first ??= `line ${vector.line}: ${difference}`;
  }
  if (cases === 0) return undefined;
  return {
    way: `${way.plan.routine} ${way.plan.name} ${way.exit}`,
    cases,
    ends,
    writes: [...writes],
    equal: way.standIn === undefined ? undefined : equal,
    first,
  };
}

export interface PassageRun {
  readonly passages: readonly Passage[];
  /** Why there is none, or empty. */
  readonly reason: string;
}

/** Runs all ways into a row's stretches. @param published the published cases of a routine */
export function runPassages(
  machine: SettleMachine,
  row: UnpublishedRow,
  published: (plan: RoutinePlan) => PublishedCases,
): PassageRun {
  const ways = waysOf(machine, row);
  const passages = ways.flatMap((way) => runWay(machine, row, way, published(way.plan)) ?? []);
  if (passages.length > 0 || ways.length === 0) return { passages, reason: '' };
  const entries = ways.map(({ plan }) => formatBus(plan.entry));
  return { passages, reason: `no published case of ${[...new Set(entries)].join(', ')} leads into it in this image` };
}
