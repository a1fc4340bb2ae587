/** The text and the JSON of `lockstep rom info`. */

import { type CartridgeHeader, formatBus, JAPAN_HEADER, KNOWN_IMAGES } from '../../../rom-map/cartridge/index.js';
import { countText, hexWithSuffix } from '../../base/number-text.js';
import { figuresText, type ImageIdentity } from './identity.js';
import type { RomImage } from './image.js';
import { imageLines } from './notes.js';

/** Names of the header's fields that differ from the Japanese cartridge. */
export function headerDifferences(header: CartridgeHeader): readonly string[] {
  return Object.entries(JAPAN_HEADER).flatMap(([name, expected]) => {
    const found = header[name as keyof typeof JAPAN_HEADER];
    return found === expected ? [] : [name];
  });
}

export function checksumHolds(identity: ImageIdentity): boolean {
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

export function answerLine({ asked, bus, offset }: AddressAnswer): string {
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

export function infoJson(rom: RomImage, answers: readonly AddressAnswer[]): Readonly<Record<string, unknown>> {
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
