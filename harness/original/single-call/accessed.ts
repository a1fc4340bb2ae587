/** The cells that a call read and wrote, put together by their names. */
import { offsetOf, type Place, placeAt, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import type { Profile } from '../cpu-trace/profile.js';
import { hardwareName } from '../disassembly/hardware-names.js';
import { placeAddress } from '../proof/access-log.js';
import type { OriginalMachine } from '../proof/original-call.js';

export interface AccessedCell {
  readonly address: number;
  readonly width: number;
  /** Name of the cell or register, or ''. */
  readonly name: string;
  /** Of a read the value read; of a write the value before (-1 for a register). */
  readonly before: number;
  /** Of a write the value after it. */
  readonly after: number;
  /**
   * Work RAM that no window declares and that is not the image's own scratch, or nothing that
   * answers.
   */
  readonly isUndeclared: boolean;
}

interface AccessedByte {
  readonly before: number;
  readonly after: number;
}

function isUndeclared(address: number, profile: Profile | undefined): boolean {
  if (address < WORK_RAM) return false;
  if (offsetOf(address) >= 0) return false;
  return profile === undefined || !(profile.scratch.has(address) || profile.tableCells.has(address));
}

/** @param isWhole all bytes of the place were accessed */
function nameAt(address: number, place: Place | undefined, isWhole: boolean): string {
  if (place === undefined) return hardwareName(address) ?? '';
  return isWhole ? place.name : `${place.name}+${address - place.address}`;
}

/**
 * Whole cells where all of their bytes were accessed, single bytes otherwise; ascending by address.
 */
function cellsOf(bytes: ReadonlyMap<number, AccessedByte>, profile: Profile | undefined): readonly AccessedCell[] {
  const cells: AccessedCell[] = [];
  const addresses = [...bytes.keys()].sort((a, b) => a - b);
  for (let index = 0; index < addresses.length; ) {
    const address = addresses[index] as number;
    const place = address >= WORK_RAM ? placeAt(address) : undefined;
    const isWhole = place?.address === address && addresses[index + place.width - 1] === address + place.width - 1;
    const width = isWhole ? place.width : 1;
    let before = 0;
    let after = 0;
    for (let byte = width - 1; byte >= 0; byte--) {
      const one = bytes.get(address + byte) as AccessedByte;
      before = one.before < 0 ? -1 : before * 256 + one.before;
      after = after * 256 + one.after;
    }
    const undeclared = isUndeclared(address, profile);
    cells.push({ address, width, name: nameAt(address, place, isWhole), before, after, isUndeclared: undeclared });
    index += width;
  }
  return cells;
}

function outside(addresses: Iterable<number>): readonly AccessedCell[] {
  return [...addresses]
    .sort((a, b) => a - b)
    .map((address) => ({ address, width: 1, name: '', before: -1, after: -1, isUndeclared: true }));
}

/** Cells read before they were written, as the machine's log has them after a call. */
export function cellsRead({ log, ram }: OriginalMachine, profile: Profile | undefined): readonly AccessedCell[] {
  const bytes = new Map<number, AccessedByte>();
  for (let index = 0; index < log.readCount; index++) {
    const place = log.reads[index] as number;
    const isWritten = log.writeStamp[place] === log.stamp;
    const value = place >= WORK_RAM_BYTES || isWritten ? (log.before[place] as number) : (ram[place] as number);
    bytes.set(placeAddress(place), { before: value, after: value });
  }
  return [...cellsOf(bytes, profile), ...outside(log.outsideReads.keys())];
}

/** Cells written, with their values before and after; the stack is left out. */
export function cellsWritten(machine: OriginalMachine, profile: Profile | undefined): readonly AccessedCell[] {
  const { log, ram, registers } = machine;
  const bytes = new Map<number, AccessedByte>();
  for (let index = 0; index < log.writeCount; index++) {
    const place = log.writes[index] as number;
    const isRegister = place >= WORK_RAM_BYTES;
    bytes.set(placeAddress(place), {
      before: isRegister ? -1 : (log.before[place] as number),
      after: isRegister ? (registers.written[place - WORK_RAM_BYTES] as number) : (ram[place] as number),
    });
  }
  return [...cellsOf(bytes, profile), ...outside(log.outsideWrites.keys())];
}
