/** Every routine of an image against our functions. */

import { countText } from '../../../core/system/names.js';
import { busAddressOf, fileOffsetOf, formatBus } from '../../../rom-map/cartridge/index.js';
import { formatAddress } from '../../../rom-map/index.js';
import { drained, hexText, LockstepError, type Steps } from '../../base/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import { type ImageUnderTest, totalName } from './choose-image.js';
import { createProofMachine } from './compare-sides.js';
import { BOTH_WAYS } from './original-machine.js';
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
export interface ProvePlace {
  /** Routines that are through, and all of them. */
  readonly done: number;
  readonly all: number;
  /** The routine under way, or the last one: `C1:1C02`. */
  readonly routine: string;
  /** Cases so far. */
  readonly cases: number;
}

/** Told after every 1,024 cases, and after each routine. */
export type ProveProgress = (place: ProvePlace) => void;

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
  /** Routines of each kind. */
  readonly states: Readonly<Record<RoutineState, number>>;
  /** Conditional branches of all routines, each counted once. */
  readonly branches: number;
  /** Those that went both ways in some proof. */
  readonly bothWays: number;
  /** Those that did not, by address; a part of them cannot. */
  readonly openBranches: readonly OpenBranch[];
  /** The routine at fault: it differs, and nothing that it calls does. */
  readonly first: JudgedRoutine | undefined;
  /** Those that differ first, the one at fault before its callers. */
  readonly list: readonly JudgedRoutine[];
}

/**
 * - `equal`: every case that counts is equal, every branch went both ways.
 * - `thin`: nothing differs, and a part of its code or of its published cases was not compared.
 * - `open`: published cases that were run came to no equal outcome.
 * - `nothing`: no case was equal or different.
 */
export const ROUTINE_STATES = ['equal', 'thin', 'different', 'open', 'nothing'] as const;
export type RoutineState = (typeof ROUTINE_STATES)[number];

/** A branch that no compared call of any routine sent both ways. */
export interface OpenBranch {
  /** Offset in the image. */
  readonly offset: number;
  readonly went: 'never' | 'taken' | 'not taken';
  /** Why it cannot go the other way; undefined: no reason is known. */
  readonly reason: string | undefined;
}

export interface JudgedRoutine extends RoutineProof {
  readonly state: RoutineState;
  /** Why it is thin. */
  readonly thin: readonly string[];
  /** Branches of its code and of what it calls that went both ways in no proof. */
  readonly openBranches: readonly OpenBranch[];
  /** Routines that differ and that it calls. */
  readonly differentCalls: readonly string[];
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

/** The verdict as every answer has it: where nothing was compared, it is incomplete. */
function wordOf(verdict: ProveVerdict): 'holds' | 'differs' | 'incomplete' {
  return verdict === 'nothing compared' ? 'incomplete' : verdict;
}

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

// Which routines are thin, and which one is at fault.

const WENT = ['never', 'taken', 'not taken'] as const;

/** The branches that went both ways in no proof, and how many there are in all. */
function openBranchesOf(image: ImageUnderTest, list: readonly RoutineProof[]) {
  const union = new Map<number, number>();
  for (const { ways } of list) for (const [offset, bits] of ways) union.set(offset, (union.get(offset) ?? 0) | bits);
  const { mapping, oneWay } = image.profile;
  const reasons = new Map([...oneWay].map(([at, reason]) => [fileOffsetOf(mapping, at, image.image.length), reason]));
  const open = [...union]
    .filter(([, bits]) => bits !== BOTH_WAYS)
    .sort(([a], [b]) => a - b)
    .map(([offset, bits]): OpenBranch => {
      const went = WENT[bits] ?? 'never';
      return { offset, went, reason: reasons.get(offset) };
    });
  return { branches: union.size, open };
}

function leftCases(count: number, what: string): string[] {
  return count === 0 ? [] : [`${countText(count, 'published case')} ${what}`];
}

/** What of a routine was not compared. */
function thinReasons({ published, cases }: RoutineProof, open: readonly OpenBranch[], isDeclared: boolean): string[] {
  const branches = open.filter(({ reason }) => reason === undefined).length;
  const left = LEFT.flatMap((outcome) => leftCases(published[outcome], OUTCOME_WORDS[outcome]));
  return [
    ...(branches === 0 ? [] : [`${countText(branches, 'branch', 'branches')} not both ways`]),
    ...left,
    ...(published.cases === 0 && cases > 0 && !isDeclared ? ['no published case'] : []),
  ];
}

function stateOf(proof: RoutineProof, thin: readonly string[]): RoutineState {
  if (proof.different > 0) return 'different';
  if (proof.cases === 0 || proof.equal === 0) return 'nothing';
  if (publishedNotEqual(proof) > 0) return 'open';
  return thin.length > 0 ? 'thin' : 'equal';
}

/** Judges each routine beside the others; those that differ come first, callers last among them. */
function judged(
  image: ImageUnderTest,
  plans: readonly RoutinePlan[],
  list: readonly RoutineProof[],
  open: readonly OpenBranch[],
): readonly JudgedRoutine[] {
  const entries = plans.map(({ entry }) => fileOffsetOf(image.profile.mapping, entry, image.image.length));
  const entryAt = (index: number): number => entries[index] ?? -1;
  const all = list.map((proof, index): JudgedRoutine => {
    const own = open.filter(({ offset }) => proof.ways.has(offset));
    const thin = thinReasons(proof, own, image.profile.game.isDeclared);
    const differentCalls = list
      .filter((other, at) => other.different > 0 && entryAt(at) !== entryAt(index) && proof.calls.includes(entryAt(at)))
      .map(({ routine, name }) => `${routine} ${name}`);
    return { ...proof, state: stateOf(proof, thin), thin, openBranches: own, differentCalls };
  });
  const different = all.filter(({ state }) => state === 'different');
  different.sort((a, b) => a.differentCalls.length - b.differentCalls.length);
  return [...different, ...all.filter(({ state }) => state !== 'different')];
}

/** Who proves a part of the routines: where it takes them from, and whom it tells. */
export interface RoutineTaker {
  /** Index of the next routine that nobody has; undefined: none is left. */
  next(): number | undefined;
  /** Told of every case. */
  case?(): void;
  /** Told of each routine that is through. */
  done(index: number, proof: RoutineProof): void;
}

/**
 * Proves the routines that a taker takes, on a machine of its own; a step a routine. What a routine
 * comes to does not depend on those before it.
 */
export function* provingSteps(
  image: ImageUnderTest,
  plans: readonly RoutinePlan[],
  source: Pick<ProveSource, 'published'>,
  options: RoutineOptions,
  taker: RoutineTaker,
): Steps<void> {
  const machine = createProofMachine(image);
  const onCase = taker.case === undefined ? undefined : () => taker.case?.();
  for (let index = taker.next(); index !== undefined; index = taker.next()) {
    const plan = plans[index];
    if (plan === undefined) return;
    taker.done(index, proveRoutine(machine, plan, source.published(plan), { ...options, onCase }));
    if (yield) return;
  }
}

/** The same at once. */
export function proveRoutines(...given: Parameters<typeof provingSteps>): void {
  drained(provingSteps(...given));
}

/** Cases between two words of progress. */
const CASES_OF_A_WORD = 0x400;

/**
 * Takes the routines in their order, and tells the progress.
 *
 * @param next as of `RoutineTaker` @param others routines and cases of other threads
 */
export function createTaker(
  plans: readonly RoutinePlan[],
  next: RoutineTaker['next'],
  keep: RoutineTaker['done'],
  progress: ProveProgress | undefined,
  others: () => Pick<ProvePlace, 'done' | 'cases'> = () => ({ done: 0, cases: 0 }),
): RoutineTaker {
  let [done, cases, routine] = [0, 0, ''];
  const tell = (): void => {
    const rest = others();
    progress?.({ done: done + rest.done, all: plans.length, routine, cases: cases + rest.cases });
  };
  return {
    next() {
      const index = next();
      routine = (index === undefined ? undefined : plans[index]?.routine) ?? routine;
      return index;
    },
    case() {
      cases++;
      if (cases % CASES_OF_A_WORD === 0) tell();
    },
    done(index, proof) {
      done++;
      keep(index, proof);
      tell();
    },
  };
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
  const list: RoutineProof[] = [];
  let at = 0;
  const next = (): number | undefined => (at < plans.length ? at++ : undefined);
  proveRoutines(
    image,
    plans,
    source,
    options,
    createTaker(plans, next, (_, proof) => list.push(proof), progress),
  );
  return resultOf(image, plans, list, options);
}

/**
 * What the proofs of all wanted routines come to.
 *
 * @throws LockstepError as `proveImage`
 */
export function resultOf(
  image: ImageUnderTest,
  plans: readonly RoutinePlan[],
  list: readonly RoutineProof[],
  options: ProveOptions,
): ProveResult {
  const total = sumOf(list);
  if (total.cases === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'no case of any routine was run', {
      found: `--routine ${options.routine ?? 'any'}, --area ${options.area ?? 'any'}, ${countText(plans.length, 'routine')}`,
      expected: 'a routine of the image, such as C1:1C02; an area: turn, combat, ai',
    });
  }
  const { branches, open } = openBranchesOf(image, list);
  const routines = judged(image, plans, list, open);
  const count = (state: RoutineState): number => routines.filter((one) => one.state === state).length;
  return {
    image: { sha256: image.sha256, published: image.published, profile: image.profile.name },
    total: totalName(image),
    routines: list.length,
    ...total,
    published: sumOf(list.map((one) => one.published)),
    recorded: recordedTotal(list, options.recorded),
    played: sumOf(list.map((one) => one.played)),
    varied: sumOf(list.map((one) => one.varied)),
    states: {
      equal: count('equal'),
      thin: count('thin'),
      different: count('different'),
      open: count('open'),
      nothing: count('nothing'),
    },
    branches,
    bothWays: branches - open.length,
    openBranches: open,
    first: routines.find((one) => one.first !== undefined),
    list: routines,
  };
}

// The result of `rom prove` as text and as plain data.

/** What turns an offset in the image into its address. */
export interface ImageAddresses {
  readonly mapping: 'hirom' | 'lorom';
  /** Length of the image. */
  readonly bytes: number;
}

const MAX_LISTED = 12;
/** Reasons of one outcome in a line. */
const MAX_REASONS = 3;

function registersText({ registers }: ProofState): string {
  return `A=${hexText(registers.A, 4)} X=${hexText(registers.X, 4)} Y=${hexText(registers.Y, 4)} P=${hexText(registers.P, 2)}`;
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
function repeatText(call: string, proof: RoutineProof, { cells, state }: SmallestCase): string {
  const { registers, draws, tables } = state;
  const words = [call, proof.name];
  for (const name of ['A', 'X', 'Y', 'P', 'D', 'DB'] as const) {
    const value = registers[name];
    if (value !== undefined && (value !== 0 || name === 'P')) words.push(`--register ${name}=0x${hexText(value, 2)}`);
  }
  for (const { key, value } of cells) words.push(`--cell ${key}=0x${hexText(value, 2)}`);
  for (const [table, value] of tables) words.push(`--table ${formatAddress(table)}=0x${hexText(value, 2)}`);
  if (draws !== undefined) words.push(`--draws ${usedDraws(draws).join(',')}`);
  return words.join(' ');
}

function firstLines(proof: RoutineProof, commands: Commands | undefined): string[] {
  const { first } = proof;
  if (first === undefined) return [];
  const cells = first.cells.map(({ text }) => text);
  const rest = cells.length > MAX_LISTED ? `, and ${cells.length - MAX_LISTED} more` : '';
  const list = cells.slice(0, MAX_LISTED).join(', ');
  if (commands === undefined) {
    const from = cells.length === 0 ? 'any: nothing is read' : `${list}${rest}`;
    return [`         ${first.difference.text}`, `         smallest state: ${from}`];
  }
  return [
    `         ${first.difference.text}`,
    `         registers ${registersText(first.state)}${drawsText(first.state)}`,
    `         ${cells.length === 0 ? 'every cell 0' : `${countText(cells.length, 'cell')} not 0: ${list}${rest}`}`,
    `         ${repeatText(commands.call, proof, first)}`,
    `         ${commands.prove} --routine ${proof.name}`,
  ];
}

/** Address of an offset in the image. */
type AddressText = (offset: number) => string;

function addressText(mapping: 'hirom' | 'lorom', bytes: number): AddressText {
  return (offset) => formatBus(busAddressOf(mapping, offset, bytes));
}

function branchText(branch: OpenBranch, address: AddressText): string {
  const went = branch.went === 'never' ? 'never reached' : `only ${branch.went}`;
  return `${address(branch.offset)} ${went}${branch.reason === undefined ? '' : ` (${branch.reason})`}`;
}

function branchesNote({ ways, openBranches }: JudgedRoutine, address: AddressText): string {
  if (ways.size === 0) return 'no branch';
  const own = [...ways.values()].filter((bits) => bits === BOTH_WAYS).length;
  const open = openBranches.length;
  const elsewhere = ways.size - own - open;
  return [
    `branches ${own}/${ways.size} both ways`,
    ...(elsewhere === 0 ? [] : [`${elsewhere} in the proof of another routine`]),
    ...openBranches.map((branch) => branchText(branch, address)),
  ].join(', ');
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

/** Words before a routine's line, and in the summary. */
const STATE_WORDS: Readonly<Record<RoutineState, readonly [line: string, sum: string]>> = {
  equal: ['equal', 'equal'],
  thin: ['thin', 'thin (equal as far as was compared)'],
  different: ['DIFFERS', 'different'],
  open: ['open', 'open (published cases without an outcome)'],
  nothing: ['nothing', 'without a comparison'],
};

function routineLine(proof: JudgedRoutine, address: AddressText): string {
  const left = LEFT.filter((outcome) => proof[outcome] > 0);
  const notes = [
    branchesNote(proof, address),
    proof.allInputs > 0 ? `all inputs (${countText(proof.allInputs, 'bit')})` : '',
    ...left.map((outcome) => `${proof[outcome]} ${OUTCOME_WORDS[outcome]}: ${reasonsText(proof, outcome)}`),
    proof.earlyReads > 0 ? `${proof.earlyReads} early register reads` : '',
  ].filter((part) => part !== '');
  const count = `${proof.equal}/${proof.cases}`.padStart(15);
  return `${STATE_WORDS[proof.state][0].padEnd(8)}${count}  ${proof.routine} ${proof.name}: ${notes.join('; ')}`;
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

/** How a reader asks for all routines. */
function allWord(commands: Commands | undefined): string {
  return commands === undefined ? '`all: true`' : '--all';
}

/** A line for each outcome that left cases without a comparison, with the reasons. */
function leftLines(result: ProveResult): string[] {
  return LEFT.filter((outcome) => result[outcome] > 0).map(
    (outcome) => `${OUTCOME_WORDS[outcome]}: ${countText(result[outcome], 'case')}: ${reasonsText(result, outcome)}`,
  );
}

/** Routines of each kind in one line. */
function statesLine({ routines, states }: ProveResult): string {
  const parts = ROUTINE_STATES.filter((state) => states[state] > 0 || state === 'equal' || state === 'different');
  return `${countText(routines, 'routine')}: ${parts.map((state) => `${states[state]} ${STATE_WORDS[state][1]}`).join(', ')}`;
}

/** Branches that are named in the summary. */
const MAX_BRANCHES = 6;

function branchesLine({ branches, bothWays, openBranches }: ProveResult, address: AddressText, all: string): string {
  const open = openBranches.filter(({ reason }) => reason === undefined);
  const cannot = openBranches.length - open.length;
  const named = open.slice(0, MAX_BRANCHES).map((branch) => branchText(branch, address));
  const more = open.length - named.length;
  return [
    `branches of the original: ${bothWays} of ${branches} went both ways`,
    ...(cannot === 0 ? [] : [`${cannot} cannot (${all} says why)`]),
    ...named,
    ...(more === 0 ? [] : [`and ${more} more (${all})`]),
  ].join(', ');
}

/** What a reader does next. */
function nextLine(result: ProveResult, commands: Commands | undefined): string {
  const { first, states } = result;
  if (first !== undefined && states.different > 0) {
    const others = states.different - 1;
    const rest = others === 0 ? '' : `; ${countText(others, 'other routine')} after it, callers last`;
    return `next: look at ${first.routine} ${first.name}, which calls ${
      first.differentCalls.length === 0 ? 'no other routine that differs' : first.differentCalls.join(', ')
    }${rest}`;
  }
  if (states.open + states.nothing > 0)
    return 'next: look at the routines that are listed as open or without a comparison';
  const all = commands === undefined ? allWord(commands) : `\`${commands.prove} --all\``;
  if (states.thin > 0) return `next: ${all} says what was not compared of each thin routine`;
  if (commands === undefined) return 'next: nothing is open here';
  return 'next: nothing is open here; `lockstep rom settle` asks the image about the rules that are not published';
}

/**
 * @param commands undefined: a game of one's own, which no command knows
 * @param all every routine, not only those that differ
 */
export function proveText(
  result: ProveResult,
  { mapping, bytes }: ImageAddresses,
  commands: Commands | undefined,
  all: boolean,
): string {
  const address = addressText(mapping, bytes);
  const lines: string[] = [];
  const note = result.image.published || commands === undefined ? '' : ', NOT the published image';
  lines.push(`image: SHA-256 ${result.image.sha256}, taken as ${result.image.profile}${note}`);
  for (const proof of result.list) {
    // without --all: what is equal as far as was compared stands in the summary
    if (!all && (proof.state === 'equal' || proof.state === 'thin')) continue;
    lines.push(routineLine(proof, address), ...firstLines(proof, commands));
    if (proof.published.first !== undefined) lines.push(`         published case, ${proof.published.first}`);
  }
  const { published, recorded, played, varied } = result;
  const origins =
    `${published.cases} published, ${recorded.cases} recorded, ` +
    `${played.cases} on played frames, ${varied.cases} varied`;
  lines.push(
    statesLine(result),
    branchesLine(result, address, allWord(commands)),
    ...recordedLines(result),
    ...leftLines(result),
    ...(commands === undefined ? [] : [`published: ${published.equal} of ${countText(published.cases, 'case')} equal`]),
    `${result.total}: ${countText(result.routines, 'routine')}, ${countText(result.cases, 'case')}` +
      `${commands === undefined ? '' : ` (${origins})`}: ${outcomesText(result)}`,
    nextLine(result, commands),
  );
  return `${lines.join('\n')}\n`;
}

/** @param call undefined: a game of one's own, which no command knows */
function firstJson(proof: RoutineProof | undefined, call: string | undefined) {
  if (proof?.first === undefined) return null;
  const { cells, difference, state } = proof.first;
  return {
    routine: proof.routine,
    name: proof.name,
    kind: difference.kind,
    difference: difference.text,
    registers: state.registers,
    draws: state.draws ?? null,
    cells: Object.fromEntries(cells.map(({ key, value }) => [key, value])) as Record<string, number>,
    repeat: call === undefined ? `prove({ routines, routine: '${proof.name}' })` : repeatText(call, proof, proof.first),
  };
}

/** @param call `lockstep rom call FILE`; undefined: a game of one's own, which no command knows */
export function proveJson(result: ProveResult, { mapping, bytes }: ImageAddresses, call: string | undefined) {
  const address = addressText(mapping, bytes);
  const branchesJson = (branches: readonly OpenBranch[]) =>
    branches.map(({ offset, went, reason }) => ({ address: address(offset), went, reason: reason ?? null }));
  return {
    verdict: wordOf(verdictOf(result)),
    ...result,
    openBranches: branchesJson(result.openBranches),
    first: firstJson(result.first, call),
    list: result.list.map(({ ways, calls, ...proof }) => ({
      ...proof,
      branches: ways.size,
      bothWays: [...ways.values()].filter((bits) => bits === BOTH_WAYS).length,
      openBranches: branchesJson(proof.openBranches),
      first: firstJson({ ...proof, ways, calls }, call),
    })),
  };
}
