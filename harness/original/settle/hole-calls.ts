/** Calls of an image's own code in an entry of a timeline, and the state that each begins with. */

import { formatBus } from '../../../rom-map/cartridge/index.js';
import { LockstepError, type Standing, standingLines, standingOf } from '../../base/index.js';

import { doubtOf, imageOfSystem } from '../../files/index.js';

import { type LoadOptions, lineOr, openLine, type Timeline } from '../../play/index.js';

import { type CallState, checkUnit, type EntryNumber, emptyState, optionOfUnit } from '../single-call/call-state.js';
import { declaredBytes } from '../single-call/plan-state.js';
import { type OriginalCall, watchHoles } from './with-original.js';

// What a line stands on, up to an entry.

/**
 * Names of the stretches that were passed: of a battle by commands all up to an entry, its image
 * keeps them; of one by frame those of the entry.
 */
function passedUntil(
  { isByFrame, system, battle, state, entry }: Timeline,
  at: number,
  line: number,
): readonly string[] {
  const notes = system.capabilities.evidence?.unpublished;
  if (notes === undefined || (isByFrame && at === 0)) return [];
  state(isByFrame ? at - 1 : at, line);
  const passed = notes(battle);
  if (isByFrame) entry(at, line);
  return passed.names();
}

/** Of what the battle has passed: see `passedUntil`. */
export function standingUntil(timeline: Timeline, at: number, line: number): Standing {
  const { system, battle, settled } = timeline;
  const passed = passedUntil(timeline, at, line);
  return standingOf(system, battle, passed, settled, imageOfSystem(system) !== undefined);
}

/** For the terminal; without an image and without a profile a viewer says nothing of it. */
export function standingText({ system, settled }: Timeline, standing: Standing): string[] {
  const image = imageOfSystem(system);
  if (image === undefined && settled === undefined) return [];
  const doubt = image === undefined ? '' : doubtOf(image);
  return [...(doubt === '' ? [] : [doubt]), ...standingLines(standing, settled?.by, image?.identity.sha256)];
}

export interface HoleCall extends OriginalCall {
  /** The battle's image at its entry. */
  readonly image: Uint8Array;
}

/** @param at an entry, from 1 on; the start has no calls */
export function holeCallsOf(timeline: Timeline, at: number, line: number): HoleCall[] {
  const calls: HoleCall[] = [];
  if (at < 1) return calls;
  // the way there may run the image's code as well
  timeline.state(at - 1, line);
  const keep = (call: OriginalCall, kept: Uint8Array): void => {
    calls.push({ ...call, image: kept.slice() });
  };
  watchHoles(timeline.system, keep, () => void timeline.entry(at, line));
  return calls;
}

/** Routines that the image's own code ran in an entry, each once: `C1:D6B9`. */
export function routinesOfImage(timeline: Timeline, at: number, line: number): string[] {
  if (imageOfSystem(timeline.system) === undefined) return [];
  return [...new Set(holeCallsOf(timeline, at, line).map((call) => formatBus(call.routine)))];
}

/** What a call of the image's code begins with. @param from in words */
export function stateOfHole({ x, y, stop, image, way }: HoleCall, from: string): CallState {
  const state = emptyState();
  const frames = way === undefined ? undefined : { image, way };
  return { ...state, from, stop, frames, registers: { ...state.registers, X: x, Y: y }, bytes: declaredBytes(image) };
}

interface HolePlace {
  /** A log, a plan, or a branch as `FILE#NAME`. */
  readonly file: string;
  readonly entry: EntryNumber;
  /** From 1. */
  readonly hole: number;
  /** Entry of the routine that is expected there. */
  readonly routine: number;
}

/**
 * @param load with systems that run an image's code
 * @throws LockstepError `E_OPTION` where there is no such call; as `openLine`
 */
export async function stateOfHoleAt(load: LoadOptions, place: HolePlace): Promise<CallState> {
  const { file, entry, hole, routine } = place;
  const opened = await openLine(file, load);
  const { timeline } = opened;
  const line = lineOr(opened);
  const { unit } = timeline.system;
  checkUnit(file, entry, unit);
  const calls = holeCallsOf(timeline, timeline.entryOf(entry.number, line), line);
  const call = calls[hole - 1];
  const where = `${file}, ${unit} ${entry.number}`;
  if (call?.routine === routine) return stateOfHole(call, `${where}, call ${hole} of the image's code`);
  throw new LockstepError('E_OPTION', "the image's code does not run this routine there", {
    file,
    found: `${entry.option} ${entry.number} --hole ${hole} ${formatBus(routine)}`,
    expected: calls.length === 0 ? `a ${unit} in which it runs` : calls.map((one) => formatBus(one.routine)).join(', '),
    remedy: `\`lockstep step FILE ${entry.option} N --rom IMAGE --print\` names the calls`,
  });
}

/** The entry by its number, with the option that names it. @param at from 1 on */
export function namedEntry(timeline: Timeline, at: number): EntryNumber {
  return { option: optionOfUnit(timeline.system.unit), number: timeline.frameOf(at) };
}

/** The command that repeats a call, instruction by instruction. @param words image, its options */
export function holeCommand(call: HoleCall, place: Omit<HolePlace, 'routine'>, words: readonly string[]): string[] {
  const { file, entry, hole } = place;
  const [image = '', ...others] = words;
  const at = ['--from', file, entry.option, String(entry.number), '--hole', String(hole)];
  return ['lockstep', 'rom', 'call', image, formatBus(call.routine), ...at, ...others, '--trace'];
}
