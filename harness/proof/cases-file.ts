/** Varied cases as a vector file: cells and results of the original, no byte of the image. */
import { addressOf, formatAddress } from '../../rom-map/index.js';
import type { Registers } from '../verify/vectors/format.js';
import type { RoutineRunner } from './routine-runner.js';

/** Cases that one file holds at most. */
const MOST_CASES = 2000;

export interface CaseCollector {
  /** Takes the last run of a routine, as long as there is room. */
  take(runner: RoutineRunner, registers: Registers, hasGivenDraws: boolean): void;
  /** The file's text; undefined: nothing was taken. */
  text(): string | undefined;
}

/** @param image SHA-256 of the image that gave the results @param seed seed of the varied cases */
export function createCaseCollector(image: string, total: string, seed: number): CaseCollector {
  const lines: string[] = [];
  let header: Record<string, unknown> = {};
  return {
    take(runner, registers, hasGivenDraws) {
      if (lines.length >= MOST_CASES) return;
      const { plan } = runner;
      const result = runner.original();
      const memory: Record<string, number> = {};
      for (const offset of runner.inputs()) memory[formatAddress(addressOf(offset))] = runner.cell(offset);
      const written: Record<string, number> = {};
      for (const [address, value] of runner.writes()) written[formatAddress(address)] = value;
      header = {
        vectors: 1,
        routine: plan.routine,
        name: plan.name,
        does: `varied cases, seed ${seed}; ${total}`,
        scratch: runner.scratch().map(formatAddress),
        evidence: 'executed',
        source: `image with SHA-256 ${image}`,
      };
      lines.push(
        JSON.stringify({
          in: { regs: registers, mem: memory },
          out: { exit: result.exit, regs: runner.theirRegisters(), mem: written },
          ...(hasGivenDraws || result.draws.length > 0 ? { draws: result.draws } : {}),
        }),
      );
    },
    text() {
      if (lines.length === 0) return undefined;
      return `${[JSON.stringify({ ...header, cases: lines.length }), ...lines].join('\n')}\n`;
    },
  };
}
