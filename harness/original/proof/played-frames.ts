/**
 * Memory that occurs: the image is played on our console with seeded pads, and every few frames its
 * declared windows are kept.
 */
import { IMAGE_BYTES, isWorkRam, offsetOf, TEST_ROM_BYTES, WINDOWS, WORK_RAM } from '../../../rom-map/index.js';
import { createConsole } from '../console/console.js';
import { createRandom } from './vary.js';

/** Frames until the ROM reads pads, and frames between two kept ones; a pad is held as long. */
const START_FRAMES = 40;
const STEP = 5;
const START = 0x1000;
const SELECT = 0x2000;
/** Scenarios of the test ROM. */
const SCENARIOS = 10;
const PADS = [0x8000, 0x4000, 0x0800, 0x0400, 0x0200, 0x0100, 0x0080, 0x0040, 0x0020, 0x0010, 0x2080, 0];

/**
 * The declared windows of a console's work RAM, packed.
 * @param isTestRom whether the image keeps the cells of the host window there
 */
export function windowsOf(workRam: Uint8Array, isTestRom: boolean): Uint8Array {
  const memory = new Uint8Array(IMAGE_BYTES);
  for (const { address, length, offset } of WINDOWS) {
    if (!isWorkRam(address)) continue;
    memory.set(workRam.subarray(address - WORK_RAM, address - WORK_RAM + length), offset);
  }
  for (const { host, rom, length } of isTestRom ? TEST_ROM_BYTES : []) {
    memory.set(workRam.subarray(rom - WORK_RAM, rom - WORK_RAM + length), offsetOf(host));
  }
  return memory;
}

/** @param count memories to keep, from several scenarios of the test ROM */
export function playedMemories(image: Uint8Array, count: number, seed: number): Uint8Array[] {
  const random = createRandom(seed);
  const kept: Uint8Array[] = [];
  const perScenario = Math.ceil(count / SCENARIOS);
  for (let scenario = 0; kept.length < count; scenario++) {
    const console = createConsole(image);
    const hold = (pad: number, frames: number): void => {
      for (let frame = 0; frame < frames; frame++) console.runFrame(pad);
    };
    hold(0, START_FRAMES);
    for (let press = 0; press < scenario; press++) {
      hold(SELECT, 2);
      hold(0, 2);
    }
    hold(START, 2);
    for (let index = 0; index < perScenario && kept.length < count; index++) {
      // Start and Select are the test ROM's keys of the enemies' and its own commands
      const held = random.below(3) === 0 ? START : 0;
      hold(held | (PADS[random.below(PADS.length)] as number), 1 + random.below(STEP));
      kept.push(windowsOf(console.workRam, true));
    }
  }
  return kept;
}
