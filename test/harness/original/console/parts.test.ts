/** Memory map, pads and sound ports by their documented numbers. */
import { describe, expect, test } from 'vitest';
import { createSoundPorts, DRIVER_STARTED, writeSoundPort } from '../../../../harness/original/console/machine.js';
import { createMemoryMap, cyclesOf, PAGE_BITS } from '../../../../harness/original/console/memory-map.js';
import {
  beginAutomaticReading,
  createPads,
  endFrameOfPads,
  isReading,
  latchAgain,
  possibleWord,
  readAutomatically,
  readSerial,
  writeStrobe,
} from '../../../../harness/original/console/pads.js';

describe('memory and its speed', () => {
  /** Every byte of the image is its offset's third byte, so that a read tells the bank. */
  const image = Uint8Array.from({ length: 0x10_0000 }, (_, at) => at >> 13);
  const readerOf = (mapping: 'lorom' | 'hirom', saveBytes = 0x2000) => {
    const map = createMemoryMap(image, mapping, saveBytes);
    return (address: number): number | 'ram' | 'save' | 'none' => {
      const base = map.readOffset[address >>> PAGE_BITS] as number;
      if (base < 0) return 'none';
      if (base < map.saveOffset) return 'ram';
      return base < map.romOffset ? 'save' : (map.memory[base] as number);
    };
  };

  test('LoROM: 32 KiB of the image in the upper half of each bank, save RAM from bank 70 on', () => {
    const at = readerOf('lorom');
    expect([0x00_8000, 0x00_e000, 0x01_8000, 0x80_8000, 0x9f_e000].map(at)).toEqual([0, 3, 4, 0, 127]);
    expect([0x00_0000, 0x3f_1fff, 0x7e_0000, 0x7f_e000, 0x80_0000].map(at)).toEqual(new Array(5).fill('ram'));
    expect([0x70_0000, 0x7d_6000, 0xf0_0000, 0xff_0000].map(at)).toEqual(new Array(4).fill('save'));
    expect([0x00_2000, 0x00_4000, 0x00_6000, 0x40_0000].map(at)).toEqual(new Array(4).fill('none'));
    // an image of 1 MiB stands twice in banks 00 to 3F
    expect(at(0x20_8000)).toBe(0);
  });

  test('HiROM: 64 KiB of the image in banks 40 to 7D and C0 to FF, save RAM at 6000 of banks 20 to 3F', () => {
    const at = readerOf('hirom');
    expect([0xc0_0000, 0xc0_8000, 0xc1_0000, 0x40_0000, 0x00_8000, 0x81_e000].map(at)).toEqual([0, 4, 8, 0, 4, 15]);
    expect([0x20_6000, 0x3f_6000, 0xa0_6000].map(at)).toEqual(new Array(3).fill('save'));
    expect([0x00_6000, 0x1f_6000, 0x00_4000].map(at)).toEqual(new Array(3).fill('none'));
    expect([0x7e_0000, 0x7f_e000].map(at)).toEqual(['ram', 'ram']);
  });

  test('ROM cannot be written; without save RAM nothing answers for it', () => {
    const map = createMemoryMap(image, 'hirom', 0);
    expect(map.writeOffset[0xc0_0000 >>> PAGE_BITS]).toBe(-1);
    expect(map.writeOffset[0x7e_0000 >>> PAGE_BITS]).toBe(0);
    expect(map.readOffset[0x20_6000 >>> PAGE_BITS]).toBe(-1);
  });

  test.each([
    ['work RAM in a system bank', 0x00_0000, 8],
    ['video and sound ports', 0x00_2100, 6],
    ['the last byte before the serial pads', 0x00_3fff, 6],
    ['the first byte of the serial pads', 0x00_4000, 12],
    ['serial pads', 0x00_4016, 12],
    ['the last byte of the serial pads', 0x00_41ff, 12],
    ['processor registers', 0x00_4200, 6],
    ['expansion', 0x00_6000, 8],
    ['slow ROM', 0x00_8000, 8],
    ['work RAM', 0x7e_0000, 8],
    ['fast ROM', 0x80_8000, 6],
    ['fast HiROM', 0xc0_0000, 6],
    ['work RAM, other half of the banks', 0x80_0000, 8],
  ])('%s at %i: %i cycles with fast ROM', (_, address, cycles) => {
    expect(cyclesOf(address, 6)).toBe(cycles);
    expect(cyclesOf(address, 8)).toBe(cycles === 6 && (address & 0x40_8000) !== 0 ? 8 : cycles);
  });
});

describe('the pads', () => {
  const HELD = 0b1010_0000_1001_0000;

  test('a serial read gives B first, R twelfth, four zeros, then ones', () => {
    const pads = createPads();
    pads.held = HELD;
    writeStrobe(pads, 1);
    expect([readSerial(pads, 0), readSerial(pads, 0)]).toEqual([1, 1]);
    writeStrobe(pads, 0);
    const bits = Array.from({ length: 18 }, () => readSerial(pads, 0));
    expect(bits.join('')).toBe('101000001001000011');
    expect(Array.from({ length: 17 }, () => readSerial(pads, 1)).join('')).toBe('00000000000000001');
  });

  test('an automatic read takes a bit every 256 cycles and is done after 16', () => {
    const pads = createPads();
    pads.automatic = 0xffff;
    pads.held = HELD;
    beginAutomaticReading(pads, 1000, true);
    readAutomatically(pads, 1000);
    expect(pads.automatic).toBe(0xffff);
    readAutomatically(pads, 1000 + 255);
    expect(pads.automatic).toBe(0xffff);
    readAutomatically(pads, 1000 + 3 * 256);
    expect(pads.automatic).toBe(0xfffa);
    readAutomatically(pads, 1000 + 15 * 256 - 1);
    expect(pads.automatic).toBe(0x8000 | (HELD >> 1));
    readAutomatically(pads, 1000 + 15 * 256);
    expect(pads.automatic).toBe(HELD);
    expect([999, 1000, 1000 + 4095, 1000 + 4096].map((cycle) => isReading(pads, cycle))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('a pad that changes as the reading begins is read from its first bit on', () => {
    const pads = createPads();
    beginAutomaticReading(pads, 1000, true);
    readAutomatically(pads, 1000);
    pads.held = HELD;
    latchAgain(pads);
    expect(pads.automatic & 1).toBe(HELD >>> 15);
    readAutomatically(pads, 1000 + 15 * 256);
    expect(pads.automatic).toBe(HELD);
  });

  test('an automatic read that is switched off leaves the register, and the flag still shows a reading', () => {
    const pads = createPads();
    pads.automatic = 0x1230;
    pads.held = HELD;
    beginAutomaticReading(pads, 1000, false);
    endFrameOfPads(pads);
    expect(pads.automatic).toBe(0x1230);
    beginAutomaticReading(pads, 1000, true);
    endFrameOfPads(pads);
    expect([pads.automatic, isReading(pads, 2000)]).toEqual([HELD, false]);
  });

  test('opposite directions cancel out', () => {
    expect(possibleWord(0x0c00 | 0x8000)).toBe(0x8000);
    expect(possibleWord(0x0300 | 0x0010)).toBe(0x0010);
    expect(possibleWord(0x0a00)).toBe(0x0a00);
  });
});

describe('the sound ports', () => {
  test('the sound unit’s boot program says ready and takes the first order, two blocks and the start', () => {
    const ports = createSoundPorts();
    const give = (port: number, value: number): number => {
      writeSoundPort(ports, port, value);
      return ports.answers[0] as number;
    };
    expect([...ports.answers]).toEqual([0xaa, 0xbb, 0, 0]);
    give(1, 1);
    expect(give(0, 0x55)).toBe(0xaa);
    expect(give(0, 0xcc)).toBe(0xcc);
    for (let index = 0; index < 300; index++) {
      give(1, index & 0x7f);
      expect(give(0, index & 0xff)).toBe(index & 0xff);
    }
    // the next block: port 0 moves on by more than one while port 1 is not 0
    give(1, 1);
    expect(give(0, 0x40)).toBe(0x40);
    expect(give(0, 0)).toBe(0);
    expect(ports.stage).not.toBe(DRIVER_STARTED);
    give(1, 0);
    expect(give(0, 0x10)).toBe(0x10);
    expect(ports.stage).toBe(DRIVER_STARTED);
    give(2, 0x77);
    expect([...ports.answers]).toEqual([0x10, 0xbb, 0x77, 0]);
  });
});
