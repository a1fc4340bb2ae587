/**
 * Which cells the original accesses: those of the published cases are known; a varied state that
 * leads to others is not comparable, since a pointer that never occurs sends both sides to other
 * places.
 */
import { isWorkRam, PLACES, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { FIRST_REGISTER, placeAddress, REGISTERS_END } from './access-log.js';
import { type ProofMachine, UNDECLARED } from './proof-machine.js';

export interface KnownCells {
  /** By place: accessed in a published case. */
  readonly places: Uint8Array;
}

export function createKnownCells(): KnownCells {
  return { places: new Uint8Array(WORK_RAM_BYTES + REGISTERS_END - FIRST_REGISTER) };
}

type Row = (typeof PLACES)[number]['row'];

/** Of each row of the table of cells its places in work RAM: one cell of each block, or a list. */
const PLACES_OF_ROW = new Map<Row, number[]>();
const ROW_OF_PLACE = new Map<number, Row>();
for (const { address, row, width } of PLACES) {
  if (address < WORK_RAM || address >= WORK_RAM + WORK_RAM_BYTES) continue;
  const list = PLACES_OF_ROW.get(row) ?? [];
  PLACES_OF_ROW.set(row, list);
  for (let byte = 0; byte < width; byte++) {
    list.push(address - WORK_RAM + byte);
    ROW_OF_PLACE.set(address - WORK_RAM + byte, row);
  }
}

/** A routine that reads a cell of one block, or of a list, reads it of the others as well. */
function learnPlace(places: Uint8Array, place: number): void {
  if (places[place] === 1) return;
  places[place] = 1;
  const row = ROW_OF_PLACE.get(place);
  for (const other of row === undefined ? [] : (PLACES_OF_ROW.get(row) ?? [])) places[other] = 1;
}

/** Adds the cells that the last call accessed, and the same cells of other blocks. */
export function learnCells({ places }: KnownCells, { original: { log } }: ProofMachine): void {
  for (let index = 0; index < log.readCount; index++) learnPlace(places, log.reads[index] as number);
  for (let index = 0; index < log.writeCount; index++) learnPlace(places, log.writes[index] as number);
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

/** Whether a place of the model's memory is known; cells of our own always are. */
export function isKnownOffset({ places }: KnownCells, { ours }: ProofMachine, offset: number): boolean {
  const address = ours.addresses[offset] ?? -1;
  return !isWorkRam(address) || places[address - WORK_RAM] === 1;
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
