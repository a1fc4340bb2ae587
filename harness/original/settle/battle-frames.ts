/**
 * Frames of a battle by the image's own code on our console, with its interrupts and pads: where
 * the player drives an enemy, no function of ours acts. Memory that no cell declares is not known.
 * So each way runs several times over, with other bytes there, and all of them have to agree.
 */
import { A, type Cpu, PB, PC, S } from '../../../core/cpu/index.js';
import { read32 } from '../../../core/int/uint.js';
import { buttonsText } from '../../../core/live-a-live/battle/command-shapes.js';
import { LIVE_A_LIVE_CELLS } from '../../../core/live-a-live/memory/work-cells.js';
import { countText } from '../../../core/system/names.js';
import type { FrameWay } from '../../../core/system/system.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { BATTLE_GENERATOR_ROUTINE, IMAGE_BYTES, isWorkRam, WORK_RAM } from '../../../rom-map/index.js';
import { hexText, LockstepError } from '../../base/index.js';

import type { Note } from '../console/notes.js';
import { canonical } from '../cpu-trace/memory.js';
import { cartridgeProfile, parseRoutine } from '../cpu-trace/profile.js';
import type { ChosenImage } from '../disassembly/chosen-image.js';
import { type ImageUnderTest, imageUnderTest } from '../proof/choose-image.js';
import { drawsLine, traceLine } from '../single-call/run-call.js';
import { fillPattern } from '../vectors/case-machine.js';
import { createWatchedConsole, FRAME_INTERRUPT, INTERRUPTS, INTERRUPTS_AT, STATUS } from './console-way.js';

// Draws of the battle generator (C1:6150) in an image's own code: its call, and its return.

/** State of the generator in work RAM. */
const GENERATOR_STATE = 0x0338;
/** How far a call lies before its return address, which is one below the next instruction. */
const JSR_REACH = 2;

/** A call that has not returned. */
export interface OpenDraw {
  /** 24-bit address of the call. */
  readonly site: number;
  readonly before: number;
  readonly stack: number;
}

/** Call site, state before and after, value. */
type Draw = readonly [site: number, before: number, after: number, value: number];

function stateOf(ram: Uint8Array): number {
  return read32(ram, GENERATOR_STATE) | 0;
}

/** The call that led to the generator's first instruction. @param generator 24-bit address */
export function openDraw(ram: Uint8Array, cpu: Cpu, generator: number): OpenDraw {
  const stack = cpu[S];
  const returns = (ram[stack + 1] as number) | ((ram[stack + 2] as number) << 8);
  const site = (generator & 0xff_0000) | ((returns - JSR_REACH) & 0xffff);
  return { site, before: stateOf(ram), stack };
}

/** The draw after its return. @param value accumulator, of which the low byte counts */
export function closeDraw(ram: Uint8Array, { site, before }: OpenDraw, value: number): Draw {
  return [site, before, stateOf(ram), value & 0xff];
}

const JSR_BYTES = 3;

/** Bytes that stand where no cell is declared: all 0, all FFh, and some of every kind. */
const FILLS: readonly ((bytes: Uint8Array) => void)[] = [
  (bytes) => void bytes.fill(0),
  (bytes) => void bytes.fill(0xff),
  (bytes) => fillPattern(bytes, 1),
];

/** Answers of the console that a real one need not give. */
const GUESSED: readonly Note['kind'][] = ['video-read', 'driver-answer', 'unmapped-read', 'video-mode'];

interface PlayedFrames {
  /** A packed image: what its declared cells hold counts. */
  readonly memory: Uint8Array;
  readonly frames: number;
  readonly draws: readonly Draw[];
}

interface Run {
  readonly played: PlayedFrames | undefined;
  readonly notes: readonly Note[];
  /** Where it stood when it was given up. */
  readonly at: number;
}

/** Bytes of the declared cells: where they lie in work RAM, and in a packed image. */
const DECLARED: readonly (readonly [at: number, offset: number])[] = LIVE_A_LIVE_CELLS.flatMap(
  ({ address, offset, width }) =>
    isWorkRam(address)
      ? Array.from({ length: width }, (_, byte) => [address - WORK_RAM + byte, offset + byte] as const)
      : [],
);

/** Copies the bytes of the console's declared cells from one packed image to another. */
export function takeDeclared(from: Uint8Array, to: Uint8Array): void {
  for (const [, offset] of DECLARED) to[offset] = from[offset] as number;
}

function takeRam(ram: Uint8Array, memory: Uint8Array): void {
  for (const [at, offset] of DECLARED) memory[offset] = ram[at] as number;
}

/** Follows the draws: a call of the generator, and its return. */
function createDraws(ram: Uint8Array, mark: (address: number, told: (cpu: Cpu) => void) => void) {
  const draws: Draw[] = [];
  let open: OpenDraw | undefined;
  const isMarked = new Set<number>();
  const close = (cpu: Cpu): void => {
    if (open === undefined || cpu[S] <= open.stack) return;
    draws.push(closeDraw(ram, open, cpu[A]));
    open = undefined;
  };
  return {
    draws,
    begin(generator: number, cpu: Cpu): void {
      if (open !== undefined) return;
      open = openDraw(ram, cpu, generator);
      const { site } = open;
      if (isMarked.has(site)) return;
      isMarked.add(site);
      mark(site + JSR_BYTES, close);
    },
  };
}

interface RunOptions {
  /** What stands where no cell is declared. */
  fill(bytes: Uint8Array): void;
  /** Told before each instruction in ROM. @param address 24 bits */
  observe?(address: number, cpu: Cpu, ram: Uint8Array): void;
}

/** One run of a way. */
function runOnce(image: ImageUnderTest, memory: Uint8Array, way: FrameWay, { fill, observe }: RunOptions): Run {
  const { mapping, entryState } = image.profile;
  let played: PlayedFrames | undefined;
  let notes: readonly Note[] = [];
  const observed = observe && ((cpu: Cpu): void => observe((cpu[PB] << 16) | cpu[PC], cpu, ram));
  const { console, tell } = createWatchedConsole(image, () => played !== undefined, observed);
  const ram = console.workRam;
  const mark = (address: number, told: (cpu: Cpu) => void): void => tell(canonical(address, mapping), told);
  const generator = parseRoutine(BATTLE_GENERATOR_ROUTINE) ?? -1;
  const drawing = createDraws(ram, mark);
  let frame = 0;
  const now = memory.slice(0, IMAGE_BYTES);
  const look = (isRound: boolean): void => {
    takeRam(ram, now);
    if (!way.isOver(now, isRound, frame)) return;
    played = { memory: now, frames: frame, draws: drawing.draws };
    notes = console.notes();
  };
  let rounds = way.from === way.round ? -1 : 0;
  mark(way.round, () => {
    if (rounds++ >= 0) look(true);
  });
  mark(FRAME_INTERRUPT, () => look(false));
  mark(generator, (cpu) => drawing.begin(generator, cpu));
  fill(ram);
  fill(console.saveRam);
  for (const [at, offset] of DECLARED) ram[at] = memory[offset] as number;
  const isListening = way.from === way.round;
  if (isListening) ram.set(INTERRUPTS, INTERRUPTS_AT);
  const { direct, dataBank, stack } = entryState;
  const address = canonical(way.from, mapping);
  console.enter({ address, direct, dataBank, stack, status: STATUS, isListening, hasDriver: true });
  for (; frame < way.frames && played === undefined; frame++) console.runFrame(way.pads[frame] ?? 0);
  return { played, notes, at: console.at() };
}

function refuse(way: FrameWay, what: string, found: string): never {
  throw new LockstepError('E_ROM_FRAMES', `${what}, from ${formatBus(way.from)}`, {
    found,
    expected: 'code that reads cells of the battle, or what it wrote itself',
    remedy: 'Record this battle with `lockstep record` and verify its log',
  });
}

/** The first declared cell in which two runs differ, with both values. */
function differingCell(one: Uint8Array, other: Uint8Array): string | undefined {
  for (const { name, offset, width } of LIVE_A_LIVE_CELLS) {
    for (let byte = offset; byte < offset + width; byte++) {
      if (one[byte] !== other[byte]) {
        return `${name}: ${hexText(one[byte] as number, 2)}h or ${hexText(other[byte] as number, 2)}h`;
      }
    }
  }
  return undefined;
}

function difference(one: PlayedFrames, other: PlayedFrames): string | undefined {
  if (one.frames !== other.frames) return `${one.frames} or ${countText(other.frames, 'frame')}`;
  const cell = differingCell(one.memory, other.memory);
  if (cell !== undefined) return cell;
  return JSON.stringify(one.draws) === JSON.stringify(other.draws) ? undefined : 'other draws';
}

/**
 * Runs a way of frames. @param memory packed image of the battle, left as it is
 * @returns undefined where it came to no end
 * @throws LockstepError `E_ROM_FRAMES` where the outcome hangs on memory that no cell declares, or
 *   on an answer that our console guesses
 */
export function playBattleFrames(image: ImageUnderTest, memory: Uint8Array, way: FrameWay): PlayedFrames | undefined {
  let first: Run | undefined;
  for (const fill of FILLS) {
    const run = runOnce(image, memory, way, { fill });
    const guessed = run.notes.find(({ kind }) => GUESSED.includes(kind));
    if (guessed !== undefined) {
      refuse(way, "the image's code hangs on what our console guesses", `${guessed.text} (${formatBus(guessed.last)})`);
    }
    if (first === undefined && run.played === undefined) return undefined;
    if (first === undefined) first = run;
    else compare(way, first, run);
  }
  return first?.played;
}

function compare(way: FrameWay, first: Run, run: Run): void {
  const what = "the image's code hangs on memory that no cell of a battle declares";
  if (first.played === undefined || run.played === undefined) {
    refuse(way, what, `an end, or none within ${countText(way.frames, 'frame')}, at ${formatBus(run.at)}`);
  }
  const found = difference(first.played, run.played);
  if (found !== undefined) refuse(way, what, found);
}

// A way of frames by an image's own code, instruction by instruction.

interface TracedFrames {
  /** -1: it came to no end. */
  readonly frames: number;
  readonly instructions: number;
  readonly draws: readonly number[];
  /** What was held, and for how many frames. */
  readonly buttons: string;
}

/**
 * Runs a way once, with 0 where no cell is declared. @param memory the battle's image before it
 * @param most instructions that are traced @param trace takes a line before each
 */
export function traceFrames(
  chosen: ChosenImage,
  memory: Uint8Array,
  way: FrameWay,
  most: number,
  trace: (line: string) => void,
): TracedFrames {
  const code = { image: chosen.rom.image, mapping: chosen.mapping };
  const image = imageUnderTest(chosen.rom.image, cartridgeProfile(), false);
  let instructions = 0;
  const { played } = runOnce(image, memory, way, {
    fill: (bytes) => void bytes.fill(0),
    observe(address, cpu, ram) {
      if (instructions++ < most) trace(traceLine(code, chosen.names, address, cpu, ram));
    },
  });
  return {
    frames: played?.frames ?? -1,
    instructions,
    draws: played?.draws.map(([, , , value]) => value) ?? [],
    buttons: buttonsText(way.pads),
  };
}

/** For the terminal. @param most instructions that were traced at most */
export function tracedText({ frames, instructions, draws, buttons }: TracedFrames, most: number): string {
  const left = most > 0 && instructions > most ? [`... ${instructions - most} more instructions`] : [];
  return [
    ...left,
    `exit       ${frames < 0 ? 'none within its frames' : `after ${countText(frames, 'frame')} on our console`}`,
    `buttons    ${buttons === '' ? 'none' : buttons}`,
    drawsLine(draws),
    `took       ${countText(instructions, 'instruction')}; 0 stands where no cell is declared`,
  ].join('\n');
}
