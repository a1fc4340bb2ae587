/** Every routine of an image against our functions. */

import { countText } from '../../../core/system/names.js';
import { busAddressOf, formatBus } from '../../../rom-map/cartridge/index.js';
import { addressOf, formatAddress } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import { describeAddress } from '../vectors/case-machine.js';
import { type ImageUnderTest, totalName } from './choose-image.js';
import { createProofMachine } from './compare-sides.js';
import { OUTCOME_WORDS, OUTCOMES, type Outcome, sumOf, type Tally } from './outcomes.js';
import {
  OTHER_TABLES,
  proveRoutine,
  type RoutineOptions,
  type RoutineProof,
  type SmallestCase,
} from './prove-routine.js';
import type { PlayedLog, PublishedCases, RecordedStates } from './published.js';
import type { ProofState } from './state.js';

export interface ProveOptions extends RoutineOptions {
  /** Only this routine (`C1:1C02`) or name. */
  readonly routine?: string | undefined;
  readonly area?: string | undefined;
  /** Only these routines or names; undefined: all. */
  readonly routines?: ReadonlySet<string> | undefined;
}

/** Where a run is. */
interface ProvePlace {
  /** Routines that are through, and all of them. */
  readonly done: number;
  readonly all: number;
  /** The routine under way, or the last one: `C1:1C02`. */
  readonly routine: string;
}

export interface ProveProgress {
  /** After each case. */
  case(place: ProvePlace): void;
  /** After each routine. */
  routine(place: ProvePlace): void;
}

export interface ProveSource {
  /** Published cases of a routine. */
  published(plan: RoutinePlan): PublishedCases;
  area(plan: RoutinePlan): string | undefined;
}

export interface RecordedTotal extends Tally {
  readonly logs: readonly PlayedLog[];
  /** Frames that were equal to the logs. */
  readonly frames: number;
  /** Calls of the routines in them; a part of their states became cases. */
  readonly calls: number;
}

export interface ProveResult extends Tally {
  readonly image: { readonly sha256: string; readonly published: boolean; readonly profile: string };
  /** What the cases are called; never added to another total. */
  readonly total: string;
  readonly routines: number;
  readonly published: Tally;
  readonly recorded: RecordedTotal;
  readonly played: Tally;
  readonly varied: Tally;
  readonly branches: number;
  readonly bothWays: number;
  readonly oneWay: number;
  readonly never: number;
  readonly first: RoutineProof | undefined;
  readonly list: readonly RoutineProof[];
}

type Wanted = Pick<ProveOptions, 'routine' | 'routines' | 'area'>;

/** The routines that the options ask for. */
export function wantedPlans(image: ImageUnderTest, source: ProveSource, options: Wanted): readonly RoutinePlan[] {
  const { otherNames, plans } = image.profile;
  return [...plans, ...otherNames].filter((plan) => isWanted(plan, source, options));
}

function isWanted(plan: RoutinePlan, source: ProveSource, { area, routine, routines }: Wanted): boolean {
  if (area !== undefined && source.area(plan) !== area) return false;
  if (routines !== undefined && !routines.has(plan.routine) && !routines.has(plan.name)) return false;
  return routine === undefined || [plan.routine, plan.name].includes(routine);
}

function recordedTotal(list: readonly RoutineProof[], states: RecordedStates | undefined): RecordedTotal {
  const logs = states?.logs ?? [];
  return {
    ...sumOf(list.map(({ recorded }) => recorded)),
    logs,
    frames: logs.reduce((total, { frames }) => total + frames, 0),
    calls: states?.calls() ?? 0,
  };
}

/**
 * What keeps a proof from holding: something differs, published cases are undecided, or nothing
 * was compared. `holds` is given only where every published case that was run is equal.
 */
type ProveVerdict = 'holds' | 'differs' | 'incomplete' | 'nothing compared';

/**
 * Published cases that were run, and did not come to an equal outcome. Those that were executed
 * with stand-ins of bytes that no listing prints ask the image about bytes that nobody published:
 * where it has others they are counted as stopped, and keep nothing from holding.
 */
export function publishedNotEqual({
  published: { cases, equal, stopped, reasons },
}: Pick<ProveResult, 'published'>): number {
  return cases - equal - stopped - (reasons.notComparable?.[OTHER_TABLES] ?? 0);
}

export function verdictOf(result: Pick<ProveResult, 'different' | 'equal' | 'published'>): ProveVerdict {
  if (result.different > 0) return 'differs';
  if (result.equal === 0) return 'nothing compared';
  return publishedNotEqual(result) > 0 ? 'incomplete' : 'holds';
}

/**
 * Proves an image in memory: every wanted routine, or those of `options.routines`.
 *
 * @param image of `imageUnderTest`; a changed copy of the bytes is another image
 *
 * @throws LockstepError `E_NOTHING_COMPARED` where no case of any routine was begun
 */
export function proveImage(
  image: ImageUnderTest,
  source: ProveSource,
  options: ProveOptions,
  progress?: ProveProgress,
): ProveResult {
  const plans = wantedPlans(image, source, options);
  const machine = createProofMachine(image);
  const list: RoutineProof[] = [];
  for (const plan of plans) {
    const place = { done: list.length, all: plans.length, routine: plan.routine };
    const onCase = progress === undefined ? undefined : () => progress.case(place);
    list.push(proveRoutine(machine, plan, source.published(plan), { ...options, onCase }));
    progress?.routine({ ...place, done: list.length });
  }
  const sum = (pick: (one: RoutineProof) => number): number => list.reduce((total, one) => total + pick(one), 0);
  if (sum((one) => one.cases) === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'no case of any routine was run', {
      found: `--routine ${options.routine ?? 'any'}, --area ${options.area ?? 'any'}, ${countText(plans.length, 'routine')}`,
      expected: 'a routine of the image, such as C1:1C02; an area: turn, combat, ai',
    });
  }
  return {
    image: { sha256: image.sha256, published: image.published, profile: image.profile.name },
    total: totalName(image),
    routines: list.length,
    ...sumOf(list),
    published: sumOf(list.map((one) => one.published)),
    recorded: recordedTotal(list, options.recorded),
    played: sumOf(list.map((one) => one.played)),
    varied: sumOf(list.map((one) => one.varied)),
    branches: sum((one) => one.branches),
    bothWays: sum((one) => one.bothWays),
    oneWay: sum((one) => one.oneWay.length),
    never: sum((one) => one.never.length),
    first: list.find((one) => one.first !== undefined),
    list,
  };
}

// The result of `rom prove` as text and as plain data.

const MAX_LISTED = 12;
/** Reasons of one outcome in a line. */
const MAX_REASONS = 3;

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

function registersText({ registers }: ProofState): string {
  return `A=${hex(registers.A, 4)} X=${hex(registers.X, 4)} Y=${hex(registers.Y, 4)} P=${hex(registers.P, 2)}`;
}

/** Draws up to the last that is not 0: a list that is used up gives 0. */
function usedDraws(draws: readonly number[]): readonly number[] {
  let used = draws.length;
  while (used > 1 && draws[used - 1] === 0) used--;
  return draws.slice(0, used);
}

function drawsText({ draws }: ProofState): string {
  return draws === undefined ? '' : `, draws ${usedDraws(draws).join(' ')} 0...`;
}

/** The call of the image's own code with the smallest case. @param call `lockstep rom call FILE` */
function repeatText(call: string, proof: RoutineProof, { state, cells }: SmallestCase): string {
  const { registers, draws, memory, tables } = state;
  const words = [call, proof.name];
  for (const name of ['A', 'X', 'Y', 'P', 'D', 'DB'] as const) {
    const value = registers[name];
    if (value !== undefined && (value !== 0 || name === 'P')) words.push(`--register ${name}=0x${hex(value, 2)}`);
  }
  for (const offset of cells) words.push(`--cell ${formatAddress(addressOf(offset))}=0x${hex(memory[offset] ?? 0, 2)}`);
  for (const [table, value] of tables) words.push(`--table ${formatAddress(table)}=0x${hex(value, 2)}`);
  if (draws !== undefined) words.push(`--draws ${usedDraws(draws).join(',')}`);
  return words.join(' ');
}

function firstLines(proof: RoutineProof, commands: Commands): string[] {
  const { first } = proof;
  if (first === undefined) return [];
  const cells = first.cells.map((offset) => {
    const value = first.state.memory[offset] ?? 0;
    return `${describeAddress(addressOf(offset))} = ${hex(value, 2)}h`;
  });
  const rest = cells.length > MAX_LISTED ? `, and ${cells.length - MAX_LISTED} more` : '';
  const list = cells.slice(0, MAX_LISTED).join(', ');
  return [
    `         ${first.difference.text}`,
    `         registers ${registersText(first.state)}${drawsText(first.state)}`,
    `         ${cells.length === 0 ? 'every cell 0' : `${countText(cells.length, 'cell')} not 0: ${list}${rest}`}`,
    `         ${repeatText(commands.call, proof, first)}`,
    `         ${commands.prove} --routine ${proof.name}`,
  ];
}

function branchesNote({ branches, bothWays, oneWay, never }: RoutineProof): string {
  if (branches === 0) return 'no branch';
  const missing = [
    oneWay.length === 0 ? '' : `${oneWay.length} one way`,
    never.length === 0 ? '' : `${never.length} never`,
  ];
  return [`branches ${bothWays}/${branches} both ways`, ...missing.filter((part) => part !== '')].join(', ');
}

/** Reasons of an outcome, most frequent first: `21 actingEnemy is not ..., 3 ...`. */
function reasonsText({ reasons }: Tally, outcome: Outcome): string {
  const list = Object.entries(reasons[outcome] ?? {}).sort(([, a], [, b]) => b - a);
  const rest = list.length > MAX_REASONS ? `, and ${countText(list.length - MAX_REASONS, 'more reason')}` : '';
  const shown = list.slice(0, MAX_REASONS).map(([reason, times]) => `${times} ${reason}`);
  return `${shown.join(', ')}${rest}`;
}

/** Outcomes that leave a case without a comparison. */
const LEFT = OUTCOMES.filter((outcome) => outcome !== 'equal' && outcome !== 'different');

function stateOf(proof: RoutineProof): string {
  if (proof.different > 0) return 'DIFFERS';
  if (proof.cases === 0 || proof.equal === 0) return 'nothing';
  return publishedNotEqual(proof) > 0 ? 'open' : 'equal';
}

function routineLine(proof: RoutineProof): string {
  const left = LEFT.filter((outcome) => proof[outcome] > 0);
  const notes = [
    branchesNote(proof),
    proof.allInputs > 0 ? `all inputs (${countText(proof.allInputs, 'bit')})` : '',
    ...left.map((outcome) => `${proof[outcome]} ${OUTCOME_WORDS[outcome]}: ${reasonsText(proof, outcome)}`),
    proof.earlyReads > 0 ? `${proof.earlyReads} early register reads` : '',
  ].filter((part) => part !== '');
  const count = `${proof.equal}/${proof.cases}`.padStart(15);
  return `${stateOf(proof).padEnd(8)}${count}  ${proof.routine} ${proof.name}: ${notes.join('; ')}`;
}

/** A tally in one line, every outcome with its count. */
function outcomesText(tally: Tally): string {
  return OUTCOMES.map((outcome) => `${tally[outcome]} ${OUTCOME_WORDS[outcome]}`).join(', ');
}

/**
 * Commands that a reader can give: the one that was given, without `--routine`, and
 * `rom call FILE`.
 */
interface Commands {
  readonly prove: string;
  readonly call: string;
}

/** What recorded logs gave; empty where none was played. */
function recordedLines({ recorded }: ProveResult): string[] {
  const { logs, frames, calls } = recorded;
  if (logs.length === 0) return [];
  const left = logs.flatMap(({ file, differs }) =>
    differs === undefined
      ? []
      : [
          `log ${file}: the image differs at frame ${differs.frame} in ${differs.cell}; the rest of the log is left out`,
        ],
  );
  return [
    ...left,
    `recorded logs: ${logs.length} played again, ${countText(frames, 'frame')} equal, ${countText(calls, 'call')}; ` +
      `at them ${countText(recorded.cases, 'case')}, ${recorded.equal} equal`,
  ];
}

/** A line for each outcome that left cases without a comparison, with the reasons. */
function leftLines(result: ProveResult): string[] {
  return LEFT.filter((outcome) => result[outcome] > 0).map(
    (outcome) => `${OUTCOME_WORDS[outcome]}: ${countText(result[outcome], 'case')}: ${reasonsText(result, outcome)}`,
  );
}

/** Whether a routine is listed without `--all`. */
function isShown(proof: RoutineProof): boolean {
  return proof.different > 0 || proof.equal === 0 || publishedNotEqual(proof) > 0;
}

/** @param all every routine, not only those that differ */
export function proveText(result: ProveResult, commands: Commands, all: boolean): string {
  const lines: string[] = [];
  const note = result.image.published ? '' : ', NOT the published image';
  lines.push(`image: SHA-256 ${result.image.sha256}, taken as ${result.image.profile}${note}`);
  for (const proof of result.list) {
    if (!all && !isShown(proof)) continue;
    lines.push(routineLine(proof), ...firstLines(proof, commands));
    if (proof.published.first !== undefined) lines.push(`         published case, ${proof.published.first}`);
  }
  const { published, recorded, played, varied } = result;
  lines.push(
    `branches of the original: ${result.bothWays} of ${result.branches} went both ways, ${result.oneWay} one way, ${result.never} never`,
    ...recordedLines(result),
    ...leftLines(result),
    `published: ${published.equal} of ${countText(published.cases, 'case')} equal`,
    `${result.total}: ${countText(result.routines, 'routine')}, ${countText(result.cases, 'case')} (${published.cases} published, ` +
      `${recorded.cases} recorded, ${played.cases} on played frames, ${varied.cases} varied): ${outcomesText(result)}`,
  );
  return `${lines.join('\n')}\n`;
}

function cellsJson(proof: RoutineProof): Record<string, number> {
  const cells: Record<string, number> = {};
  for (const offset of proof.first?.cells ?? []) {
    cells[formatAddress(addressOf(offset))] = proof.first?.state.memory[offset] ?? 0;
  }
  return cells;
}

function firstJson(proof: RoutineProof | undefined, call: string) {
  if (proof?.first === undefined) return null;
  const { difference, state } = proof.first;
  return {
    routine: proof.routine,
    name: proof.name,
    kind: difference.kind,
    difference: difference.text,
    registers: state.registers,
    draws: state.draws ?? null,
    cells: cellsJson(proof),
    repeat: repeatText(call, proof, proof.first),
  };
}

/**
 * @param bytes length of the image, for the addresses of branches @param call
 * `lockstep rom call FILE`
 */
export function proveJson(result: ProveResult, mapping: 'hirom' | 'lorom', bytes: number, call: string) {
  const addresses = (offsets: readonly number[]): readonly string[] =>
    offsets.map((offset) => formatBus(busAddressOf(mapping, offset, bytes)));
  return {
    verdict: verdictOf(result),
    ...result,
    first: firstJson(result.first, call),
    list: result.list.map((proof) => ({
      ...proof,
      oneWay: addresses(proof.oneWay),
      never: addresses(proof.never),
      first: firstJson(proof, call),
    })),
  };
}
