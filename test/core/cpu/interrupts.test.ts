/** Interrupts, waiting and stopping, with figures worked by hand from the processor's manual. */
import { describe, expect, it } from 'vitest';
import {
  IRQ_LINE,
  instructions,
  isInterruptNext,
  masterCycles,
  NMI_PENDING,
  reset,
  STOPPED,
  stepInstruction,
  WAITING,
} from '../../../core/cpu/index.js';
import { codeBus, nativeCpu, registersOf } from './machine.js';

/** Vectors that all differ: COP, BRK, NMI, IRQ of native mode, then COP, NMI, reset, IRQ and BRK of emulation mode. */
const VECTORS = {
  FFE4: '04 C0',
  FFE6: '06 C0',
  FFEA: '0A C0',
  FFEE: '0E C0',
  FFF4: '04 D0',
  FFFA: '0A D0',
  FFFC: '0C D0',
  FFFE: '0E D0',
};

function written(bus: ReturnType<typeof codeBus>): string[] {
  const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');
  return bus.accesses.flatMap(({ kind, address, value }) =>
    kind === 'write' ? [`${hex(address, 6)}=${hex(value, 2)}`] : [],
  );
}

describe('in native mode', () => {
  it.each([
    ['BRK', '00 55', 0xc006, 0x8002, 0x8b],
    ['COP', '02 55', 0xc004, 0x8002, 0x8b],
  ])('%s pushes the bank, the address after its signature and P', (_, code, target, from, p) => {
    const bus = codeBus({ ...VECTORS, '128000': code });
    const cpu = nativeCpu({ pb: 0x12, s: 0x1000, p });
    stepInstruction(cpu, bus);
    expect(written(bus)).toEqual(['001000=12', `000FFF=${(from >> 8).toString(16)}`, '000FFE=02', '000FFD=8B']);
    // decimal mode ends, I is set, the rest of P stays
    expect(registersOf(cpu)).toMatchObject({ pb: 0, pc: target, s: 0xffc, p: 0x87 });
    expect([masterCycles(cpu), instructions(cpu)]).toEqual([8 * 6, 1]);
  });

  it('NMI comes before the next instruction, whatever I is, and once', () => {
    const bus = codeBus({ ...VECTORS, '128000': 'EA', C00A: 'EA' });
    const cpu = nativeCpu({ pb: 0x12, s: 0x1000, p: 0x04 });
    expect(isInterruptNext(cpu)).toBe(false);
    cpu[NMI_PENDING] = 1;
    expect(isInterruptNext(cpu)).toBe(true);
    stepInstruction(cpu, bus);
    expect(isInterruptNext(cpu)).toBe(false);
    expect(written(bus)).toEqual(['001000=12', '000FFF=80', '000FFE=00', '000FFD=04']);
    expect(registersOf(cpu)).toMatchObject({ pb: 0, pc: 0xc00a });
    expect([masterCycles(cpu), instructions(cpu), cpu[NMI_PENDING]]).toEqual([8 * 6, 0, 0]);
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0xc00b);
  });

  it('IRQ waits until I is clear, and its handler is not interrupted by the same line', () => {
    const bus = codeBus({ ...VECTORS, '8000': 'EA 58 EA EA', C00E: 'EA 40' });
    const cpu = nativeCpu({ s: 0x1000, p: 0x04 });
    cpu[IRQ_LINE] = 1;
    const foretold: boolean[] = [];
    const visited = Array.from({ length: 5 }, () => {
      foretold.push(isInterruptNext(cpu));
      stepInstruction(cpu, bus);
      return registersOf(cpu).pc;
    });
    // only the fourth step enters the handler
    expect(foretold).toEqual([false, false, false, true, false]);
    // NOP, CLI, one more NOP because CLI has looked at the line already, then the handler with its own NOP
    expect(visited).toEqual([0x8001, 0x8002, 0x8003, 0xc00e, 0xc00f]);
  });

  it('SEI lets an interrupt through that is asked for already', () => {
    const bus = codeBus({ ...VECTORS, '8000': '78 EA', C00E: 'EA' });
    const cpu = nativeCpu({ s: 0x1000, p: 0 });
    stepInstruction(cpu, bus);
    expect(isInterruptNext(cpu)).toBe(false);
    cpu[IRQ_LINE] = 1;
    expect(isInterruptNext(cpu)).toBe(true);
    stepInstruction(cpu, bus);
    expect(registersOf(cpu)).toMatchObject({ pc: 0xc00e });
    expect(written(bus).at(-1)).toBe('000FFD=04');
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0xc00f);
  });

  it.each([
    ['PLP', '28'],
    ['REP', 'C2 04'],
  ])('%s that clears I lets one more instruction pass', (_, code) => {
    const bus = codeBus({ ...VECTORS, '8000': `${code} EA EA`, '1001': '00' });
    const cpu = nativeCpu({ s: 0x1000, p: 0x04 });
    cpu[IRQ_LINE] = 1;
    stepInstruction(cpu, bus);
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0x8000 + code.split(' ').length + 1);
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0xc00e);
  });

  it('RTI takes P, the address and the bank, and IRQ comes at once', () => {
    const bus = codeBus({ ...VECTORS, '8000': '40', '1001': '30 34 12 7F' });
    const cpu = nativeCpu({ s: 0x1000, p: 0x04, x: 0x1234 });
    stepInstruction(cpu, bus);
    expect(registersOf(cpu)).toMatchObject({ p: 0x30, pc: 0x1234, pb: 0x7f, s: 0x1004, x: 0x34 });
    expect(masterCycles(cpu)).toBe(7 * 6);
    cpu[IRQ_LINE] = 1;
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0xc00e);
  });
});

describe('in emulation mode', () => {
  const emulation = { e: 1, p: 0x34, s: 0x101 };

  it.each([
    ['BRK', '00 55', 0xd00e, '0001FF=34'],
    ['COP', '02 55', 0xd004, '0001FF=34'],
  ])('%s pushes no bank, and P with the bit that IRQ lacks; the stack stays in its page', (_, code, target, status) => {
    const bus = codeBus({ ...VECTORS, '128000': code });
    const cpu = nativeCpu({ ...emulation, pb: 0x12 });
    stepInstruction(cpu, bus);
    expect(written(bus)).toEqual(['000101=80', '000100=02', status]);
    expect(registersOf(cpu)).toMatchObject({ pb: 0, pc: target, s: 0x1fe });
    expect(masterCycles(cpu)).toBe(7 * 6);
  });

  it('NMI and IRQ push P without that bit', () => {
    const bus = codeBus({ ...VECTORS, '8000': 'EA', D00A: '58 EA' });
    const cpu = nativeCpu(emulation);
    cpu[NMI_PENDING] = 1;
    stepInstruction(cpu, bus);
    expect(written(bus)).toEqual(['000101=80', '000100=00', '0001FF=24']);
    expect([registersOf(cpu).pc, masterCycles(cpu)]).toEqual([0xd00a, 7 * 6]);
    cpu[IRQ_LINE] = 1;
    for (let step = 0; step < 3; step++) stepInstruction(cpu, bus);
    expect(written(bus).slice(3)).toEqual(['0001FE=D0', '0001FD=0C', '0001FC=20']);
    expect(registersOf(cpu).pc).toBe(0xd00e);
  });

  it('RTI pulls no bank and keeps 8-bit registers', () => {
    const bus = codeBus({ ...VECTORS, '128000': '40', '102': '00 34 12 7F' });
    const cpu = nativeCpu({ ...emulation, pb: 0x12 });
    stepInstruction(cpu, bus);
    expect(registersOf(cpu)).toMatchObject({ p: 0x30, pc: 0x1234, pb: 0x12, s: 0x104 });
    expect(masterCycles(cpu)).toBe(6 * 6);
  });
});

describe('waiting and stopping', () => {
  it('WAI lets time pass until an interrupt, and goes on behind itself when I masks it', () => {
    const bus = codeBus({ ...VECTORS, '8000': 'CB EA' });
    const cpu = nativeCpu({ p: 0x04 });
    stepInstruction(cpu, bus);
    expect([cpu[WAITING], masterCycles(cpu)]).toEqual([1, 3 * 6]);
    for (let step = 0; step < 10; step++) stepInstruction(cpu, bus);
    expect([registersOf(cpu).pc, masterCycles(cpu), instructions(cpu)]).toEqual([0x8001, 13 * 6, 1]);
    cpu[IRQ_LINE] = 1;
    stepInstruction(cpu, bus);
    // two cycles to wake, two of NOP
    expect([registersOf(cpu).pc, masterCycles(cpu), cpu[WAITING]]).toEqual([0x8002, 17 * 6, 0]);
  });

  it('WAI ends in the handler when I is clear, and does not wait for what is asked for already', () => {
    const bus = codeBus({ ...VECTORS, '8000': 'CB EA' });
    const cpu = nativeCpu();
    stepInstruction(cpu, bus);
    cpu[NMI_PENDING] = 1;
    stepInstruction(cpu, bus);
    expect([registersOf(cpu).pc, masterCycles(cpu)]).toEqual([0xc00a, (3 + 2 + 8) * 6]);
    const other = nativeCpu({ p: 0x04 });
    other[IRQ_LINE] = 1;
    stepInstruction(other, bus);
    expect(other[WAITING]).toBe(0);
  });

  it('STP stops until the reset, which goes to its vector in emulation mode', () => {
    const bus = codeBus({ ...VECTORS, '8000': 'DB EA' });
    const cpu = nativeCpu({ d: 0x1234, db: 0x7e, x: 0x1234, p: 0x08, a: 0xbeef });
    stepInstruction(cpu, bus);
    cpu[NMI_PENDING] = 1;
    stepInstruction(cpu, bus);
    expect([cpu[STOPPED], registersOf(cpu).pc, masterCycles(cpu)]).toEqual([1, 0x8001, 4 * 6]);
    reset(cpu, bus);
    expect([cpu[STOPPED], cpu[NMI_PENDING]]).toEqual([0, 0]);
    expect(registersOf(cpu)).toEqual({
      ...{ a: 0xbeef, x: 0x34, y: 0, s: 0x1ff, d: 0, db: 0, pb: 0, pc: 0xd00c, p: 0x34, e: 1 },
    });
  });
});

describe('reset', () => {
  it('takes the seven cycles of an interrupt in emulation mode, the last two at its vector', () => {
    const bus = codeBus({ FFFB: '11 34 12 22' });
    const cpu = nativeCpu({ pb: 0x12 });
    reset(cpu, bus);
    expect(bus.accesses.map(({ kind, address }) => [kind, address])).toEqual([
      ['read', 0xfffc],
      ['read', 0xfffd],
    ]);
    expect([registersOf(cpu).pc, masterCycles(cpu), instructions(cpu)]).toEqual([0x1234, 7 * 6, 0]);
  });

  it('masks IRQ at once, even right after an SEI that began with I clear', () => {
    const bus = codeBus({ ...VECTORS, '8000': '78', D00C: 'EA EA' });
    const cpu = nativeCpu({ p: 0 });
    stepInstruction(cpu, bus);
    reset(cpu, bus);
    cpu[IRQ_LINE] = 1;
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0xd00d);
  });
});
