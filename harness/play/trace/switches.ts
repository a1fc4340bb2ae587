/** The settings of a system that a plan or log names, checked and with defaults filled in. */
import type { System } from '../../../core/system/system.js';
import { type ErrorDetails, LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';

export type Switches = Readonly<Record<string, string | number>>;

/**
 * Every switch of the system, with the given value or its default.
 * @param placeOf where a switch is given, for an error
 * @throws LockstepError `E_SWITCH` for a switch or value that the system does not have
 */
export function resolveSwitches(
  system: System,
  given: Switches,
  placeOf?: (name: string) => Pick<ErrorDetails, 'file' | 'line'>,
): Record<string, string | number> {
  const resolved: Record<string, string | number> = {};
  for (const shape of system.switches) resolved[shape.name] = shape.default;
  for (const [name, value] of Object.entries(given)) {
    const shape = system.switches.find((candidate) => candidate.name === name);
    if (shape === undefined) {
      throw new LockstepError('E_SWITCH', `${system.id} has no switch ${name}`, {
        ...placeOf?.(name),
        found: name,
        expected: system.switches.map((candidate) => candidate.name).join(', ') || 'no switches',
        remedy: nearest(
          name,
          system.switches.map((candidate) => candidate.name),
        ),
      });
    }
    if (!shape.values.includes(value)) {
      throw new LockstepError('E_SWITCH', `switch ${name} has no such value`, {
        ...placeOf?.(name),
        found: JSON.stringify(value),
        expected: shape.values.map((candidate) => JSON.stringify(candidate)).join(' or '),
        remedy: 'Use one of the listed values',
      });
    }
    resolved[name] = value;
  }
  return resolved;
}
