/** What a proof is told of LIVE A LIVE: its windows, cells, domains, draws, and our side of it. */

import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';
import {
  BATTLE_GENERATOR_ROUTINE,
  DOMAINS,
  FREE_CELLS,
  IMAGE_BYTES,
  PLACES,
  UNPRINTED,
  WINDOWS,
} from '../../../rom-map/index.js';
import { type CaseMachine, createCaseMachine, describeAddress, drawsOf, putTables } from '../vectors/case-machine.js';
import { argumentValue, callAdapter, resultValue } from '../vectors/run-case.js';
import type { Game, OurSide, ReadListener } from './game.js';

/** A bank that tells the addresses of the bytes that are read. */
function watchedBank(bytes: Uint8Array, bank: number, heard: ReadListener): Uint8Array {
  return new Proxy(bytes, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'number' && /^\d+$/.test(String(key))) heard.table?.(bank * 0x1_0000 + Number(key), value);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** The same machine with memory that tells each read. It shares tables and events. */
function withWatchedMemory(target: CaseMachine, heard: ReadListener): CaseMachine {
  const ram = new Proxy(target.machine.ram, {
    get(bytes, key) {
      const value: unknown = Reflect.get(bytes, key, bytes);
      if (typeof value === 'number' && /^\d+$/.test(String(key))) heard.cell?.(Number(key));
      return typeof value === 'function' ? (value as () => unknown).bind(bytes) : value;
    },
  });
  return { ...target, machine: { ...target.machine, ram } };
}

/** The same machine with tables that tell each read. It shares memory and events. */
function withWatchedTables(target: CaseMachine, heard: ReadListener): CaseMachine {
  const { bankC0, bankC1, bankD5, bankD6 } = target.machine.tables;
  const tables: TableBytes = {
    bankC0: watchedBank(bankC0, 0xc0, heard),
    bankC1: watchedBank(bankC1, 0xc1, heard),
    bankD5: watchedBank(bankD5, 0xd5, heard),
    bankD6: watchedBank(bankD6, 0xd6, heard),
  };
  return { ...target, machine: { ...target.machine, tables } };
}

function watched(ours: CaseMachine, heard: ReadListener): CaseMachine {
  const memory = heard.cell === undefined ? ours : withWatchedMemory(ours, heard);
  return heard.table === undefined ? memory : withWatchedTables(memory, heard);
}

function createSide(): OurSide {
  const ours = createCaseMachine();
  const { machine, offsets, addresses } = ours;
  const { events, ram } = machine;
  let last = ours;
  let returned = 0;
  return {
    ram,
    offsets,
    addresses,
    putTables: (tables) => void putTables(ours, tables),
    call(adapter, memory, registers, draws, heard) {
      ram.set(memory);
      events.length = 0;
      last = heard === undefined ? ours : watched(ours, heard);
      last.machine.script = draws === undefined ? undefined : { values: draws, next: 0 };
      const called = callAdapter(last, adapter, registers);
      returned = called.returned;
      return called.exit;
    },
    result(adapter, name, registers) {
      const place = adapter.results[name];
      return place === undefined ? -1 : resultValue(ours, place, returned, argumentValue(registers, name));
    },
    drawCount: () => last.machine.script?.next ?? drawsOf(events).length,
    drawn: () => drawsOf(events),
    unfit: () => undefined,
  };
}

export const LIVE_A_LIVE_GAME: Game = {
  windows: WINDOWS,
  imageBytes: IMAGE_BYTES,
  isDeclared: false,
  tableBanks: [0xc0, 0xc1, 0xd5, 0xd6],
  generator: BATTLE_GENERATOR_ROUTINE,
  unprinted: UNPRINTED,
  unpublishedWays: [
    { routine: 'C1:D052', cell: 'enemy.state', value: 0x20, what: 'a driven enemy moves through C1:41FD' },
  ],
  domains: DOMAINS,
  freeCells: FREE_CELLS,
  placesOf: () => PLACES,
  describe: (address) => describeAddress(address),
  createSide,
};
