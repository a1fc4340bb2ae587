/** The one error that core throws; a step does not throw, it returns a number. */
export class RuleError extends Error {
  /**
   * @param code stable code: `E_INT`, `E_WIDTH`, `E_RANGE`, `E_UNKNOWN_ID`, `E_DUPLICATE_ID`,
   *   `E_PHASE`, `E_ENDED`, or one of the system's own
   * @param path place in the data, e.g. `setup.units[2].speed`; empty for a command
   * @param unknown a word that names nothing, and the words that do, so that the nearest can be
   *   told; of these the ones that are legal now, where some are
   */
  constructor(
    readonly code: string,
    message: string,
    readonly path = '',
    readonly unknown?: {
      readonly word: string;
      readonly known: readonly string[];
      readonly legal?: readonly string[];
    },
  ) {
    super(message);
    this.name = 'RuleError';
  }

  /** That of another copy of the core counts as well: a system may come from a program's own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'RuleError';
  }
}
