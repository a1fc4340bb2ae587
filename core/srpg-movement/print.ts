/**
 * The seed's printed text, written into the image byte by byte. Source: seed 002, S6, S12, S18;
 * golden block G1. A blank line precedes a heading and follows a block: a block right after
 * messages writes the blank line itself, as the seed's program does with `print('')`.
 */
import { read32, write32 } from '../int/uint.js';
import type { PlainCommand } from '../system/system.js';
import { HEAD, UNIT, unitAt } from './cells.js';
import { UNREACHED } from './reach.js';
import { decodeText, encodeText, type TextWriter, writeByte, writeBytes, writeNumber } from './text.js';
import { moveMapValue } from './unit-reach.js';
import { groundType, isPresent, unitX, unitY, type World } from './world.js';

const LINE_END = 0x0a;
const SPACE = 0x20;
const constant = (text: string): Uint8Array => encodeText(text, text);
const MAP_HEADING = constant('[Map]');
const UNIT_HEADING = constant('[Unit]');
const MOVE_MAP_HEADING = constant('[MoveMap for ');
const POSITION_LABEL = constant(': Pos=');
const MOVE_LABEL = constant(', Move=');
const MOVES = constant('に移動します。');
const CANNOT_MOVE = constant('には移動できません。');

/** A printed block, or one of two messages. */
type Printed = 'map' | 'unit' | 'moveMap' | 'moves' | 'cannotMove';

function writePosition(writer: TextWriter, x: number, y: number): void {
  writeByte(writer, 0x28);
  writeNumber(writer, x);
  writeByte(writer, 0x2c);
  writeNumber(writer, y);
  writeByte(writer, 0x29);
}

function writeMapRows(world: World, writer: TextWriter): void {
  const { width, height } = world.layout;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      writeNumber(writer, groundType(world, x, y));
      writeByte(writer, SPACE);
    }
    writeByte(writer, LINE_END);
  }
}

function writeMoveMapRows(world: World, writer: TextWriter): void {
  const { width, height } = world.layout;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = moveMapValue(world, x, y);
      writeNumber(writer, value === UNREACHED ? -1 : value, 2);
      writeByte(writer, SPACE);
    }
    writeByte(writer, LINE_END);
  }
}

function writeUnit(world: World, writer: TextWriter, unit: number): void {
  writeBytes(writer, world.unitNames[unit] as Uint8Array);
  writeBytes(writer, POSITION_LABEL);
  writePosition(writer, unitX(world, unit), unitY(world, unit));
  writeBytes(writer, MOVE_LABEL);
  writeNumber(writer, world.image[unitAt(unit) + UNIT.move] as number);
}

function writeMessage(writer: TextWriter, message: Uint8Array, x: number, y: number): void {
  writePosition(writer, x, y);
  writeBytes(writer, message);
}

function write(world: World, writer: TextWriter, what: Printed, unit: number, x: number, y: number): void {
  switch (what) {
    case 'moves':
      writeMessage(writer, MOVES, x, y);
      break;
    case 'cannotMove':
      writeMessage(writer, CANNOT_MOVE, x, y);
      break;
    case 'map':
      writeBytes(writer, MAP_HEADING);
      writeByte(writer, LINE_END);
      writeMapRows(world, writer);
      break;
    case 'unit':
      writeBytes(writer, UNIT_HEADING);
      writeByte(writer, LINE_END);
      writeUnit(world, writer, unit);
      writeByte(writer, LINE_END);
      break;
    case 'moveMap':
      writeBytes(writer, MOVE_MAP_HEADING);
      writeBytes(writer, world.unitNames[unit] as Uint8Array);
      writeByte(writer, 0x5d);
      writeByte(writer, LINE_END);
      writeMoveMapRows(world, writer);
      break;
  }
  writeByte(writer, LINE_END);
}

function needsBlankLine(world: World, what: Printed, length: number): boolean {
  if (what === 'moves' || what === 'cannotMove' || length === 0) return false;
  return world.image[world.layout.transcriptAt + length - 2] !== LINE_END;
}

/** Number of bytes that this block or message would take now. */
function printedBytes(world: World, what: Printed, unit = 0, x = 0, y = 0): number {
  const { writer } = world;
  writer.counting = true;
  writer.at = 0;
  write(world, writer, what, unit, x, y);
  return writer.at + (needsBlankLine(world, what, read32(world.image, HEAD.transcriptLength)) ? 1 : 0);
}

/** True when the printed text has room for this block or message. */
export function hasRoom(world: World, what: Printed, unit = 0, x = 0, y = 0): boolean {
  const length = read32(world.image, HEAD.transcriptLength);
  return length + printedBytes(world, what, unit, x, y) <= world.layout.transcriptCapacity;
}

/** Appends to the printed text and returns its new length. The caller has asked `hasRoom`. */
export function print(world: World, what: Printed, unit = 0, x = 0, y = 0): number {
  const { writer, layout, image } = world;
  const length = read32(image, HEAD.transcriptLength);
  writer.counting = false;
  writer.at = layout.transcriptAt + length;
  if (needsBlankLine(world, what, length)) writeByte(writer, LINE_END);
  write(world, writer, what, unit, x, y);
  const after = writer.at - layout.transcriptAt;
  write32(image, HEAD.transcriptLength, after);
  return after;
}

/** The printed text. */
export function transcript(world: World): string {
  const from = world.layout.transcriptAt;
  return decodeText(world.image.subarray(from, from + read32(world.image, HEAD.transcriptLength)));
}

/** The present state in the same form: map, units, and the MoveMap if there is one. */
export function view(world: World): string {
  const calculated = world.image[HEAD.calculatedUnit] as number;
  const blocks: [Printed, number][] = [['map', 0]];
  for (let unit = 0; unit < world.layout.unitCount; unit++) {
    if (isPresent(world, unit)) blocks.push(['unit', unit]);
  }
  if (calculated < world.layout.unitCount) blocks.push(['moveMap', calculated]);
  return blocks.map(([what, unit]) => viewBlock(world, what, unit)).join('');
}

function viewBlock(world: World, what: Printed, unit: number): string {
  const counter = { bytes: new Uint8Array(0), at: 0, counting: true };
  write(world, counter, what, unit, 0, 0);
  const writer = { bytes: new Uint8Array(counter.at), at: 0, counting: false };
  write(world, writer, what, unit, 0, 0);
  return decodeText(writer.bytes);
}

// Room for the printed text of a plan: as many bytes as its commands print at most, where the setup
// does not say how many (S18).

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
