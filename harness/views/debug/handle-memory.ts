/**
 * Requests that read and write memory and cells. A write makes a branch: the recording is never
 * written.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { CellDeclaration, System } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { LockstepError } from '../../base/index.js';
import { imageOfSystem } from '../../files/index.js';
import {
  type ChosenImage,
  chooseImage,
  choosePlace,
  disassemble,
  type ListingLine,
  stateAtEntry,
} from '../../original/index.js';

import { RECORDING, RECORDING_NAME } from '../../play/index.js';
import {
  type Arguments,
  type Handler,
  optionalNumber,
  type Session,
  type SessionDefaults,
  text,
  wholeNumber,
} from './session.js';
import { type DebugState, held, imagesOf, moveTo } from './state.js';
import { valueText } from './variables.js';

// The disassembly view: the code of the image that the session runs with, as `rom disassemble`
// lists it. It goes to the client alone; nothing of it is kept.

const MAX_INSTRUCTIONS = 4_000;
const NO_END = 0xff_ffff;

/** Images that were read once, by the system that runs with them. */
const CHOSEN = new WeakMap<System, ChosenImage>();

/** Whether a session has an image whose code can be shown. */
export function hasCode({ systems }: SessionDefaults): boolean {
  return systems.some((system) => imageOfSystem(system) !== undefined);
}

/** @throws LockstepError `E_REQUEST` without an image, and as `chooseImage` */
function imageOf(system: System): ChosenImage {
  const known = CHOSEN.get(system);
  if (known !== undefined) return known;
  const rom = imageOfSystem(system);
  if (rom === undefined) {
    throw new LockstepError('E_REQUEST', 'no image is at hand whose code could be shown', {
      remedy: 'Start the adapter with `lockstep debug --rom IMAGE`',
    });
  }
  const image = chooseImage(rom.file, { force: true });
  CHOSEN.set(system, image);
  return image;
}

function instructionAddressText(address: number): string {
  return `0x${address.toString(16).toUpperCase().padStart(6, '0')}`;
}

/** Stands where nothing is listed: before the start, and behind the last instruction. */
function unknownAt(address: number): DebugProtocol.DisassembledInstruction {
  return { address: instructionAddressText(address & NO_END), instruction: '??', presentationHint: 'invalid' };
}

function instructionOf(line: ListingLine): DebugProtocol.DisassembledInstruction {
  const notes = [line.names, ...line.notes].filter((note) => note !== '');
  const code = line.operand === '' ? line.name : `${line.name} ${line.operand}`;
  return {
    address: instructionAddressText(line.address),
    instructionBytes: line.bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' '),
    instruction: notes.length === 0 ? code : `${code} ; ${notes.join('; ')}`,
    ...(line.label === '' ? {} : { symbol: line.label }),
  };
}

/** As many instructions as asked for; those that nobody knows say so. */
const disassembly: Handler = (args, session) => {
  const image = imageOf(session.state().timeline.system);
  const given = text(args, 'memoryReference');
  const first = choosePlace(given.replace(/^0x/iu, '').padStart(6, '0'), image);
  const address = (first.address + optionalNumber(args, 'offset', 0)) & NO_END;
  const place = choosePlace(address.toString(16).padStart(6, '0'), image);
  const from = optionalNumber(args, 'instructionOffset', 0);
  const count = wholeNumber(args, 'instructionCount', 1, MAX_INSTRUCTIONS);
  const before = Math.min(Math.max(-from, 0), count);
  const { lines } = disassemble({ image: image.rom.image, mapping: image.mapping }, address, image.names, {
    state: stateAtEntry(image, place),
    instructions: Math.min(Math.max(from, 0) + count, MAX_INSTRUCTIONS),
    end: NO_END,
  });
  const behind = lines.filter((line) => line.address >= address).slice(Math.max(from, 0));
  const listed = behind.slice(0, count - before).map(instructionOf);
  const last = lines.at(-1);
  const end = last === undefined ? address : last.address + last.bytes.length;
  const missing = count - before - listed.length;
  return {
    instructions: [
      ...Array.from({ length: before }, (_, at) => unknownAt(address + from + at)),
      ...listed,
      ...Array.from({ length: missing }, (_, at) => unknownAt(end + at)),
    ],
  };
};

export const disassemblyHandlers: Readonly<Record<string, Handler>> = { disassemble: disassembly };

const MAX_BYTES = 0x2_0000;

/** @throws LockstepError `E_REQUEST` */
function addressOf(args: Arguments): number {
  const given = text(args, 'memoryReference');
  if (!/^(?:0x|\$)?[0-9a-f]{1,7}$/iu.test(given))
    throw new LockstepError('E_REQUEST', 'this is not an address', { found: given.slice(0, 80) });
  return Number.parseInt(given.replace(/^(?:0x|\$)/iu, ''), 16) + optionalNumber(args, 'offset', 0);
}

function addressText(address: number): string {
  return `0x${address.toString(16).toUpperCase().padStart(6, '0')}`;
}

/** Writes bytes at the present position, on a new branch if the recording is shown. */
function writeBytes(state: DebugState, address: number, bytes: Uint8Array, session: Session): void {
  if (state.call > 0 || state.inner > 0) {
    throw new LockstepError('E_BRANCH', 'memory cannot be written in the middle of an entry', {
      remedy: 'Step to its end first',
    });
  }
  const { book } = state;
  if (state.line === RECORDING) {
    const branch = book.freeName();
    book.apply({ edit: 'fork', branch, parent: RECORDING_NAME, at: state.at });
    state.line = book.lineOf(branch);
    session.say(`Written on ${branch}; the recording stays as it is`);
  }
  book.apply({
    edit: 'write',
    branch: book.nameOf(state.line),
    at: state.at,
    address: formatAddress(address),
    bytes: Buffer.from(bytes).toString('hex').toUpperCase(),
  });
  state.sources.delete(state.line);
  const { scopes } = state;
  moveTo(state, state.at);
  // The client still holds references of this stop and asks for them again.
  state.scopes = scopes;
  session.later(() => session.invalidated());
}

/** @throws LockstepError `E_REQUEST` unless the text is a number that fits the cell */
function bytesOf(cell: CellDeclaration, given: string): Uint8Array {
  const match = /^\s*(-?(?:0x[0-9a-f]+|\$[0-9a-f]+|[0-9]+))(?:\s+\(was .*\))?\s*$/iu.exec(given);
  const value = match === null ? Number.NaN : Number((match[1] ?? '').replace('$', '0x'));
  const span = 2 ** (8 * cell.width);
  const [min, max] = cell.signed === true ? [-span / 2, span / 2 - 1] : [0, span - 1];
  if (!(value >= min && value <= max)) {
    throw new LockstepError('E_REQUEST', `this does not fit ${cell.name}`, {
      found: given.slice(0, 80),
      expected: `${min} to ${max}`,
    });
  }
  const unsigned = value < 0 ? value + span : value;
  return Uint8Array.from({ length: cell.width }, (_, byte) => Math.floor(unsigned / 2 ** (8 * byte)) % 256);
}

function writeCell(cell: CellDeclaration, given: string, session: Session): { value: string } {
  const state = session.state();
  writeBytes(state, cell.address, bytesOf(cell, given), session);
  return { value: valueText(cell, imagesOf(state), false) };
}

export const memoryHandlers: Readonly<Record<string, Handler>> = {
  setVariable(args, session) {
    const name = text(args, 'name');
    const child = held(session.state(), wholeNumber(args, 'variablesReference', 1))
      .children()
      .find((one) => one.name === name);
    if (child?.cell === undefined) throw new LockstepError('E_REQUEST', `${name} cannot be written`);
    return writeCell(child.cell, text(args, 'value'), session);
  },
  setExpression(args, session) {
    const { timeline } = session.state();
    const name = text(args, 'expression').trim();
    const cell = timeline.cells.get(name);
    return writeCell(cell, text(args, 'value'), session);
  },
  readMemory(args, session) {
    const state = session.state();
    const { cells } = state.timeline;
    const address = addressOf(args);
    const count = wholeNumber(args, 'count', 0, MAX_BYTES);
    const { after } = imagesOf(state);
    const bytes: number[] = [];
    for (let byte = 0; byte < count; byte++) {
      const offset = cells.offsetOf(address + byte);
      if (offset < 0) break;
      bytes.push(after[offset] as number);
    }
    return {
      address: addressText(address),
      data: Buffer.from(bytes).toString('base64'),
      ...(bytes.length < count ? { unreadableBytes: count - bytes.length } : {}),
    };
  },
  writeMemory(args, session) {
    const state = session.state();
    const { cells } = state.timeline;
    const address = addressOf(args);
    const bytes = Buffer.from(text(args, 'data'), 'base64');
    const offset = cells.offsetOf(address);
    const fits =
      bytes.length > 0 && offset >= 0 && cells.offsetOf(address + bytes.length - 1) === offset + bytes.length - 1;
    if (!fits)
      throw new LockstepError('E_REQUEST', 'the bytes do not lie in one memory window', {
        found: addressText(address),
      });
    writeBytes(state, address, bytes, session);
    return { offset: 0, bytesWritten: bytes.length };
  },
};
