/** Finds where the cells of a system lie in a RAM recording of unknown layout. */
import { readCell } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import type { CellDeclaration, System } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { createLineFile, createPause, LockstepError } from '../../base/index.js';
import { planFileOf } from '../plan/read-plan.js';
import type { PlanSource } from '../plan/types.js';
import { tracedCells } from '../trace/state.js';
import { readDump } from './dump.js';
import { type Candidate, type DumpPlace, findCandidates, NOT_READ } from './find-candidates.js';
import { type Prediction, predictionFrom } from './prediction.js';

// Second pass: the number of frames in which a candidate holds the predicted value, and of changes
// that it follows.

interface Evidence {
  /** Offset in a frame of the dump. */
  readonly offset: number;
  /** Frames with the predicted value. */
  readonly equal: number;
  /** Predicted changes that occur in the same frame, from the same value to the same value. */
  readonly followed: number;
  /** First frame of the prediction with another value, or -1. */
  readonly firstDifference: number;
}

interface CellEvidence {
  readonly cell: CellDeclaration;
  /** Frames in which the predicted value changes. */
  readonly changes: number;
  /** Number of distinct predicted values; at most 256 are counted. */
  readonly values: number;
  readonly candidates: readonly Evidence[];
}

const MAX_VALUES = 256;

/** The predicted values of the cells, by cell. */
interface PredictedCells {
  readonly cells: readonly CellDeclaration[];
  readonly image: Uint8Array;
  /** Values after the frame before. */
  readonly before: Float64Array;
  readonly changedNow: Uint8Array;
  readonly changes: Int32Array;
  readonly values: readonly Set<number>[];
}

/** The counts of each candidate. */
interface Weights {
  readonly candidates: readonly Candidate[];
  readonly equal: Int32Array;
  readonly followed: Int32Array;
  readonly firstDifference: Int32Array;
  readonly wasEqual: Uint8Array;
}

function createPredicted(image: Uint8Array, cells: readonly CellDeclaration[]): PredictedCells {
  return {
    cells,
    image,
    before: new Float64Array(cells.length),
    changedNow: new Uint8Array(cells.length),
    changes: new Int32Array(cells.length),
    values: cells.map(() => new Set<number>()),
  };
}

function createWeights(candidates: readonly Candidate[]): Weights {
  const { length } = candidates;
  return {
    candidates,
    equal: new Int32Array(length),
    followed: new Int32Array(length),
    firstDifference: new Int32Array(length).fill(-1),
    wasEqual: new Uint8Array(length),
  };
}

function takePrediction({ cells, image, before, changedNow, changes, values }: PredictedCells, frame: number): void {
  for (let index = 0; index < cells.length; index++) {
    const value = readCell(image, cells[index] as CellDeclaration);
    const changed = frame > 0 && value !== before[index];
    changedNow[index] = changed ? 1 : 0;
    if (changed) changes[index] = (changes[index] as number) + 1;
    if (frame === 0 || changed) {
      const seen = values[index] as Set<number>;
      if (seen.size < MAX_VALUES) seen.add(value);
    }
    before[index] = value;
  }
}

function holdsCell(bytes: Uint8Array, offset: number, image: Uint8Array, cell: CellDeclaration): boolean {
  for (let byte = 0; byte < cell.width; byte++) {
    if (bytes[offset + byte] !== image[cell.offset + byte]) return false;
  }
  return true;
}

function weighFrame(weights: Weights, predicted: PredictedCells, bytes: Uint8Array, frame: number): void {
  const { candidates, equal, followed, firstDifference, wasEqual } = weights;
  for (let index = 0; index < candidates.length; index++) {
    const { cell, offset } = candidates[index] as Candidate;
    const same = holdsCell(bytes, offset, predicted.image, predicted.cells[cell] as CellDeclaration);
    if (same) {
      equal[index] = (equal[index] as number) + 1;
      const follows = predicted.changedNow[cell] === 1 && wasEqual[index] === 1;
      if (follows) followed[index] = (followed[index] as number) + 1;
    } else if (firstDifference[index] === -1) firstDifference[index] = frame;
    wasEqual[index] = same ? 1 : 0;
  }
}

/** The candidates of a cell, those that follow the most changes first. */
function evidenceOf({ candidates, equal, followed, firstDifference }: Weights, cell: number): Evidence[] {
  return candidates
    .flatMap((candidate, index) => {
      if (candidate.cell !== cell) return [];
      return [
        {
          offset: candidate.offset,
          equal: equal[index] ?? 0,
          followed: followed[index] ?? 0,
          firstDifference: firstDifference[index] ?? -1,
        },
      ];
    })
    .sort((a, b) => b.followed - a.followed || b.equal - a.equal || a.offset - b.offset);
}

/** Reads the dump again and weighs the candidates of each cell. */
async function weighCandidates(
  dump: DumpPlace,
  prediction: Prediction,
  cells: readonly CellDeclaration[],
  candidates: readonly Candidate[],
): Promise<CellEvidence[]> {
  const bytes = new Uint8Array(dump.size);
  const predicted = createPredicted(prediction.battle.image, cells);
  const weights = createWeights(candidates);
  let frame = 0;
  prediction.restart();
  const pause = createPause(dump.signal, NOT_READ);
  for await (const _ of readDump(dump.path, bytes, dump.skip)) {
    if (frame === prediction.count) break;
    await pause();
    prediction.advance();
    takePrediction(predicted, frame);
    weighFrame(weights, predicted, bytes, frame);
    frame++;
  }
  return cells.map((cell, index) => ({
    cell,
    changes: predicted.changes[index] ?? 0,
    values: predicted.values[index]?.size ?? 0,
    candidates: evidenceOf(weights, index),
  }));
}

// The evidence about each cell. A candidate stands for a cell when it follows the prediction and no
// other one follows it as well. Only the neighbouring cells distinguish equal candidates: one of
// them is at the same distance from its known address as cells found without doubt, and the others
// are not. Otherwise the result is a tie.

/**
 * `found`: one address, in every frame; `nearly`: one address, with a few differing frames; `tie`:
 * several indistinguishable ones; `weak`: too few changes; `none`: nowhere; `constant`: the
 * prediction never changes.
 */
type Status = 'found' | 'nearly' | 'tie' | 'weak' | 'none' | 'constant';

export interface Ranked extends CellEvidence {
  readonly status: Status;
  /** Offset in a frame of the dump, or -1. */
  readonly offset: number;
  /** Number of cells found without doubt that moved by the same distance. */
  readonly neighbours: number;
}

/** Number of changes that rule out a coincidental match. */
const ENOUGH_CHANGES = 3;
/** Minimum share of the changes that a `nearly` candidate follows. */
const NEARLY = 0.95;

/** The candidates with the best evidence. */
function best({ candidates }: CellEvidence): readonly Evidence[] {
  const [first] = candidates;
  return candidates.filter((one) => one.followed === first?.followed && one.equal === first.equal);
}

/**
 * Ranks the candidates of every cell.
 * @param base address of the first byte of a frame
 */
function rank(cells: readonly CellEvidence[], frames: number, base: number): Ranked[] {
  const moved = new Map<number, number>();
  const distance = (cell: CellEvidence, offset: number): number => base + offset - cell.cell.address;
  const sure = (cell: CellEvidence): boolean => cell.changes >= ENOUGH_CHANGES && cell.values >= ENOUGH_CHANGES;
  for (const cell of cells) {
    const [first, second] = best(cell);
    if (first === undefined || second !== undefined || first.equal !== frames || !sure(cell)) continue;
    const by = distance(cell, first.offset);
    moved.set(by, (moved.get(by) ?? 0) + 1);
  }

  return cells.map((cell): Ranked => {
    const others = (offset: number): number => moved.get(distance(cell, offset)) ?? 0;
    const say = (status: Status, offset = -1): Ranked => {
      const counted = offset >= 0 && status === 'found' && best(cell).length === 1 && sure(cell) ? 1 : 0;
      return { ...cell, status, offset, neighbours: offset < 0 ? 0 : others(offset) - counted };
    };
    if (cell.changes === 0) return say('constant');
    const top = best(cell);
    const [first] = top;
    if (first === undefined || first.followed < NEARLY * cell.changes) return say('none');
    const status = first.equal === frames ? 'found' : 'nearly';
    if (top.length === 1) {
      if (sure(cell) || others(first.offset) > 0) return say(status, first.offset);
      return say('weak');
    }
    const supported = top.filter(({ offset }) => others(offset) > 0);
    const [only] = supported;
    if (supported.length === 1 && only !== undefined) return say(status, only.offset);
    return say('tie');
  });
}

interface DiscoverOptions extends DumpPlace {
  readonly systems: readonly System[];
  /** A plan, or a log with its input. */
  readonly from: PlanSource;
  /** Address of the first byte of a frame. */
  readonly base: number;
}

export interface Discovery {
  readonly dump: string;
  readonly from: string;
  readonly system: string;
  readonly systemVersion: number;
  readonly size: number;
  readonly base: number;
  readonly skip: number;
  /** Frames compared. */
  readonly frames: number;
  /** Number of predicted frames or commands. */
  readonly predicted: number;
  readonly cells: readonly Ranked[];
}

/**
 * Finds the cells of a prediction in a RAM recording.
 * @throws LockstepError for a bad dump, a bad prediction, or nothing to compare; `E_INTERRUPTED`
 */
export async function discover(options: DiscoverOptions): Promise<Discovery> {
  const { path, size, skip, base, signal } = options;
  const prediction = await predictionFrom(options.from, options.systems);
  const cells = tracedCells(prediction.battle);
  const dump = { path, size, skip, signal };
  const { frames, candidates } = await findCandidates(dump, prediction, cells);
  if (frames < 2) {
    throw new LockstepError('E_DUMP_SHORT', 'the dump and the prediction share fewer than two frames', {
      file: path,
      found: `${frames} after the first ${skip}`,
      expected: `up to ${prediction.count}, as many as ${planFileOf(options.from)} predicts`,
      remedy: 'Check the dump, --skip and --size',
    });
  }
  const weighed = await weighCandidates(dump, prediction, cells, candidates);
  return {
    dump: path,
    from: planFileOf(options.from),
    system: prediction.system.id,
    systemVersion: prediction.system.version,
    size,
    base,
    skip,
    frames,
    predicted: prediction.count,
    cells: rank(weighed, frames, base),
  };
}

// The result of `discover` as a profile (JSON) and as text.

const MAX_LISTED = 8;
const ORDER: readonly Status[] = ['found', 'nearly', 'tie', 'weak', 'none'];

function profileCell(found: Discovery, one: Ranked) {
  const address = (offset: number): string => formatAddress(found.base + offset);
  return {
    cell: one.cell.name,
    width: one.cell.width,
    known: formatAddress(one.cell.address),
    status: one.status,
    address: one.offset < 0 ? null : address(one.offset),
    changes: one.changes,
    values: one.values,
    neighbours: one.neighbours,
    candidates: one.candidates.slice(0, MAX_LISTED).map(({ offset, equal, followed, firstDifference }) => ({
      address: address(offset),
      framesEqual: equal,
      changesFollowed: followed,
      firstDifference: firstDifference < 0 ? null : firstDifference,
    })),
  };
}

/** Plain data of a profile; `cells` holds every cell whose prediction changes. */
export function profileOf(found: Discovery) {
  return {
    profile: 1,
    system: found.system,
    systemVersion: found.systemVersion,
    base: formatAddress(found.base),
    size: found.size,
    skip: found.skip,
    frames: found.frames,
    predicted: found.predicted,
    constant: found.cells.filter(({ status }) => status === 'constant').length,
    cells: found.cells.filter(({ status }) => status !== 'constant').map((one) => profileCell(found, one)),
  };
}

export function writeProfile(file: string, found: Discovery): void {
  const out = createLineFile(file);
  out.emit(JSON.stringify(profileOf(found), null, 2));
  out.finish();
}

function lineOf(found: Discovery, one: Ranked): string {
  const name = `${one.status.padEnd(6)}  ${one.cell.name.padEnd(24)} ${formatAddress(one.cell.address)}`;
  const [first] = one.candidates;
  const evidence =
    first === undefined
      ? ''
      : `  ${first.followed} of ${countText(one.changes, 'change')}, ${first.equal} of ${countText(found.frames, 'frame')}`;
  if (one.offset >= 0) {
    const around = one.neighbours > 0 ? `, ${countText(one.neighbours, 'other')} moved alike` : '';
    return `${name} -> ${formatAddress(found.base + one.offset)}${evidence}${around}`;
  }
  const top = one.candidates.filter(({ followed, equal }) => followed === first?.followed && equal === first.equal);
  const places = top.slice(0, MAX_LISTED).map(({ offset }) => formatAddress(found.base + offset));
  const more = top.length > MAX_LISTED ? ` and ${top.length - MAX_LISTED} more` : '';
  return `${name}${places.length === 0 ? '' : ` ? ${places.join(', ')}${more}`}${evidence}`;
}

export function discoveryText(found: Discovery): string {
  const of = (status: Status): Ranked[] => found.cells.filter((one) => one.status === status);
  const counts = ORDER.map((status) => `${of(status).length} ${status}`).join(', ');
  const lines = [
    `${found.dump}: ${countText(found.frames, 'frame')} compared with ${found.predicted} that ${found.from} predicts`,
    `${counts}; ${countText(of('constant').length, 'cell')} never change and cannot be seen`,
    ...ORDER.flatMap((status) => of(status).map((one) => lineOf(found, one))),
  ];
  return `${lines.join('\n')}\n`;
}
