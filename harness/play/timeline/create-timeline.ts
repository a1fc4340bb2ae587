/** Makes the timeline of a loaded log or plan. */

import { createEventBuffer } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { Battle, EventBuffer, Language } from '../../../core/system/system.js';
import { entryNumber, LockstepError, rowNumber, type ToldLine, toldOf } from '../../base/index.js';
import { createCellIndex } from '../expression/cell-index.js';
import { isPlanSource, planFileOf } from '../plan/read-plan.js';
import { watchFrames } from '../plan/record.js';
import type { PlanSource } from '../plan/types.js';
import { inputText } from '../trace/draws.js';
import { editsOf } from './branch-edits.js';
import {
  type Branch,
  type BranchInput,
  type BranchStore,
  branchOf,
  checkOwnEntry,
  checkPosition,
  createBranchStore,
  lengthOf,
  lineInfos,
  pieceOf,
  RECORDING,
  recordedEntry,
} from './branch-store.js';
import { createEventTap, type EventScan, type EventTap } from './event-tap.js';
import { loadLog } from './log-loader.js';
import { loadPlanLine } from './plan-line.js';
import {
  createLineStepper,
  ENTRY_EVENT_WORDS,
  type LineStepper,
  type LoadedLine,
  type LoadOptions,
} from './recorded-line.js';
import { frameNumber, STEPS_NONE } from './script.js';
import type { Entry, EntryInput, InnerVisitor, Position, Timeline } from './timeline.js';

// Moves a battle along the lines of a timeline: loads the nearest stored state and steps from
// there. The battle's image is the state at the player's position.

/** The image's position is unknown. */
const NOWHERE = -1;

interface LinePlayer {
  readonly loaded: LoadedLine;
  readonly branches: BranchStore;
  readonly stepper: LineStepper;
  /** Line and position of the image; line -1: unknown. */
  line: number;
  at: number;
}

function createLinePlayer(loaded: LoadedLine): LinePlayer {
  const { file, system, battle, line } = loaded;
  const branches = createBranchStore(file, system, line.script, battle.image.length, () => leave(player));
  const stepper = createLineStepper(system, battle, loaded.frameCode);
  const player: LinePlayer = { loaded, branches, stepper, line: NOWHERE, at: -1 };
  return player;
}

/** To be called before other code changes the image. */
function leave(player: LinePlayer): void {
  player.line = NOWHERE;
}

/** The input of an entry: the branch's own, or the recorded one. */
function inputOf({ loaded, branches }: LinePlayer, at: number, line: number): BranchInput {
  const { script } = loaded.line;
  const own = line === RECORDING ? undefined : ownInput(branchOf(branches, line), at);
  if (own !== undefined) return own;
  const entry = recordedEntry(branches, at, line);
  return { pad: script.padOf(entry), command: script.commandOf(entry) };
}

function ownInput(branch: Branch, at: number): BranchInput | undefined {
  return branch.pieces[pieceOf(branch, at)]?.input;
}

/** Whether an entry of a branch has an input of its own. */
function hasOwnInput({ branches }: LinePlayer, at: number, line: number): boolean {
  return line !== RECORDING && ownInput(branchOf(branches, line), at) !== undefined;
}

/** Whether the model steps in an entry; a recording may repeat a state. */
function makesStep(player: LinePlayer, at: number, line: number): boolean {
  if (hasOwnInput(player, at, line)) return true;
  const entry = recordedEntry(player.branches, at, line);
  return entry === 0 || player.loaded.line.script.stepsOf(entry) !== STEPS_NONE;
}

function writePokes({ loaded }: LinePlayer, branch: Branch, at: number): void {
  for (const poke of branch.pokes.get(at) ?? []) loaded.battle.image.set(poke.bytes, poke.offset);
}

/**
 * Steps an entry of a branch after its shared part.
 * @returns code of a rejection, or empty
 */
function stepOwnEntry(player: LinePlayer, branch: Branch, at: number, events: EventBuffer | undefined): string {
  const { loaded, stepper } = player;
  const recorded = loaded.line;
  const entry = recordedEntry(player.branches, at, branch.id);
  const own = ownInput(branch, at);
  if (own === undefined && recorded.script.stepsOf(entry) === STEPS_NONE) return '';
  const { pad, command } = own ?? inputOf(player, at, branch.id);
  if (entry > 0) stepper.feed(recorded, entry);
  const error = stepper.apply(pad, command, events);
  // As on the recording: shown as recorded, and fed anew before the next step.
  if (entry > 0) stepper.feed(recorded, entry);
  return error;
}

/** Steps the image from `at` - 1 to `at` of a line. @returns code of a rejection, or empty */
function stepLine(player: LinePlayer, line: number, at: number, events: EventBuffer | undefined): string {
  const { loaded, branches, stepper } = player;
  if (line === RECORDING) return stepper.step(loaded.line, at, events);
  const branch = branchOf(branches, line);
  const isShared = at <= branch.shared;
  const error = isShared ? stepper.step(loaded.line, at, events) : stepOwnEntry(player, branch, at, events);
  writePokes(player, branch, at);
  branches.states.add(line, at, loaded.battle.image);
  return error;
}

/** Loads the nearest state at or before a position of a line. @returns its position */
function loadNearest(player: LinePlayer, line: number, at: number): number {
  const { loaded, branches } = player;
  const { image } = loaded.battle;
  const branch = line === RECORDING ? undefined : branchOf(branches, line);
  const ofBranch = branch === undefined ? undefined : branches.states.nearest(line, at);
  const ofRecording = loaded.greenzone.nearest(branch === undefined ? at : Math.min(at, branch.shared));
  if (ofBranch !== undefined && ofBranch.at >= ofRecording.at) {
    image.set(ofBranch.image);
    return ofBranch.at;
  }
  image.set(ofRecording.image);
  if (branch !== undefined) writePokes(player, branch, ofRecording.at);
  return ofRecording.at;
}

/** Moves to a position. @returns the battle's image. @throws LockstepError `E_FRAME`, `E_BRANCH` */
function moveTo(player: LinePlayer, at: number, line: number): Uint8Array {
  checkPosition(player.branches, at, line, 0);
  const { loaded } = player;
  const isNear = player.line === line && player.at <= at && at - player.at <= loaded.greenzone.interval;
  if (!isNear) {
    leave(player);
    player.at = loadNearest(player, line, at);
  }
  // A step that throws leaves the image halfway.
  leave(player);
  for (; player.at < at; player.at++) stepLine(player, line, player.at + 1, undefined);
  player.line = line;
  return loaded.battle.image;
}

/**
 * Steps from the image's present position.
 * @returns code of a rejection, or empty
 */
function stepFrom(player: LinePlayer, line: number, at: number, events: EventBuffer): string {
  leave(player);
  const error = stepLine(player, line, at, events);
  player.line = line;
  player.at = at;
  return error;
}

/**
 * Steps to the next entry.
 * @returns the battle's image
 */
function advance(player: LinePlayer, events: EventBuffer | undefined): Uint8Array {
  checkPosition(player.branches, player.at + 1, player.line, 1);
  stepLine(player, player.line, player.at + 1, events);
  player.at++;
  return player.loaded.battle.image;
}

// The frames inside a command: their states, and what happens in each.

/** Whether commands of the line take frames that can be watched. */
function hasInside({ loaded: { system } }: LinePlayer): boolean {
  const { views, planning } = system.capabilities;
  return views?.watchFrames !== undefined && planning?.frames !== undefined;
}

/** Steps an entry with a listener that is called after each of its frames. */
function stepWatched(player: LinePlayer, at: number, line: number, tap: EventTap, listener: () => void): string {
  const { system, battle } = player.loaded;
  return watchFrames(system, battle, listener, () => stepFrom(player, line, at, tap.events));
}

function frameNow({ loaded: { system, battle } }: LinePlayer): number {
  return system.capabilities.planning?.frames?.(battle) ?? 0;
}

/** Visits the frames inside an entry; see `Timeline.visitInside`. */
function visitInside(player: LinePlayer, tap: EventTap, at: number, line: number, visit: InnerVisitor): void {
  const before = moveTo(player, at - 1, line).slice();
  const { image } = player.loaded.battle;
  const own = createEventBuffer(ENTRY_EVENT_WORDS);
  let index = 0;
  let read = 0;
  tap.begin();
  stepWatched(player, at, line, tap, () => {
    own.words.set(tap.events.words.subarray(read, tap.events.length));
    own.length = tap.events.length - read;
    read = tap.events.length;
    visit(++index, frameNow(player), before, image, own);
    before.set(image);
  });
}

/** Number of the frames inside an entry. */
function countInside(player: LinePlayer, tap: EventTap, at: number, line: number): number {
  if (!hasInside(player)) return 0;
  let count = 0;
  moveTo(player, at - 1, line);
  tap.begin();
  stepWatched(player, at, line, tap, () => {
    count++;
  });
  return count;
}

/** The sentences of a frame: its own, and those of frames before it without a state. */
function toldIn(lines: readonly ToldLine[], frames: readonly number[], index: number): ToldLine[] {
  const from = index === 1 ? Number.NEGATIVE_INFINITY : (frames[index - 2] as number);
  const to = index === frames.length ? Number.POSITIVE_INFINITY : (frames[index - 1] as number);
  return lines.filter(({ frame }) => frame > from && frame <= to);
}

function noSuchFrame(player: LinePlayer, number: number, index: number, count: number): LockstepError {
  const { file, system } = player.loaded;
  return new LockstepError('E_FRAME', `${system.unit} ${number} has no frame ${index} inside`, {
    file,
    found: String(index),
    expected: count === 0 ? 'no frame at all' : `1 to ${count}: it takes ${countText(count, 'frame')} with a state`,
    remedy: 'Choose one of them',
  });
}

/**
 * A frame inside an entry.
 * @param whole the entry, of which the frame is a part; its number and input stay
 * @throws LockstepError `E_FRAME`
 */
function scanInside(player: LinePlayer, tap: EventTap, whole: Entry, index: number, language: Language): Entry {
  const { at, line } = whole;
  const { system, battle } = player.loaded;
  const { image } = battle;
  const first = moveTo(player, at - 1, line).slice();
  const frames: number[] = [];
  let before = first;
  let after: Uint8Array | undefined;
  let scan: EventScan | undefined;
  tap.begin();
  stepWatched(player, at, line, tap, () => {
    frames.push(frameNow(player));
    if (frames.length === index - 1) before = image.slice();
    if (frames.length === index) {
      after = image.slice();
      scan = tap.end();
    }
    if (frames.length === index || frames.length === index - 1) tap.restart();
  });
  if (after === undefined || scan === undefined) throw noSuchFrame(player, whole.frame, index, frames.length);
  const lines = toldOf({ system, battle, before: first, events: tap.events }, language);
  const inside = { index, count: frames.length, frame: frames[index - 1] as number };
  return { ...whole, ...scan, told: toldIn(lines, frames, index), before, after, inside };
}

/** A separate battle for trials: an interrupted one leaves an inconsistent state. */
interface Trial {
  readonly battle: Battle;
  readonly stepper: LineStepper;
}

/** What looks at single entries. */
interface Scanner {
  readonly player: LinePlayer;
  readonly tap: EventTap;
  /** Of the names in sentences. */
  readonly language: Language;
}

function entryInput(player: LinePlayer, at: number, line: number): EntryInput {
  checkPosition(player.branches, at, line, 1);
  const { pad, command } = inputOf(player, at, line);
  return { pad, command, text: inputText(pad, command?.plain) };
}

function scanEntry({ player, tap, language }: Scanner, at: number, line: number): Entry {
  const { branches, loaded } = player;
  const { script } = loaded.line;
  checkPosition(branches, at, line, 1);
  const before = moveTo(player, at - 1, line).slice();
  tap.begin();
  const error = stepFrom(player, line, at, tap.events);
  const scan = tap.end();
  const { system, battle } = loaded;
  const frame = entryNumber(system, frameNumber(script, at));
  const made = { system, battle, before, events: tap.events, frame };
  const recorded = recordedEntry(branches, at, line);
  return {
    ...scan,
    line,
    at,
    frame,
    input: entryInput(player, at, line),
    error,
    repeated: !hasOwnInput(player, at, line) && recorded > 0 && script.stepsOf(recorded) === STEPS_NONE,
    torn: line === RECORDING && script.isTorn(at),
    told: error === '' ? toldOf(made, language) : [],
    before,
    after: loaded.battle.image.slice(),
    inside: undefined,
  };
}

/** A frame inside an entry, see `Timeline.inside`. */
function innerEntry(scanner: Scanner, at: number, index: number, line: number): Entry {
  const { player, tap, language } = scanner;
  return scanInside(player, tap, scanEntry(scanner, at, line), index, language);
}

function stateAt(scanner: Scanner, { line, at, call, inner = 0 }: Position): Uint8Array {
  const { player } = scanner;
  if (inner > 0) {
    const { after } = innerEntry(scanner, at + 1, inner, line);
    leave(player);
    player.loaded.battle.image.set(after);
    return player.loaded.battle.image;
  }
  if (call === 0) return moveTo(player, at, line);
  const { events } = scanEntry(scanner, at + 1, line);
  const image = moveTo(player, at, line);
  leave(player);
  for (const event of events.slice(0, call)) {
    const { offsets, after } = event.changed;
    for (let index = 0; index < offsets.length; index++) image[offsets[index] as number] = after[index] as number;
  }
  return image;
}

function entryOfFrame({ branches, loaded }: LinePlayer, frame: number, line: number): number {
  const { file, system } = loaded;
  const { script } = loaded.line;
  const number = (place: number): number => entryNumber(system, frameNumber(script, place));
  const past = frame - number(script.length);
  const at = line !== RECORDING && past > 0 ? script.length + past : script.entryOf(rowNumber(system, frame));
  const length = lengthOf(branches, line);
  if (at > 0 && at <= length) return at;
  throw new LockstepError('E_FRAME', `there is no ${system.unit} ${frame}`, {
    file,
    found: String(frame),
    expected: length === 0 ? `no ${system.unit} at all` : `${number(1)} to ${number(length)}`,
    remedy: 'Choose one of them',
  });
}

function probe(
  player: LinePlayer,
  trial: Trial,
  before: Uint8Array,
  at: number,
  line: number,
  pad?: number,
): Uint8Array {
  const { pad: own, command } = inputOf(player, at, line);
  trial.battle.image.set(before);
  if (makesStep(player, at, line)) {
    const recorded = recordedEntry(player.branches, at, line);
    if (recorded > 0) trial.stepper.feed(player.loaded.line, recorded);
    trial.stepper.apply(pad ?? own, command, undefined);
  }
  return trial.battle.image;
}

function createTrial({ create, system, frameCode }: LoadedLine): Trial {
  const battle = create();
  return { battle, stepper: createLineStepper(system, battle, frameCode) };
}

/** The constant parts of a timeline. */
function describe(loaded: LoadedLine) {
  const { file, system, battle, greenzone, header, line, end, rulesetForced, settled, moveEnds } = loaded;
  return {
    file,
    system,
    battle,
    cells: createCellIndex(system, battle),
    end,
    rulesetForced,
    settled,
    kind: header?.source.kind ?? 'plan',
    source: header?.source,
    isByFrame: system.unit === 'frame',
    switches: { name: header?.ruleset.name ?? 'default', switches: header?.ruleset.switches ?? {} },
    script: line.script,
    greenzone,
    differences: line.differences,
    fed: new Set(line.fed.map(({ offset }) => offset)),
    moveEnds,
    labels: loaded.labels ?? new Map<string, number>(),
  };
}

/** @param language of the names in sentences */
export function createTimeline(loaded: LoadedLine, language: Language = 'en'): Timeline {
  const player = createLinePlayer(loaded);
  const { branches } = player;
  const { script, takeovers } = loaded.line;
  const scanner = { player, tap: createEventTap(loaded.system, loaded.battle.image), language };
  let trial: Trial | undefined;
  return {
    ...describe(loaded),
    language,
    lines: () => lineInfos(branches),
    length: (line = RECORDING) => lengthOf(branches, line),
    frameOf: (at) => entryNumber(loaded.system, frameNumber(script, at)),
    entryOf: (frame, line = RECORDING) => entryOfFrame(player, frame, line),
    state: (at, line = RECORDING) => moveTo(player, at, line),
    stateAt: (position) => stateAt(scanner, position),
    advance: (events) => advance(player, events),
    input: (at, line = RECORDING) => entryInput(player, at, line),
    padOf: (at, line = RECORDING) => inputOf(player, at, line).pad,
    entry: (at, line = RECORDING) => scanEntry(scanner, at, line),
    hasInside: hasInside(player),
    visitInside: (at, line, visit) => visitInside(player, scanner.tap, at, line, visit),
    framesInside: (at, line = RECORDING) => countInside(player, scanner.tap, at, line),
    inside: (at, index, line = RECORDING) => innerEntry(scanner, at, index, line),
    probe(before, at, line = RECORDING, pad) {
      trial ??= createTrial(loaded);
      return probe(player, trial, before, at, line, pad);
    },
    forgetProbe() {
      trial = undefined;
    },
    pokesAt: (at, line) => (line === RECORDING ? [] : (branchOf(branches, line).pokes.get(at) ?? [])),
    takenOver: (at) => takeovers.get(at)?.offsets,
    recordedEntry: (at, line) => recordedEntry(branches, at, line),
    ...editsOf(branches),
    checkOwnEntry: (at, line, max) => checkOwnEntry(branches, at, line, max),
    stateCacheBytes: () => branches.states.bytes(),
    createTrial(state) {
      const other = loaded.create();
      other.image.set(state);
      return other;
    },
  };
}

// Opens a log or plan as a timeline.

/** A plan is a `.toml` file, everything else is read as a trace. @throws LockstepError */
export async function openTimeline(source: PlanSource, options: LoadOptions): Promise<Timeline> {
  const file = planFileOf(source);
  const isPlan = isPlanSource(source);
  if (!isPlan && options.against !== undefined) {
    throw new LockstepError('E_OPTION', 'only a plan is compared with a recording', {
      file,
      remedy: 'A log is its own recording; `lockstep compare` compares two',
    });
  }
  const loaded = await (isPlan ? loadPlanLine(source, options) : loadLog(file, options));
  if (loaded.line.script.length === 0 && loaded.end.whole) {
    const [message, remedy] = isPlan
      ? ['the plan has no command', 'Add a [[do]] table, or find commands with `lockstep route search`']
      : ['the file holds no entry', 'Record it again'];
    throw new LockstepError('E_NOTHING_COMPARED', message, { file, remedy });
  }
  return createTimeline(loaded, options.language);
}
