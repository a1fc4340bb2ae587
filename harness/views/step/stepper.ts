/** The stepper without its terminal: the state that keys change, and the entry that it shows. */
import type { BranchBook } from '../../play/branches/index.js';
import { type EntryFacts, factsOf } from '../../play/entry-view/index.js';
import { type Position, stepEntries, type Timeline } from '../../play/timeline/index.js';
import { codeNotesOf } from './hole-trace.js';
import type { ViewName } from './views.js';
import type { Watch } from './watches.js';

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
