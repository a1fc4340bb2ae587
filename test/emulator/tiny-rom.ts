/**
 * A ROM of 32 KiB (LoROM), put together by hand so that no assembler is needed. Each NMI adds 1 to the word at 7E:0100
 * and 510 to the word at 7E:0102, and stores the pad word at 7E:0104. Nothing else of work RAM is touched.
 */

const PROGRAM = [
  ['78 18 FB', 'sei, clc, xce: native mode'],
  ['C2 30', 'rep #$30'],
  ['A2 FF 1F 9A', 'ldx #$1FFF, txs'],
  ['A9 00 00 5B 4B AB', 'lda #0, tcd, phk, plb'],
  ['8D 00 01 8D 02 01 8D 04 01', 'sta $0100, $0102, $0104'],
  ['E2 20', 'sep #$20'],
  ['A9 8F 8D 00 21', 'forced blank'],
  ['A9 81 8D 00 42', 'NMI and automatic pad reading'],
  ['CB 80 FD', 'wai, and again'],
] as const;

const NMI = [
  ['E2 20 AD 10 42', 'sep #$20, acknowledge'],
  ['A2 28 00 CA D0 FD', 'the pad is read a little after the NMI: wait'],
  ['AD 12 42 4A B0 FA', 'until it is ready'],
  ['C2 20', 'rep #$20'],
  ['EE 00 01', 'inc $0100'],
  ['AD 18 42 8D 04 01', 'lda $4218, sta $0104'],
  ['AD 02 01 18 69 FE 01 8D 02 01', 'add 510 to $0102'],
  ['40', 'rti'],
] as const;

const NMI_AT = 0x8080;

/** `rowsAt` of the model below describe what this image does. */
export function tinyRom(): Buffer {
  const rom = Buffer.alloc(0x8000, 0xff);
  code(PROGRAM).copy(rom, 0);
  code(NMI).copy(rom, NMI_AT - 0x8000);
  rom.write('LOCKSTEP TINY ROM    ', 0x7fc0, 'latin1');
  Buffer.from([0x20, 0x00, 0x05, 0x00, 0x01, 0x33, 0x00, 0xff, 0xff, 0x00, 0x00]).copy(rom, 0x7fd5);
  rom.writeUInt16LE(NMI_AT, 0x7fea);
  rom.writeUInt16LE(0x8000, 0x7ffc);
  const sum = rom.reduce((total, byte) => (total + byte) & 0xffff, 0);
  rom.writeUInt16LE(sum ^ 0xffff, 0x7fdc);
  rom.writeUInt16LE(sum, 0x7fde);
  return rom;
}

/** The six bytes from 0100 on after `ticks` NMIs with `padWord` as the last one read. */
export function tinyRomState(ticks: number, padWord: number): string {
  const words = [ticks & 0xffff, (ticks * 510) & 0xffff, padWord];
  return words.map((word) => Buffer.from([word & 0xff, word >> 8]).toString('hex')).join('');
}

function code(lines: readonly (readonly [hex: string, meaning: string])[]): Buffer {
  return Buffer.from(lines.map(([hex]) => hex.replaceAll(' ', '')).join(''), 'hex');
}
