/** The one error of the references: a stable code (the rules files list them) and a sentence. */
export class RuleReferenceError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.name = 'RuleReferenceError';
    this.code = code;
  }
}

export function fail(code: string, message: string): never {
  throw new RuleReferenceError(code, message);
}

/** An integer that fits: E_INT for what is no integer, E_WIDTH for one outside of `low`..`high`. */
export function requireInteger(value: unknown, low: number, high: number, what: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) fail('E_INT', `${what} is ${String(value)}`);
  if (value < low || value > high) fail('E_WIDTH', `${what} is ${value}, not ${low}..${high}`);
  return value;
}

/** The element at `index`, or E_UNKNOWN_ID. */
export function elementAt<T>(list: readonly T[], index: number, what: string): T {
  const element = list[index];
  if (element === undefined) fail('E_UNKNOWN_ID', `${what} ${index} does not exist`);
  return element;
}
