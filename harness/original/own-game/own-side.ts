/** Our side of a game of one's own: what its functions read and write, by name. */
import type { Window } from '../../../rom-map/index.js';
import { LockstepError, nearest } from '../../base/index.js';
import type { OurSide, ReadListener, Unfit } from '../game/game.js';
import type { Adapter } from '../vectors/adapters/adapter.js';
import { placed } from '../vectors/case-machine.js';
import type { Registers } from '../vectors/format.js';
import { argumentValue } from '../vectors/run-case.js';
import type { OwnMachine, OwnRegister } from './own-routine.js';

/** Bytes that a function of ours names. */
export interface NamedBytes {
  readonly name: string;
  /** Offset in the packed image, or address of a table. */
  readonly at: number;
  readonly bytes: 1 | 2;
  readonly count: number;
  readonly stride: number;
  readonly isTable: boolean;
  readonly isRead: boolean;
  readonly isWritten: boolean;
}

/** A routine with the places of its names. */
export interface BoundRoutine {
  readonly name: string;
  readonly adapter: Adapter;
  readonly names: ReadonlyMap<string, NamedBytes>;
  readonly ours: (machine: OwnMachine) => void;
}

const FLAGS: Readonly<Partial<Record<OwnRegister, number>>> = { N: 7, V: 6, Z: 1, C: 0 };
export const OWN_REGISTERS: readonly OwnRegister[] = ['A', 'A8', 'X', 'Y', 'N', 'V', 'Z', 'C'];

/** Largest number that a register holds. */
export function largestOf(name: OwnRegister): number {
  return FLAGS[name] !== undefined ? 1 : name === 'A8' ? 0xff : 0xffff;
}

function refused(message: string, found: string, expected: string, remedy: string): LockstepError {
  return new LockstepError('E_USAGE', message, { found, expected, remedy });
}

/** @param windows of the cells of all routines */
export function createOwnSide(
  routines: readonly BoundRoutine[],
  windows: readonly Window[],
  imageBytes: number,
): OurSide {
  const byAdapter = new Map(routines.map((routine) => [routine.adapter, routine]));
  const { offsets, addresses } = placed(windows, imageBytes);
  const ram = new Uint8Array(imageBytes);
  const tables = new Map<number, number>();
  const registers = { A: 0, X: 0, Y: 0, P: 0 };
  const unfits = new Map<string, Unfit>();
  const given = new Set<OwnRegister>();
  let bound: BoundRoutine | undefined;
  let heard: ReadListener | undefined;

  const named = (name: string, verb: 'read' | 'write'): NamedBytes => {
    const found = bound?.names.get(name);
    const may = verb === 'read' ? found?.isRead : found?.isWritten;
    if (found !== undefined && may === true) return found;
    const names = [...(bound?.names.values() ?? [])]
      .filter((one) => (verb === 'read' ? one.isRead : one.isWritten))
      .map((one) => one.name);
    throw refused(
      `prove: the function ours of routine ${bound?.name} ${verb}s ${name}, which its table does not name as ${verb === 'read' ? 'read' : 'written'}`,
      String(name),
      names.length === 0 ? `no name: it ${verb}s nothing` : names.join(', '),
      names.length === 0 ? `Name it in ${verb}s of the routine` : nearest(String(name), names),
    );
  };

  const placeOf = ({ at, count, name, stride }: NamedBytes, index: number): number => {
    if (!Number.isInteger(index) || index < 0 || index >= count) {
      throw new RangeError(`${name} has no number ${index}: 0 to ${count - 1}`);
    }
    return at + index * stride;
  };

  const byteAt = (one: NamedBytes, place: number): number => {
    if (!one.isTable) {
      heard?.cell?.(place);
      return ram[place] as number;
    }
    const value = tables.get(place) ?? 0;
    heard?.table?.(place, value);
    return value;
  };

  /** Whether a number fits; one that does not is told at the end, unless it is written anew. */
  const keep = (key: string, value: number, bits: number, place: Pick<Unfit, 'offset' | 'width'>): number => {
    if (Number.isInteger(value) && value >= 0 && value < 2 ** bits) unfits.delete(key);
    else
      unfits.set(key, {
        ...place,
        text: `${key}: mine ${value}, which ${bits === 1 ? '1 bit does' : `${bits} bits do`} not hold`,
      });
    return value & (2 ** bits - 1);
  };

  const readRegister = (name: OwnRegister): number => {
    const isWhole = name === 'A8' && (bound?.adapter.arguments.includes('A') || given.has('A'));
    if (!isWhole && !bound?.adapter.arguments.includes(name) && !given.has(name)) {
      throw refused(
        `prove: the function ours of routine ${bound?.name} reads ${name}, which its table does not name in takes`,
        name,
        bound?.adapter.arguments.join(', ') || 'no register: it takes none',
        `Name ${name} in takes of the routine`,
      );
    }
    return argumentValue(registers, name);
  };

  const writeRegister = (name: OwnRegister, value: number): void => {
    given.add(name);
    const bit = FLAGS[name];
    const bits = bit !== undefined ? 1 : name === 'A8' ? 8 : 16;
    const kept = keep(`register ${name}`, value, bits, { offset: -1, width: 0 });
    if (bit !== undefined) registers.P = (registers.P & ~(1 << bit)) | (kept << bit);
    else if (name === 'A8') registers.A = (registers.A & 0xff00) | kept;
    else registers[name as 'A' | 'X' | 'Y'] = kept;
  };

  const machine = {
    read(name: string, index = 0): number {
      const one = named(name, 'read');
      const place = placeOf(one, index);
      return one.bytes === 1 ? byteAt(one, place) : byteAt(one, place) | (byteAt(one, place + 1) << 8);
    },
    write(name: string, value: number, index = 0): void {
      const one = named(name, 'write');
      const place = placeOf(one, index);
      const key = one.count === 1 ? name : `${name}[${index}]`;
      const kept = keep(key, value, 8 * one.bytes, { offset: place, width: one.bytes });
      ram[place] = kept;
      if (one.bytes === 2) ram[place + 1] = kept >>> 8;
    },
  } as OwnMachine;
  for (const name of OWN_REGISTERS) {
    Object.defineProperty(machine, name, {
      get: () => readRegister(name),
      set: (value: number) => writeRegister(name, value),
    });
  }
  Object.freeze(machine);

  return {
    ram,
    offsets,
    addresses,
    putTables(bytes) {
      for (const [address, value] of bytes) tables.set(address, value);
    },
    call(adapter, memory, { A, X, Y, P }: Registers, _, listener) {
      ram.set(memory);
      Object.assign(registers, { A, X, Y, P });
      unfits.clear();
      given.clear();
      bound = byAdapter.get(adapter);
      heard = listener;
      bound?.ours(machine);
      return 'return';
    },
    result: (_, name) => argumentValue(registers, name),
    drawCount: () => 0,
    drawn: () => [],
    unfit: () => unfits.values().next().value,
  };
}
