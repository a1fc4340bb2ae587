/** Every row of the table of unpublished stretches against an image's own code. */

import { read16 } from '../../../core/int/uint.js';
import { changeTargetCapped } from '../../../core/live-a-live/combat/stat-change.js';
import { loseTotal } from '../../../core/live-a-live/combat/totals-on-allies.js';
import * as Ally from '../../../core/live-a-live/memory/cells/ally.js';
import type { Machine } from '../../../core/live-a-live/memory/machine.js';
import { nextAlly } from '../../../core/live-a-live/memory/presence.js';
import { PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { settingsOf } from '../../../core/live-a-live/memory/switches.js';
import { beginAbnormality } from '../../../core/live-a-live/turn/abnormality.js';
import { chooseEnemyOrNobody } from '../../../core/live-a-live/turn/enemy-choice.js';
import { countText } from '../../../core/system/names.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { placeByName, UNPUBLISHED, type UnpublishedRow, WORK_RAM } from '../../../rom-map/index.js';
import { drained, type Steps } from '../../base/index.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import { stretchesOf } from '../cpu-trace/stretches.js';
import { placeAddress } from '../proof/access-log.js';
import { callPlanOf, type ImageUnderTest, totalName, wholeWayPlan } from '../proof/choose-image.js';
import { type CallPlan, callOriginal, isTrap, type OriginalResult } from '../proof/original-call.js';
import { type PublishedCases, tablesOfCase } from '../proof/published.js';
import { CONSOLE_WINDOWS, hasGivenDraws, type ProofState, stateOfCase } from '../proof/state.js';
import { describeAddress } from '../vectors/case-machine.js';
import type { Registers } from '../vectors/format.js';
import { decisionFrames } from './decision-frames.js';
import { judgeButtons, judgeLoop, startPlaces } from './loop-ways.js';
import {
  addressIn,
  createSettleMachine,
  INSTRUCTIONS,
  kindOfNoEnd,
  loadOriginal,
  memoryOf,
  type NotRun,
  runProbe,
  type SettleMachine,
  type StateResult,
  type WayProbe,
} from './run-probe.js';
import { SWITCH_PROBES } from './switch-probes.js';
import {
  differenceText,
  emptyStretch,
  isSame,
  type Judged,
  judgeStates,
  type KeyedStretch,
  keyedStretches,
  SETTLE_VERDICTS,
  type SettleVerdict,
} from './verdict.js';

// The row `allyDefence`: what an attack on an ally leaves of total and HP (C1:CBA6), in states that
// tell every share of the defence apart. Which value of 0377 an attack writes is not printed, so
// that all fifteen with a defence are run.

const DAMAGE = 'C1:CBA6';
const KINDS = Array.from({ length: 15 }, (_, index) => index + 1);
const WATCHED = ['ally[0].totalDamage', 'record[0].hp'] as const;
const STAND_IN = 'our stand-in';

/** Blows: one and several hits, a total below the defence and one above the cap, evaded or not. */
const BLOWS = [
  { singleHit: 60, hits: 3, defence: 43, hp: 500, attributeMark: 0 },
  { singleHit: 100, hits: 1, defence: 255, hp: 500, attributeMark: 0 },
  { singleHit: 500, hits: 3, defence: 201, hp: 999, attributeMark: 0 },
  { singleHit: 90, hits: 2, defence: 77, hp: 30, attributeMark: 0xff },
];
/** The two low bits of a skill's byte 10: 1/4, 1/2, 1 and 0 of the defence. */
const SHARES = [0, 1, 2, 3];

type Cells = Readonly<Record<string, number>>;

interface Blow {
  readonly what: string;
  readonly hits: number;
  readonly cells: Cells;
}

function blowsOf(kind: number): Blow[] {
  return SHARES.flatMap((share) =>
    BLOWS.map(({ singleHit, hits, defence, hp, attributeMark }) => ({
      what: `0377 = ${kind}, ${hits} x ${singleHit} on a defence of ${defence}, byte 10 = ${share}`,
      hits,
      cells: {
        driver: kind,
        skillCoefficients: share,
        work0310: hits,
        'ally[0].id': 1,
        'ally[0].state': PRESENT,
        'ally[0].record': 0x0d00,
        'ally[0].hitsLanded': hits,
        'ally[0].singleHit': singleHit,
        'ally[0].attributeMark': attributeMark,
        'record[0].hp': hp,
        'record[0].maxHp': 999,
        'record[0].defence': defence,
      },
    })),
  );
}

function wordsOf(ram: Uint8Array, isPacked: boolean): number[] {
  return WATCHED.map((name) => {
    const place = placeByName(name);
    return read16(ram, isPacked ? (place?.offset ?? 0) : (place?.address ?? 0) - WORK_RAM);
  });
}

function ourWords({ ours }: SettleMachine, { cells, hits }: Blow): number[] {
  ours.machine.ram.set(memoryOf(cells));
  ours.machine.events.length = 0;
  loseTotal({ ...ours.machine, settings: settingsOf() }, Ally.FIRST, hits);
  return wordsOf(ours.machine.ram, true);
}

/** Both sides of every blow of a kind, or why the image's code came to no end. */
function runKind(machine: SettleMachine, entry: number, kind: number): readonly StateResult[] | NotRun {
  const { original } = machine;
  const plan = wholeWayPlan(machine.image.profile, entry);
  const results: StateResult[] = [];
  for (const blow of blowsOf(kind)) {
    loadOriginal(machine, memoryOf(blow.cells));
    const registers = { A: 0, X: Ally.FIRST, Y: 0, P: 0 };
    const result = callOriginal(original, plan, registers, { instructions: INSTRUCTIONS });
    if (result.exit === undefined) {
      const reason = `the code from ${DAMAGE} came to no end: ${endOf(result)} (${blow.what})`;
      return { kind: kindOfNoEnd(result), reason };
    }
    const theirs = { exit: '', values: wordsOf(original.ram, false) };
    results.push({ what: blow.what, theirs, ours: [{ exit: '', values: ourWords(machine, blow) }] });
  }
  return results;
}

/** @returns how many of the states agree from the first on */
function agreeing(states: readonly StateResult[]): number {
  const first = states.findIndex(({ theirs, ours: [mine] }) => mine === undefined || !isSame(theirs, mine));
  return first < 0 ? states.length : first;
}

/** The stand-in against the image, for every value of 0377 that an attack may write. */
function judgeAllyDefence(machine: SettleMachine): Judged {
  const none = { value: undefined, states: 0, first: '', reason: '' };
  const entry = addressIn(machine, DAMAGE);
  if (entry === undefined) {
    return { ...none, verdict: 'not reached', reason: `the profile ${machine.image.profile.name} has no ${DAMAGE}` };
  }
  const runs: (readonly StateResult[])[] = [];
  for (const kind of KINDS) {
    const states = runKind(machine, entry, kind);
    if ('kind' in states) return { ...none, verdict: states.kind, reason: states.reason };
    runs.push(states);
  }
  const counts = runs.map(agreeing);
  const states = runs.reduce((sum, one) => sum + one.length, 0);
  const differing = runs.filter((one, index) => counts[index] !== one.length);
  if (differing.length === 0) return { ...none, verdict: 'agrees', states };
  const nearest = differing.reduce((best, one) => (agreeing(one) > agreeing(best) ? one : best));
  const state = nearest[agreeing(nearest)] as StateResult;
  const first = differenceText({ watched: WATCHED }, state, 0, STAND_IN);
  if (differing.length === runs.length) return { ...none, verdict: 'none', states, first };
  const kinds = KINDS.filter((_, index) => counts[index] === runs[index]?.length).join(', ');
  const reason = `as ${STAND_IN} where 0377 ends in ${kinds}; elsewhere ${first}; which value an attack on an ally writes is not printed`;
  return { ...none, verdict: 'runs', states, reason };
}

// Rows without a switch whose stand-in is one function of ours: the original is compared with it
// cell by cell. Every other way through a row is recorded, not compared.

interface StandInProbe {
  /** Row of the table of unpublished stretches. */
  readonly row: string;
  /** Routine, its name and the exit that leads into the stretch. */
  readonly way: string;
  /** A further place that ends the original's way, as a return. */
  readonly end?: string;
  /** The whole way with our stand-in. */
  ours(machine: Machine, registers: Registers): void;
}

const STAND_INS: readonly StandInProbe[] = [
  { row: 'nobodyChosen', way: 'C1:92C3 choose-enemy C1:9336', ours: (machine) => void chooseEnemyOrNobody(machine) },
  { row: 'absentUnit', way: 'C1:9F5A next-ally-present C1:9F70', ours: (machine, { X }) => void nextAlly(machine, X) },
  {
    row: 'statChangeCap',
    way: 'C1:DD8F stat-change-enemy C1:DE6F',
    ours: (machine) => void changeTargetCapped(machine),
  },
  {
    row: 'rowLoads',
    way: 'C1:CC2D abnormality-onset-test C1:1C8E',
    end: 'C1:CC42',
    ours: (machine, { X }) => void beginAbnormality(machine, X),
  },
];

// Ways into an unpublished stretch: printed routines whose exit lies in it, from the states of
// their published cases that take this exit. The original goes on where the listing ends.

/** Cases of one way at most. */
const CASES = 64;

interface Passage {
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
  /** How the first case ended that came to a trap; undefined: none did. */
  readonly trap: string | undefined;
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
  let trap: string | undefined;
  for (const vector of published.cases) {
    if (vector.exit !== way.exit || cases === CASES) continue;
    const tables = tablesOfCase(vector, held);
    // the image's own table bytes stay as they are
    const state = tables.size > 0 ? undefined : stateOfCase(vector, ours.offsets, tables, machine.image.profile);
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
    if (isTrap(result)) trap ??= endOf(result);
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
    trap,
  };
}

interface PassageRun {
  readonly passages: readonly Passage[];
  /** Why there is none, or empty. */
  readonly reason: string;
}

/** Runs all ways into a row's stretches. @param published the published cases of a routine */
function runPassages(
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

// Why no probe can reach a row.

const NO_ENTRY = 'no printed routine leads into it, so that its entry state is not known';
const FRAMES = 'it waits for frames: a recording of the cartridge shows it, a call does not';
const TABLE = 'it is a table of the image: `lockstep rom tables` reads it';

const UNREACHED: Readonly<Record<string, string>> = {
  timePassOrder: 'the order of blocks changes nothing that a frame shows at its end',
  orderPointsLoop: NO_ENTRY,
  enemyStepFrames: FRAMES,
  skillFrames: FRAMES,
  cures: NO_ENTRY,
  trajectories: NO_ENTRY,
  specialTypes: NO_ENTRY,
  targetFacing: NO_ENTRY,
  escape: NO_ENTRY,
  afterChosenSkill: NO_ENTRY,
  emptySkillSlots:
    'it lies on the way through C1:E94B: `lockstep rom prove IMAGE --routine C1:E94B` compares the whole',
  startPlaces: 'no printed routine leads into what shifts them; `startOffset` looks at its draws',
  enemySizes: TABLE,
  areaLists: TABLE,
  registerDelay: 'it is no code: `lockstep rom prove` counts results read too early',
};

const OTHER_REASON = NO_ENTRY;

export interface SettledRow extends Judged {
  readonly name: string;
  readonly standIn: UnpublishedRow['standIn'];
  /** Of a stop: why the image does not run there in a battle, or empty. */
  readonly notRun: string;
  readonly passages: readonly Passage[];
  readonly stretches: readonly KeyedStretch[];
}

/** Probes that run more than one call. */
export const WAY_PROBES: readonly WayProbe[] = [startPlaces, decisionFrames];

/** Rows without a switch whose whole way is run from states of its own. */
const JUDGES: Readonly<Record<string, (machine: SettleMachine) => Judged>> = {
  allyDefence: judgeAllyDefence,
  frameLoop: judgeLoop,
  buttonsToActions: judgeButtons,
};

function judgePassages(row: UnpublishedRow, passages: readonly Passage[], reason: string): Judged {
  const states = passages.reduce((sum, { cases }) => sum + cases, 0);
  const common = { value: undefined, states, first: '', reason: '' };
  if (states === 0) {
    return { ...common, verdict: 'not reached', reason: reason || (UNREACHED[row.name] ?? OTHER_REASON) };
  }
  const trapped = passages.find(({ trap }) => trap !== undefined);
  if (trapped !== undefined) {
    return { ...common, verdict: 'not in this image', reason: `${trapped.way} ends with ${trapped.trap}` };
  }
  const compared = passages.filter(({ equal }) => equal !== undefined);
  const differing = compared.find(({ first }) => first !== undefined);
  if (differing !== undefined) {
    return { ...common, verdict: 'none', first: `${differing.way}, ${differing.first ?? ''}` };
  }
  return { ...common, verdict: compared.length > 0 ? 'agrees' : 'runs' };
}

/** The probe of a row that has one. */
function probeOf(row: UnpublishedRow): WayProbe | undefined {
  const probe = SWITCH_PROBES.find((one) => one.row === row.name);
  if (probe === undefined) return WAY_PROBES.find((one) => one.row === row.name);
  return { ...probe, run: (machine, of) => runProbe(machine, probe, of) };
}

function settleRow(
  machine: SettleMachine,
  row: UnpublishedRow,
  published: (plan: RoutinePlan) => PublishedCases,
): Judged & { readonly passages: readonly Passage[] } {
  const empty = emptyStretch(machine.image, row);
  const none = { value: undefined, states: 0, first: '', passages: [] };
  if (empty !== undefined) return { ...none, verdict: 'not in this image', reason: empty };
  const probe = probeOf(row);
  if (probe !== undefined) {
    const run = probe.run(machine, row);
    if (run.kind === 'run') return { ...judgeStates(probe, row, run.states), passages: [] };
    return { ...none, verdict: run.kind, reason: run.reason };
  }
  const { profile } = machine.image;
  if (!profile.isGame) return { ...none, verdict: 'not in this image', reason: `this is ${profile.what}` };
  const { passages, reason } = runPassages(machine, row, published);
  const judge = JUDGES[row.name];
  if (judge !== undefined) return { ...judge(machine), passages };
  return { ...judgePassages(row, passages, reason), passages };
}

export interface SettleResult {
  readonly image: ImageUnderTest;
  /** In the order of the list; fewer where it was told to end. */
  readonly rows: readonly SettledRow[];
}

/**
 * Settles every row, or those that are named; a step a row.
 * @param published the published cases of a routine
 * @param progress told after each row
 */
export function* settlingSteps(
  image: ImageUnderTest,
  published: (plan: RoutinePlan) => PublishedCases,
  progress?: (done: number, all: number, row: SettledRow) => void,
  wanted: readonly string[] = [],
): Steps<SettleResult> {
  const machine = createSettleMachine(image);
  const rows: SettledRow[] = [];
  const list = wanted.length === 0 ? UNPUBLISHED : UNPUBLISHED.filter(({ name }) => wanted.includes(name));
  for (const row of list) {
    const judged = settleRow(machine, row, published);
    const { name, standIn, notRun } = row;
    const settled = { name, standIn, ...judged, notRun, stretches: keyedStretches(image, row) };
    rows.push(settled);
    progress?.(rows.length, list.length, settled);
    if (rows.length < list.length && (yield)) break;
  }
  return { image, rows };
}

/** The same at once. */
export function settleImage(...given: Parameters<typeof settlingSteps>): SettleResult {
  return drained(settlingSteps(...given));
}

/** Rows with one of these verdicts. */
export function countVerdicts(rows: readonly SettledRow[], ...verdicts: readonly SettleVerdict[]): number {
  return rows.filter(({ verdict }) => verdicts.includes(verdict)).length;
}

// The text and JSON of `lockstep rom settle`.

const VERDICT_COLUMNS = Math.max(...SETTLE_VERDICTS.map((verdict) => verdict.length));
/** Cells named of a way that is only recorded. */
const CELLS_SHOWN = 6;

function imageText({ sha256, published, profile }: ImageUnderTest): string {
  const doubt = published ? '' : '; NOT the published image, taken as it is on your word';
  return `image ${sha256} as ${profile.name}${doubt}`;
}

function passageLines({ passages }: SettledRow): string[] {
  return passages.map(({ way, cases, ends, writes, equal }) => {
    const ended = Object.entries(ends).map(([end, times]) => `${end} ${times}`);
    const more = writes.length > CELLS_SHOWN ? ` and ${writes.length - CELLS_SHOWN} more` : '';
    const compared = equal === undefined ? '' : `, ${equal} as ours`;
    return `    ${way}: ${countText(cases, 'case')}${compared}; ${ended.join(', ')}; writes ${writes.slice(0, CELLS_SHOWN).join(', ') || 'nothing'}${more}`;
  });
}

function rowText(row: SettledRow): string {
  switch (row.verdict) {
    case 'settled':
      return `${row.name} = ${row.value} (${countText(row.states, 'state')})${row.reason === '' ? '' : `; ${row.reason}`}`;
    case 'agrees':
      return `${row.name}: our stand-in in all cases`;
    case 'none':
      return `${row.name}: nothing of ours agrees; first difference: ${row.first}`;
    case 'runs':
      return `${row.name}: runs the image's code, ${countText(row.states, 'case')}${row.reason === '' ? '' : `; ${row.reason}`}`;
    default:
      return `${row.name}: ${row.reason}`;
  }
}

function countsText(rows: readonly SettledRow[]): string {
  return SETTLE_VERDICTS.map((verdict) => `${countVerdicts(rows, verdict)} ${verdict}`).join(', ');
}

/** @param all ways that are only recorded too, line by line */
export function settleText({ image, rows }: SettleResult, all: boolean): string {
  const lines = [imageText(image)];
  for (const verdict of SETTLE_VERDICTS) {
    for (const row of rows.filter((one) => one.verdict === verdict)) {
      lines.push(`${verdict.padEnd(VERDICT_COLUMNS)} ${rowText(row)}`);
      // no battle is played with another ROM
      if (row.notRun !== '' && image.profile.isGame)
        lines.push(`${' '.repeat(VERDICT_COLUMNS + 1)}in a battle with --rom: ${row.notRun}`);
      if (all) lines.push(...passageLines(row));
    }
  }
  const states = rows.reduce((sum, row) => sum + row.states, 0);
  lines.push(`${countText(rows.length, 'stretch', 'stretches')}: ${countsText(rows)}; ${totalName(image)}: ${states}`);
  return `${lines.join('\n')}\n`;
}

export function settleJson({ image, rows }: Pick<SettleResult, 'image' | 'rows'>) {
  return {
    image: { sha256: image.sha256, published: image.published, profile: image.profile.name },
    total: totalName(image),
    stretches: rows.length,
    settled: countVerdicts(rows, 'settled', 'agrees'),
    none: countVerdicts(rows, 'none'),
    runs: countVerdicts(rows, 'runs'),
    notInImage: countVerdicts(rows, 'not in this image'),
    notReached: countVerdicts(rows, 'not reached'),
    rows,
  };
}
