/** What ends a run, and how clocks and lengths are told. */
import { describe, expect, it } from 'vitest';
import {
  CLOCK_UNITS,
  createCpu,
  INSTRUCTIONS,
  INSTRUCTIONS_DONE,
  INSTRUCTIONS_HIGH,
  IRQ_LINE,
  instructions,
  LIMIT_REACHED,
  lengthOf,
  MASK_CHANGED_AT,
  MASTER_CYCLES,
  MASTER_CYCLES_HIGH,
  masterCycles,
  NMI_PENDING,
  PAGES,
  RETURN_REQUESTED,
  requestReturn,
  runUntil,
  STOP_ADDRESS_REACHED,
  STOPPED_BY_STP,
  stepInstruction,
  WAITS_FOR_INTERRUPT,
} from '../../../core/cpu/index.js';
import { ADDRESSES } from './background.js';
import { codeBus, directBus, nativeCpu, registersOf } from './machine.js';

/** NOP for ever: two cycles each, then BRA to the start. */
const LOOP = { '8000': 'EA EA 80 FC' };

describe('runUntil', () => {
  it('ends with the instruction that reaches the limit', () => {
    const cpu = nativeCpu();
    const bus = codeBus(LOOP);
    expect(runUntil(cpu, bus, 13)).toBe(LIMIT_REACHED);
    expect([masterCycles(cpu), registersOf(cpu).pc]).toEqual([24, 0x8002]);
    expect(runUntil(cpu, bus, 24)).toBe(LIMIT_REACHED);
    expect(masterCycles(cpu)).toBe(24);
    // three cycles of BRA
    expect(runUntil(cpu, bus, 25)).toBe(LIMIT_REACHED);
    expect([masterCycles(cpu), registersOf(cpu).pc]).toEqual([42, 0x8000]);
  });

  it('runs nothing more when an instruction ends exactly at the limit', () => {
    const cpu = nativeCpu();
    expect(runUntil(cpu, codeBus(LOOP), 12)).toBe(LIMIT_REACHED);
    expect([masterCycles(cpu), registersOf(cpu).pc]).toEqual([12, 0x8001]);
  });

  it.each([12.5, Number.NaN, 1e9 + 0.5])(
    'refuses the limit %d, which no count of cycles or instructions reaches',
    (limit) => {
      const cpu = nativeCpu();
      const bus = codeBus(LOOP);
      expect(() => runUntil(cpu, bus, limit)).toThrow(/^the cycle limit .* is no whole number; give one, or Infinity/);
      expect(() => runUntil(cpu, bus, 1e3, -1, limit)).toThrow(/^the instruction limit .* is no whole number/);
      expect(masterCycles(cpu)).toBe(0);
    },
  );

  it('has no stop address unless one is given: it passes through 00:0001', () => {
    const cpu = nativeCpu({ pc: 0 });
    expect(runUntil(cpu, codeBus({ '0': 'EA EA DB' }), 1e3)).toBe(STOPPED_BY_STP);
    expect(instructions(cpu)).toBe(3);
  });

  it('ends at the stop address, not where it begins', () => {
    const cpu = nativeCpu({ pb: 0x12 });
    const bus = codeBus({ '128000': 'EA EA 80 FC' });
    expect(runUntil(cpu, bus, 1e6, 0x12_8000)).toBe(STOP_ADDRESS_REACHED);
    expect(instructions(cpu)).toBe(3);
    expect(runUntil(cpu, bus, 1e3, 0x8001)).toBe(LIMIT_REACHED);
  });

  it('ends after a number of instructions, after none at once', () => {
    const cpu = nativeCpu();
    const bus = codeBus(LOOP);
    expect(runUntil(cpu, bus, Number.POSITIVE_INFINITY, -1, 100)).toBe(INSTRUCTIONS_DONE);
    expect(instructions(cpu)).toBe(100);
    expect(runUntil(cpu, bus, Number.POSITIVE_INFINITY, -1, 0)).toBe(INSTRUCTIONS_DONE);
    expect(instructions(cpu)).toBe(100);
  });

  it('keeps what is left of its number of instructions while it waits', () => {
    const cpu = nativeCpu({ p: 0x04 });
    const bus = codeBus({ '8000': 'EA CB EA EA EA' });
    expect(runUntil(cpu, bus, Number.POSITIVE_INFINITY, -1, 4)).toBe(WAITS_FOR_INTERRUPT);
    expect(instructions(cpu)).toBe(2);
    // a line that is asked for already: the WAI does not wait
    const waking = nativeCpu({ p: 0x24 });
    const lines = {
      ...codeBus({ '8000': '8D 00 42 CB EA EA EA' }),
      writeRegister: () => {
        waking[IRQ_LINE] = 1;
      },
    };
    expect(runUntil(waking, lines, Number.POSITIVE_INFINITY, -1, 4)).toBe(INSTRUCTIONS_DONE);
    expect([instructions(waking), registersOf(waking).pc]).toEqual([4, 0x8006]);
  });

  it('ends with STP, and at once when stopped', () => {
    const cpu = nativeCpu();
    const bus = codeBus({ '8000': 'EA DB' });
    expect(runUntil(cpu, bus, 1e6)).toBe(STOPPED_BY_STP);
    expect(runUntil(cpu, bus, 1e6)).toBe(STOPPED_BY_STP);
    expect([instructions(cpu), masterCycles(cpu)]).toEqual([2, 5 * 6]);
  });

  it('waits for an interrupt up to its limit, at the same times as step by step', () => {
    const bus = codeBus({ '8000': 'CB EA EA', FFEA: '00 90', '9000': '40' });
    const cpu = nativeCpu();
    expect(runUntil(cpu, bus, Number.POSITIVE_INFINITY)).toBe(WAITS_FOR_INTERRUPT);
    expect(runUntil(cpu, bus, 1001)).toBe(LIMIT_REACHED);
    const other = nativeCpu();
    while (masterCycles(other) < 1001) stepInstruction(other, bus);
    expect([masterCycles(cpu), masterCycles(other)]).toEqual([1002, 1002]);
    cpu[NMI_PENDING] = 1;
    expect(runUntil(cpu, bus, 2000, 0x8001)).toBe(STOP_ADDRESS_REACHED);
    // waking, the interrupt and RTI
    expect(masterCycles(cpu)).toBe(1002 + (2 + 8 + 7) * 6);
  });

  it('serves an interrupt that a register function asks for, after its instruction', () => {
    const bus = codeBus({ '8000': '8D 00 42 EA', FFEE: '00 90', '9000': 'DB' });
    const cpu = nativeCpu();
    const asking = {
      ...bus,
      writeRegister: () => {
        cpu[IRQ_LINE] = 1;
      },
    };
    expect(runUntil(cpu, asking, 1e6)).toBe(STOPPED_BY_STP);
    expect(registersOf(cpu).pc).toBe(0x9001);
    expect(instructions(cpu)).toBe(2);
  });

  it('returns after the instruction whose register function asks for it', () => {
    const bus = codeBus({ '8000': 'EA 8D 00 42 EA' });
    const cpu = nativeCpu({ p: 0x20 });
    const asking = { ...bus, writeRegister: () => requestReturn(cpu) };
    expect(runUntil(cpu, asking, 1e6)).toBe(RETURN_REQUESTED);
    expect([registersOf(cpu).pc, masterCycles(cpu)]).toEqual([0x8004, 6 * 6]);
    expect(runUntil(cpu, bus, 50)).toBe(LIMIT_REACHED);
    expect(masterCycles(cpu)).toBeGreaterThanOrEqual(50);
  });
});

describe('clocks', () => {
  it('carry into their high cells, in a long run and step by step', () => {
    const bus = codeBus(LOOP);
    const cpu = nativeCpu();
    cpu[MASTER_CYCLES] = CLOCK_UNITS - 5;
    cpu[INSTRUCTIONS] = CLOCK_UNITS - 1;
    stepInstruction(cpu, bus);
    expect([masterCycles(cpu), instructions(cpu)]).toEqual([CLOCK_UNITS + 7, CLOCK_UNITS]);
    const limit = 4 * CLOCK_UNITS + 3;
    const waiting = nativeCpu();
    runUntil(waiting, codeBus({ '8000': 'CB' }), limit);
    expect(masterCycles(waiting)).toBe(Math.ceil(limit / 6) * 6);
    const busy = nativeCpu();
    busy[MASTER_CYCLES] = CLOCK_UNITS - 100;
    runUntil(busy, bus, CLOCK_UNITS + 100);
    expect(masterCycles(busy)).toBeGreaterThanOrEqual(CLOCK_UNITS + 100);
    expect(masterCycles(busy)).toBeLessThan(CLOCK_UNITS + 120);
  });

  it('hold less than their unit in the low cells', () => {
    const cpu = nativeCpu();
    cpu[MASTER_CYCLES] = CLOCK_UNITS - 12;
    cpu[INSTRUCTIONS] = CLOCK_UNITS - 1;
    stepInstruction(cpu, codeBus(LOOP));
    expect([cpu[MASTER_CYCLES], cpu[MASTER_CYCLES_HIGH]]).toEqual([0, 1]);
    expect([cpu[INSTRUCTIONS], cpu[INSTRUCTIONS_HIGH]]).toEqual([0, 1]);
    expect(cpu[MASK_CHANGED_AT]).toBe(-1);
  });

  it('carry away the note of a CLI of long ago, so that it holds back no interrupt of now', () => {
    const cpu = nativeCpu({ p: 0x04 });
    const bus = codeBus({ '8000': '58 EA EA', FFEE: '00 90' });
    cpu[INSTRUCTIONS] = CLOCK_UNITS - 1;
    stepInstruction(cpu, bus);
    // as many instructions later
    cpu[INSTRUCTIONS] = CLOCK_UNITS - 1;
    stepInstruction(cpu, bus);
    cpu[IRQ_LINE] = 1;
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0x9000);
  });

  it('carry with the note of CLI, so that the next instruction still passes', () => {
    const bus = codeBus({ '8000': '58 EA EA', FFEE: '00 90' });
    const cpu = nativeCpu({ p: 0x04 });
    cpu[INSTRUCTIONS] = CLOCK_UNITS - 1;
    cpu[IRQ_LINE] = 1;
    stepInstruction(cpu, bus);
    expect(cpu[MASK_CHANGED_AT]).toBe(0);
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0x8002);
    stepInstruction(cpu, bus);
    expect(registersOf(cpu).pc).toBe(0x9000);
  });

  it('count the speed of the page that answers, and of the register function', () => {
    const speeds = (address: number): number => (address < 0x2000 ? 8 : address < 0x10_0000 ? 6 : 12);
    const bus = directBus(new Uint8Array(ADDRESSES), speeds);
    bus.memory.set([0xad, 0x10, 0x00, 0xaf, 0x00, 0x00, 0x20], 0x8000);
    const cpu = nativeCpu();
    stepInstruction(cpu, bus);
    expect(masterCycles(cpu)).toBe(3 * 6 + 2 * 8);
    stepInstruction(cpu, bus);
    expect(masterCycles(cpu)).toBe(3 * 6 + 2 * 8 + 4 * 6 + 2 * 12);
  });
});

it('a page can change in the middle of a run', () => {
  const bus = directBus(new Uint8Array(ADDRESSES).fill(0xea), () => 6);
  bus.memory.set([0xa9, 0x11, 0x8d, 0x00, 0x42, 0xad, 0x00, 0x60, 0xdb], 0x8000);
  bus.memory[0x26000] = 0x77;
  const writeOffset = new Int32Array(PAGES).fill(-1);
  const changing = {
    ...bus,
    writeOffset,
    registerCycles: () => 6,
    writeRegister: () => {
      bus.readOffset[3] = 0x26000;
    },
  };
  const cpu = createCpu();
  cpu.set(nativeCpu({ p: 0x30 }));
  expect(runUntil(cpu, changing, 1e6)).toBe(STOPPED_BY_STP);
  expect(registersOf(cpu).a).toBe(0x77);
});

it('lengths follow the widths', () => {
  const lengths = (opcode: number): number[] =>
    [true, false].flatMap((m) => [true, false].map((x) => lengthOf(opcode, m, x)));
  expect(lengths(0xa9)).toEqual([2, 2, 3, 3]);
  expect(lengths(0xa2)).toEqual([2, 3, 2, 3]);
  expect(lengths(0xc2)).toEqual([2, 2, 2, 2]);
  expect([0x00, 0x22, 0x54, 0xea, 0xf4, 0x82].map((opcode) => lengthOf(opcode, true, true))).toEqual([
    2, 4, 3, 1, 3, 3,
  ]);
  expect(() => lengthOf(256, true, true)).toThrow('opcode 256 is outside 0..255');
});
