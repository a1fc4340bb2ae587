/** Holds a timing profile against a recording: how long each stretch of still frames is. */

import { countText } from '../../../core/system/names.js';
import { LockstepError, shellWord } from '../../base/index.js';
import { checkMenus } from './check-menus.js';
import type { Contradiction } from './check-state.js';
import { bitsReader, eachFrame, type LogFrame, type OpenLog, openOwn } from './log-frames.js';
import type { Figure, RecordedMenus, TimedKey, TimingFigures, TimingProfile } from './menu-profile.js';

// Stretches of still frames in a recording and what the frame before each of them did. Causes are
// read from recorded cells alone; no rule of the model is asked.

const ENEMIES = 15;
const ALLIES = 4;
const ALLY_FIRST = 0x1c00;
const ALLY_STRIDE = 0x40;
const ENEMY_FIRST = 0x1b00;
const ENEMY_STRIDE = 0x10;
const CHARGING = 0x40;
const FIRING = 0xf0;
const HEALS = 0x80;
/** The phase cell: a battle starts, runs. */
const STARTS = 1;
const RUNS = 2;

/** Reads cells of a log by name; a unit that the log does not declare reads as 0. */
function cellsOf(log: OpenLog): (values: Uint32Array, name: string) => number {
  const places = new Map(log.reader.header.cells.map(([name], index) => [name, index]));
  return (values, name) => {
    const place = places.get(name);
    return place === undefined ? 0 : (values[place] as number);
  };
}

interface Reading {
  readonly cell: (values: Uint32Array, name: string) => number;
  readonly before: Uint32Array;
  readonly now: Uint32Array;
}

function changed({ cell, before, now }: Reading, name: string): boolean {
  return cell(before, name) !== cell(now, name);
}

/** Units of a side that the last skill hit; -1: a field that fired behind it has cleared that. */
function unitsHit(reading: Reading, byAlly: boolean): number {
  const { cell, now } = reading;
  if ((cell(now, 'skillType') & HEALS) !== 0) return 0;
  let units = 0;
  let assigned = 0;
  for (let unit = 0; unit < (byAlly ? ENEMIES : ALLIES); unit++) {
    const name = byAlly ? `enemy[${unit}]` : `ally[${unit}]`;
    if (cell(now, `${name}.hitsLanded`) !== 0) units++;
    assigned |= cell(now, `${name}.hitsAssigned`);
  }
  return assigned === 0 || hasFields(reading) ? -1 : units;
}

/** Number of the unit of a side whose skill was used in this frame, or -1; -2: several. */
function userOf(reading: Reading, side: 'ally' | 'enemy'): number {
  const { cell, before, now } = reading;
  let found = -1;
  for (let unit = 0; unit < (side === 'ally' ? ALLIES : ENEMIES); unit++) {
    const name = `${side}[${unit}].skillState`;
    const ended = cell(now, name) === 0 || cell(now, name) === FIRING;
    const was = cell(before, name) === CHARGING && cell(before, `${side}[${unit}].charge`) === 0;
    if (was && ended) found = found === -1 ? unit : -2;
  }
  return found;
}

/**
 * Whether a use may be hidden: somebody charged before and does not any more, or the battle ended,
 * which clears what its units did. A user who falls in its own skill leaves no other trace.
 */
function mayHideUse({ cell, before, now }: Reading, isEnd: boolean): boolean {
  for (const [side, count] of [
    ['ally', ALLIES],
    ['enemy', ENEMIES],
  ] as const) {
    for (let unit = 0; unit < count; unit++) {
      const name = `${side}[${unit}].skillState`;
      if (cell(before, name) === CHARGING && (isEnd || cell(now, name) !== CHARGING)) return true;
    }
  }
  return false;
}

/** Bits of a cell of the field that tell what lies on it. */
const FIELD_BITS = 0xe0;
const FIELD_CELLS = 56;

/** Whether something lies on the field that may fire behind a skill and clear whom it hit. */
function hasFields({ cell, before, now }: Reading): boolean {
  for (let at = 0; at < FIELD_CELLS; at++) {
    const name = `fieldGrid[${at}]`;
    if (((cell(before, name) | cell(now, name)) & FIELD_BITS) !== 0) return true;
  }
  return false;
}

/** The skill used in this frame, when nobody answered it; `several` when more happened. */
function skillOf(reading: Reading): { number: number; units: number } | 'several' | undefined {
  const { cell, now } = reading;
  const ally = userOf(reading, 'ally');
  const enemy = userOf(reading, 'enemy');
  if (ally === -1 && enemy === -1) return undefined;
  if (ally === -2 || enemy === -2 || (ally >= 0 && enemy >= 0)) return 'several';
  const byAlly = ally >= 0;
  const block = byAlly ? ALLY_FIRST + ALLY_STRIDE * ally : ENEMY_FIRST + ENEMY_STRIDE * enemy;
  // who used a skill last: another one answered
  if (cell(now, 'skillUser') !== block) return 'several';
  const number = byAlly ? cell(now, `ally[${ally}].lastSkill`) : cell(now, `enemy[${enemy}].chosenSkill`);
  const units = unitsHit(reading, byAlly);
  return units < 0 ? 'several' : { number, units };
}

/** Whether an enemy walked: its cell changed in a frame in which nobody used a skill. */
function anEnemyStepped(reading: Reading): boolean {
  for (let unit = 0; unit < ENEMIES; unit++) {
    if (changed(reading, `enemy[${unit}].cellX`) || changed(reading, `enemy[${unit}].cellY`)) return true;
  }
  return false;
}

/** Left or right as accepted: the low byte is A X L R. */
const TURNS = 0x30;

function anAllyTurned(reading: Reading): boolean {
  const pad = reading.cell(reading.now, 'pad1') & TURNS;
  if (pad === 0 || pad === TURNS) return false;
  for (let unit = 0; unit < ALLIES; unit++) if (changed(reading, `ally[${unit}].facing`)) return true;
  return false;
}

/** What a frame of the battle shows for a while; with a skill, the end of the battle behind it. */
function causesOf(reading: Reading, textSpeed: number): TimedKey[] {
  const { cell, before, now } = reading;
  const key = (what: TimedKey['what'], number = 0, units = 0): TimedKey => ({ what, number, units, textSpeed });
  const phase = cell(now, 'phase');
  if (cell(before, 'phase') === STARTS && phase === RUNS) return [key('start')];
  const skill = skillOf(reading);
  if (skill === 'several') return [];
  const isEnd = cell(before, 'phase') === RUNS && phase === STARTS;
  if (skill === undefined && mayHideUse(reading, isEnd)) return [];
  const causes: TimedKey[] = [];
  if (skill !== undefined) causes.push(key('skill', skill.number, skill.units));
  if (isEnd) causes.push(key('end'));
  if (anAllyTurned(reading)) causes.push(key('turn'));
  // a skill may push an enemy: then nothing tells a step
  if (skill === undefined && anEnemyStepped(reading)) causes.push(key('enemyStep'));
  return causes;
}

/** Still frames in a row and what the frame before them did. */
interface Stretch {
  /** Frame of the recording in which it begins. */
  readonly frame: number;
  readonly causes: readonly TimedKey[];
  frames: number;
}

/** The stretches of one log, in order. */
async function stretchesOf(log: OpenLog, profile: RecordedMenus): Promise<Stretch[]> {
  const cell = cellsOf(log);
  const state = bitsReader(log, profile.cells.state);
  const still = bitsReader(log, profile.cells.still);
  const speed = bitsReader(log, profile.cells.textSpeed);
  const before = new Uint32Array(log.reader.header.cells.length);
  let known = false;
  const stretches: Stretch[] = [];
  let running: Stretch | undefined;
  // a long frame spans several rows, and its end is the one that is read
  let torn = 0;

  function begin({ values }: LogFrame): TimedKey[] {
    const textSpeed = speed(values);
    const window = state(values);
    if (window !== state(before) && window !== 0) {
      const isWindow = profile.windows.some((one) => one.state === window);
      return [{ what: isWindow ? 'window' : 'order', number: window, units: 0, textSpeed }];
    }
    return causesOf({ cell, before, now: values }, textSpeed);
  }

  await eachFrame(log, (frame) => {
    if (frame.torn) {
      torn++;
      return true;
    }
    const isStill = still(frame.values) !== 0;
    if (running === undefined && isStill && known) {
      running = { frame: frame.frame, causes: begin(frame), frames: torn };
      stretches.push(running);
    }
    torn = 0;
    if (running !== undefined && isStill) running.frames++;
    else running = undefined;
    before.set(frame.values);
    known = true;
    return true;
  });
  // the log may end in the middle of the last stretch
  if (running !== undefined) stretches.pop();
  return stretches;
}

// Learns from recordings how long the screen shows what. A stretch of still frames is learned from
// where the frame before it has one cause: a window that opens, an order, a turn, an enemy's step,
// a skill without answers, the battle's start or end. Stretches with several causes are counted and
// left out.

/** Text of a key, for maps and sorting. */
function keyText({ what, number, units, textSpeed }: TimedKey): string {
  const padded = (value: number): string => `${value}`.padStart(3, '0');
  return `${what} ${padded(number)} ${padded(units)} ${padded(textSpeed)}`;
}

type Learned = Map<string, { least: number; most: number; seen: number; readonly key: TimedKey }>;

function note(learned: Learned, key: TimedKey, frames: number): void {
  const text = keyText(key);
  const figure = learned.get(text);
  if (figure === undefined) {
    learned.set(text, { least: frames, most: frames, seen: 1, key });
    return;
  }
  figure.least = Math.min(figure.least, frames);
  figure.most = Math.max(figure.most, frames);
  figure.seen++;
}

/** Learns from stretches with one cause. @returns those with several */
function learnSingle(stretches: readonly Stretch[], learned: Learned): Stretch[] {
  return stretches.filter(({ causes, frames }) => {
    const [cause, second] = causes;
    if (cause === undefined || second !== undefined) return true;
    note(learned, cause, frames);
    return false;
  });
}

/** Learns a battle's end from a skill whose own frames are known. @returns how many are left out */
function learnEnds(stretches: readonly Stretch[], learned: Learned): number {
  let leftOut = 0;
  for (const { causes, frames } of stretches) {
    const [skill, end] = causes;
    const figure = skill === undefined ? undefined : learned.get(keyText(skill));
    const isEnd = causes.length === 2 && end?.what === 'end';
    if (!isEnd || end === undefined || figure === undefined || figure.least !== figure.most) leftOut++;
    else note(learned, end, frames - figure.least);
  }
  return leftOut;
}

/** A profile and its file. */
interface NamedMenus {
  readonly file: string;
  readonly profile: RecordedMenus;
}

/** What is learned by cells of a machine that is another one would be wrong. */
async function expectMenus(file: string, menus: NamedMenus): Promise<void> {
  const { contradiction } = await checkMenus(await openOwn(file, menus), file, menus.profile);
  if (contradiction === undefined) return;
  const { frame, cell, expected, found, why } = contradiction;
  throw new LockstepError('E_MENUS_OTHER', `the recording has other menus: ${why}`, {
    file,
    found: `frame ${frame}: ${cell} ${found}`,
    expected,
    remedy: `Mend the profile until \`lockstep menu check ${shellWord(file)} --menus ${shellWord(menus.file)}\` holds`,
  });
}

/**
 * @param files logs of one image
 * @param menus the menus of that image, and their file
 * @throws LockstepError as `openTrace`, `E_PROFILE_IMAGE`, `E_MENUS_OTHER` for a recording that
 * contradicts the menus, `E_NOTHING_COMPARED` if nothing was seen
 */
export async function learnTiming(files: readonly string[], menus: NamedMenus): Promise<TimingProfile> {
  const learned: Learned = new Map();
  const { profile } = menus;
  const stretches: Stretch[] = [];
  for (const file of files) {
    await expectMenus(file, menus);
    stretches.push(...(await stretchesOf(await openOwn(file, menus), profile)));
  }
  const leftOut = learnEnds(learnSingle(stretches, learned), learned);
  if (learned.size === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the recordings show nothing that takes a known time', {
      file: files[0] ?? '',
      expected: 'windows, turns, skills or steps of enemies',
      remedy: 'Record a battle with commands',
    });
  }
  const keys = [...learned.keys()].sort();
  const figures = keys.map((text): Figure => {
    const { key, least, most, seen } = learned.get(text) as NonNullable<ReturnType<Learned['get']>>;
    return { ...key, least, most, seen };
  });
  return { timing: 1, image: profile.image, system: profile.system, figures, leftOut };
}

export interface WaitCheck {
  /** Stretches that the figures explain. */
  readonly equal: number;
  /** Stretches with several causes, or with one that the profile has no figure for. */
  readonly leftOut: number;
  /** Figures that the recording does not show, in words. */
  readonly notShown: readonly string[];
  readonly contradiction: Contradiction | undefined;
}

function figureText({ windows }: RecordedMenus, { what, number, units, textSpeed }: TimedKey): string {
  const window = windows.find(({ state }) => what === 'window' && state === number)?.name;
  const name = window ?? (what === 'skill' ? `${number} on ${countText(units, 'unit')}` : '');
  return `${[what, name].filter((word) => word !== '').join(' ')} at text speed ${textSpeed}`;
}

/** Frames that a stretch may last, by figures of all its causes; undefined: not known. */
function lengthOf({ causes }: Stretch, figures: ReadonlyMap<string, Figure>): [number, number] | undefined {
  const known = causes.map((cause) => figures.get(keyText(cause)));
  if (causes.length === 0) return undefined;
  let [least, most] = [0, 0];
  for (const figure of known) {
    if (figure === undefined) return undefined;
    least += figure.least;
    most += figure.most;
  }
  return [least, most];
}

/** @throws LockstepError for a log without the profile's cells */
export async function checkWaits(log: OpenLog, menus: RecordedMenus, timing: TimingFigures): Promise<WaitCheck> {
  const figures = new Map(timing.figures.map((figure) => [keyText(figure), figure]));
  const seen = new Set<string>();
  let [equal, leftOut] = [0, 0];
  let contradiction: Contradiction | undefined;
  for (const stretch of await stretchesOf(log, menus)) {
    const length = lengthOf(stretch, figures);
    if (length === undefined) {
      leftOut++;
      continue;
    }
    const [least, most] = length;
    const { frame, frames, causes } = stretch;
    if (frames < least || frames > most) {
      const expected = least === most ? countText(least, 'still frame') : `${least} to ${most} still frames`;
      const why = `${causes.map((cause) => figureText(menus, cause)).join(' and ')} takes that long in the timing profile`;
      contradiction ??= { frame, cell: menus.cells.still.cell, expected, found: frames, why };
      continue;
    }
    equal++;
    for (const cause of causes) seen.add(keyText(cause));
  }
  const notShown = timing.figures.filter((figure) => !seen.has(keyText(figure)));
  return { equal, leftOut, notShown: notShown.map((figure) => figureText(menus, figure)), contradiction };
}
