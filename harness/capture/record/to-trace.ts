/**
 * Converts a binary recording to a trace: finds the start of the battle, selects the declared
 * cells, names the provenance.
 *
 * A recording of the test ROM starts at the last frame before its battle (phase 1, sequence 0); of
 * any other ROM at its first frame. Only the test ROM's trace has a whole starting image; of a game
 * only named cells are written.
 */

import { readUnsigned } from '../../../core/int/uint.js';
import { LIVE_A_LIVE } from '../../../core/live-a-live/index.js';
import { cell, formatAddress, IMAGE_BYTES, offsetOf, type Place, TEST_ROM_IMAGE } from '../../../rom-map/index.js';
import { interruption, LockstepError } from '../../base/index.js';
import {
  createTraceWriter,
  kindOfImage,
  layoutOf,
  romOf,
  rulesetHash,
  type Settle,
  type SourceKind,
  type TraceHeader,
  type TraceSource,
  type TraceWriter,
} from '../../play/index.js';

import { RECORDING_FLAGS, type RecordingHeader } from './binary-header.js';
import { DRILL_INPUTS, type DrillImage, declaredPlaces, imageRuns } from './declared-cells.js';
import { openDrawJournal } from './image-profile.js';
import type { RecordingReport } from './record-frames.js';
import { copyWindows, isDrill, windowCopies } from './recorded-windows.js';
import { readRecording, readRecordingHeader } from './recording-reader.js';

// The part of a LIVE A LIVE log's header that all recorders share.

type Common = Omit<TraceHeader, 'source' | 'from' | 'image'>;

/**
 * @param drill a log of the test ROM, whose pad word and sequence counters are fed from the
 * recording
 */
export function commonHeader(places: readonly Pick<Place, 'name' | 'address' | 'width'>[], drill: boolean): Common {
  return {
    trace: 1,
    system: LIVE_A_LIVE.id,
    systemVersion: LIVE_A_LIVE.version,
    ruleset: { name: 'cartridge', hash: rulesetHash(LIVE_A_LIVE, {}), switches: {} },
    unit: 'frame',
    setup: null,
    ...layoutOf(LIVE_A_LIVE),
    cells: places.map((place) => [place.name, formatAddress(place.address), place.width]),
    inputs: drill ? [...DRILL_INPUTS] : ['pad1'],
    sequence: drill ? { begin: 'sequenceBegin', end: 'sequenceEnd' } : null,
    masks: [],
  };
}

// Shared by all recordings of work RAM: the packed image, the declared cells, the trace header.

const IMAGE_NUMBER_AT = offsetOf(TEST_ROM_IMAGE);

/** Number of the fourth image; its logs declare what those of the third do. */
const MENU_IMAGE = 3;

/** Which of the test ROM's images it is; 0 for another ROM, too. The later ones have a journal. */
export function drillImage(image: Uint8Array): DrillImage {
  const number = isDrill(image) ? image[IMAGE_NUMBER_AT] : 0;
  if (number === MENU_IMAGE) return 2;
  return number === 1 || number === 2 ? number : 0;
}

/** Bytes of a starting image, by address. */
function imageWindows(image: Uint8Array, drill: boolean): Record<string, string> {
  const out: Record<string, string> = {};
  for (const { address, length } of imageRuns(drill)) {
    const offset = offsetOf(address);
    out[formatAddress(address)] = Buffer.from(image.subarray(offset, offset + length)).toString('hex');
  }
  return out;
}

/**
 * The header of a trace with the starting state `image`. A ROM other than the test ROM counts as
 * the game's cartridge only if the source names a published image; the work of
 * our own CPU is neither.
 * @param from where frame numbers count from, in words
 */
export function imageHeader(
  image: Uint8Array,
  places: readonly Place[],
  drill: boolean,
  source: Omit<TraceSource, 'kind'>,
  from: string,
  isOwnCpu = false,
): TraceHeader {
  const kind = drill ? 'homebrew' : kindOfImage(source.rom?.image);
  return {
    ...commonHeader(places, drill),
    source: { kind: isOwnCpu ? 'own-cpu' : kind, ...source },
    from,
    image: imageWindows(image, drill),
  };
}

/** Values of the places, unsigned, little-endian. */
export function valuesOf(image: Uint8Array, places: readonly Place[], into: Uint32Array): void {
  places.forEach((place, index) => {
    into[index] = readUnsigned(image, place.offset, place.width);
  });
}

const PHASE_AT = cell('phase');
const SEQUENCE_AT = cell('sequenceBegin');
const TEST_ROM_PAD_AT = cell('padWord');
const GAME_PAD_AT = cell('pad1');
const PHASE_START = 1;

/** Provenance in the header of a trace. */
interface Provenance {
  readonly report: RecordingReport;
  readonly romTitle: string;
  readonly inputSha256: string | null;
}

export interface TraceSummary {
  readonly kind: SourceKind;
  readonly frames: number;
  readonly cells: number;
  /** False when the recording was interrupted before the frames asked for. */
  readonly complete: boolean;
}

/** Provenance of a recording alone, without ROM and hashes. */
function ownSource(header: RecordingHeader): Omit<TraceSource, 'kind'> {
  const koffi = (header.flags & RECORDING_FLAGS.koffi) !== 0 ? 'koffi' : 'native';
  const recorder = isBuiltin(header) ? 'builtin' : koffi;
  return {
    emulator: { name: header.coreName, version: header.coreVersion, sha256: null },
    rom: null,
    input: null,
    recorder: { name: `lockstep ${recorder} recorder`, version: '1', sha256: null },
  };
}

/** Whether our own console ran the ROM: such a log is no emulator's. */
function isBuiltin({ flags }: RecordingHeader): boolean {
  return (flags & RECORDING_FLAGS.builtin) !== 0;
}

function sourceOf({ report, romTitle, inputSha256 }: Provenance): Omit<TraceSource, 'kind'> {
  return {
    emulator: { name: report.core.name, version: report.core.version, sha256: report.core.sha256 },
    rom: romOf(romTitle, report.rom.sha256, report.rom.image),
    input: inputSha256 === null ? null : { sha256: inputSha256 },
    recorder: { name: `lockstep ${report.recorder.kind} recorder`, version: '1', sha256: report.recorder.sha256 },
  };
}

const BUILTIN_FRAMES =
  'frames of our own console since power-on, the first is 0; each ends where bsnes-mercury gives a retro_run back';

function countsFrom({ flags }: RecordingHeader): string {
  if ((flags & RECORDING_FLAGS.builtin) !== 0) return BUILTIN_FRAMES;
  const start = (flags & RECORDING_FLAGS.stateLoaded) !== 0 ? 'a savestate was loaded' : 'power-on';
  return `retro_run calls since ${start}, the first is 0; the row of a frame is the state when its call returns`;
}

/**
 * Writes the trace of a recording with all declared windows.
 * @param provenance undefined: only that of the recording itself
 * @param settle names the recorded image
 * @throws LockstepError `E_NO_BATTLE` without a battle of the test ROM, `E_RECORDING_WINDOWS` for a
 * missing window
 */
export async function recordingToTrace(
  recording: string,
  out: string,
  provenance?: Provenance,
  settle?: Settle,
  signal?: AbortSignal,
): Promise<TraceSummary> {
  const { windows } = await readRecordingHeader(recording);
  const copies = windowCopies(windows, recording);
  const journal = openDrawJournal(windows);
  const image = new Uint8Array(IMAGE_BYTES);
  const before = new Uint8Array(IMAGE_BYTES);
  let writer: TraceWriter | undefined;
  let places: readonly Place[] = [];
  let values = new Uint32Array(0);
  let drill = false;
  let frames = 0;
  let kind: SourceKind = 'unknown-image';
  const open = (header: RecordingHeader): TraceWriter => {
    places = declaredPlaces(drill, drillImage(image));
    values = new Uint32Array(places.length);
    const source = provenance === undefined ? ownSource(header) : sourceOf(provenance);
    const made = imageHeader(image, places, drill, source, countsFrom(header), isBuiltin(header));
    const full = settle === undefined ? made : { ...made, source: settle(recording, made.source) };
    kind = full.source.kind;
    return createTraceWriter(out, full);
  };
  try {
    const { complete } = await readRecording(recording, ({ frame, bytes }, header) => {
      if (signal?.aborted === true) throw interruption('the recording is not converted');
      before.set(image);
      copyWindows(copies, bytes, image);
      drill ||= isDrill(image);
      const wasStill = before[SEQUENCE_AT] === 0 && before[SEQUENCE_AT + 1] === 0;
      const starts = drill ? image[PHASE_AT] === PHASE_START && wasStill : true;
      const running = (image[SEQUENCE_AT] ?? 0) !== 0 || (image[SEQUENCE_AT + 1] ?? 0) !== 0;
      if (writer === undefined || (drill && starts && !running)) {
        if (drill && !starts) return;
        if (!drill && frame < FRAMES_TO_RECOGNISE) return;
        writer?.abort();
        writer = open(header);
        return;
      }
      valuesOf(image, places, values);
      const padOffset = drill ? TEST_ROM_PAD_AT : GAME_PAD_AT;
      const draws = drillImage(image) > 0 ? journal?.read(bytes, before, image) : undefined;
      writer.frame(frame, (image[padOffset] ?? 0) | ((image[padOffset + 1] ?? 0) << 8), values, draws);
      frames++;
    });
    if (writer === undefined || frames === 0) {
      throw new LockstepError('E_NO_BATTLE', 'no battle starts in the recording', {
        file: recording,
        expected: 'the test ROM: a pad script that presses Start in its menu; a game: more than a second of frames',
        remedy: 'Record more frames or check the pad script',
      });
    }
    writer.finish();
    return { kind, frames, cells: places.length, complete };
  } catch (error) {
    writer?.abort();
    throw error;
  }
}

/** Frames without the test ROM's signature after which a ROM counts as another one. */
const FRAMES_TO_RECOGNISE = 60;
