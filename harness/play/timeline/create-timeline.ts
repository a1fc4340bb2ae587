/** Makes the timeline of a loaded log or plan. */
import type { Battle, Language } from '../../../core/system/system.js';
import { entryNumber, rowNumber } from '../../base/entry-number.js';
import { LockstepError } from '../../base/errors.js';
import { toldOf } from '../../base/told.js';
import { createCellIndex } from '../expression/cell-index.js';
import { inputText } from '../trace/input-text.js';
import { editsOf } from './branch-edits.js';
import {
  branchOf,
  checkOwnEntry,
  checkPosition,
  lengthOf,
  lineInfos,
  RECORDING,
  recordedEntry,
} from './branch-store.js';
import { createEventTap, type EventTap } from './event-tap.js';
import { countInside, hasInside, scanInside, visitInside } from './inside.js';
import {
  advance,
  createLinePlayer,
  hasOwnInput,
  inputOf,
  type LinePlayer,
  leave,
  makesStep,
  moveTo,
  stepFrom,
} from './line-player.js';
import type { LoadedLine } from './loaded-line.js';
import { createLineStepper, type LineStepper } from './recorded-line.js';
import { frameNumber, STEPS_NONE } from './script.js';
import type { Entry, EntryInput, Position, Timeline } from './timeline.js';

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
