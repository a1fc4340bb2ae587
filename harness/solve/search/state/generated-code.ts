/** Makes functions of generated code. The build leaves them out of a page: its rules forbid it. */

/** Returns the number of places found so far, or -1 when a new word changed. */
export type Part = (found: number) => number;

type Compile = (code: string, image: Int32Array, before: Int32Array, changed: Int32Array) => Part;

/** Undefined where no code may be made of text. */
export const compilePart: Compile | undefined = (code, image, before, changed) =>
  new Function('image', 'before', 'changed', code)(image, before, changed) as Part;
