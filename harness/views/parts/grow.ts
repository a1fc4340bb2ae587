/** Series that grow by their changes. */
export interface Growing {
  readonly places: number[];
  readonly values: number[];
}

export function growing(): Growing {
  return { places: [], values: [] };
}

/** Notes a value where it is another one than before. */
export function grow(steps: Growing, at: number, value: number): void {
  const { places, values } = steps;
  if (values.length > 0 && values[values.length - 1] === value) return;
  places.push(at);
  values.push(value);
}
