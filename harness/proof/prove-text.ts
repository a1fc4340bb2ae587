/** The result of `rom prove` as text and as plain data. */
import { busAddressOf, formatBus } from '../../rom-map/cartridge/index.js';
import { addressOf, formatAddress } from '../../rom-map/index.js';
import { describeAddress } from '../verify/vectors/case-machine.js';
import type { ProveResult } from './prove.js';
import type { RoutineProof } from './prove-routine.js';

const MOST_LISTED = 12;

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

function registersText(proof: RoutineProof): string {
  const registers = proof.first?.state.registers;
  if (registers === undefined) return '';
  return `A=${hex(registers.A, 4)} X=${hex(registers.X, 4)} Y=${hex(registers.Y, 4)} P=${hex(registers.P, 2)}`;
}

/** Draws up to the last that is not 0. */
function drawsText(draws: readonly number[] | undefined): string {
  if (draws === undefined) return '';
  let used = draws.length;
  while (used > 0 && draws[used - 1] === 0) used--;
  return `, draws ${draws.slice(0, used).join(' ')}${used < draws.length ? ' 0...' : ''}`;
}

function firstLines(proof: RoutineProof, command: string): string[] {
  const { first } = proof;
  if (first === undefined) return [];
  const cells = first.cells.map((offset) => {
    const value = first.state.memory[offset] ?? 0;
    return `${describeAddress(addressOf(offset))} = ${hex(value, 2)}h`;
  });
  const rest = cells.length > MOST_LISTED ? `, and ${cells.length - MOST_LISTED} more` : '';
  const list = cells.length === 0 ? 'none' : cells.slice(0, MOST_LISTED).join(', ');
  return [
    `         ${first.difference.text}`,
    `         registers ${registersText(proof)}${drawsText(first.state.draws)}`,
    `         ${cells.length} cells that are not 0: ${list}${rest}`,
    `         ${command} --routine ${proof.name}`,
  ];
}

function routineLine(proof: RoutineProof): string {
  const state =
    proof.different > 0 ? 'DIFFERS' : proof.cases === 0 ? 'nothing' : proof.equal === 0 ? 'unproven' : 'equal';
  const notes = [
    proof.branches === 0 ? 'no branch' : `branches ${proof.bothWays}/${proof.branches} both ways`,
    proof.allInputs > 0 ? `all inputs (${proof.allInputs} bits)` : '',
    proof.unproven > 0 ? `${proof.unproven} unproven: ${Object.keys(proof.reasons).join(', ')}` : '',
    proof.undeclaredReads.length > 0
      ? `undeclared reads: ${proof.undeclaredReads.slice(0, 4).map(formatAddress).join(' ')}`
      : '',
    proof.earlyReads > 0 ? `${proof.earlyReads} early register reads` : '',
    proof.published.otherOutcome > 0 ? `${proof.published.otherOutcome} other than published` : '',
    proof.published.otherTables > 0 ? `${proof.published.otherTables} published cases need other tables` : '',
  ].filter((part) => part !== '');
  const count = `${proof.equal}/${proof.cases}`.padStart(15);
  return `${state.padEnd(8)}${count}  ${proof.routine} ${proof.name}: ${notes.join('; ')}`;
}

/**
 * @param command the command that was given, without `--routine` @param all every routine, not only
 * those that differ
 */
export function proveText(result: ProveResult, command: string, all: boolean): string {
  const lines: string[] = [];
  const note = result.image.published ? '' : ', NOT the published image';
  lines.push(`image: SHA-256 ${result.image.sha256}, taken as ${result.image.profile}${note}`);
  for (const proof of result.list) {
    const isQuiet = proof.different === 0 && proof.unproven === 0 && proof.published.otherOutcome === 0;
    if (isQuiet && proof.equal > 0 && !all) continue;
    lines.push(routineLine(proof), ...firstLines(proof, command));
    if (proof.published.firstOutcome !== undefined) {
      lines.push(`         published case, ${proof.published.firstOutcome}`);
    }
  }
  const published = result.list.reduce((sum, one) => sum + one.published.cases, 0);
  const played = result.list.reduce((sum, one) => sum + one.played, 0);
  lines.push(
    `branches of the original: ${result.bothWays} of ${result.branches} met went both ways`,
    `${result.total}: ${result.routines} routines, ${result.cases} cases (${published} published, ${played} on played frames), ${result.equal} equal, ` +
      `${result.different} different, ${result.unproven} unproven`,
  );
  return `${lines.join('\n')}\n`;
}

function cellsJson(proof: RoutineProof): Record<string, number> {
  const cells: Record<string, number> = {};
  for (const offset of proof.first?.cells ?? []) {
    cells[formatAddress(addressOf(offset))] = proof.first?.state.memory[offset] ?? 0;
  }
  return cells;
}

function firstJson(proof: RoutineProof | undefined) {
  if (proof?.first === undefined) return null;
  const { difference, state } = proof.first;
  return {
    routine: proof.routine,
    name: proof.name,
    kind: difference.kind,
    difference: difference.text,
    registers: state.registers,
    draws: state.draws ?? null,
    cells: cellsJson(proof),
  };
}

/** @param bytes length of the image, for the addresses of branches */
export function proveJson(result: ProveResult, mapping: 'hirom' | 'lorom', bytes: number) {
  return {
    ...result,
    first: firstJson(result.first),
    list: result.list.map((proof) => ({
      ...proof,
      oneWay: proof.oneWay.map((offset) => formatBus(busAddressOf(mapping, offset, bytes))),
      undeclaredReads: proof.undeclaredReads.map(formatAddress),
      first: firstJson(proof),
    })),
  };
}
