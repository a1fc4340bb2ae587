/**
 * The console's registers in the system banks (2100 to 21FF, 4016, 4017, 4200 to 421F, 4300 to
 * 437F), and unmapped addresses.
 */
import { IRQ_LINE, MASTER_CYCLES, OPEN_BUS, requestReturn } from '../../../core/cpu/index.js';
import { isBusy, startDivide, startMultiply } from './arithmetic-unit.js';
import { continueDma, type PortAccess, startDma } from './dma.js';
import { BLANK_LINE, dotAt, FLAG_RISES, INTERRUPT_EDGE, isBeamBlank, lineAt } from './frame-clock.js';
import { endRecordedFrame, type Machine, passTime } from './machine.js';
import { FAST_ACCESS, fillAccessCycles, PAGE_BITS, PAGE_BYTES, SLOW_ACCESS } from './memory-map.js';
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
import { DRIVER_STARTED, writeSoundPort } from './sound-ports.js';
import { setTimer, switchTimer, takeFlag, writeCounter } from './timer.js';
import {
  latchCounters,
  productByte,
  readDot,
  readLine,
  readStatus,
  writeFactor,
  writeMultiplier,
} from './video-ports.js';

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
