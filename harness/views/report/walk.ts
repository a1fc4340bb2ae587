/**
 * Goes through a line place by place. A place is an entry of a log; of a battle played by commands
 * it is a frame inside a command, so that what enemies do in a `wait` is seen.
 */

import { stateHash } from '../../../core/system/battle.js';
import { countText } from '../../../core/system/names.js';
import { createPause, newsOf, plainText } from '../../base/index.js';

import {
  compareLines,
  differencesOf,
  drawsOf,
  entryEvents,
  type LineOf,
  RECORDING,
  rejectionLines,
  type Timeline,
} from '../../play/index.js';

import type { ReportHead, ReportLine } from './data.js';

// Marks the first divergence of each line from the first line, where both are battles of one
// system.

/** Cells that are named. */
const MAX_CELLS = 12;

function divergence(first: LineOf, firstName: string, other: LineOf): ReportLine['differences'][number] | undefined {
  const comparison = compareLines(other, first);
  const at = comparison.state?.at ?? comparison.input?.at;
  if (at === undefined) return undefined;
  const text = [`DIFFERENCE: it diverges from ${firstName}`];
  if (comparison.input?.at === at) text.push(`input ${comparison.input.inputs.map(plainText).join(', there ')}`);
  for (const { cell, mine, theirs } of comparison.state?.cells.slice(0, MAX_CELLS) ?? []) {
    text.push(`${plainText(cell)}: ${mine}, there ${theirs}`);
  }
  return { at, text };
}

/** @param sources the lines of time that the lines were collected from */
export function markDivergences(sources: readonly LineOf[], lines: readonly ReportLine[]): ReportLine[] {
  const [first] = sources;
  return lines.map((line, index) => {
    const source = sources[index];
    const head = lines[0];
    if (first === undefined || head === undefined || source === undefined || index === 0) return line;
    const alike =
      head.system === line.system && first.timeline.battle.image.length === source.timeline.battle.image.length;
    const mark = alike ? divergence(first, head.name, source) : undefined;
    // A branch beside its recording has this mark already.
    if (mark === undefined || line.differences.some(({ at }) => at === mark.at)) return line;
    return { ...line, differences: [...line.differences, mark].sort((one, other) => one.at - other.at) };
  });
}

// How a line stands: verdict, result, cost, where it was recorded and under which rules.

/** Labels of the result whose lines stand in the head; the units are seen elsewhere. */
const RESULTS = new Set(['result', 'frames', 'of them assumed', 'drops', 'levels gained', 'winner', 'outcome']);

function verdictOf(timeline: Timeline, line: number): Pick<ReportHead, 'holds' | 'verdict'> {
  const { unit } = timeline.system;
  const [first, ...more] = differencesOf(timeline, line);
  const length = countText(timeline.length(line), unit);
  if (line !== RECORDING) {
    const where = first === undefined ? 'is as its recording' : `parts at ${unit} ${timeline.frameOf(first.at)}`;
    return { holds: undefined, verdict: `branch of ${length}, ${where}` };
  }
  if (first !== undefined) {
    const [cell] = first.kind === 'expect' ? [] : first.cells;
    const [said = ''] = first.note.split('\n');
    const what = cell === undefined ? said : `${cell.cell} is ${cell.mine}, not ${cell.theirs}`;
    const others = more.length === 0 ? '' : `; ${more.length} more`;
    return { holds: false, verdict: plainText(`differs at ${unit} ${timeline.frameOf(first.at)}: ${what}${others}`) };
  }
  if (!timeline.end.whole) return { holds: false, verdict: plainText(`ends early: ${timeline.end.reason}`) };
  // a trace of a plan is a log; of a plan no more is known than that nothing it expects failed
  if (timeline.kind === 'plan' && timeline.moveEnds !== undefined) {
    return { holds: undefined, verdict: `played: ${length}; no expectation of the plan fails` };
  }
  return { holds: true, verdict: `holds: ${length} as recorded` };
}

/** `bsnes-mercury 094 on "title"`. */
function sourceLines({ source, kind, switches }: Timeline): (readonly [string, string])[] {
  const emulator = source?.emulator;
  const lines: [string, string][] = [];
  if (emulator !== null && emulator !== undefined) lines.push(['emulator', `${emulator.name} ${emulator.version}`]);
  if (source?.rom !== null && source?.rom !== undefined) lines.push(['image', source.rom.title]);
  if (kind !== 'plan') lines.push(['kind', kind]);
  const chosen = Object.entries(switches.switches).map(([name, value]) => `${name} = ${value}`);
  lines.push(['ruleset', [switches.name, ...chosen].join(', ')]);
  return lines;
}

/** The state at the end gives the result. */
export function headOf(timeline: Timeline, line: number): ReportHead {
  const { system, battle } = timeline;
  const verdict = verdictOf(timeline, line);
  timeline.state(timeline.length(line), line);
  const outcome = system.capabilities.views?.outcome?.(battle) ?? [];
  const facts = [
    ...outcome.filter(([label]) => RESULTS.has(label)),
    ['state at the end', stateHash(battle)] as const,
    ['system', system.title] as const,
    ...sourceLines(timeline),
    ...(timeline.rulesetForced ? [['ruleset of the log', 'another one'] as const] : []),
  ];
  return { ...verdict, facts: facts.map(([label, value]) => [plainText(label), plainText(value)] as const) };
}

/** Entries between two looks at the clock. */
const ENTRIES_AT_ONCE = 64;

/** A place, and how the line came to it. */
export interface Place {
  /** From 1 on; 0 is the start. */
  readonly at: number;
  /** Its number as people see it. */
  readonly number: number;
  /** Entry that it belongs to. */
  readonly entry: number;
  /** Frame inside the entry, from 1 on; 0: the entry as a whole. */
  readonly inner: number;
  /** The entry begins with it. */
  readonly isFirst: boolean;
  readonly image: Uint8Array;
  readonly drew: boolean;
  /** A sentence for each thing that happened. */
  readonly told: readonly string[];
}

type Visit = (place: Place) => void;

/** Whether places are frames inside commands. */
export function countsInside(timeline: Timeline): boolean {
  return timeline.hasInside && timeline.system.capabilities.planning?.frames !== undefined;
}

async function walkEntries(timeline: Timeline, line: number, visit: Visit, signal: AbortSignal | undefined) {
  const { system, battle, language } = timeline;
  const pause = createPause(signal, 'no page is written');
  const events = entryEvents();
  const drew = drawsOf(system);
  const before = timeline.state(0, line).slice();
  for (let at = 1; at <= timeline.length(line); at++) {
    events.length = 0;
    const image = timeline.advance(events);
    const number = timeline.frameOf(at);
    const news = events.length === 0 ? [] : newsOf({ system, battle, before, events, frame: number }, language);
    const told = [...news.map(({ sentence }) => plainText(sentence)), ...rejectionLines(timeline, at, line)];
    visit({ at, number, entry: at, inner: 0, isFirst: true, image, drew: drew(events), told });
    before.set(image);
    if (at % ENTRIES_AT_ONCE === 0) await pause();
  }
}

/** A frame inside a command. */
interface InnerFrame {
  readonly frame: number;
  readonly image: Uint8Array;
  readonly drew: boolean;
}

/** The frames inside an entry; its end is one of them. */
function framesInside(timeline: Timeline, entry: number, line: number, after: Uint8Array, end: number): InnerFrame[] {
  const drew = drawsOf(timeline.system);
  const frames: InnerFrame[] = [];
  timeline.visitInside(entry, line, (_index, frame, _before, image, events) => {
    frames.push({ frame, image: image.slice(), drew: drew(events) });
  });
  const last = frames.at(-1);
  if (last === undefined || last.frame !== end) frames.push({ frame: end, image: after, drew: false });
  return frames;
}

async function walkFrames(timeline: Timeline, line: number, visit: Visit, signal: AbortSignal | undefined) {
  const { battle } = timeline;
  const pause = createPause(signal, 'no page is written');
  const framesOf = timeline.system.capabilities.planning?.frames ?? (() => 0);
  let at = 0;
  for (let entry = 1; entry <= timeline.length(line); entry++) {
    const whole = timeline.entry(entry, line);
    const news = whole.told.filter(({ kind }) => kind !== 'nothing' && kind !== 'next');
    const frames = framesInside(timeline, entry, line, whole.after, framesOf(battle));
    let next = 0;
    for (const [index, { frame, image, drew }] of frames.entries()) {
      const told = index === 0 ? rejectionLines(timeline, entry, line) : [];
      const isLast = index === frames.length - 1;
      for (; next < news.length && (isLast || (news[next]?.frame ?? 0) <= frame); next++) {
        told.push(plainText(news[next]?.sentence ?? ''));
      }
      battle.image.set(image);
      visit({ at: ++at, number: frame, entry, inner: index + 1, isFirst: index === 0, image, drew, told });
    }
    // the timeline has to find its way again: the image was changed above
    timeline.state(0, line);
    timeline.state(entry, line);
    await pause();
  }
}

/**
 * Visits every place but the start, in order. While one is visited the timeline's battle has its
 * state.
 * @throws LockstepError `E_INTERRUPTED`
 */
export async function walk(timeline: Timeline, line: number, visit: Visit, signal?: AbortSignal): Promise<void> {
  timeline.state(0, line);
  await (countsInside(timeline) ? walkFrames : walkEntries)(timeline, line, visit, signal);
}
