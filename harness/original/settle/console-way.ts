/**
 * A way of the image's own code on our console, which has frames, pads and interrupts: for code
 * that a call cannot run to its end.
 */
import type { Cpu } from '../../../core/cpu/index.js';
import { countText } from '../../../core/system/names.js';
import { fileOffsetOf, formatBus } from '../../../rom-map/cartridge/index.js';
import { BATTLE_GENERATOR_ROUTINE } from '../../../rom-map/index.js';
import { type Console, createConsole } from '../console/console.js';
import type { ImageUnderTest } from '../proof/choose-image.js';
import { giveDraw } from '../proof/original-call.js';
import { putWorkRam } from '../proof/state.js';
import { addressIn, type SettleMachine } from './run-probe.js';

// Our console with an image, which tells of places in ROM before their instruction runs.

type WatchTeller = (cpu: Cpu) => void;

interface WatchedConsole {
  readonly console: Console;
  /** Tells of a place from now on; nothing for one that is not in ROM. @param address 24 bits */
  tell(address: number, teller: WatchTeller): void;
}

/**
 * @param isOver nothing more is told then
 * @param observe told of every instruction in ROM, after those of its place
 */
export function createWatchedConsole(
  { image, profile: { mapping } }: ImageUnderTest,
  isOver: () => boolean,
  observe?: WatchTeller,
): WatchedConsole {
  const tellers = new Map<number, WatchTeller[]>();
  const isMarked = new Uint8Array(image.length).fill(observe === undefined ? 0 : 1);
  const reached = (offset: number, cpu: Cpu): void => {
    if (isOver()) return;
    for (const teller of tellers.get(offset) ?? []) teller(cpu);
    if (!isOver()) observe?.(cpu);
  };
  return {
    console: createConsole(image, { mapping, watch: { isMarked, reached } }),
    tell(address, teller) {
      const offset = fileOffsetOf(mapping, address, image.length);
      if (offset < 0) return;
      isMarked[offset] = 1;
      tellers.set(offset, [...(tellers.get(offset) ?? []), teller]);
    },
  };
}

/** Flag M: 8-bit accumulator, 16-bit index registers, interrupts allowed. */
export const STATUS = 0x20;
const JUMP_LONG = 0x5c;
/** C1:856C, where the interrupt of a frame leads to. */
export const FRAME_INTERRUPT = 0xc1856c;
/** What C1:F4A9 writes: where the interrupts of a battle go (C1:856C, C1:85EB). */
export const INTERRUPTS_AT = 0xf8;
export const INTERRUPTS = [FRAME_INTERRUPT, 0xc185eb].flatMap((place) => [
  JUMP_LONG,
  place & 0xff,
  (place >>> 8) & 0xff,
  place >>> 16,
]);

export interface ConsoleWay {
  /** Where it begins: `C1:0261`. */
  readonly entry: string;
  /** Whether the battle's interrupt runs already, or the code from the entry prepares it. */
  readonly isListening: boolean;
  /** The battle's packed image before. */
  readonly memory: Uint8Array;
  /** Frames at most. */
  readonly frames: number;
  /** What is held on pad 1, as register 4218 shows it; nothing by default. @param frame from 0 */
  pad?(frame: number): number;
  /** What the battle generator gives. @param index from 0 */
  draw(index: number): number;
  /** Told before the instruction at a place runs. @returns true where the way is at its end */
  readonly places: Readonly<Record<string, (workRam: Uint8Array, cpu: Cpu) => boolean>>;
}

type Teller = (cpu: Cpu) => boolean;

/** @returns why the way came to no end, or undefined */
export function runOnConsole(machine: SettleMachine, way: ConsoleWay): string | undefined {
  const { profile } = machine.image;
  let isDone = false;
  const watched = createWatchedConsole(machine.image, () => isDone);
  const { console } = watched;
  const ram = console.workRam;
  const tell = (place: string, teller: Teller): void => {
    const address = addressIn(machine, place);
    if (address === undefined) return;
    watched.tell(address, (cpu) => {
      isDone = teller(cpu);
    });
  };
  const entry = addressIn(machine, way.entry);
  if (entry === undefined) return `the profile ${profile.name} has no ${way.entry}`;
  let draws = 0;
  tell(BATTLE_GENERATOR_ROUTINE, (cpu) => {
    giveDraw({ cpu, ram }, way.draw(draws++));
    return false;
  });
  for (const [place, teller] of Object.entries(way.places)) tell(place, (cpu) => teller(ram, cpu));
  putWorkRam(ram, way.memory);
  if (way.isListening) ram.set(INTERRUPTS, INTERRUPTS_AT);
  const { direct, dataBank, stack } = profile.entryState;
  console.enter({ address: entry, direct, dataBank, stack, status: STATUS, isListening: way.isListening });
  for (let frame = 0; frame < way.frames && !isDone; frame++) console.runFrame(way.pad?.(frame) ?? 0);
  return isDone
    ? undefined
    : `${countText(way.frames, 'frame')} from ${way.entry} on our console end at ${formatBus(console.at())}`;
}
