/**
 * The console's registers in the system banks (2100 to 21FF, 4016, 4017, 4200 to 421F, 4300 to
 * 437F), and unmapped addresses.
 */
import { IRQ_LINE, MASTER_CYCLES, NMI_PENDING, OPEN_BUS, PB, PC, requestReturn } from '../../../core/cpu/index.js';
import { WORK_RAM } from '../../../rom-map/index.js';
import { isBusy, startDivide, startMultiply } from './arithmetic-unit.js';
import {
  BLANK_LINE,
  dotAt,
  FLAG_RISES,
  INTERRUPT_EDGE,
  isBeamBlank,
  lineAt,
  setTimer,
  switchTimer,
  takeFlag,
  writeCounter,
} from './frame-clock.js';
import {
  DRIVER_STARTED,
  endRecordedFrame,
  latchCounters,
  type Machine,
  passTime,
  productByte,
  readDot,
  readLine,
  readStatus,
  writeFactor,
  writeMultiplier,
  writeSoundPort,
} from './machine.js';
import { cyclesOf, FAST_ACCESS, fillAccessCycles, PAGE_BITS, PAGE_BYTES, SLOW_ACCESS } from './memory-map.js';
import {
  countNote,
  DRIVER_ANSWER,
  EARLY_PRODUCT,
  EARLY_QUOTIENT,
  LINE_DMA,
  ROM_WRITE,
  TIMER_INTERRUPT,
  UNMAPPED_READ,
  UNMAPPED_WRITE,
  VIDEO_MODE,
  VIDEO_READ,
} from './notes.js';
import { isReading, readAutomatically, readSerial, writeStrobe } from './pads.js';

// General DMA (420B, 4300 to 437F): modes 0 to 7, fixed, rising or falling source, both directions,
// 8 master cycles for each byte. It begins after the instruction that wrote 420B; the original
// waits one more processor cycle, which its alignment accounts for here. Port 2180 reaches work
// RAM; bytes for video memory are counted and dropped. Evidence: bsnes-mercury accuracy (times).

/** Reads and writes 2100 to 21FF, the other side of every transfer. */
interface PortAccess {
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

/** Whether both sides are work RAM, which has only one address at a time. */
function areBothWorkRam(port: number, address: number): boolean {
  if (port !== 0x80) return false;
  return (address & 0xfe_0000) === WORK_RAM || (address & 0x40_e000) === 0;
}

/** DMA reaches no register by its own bus: where no memory is, it reads 0 and writes nothing. */
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
    cpu[OPEN_BUS] = readMemory(machine, address);
    if (allowed) ports.write(machine, 0x2100 | port, cpu[OPEN_BUS]);
  } else {
    cpu[OPEN_BUS] = allowed ? ports.read(machine, 0x2100 | port) : 0;
    writeMemory(machine, address, cpu[OPEN_BUS]);
  }
}

/**
 * 420B: starts the channels of the mask, lowest first, after the instruction. @param mask 1 to 255
 */
function startDma(machine: Machine, mask: number): void {
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
function continueDma(machine: Machine, ports: PortAccess): void {
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

/** A read takes its byte 4 cycles before the end of its access. */
const READ_BEFORE_END = 4;
const CPU_VERSION = 2;
const FIRST_VIDEO_CHIP_VERSION = 1;
const WORK_RAM_MASK = 0x1_ffff;
const SYSTEM_BANKS = 0x40_0000;

/** The cycle at which the present read takes its byte, with everything due by then. */
function cycleOfRead(machine: Machine): number {
  const { cpu } = machine;
  passTime(machine, cpu[MASTER_CYCLES] - READ_BEFORE_END);
  return cpu[MASTER_CYCLES] - READ_BEFORE_END;
}

function latchAt(machine: Machine, cycle: number): void {
  latchCounters(machine.video, dotAt(machine.clock, cycle), lineAt(machine.clock, cycle));
}

function noteUnmappedRead(machine: Machine, address: number): number {
  countNote(machine.notes, UNMAPPED_READ, address);
  return machine.cpu[OPEN_BUS];
}

/** 2180: index of the byte at the port's address, which advances. */
function workRamIndex(machine: Machine): number {
  const index = machine.workRamAddress;
  machine.workRamAddress = (index + 1) & WORK_RAM_MASK;
  return index;
}

function readVideo(machine: Machine, address: number): number {
  const { video, cpu } = machine;
  switch (address & 0xff) {
    case 0x34:
    case 0x35:
    case 0x36:
      return productByte(video, (address & 0xff) - 0x34);
    case 0x37:
      if ((machine.outputPins & 0x80) !== 0) latchAt(machine, cycleOfRead(machine));
      return cpu[OPEN_BUS];
    case 0x38:
    case 0x39:
    case 0x3a:
    case 0x3b:
      countNote(machine.notes, VIDEO_READ, address);
      return 0;
    case 0x3c:
      return readDot(video);
    case 0x3d:
      return readLine(video);
    case 0x3e:
      return FIRST_VIDEO_CHIP_VERSION;
    case 0x3f:
      cycleOfRead(machine);
      return readStatus(video, machine.clock.field, (machine.outputPins & 0x80) === 0);
    default:
      return noteUnmappedRead(machine, address);
  }
}

/** Reads 2100 to 21FF, which DMA reaches as well. */
function readPort(machine: Machine, address: number): number {
  const low = address & 0xff;
  if (low < 0x40) return readVideo(machine, address);
  if (low < 0x80) {
    const { sound } = machine;
    if (sound.stage === DRIVER_STARTED) countNote(machine.notes, DRIVER_ANSWER, address);
    return sound.answers[low & 3] as number;
  }
  if (low === 0x80) return machine.map.memory[workRamIndex(machine)] as number;
  return noteUnmappedRead(machine, address);
}

function writePort(machine: Machine, address: number, value: number): void {
  const low = address & 0xff;
  if (low < 0x34) {
    if (low === 0x1b) writeFactor(machine.video, value);
    else if (low === 0x1c) writeMultiplier(machine.video, value);
    else if (low >= 0x1d && low <= 0x20) machine.video.shared = value;
    else if (low === 0x33 && (value & 0x05) !== 0) countNote(machine.notes, VIDEO_MODE, address);
    else if (low === 0x04 || low === 0x18 || low === 0x19 || low === 0x22) machine.videoBytes++;
  } else if (low >= 0x40 && low < 0x80) writeSoundPort(machine.sound, low & 3, value);
  else if (low === 0x80) machine.map.memory[workRamIndex(machine)] = value;
  else if (low === 0x81) machine.workRamAddress = (machine.workRamAddress & 0x1_ff00) | value;
  else if (low === 0x82) machine.workRamAddress = (machine.workRamAddress & 0x1_00ff) | (value << 8);
  else if (low === 0x83) machine.workRamAddress = (machine.workRamAddress & 0x0_ffff) | ((value & 1) << 16);
  else countNote(machine.notes, UNMAPPED_WRITE, address);
}

const PORTS: PortAccess = { read: readPort, write: writePort };

/** Continues DMA to its end, or to the end of a recorder's frame. */
export function runDma(machine: Machine): void {
  continueDma(machine, PORTS);
}

/** 4210: the read clears bit 7, except in the 4 cycles after it rose. */
function readBlankFlag(machine: Machine): number {
  const cycle = cycleOfRead(machine);
  const value = (machine.cpu[OPEN_BUS] & 0x70) | (machine.blankFlag ? 0x80 : 0) | CPU_VERSION;
  if (cycle < FLAG_RISES || cycle >= INTERRUPT_EDGE) machine.blankFlag = false;
  return value;
}

/** 4211: the read lets go of the IRQ line. */
function readTimerFlag(machine: Machine): number {
  const { cpu, timer } = machine;
  cycleOfRead(machine);
  cpu[IRQ_LINE] = 0;
  return (cpu[OPEN_BUS] & 0x7f) | (takeFlag(timer) ? 0x80 : 0);
}

/** 4212: vertical blank, horizontal blank, pads being read. */
function readBlankStatus(machine: Machine): number {
  const { clock, pads, cpu } = machine;
  const cycle = cycleOfRead(machine);
  const reading = isReading(pads, cycle) ? 0x01 : 0;
  const lineBlank = isBeamBlank(clock, cycle) ? 0x40 : 0;
  const frameBlank = lineAt(clock, cycle) >= BLANK_LINE ? 0x80 : 0;
  return (cpu[OPEN_BUS] & 0x3e) | reading | lineBlank | frameBlank;
}

/** 4214 to 4217. A busy unit gives its intermediate value, and the read is noted. */
function readArithmetic(machine: Machine, address: number): number {
  const { unit, notes } = machine;
  if (isBusy(unit)) countNote(notes, unit.multiplyLeft > 0 ? EARLY_PRODUCT : EARLY_QUOTIENT, address);
  const word = (address & 0x02) === 0 ? unit.quotient : unit.product;
  return (address & 1) === 0 ? word & 0xff : word >>> 8;
}

function readPads(machine: Machine, address: number): number {
  const port = (address & 0x1f) - 0x18;
  if (port > 1) return 0;
  const { pads } = machine;
  readAutomatically(pads, cycleOfRead(machine));
  return port === 0 ? pads.automatic & 0xff : pads.automatic >>> 8;
}

/** 4016 and 4017: the automatic reading takes its bits from the same line. */
function readSerialPort(machine: Machine, port: number): number {
  readAutomatically(machine.pads, cycleOfRead(machine));
  return readSerial(machine.pads, port);
}

function strobePads(machine: Machine, value: number): void {
  const { cpu, pads } = machine;
  passTime(machine, cpu[MASTER_CYCLES]);
  readAutomatically(pads, cpu[MASTER_CYCLES]);
  writeStrobe(pads, value);
}

function readSystem(machine: Machine, address: number): number {
  const low = address & 0xffff;
  if (low === 0x4212) return readBlankStatus(machine);
  if (low === 0x4210) return readBlankFlag(machine);
  if (low === 0x4211) return readTimerFlag(machine);
  if (low === 0x4213) return machine.outputPins;
  if (low >= 0x4214 && low <= 0x4217) return readArithmetic(machine, address);
  if (low >= 0x4218 && low <= 0x421f) return readPads(machine, address);
  if (low === 0x4016) return (machine.cpu[OPEN_BUS] & 0xfc) | readSerialPort(machine, 0);
  if (low === 0x4017) return (machine.cpu[OPEN_BUS] & 0xe0) | 0x1c | readSerialPort(machine, 1);
  if (low >= 0x4300 && low < 0x4380 && ((low & 0xf) < 0xc || (low & 0xf) === 0xf)) {
    return machine.dmaRegisters[dmaIndex(low)] as number;
  }
  return noteUnmappedRead(machine, address);
}

/** Index of a DMA register; register F of a channel mirrors its register B. */
function dmaIndex(low: number): number {
  return (low & 0xf) === 0xf ? (low & 0x70) | 0xb : low & 0x7f;
}

/** Answers a read of a page without memory. @param address 0..FFFFFF */
export function readRegister(machine: Machine, address: number): number {
  const low = address & 0xffff;
  if ((address & SYSTEM_BANKS) !== 0 || low < 0x2000 || low >= 0x6000) return noteUnmappedRead(machine, address);
  if ((low & 0xff00) === 0x2100) return readPort(machine, address);
  return readSystem(machine, address);
}

/** The timer's next moment after a write to its registers. */
function aimTimer({ cpu, timer, clock }: Machine): void {
  setTimer(timer, clock, cpu[MASTER_CYCLES]);
  requestReturn(cpu);
}

/** 4200: the interrupt comes at once when it is enabled within a blank whose flag is unread. */
function writeInterruptControl(machine: Machine, value: number, address: number): void {
  const { cpu } = machine;
  passTime(machine, cpu[MASTER_CYCLES]);
  const enabled = (value & 0x80) !== 0;
  if (enabled && !machine.interruptEnabled && machine.blankFlag) {
    machine.edgeAt = cpu[MASTER_CYCLES];
    endRecordedFrame(machine);
    requestReturn(cpu);
  }
  machine.interruptEnabled = enabled;
  machine.padsEnabled = (value & 1) !== 0;
  switchTimer(machine.timer, value);
  if (!machine.timer.flag) cpu[IRQ_LINE] = 0;
  if ((value & 0x30) !== 0) countNote(machine.notes, TIMER_INTERRUPT, address);
  aimTimer(machine);
}

function writeOutputPins(machine: Machine, value: number): void {
  const { cpu } = machine;
  passTime(machine, cpu[MASTER_CYCLES]);
  if ((machine.outputPins & 0x80) !== 0 && (value & 0x80) === 0) latchAt(machine, cpu[MASTER_CYCLES]);
  machine.outputPins = value;
}

function writeSystem(machine: Machine, address: number, value: number): void {
  const { unit, cpu } = machine;
  const low = address & 0xffff;
  if (low >= 0x4300 && low < 0x4380) {
    machine.dmaRegisters[dmaIndex(low)] = value;
    return;
  }
  switch (low) {
    case 0x4016:
      strobePads(machine, value);
      return;
    case 0x4200:
      writeInterruptControl(machine, value, address);
      return;
    case 0x4201:
      writeOutputPins(machine, value);
      return;
    case 0x4202:
      unit.factor = value;
      return;
    case 0x4203:
      startMultiply(unit, value);
      // from here on the processor's cycles are counted one by one
      requestReturn(cpu);
      return;
    case 0x4204:
      unit.dividend = (unit.dividend & 0xff00) | value;
      return;
    case 0x4205:
      unit.dividend = (unit.dividend & 0x00ff) | (value << 8);
      return;
    case 0x4206:
      startDivide(unit, value);
      requestReturn(cpu);
      return;
    case 0x4207:
    case 0x4208:
    case 0x4209:
    case 0x420a:
      passTime(machine, cpu[MASTER_CYCLES]);
      writeCounter(machine.timer, low - 0x4207, value);
      aimTimer(machine);
      return;
    case 0x420b:
      if (value !== 0) startDma(machine, value);
      return;
    case 0x420c:
      if (value !== 0) countNote(machine.notes, LINE_DMA, address);
      return;
    case 0x420d:
      machine.romCycles = (value & 1) !== 0 ? FAST_ACCESS : SLOW_ACCESS;
      fillAccessCycles(machine.map.accessCycles, machine.romCycles);
      return;
    default:
      countNote(machine.notes, UNMAPPED_WRITE, address);
  }
}

/**
 * Takes a byte for a page that cannot be written directly. @param address 0..FFFFFF @param value
 * 0..255
 */
export function writeRegister(machine: Machine, address: number, value: number): void {
  const low = address & 0xffff;
  if ((machine.map.readOffset[address >>> PAGE_BITS] as number) >= 0) countNote(machine.notes, ROM_WRITE, address);
  else if ((address & SYSTEM_BANKS) !== 0 || low < 0x2000 || low >= 0x6000) {
    countNote(machine.notes, UNMAPPED_WRITE, address);
  } else if ((low & 0xff00) === 0x2100) writePort(machine, address, value);
  else writeSystem(machine, address, value);
}

/** Reads memory or a register, as the watched processor does. @param address 0..FFFFFF */
export function readAnywhere(machine: Machine, address: number): number {
  const { map } = machine;
  const base = map.readOffset[address >>> PAGE_BITS] as number;
  if (base < 0) return readRegister(machine, address);
  return map.memory[base + (address & (PAGE_BYTES - 1))] as number;
}

/** Writes memory or a register, as the watched processor does. @param address 0..FFFFFF */
export function writeAnywhere(machine: Machine, address: number, value: number): void {
  const { map } = machine;
  const base = map.writeOffset[address >>> PAGE_BITS] as number;
  if (base < 0) writeRegister(machine, address, value);
  else if (machine.ended) machine.lateWrites.push(base + (address & (PAGE_BYTES - 1)), value);
  else map.memory[base + (address & (PAGE_BYTES - 1))] = value;
}
