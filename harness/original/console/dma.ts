/**
 * General DMA (420B, 4300 to 437F): modes 0 to 7, fixed, rising or falling source, both directions,
 * 8 master cycles for each byte. It begins after the instruction that wrote 420B; the original
 * waits one more processor cycle, which its alignment accounts for here. Port 2180 reaches work
 * RAM; bytes for video memory are counted and dropped. Evidence: bsnes-mercury accuracy (times).
 */
import { MASTER_CYCLES, NMI_PENDING, OPEN_BUS, PB, PC, requestReturn } from '../../../core/cpu/index.js';
import { WORK_RAM } from '../../../rom-map/index.js';
import { type Machine, passTime } from './machine.js';
import { cyclesOf, PAGE_BITS, PAGE_BYTES } from './memory-map.js';

/** Reads and writes 2100 to 21FF, the other side of every transfer. */
export interface PortAccess {
  read(machine: Machine, address: number): number;
  write(machine: Machine, address: number, value: number): void;
}

/** Half of a byte's 8 cycles: one half for each bus. */
const HALF_BYTE_CYCLES = 4;
/** Cycles before the first channel, and after each channel. */
const OVERHEAD_CYCLES = 8;
const ALIGNMENT = 8;
/** A processor cycle without a memory access. */
const INNER_CYCLES = 6;
const RTI = 0x40;
const RTS = 0x60;

const FROM_PORT = 0x80;
const FALLING = 0x10;
const FIXED = 0x08;
const MODE = 0x07;

/** Offset of the port for the n-th byte, by mode: four bytes each. */
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

/** Whether DMA reaches an address: not the registers themselves. */
function isReachable(address: number): boolean {
  if ((address & 0x40_ff00) === 0x2100 || (address & 0x40_fe00) === 0x4000) return false;
  return (address & 0x40_ffe0) !== 0x4200 && (address & 0x40_ff80) !== 0x4300;
}

/** Whether both sides are work RAM, which has only one address at a time. */
function areBothWorkRam(port: number, address: number): boolean {
  if (port !== 0x80) return false;
  return (address & 0xfe_0000) === WORK_RAM || (address & 0x40_e000) === 0;
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

/** Passes cycles while the processor is halted. */
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

/**
 * 420B: starts the channels of the mask, lowest first, after the instruction. @param mask 1 to 255
 */
export function startDma(machine: Machine, mask: number): void {
  const { dma, cpu } = machine;
  dma.mask = mask;
  dma.aligned = false;
  dma.inChannel = false;
  dma.spent = 0;
  requestReturn(cpu);
}

/** Whether an opcode has no operand, so that a cycle without an access follows its fetch. */
function hasNoOperand(opcode: number): boolean {
  const column = opcode & 0x0f;
  return column === 0x8 || column === 0xa || column === 0xb || opcode === RTI || opcode === RTS;
}

/**
 * Aligns the start of DMA to the next multiple of 8 cycles since reset, never to the present one.
 * Refreshes take 40 cycles and do not change it.
 */
function align(machine: Machine): void {
  const { cpu, clock, dma } = machine;
  const next = (cpu[PB] << 16) | cpu[PC];
  const fetch = cyclesOf(next, machine.romCycles);
  const past = (clock.phase + cpu[MASTER_CYCLES] + fetch) & (ALIGNMENT - 1);
  const isInner = cpu[NMI_PENDING] !== 0 || hasNoOperand(readMemory(machine, next));
  dma.access = isInner ? INNER_CYCLES : fetch;
  dma.aligned = true;
  dma.beganAt = cpu[MASTER_CYCLES];
  spend(machine, ALIGNMENT - past + OVERHEAD_CYCLES);
}

function spend(machine: Machine, cycles: number): void {
  machine.dma.spent += cycles;
  hold(machine, cycles);
}

function word(registers: Uint8Array, at: number): number {
  return (registers[at] as number) | ((registers[at + 1] as number) << 8);
}

function setWord(registers: Uint8Array, at: number, value: number): void {
  registers[at] = value & 0xff;
  registers[at + 1] = (value >>> 8) & 0xff;
}

/**
 * Moves the bytes of a channel to its end, or to the end of a recorder's frame. Its address
 * advances, and its count ends at 0.
 */
function moveBytes(machine: Machine, ports: PortAccess, at: number): void {
  const { dma, dmaRegisters: registers } = machine;
  const control = registers[at] as number;
  const first = registers[at + 1] as number;
  const bank = (registers[at + 4] as number) << 16;
  const steps = PORT_STEPS[control & MODE] as readonly number[];
  const move = (control & FIXED) !== 0 ? 0 : (control & FALLING) !== 0 ? -1 : 1;
  let address = word(registers, at + 2);
  while (dma.left > 0 && !machine.ended) {
    spend(machine, HALF_BYTE_CYCLES);
    spend(machine, HALF_BYTE_CYCLES);
    transferByte(machine, ports, control, (first + (steps[dma.moved & 3] as number)) & 0xff, bank | address);
    address = (address + move) & 0xffff;
    dma.moved++;
    dma.left--;
  }
  setWord(registers, at + 2, address);
  setWord(registers, at + 5, dma.left);
}

/** Continues the transfer to its end, or to the end of a recorder's frame. */
export function continueDma(machine: Machine, ports: PortAccess): void {
  const { dma, dmaRegisters: registers } = machine;
  if (!dma.aligned) align(machine);
  while (dma.mask !== 0 && !machine.ended) {
    const channel = 31 - Math.clz32(dma.mask & -dma.mask);
    const at = channel << 4;
    if (!dma.inChannel) {
      dma.inChannel = true;
      dma.moved = 0;
      // a count of 0 is 65,536 bytes
      dma.left = word(registers, at + 5) || 0x1_0000;
    }
    moveBytes(machine, ports, at);
    if (dma.left > 0) return;
    machine.dmaBytes += dma.moved;
    spend(machine, OVERHEAD_CYCLES);
    dma.inChannel = false;
    dma.mask &= dma.mask - 1;
  }
  if (dma.mask === 0) hold(machine, dma.access - (dma.spent % dma.access));
}
