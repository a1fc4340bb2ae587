/** Chooses the values of a ruleset's switches: checked given values over defaults. */
import { RuleError, type SwitchShape } from './system.js';

export type SwitchValues = Readonly<Record<string, string | number>>;

/**
 * Checks given switches against their shapes.
 * @returns a function from a switch's name to its given or default value
 * @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it does not have
 */
export function chooseSwitches(
  shapes: readonly SwitchShape[],
  given: SwitchValues = {},
): (name: string) => string | number {
  const chosen = new Map(shapes.map((shape) => [shape.name, shape.default]));
  for (const [name, value] of Object.entries(given)) {
    const path = `switches.${name}`;
    const shape = shapes.find((candidate) => candidate.name === name);
    if (shape === undefined) {
      throw new RuleError(
        'E_UNKNOWN_ID',
        `there is no switch ${name}; there are ${[...chosen.keys()].join(', ')}`,
        path,
      );
    }
    if (!shape.values.includes(value)) {
      throw new RuleError('E_RANGE', `switch ${name} is ${shape.values.join(' or ')}, not ${String(value)}`, path);
    }
    chosen.set(name, value);
  }
  return (name) => {
    const value = chosen.get(name);
    if (value === undefined) throw new RuleError('E_UNKNOWN_ID', `there is no switch ${name}`, name);
    return value;
  };
}
