/** The text and the JSON of `lockstep rom info`. */

import { countText } from '../../../core/system/names.js';
import { type CartridgeHeader, formatBus, JAPAN_HEADER } from '../../../rom-map/cartridge/index.js';
import { KNOWN_IMAGES } from '../../../rom-map/cartridge/known-images.js';
import { busAddressOf, fileOffsetOf, type Mapping } from '../../../rom-map/cartridge/mapping.js';
import type { FieldDifference, TableComparison } from '../../../rom-map/tables/index.js';
import { hexWithSuffix, LockstepError } from '../../base/index.js';

import { figuresText, type ImageIdentity, type RomImage } from './image.js';

// The lines about the image itself in every report: its identity and its doubts.

/** Plain data about the image for `--json`. */
export function imageJson(rom: RomImage) {
  const { identity, patch } = rom;
  return {
    file: rom.file,
    size: identity.size,
    crc32: identity.crc32,
    sha1: identity.sha1,
    known: identity.known?.id ?? null,
    forced: rom.forced,
    takenAs: rom.takenAs ?? null,
    patch:
      patch === null
        ? null
        : { file: patch.file, kind: patch.kind, verified: patch.verified, source: patch.source.known?.id ?? null },
  };
}

/** Why nothing of an unknown image is evidence; empty for a known one. */
export function doubtOf({ forced, takenAs }: RomImage): string {
  if (!forced) return '';
  return takenAs === undefined
    ? 'FORCED (--force-rom): this is not the known image; nothing below is evidence of the game'
    : `taken as ${takenAs} (--as): NOT the published image; nothing below is evidence of the published game`;
}

/** The first lines of a text. */
export function imageLines(rom: RomImage): readonly string[] {
  const { identity, patch } = rom;
  const lines = [`${rom.file}: ${identity.known?.name ?? 'not a known image'} (${figuresText(identity)})`];
  if (patch !== null) {
    const source = patch.source.known?.name ?? 'an image that is not known';
    const checked = patch.verified
      ? 'its checksums agree'
      : `${patch.kind} has no checksums: nothing shows that it fits`;
    lines.push(`  patched with ${patch.file} (${patch.kind}) from ${source}; ${checked}`);
  }
  if (rom.forced) {
    lines.push(`  ${doubtOf(rom)}`);
    for (const known of KNOWN_IMAGES) lines.push(`  known: ${known.name} (${figuresText(known)})`);
  }
  return lines;
}

/** Names of the header's fields that differ from the Japanese cartridge. */
function headerDifferences(header: CartridgeHeader): readonly string[] {
  return Object.entries(JAPAN_HEADER).flatMap(([name, expected]) => {
    const found = header[name as keyof typeof JAPAN_HEADER];
    return found === expected ? [] : [name];
  });
}

function checksumHolds(identity: ImageIdentity): boolean {
  const { header, computedChecksum } = identity;
  return header !== null && header.checksum === computedChecksum && header.checksum + header.complement === 0xffff;
}

function headerLines(header: CartridgeHeader): readonly string[] {
  const different = headerDifferences(header);
  return [
    `header         ${header.mapping === 'hirom' ? 'HiROM' : 'LoROM'}, at file offset ${hexWithSuffix(header.offset, 4)}, score ${header.score}`,
    `  title        ${header.title}`,
    `  map mode     ${hexWithSuffix(header.mapMode)}, chips ${hexWithSuffix(header.chips)}, country ${hexWithSuffix(header.country)}, developer ${hexWithSuffix(header.developer)}, version ${header.version}`,
    `  ROM          ${2 ** header.romSize} KiB stated, battery RAM ${header.ramSize === 0 ? 0 : 2 ** header.ramSize} KiB`,
    `  checksum     ${hexWithSuffix(header.checksum, 4)}, complement ${hexWithSuffix(header.complement, 4)}`,
    different.length === 0
      ? '  equals the header of the Japanese cartridge'
      : `  differs from the header of the Japanese cartridge in ${different.join(', ')}`,
  ];
}

/** One line for the given address or offset. */
export interface AddressAnswer {
  readonly asked: string;
  /** Bus address, or -1. */
  readonly bus: number;
  /** File offset without a copier header, or -1. */
  readonly offset: number;
}

function answerLine({ asked, bus, offset }: AddressAnswer): string {
  if (offset < 0) return `${asked} is not in the ROM`;
  return `${formatBus(bus)} is file offset ${hexWithSuffix(offset, 6)} (${offset}) without a copier header`;
}

export function infoText(rom: RomImage, answers: readonly AddressAnswer[]): string {
  const { identity } = rom;
  const { header } = identity;
  const lines = [
    ...imageLines(rom),
    `size           ${countText(identity.size, 'byte')}, ${rom.copierHeader ? 'a copier header of 512 bytes taken off' : 'no copier header'}`,
    `CRC-32         ${identity.crc32}`,
    `MD5            ${identity.md5}`,
    `SHA-1          ${identity.sha1}`,
    `SHA-256        ${identity.sha256}`,
  ];
  if (header === null) lines.push('header         none found');
  else lines.push(...headerLines(header));
  const computed = hexWithSuffix(identity.computedChecksum, 4);
  lines.push(
    `computed       ${computed}, ${checksumHolds(identity) ? 'as the header says' : 'not as the header says'}`,
  );
  if (identity.known === null) {
    for (const known of KNOWN_IMAGES) lines.push(`known image    ${known.name}: ${figuresText(known)}`);
  } else if (identity.known.note !== '') lines.push(`note           ${identity.known.note}`);
  lines.push(...answers.map(answerLine));
  return `${lines.join('\n')}\n`;
}

export function infoJson(rom: RomImage, answers: readonly AddressAnswer[]) {
  const { identity } = rom;
  return {
    file: rom.file,
    copierHeader: rom.copierHeader,
    ...identity,
    known: identity.known?.id ?? null,
    expected: identity.known === null ? KNOWN_IMAGES : null,
    checksumHolds: checksumHolds(identity),
    differsFromJapan: identity.header === null ? null : headerDifferences(identity.header),
    forced: rom.forced,
    takenAs: rom.takenAs ?? null,
    patch: rom.patch === null ? null : { ...rom.patch, source: rom.patch.source.known?.id ?? null },
    addresses: answers,
  };
}

// Answers about bus addresses and file offsets of an image.

/**
 * Parses a 24-bit bus address such as `D5:04CB`, `$D5:04CB` or `0xD504CB`.
 * @throws LockstepError `E_OPTION`
 */
export function parseBus(text: string): number {
  const match = /^\$?([0-9a-f]{2}):?([0-9a-f]{4})$/i.exec(text.replace(/^0x/i, ''));
  if (match !== null) return Number.parseInt(`${match[1]}${match[2]}`, 16);
  throw new LockstepError('E_OPTION', 'this is not a bus address', {
    found: text,
    expected: 'a bank and a word, such as D5:04CB',
    remedy: 'Give six hexadecimal digits',
  });
}

/** The file offset of a bus address. */
export function answerBus(text: string, mapping: Mapping, size: number): AddressAnswer {
  const bus = parseBus(text);
  return { asked: formatBus(bus), bus, offset: fileOffsetOf(mapping, bus, size) };
}

/** The bus address of a file offset. */
export function answerOffset(text: string, mapping: Mapping, size: number): AddressAnswer {
  const offset = /^(0x[0-9a-f]{1,8}|\d{1,9})$/i.test(text) ? Number(text) : -1;
  if (offset < 0) {
    throw new LockstepError('E_OPTION', 'this is not a file offset', {
      found: text,
      expected: 'a decimal or 0x number',
      remedy: 'Count from 0, without a copier header',
    });
  }
  const bus = busAddressOf(mapping, offset, size);
  return { asked: `offset ${text}`, bus, offset: bus < 0 ? -1 : offset };
}

// The text and the JSON of `lockstep rom check`.

function offsetOf(rom: RomImage, address: number): number {
  return fileOffsetOf('hirom', address, rom.image.length);
}

/** Whether a table has another address than published, which counts as a difference. */
function isMoved(table: TableComparison): boolean {
  return table.address !== table.publishedAddress;
}

export function differenceCount(tables: readonly TableComparison[]): number {
  return tables.reduce((sum, table) => sum + table.differences.length + (isMoved(table) ? 1 : 0), 0);
}

function differenceLine(rom: RomImage, table: string, difference: FieldDifference): string {
  const { id, number, field, address, image, published } = difference;
  const place = `${formatBus(address)}, file offset ${offsetOf(rom, address).toString(16).toUpperCase()}h`;
  return `  ${table} ${id} (${number}) ${field} at ${place}: image ${image}, published ${published}`;
}

export function checkText(rom: RomImage, tables: readonly TableComparison[]): string {
  const lines = [...imageLines(rom)];
  for (const table of tables) {
    const verdict = table.differences.length === 0 ? 'equal' : `${table.differences.length} different`;
    lines.push(
      `${table.table}: ${countText(table.records, 'record')} at ${formatBus(table.address)}, ${countText(table.compared, 'field')} compared, ${verdict}`,
    );
    if (isMoved(table)) lines.push(`  the published address is ${formatBus(table.publishedAddress)}`);
    lines.push(...table.differences.map((difference) => differenceLine(rom, table.table, difference)));
  }
  const compared = tables.reduce((sum, table) => sum + table.compared, 0);
  const count = differenceCount(tables);
  lines.push(
    `${countText(compared, 'field')} compared, ${count === 0 ? 'all as published' : `${count} not as published`}`,
  );
  return `${lines.join('\n')}\n`;
}

export function checkJson(rom: RomImage, tables: readonly TableComparison[]) {
  return {
    image: imageJson(rom),
    compared: tables.reduce((sum, table) => sum + table.compared, 0),
    different: differenceCount(tables),
    tables: tables.map((table) => ({
      ...table,
      differences: table.differences.map((difference) => ({
        ...difference,
        bus: formatBus(difference.address),
        fileOffset: offsetOf(rom, difference.address),
      })),
    })),
  };
}
