/**
 * Addressing modes: each fetches its operand, spends its internal cycles and returns an effective
 * address (see `memory.ts`).
 *
 * Internal cycles: one when the direct page is not at the start of a page, one for an index; a read
 * saves the index's cycle when the index registers have 8 bits and the sum stays in its page. In
 * emulation mode the modes of the 6502 stay in the direct page while it starts at a page; the modes
 * that only the 65816 has never do.
 */
import type { Bus } from './bus.js';
import { fetch8, fetch16, fetch24, IN_BANK_ZERO, idle, read8, readWord } from './memory.js';
import { type Cpu, D, DB, E, FLAG_X, P, S, X, Y } from './registers.js';

const ADDRESS_MASK = 0xff_ffff;

/** The direct page is one page and is kept in. */
function staysInPage(cpu: Cpu): boolean {
  return cpu[E] !== 0 && (cpu[D] & 0xff) === 0;
}

/** The operand of the direct modes, with the cycle that an uneven direct page takes. */
function fetchDirect(cpu: Cpu, bus: Bus): number {
  const operand = fetch8(cpu, bus);
  if ((cpu[D] & 0xff) !== 0) idle(cpu);
  return operand;
}

function directIndexed(cpu: Cpu, bus: Bus, index: number): number {
  const operand = fetchDirect(cpu, bus);
  idle(cpu);
  if (staysInPage(cpu)) return cpu[D] | ((operand + index) & 0xff) | IN_BANK_ZERO;
  return ((cpu[D] + operand + index) & 0xffff) | IN_BANK_ZERO;
}

/** A word whose high byte is in the same page as its low byte. @param address in bank 0 */
function readWordOfPage(cpu: Cpu, bus: Bus, address: number): number {
  const low = read8(cpu, bus, address);
  return low | (read8(cpu, bus, (address & 0xff00) | ((address + 1) & 0xff)) << 8);
}

function bankOfData(cpu: Cpu): number {
  return cpu[DB] << 16;
}

/** The cycle of an index into memory that is read. */
function idleForIndex(cpu: Cpu, base: number, place: number): void {
  if ((cpu[P] & FLAG_X) === 0 || ((base ^ place) & 0xff00) !== 0) idle(cpu);
}

/** `d` */
export function direct(cpu: Cpu, bus: Bus): number {
  const operand = fetchDirect(cpu, bus);
  return ((cpu[D] + operand) & 0xffff) | IN_BANK_ZERO;
}

/** `d,x` */
export function directX(cpu: Cpu, bus: Bus): number {
  return directIndexed(cpu, bus, cpu[X]);
}

/** `d,y` */
export function directY(cpu: Cpu, bus: Bus): number {
  return directIndexed(cpu, bus, cpu[Y]);
}

/** The 16-bit pointer of `(d)` and `(d),y`. */
function directPointer(cpu: Cpu, bus: Bus): number {
  const place = direct(cpu, bus);
  return staysInPage(cpu) ? readWordOfPage(cpu, bus, place & 0xffff) : readWord(cpu, bus, place);
}

/** `(d)` */
export function directIndirect(cpu: Cpu, bus: Bus): number {
  return directPointer(cpu, bus) | bankOfData(cpu);
}

/**
 * `(d,x)`. In emulation mode the pointer never leaves a page, even where the direct page does not
 * start at one.
 */
export function directXIndirect(cpu: Cpu, bus: Bus): number {
  const place = directX(cpu, bus);
  const pointer = cpu[E] !== 0 ? readWordOfPage(cpu, bus, place & 0xffff) : readWord(cpu, bus, place);
  return pointer | bankOfData(cpu);
}

/** `(d),y` of an instruction that reads. */
export function directIndirectYRead(cpu: Cpu, bus: Bus): number {
  const base = directPointer(cpu, bus) | bankOfData(cpu);
  const place = base + cpu[Y];
  idleForIndex(cpu, base, place);
  return place & ADDRESS_MASK;
}

/** `(d),y` of an instruction that writes. */
export function directIndirectYWrite(cpu: Cpu, bus: Bus): number {
  const base = directPointer(cpu, bus) | bankOfData(cpu);
  idle(cpu);
  return (base + cpu[Y]) & ADDRESS_MASK;
}

/** `[d]` */
export function directIndirectLong(cpu: Cpu, bus: Bus): number {
  const place = direct(cpu, bus);
  const low = readWord(cpu, bus, place);
  return low | (read8(cpu, bus, (place + 2) & 0xffff) << 16);
}

/** `[d],y` */
export function directIndirectLongY(cpu: Cpu, bus: Bus): number {
  return (directIndirectLong(cpu, bus) + cpu[Y]) & ADDRESS_MASK;
}

/** `a` */
export function absolute(cpu: Cpu, bus: Bus): number {
  return fetch16(cpu, bus) | bankOfData(cpu);
}

function absoluteIndexedRead(cpu: Cpu, bus: Bus, index: number): number {
  const base = fetch16(cpu, bus) | bankOfData(cpu);
  const place = base + index;
  idleForIndex(cpu, base, place);
  return place & ADDRESS_MASK;
}

/** `a,x` of an instruction that reads. */
export function absoluteXRead(cpu: Cpu, bus: Bus): number {
  return absoluteIndexedRead(cpu, bus, cpu[X]);
}

/** `a,y` of an instruction that reads. */
export function absoluteYRead(cpu: Cpu, bus: Bus): number {
  return absoluteIndexedRead(cpu, bus, cpu[Y]);
}

/** `a,x` of an instruction that writes. */
export function absoluteXWrite(cpu: Cpu, bus: Bus): number {
  const base = fetch16(cpu, bus) | bankOfData(cpu);
  idle(cpu);
  return (base + cpu[X]) & ADDRESS_MASK;
}

/** `a,y` of an instruction that writes. */
export function absoluteYWrite(cpu: Cpu, bus: Bus): number {
  const base = fetch16(cpu, bus) | bankOfData(cpu);
  idle(cpu);
  return (base + cpu[Y]) & ADDRESS_MASK;
}

/** `al` */
export function absoluteLong(cpu: Cpu, bus: Bus): number {
  return fetch24(cpu, bus);
}

/** `al,x` */
export function absoluteLongX(cpu: Cpu, bus: Bus): number {
  return (fetch24(cpu, bus) + cpu[X]) & ADDRESS_MASK;
}

/** `d,s` */
export function stackRelative(cpu: Cpu, bus: Bus): number {
  const operand = fetch8(cpu, bus);
  idle(cpu);
  return ((cpu[S] + operand) & 0xffff) | IN_BANK_ZERO;
}

/** `(d,s),y` */
export function stackRelativeIndirectY(cpu: Cpu, bus: Bus): number {
  const base = readWord(cpu, bus, stackRelative(cpu, bus)) | bankOfData(cpu);
  idle(cpu);
  return (base + cpu[Y]) & ADDRESS_MASK;
}
