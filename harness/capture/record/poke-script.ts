/**
 * Poke scripts: bytes that the recorder writes to work RAM before a frame runs, one line per write.
 *
 *     # frame address bytes
 *     3 01E22 0D00      $7E:1E22 := 0D, $7E:1E23 := 00
 *
 * ADDRESS is hexadecimal and relative to $7E:0000. Lines of one frame are written in their order.
 */

import { countText } from '../../../core/system/names.js';
import { WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { LockstepError, MAX_FRAME, parseDecimal, parseHexadecimal, scriptLines } from '../../base/index.js';

export interface Poke {
  readonly frame: number;
  /** Relative to $7E:0000. */
  readonly address: number;
  readonly bytes: Uint8Array;
}

export function parsePokeScript(text: string, file?: string): Poke[] {
  const pokes: Poke[] = [];
  let before = 0;
  for (const { words, line } of scriptLines(text, file)) {
    const place = { ...(file === undefined ? {} : { file }), line };
    const [frameWord, addressWord, byteWord] = words;
    if (words.length !== 3 || frameWord === undefined || addressWord === undefined || byteWord === undefined) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'a line of a poke script must have three words', {
        ...place,
        found: words.join(' '),
        expected: 'FRAME ADDRHEX HEXBYTES, for example "3 01E22 0D00"',
      });
    }
    const frame = parseDecimal(frameWord, MAX_FRAME);
    const address = parseHexadecimal(addressWord, WORK_RAM_BYTES - 1);
    if (frame === undefined || address === undefined) {
      throw new LockstepError('E_SCRIPT_SYNTAX', `this is not a ${frame === undefined ? 'frame number' : 'address'}`, {
        ...place,
        found: frame === undefined ? frameWord : addressWord,
        expected:
          frame === undefined ? 'a decimal number from 0' : 'hexadecimal 00000 to 1FFFF ($7E:0100 is written 00100)',
      });
    }
    if (!/^([0-9a-f]{2})+$/iu.test(byteWord)) {
      throw new LockstepError('E_SCRIPT_SYNTAX', 'these are not bytes', {
        ...place,
        found: byteWord,
        expected: 'hexadecimal digits, two for each byte',
      });
    }
    const poke = { frame, address, bytes: Uint8Array.from(Buffer.from(byteWord, 'hex')) };
    checkPoke(poke, before, place);
    pokes.push(poke);
    before = frame;
  }
  return pokes;
}

/** The script as text; refuses what `parsePokeScript` would refuse. */
export function formatPokeScript(pokes: readonly Poke[]): string {
  let text = '';
  let before = 0;
  for (const poke of pokes) {
    checkPoke(poke, before, {});
    before = poke.frame;
    const address = poke.address.toString(16).toUpperCase().padStart(5, '0');
    text += `${poke.frame} ${address} ${Buffer.from(poke.bytes).toString('hex').toUpperCase()}\n`;
  }
  return text;
}

function checkPoke(poke: Poke, before: number, place: { file?: string; line?: number }): void {
  const { frame, address, bytes } = poke;
  const good = Number.isInteger(frame) && frame >= 0 && frame <= MAX_FRAME && Number.isInteger(address) && address >= 0;
  if (!good || bytes.length === 0 || address + bytes.length > WORK_RAM_BYTES) {
    throw new LockstepError('E_SCRIPT_SYNTAX', 'a poke must stay inside work RAM and write at least one byte', {
      ...place,
      found: `frame ${frame}, address ${address.toString(16)}, ${countText(bytes.length, 'byte')}`,
    });
  }
  if (frame < before) {
    throw new LockstepError('E_SCRIPT_ORDER', 'the frames of a poke script must not fall', {
      ...place,
      found: `frame ${frame} after frame ${before}`,
    });
  }
}
