/** What a plan of a system can name besides commands: cells with the words of values, and ids. */

/** The cells of one name, in whichever battle. */
export interface WordsOfCell {
  /** `card[ID].zone`: ID is an id or its number, N a number, X and Y are column and row. */
  readonly name: string;
  /** What its bytes can hold. */
  readonly least: number;
  readonly greatest: number;
  /** The value for none, and its word. */
  readonly none?: readonly [value: number, word: string];
  /** Words of the values from 0 on, or of the bits. */
  readonly words?: readonly string[];
  /** Kind of ids that are words of its values. */
  readonly ids?: string;
  /** Each id, or word, has a bit of the value and stands for that alone. */
  readonly isBits?: true;
  readonly meaning: string;
}

export interface SystemWords {
  readonly cells: readonly WordsOfCell[];
  /** Ids by their kind; none where a setup names them. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}
