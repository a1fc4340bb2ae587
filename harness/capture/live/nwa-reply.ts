/**
 * Assembles replies of the emulator network access protocol from pieces of a TCP stream. A reply is
 * a line feed, `key:value` lines and an empty line; or a zero byte, a length (4 bytes, big-endian)
 * and data.
 */
import { countText } from '../../base/number-text.js';
import { liveError } from './live-error.js';

export type NwaReply =
  | { readonly kind: 'text'; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: 'data'; readonly bytes: Uint8Array };

const MAX_TEXT_BYTES = 64 * 1024;
const MAX_DATA_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;

export interface NwaReplies {
  /**
   * Takes a piece.
   * @returns the replies that it completes.
   * @throws LockstepError `E_LIVE_REPLY`
   */
  feed(piece: Uint8Array): NwaReply[];
}

function valuesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    // Of a list only its first entry counts here.
    if (colon > 0 && !values.has(line.slice(0, colon))) values.set(line.slice(0, colon), line.slice(colon + 1));
  }
  return values;
}

/** @param place address of the emulator, for errors */
export function createNwaReplies(place: string): NwaReplies {
  let held = Buffer.alloc(0);

  /** One reply and its length, or undefined while it is not whole. */
  function take(): readonly [NwaReply, number] | undefined {
    if (held.length === 0) return undefined;
    if (held[0] === 0) {
      if (held.length < 5) return undefined;
      const length = held.readUInt32BE(1);
      if (length > MAX_DATA_BYTES)
        throw liveError('E_LIVE_REPLY', 'the reply is too long', {
          file: place,
          found: countText(length, 'byte'),
          expected: `at most ${MAX_DATA_BYTES}`,
        });
      return held.length < 5 + length ? undefined : [{ kind: 'data', bytes: held.subarray(5, 5 + length) }, 5 + length];
    }
    if (held[0] !== LINE_FEED) {
      throw liveError('E_LIVE_REPLY', 'the reply begins neither like text nor like data', {
        file: place,
        found: held.toString('hex', 0, 8),
        expected: '0A or 00',
      });
    }
    const end = held[1] === LINE_FEED ? 0 : held.indexOf('\n\n', 1);
    if (end < 0) {
      if (held.length > MAX_TEXT_BYTES)
        throw liveError('E_LIVE_REPLY', 'the reply has no end', {
          file: place,
          found: countText(held.length, 'byte'),
          expected: 'an empty line',
        });
      return undefined;
    }
    return [{ kind: 'text', values: valuesOf(held.toString('utf8', 1, Math.max(1, end))) }, end + 2];
  }

  return {
    feed: (piece) => {
      held = Buffer.concat([held, piece]);
      const replies: NwaReply[] = [];
      for (let reply = take(); reply !== undefined; reply = take()) {
        replies.push(reply[0]);
        held = held.subarray(reply[1]);
      }
      return replies;
    },
  };
}
