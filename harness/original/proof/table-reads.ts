/** Which table bytes and cells our function reads in a case. */
import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';
import type { CaseMachine } from '../vectors/case-machine.js';

/** A bank that notes the addresses of the bytes that are read. */
function watchedBank(bytes: Uint8Array, bank: number, seen: Map<number, number>): Uint8Array {
  return new Proxy(bytes, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'number' && /^\d+$/.test(String(key))) seen.set(bank * 0x1_0000 + Number(key), value);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** The same machine with memory that tells each read. It shares tables and events. */
export function withWatchedMemory(target: CaseMachine, read: (offset: number) => void): CaseMachine {
  const ram = new Proxy(target.machine.ram, {
    get(bytes, key) {
      const value: unknown = Reflect.get(bytes, key, bytes);
      if (typeof value === 'number' && /^\d+$/.test(String(key))) read(Number(key));
      return typeof value === 'function' ? (value as () => unknown).bind(bytes) : value;
    },
  });
  return { ...target, machine: { ...target.machine, ram } };
}

/** The same machine with tables that note each read in `seen`. It shares memory and events. */
export function withWatchedTables(target: CaseMachine, seen: Map<number, number>): CaseMachine {
  const { bankC0, bankC1, bankD5, bankD6 } = target.machine.tables;
  const tables: TableBytes = {
    bankC0: watchedBank(bankC0, 0xc0, seen),
    bankC1: watchedBank(bankC1, 0xc1, seen),
    bankD5: watchedBank(bankD5, 0xd5, seen),
    bankD6: watchedBank(bankD6, 0xd6, seen),
  };
  return { ...target, machine: { ...target.machine, tables } };
}
