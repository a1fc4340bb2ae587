/**
 * The fixed part of a generated processor program: where things are, the code that boots and the routine that keeps the registers.
 * Put together by hand, so that no assembler is needed.
 *
 * Work RAM of the program: 7F:B000 samples of the digest, 7F:BF00 registers of the last case, 7F:C000 a ring of the last 1,024 cases.
 */

export const BANKS = 64;
export const BANK_BYTES = 0x8000;
export const WORK_RAM_BYTES = 0x2_0000;
/** Offsets in work RAM. */
export const SAMPLES_AT = 0x1_b000;
const SLOTS_AT = 0x1_bf00;
const DIGEST_AT = 0x1_bf20;
const RING_INDEX_AT = 0x1_bf22;
export const COUNT_AT = 0x1_bf24;
const SAMPLE_INDEX_AT = 0x1_bf26;
export const DONE_AT = 0x1_bf28;
export const RING_AT = 0x1_c000;
export const RING_RECORDS = 1024;
export const RECORD_BYTES = 16;
/** A sample is taken after so many cases. */
export const CASES_A_SAMPLE = 512;
/** From here on work RAM belongs to the program. */
export const PROTECTED_AT = SAMPLES_AT;
export const DONE = 0x600d;

/** Words of a record, in order. */
export const RECORD_WORDS = ['A', 'S', 'P', 'E', 'X', 'Y', 'D', 'DB'] as const;

export const SAFE_STACK = 0x1fef;
/** Addresses in bank 0. */
export const SAVE_AT = 0x8100;
export const FINISH_AT = 0x8300;
const INTERRUPT_AT = 0x8380;
const INTERRUPT_EMULATION_AT = 0x8390;
/** Pointers of indirect jumps, which come to be while the program is made. */
export const POINTERS_AT = 0xc000;
export const POINTERS_END = 0xe000;
const HEADER_AT = 0xffc0;

/** Bytes of a little-endian number. */
export function little(value: number, bytes: number): number[] {
  return Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff);
}

/** A long operand in work RAM. */
function cell(opcode: number, offset: number): number[] {
  return [opcode, ...little(0x7e_0000 + offset, 3)];
}

export const load = (offset: number): number[] => cell(0xaf, offset);
export const store = (offset: number): number[] => cell(0x8f, offset);
const storeAtX = (offset: number): number[] => cell(0x9f, offset);
const exclusiveOr = (offset: number): number[] => cell(0x4f, offset);

export function slot(name: (typeof RECORD_WORDS)[number]): number {
  return SLOTS_AT + 2 * RECORD_WORDS.indexOf(name);
}

const LOAD_WORD = 0xa9;
const word = (opcode: number, value: number): number[] => [opcode, ...little(value, 2)];

/** Copies the first 16 KiB of bank 0's image, which are never changed, to a place in work RAM. */
function fill(bank: number, offset: number): number[] {
  return [...word(0xa2, 0x8000), ...word(0xa0, offset), ...word(LOAD_WORD, 0x3fff), 0x54, bank, 0x00];
}

/** Native mode, 16 bits, screen and interrupts off, work RAM filled with the image of bank 0, own cells cleared. */
const BOOT: readonly number[] = [
  ...[0x78, 0x18, 0xfb, 0xc2, 0x38],
  ...word(0xa2, SAFE_STACK),
  0x9a,
  ...word(LOAD_WORD, 0),
  ...[0x5b, 0x4b, 0xab, 0xe2, 0x20, 0xa9, 0x8f, 0x8d, 0x00, 0x21, 0x9c, 0x00, 0x42, 0xc2, 0x30],
  ...[0x7e, 0x7f].flatMap((bank) => [0, 0x4000, 0x8000, 0xc000].flatMap((offset) => fill(bank, offset))),
  ...word(LOAD_WORD, 0),
  ...[DIGEST_AT, RING_INDEX_AT, COUNT_AT, SAMPLE_INDEX_AT, DONE_AT].flatMap(store),
  ...[0x5c, 0x00, 0x80, 0x01],
];

/**
 * Keeps the registers of a case. Called in native mode with 16 bits, A holding the byte of P and carry the mode; A and S are in
 * their slots already. X, Y, D and DB are as the case left them, and the next case sets everything anew.
 */
function saveRoutine(): number[] {
  const mix = RECORD_WORDS.flatMap((name) => [0x0a, ...word(0x69, 0), ...exclusiveOr(slot(name))]);
  const ring = RECORD_WORDS.flatMap((name, index) => [...load(slot(name)), ...storeAtX(RING_AT + 2 * index)]);
  const sample = [
    ...[...load(SAMPLE_INDEX_AT), 0xaa, ...load(DIGEST_AT), ...storeAtX(SAMPLES_AT)],
    ...[0xe8, 0xe8, 0x8a, ...store(SAMPLE_INDEX_AT)],
  ];
  return [
    ...[0x29, 0xff, 0x00, ...store(slot('P')), ...word(LOAD_WORD, 0), 0x2a, ...store(slot('E'))],
    ...[0x8a, ...store(slot('X')), 0x98, ...store(slot('Y')), 0x7b, ...store(slot('D'))],
    ...[0x8b, 0x8b, 0x68, 0x29, 0xff, 0x00, ...store(slot('DB'))],
    ...[...load(DIGEST_AT), 0x18, 0xd8, ...mix, ...store(DIGEST_AT)],
    ...[...load(RING_INDEX_AT), 0xaa, ...ring, 0x8a, 0x18, ...word(0x69, RECORD_BYTES)],
    ...[...word(0x29, RING_RECORDS * RECORD_BYTES - 1), ...store(RING_INDEX_AT)],
    ...[...load(COUNT_AT), 0x1a, ...store(COUNT_AT), ...word(0x29, CASES_A_SAMPLE - 1)],
    ...[0xd0, sample.length, ...sample, 0x6b],
  ];
}

/** The end: a mark, then a loop. */
const FINISH: readonly number[] = [...word(LOAD_WORD, DONE), ...store(DONE_AT), 0x80, 0xfe];
/** Leaves P in the stack and returns. */
const INTERRUPT: readonly number[] = [0x08, 0x28, 0x40];
/** Emulation mode pushes no bank: the program has pushed it before, and RTL skips a byte. */
const INTERRUPT_EMULATION: readonly number[] = [0x08, 0x28, 0x28, 0x6b];

/** The header's sum, which is known last. */
export const SUM_AT = 0xffdc;

function put(image: Uint8Array, address: number, bytes: readonly number[]): void {
  image.set(bytes, address & 0x7fff);
}

/** The image with bank 0 filled: code, header, vectors, and bytes from a seed everywhere else. */
export function createImage(nextByte: () => number): Uint8Array {
  const image = new Uint8Array(BANKS * BANK_BYTES).fill(0xdb);
  for (let at = 0; at < BANK_BYTES; at++) image[at] = nextByte() & 0xff;
  put(image, 0x8000, BOOT);
  put(image, SAVE_AT, saveRoutine());
  put(image, FINISH_AT, FINISH);
  put(image, INTERRUPT_AT, INTERRUPT);
  put(image, INTERRUPT_EMULATION_AT, INTERRUPT_EMULATION);
  put(image, POINTERS_AT, new Array(POINTERS_END - POINTERS_AT).fill(0));
  put(
    image,
    HEADER_AT,
    [...'LOCKSTEP CPU PROGRAM '].map((letter) => letter.charCodeAt(0)),
  );
  put(image, HEADER_AT + 0x15, [0x20, 0x00, 0x0b, 0x00, 0x01, 0x33, 0x00, 0xff, 0xff, 0x00, 0x00]);
  for (let vector = 0xffe0; vector < 0xfff0; vector += 2) put(image, vector, little(INTERRUPT_AT, 2));
  for (let vector = 0xfff0; vector <= 0xfffe; vector += 2) put(image, vector, little(INTERRUPT_EMULATION_AT, 2));
  put(image, 0xfffc, little(0x8000, 2));
  return image;
}

/** Writes the header's sum, as the console's makers ask for it. */
export function sealImage(image: Uint8Array): void {
  put(image, SUM_AT, [0xff, 0xff, 0, 0]);
  const sum = image.reduce((total, byte) => (total + byte) & 0xffff, 0);
  put(image, SUM_AT, [...little(sum ^ 0xffff, 2), ...little(sum, 2)]);
}
