/** One recording of a running game: the trace that is written, and the model that is compared. */
import type { Place } from '../../../rom-map/index.js';
import { createTraceWriter, type TraceWriter } from '../../play/trace/writer.js';
import { declaredPlaces } from '../record/declared-cells.js';
import { drillImage, imageHeader, valuesOf } from '../record/image-trace.js';
import type { LiveStep } from './follow-counts.js';
import { createLiveCheck, type LiveCheck, PAD_AT } from './live-check.js';
import type { Sample } from './sampler.js';

/** Maximum advance of the clock, in frames; a larger one means another battle or savestate. */
const MAX_GAP = 3600;
const FROM =
  'frames of the running game since the first sample, by its own counter; sampled from outside, without frame sync';

export interface LiveSession {
  readonly writer: TraceWriter;
  readonly places: readonly Place[];
  readonly values: Uint32Array;
  readonly check: LiveCheck;
  /** The test ROM runs. */
  readonly drill: boolean;
  frame: number;
  clock: number;
}

export function beginSession(out: string, { image, drill, clock }: Sample, name: string, version: string): LiveSession {
  const places = declaredPlaces(drill, drillImage(image));
  const source = {
    emulator: { name, version, sha256: null },
    rom: null,
    input: null,
    recorder: { name: 'lockstep live recorder', version: '1', sha256: null },
  };
  const header = imageHeader(image, places, drill, source, FROM);
  const check = createLiveCheck(places, drill);
  check.start(image);
  const writer = createTraceWriter(out, header);
  return { writer, places, values: new Uint32Array(places.length), check, drill, frame: 0, clock };
}

/** Moves to the frame of a sample and compares it with the model. */
export function advanceTo(session: LiveSession, { image, clock }: Sample): LiveStep {
  const frames = (clock - session.clock + 0x10000) & 0xffff;
  if (frames === 0) return { frames, result: undefined, jumped: false };
  session.clock = clock;
  const jumped = frames > MAX_GAP;
  session.frame += jumped ? 1 : frames;
  if (!jumped) return { frames, result: session.check.check(image, frames), jumped };
  session.check.start(image);
  return { frames, result: undefined, jumped };
}

export function writeRow({ writer, places, values, drill, frame }: LiveSession, image: Uint8Array): void {
  const padAt = drill ? PAD_AT.drill : PAD_AT.game;
  valuesOf(image, places, values);
  writer.frame(frame, (image[padAt] as number) | ((image[padAt + 1] as number) << 8), values);
}
