/** Work RAM of our test ROM that is taken over: where its cells go, by the tables of traces/homebrew/PROGRAM.md. */
import { describe, expect, test } from 'vitest';
import { createFrameBattle, LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import type { System } from '../../../../core/system/system.js';
import { HOST_WINDOW, IMAGE_BYTES, offsetOf, WINDOWS, WORK_RAM } from '../../../../rom-map/index.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { memoryOf } from '../../../harness/files/states/state-files.js';

/** Bytes in front of 7E:0000. */
const AT = 5;
/** Bytes of the host window, and pages of the test ROM: battle skills, drill skills. */
const HOST_BYTES = 0x280;
const BATTLE_SKILLS = 0x0500;
const DRILL_SKILLS = 0x1d00;
const PROGRAM = 0x1e00;
const SIGNATURE = 0x1e0c;
const LKST = [0x4c, 0x4b, 0x53, 0x54];

function stateOf({ capabilities }: System) {
  if (capabilities.consoleState === undefined) throw new Error('the system takes states');
  return capabilities.consoleState;
}

/** 128 KiB of the test ROM with a battle after its first frames; what no cell holds is noise. */
function testRom(change: (memory: Uint8Array) => void = () => undefined): Uint8Array {
  const battle = createFrameBattle({ allies: [{ x: 3, y: 3 }], species: [{ width: 1, height: 1 }], enemies: [{}] });
  for (let frame = 0; frame < 3; frame++) battle.step(Int32Array.of(1, 0), undefined);
  // the first image has no greatest HP
  cellsOf(battle.image).record(0).set({ maxHp: 100 });
  const memory = memoryOf(battle);
  const host = offsetOf(HOST_WINDOW);
  memory.set(battle.image.subarray(host, host + 0x0c), PROGRAM);
  memory.set(LKST, SIGNATURE);
  // skills without a zero byte
  for (let byte = 0; byte < 0x100; byte++) {
    memory[BATTLE_SKILLS + byte] = 1 + ((7 * byte) % 251);
    memory[DRILL_SKILLS + byte] = 1 + ((11 * byte) % 241);
  }
  change(memory);
  const file = new Uint8Array(AT + memory.length).fill(0xee);
  file.set(memory, AT);
  return file;
}

function taken(system: System, memory: Uint8Array) {
  const battle = system.create(null);
  return { fault: stateOf(system).take(battle, memory, AT), image: battle.image };
}

/** The image by hand: every window of work RAM, and the three ranges that the test ROM has elsewhere. */
function imageByHand(memory: Uint8Array): Uint8Array {
  const image = new Uint8Array(IMAGE_BYTES);
  const own = (at: number): boolean =>
    (at >= BATTLE_SKILLS && at < BATTLE_SKILLS + 0x100) || (at >= DRILL_SKILLS && at < DRILL_SKILLS + 0x100);
  for (const { address, length, offset } of WINDOWS) {
    if (address < WORK_RAM || address >= HOST_WINDOW) continue;
    for (let byte = 0; byte < length; byte++) {
      const at = address - WORK_RAM + byte;
      image[offset + byte] = own(at) ? 0 : (memory[AT + at] as number);
    }
  }
  const moved = (host: number, from: number, length: number): void => {
    image.set(memory.subarray(AT + from, AT + from + length), offsetOf(HOST_WINDOW) + host);
  };
  moved(0x000, PROGRAM, 0x10);
  moved(0x080, DRILL_SKILLS, 0x100);
  moved(0x180, BATTLE_SKILLS, 0x100);
  return image;
}

describe('memory of the test ROM', () => {
  test('is a battle of the turn engine with every cell, the three ranges of its own among them', () => {
    const memory = testRom();
    const { fault, image } = taken(LIVE_A_LIVE, memory);
    expect(fault).toBeUndefined();
    const wanted = imageByHand(memory);
    const different = [...wanted.keys()].filter((offset) => wanted[offset] !== image[offset]);
    expect(different).toEqual([]);
  });

  test.each([0, 1, 2, 3])('has all four bytes of the signature: without byte %i it is none', (byte) => {
    const memory = testRom((ram) => {
      ram[SIGNATURE + byte] = 0;
    });
    expect(taken(LIVE_A_LIVE, memory).fault).toMatchObject({
      kind: 'other',
      found: expect.stringMatching(/^no test ROM: /u),
    });
  });

  test('is a battle by commands as well, with nothing of the program in cells of our own', () => {
    const { fault, image } = taken(LIVE_A_LIVE_BATTLE, testRom());
    expect(fault).toBeUndefined();
    const host = offsetOf(HOST_WINDOW);
    // the program's cells are followed by those of a played battle, and these by the two pages of skills
    expect([...image.subarray(host + 0x80, host + HOST_BYTES)].filter((byte) => byte !== 0)).toEqual([]);
    expect([...image.subarray(host + 0x0c, host + 0x10)]).toEqual([0, 0, 0, 0]);
    // 2: the battle runs
    expect(cellsOf(image).read('phase')).toBe(2);
  });

  test.each([LIVE_A_LIVE, LIVE_A_LIVE_BATTLE])('whose battle only starts is between two of them for $id', (system) => {
    const starting = testRom((ram) => {
      // the cell `phase`: 1 before the first frame
      ram[PROGRAM + 6] = 1;
    });
    expect(taken(system, starting).fault).toEqual({ kind: 'between', found: 'the test ROM with phase = 1' });
  });
});

describe.each([LIVE_A_LIVE, LIVE_A_LIVE_BATTLE])('$id', (system) => {
  const { bytes, mayBegin } = stateOf(system);

  test('reads work RAM up to the last window, 7EFE00 with 256 bytes, and nothing shorter may begin a battle', () => {
    expect(bytes).toBe(0xff00);
    const memory = testRom();
    expect(mayBegin(memory.subarray(0, AT + 0xff00), AT)).toBe(true);
    expect(mayBegin(memory.subarray(0, AT + 0xfeff), AT)).toBe(false);
  });
});

test('a battle of the turn engine is noted to know no buttons that are held down', () => {
  const battle = LIVE_A_LIVE.create(null);
  expect(stateOf(LIVE_A_LIVE).notes(battle)).toEqual([expect.stringMatching(/^which buttons are held down: /u)]);
});
