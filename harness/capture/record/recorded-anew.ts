/**
 * A bundled log recorded anew. Its rows are those of the bundled log byte for byte; its header has
 * the addresses of today, which those of a log of an earlier image layout are not. Headers are
 * compared by what they say today.
 */
import { createHash } from 'node:crypto';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import { parseHeader } from '../../play/trace/header.js';
import { headerToday } from '../../play/trace/layout.js';
import type { TraceHeader } from '../../play/trace/types.js';

/** Bytes of a starting image by their addresses. */
function bytesOf({ image }: TraceHeader): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(image).flatMap(([start, hex]) =>
      (hex.match(/../g) ?? []).map((byte, at) => [formatAddress(parseAddress(start) + at), byte] as const),
    ),
  );
}

/**
 * What two headers say today, for a comparison: the starting images as far as the new one holds
 * them. An earlier layout holds bytes of the test ROM that are no cells of today.
 */
export function headersToday(anew: string, bundled: string): readonly [anew: TraceHeader, bundled: TraceHeader] {
  const mine = headerToday(parseHeader(anew, 'the log recorded anew'), 'the log recorded anew');
  const theirs = headerToday(parseHeader(bundled, 'the bundled log'), 'the bundled log');
  const held = [bytesOf(mine), bytesOf(theirs)] as const;
  const addresses = [...held[0].keys()].sort();
  const imageOf = (bytes: ReadonlyMap<string, string>): Record<string, string> =>
    Object.fromEntries(addresses.map((address) => [address, bytes.get(address) ?? 'none']));
  return [
    { ...mine, image: imageOf(held[0]) },
    { ...theirs, image: imageOf(held[1]) },
  ];
}

/** The content of a log with another header; the footer seals it. */
export function underHeader(header: string, content: string): string {
  const lines = content.trimEnd().split('\n');
  const body = [header, ...lines.slice(1, -1)].map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  return `${body}${JSON.stringify({ ...(JSON.parse(lines.at(-1) ?? '') as object), sha256 })}\n`;
}

/**
 * The content of a new log under the bundled log's header when both headers say the same today;
 * otherwise as it is.
 */
export function asBundled(content: string, bundled: string): string {
  const [anew = '', header = ''] = [content, bundled].map((text) => text.slice(0, text.indexOf('\n')));
  const [mine, theirs] = headersToday(anew, header).map((said) => JSON.stringify(said, sortKeys));
  return mine === theirs ? underHeader(header, content) : content;
}

/** For `JSON.stringify`: keys of objects in one order. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
