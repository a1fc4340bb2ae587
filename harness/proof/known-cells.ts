/**
 * Which cells the original accesses: those of the published cases are known; a varied state that
 * leads to others is not comparable, since a pointer that never occurs sends both sides to other
 * places.
 */
import { WORK_RAM_BYTES } from '../../rom-map/index.js';
import { FIRST_REGISTER, placeAddress, REGISTERS_END } from './access-log.js';
import { type ProofMachine, UNDECLARED } from './proof-machine.js';

export interface KnownCells {
  /** By place: accessed in a published case. */
  readonly places: Uint8Array;
}

export function createKnownCells(): KnownCells {
  return { places: new Uint8Array(WORK_RAM_BYTES + REGISTERS_END - FIRST_REGISTER) };
}

/** Adds the cells that the last call accessed. */
export function learnCells({ places }: KnownCells, { original: { log } }: ProofMachine): void {
  for (let index = 0; index < log.readCount; index++) places[log.reads[index] as number] = 1;
  for (let index = 0; index < log.writeCount; index++) places[log.writes[index] as number] = 1;
}

function isUndeclaredPlace({ offsetOfPlace, tablePlaces }: ProofMachine, place: number): boolean {
  return place < WORK_RAM_BYTES && offsetOfPlace[place] === UNDECLARED && !tablePlaces.has(place);
}

/** The first address that the last call read and that no window declares, or -1. */
export function undeclaredRead(machine: ProofMachine): number {
  const { log } = machine.original;
  for (let index = 0; index < log.readCount; index++) {
    const place = log.reads[index] as number;
    if (isUndeclaredPlace(machine, place)) return placeAddress(place);
  }
  for (const address of log.outsideReads.keys()) return address;
  return -1;
}

/** Whether the last call read a cell that no published or recorded case reads. */
export function hasUnknownRead({ places }: KnownCells, { original: { log } }: ProofMachine): boolean {
  for (let index = 0; index < log.readCount; index++) {
    if (places[log.reads[index] as number] === 0) return true;
  }
  return false;
}

/** Whether the last call wrote where no published case writes. */
export function wroteUnknownCell({ places }: KnownCells, { original: { log } }: ProofMachine): boolean {
  for (let index = 0; index < log.writeCount; index++) {
    if (places[log.writes[index] as number] === 0) return true;
  }
  return false;
}

/** Image offsets that the last call read before it wrote them. */
export function inputOffsets({ original: { log }, offsetOfPlace, ours }: ProofMachine): number[] {
  const list: number[] = [];
  for (let index = 0; index < log.readCount; index++) {
    const place = log.reads[index] as number;
    const offset = place < WORK_RAM_BYTES ? offsetOfPlace[place] : ours.offsets.get(placeAddress(place));
    if (offset !== undefined && offset >= 0) list.push(offset);
  }
  return list;
}
