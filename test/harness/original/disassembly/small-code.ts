/** Small images of bytes written in a test: LoROM, 32 KiB, the code at 00:8000, everything else STP. */
import { entryState, type FlowState, type ImageCode } from '../../../../harness/original/disassembly/flow-state.js';
import {
  disassemble,
  type Listing,
  type ListingOptions,
  listingText,
} from '../../../../harness/original/disassembly/listing.js';

import { createNames, type NamedRoutine } from '../../../../harness/original/disassembly/names.js';

const BANK_BYTES = 0x8000;
const STP = 0xdb;

/** @param pieces hexadecimal bytes by their address 8000..FFFF */
export function codeOf(pieces: Readonly<Record<number, string>>): ImageCode {
  const image = new Uint8Array(BANK_BYTES).fill(STP);
  for (const [address, text] of Object.entries(pieces)) {
    image.set(
      text.split(' ').map((byte) => Number.parseInt(byte, 16)),
      Number(address) - BANK_BYTES,
    );
  }
  return { image, mapping: 'lorom' };
}

/** As a routine is entered: 8-bit accumulator, 16-bit index, D = 0000, DB = 7E. */
export const AT_ENTRY: FlowState = entryState({ m: 1, x: 0, direct: 0, dataBank: 0x7e });

/** Nothing is known. */
export const UNKNOWN: FlowState = entryState({ m: undefined, x: undefined, direct: -1, dataBank: -1 });

export interface Listed {
  readonly listing: Listing;
  /** `8000 m8 x16 LDA #$12`; a `?` behind a width that is not known. */
  readonly lines: readonly string[];
  readonly text: string;
  /** Of the instruction at an address. */
  readonly notes: (address: number) => readonly string[];
  readonly names: (address: number) => string | undefined;
}

export function list(
  pieces: Readonly<Record<number, string>> | string,
  options: Partial<ListingOptions> = {},
  routines: readonly NamedRoutine[] = [],
): Listed {
  const code = codeOf(typeof pieces === 'string' ? { 32768: pieces } : pieces);
  const names = createNames('lorom', routines);
  const listing = disassemble(code, 0x8000, names, { state: AT_ENTRY, instructions: 400, end: 0xff_ffff, ...options });
  const at = (address: number) => listing.lines.find((line) => line.address === address);
  return {
    listing,
    lines: listing.lines.map((line) => {
      const m = `m${line.m}${line.isKnownM ? '' : '?'}`;
      const x = `x${line.x}${line.isKnownX ? '' : '?'}`;
      return `${line.address.toString(16).toUpperCase()} ${m} ${x} ${line.name} ${line.operand}`.trimEnd();
    }),
    text: listingText(listing, names),
    notes: (address) => at(address)?.notes ?? [],
    names: (address) => at(address)?.names,
  };
}
