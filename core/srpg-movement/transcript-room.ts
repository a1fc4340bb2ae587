/**
 * Room for the printed text of a plan: as many bytes as its commands print at most, where the setup
 * does not say how many. Source: the forms of S18.
 */
import type { PlainCommand } from '../system/system.js';

/** Most bytes of the cell that holds the capacity. */
const MOST = 0xfffc;
/** `(255,255)` with the longer of the two messages and its line end. */
const MESSAGE_BYTES = 9 + 3 * 10 + 1;
/** A heading, its line end, and the blank lines before and after a block. */
const HEADING_BYTES = 24;
/** `: Pos=(255,255), Move=254`. */
const UNIT_BYTES = 25;
/** A number of three digits with its space. */
const SQUARE_BYTES = 4;
/** UTF-8 takes at most three bytes for each unit of a JavaScript string. */
const BYTES_OF_LETTER = 3;

type Table = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameBytes(units: unknown): number {
  if (!Array.isArray(units)) return 0;
  const names = units.filter(isTable).map(({ name, id }) => (typeof name === 'string' ? name : String(id ?? '')));
  return BYTES_OF_LETTER * Math.max(0, ...names.map(({ length }) => length));
}

/** The setup with room for all that these commands print; a wrong one is left as it is. */
export function fitTranscript(setup: unknown, commands: readonly PlainCommand[]): unknown {
  if (!isTable(setup) || setup['transcript'] !== undefined || !Array.isArray(setup['map'])) return setup;
  const map: readonly unknown[] = setup['map'];
  const width = Array.isArray(map[0]) ? map[0].length : 0;
  const name = nameBytes(setup['units']);
  const rows = HEADING_BYTES + map.length * (SQUARE_BYTES * width + 1);
  const bytes: Readonly<Record<string, number>> = {
    dumpMap: rows,
    dumpMoveMap: rows + name,
    dumpUnit: HEADING_BYTES + name + UNIT_BYTES,
    tryMove: MESSAGE_BYTES,
  };
  const needed = commands.reduce((sum, { command }) => sum + (bytes[command] ?? 0), 0);
  return needed === 0 ? setup : { ...setup, transcript: Math.min(needed, MOST) };
}
