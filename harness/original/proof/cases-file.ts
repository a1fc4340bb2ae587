/** Varied cases as a vector file: cells and results of the original, no byte of the image. */
import { addressOf, formatAddress } from '../../../rom-map/index.js';
import type { Registers } from '../vectors/format.js';
import type { RoutineRunner } from './routine-runner.js';
import type { ProofState } from './state.js';

/** Registers as a case names them: the widths at the entry are the routine's. */
function writtenRegisters({ A, X, Y, P, D, DB }: Registers): Partial<Registers> {
  return { A, X, Y, P, ...(D === undefined ? {} : { D }), ...(DB === undefined ? {} : { DB }) };
}

/** Cases that one file holds at most. */
const MAX_CASES = 2000;

export interface CaseCollector {
  /** Takes the last run of a routine, as long as there is room. */
  take(runner: RoutineRunner, registers: Registers, state: ProofState): void;
  /** The file's text; undefined: nothing was taken. */
  text(): string | undefined;
}

interface NamedTables {
  /** Table bytes that stand in work RAM: cells like others, with their values. */
  readonly values: { readonly rom?: Readonly<Record<string, number>> };
  /** Table bytes of the image: their addresses alone. */
  readonly names: { readonly tables?: readonly string[] };
  /** Address of the image's byte by its value. */
  readonly byValue: ReadonlyMap<number, string>;
}

function tablesOf(runner: RoutineRunner, registers: Registers, { draws, tables }: ProofState): NamedTables {
  const rom: Record<string, number> = {};
  const names: string[] = [];
  const byValue = new Map<number, string>();
  for (const [address, read] of [...runner.tableReads(registers, draws)].sort(([a], [b]) => a - b)) {
    const value = tables.get(address);
    const name = formatAddress(address);
    if (value === undefined) {
      names.push(name);
      byValue.set(read, name);
    } else rom[name] = value;
  }
  return {
    values: Object.keys(rom).length === 0 ? {} : { rom },
    names: names.length === 0 ? {} : { tables: names },
    byValue,
  };
}

/** @param image SHA-256 of the image that gave the results @param seed seed of the varied cases */
export function createCaseCollector(image: string, total: string, seed: number): CaseCollector {
  const lines: string[] = [];
  let header: Record<string, unknown> = {};
  return {
    take(runner, registers, state) {
      if (lines.length >= MAX_CASES) return;
      // bytes laid over the image's tables are none of the image: no file can name them
      const cells = [...runner.machine.image.profile.tableCells.values()];
      if ([...runner.tables().keys()].some((address) => !cells.includes(address))) return;
      const { plan } = runner;
      const result = runner.original();
      const memory: Record<string, number> = {};
      for (const offset of runner.inputs()) memory[formatAddress(addressOf(offset))] = runner.cell(offset);
      const { values, names, byValue } = tablesOf(runner, registers, state);
      const written: Record<string, number> = {};
      const copies: Record<string, string> = {};
      for (const [address, value] of runner.writes()) {
        const table = byValue.get(value);
        if (table === undefined) written[formatAddress(address)] = value;
        else copies[formatAddress(address)] = table;
      }
      // a register that may hold a byte of the image is left open
      const results = Object.entries(runner.theirRegisters()).filter(([, value]) => !byValue.has(value & 0xff));
      header = {
        vectors: 1,
        routine: plan.routine,
        name: plan.name,
        does: `varied cases, seed ${seed}; ${total}`,
        scratch: runner.scratch().map(formatAddress),
        evidence: 'executed',
        source: `image with SHA-256 ${image}`,
        image,
      };
      lines.push(
        JSON.stringify({
          in: { regs: writtenRegisters(registers), mem: memory, ...values, ...names },
          out: {
            exit: result.exit,
            regs: Object.fromEntries(results),
            mem: written,
            ...(Object.keys(copies).length === 0 ? {} : { copies }),
          },
          ...(state.draws !== undefined || result.draws.length > 0 ? { draws: result.draws } : {}),
        }),
      );
    },
    text() {
      if (lines.length === 0) return undefined;
      return `${[JSON.stringify({ ...header, cases: lines.length }), ...lines].join('\n')}\n`;
    },
  };
}
