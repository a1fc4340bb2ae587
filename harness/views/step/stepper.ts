/** The stepper without its terminal: the state that keys change, and the entry that it shows. */
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { formatError, LockstepError } from '../../base/index.js';
import { imageOfSystem, type RomImage } from '../../files/index.js';

import {
  type ChosenImage,
  calledText,
  callText,
  chooseImage,
  choosePlace,
  type HoleCall,
  holeCallsOf,
  routinesOfImage,
  runCall,
  standingText,
  standingUntil,
  stateOfHole,
  tracedText,
  traceFrames,
} from '../../original/index.js';

import {
  type BranchBook,
  type EntryFacts,
  factsOf,
  type Position,
  stepEntries,
  type Timeline,
} from '../../play/index.js';

import type { ViewName } from './views.js';
import type { Watch } from './watches.js';

// The image's own code in an entry, instruction by instruction: for the terminal alone.

/** Instructions that are shown of a call. */
const SHOWN = 5000;
const LIMIT = 200_000;
const EIGHT_BIT_A = 0x20;

/** An image that was forced is taken as the game, as a battle takes it. */
function chosen({ file, patch, forced }: RomImage): ChosenImage {
  return chooseImage(file, {
    ...(patch === null ? {} : { patch: patch.file }),
    ...(forced ? { as: 'live-a-live' } : {}),
  });
}

function callLines(image: ChosenImage, call: HoleCall, from: string): string[] {
  const place = choosePlace(formatBus(call.routine), image);
  const lines: string[] = [];
  let count = 0;
  const trace = (line: string): void => {
    if (count++ < SHOWN) lines.push(line);
  };
  if (call.way !== undefined) {
    const traced = traceFrames(image, call.image, call.way, SHOWN, trace);
    return [calledText(image, place), ...lines, ...tracedText(traced, SHOWN).split('\n'), ''];
  }
  const state = stateOfHole(call, from);
  const report = runCall({ image, place, state, widths: EIGHT_BIT_A, isWhole: true, limit: LIMIT, trace });
  const left =
    count > SHOWN ? [`... ${count - SHOWN} more instructions; \`lockstep rom call --trace\` prints all`] : [];
  return [calledText(image, place), ...lines, ...left, ...callText(report).trimEnd().split('\n'), ''];
}

/**
 * Where the image's own code ran in the entry; which of the stretches passed so far it has filled
 * or settled, and why it did not run in the others.
 */
function codeNotesOf(timeline: Timeline, at: number, line: number): string[] {
  if (imageOfSystem(timeline.system) === undefined && timeline.settled === undefined) return [];
  const ran = routinesOfImage(timeline, at, line);
  const where = ran.length === 0 ? [] : [`by the image's own code (key o): ${ran.join(', ')}`];
  return [...where, ...standingText(timeline, standingUntil(timeline, at, line))];
}

/** @param at entry that is shown */
export function holeTraceLines(timeline: Timeline, at: number, line: number): string[] {
  const rom = imageOfSystem(timeline.system);
  if (rom === undefined) return ['No image is given: --rom lets its own code run in our holes.'];
  const calls = holeCallsOf(timeline, at, line);
  if (calls.length === 0) return [`The image's own code does not run in this ${timeline.system.unit}.`];
  try {
    const image = chosen(rom);
    return calls.flatMap((call) => callLines(image, call, timeline.file));
  } catch (error) {
    if (!(error instanceof LockstepError)) throw error;
    return [formatError(error)];
  }
}

/** A question on the bottom line. */
export interface Prompt {
  readonly question: string;
  /** What was typed so far. */
  text: string;
  readonly answer: (text: string) => void | Promise<void>;
}

export interface Stepper {
  readonly timeline: Timeline;
  readonly book: BranchBook;
  readonly watches: Watch[];
  /** Replaced as a whole by every move. */
  position: Position;
  view: ViewName;
  /** First line of the view that is shown. */
  scroll: number;
  /** Working cells and passive cells are shown too. */
  showsAll: boolean;
  message: string;
  prompt: Prompt | undefined;
  /** One entry on with every frame of the screen. */
  isRunning: boolean;
  lastCondition: string;
  /** Lines of the last why-chain. */
  whyLines: readonly string[];
  /** Lines of the last comparison. */
  comparison: readonly string[];
  /** Instructions of the image's own code in the entry last asked for. */
  code: { readonly position: Position; readonly lines: readonly string[] } | undefined;
  /** The search that is under way. */
  search: AbortController | undefined;
  /** Shows words at once: what follows may take a while. */
  announce: (text: string) => void;
  /** Facts of the last position asked for, and what its image's own code did and did not do. */
  known: { readonly position: Position; readonly facts: EntryFacts; readonly codeNotes: readonly string[] } | undefined;
}

/** @param message first message on the screen */
export function createStepper(
  book: BranchBook,
  position: Position,
  watches: readonly Watch[] = [],
  message = '',
): Stepper {
  const stepper: Stepper = {
    timeline: book.timeline,
    book,
    watches: [...watches],
    position,
    view: 'facts',
    scroll: 0,
    showsAll: false,
    message,
    prompt: undefined,
    isRunning: false,
    lastCondition: '',
    whyLines: ['Press y and name a cell.'],
    comparison: ['Press c on a branch.'],
    code: undefined,
    search: undefined,
    announce(text) {
      stepper.message = text;
    },
    known: undefined,
  };
  return stepper;
}

/** The entry that is shown: the one just done, or the one that is halfway done. */
export function shownEntry({ position: { at, call, inner = 0 } }: Stepper): number {
  return call > 0 || inner > 0 ? at + 1 : at;
}

/** Facts of the entry that is shown, and notes on its image's own code. */
export function shownFacts(stepper: Stepper): NonNullable<Stepper['known']> {
  const { timeline, position, known } = stepper;
  if (known?.position === position) return known;
  const at = shownEntry(stepper);
  const facts = factsOf(timeline, at, position.line, position.inner);
  const shown = { position, facts, codeNotes: codeNotesOf(timeline, at, position.line) };
  stepper.known = shown;
  return shown;
}

/** Copies of the states before and after the entry that is shown. */
export function shownImages(stepper: Stepper): readonly [before: Uint8Array, after: Uint8Array] {
  const { timeline, position } = stepper;
  const { line, at, inner = 0 } = position;
  if (inner > 0) {
    const before = timeline.stateAt({ line, at, call: 0, inner: inner - 1 }).slice();
    return [before, timeline.stateAt(position).slice()];
  }
  const before = timeline.state(Math.max(0, shownEntry(stepper) - 1), position.line).slice();
  return [before, timeline.stateAt(position).slice()];
}

export function moveTo(stepper: Stepper, position: Position, message = ''): void {
  stepper.position = position;
  if (stepper.view !== 'memory') stepper.scroll = 0;
  stepper.message = message;
}

export function showView(stepper: Stepper, view: ViewName): void {
  stepper.view = view;
  stepper.scroll = 0;
}

/** One entry on while it runs by itself; stops at the end of the line. */
export function tick(stepper: Stepper): void {
  if (!stepper.isRunning) return;
  const next = stepEntries(stepper.timeline, stepper.position, 1);
  if (next.at === stepper.position.at) stepper.isRunning = false;
  else moveTo(stepper, next);
}

/** Ends the search that is under way. */
export function interrupt({ search }: Stepper): void {
  search?.abort();
}
