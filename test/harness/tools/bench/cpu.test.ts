/** The program that the processor is timed with does what the slow reference does with it, and stays in its memory. */
import { expect, test } from 'vitest';
import { benchCpu } from '../../../../harness/tools/bench/cpu.js';
import { cpuProgram } from '../../../../harness/tools/bench/cpu-program.js';
import { benchText } from '../../../../harness/tools/bench/text.js';
import { executeInstruction, type Registers } from '../../../references/cpu.js';

/** Offset in work RAM, or -1. */
function workRam(address: number): number {
  if (address >= 0x7e0000 && address < 0x800000) return address - 0x7e0000;
  return address < 0x2000 ? address : -1;
}

test('the program uses over 40 instructions, stays in work RAM and its image, and takes the cycles of the reference', () => {
  const image = cpuProgram();
  const ram = new Uint8Array(0x20000);
  const read = (address: number): number => {
    const offset = workRam(address);
    if (offset >= 0) return ram[offset] ?? 0;
    expect(address >= 0x8000 && address <= 0xffff, `read at ${address.toString(16)}`).toBe(true);
    return image[address - 0x8000] ?? 0;
  };
  let registers: Registers = { a: 0, x: 0, y: 0, s: 0x1ff, d: 0, db: 0, pb: 0, pc: 0x8000, p: 0x34, e: 1 };
  const names = new Map<string, number>();
  let cycles = 0;
  const count = 20_000;
  for (let step = 0; step < count; step++) {
    const outcome = executeInstruction(registers, read);
    for (const [address, value] of outcome.written) {
      expect(workRam(address), `write at ${address.toString(16)}`).toBeGreaterThanOrEqual(0);
      ram[workRam(address)] = value;
    }
    names.set(outcome.name, (names.get(outcome.name) ?? 0) + 1);
    cycles += outcome.accesses * 8 + (outcome.cycles - outcome.accesses) * 6;
    registers = outcome.registers;
  }
  expect(names.size).toBeGreaterThan(40);
  // no instruction is more than a fifth of the mix
  expect(Math.max(...names.values()) / count).toBeLessThan(0.2);
  const result = benchCpu(count, 1);
  // reset: five internal cycles and two accesses before the first instruction
  expect([result.instructions, result.masterCycles]).toEqual([count, cycles + 5 * 6 + 2 * 8]);
  expect(benchCpu(count, 2).checksum).toBe(result.checksum);
  expect(benchCpu(count + 1, 1).checksum).not.toBe(result.checksum);
  // one number of 12 bytes for each of 200,000 instructions would be 2.4 MB
  expect(benchCpu(1_000_000, 1).heapGrowth).toBeLessThan(400_000);
  const text = benchText({ node: 'v20', platform: 'linux x64', cpu: result });
  expect(text).toContain(`processor: 20,000 instructions of a program of ours`);
  expect(text).toContain(`checksum ${result.checksum}`);
});
