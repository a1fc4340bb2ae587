/**
 * Requests that read and write memory and cells. A write makes a branch: the recording is never
 * written.
 */
import type { CellDeclaration } from '../../../core/system/system.js';
import { formatAddress } from '../../../rom-map/windows.js';
import { LockstepError } from '../../base/errors.js';
import { RECORDING, RECORDING_NAME } from '../../play/timeline/index.js';
import { type Arguments, optionalNumber, text, wholeNumber } from './arguments.js';
import type { Handler, Session } from './session.js';
import { type DebugState, held, imagesOf, moveTo } from './state.js';
import { valueText } from './variables.js';

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
