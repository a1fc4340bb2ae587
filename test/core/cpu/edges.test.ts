/** Corner cases one by one, with figures worked by hand: which bytes are touched, in which order, and what is kept. */
import { describe, expect, it } from 'vitest';
import { masterCycles, OPEN_BUS, stepInstruction } from '../../../core/cpu/index.js';
import type { Registers } from '../../references/cpu.js';
import { codeBus, nativeCpu, registersOf, type SeenBus } from './machine.js';

const EMULATION = { e: 1, p: 0x30 } as const;

function run(places: Readonly<Record<string, string>>, given: Partial<Registers>, steps = 1) {
  const bus = codeBus(places);
  const cpu = nativeCpu(given);
  for (let step = 0; step < steps; step++) stepInstruction(cpu, bus);
  return { ...registersOf(cpu), bus, cpu, touched: touched(bus) };
}

/** `R008000` reads, `W001234=56` writes. */
function touched(bus: SeenBus): string[] {
  const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
  return bus.accesses.map(({ kind, address, value }) =>
    kind === 'read' ? `R${hex(address, 6)}` : `W${hex(address, 6)}=${hex(value, 2)}`,
  );
}

describe('order of accesses', () => {
  it('a word is stored low byte first, and stored back high byte first', () => {
    expect(run({ '8000': '8D 34 12' }, { a: 0xabcd }).touched.slice(3)).toEqual(['W001234=CD', 'W001235=AB']);
    expect(run({ '8000': 'EE 34 12', '1234': 'FF 00' }, {}).touched.slice(3)).toEqual([
      ...['R001234', 'R001235', 'W001235=01', 'W001234=00'],
    ]);
  });

  it('JSL pushes the bank before it fetches its own last byte, JSR (a,x) the address before its high byte', () => {
    expect(run({ '128000': '22 56 34 7E' }, { pb: 0x12, s: 0x1ff }).touched).toEqual([
      ...['R128000', 'R128001', 'R128002', 'W0001FF=12', 'R128003', 'W0001FE=80', 'W0001FD=03'],
    ]);
    const table = run({ '128000': 'FC 00 90', '129004': '78 56' }, { pb: 0x12, s: 0x1ff, x: 4 });
    expect(table.touched).toEqual([
      ...['R128000', 'R128001', 'W0001FF=80', 'W0001FE=02', 'R128002', 'R129004', 'R129005'],
    ]);
    expect([table.pb, table.pc]).toEqual([0x12, 0x5678]);
  });
});

describe('ends of pages and banks', () => {
  it('a word of an absolute address goes on in the next bank, one of the direct page and of the stack in bank 0', () => {
    expect(run({ '8000': 'AD FF FF', '7EFFFF': '34', '7F0000': '12' }, { db: 0x7e }).a).toBe(0x1234);
    expect(run({ '8000': 'A5 FF', FFFF: '34', '0': '12' }, { d: 0xff00 }).a).toBe(0x1234);
    expect(run({ '8000': 'A3 FF', FFFF: '34', '0': '12' }, { s: 0xff00 }).a).toBe(0x1234);
  });

  it('an index carries into the next bank, also in emulation mode, and past the last bank into the first', () => {
    expect(run({ '8000': 'BD FF FF', '7F0001': '34 12' }, { db: 0x7e, x: 2 }).a).toBe(0x1234);
    expect(run({ '8000': 'B9 FF FF', '7F0001': '34' }, { ...EMULATION, db: 0x7e, y: 2 }).a).toBe(0x34);
    expect(run({ '8000': 'BF FF FF FF', '1': '34 12' }, { x: 2 }).a).toBe(0x1234);
    expect(run({ '8000': 'B7 10', '10': 'FF FF FF', '1': '34 12' }, { y: 2 }).a).toBe(0x1234);
  });

  it('the program counter stays in its bank', () => {
    const long = run({ '12FFFE': 'AF 56', '120000': '34 7E', '7E3456': '78 56' }, { pb: 0x12, pc: 0xfffe });
    expect([long.a, long.pb, long.pc]).toEqual([0x5678, 0x12, 2]);
    expect(run({ '120000': '80 FC' }, { pb: 0x12, pc: 0 }).pc).toBe(0xfffe);
  });

  it('pointers of jumps stay in their bank', () => {
    expect(run({ '8000': '6C FF FF', FFFF: '34', '0': '12' }, {}).pc).toBe(0x1234);
    expect(run({ '128000': '7C FF FF', '12FFFF': '78', '120000': '56' }, { pb: 0x12 }).pc).toBe(0x5678);
    expect(run({ '8000': 'DC FE FF', FFFE: '34 12', '0': '7E' }, {})).toMatchObject({ pc: 0x1234, pb: 0x7e });
  });

  it('in emulation mode an index stays in a direct page that starts at a page, and only there', () => {
    const places = { '8000': 'B5 F0', '110': '11', '210': '22', '211': '33' };
    expect(run(places, { ...EMULATION, d: 0x100, x: 0x20 }).a).toBe(0x11);
    expect(run(places, { ...EMULATION, d: 0x101, x: 0x20 }).a).toBe(0x33);
    expect(run(places, { p: 0x30, d: 0x100, x: 0x20 }).a).toBe(0x22);
  });

  it('in emulation mode (d) keeps its pointer in the page, [d] and PEI do not', () => {
    const pointers = { '1FF': '34', '100': '12', '200': '56 7E' };
    expect(run({ '8000': 'B2 FF', '1234': '99', ...pointers }, { ...EMULATION, d: 0x100 }).a).toBe(0x99);
    expect(run({ '8000': 'A7 FF', '7E5634': '99', ...pointers }, { ...EMULATION, d: 0x100 }).a).toBe(0x99);
    expect(run({ '8000': 'B7 FF', '7E5639': '99', ...pointers }, { ...EMULATION, d: 0x100, y: 5 }).a).toBe(0x99);
    expect(run({ '8000': 'B7 FE', '7F0004': '99', '1FE': 'FF FF 7E' }, { ...EMULATION, d: 0x100, y: 5 }).a).toBe(0x99);
    expect(run({ '8000': 'D4 FF', ...pointers }, { ...EMULATION, d: 0x100, s: 0x180 }).touched.slice(-2)).toEqual([
      ...['W000180=56', 'W00017F=34'],
    ]);
  });

  it('in emulation mode (d,x) keeps the high byte of its pointer in the page of the low one, wherever the direct page is', () => {
    const places = { '8000': 'A1 F7', '2FF': '34', '200': '12', '300': '56', '1234': '99', '5634': '77' };
    expect(run(places, { ...EMULATION, d: 0x11a, x: 0xee }).a).toBe(0x99);
    expect(run(places, { p: 0x30, d: 0x11a, x: 0xee }).a).toBe(0x77);
    // (d) does so only when the direct page starts at a page
    expect(run({ ...places, '8000': 'B2 E5' }, { ...EMULATION, d: 0x21a }).a).toBe(0x77);
  });
});

describe('the stack in emulation mode', () => {
  it('keeps the pushes and pulls of the 6502 in page 1', () => {
    const call = run({ '8000': '20 34 12' }, { ...EMULATION, s: 0x100 });
    expect([call.touched.slice(3), call.s]).toEqual([['W000100=80', 'W0001FF=02'], 0x1fe]);
    expect(
      run({ '8000': '60', '100': '12', '1FF': '00', '200': '99' }, { ...EMULATION, s: 0x1ff }).touched.slice(1),
    ).toEqual([...['R000100', 'R000101']]);
  });

  it.each([
    ['PEA', 'F4 34 12', ['W000100=12', 'W0000FF=34'], 0x1fe],
    ['PER', '62 00 10', ['W000100=90', 'W0000FF=03'], 0x1fe],
    ['PHD', '0B', ['W000100=00', 'W0000FF=00'], 0x1fe],
    ['JSL', '22 34 12 00', ['W000100=00', 'W0000FF=80', 'W0000FE=03'], 0x1fd],
    ['JSR (a,x)', 'FC 34 12', ['W000100=80', 'W0000FF=02'], 0x1fe],
  ])('%s runs past page 1 and is back in it at its end', (_, code, writes, s) => {
    const done = run({ '8000': code }, { ...EMULATION, s: 0x100 });
    expect([done.touched.filter((one) => one.startsWith('W')), done.s]).toEqual([writes, s]);
  });

  it.each([
    ['PLD', '2B', ['R000200', 'R000201'], 0x101],
    ['RTL', '6B', ['R000200', 'R000201', 'R000202'], 0x102],
    ['PLB', 'AB', ['R000200'], 0x100],
    ['PLP', '28', ['R000100'], 0x100],
  ])('%s reads past page 1 where the 6502 has no such instruction, and ends in page 1', (_, code, reads, s) => {
    const done = run({ '8000': code }, { ...EMULATION, s: 0x1ff });
    expect([done.touched.slice(1), done.s]).toEqual([reads, s]);
  });
});

describe('widths', () => {
  it('8-bit index registers have no high byte, whoever makes them so', () => {
    const wide = { x: 0x1234, y: 0x5678 };
    expect(run({ '8000': 'E2 10' }, wide)).toMatchObject({ x: 0x34, y: 0x78 });
    expect(run({ '8000': '28', '200': '10' }, wide)).toMatchObject({ x: 0x34, y: 0x78 });
    expect(run({ '8000': '38 FB' }, { ...wide, s: 0x1234, a: 0x9abc }, 2)).toMatchObject({
      ...{ x: 0x34, y: 0x78, s: 0x134, a: 0x9abc, p: 0x30, e: 1 },
    });
  });

  it('emulation mode keeps M and X set against REP and PLP', () => {
    expect(run({ '8000': 'C2 FF' }, { e: 1, p: 0xff }).p).toBe(0x30);
    expect(run({ '8000': '28', '100': '00' }, { e: 1, p: 0xff }).p).toBe(0x30);
  });

  it('an 8-bit accumulator keeps its high byte; transfers to it follow M, those of whole registers do not', () => {
    expect(run({ '8000': 'A9 80' }, { a: 0x1234, p: 0x20 })).toMatchObject({ a: 0x1280, p: 0xa0 });
    expect(run({ '8000': '8A' }, { a: 0x1234, x: 0x5678, p: 0x20 }).a).toBe(0x1278);
    expect(run({ '8000': '8A' }, { a: 0x1234, x: 0x56, p: 0x10 }).a).toBe(0x56);
    expect(run({ '8000': 'AA' }, { a: 0x1234, p: 0x20 }).x).toBe(0x1234);
    expect(run({ '8000': '7B' }, { a: 0x1234, d: 0x8001, p: 0x20 })).toMatchObject({ a: 0x8001, p: 0xa0 });
    expect(run({ '8000': '9A' }, { x: 0x34, s: 0x1ff, p: 0x10 }).s).toBe(0x34);
    expect(run({ '8000': '9A' }, { ...EMULATION, x: 0x34 }).s).toBe(0x134);
  });

  it('MVN and MVP move a byte at a time, with 16-bit counts and indices as wide as they are', () => {
    const up = run({ '8000': '54 7F 7E', '7EFFFF': '11', '7E0000': '22' }, { a: 1, x: 0xffff, y: 0xff }, 2);
    expect(up).toMatchObject({ a: 0xffff, x: 1, y: 0x101, db: 0x7f, pc: 0x8003 });
    expect(up.touched.filter((one) => one.startsWith('W'))).toEqual(['W7F00FF=11', 'W7F0100=22']);
    const down = run({ '8000': '44 00 7E' }, { a: 0x100, x: 0, y: 1, p: 0x30 });
    expect(down).toMatchObject({ a: 0xff, x: 0xff, y: 0, pc: 0x8000 });
    expect(masterCycles(down.cpu)).toBe(7 * 6);
  });
});

it('open bus holds the last byte read or written', () => {
  expect(run({ '8000': 'A5 10', '10': '34 12' }, {}).cpu[OPEN_BUS]).toBe(0x12);
  expect(run({ '8000': '85 10' }, { a: 0x5678 }).cpu[OPEN_BUS]).toBe(0x56);
  expect(run({ '8000': '18' }, {}).cpu[OPEN_BUS]).toBe(0x18);
});
