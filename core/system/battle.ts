/**
 * The outer layer of every system: apply with typed errors, read, snapshot, restore, hash, and
 * commands as plain data.
 */
import { readUnsigned } from '../int/uint.js';
import type { ParameterShape } from './declarations.js';
import { legalInstead, namedInstead, namesFor, namesText } from './legal-text.js';
import { countText } from './names.js';
import {
  type ActionShape,
  type Battle,
  type CellDeclaration,
  type CommandShape,
  type EventBuffer,
  type PlainCommand,
  RuleError,
  type RuleErrorShape,
  type System,
} from './system.js';

export type { PlainCommand } from './declarations.js';

/** An empty event buffer. @param words capacity in 32-bit words @param unread as in the buffer */
export function createEventBuffer(words = 1024, unread = 0): EventBuffer {
  return { words: new Int32Array(words), length: 0, lost: 0, unread };
}

/**
 * Appends `[kind, ...values]`, or counts the event as lost when the buffer is full. Only the first
 * `count` of the four values are written.
 */
export function pushEvent(
  events: EventBuffer | undefined,
  kind: number,
  count: number,
  first = 0,
  second = 0,
  third = 0,
  fourth = 0,
): void {
  if (events === undefined) return;
  const at = events.length;
  if (at + 1 + count > events.words.length) {
    events.lost++;
    return;
  }
  const words = events.words;
  words[at] = kind;
  if (count > 0) words[at + 1] = first;
  if (count > 1) words[at + 2] = second;
  if (count > 2) words[at + 3] = third;
  if (count > 3) words[at + 4] = fourth;
  events.length = at + 1 + count;
}

/**
 * Appends an event of two values. The two shapes of nearly all events have functions of their own:
 * they stand in many places of the compiled code, where an index that is held to 32 bits needs no
 * test for overflow.
 */
export function pushTwo(events: EventBuffer, kind: number, first: number, second: number): void {
  const { words, length: at } = events;
  const end = (at + 3) | 0;
  if (end > words.length) {
    events.lost++;
    return;
  }
  words[at] = kind;
  words[(at + 1) | 0] = first;
  words[(at + 2) | 0] = second;
  events.length = end;
}

/** Appends an event of four values, where somebody listens. */
export function pushFour(
  events: EventBuffer | undefined,
  kind: number,
  first: number,
  second: number,
  third: number,
  fourth: number,
): void {
  if (events === undefined) return;
  const { words, length: at } = events;
  const end = (at + 5) | 0;
  if (end > words.length) {
    events.lost++;
    return;
  }
  words[at] = kind;
  words[(at + 1) | 0] = first;
  words[(at + 2) | 0] = second;
  words[(at + 3) | 0] = third;
  words[(at + 4) | 0] = fourth;
  events.length = end;
}

/** One event in readable form. */
export interface PlainEvent {
  readonly event: string;
  readonly rule: string;
  readonly values: Readonly<Record<string, number>>;
}

/** Decodes the events of a buffer. @param system its declared events are enough */
export function readEvents(system: Pick<System, 'events'>, events: EventBuffer): PlainEvent[] {
  const out: PlainEvent[] = [];
  let at = 0;
  while (at < events.length) {
    const kind = events.words[at];
    const shape = system.events.find((candidate) => candidate.kind === kind);
    if (shape === undefined) throw new RuleError('E_INTERNAL', `event of unknown kind ${kind}`);
    const values: Record<string, number> = {};
    shape.fields.forEach((field, index) => {
      values[field] = events.words[at + 1 + index] ?? 0;
    });
    out.push({ event: shape.name, rule: shape.rule, values });
    at += 1 + shape.fields.length;
  }
  return out;
}

/**
 * The declared error of a refusal.
 * @param refusal return value of a step; or a code, where nothing else is known of it
 */
export function ruleErrorOf({ errors }: System, refusal: number | string): RuleErrorShape | undefined {
  return errors.find(({ number, code }) => (typeof refusal === 'number' ? number : code) === refusal);
}

/** Error code of a step's return value; empty for 0, which is success. */
export function errorCode(system: System, result: number): string {
  return result === 0 ? '' : (ruleErrorOf(system, result)?.code ?? 'E_INTERNAL');
}

/** Runs one encoded command. @throws RuleError, and leaves the image untouched */
export function applyEncoded(system: System, battle: Battle, command: Int32Array, events?: EventBuffer): void {
  const result = battle.step(command, events);
  if (result === 0) return;
  const shape = ruleErrorOf(system, result);
  const meaning = refusalText(system, battle, command, result);
  throw new RuleError(shape?.code ?? 'E_INTERNAL', meaning === '' ? `step returned ${result}` : meaning);
}

/**
 * What a refused command could have named: what the system itself knows, such as the cells in reach
 * and the usable skills, else the parameter at fault with what is legal, or the legal commands.
 * @param result number of the rule error @param room letters that are at hand
 */
export function insteadText(
  system: System,
  battle: Battle,
  command: Int32Array,
  result: number,
  room?: number,
): string {
  const { choices } = system.capabilities;
  if (choices === undefined) return namedInstead(battle, system, command, result, room);
  const own = choices.instead(battle, command, result);
  // one step of such a system may be thousands of frames: none is tried
  return own === '' ? legalInstead(battle, system.commands, command, room) : own;
}

/**
 * Meaning of a rule error, with what is legal.
 * @param result number of the rule error
 */
export function refusalText(system: System, battle: Battle, command: Int32Array, result: number): string {
  const meaning = ruleErrorOf(system, result)?.meaning ?? '';
  const instead = insteadText(system, battle, command, result);
  return instead === '' ? meaning : `${meaning}: ${instead}`;
}

/** Runs one command given as plain data. @throws RuleError, and leaves the image untouched */
export function apply(system: System, battle: Battle, command: PlainCommand, events?: EventBuffer): void {
  applyEncoded(system, battle, encodeCommand(system, battle, command), events);
}

/** Value of a cell in an image, signed where its declaration says so. */
export function readCell(image: Uint8Array, cell: CellDeclaration): number {
  const value = readUnsigned(image, cell.offset, cell.width);
  const span = 2 ** (8 * cell.width);
  return cell.signed === true && value >= span / 2 ? value - span : value;
}

/** Value of a cell by name. @throws RuleError `E_UNKNOWN_ID` for an unknown name */
export function read(battle: Battle, name: string): number {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new RuleError('E_UNKNOWN_ID', `no cell is called ${name}`);
  return readCell(battle.image, cell);
}

export function snapshot(battle: Battle): Uint8Array {
  return battle.image.slice();
}

/**
 * Replaces the image by a snapshot. @throws RuleError `E_WIDTH` when the bytes are not a snapshot
 * of this battle
 */
export function restore(battle: Battle, bytes: Uint8Array): void {
  if (bytes.length !== battle.image.length) {
    throw new RuleError(
      'E_WIDTH',
      `a snapshot of this battle has ${countText(battle.image.length, 'byte')}, not ${bytes.length}`,
    );
  }
  battle.image.set(bytes);
}

/**
 * Canonical hash of the compared cells: 64-bit FNV-1a over their bytes in address order, as 16
 * hexadecimal digits.
 */
export function stateHash(battle: Battle): string {
  let low = 0x84222325;
  let high = 0xcbf29ce4;
  for (const cell of battle.cells) {
    if (cell.scratch === true) continue;
    for (let index = 0; index < cell.width; index++) {
      low = (low ^ (battle.image[cell.offset + index] ?? 0)) >>> 0;
      // times 0x100000001B3 modulo 2^64, by 32-bit halves
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.floor(product / 0x1_0000_0000) + (low << 8)) >>> 0;
      low = product >>> 0;
    }
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}

/** Number of 32-bit words of an encoded command. */
export function encodedLength(shape: CommandShape): number {
  return shape.parameters.reduce((sum, parameter) => sum + 1 + (parameter.capacity ?? 0), 1);
}

/** An unknown name of a parameter's value, with the names that could be given. */
function unknownName(
  { commands }: System,
  battle: Battle,
  shape: CommandShape,
  parameter: ParameterShape,
  { word, path }: { readonly word: string; readonly path: string },
): RuleError {
  const names = namesFor(battle, commands, shape, parameter);
  const message = `no ${parameter.ids} is called ${word}; ${namesText(names, parameter.meaning)}`;
  return new RuleError('E_UNKNOWN_ID', message, path, {
    word,
    known: [...names.legal, ...names.known],
    legal: names.legal,
  });
}

function encodeValue(
  system: System,
  battle: Battle,
  [shape, parameter]: readonly [CommandShape, ParameterShape],
  value: unknown,
  path: string,
): number {
  if (parameter.ids !== undefined && typeof value === 'string') {
    const known = battle.idNumber(parameter.ids, value);
    const number = known >= 0 ? known : battle.idNumber(parameter.ids, value.normalize('NFKC'));
    if (number < 0) throw unknownName(system, battle, shape, parameter, { word: value, path });
    return number;
  }
  if (value === undefined) {
    const values = namesText(namesFor(battle, system.commands, shape, parameter), '');
    throw new RuleError('E_INT', `${shape.name} needs ${path}${values === '' ? '' : `; ${values}`}`, path);
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    const wanted = parameter.ids === undefined ? 'an integer' : 'a name or an integer';
    throw new RuleError('E_INT', `${path} must be ${wanted}, not ${JSON.stringify(value)}`, path);
  }
  if (value < -0x8000_0000 || value > 0x7fff_ffff)
    throw new RuleError('E_WIDTH', `${path} does not fit in 32 bits`, path);
  return value;
}

/**
 * Encodes a command given as plain data.
 * @param shapes the system's commands or actions
 * @throws RuleError naming the parameter
 */
export function encodeCommand(
  system: System,
  battle: Battle,
  command: PlainCommand,
  shapes: readonly CommandShape[] = system.commands,
): Int32Array {
  const shape = shapes.find((candidate) => candidate.name === command.command);
  if (shape === undefined) {
    const unknown = { word: command.command, known: shapes.map(({ name }) => name) };
    throw new RuleError('E_UNKNOWN_ID', `no command is called ${command.command}`, 'command', unknown);
  }
  for (const key of Object.keys(command)) {
    if (key !== 'command' && !shape.parameters.some((parameter) => parameter.name === key)) {
      const own = shape.parameters.map(({ name }) => name).join(', ');
      const has = own === '' ? 'it has none' : `it has ${own}`;
      throw new RuleError('E_UNKNOWN_ID', `command ${shape.name} has no parameter ${key}; ${has}`, key);
    }
  }
  const words = new Int32Array(encodedLength(shape));
  words[0] = shape.code;
  let at = 1;
  for (const parameter of shape.parameters) {
    const value = command[parameter.name] ?? parameter.optional;
    if (parameter.capacity === undefined) {
      words[at++] = encodeValue(system, battle, [shape, parameter], value, parameter.name);
      continue;
    }
    if (value === undefined && parameter.mayBeAbsent === true) {
      at += 1 + parameter.capacity;
      continue;
    }
    if (!Array.isArray(value)) {
      const { name, meaning } = parameter;
      const needs = value === undefined ? `${shape.name} needs ${name}, a list` : `${name} must be a list`;
      throw new RuleError('E_RANGE', `${needs}: ${meaning}`, name);
    }
    if (value.length > parameter.capacity) {
      throw new RuleError(
        'E_RANGE',
        `${parameter.name} holds at most ${countText(parameter.capacity, 'value')}`,
        parameter.name,
      );
    }
    words[at] = value.length;
    value.forEach((element, index) => {
      words[at + 1 + index] = encodeValue(system, battle, [shape, parameter], element, `${parameter.name}[${index}]`);
    });
    at += 1 + parameter.capacity;
  }
  return words;
}

/** Words after the parameters of an action that hold its progress. */
const PHASE_WORDS = 2;

/**
 * Encodes an action before its first command.
 * @throws RuleError naming the parameter, `E_RANGE` for a value outside its range
 */
export function encodeAction(system: System, battle: Battle, action: PlainCommand, shape: ActionShape): Int32Array {
  const encoded = encodeCommand(system, battle, action, [shape]);
  shape.parameters.forEach(({ name, min, max }, index) => {
    const value = encoded[1 + index] as number;
    if (value >= min && value <= max) return;
    throw new RuleError('E_RANGE', `${name} is ${min} to ${max}, not ${value}`, name);
  });
  const words = new Int32Array(encoded.length + PHASE_WORDS);
  words.set(encoded);
  return words;
}

/** Decodes a command to plain data, with ids as names: the inverse of `encodeCommand`. */
export function decodeCommand(
  system: System,
  battle: Battle,
  words: Int32Array,
  shapes: readonly CommandShape[] = system.commands,
): PlainCommand {
  const shape = shapes.find((candidate) => candidate.code === words[0]);
  if (shape === undefined) throw new RuleError('E_UNKNOWN_ID', `no command has the code ${words[0]}`, 'command');
  const out: Record<string, unknown> & { command: string } = { command: shape.name };
  let at = 1;
  for (const parameter of shape.parameters) {
    const name = (value: number): number | string =>
      parameter.ids === undefined ? value : (battle.idName(parameter.ids, value) ?? value);
    if (parameter.capacity === undefined) {
      out[parameter.name] = name(words[at++] ?? 0);
    } else {
      const length = words[at] ?? 0;
      out[parameter.name] = Array.from(words.subarray(at + 1, at + 1 + length), name);
      at += 1 + parameter.capacity;
    }
  }
  return out;
}
