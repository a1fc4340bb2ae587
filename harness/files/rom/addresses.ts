/** Answers about bus addresses and file offsets of an image. */
import { busAddressOf, fileOffsetOf, formatBus, type Mapping } from '../../../rom-map/cartridge/mapping.js';
import { LockstepError } from '../../base/errors.js';
import type { AddressAnswer } from './info-text.js';

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
