/**
 * The disassembly view: the code of the image that the session runs with, as `rom disassemble`
 * lists it. It goes to the client alone; nothing of it is kept.
 */
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { imageOfSystem } from '../../files/rom/with-image.js';
import { type ChosenImage, chooseImage, choosePlace } from '../../original/disassembly/chosen-image.js';
import { disassemble, type ListingLine } from '../../original/disassembly/listing.js';
import { stateAtEntry } from '../../original/disassembly/state-at-entry.js';
import { optionalNumber, text, wholeNumber } from './arguments.js';
import type { Handler, SessionDefaults } from './session.js';

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

function addressText(address: number): string {
  return `0x${address.toString(16).toUpperCase().padStart(6, '0')}`;
}

/** Stands where nothing is listed: before the start, and behind the last instruction. */
function unknownAt(address: number): DebugProtocol.DisassembledInstruction {
  return { address: addressText(address & NO_END), instruction: '??', presentationHint: 'invalid' };
}

function instructionOf(line: ListingLine): DebugProtocol.DisassembledInstruction {
  const notes = [line.names, ...line.notes].filter((note) => note !== '');
  const code = line.operand === '' ? line.name : `${line.name} ${line.operand}`;
  return {
    address: addressText(line.address),
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
