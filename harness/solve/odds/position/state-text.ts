/** A state of the generator as plans write it: `[1, 0, 231, 131]`. */
export function stateText(state: number): string {
  return `[${[0, 8, 16, 24].map((shift) => (state >>> shift) & 0xff).join(', ')}]`;
}
