/** Registers by what short programs find in them. */
import { describe, expect, test } from 'vitest';
import { createConsole } from '../../../../harness/original/console/console.js';
import { latchCounters, readDot, readLine } from '../../../../harness/original/console/machine.js';
import { bytesOf, imageOf, ranConsole, STAY, word } from './program.js';

const ON = 'A9 81 8D 00 42'; // interrupt and automatic reading

describe('the port to work RAM', () => {
  test('2180 writes and reads behind an address of 17 bits that moves on', () => {
    // 2181-2183 = 01FFFF; write 11, 22, 33; back to 01FFFF; read three bytes to 0100
    const set = 'A9 FF 8D 81 21 8D 82 21 A9 FF 8D 83 21';
    const code = `${set} A9 11 8D 80 21 A9 22 8D 80 21 A9 33 8D 80 21 ${set}
      AD 80 21 8D 00 01 AD 80 21 8D 01 01 AD 80 21 8D 02 01 ${STAY}`;
    const { workRam } = ranConsole(code);
    expect([workRam[0x1ffff], workRam[0], workRam[1]]).toEqual([0x11, 0x22, 0x33]);
    expect([...workRam.subarray(0x100, 0x103)]).toEqual([0x11, 0x22, 0x33]);
  });
});

describe('the signed product of the video unit', () => {
  test.each([
    [0x8000, 0x80, 0x40_0000],
    [0xffff, 0xff, 0x00_0001],
    [0x1234, 0xfe, 0xff_db98],
  ])('%i times %i is %i, read back from three registers', (factor, multiplier, product) => {
    const hex = (value: number): string => value.toString(16).padStart(2, '0');
    const code = `A9 ${hex(factor & 0xff)} 8D 1B 21 A9 ${hex(factor >> 8)} 8D 1B 21 A9 ${hex(multiplier)} 8D 1C 21
      AD 34 21 8D 00 01 AD 35 21 8D 01 01 AD 36 21 8D 02 01 ${STAY}`;
    const { workRam } = ranConsole(code);
    expect(word(workRam, 0x100) | ((workRam[0x102] ?? 0) << 16)).toBe(product);
  });
});

describe('the interrupt of a frame', () => {
  const COUNT = '48 AD 10 42 8D 02 01 AD 10 42 8D 03 01 EE 00 01 68 40';

  test('one interrupt a frame; 4210 shows it once, with version 2', () => {
    const console = createConsole(imageOf(`9C 00 01 ${ON} ${STAY}`, COUNT));
    const counts = Array.from({ length: 5 }, () => {
      console.runFrame(0);
      return console.workRam[0x100];
    });
    // a frame ends where the interrupt begins: its work is seen in the next one
    expect(counts).toEqual([0, 1, 2, 3, 4]);
    expect([(console.workRam[0x102] ?? 0) & 0x8f, (console.workRam[0x103] ?? 0) & 0x8f]).toEqual([0x82, 0x02]);
  });

  test('switched on in a blank whose flag nobody has read, it comes at once', () => {
    // waits for the blank in 4212, reads 4210 or not, then 4200 = 80
    const on = (read: string): string => `9C 00 01 AD 12 42 10 FB ${read} A9 80 8D 00 42 ${STAY}`;
    const countAfter = (code: string, frames: number): number | undefined =>
      ranConsole(code, frames, 0, COUNT).workRam[0x100];
    expect([1, 2, 3].map((frames) => countAfter(on(''), frames))).toEqual([0, 1, 2]);
    // once the flag is read, the next blank brings the first one
    expect([1, 2, 3].map((frames) => countAfter(on('AD 10 42'), frames))).toEqual([0, 0, 1]);
  });

  test('without the interrupt a frame ends all the same, and a processor that waits for it waits for ever', () => {
    const { workRam } = ranConsole(`A9 05 8D 00 01 CB EE 00 01 ${STAY}`, 4);
    expect(workRam[0x100]).toBe(5);
  });

  test('the pad of a frame is what its interrupt reads', () => {
    const NMI = 'A2 00 04 CA D0 FD AE 18 42 8E 10 01 40';
    const console = createConsole(imageOf(`${ON} ${STAY}`, NMI));
    const seen = [0x8000, 0x4000, 0x0010].map((pad) => {
      console.runFrame(pad);
      console.runFrame(pad);
      return word(console.workRam, 0x110);
    });
    expect(seen).toEqual([0x8000, 0x4000, 0x0010]);
  });
});

describe('the timer of a line and a dot', () => {
  /** IRQ at its native vector: counts at 0100, keeps 4211 and the line counter at 0102 to 0104. */
  const HANDLER = 'AD 37 21 AD 3D 21 8D 03 01 AD 3D 21 29 01 8D 04 01 AD 11 42 8D 02 01 EE 00 01 40';
  const irqImage = (code: string): Uint8Array => {
    const image = imageOf(`9C 00 01 ${code}`, HANDLER);
    image.set([0x00, 0xa0], 0x7fee);
    return image;
  };
  const counts = (code: string): readonly (number | undefined)[] => {
    const console = createConsole(irqImage(code));
    return Array.from({ length: 4 }, () => {
      console.runFrame(0);
      return console.workRam[0x100];
    });
  };
  const LOOP = '58 CB 80 FD';

  test('a line brings one interrupt a frame, seen in that line and in 4211 bit 7', () => {
    // line 150
    const code = `A9 96 8D 09 42 9C 0A 42 A9 20 8D 00 42 ${LOOP}`;
    expect(counts(code)).toEqual([1, 2, 3, 4]);
    const console = createConsole(irqImage(code));
    console.runFrame(0);
    expect([...console.workRam.subarray(0x103, 0x105), (console.workRam[0x102] ?? 0) & 0x80]).toEqual([150, 0, 0x80]);
    expect(console.notes().map(({ kind }) => kind)).toEqual(['timer-interrupt']);
  });

  test('a dot brings one in each of 262 lines; a line or dot that is not there brings none', () => {
    const [first = 0, second = 0, third = 0] = counts(`A9 64 8D 07 42 9C 08 42 A9 10 8D 00 42 ${LOOP}`);
    expect([(second - first) & 0xff, (third - second) & 0xff]).toEqual([262 & 0xff, 262 & 0xff]);
    expect(counts(`A9 06 8D 09 42 A9 01 8D 0A 42 A9 20 8D 00 42 ${LOOP}`)).toEqual([0, 0, 0, 0]); // line 262
    expect(counts(`A9 54 8D 07 42 A9 01 8D 08 42 A9 10 8D 00 42 ${LOOP}`)).toEqual([0, 0, 0, 0]); // dot 340
  });

  test('a masked one waits until 4211 is read, or the timer is switched off', () => {
    const on = 'A9 96 8D 09 42 9C 0A 42 A9 20 8D 00 42 78 CB';
    // behind CLI one more instruction passes
    expect(counts(`${on} 58 EA ${STAY}`)[0]).toBe(1);
    expect(counts(`${on} AD 11 42 9C 00 42 58 EA ${STAY}`)).toEqual([0, 0, 0, 0]);
    expect(counts(`${on} 9C 00 42 58 EA ${STAY}`)).toEqual([0, 0, 0, 0]);
  });
});

test('a stopped processor sleeps through the interrupt of a frame, and frames end all the same', () => {
  const console = createConsole(imageOf(`9C 00 01 ${ON} DB`, 'EE 00 01 40'));
  for (let frame = 0; frame < 4; frame++) console.runFrame(0);
  expect(console.workRam[0x100]).toBe(0);
});

describe('DMA', () => {
  const data = Uint8Array.from({ length: 0x200 }, (_, at) => at & 0xff);
  /** Channel 0: control, port, source 00:C000 + offset, bytes; then 420B = 01. */
  const dma = (control: string, port: string, source: string, bytes: string): string =>
    `A9 ${control} 8D 00 43 A9 ${port} 8D 01 43 A2 ${source} 8E 02 43 9C 04 43 A2 ${bytes} 8E 05 43 A9 01 8D 0B 42`;
  const portAt = (address: string): string => `A2 ${address} 8E 81 21 9C 83 21`;

  test('bytes go to work RAM from a rising, a falling and a fixed source address', () => {
    const code = `${portAt('00 03')} ${dma('00', '80', '10 C0', '05 00')} ${dma('10', '80', '14 C0', '03 00')}
      ${dma('08', '80', '20 C0', '02 00')} AE 02 43 8E 00 01 AE 05 43 8E 02 01 ${STAY}`;
    const console = ranConsole(code, 3, 0, '40', data);
    expect([...console.workRam.subarray(0x300, 0x30a)]).toEqual([16, 17, 18, 19, 20, 20, 19, 18, 32, 32]);
    expect([word(console.workRam, 0x100), word(console.workRam, 0x102)]).toEqual([0xc020, 0]);
    expect(console.traffic()).toEqual({ videoBytes: 0, dmaBytes: 10 });
  });

  test.each([
    ['00', [0x34, 0x34, 0x34, 0x34]],
    ['01', [0x34, 0x35, 0x34, 0x35]],
    ['02', [0x34, 0x34, 0x34, 0x34]],
    ['03', [0x34, 0x34, 0x35, 0x35]],
    ['04', [0x34, 0x35, 0x36, 0x37]],
    ['05', [0x34, 0x35, 0x34, 0x35]],
    ['06', [0x34, 0x34, 0x34, 0x34]],
    ['07', [0x34, 0x34, 0x35, 0x35]],
  ])('mode %s reads its ports in their order', (mode, ports) => {
    // the signed product 0201 times 03 stands in 2134 to 2136 as 03 06 00
    const product = 'A9 01 8D 1B 21 A9 02 8D 1B 21 A9 03 8D 1C 21';
    const control = (0x80 | Number.parseInt(mode, 16)).toString(16);
    const console = ranConsole(
      `${product} A9 ${control} 8D 00 43 A9 34 8D 01 43 A2 00 03 8E 02 43 9C 04 43 A2 03 00 8E 05 43 A9 01 8D 0B 42 ${STAY}`,
    );
    const values: Record<number, number> = { 52: 0x03, 53: 0x06, 54: 0x00 };
    expect([...console.workRam.subarray(0x300, 0x303)]).toEqual(ports.slice(0, 3).map((port) => values[port]));
  });

  test('bytes to video memory are dropped and counted', () => {
    const console = ranConsole(`${dma('01', '18', '00 C0', '00 01')} ${STAY}`, 3, 0, '40', data);
    expect(console.traffic()).toEqual({ videoBytes: 256, dmaBytes: 256 });
    expect(console.notes()).toEqual([]);
  });

  test('a count of 0 is 65,536 bytes, which takes longer than a frame and goes on in the next', () => {
    const code = `${portAt('00 00')} A9 01 8D 83 21 ${dma('00', '80', '00 80', '00 00')} A9 77 8D 00 01 ${STAY}`;
    const console = createConsole(imageOf(code));
    const done = Array.from({ length: 4 }, () => {
      console.runFrame(0);
      return console.workRam[0x100] === 0x77;
    });
    // 524,288 cycles and their refreshes; the frames end 328,724 and 686,088 cycles after power-on
    expect(done).toEqual([false, true, true, true]);
    expect(console.traffic().dmaBytes).toBe(65_536);
    // the second half of bank 0 is ROM; then come work RAM, which cannot be its own source, and registers, which give 0
    expect([0x1_0000, 0x1_7fff, 0x1_8000].map((at) => console.workRam[at])).toEqual([0x78, 0xff, 0]);
  });

  test.each(['34 21', '1A 40', '16 42', '02 43'])('registers are no source: DMA from %s reads 0', (source) => {
    // the signed product 0201 times 03 stands in 2134; 4302 holds this source itself
    const product = 'A9 01 8D 1B 21 A9 02 8D 1B 21 A9 03 8D 1C 21';
    const marked = 'A9 55 8D 00 03 8D 01 03';
    const console = ranConsole(`${product} ${marked} ${portAt('00 03')} ${dma('00', '80', source, '02 00')} ${STAY}`);
    expect([console.workRam[0x300], console.workRam[0x301]]).toEqual([0, 0]);
  });

  test('before RTS it ends as before any instruction without an operand', () => {
    // the beam's dot behind the way back: 2137 latches it, 213C gives its low and high part
    const dotBehind = (wait: string, bytes: string, end: string): number => {
      const seen = 'AD 37 21 AD 3C 21 8D 00 01 AD 3C 21 29 01 8D 01 01';
      // a routine at 00:C000, which is its own source
      const routine = Uint8Array.from(bytesOf(`${dma('08', '80', '00 C0', bytes)} ${end} 60`));
      const { workRam } = ranConsole(`${wait} 20 00 C0 ${seen} ${STAY}`, 3, 0, '40', routine);
      return word(workRam, 0x100);
    };
    for (let waits = 0; waits < 4; waits++) {
      for (const bytes of ['01 00', '02 00', '03 00']) {
        const wait = 'EA '.repeat(waits);
        // a NOP more is one fetch of 8 cycles and an inner cycle of 6: three or four dots of four
        const later = dotBehind(wait, bytes, 'EA') - dotBehind(wait, bytes, '');
        expect([waits, bytes, later === 3 || later === 4 ? 'a NOP later' : later]).toEqual([
          waits,
          bytes,
          'a NOP later',
        ]);
      }
    }
  });

  test('before an instruction with an operand it ends on its fetch of eight cycles: a byte more is two dots more', () => {
    const dotBehind = (bytes: string): number => {
      // 2137 latches the beam in the very next instruction; 213C gives its low and high part
      const code = `${dma('08', '80', '00 C0', bytes)} AD 37 21 AD 3C 21 8D 00 01 AD 3C 21 29 01 8D 01 01 ${STAY}`;
      return word(ranConsole(code, 3, 0, '40', data).workRam, 0x100);
    };
    const dots = ['01 00', '02 00', '03 00', '04 00', '05 00', '06 00'].map(dotBehind);
    expect(dots.slice(1).map((dot, at) => dot - (dots[at] as number))).toEqual([2, 2, 2, 2, 2]);
  });

  test('work RAM to itself moves nothing', () => {
    const code = `A9 55 8D 00 04 ${portAt('00 03')} ${dma('00', '80', '00 04', '01 00')} ${STAY}`;
    expect(ranConsole(code).workRam[0x300]).toBe(0);
  });
});

describe('the beam counters', () => {
  test('each gives its low byte, then bit 8 above the other bits as they were, and so on in turn', () => {
    const ports = { dotHigh: false, lineHigh: false, lastByte: 0 } as Parameters<typeof latchCounters>[0];
    latchCounters(ports, 0x152, 0x104);
    expect([readDot, readDot, readDot].map((read) => read(ports))).toEqual([0x52, 0x53, 0x52]);
    expect([readLine, readLine, readLine].map((read) => read(ports))).toEqual([0x04, 0x05, 0x04]);
  });

  test('2137 latches the beam, 213C and 213D give its low and high byte, 213F begins anew and shows the latch once', () => {
    const code = `AD 37 21 AD 3D 21 8D 00 01 AD 3D 21 29 01 8D 01 01 AD 3F 21 29 4F 8D 02 01 AD 3F 21 29 4F 8D 03 01 ${STAY}`;
    const { workRam } = ranConsole(code);
    expect([word(workRam, 0x100), workRam[0x102], workRam[0x103]]).toEqual([0, 0x43, 0x03]);
  });
});

test('2137 latches only while bit 7 of 4201 is set; its fall latches by itself', () => {
  const line = (at: string): string => `AD 3D 21 8D ${at} 01 AD 3D 21`;
  const wait = 'A2 00 04 CA D0 FD'; // longer than a line
  const latch = 'AD 37 21';
  const code = `${wait} A9 00 8D 01 42 ${line('00')} ${wait} ${latch} ${line('01')} A9 80 8D 01 42 ${latch} ${line('02')} ${STAY}`;
  const [fallen = 0, still, moved = 0] = ranConsole(code).workRam.subarray(0x100, 0x103);
  expect(fallen).toBeGreaterThan(0);
  expect(still).toBe(fallen);
  expect(moved).toBeGreaterThan(fallen);
});

test('4212 shows the vertical blank from line 225 on', () => {
  const code = `AD 12 42 10 FB AD 37 21 AD 3D 21 8D 00 01 AD 3D 21 29 01 8D 01 01 ${STAY}`;
  expect(word(ranConsole(code).workRam, 0x100)).toBe(225);
});

test('4210 read in the four cycles after its flag rose does not take it down: some frames are seen twice', () => {
  // a loop of 52 cycles reads it, and counts each time that bit 7 is set: four of them see it again, one frame in 13
  const { workRam } = ranConsole(`9C 00 01 AD 10 42 10 FB EE 00 01 80 F6`, 60);
  expect(workRam[0x100]).toBeGreaterThanOrEqual(61);
  expect(workRam[0x100]).toBeLessThanOrEqual(72);
});

describe('what the console does not support', () => {
  const kindsOf = (code: string): unknown[] =>
    ranConsole(code)
      .notes()
      .map(({ kind, count }) => [kind, count]);

  test.each([
    ['line DMA', 'A9 01 8D 0C 42', ['line-dma', 1]],
    ['timer interrupts', 'A9 30 8D 00 42', ['timer-interrupt', 1]],
    ['interlace', 'A9 01 8D 33 21', ['video-mode', 1]],
    ['video memory read', 'AD 39 21 AD 3A 21', ['video-read', 2]],
    ['nothing there, read', 'AD 00 60', ['unmapped-read', 1]],
    ['a register that is only written, read', 'AD 00 42', ['unmapped-read', 1]],
    ['nothing there, written', '8D 00 60', ['unmapped-write', 1]],
    ['ROM written', '8D 00 90', ['rom-write', 1]],
    ['the processor stopped', 'DB', ['stopped', 1]],
  ])('%s is counted', (_, code, note) => {
    expect(kindsOf(`${code} ${STAY}`)).toEqual([note]);
  });

  test('a port that a started driver would answer is counted', () => {
    const code = `A9 00 8D 41 21 A9 CC 8D 40 21 AD 40 21 8D 00 01 ${STAY}`;
    const console = ranConsole(code);
    expect(console.notes().map(({ kind }) => kind)).toEqual(['driver-answer']);
    expect(console.workRam[0x100]).toBe(0xcc);
  });

  test('the report names the last place of each', () => {
    expect(ranConsole(`AD 00 60 AD 34 7F ${STAY}`).notes()[0]).toMatchObject({ count: 2, last: 0x00_7f34 });
  });

  test('an image without a header of a known board is refused', () => {
    expect(() => createConsole(new Uint8Array(0x50_0000))).toThrow(RangeError);
  });
});

test.each([
  ['a driver runs', true, 0x5a],
  ['none is said to run', false, 0],
])('code that is entered reads its own byte back from a sound port where %s', (_, hasDriver, read) => {
  // LDA #5A, STA 2142, LDA 2142, STA 0010
  const console = createConsole(imageOf(STAY, '40', bytesOf(`A9 5A 8D 42 21 AD 42 21 8D 10 00 ${STAY}`)));
  const registers = { direct: 0, dataBank: 0, stack: 0x1fff, status: 0x34 };
  console.enter({ address: 0x00_c000, ...registers, isListening: false, hasDriver });
  console.workRam[0x10] = 0xff;
  console.runFrame(0);
  expect(console.workRam[0x10]).toBe(read);
});
