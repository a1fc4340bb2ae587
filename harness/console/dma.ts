/**
 * General DMA (420B, 4300 to 437F): modes 0 to 7, source fixed, rising or falling, both directions, 8 master cycles a byte. It is carried
 * out at the write to 420B as a whole; the real one lets one more processor cycle pass before, which is counted in where DMA aligns itself.
 * Work RAM is reached through 2180; what goes to video memory is counted and dropped. Evidence: bsnes-mercury accuracy (times).
 */
import { MASTER_CYCLES, OPEN_BUS, PB, PC } from '../../core/cpu/index.js';
import { type Machine, passTime } from './machine.js';
import { cyclesOf, PAGE_BITS, PAGE_BYTES } from './memory-map.js';

/** Reads and writes 2100 to 21FF, the other end of every transfer. */
export interface PortAccess {
  read(machine: Machine, address: number): number;
  write(machine: Machine, address: number, value: number): void;
}

const CHANNELS = 8;
const BYTE_CYCLES = 8;
/** Before the first channel, and after each. */
const OVERHEAD_CYCLES = 8;
const ALIGNMENT = 8;

const FROM_PORT = 0x80;
const FALLING = 0x10;
const FIXED = 0x08;
const MODE = 0x07;

/** Port of the n-th byte beside the first, by mode: four bytes each. */
const PORT_STEPS: readonly (readonly number[])[] = [
  [0, 0, 0, 0],
  [0, 1, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 1, 1],
  [0, 1, 2, 3],
  [0, 1, 0, 1],
  [0, 0, 0, 0],
  [0, 0, 1, 1],
];

/** The registers themselves cannot be the memory end. */
function isReachable(address: number): boolean {
  if ((address & 0x40_ff00) === 0x2100 || (address & 0x40_fe00) === 0x4000) return false;
  return (address & 0x40_ffe0) !== 0x4200 && (address & 0x40_ff80) !== 0x4300;
}

/** Work RAM has one address at a time: 2180 and work RAM cannot be the two ends. */
function areBothWorkRam(port: number, address: number): boolean {
  if (port !== 0x80) return false;
  return (address & 0xfe_0000) === 0x7e_0000 || (address & 0x40_e000) === 0;
}

function readMemory(machine: Machine, address: number): number {
  const { map } = machine;
  const base = map.readOffset[address >>> PAGE_BITS] as number;
  return base < 0 ? 0 : (map.memory[base + (address & (PAGE_BYTES - 1))] as number);
}

function writeMemory(machine: Machine, address: number, value: number): void {
  const { map } = machine;
  const base = map.writeOffset[address >>> PAGE_BITS] as number;
  if (base >= 0) map.memory[base + (address & (PAGE_BYTES - 1))] = value;
}

/** Lets cycles pass in which the processor stands still. */
function hold(machine: Machine, cycles: number): void {
  const { cpu } = machine;
  cpu[MASTER_CYCLES] = cpu[MASTER_CYCLES] + cycles;
  passTime(machine, cpu[MASTER_CYCLES]);
}

function transferByte(machine: Machine, ports: PortAccess, control: number, port: number, address: number): void {
  const { cpu } = machine;
  const allowed = !areBothWorkRam(port, address);
  if ((control & FROM_PORT) === 0) {
    cpu[OPEN_BUS] = isReachable(address) ? readMemory(machine, address) : 0;
    if (allowed) ports.write(machine, 0x2100 | port, cpu[OPEN_BUS]);
  } else {
    cpu[OPEN_BUS] = allowed ? ports.read(machine, 0x2100 | port) : 0;
    if (isReachable(address)) writeMemory(machine, address, cpu[OPEN_BUS]);
  }
}

/** One channel to its end: its address moves on, its count ends at 0 (a count of 0 is 65,536 bytes). @returns bytes moved */
function runChannel(machine: Machine, ports: PortAccess, channel: number): number {
  const { dmaRegisters: registers } = machine;
  const at = channel << 4;
  const control = registers[at] as number;
  const first = registers[at + 1] as number;
  const bank = (registers[at + 4] as number) << 16;
  const steps = PORT_STEPS[control & MODE] as readonly number[];
  const move = (control & FIXED) !== 0 ? 0 : (control & FALLING) !== 0 ? -1 : 1;
  let word = (registers[at + 2] as number) | ((registers[at + 3] as number) << 8);
  const count = (registers[at + 5] as number) | ((registers[at + 6] as number) << 8) || 0x1_0000;
  for (let index = 0; index < count; index++) {
    hold(machine, BYTE_CYCLES);
    transferByte(machine, ports, control, (first + (steps[index & 3] as number)) & 0xff, bank | word);
    word = (word + move) & 0xffff;
  }
  registers[at + 2] = word & 0xff;
  registers[at + 3] = word >>> 8;
  registers[at + 5] = 0;
  registers[at + 6] = 0;
  return count;
}

/** Cycles since reset modulo 8, at the processor's present cycle; refreshes take 40 and leave it as it is. */
function alignmentAt(machine: Machine, cycle: number): number {
  return (machine.clock.phase + cycle) & (ALIGNMENT - 1);
}

/** 420B: the channels of the mask, lowest first. @param mask 1 to 255 */
export function runDma(machine: Machine, ports: PortAccess, mask: number): void {
  const { cpu, romCycles } = machine;
  const access = cyclesOf((cpu[PB] << 16) | cpu[PC], romCycles);
  let spent = ALIGNMENT - alignmentAt(machine, cpu[MASTER_CYCLES] + access);
  hold(machine, spent + OVERHEAD_CYCLES);
  spent += OVERHEAD_CYCLES;
  for (let channel = 0; channel < CHANNELS; channel++) {
    if (((mask >>> channel) & 1) === 0) continue;
    const bytes = runChannel(machine, ports, channel);
    machine.dmaBytes += bytes;
    hold(machine, OVERHEAD_CYCLES);
    spent += BYTE_CYCLES * bytes + OVERHEAD_CYCLES;
  }
  hold(machine, access - (spent % access));
}
