/** Text of a move in one line: its name and its given parameters. */
import { decodeCommand } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import type { RowCommand } from '../trace/types.js';
import type { Move } from './moves.js';

/** A command in one line, such as `step up` or `areaTurn right presses=2323`. */
export function commandText(command: RowCommand): string {
  const words = Object.entries(command)
    .filter(([key]) => key !== 'command')
    .map(([key, value]) => (typeof value === 'string' ? value : `${key}=${valueText(key, value)}`));
  return [command.command, ...words].join(' ');
}

function valueText(key: string, value: unknown): string {
  return key === 'pad' && typeof value === 'number'
    ? `0x${value.toString(16).padStart(4, '0')}`
    : JSON.stringify(value);
}

/** The plain form of a move without the parameters that have their default. */
export function plainMove(system: System, battle: Battle, move: Move): RowCommand {
  const plain = decodeCommand(system, battle, move.words, [move.shape]);
  const kept = Object.entries(plain).filter(([key, value]) => {
    const parameter = move.shape.parameters.find((candidate) => candidate.name === key);
    if (parameter === undefined) return true;
    return typeof value === 'string' || parameter.optional === undefined || value !== parameter.optional;
  });
  return Object.fromEntries(kept) as RowCommand;
}

export function moveText(system: System, battle: Battle, move: Move): string {
  return commandText(plainMove(system, battle, move));
}
