/** The image's own code in an entry, instruction by instruction: for the terminal alone. */
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { formatError, LockstepError } from '../../base/errors.js';
import type { RomImage } from '../../files/rom/image.js';
import { imageOfSystem } from '../../files/rom/with-image.js';
import { type ChosenImage, chooseImage, choosePlace } from '../../original/disassembly/chosen-image.js';
import { type HoleCall, holeCallsOf, routinesOfImage, stateOfHole } from '../../original/settle/hole-calls.js';
import { standingText, standingUntil } from '../../original/settle/standing-until.js';
import { tracedText, traceFrames } from '../../original/settle/trace-frames.js';
import { callText } from '../../original/single-call/call-text.js';
import { calledText, runCall } from '../../original/single-call/run-call.js';
import type { Timeline } from '../../play/timeline/index.js';

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
export function codeNotesOf(timeline: Timeline, at: number, line: number): string[] {
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
