/**
 * A listing of an image's own code: instructions in the order of their addresses, with widths,
 * names and notes.
 */

import { formatBus } from '../../../rom-map/cartridge/index.js';
import { countText } from '../../base/number-text.js';
import { createCallEffects } from './call-effects.js';
import { type Flow, type FlowEnd, followFlow, type Step } from './flow.js';
import { bitOf, type FlowState, flagsOfByte, isKnown } from './flow-state.js';
import { type ImageCode, targetOf } from './image-code.js';
import type { Names } from './names.js';
import { namedAddress, operandText } from './operand-text.js';

export interface ListingLine {
  /** 24 bits. */
  readonly address: number;
  readonly bytes: readonly number[];
  /** Bits of the accumulator and of the index registers, 8 or 16; known or assumed. */
  readonly m: 8 | 16;
  readonly x: 8 | 16;
  readonly isKnownM: boolean;
  readonly isKnownX: boolean;
  readonly name: string;
  readonly operand: string;
  /** Routine that begins here, or ''. */
  readonly label: string;
  /** What the operand names, or ''. */
  readonly names: string;
  /** Addresses of branches and jumps that lead here. */
  readonly from: readonly number[];
  readonly notes: readonly string[];
  /** Bytes of the bank between the line before and this one; negative: they overlap. */
  readonly gap: number;
}

export interface Listing {
  readonly start: number;
  readonly lines: readonly ListingLine[];
  /** Ways that go on outside of the listing. */
  readonly open: readonly { readonly at: number; readonly next: number; readonly why: string }[];
}

export interface ListingOptions {
  readonly state: FlowState;
  readonly instructions: number;
  /** Last address at which an instruction may begin; FFFFFF = no limit. */
  readonly end: number;
}

function widthNotes(step: Step): string[] {
  const { instruction, state } = step;
  const notes: string[] = [];
  if (instruction.mode === 'immediateM' && !isKnown(state.m)) {
    notes.push(`the width of A is not known: ${countText(bitOf(state.m) === 1 ? 8 : 16, 'bit')} assumed`);
  }
  if (instruction.mode === 'immediateX' && !isKnown(state.x)) {
    notes.push(`the width of X and Y is not known: ${countText(bitOf(state.x) === 1 ? 8 : 16, 'bit')} assumed`);
  }
  if (step.otherWidthsFrom >= 0) notes.push(`other widths come from ${formatBus(step.otherWidthsFrom)}`);
  if (instruction.name === 'PLP' && state.e !== 1 && flagsOfByte(state.stack.at(-1) ?? -1) === undefined) {
    notes.push('pulls a status that was not seen being pushed: the widths behind it are not known');
  }
  return notes;
}

const END_NOTES: Readonly<Partial<Record<FlowEnd['kind'], string>>> = {
  pointer: 'goes on where the pointer says',
  interrupt: 'an interrupt ends or begins here',
  'outside ROM': 'no ROM answers behind this',
};

function notesOf(step: Step, flow: Flow): readonly string[] {
  const { address, name } = step.instruction;
  const notes = widthNotes(step);
  const doubt = flow.doubts.get(address);
  if (doubt !== undefined) notes.push(doubt);
  for (const { kind, at } of flow.ends) {
    const note = END_NOTES[kind];
    if (at === address && note !== undefined && name !== 'RTI') notes.push(note);
  }
  return notes;
}

/** Names of what the operand means: a routine, a place in memory, or ''. */
function namesOf(step: Step, names: Names): string {
  const { instruction, state } = step;
  const target = targetOf(instruction);
  if (target !== undefined) return names.code(target) ?? '';
  const named = namedAddress(instruction, state);
  if (named === undefined) return '';
  const name = names.data(named.address, named.isIndexed);
  if (name === undefined) return instruction.mode === 'absoluteXIndirect' ? 'jump table' : '';
  return named.isGuessed ? `${name}?` : name;
}

function lineOf(step: Step, flow: Flow, names: Names, behind: number): ListingLine {
  const { instruction, state } = step;
  return {
    address: instruction.address,
    bytes: instruction.bytes,
    m: bitOf(state.m) === 1 ? 8 : 16,
    x: bitOf(state.x) === 1 ? 8 : 16,
    isKnownM: isKnown(state.m),
    isKnownX: isKnown(state.x),
    name: instruction.name,
    operand: operandText(instruction),
    label: names.code(instruction.address) ?? '',
    names: namesOf(step, names),
    from: [...step.from].sort((a, b) => a - b),
    notes: notesOf(step, flow),
    gap: behind < 0 ? 0 : instruction.address - behind,
  };
}

const OPEN_REASONS: Readonly<Partial<Record<FlowEnd['kind'], string>>> = {
  jump: 'a jump away',
  end: 'past the end that was asked for',
  limit: 'past the number of instructions',
  'outside ROM': 'no ROM answers there',
};

/** @param start 24-bit address */
export function disassemble(code: ImageCode, start: number, names: Names, options: ListingOptions): Listing {
  const limits = { instructions: options.instructions, end: options.end, allJumps: false };
  const flow = followFlow(code, start, options.state, limits, createCallEffects(code));
  const steps = [...flow.steps.values()].sort((a, b) => a.instruction.address - b.instruction.address);
  let behind = -1;
  const lines = steps.map((step) => {
    const line = lineOf(step, flow, names, behind);
    behind = Math.max(behind, line.address + line.bytes.length);
    return line;
  });
  const open = flow.ends.flatMap(({ kind, at, next }) => {
    const why = OPEN_REASONS[kind];
    return why === undefined ? [] : [{ at, next, why }];
  });
  return { start, lines, open: open.sort((a, b) => a.at - b.at) };
}
