/** A wrong expression: the error shows the column. */
import { LockstepError } from '../../base/errors.js';

export class ExpressionError extends LockstepError {
  /** @param column 1-based, in characters (a full-width letter is one) */
  constructor(
    readonly text: string,
    readonly column: number,
    message: string,
    details: { readonly found?: string; readonly expected?: string; readonly remedy?: string } = {},
  ) {
    super('E_EXPRESSION', `column ${column}: ${message}`, details);
  }
}

/** The expression with a mark below the column, two lines. */
export function markedText(error: ExpressionError): string {
  return `${error.text}\n${' '.repeat(error.column - 1)}^`;
}
