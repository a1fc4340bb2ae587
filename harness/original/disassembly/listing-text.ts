/** A listing for the terminal, and as plain data. */

import { formatBus } from '../../../rom-map/cartridge/index.js';
import { countText } from '../../base/number-text.js';
import { bitOf, type FlowState, isKnown } from './flow-state.js';
import type { Listing, ListingLine } from './listing.js';
import type { Names } from './names.js';

function hexBytes(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ');
}

function width(letter: string, bits: number, isKnown: boolean): string {
  return `${letter}${bits}${isKnown ? '' : '?'}`.padEnd(4);
}

function gapLine(gap: number): string {
  const count = Math.abs(gap);
  const bytes = count === 1 ? 'byte' : 'bytes';
  return gap > 0 ? `  ... ${count} ${bytes} not reached` : `  ... overlaps the line above by ${count} ${bytes}`;
}

/** The lines of one instruction: a gap, the routine's name, the instruction, notes. */
function linesOf(line: ListingLine): readonly string[] {
  const lines: string[] = [];
  if (line.gap !== 0) lines.push(gapLine(line.gap));
  if (line.label !== '') lines.push(`${line.label}:`);
  const mark = line.from.length > 0 ? '>' : ' ';
  const head = `${mark} ${formatBus(line.address)}  ${hexBytes(line.bytes).padEnd(12)} `;
  const widths = `${width('m', line.m, line.isKnownM)} ${width('x', line.x, line.isKnownX)}`;
  const text = `${line.name} ${line.operand}`.trimEnd();
  const named = line.names === '' ? text : `${text.padEnd(16)}  ; ${line.names}`;
  lines.push(`${head}${widths} ${named}`);
  for (const note of line.notes) lines.push(`      note: ${note}`);
  return lines;
}

export function listingText(listing: Listing, names: Names): string {
  const lines = listing.lines.flatMap(linesOf);
  for (const { at, next, why } of listing.open) {
    const name = names.code(next);
    lines.push(`goes on at ${formatBus(next)}${name === undefined ? '' : ` ${name}`} from ${formatBus(at)}: ${why}`);
  }
  return `${lines.join('\n')}\n`;
}

export function listingJson(listing: Listing): Readonly<Record<string, unknown>> {
  return {
    start: formatBus(listing.start),
    instructions: listing.lines.map((line) => ({
      ...line,
      address: formatBus(line.address),
      bytes: hexBytes(line.bytes),
      from: line.from.map(formatBus),
    })),
    open: listing.open.map(({ at, next, why }) => ({ at: formatBus(at), next: formatBus(next), why })),
  };
}

function widthText(name: string, bit: FlowState['m']): string {
  return `${name} ${countText(bitOf(bit) === 1 ? 8 : 16, 'bit')}${isKnown(bit) ? '' : ' (assumed)'}`;
}

function knownText(name: string, value: number, digits: number): string {
  const shown = value < 0 ? 'not known' : value.toString(16).toUpperCase().padStart(digits, '0');
  return `${name} ${shown}`;
}

/** What is known where a listing begins. */
export function stateText(state: FlowState): string {
  const parts = [widthText('A', state.m), widthText('X and Y', state.x)];
  if (bitOf(state.e) === 1) parts.push('emulation mode');
  parts.push(knownText('D', state.direct, 4), knownText('DB', state.dataBank, 2));
  return parts.join(', ');
}
