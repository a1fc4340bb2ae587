/** Buttons of a pad word: B Y Select Start Up Down Left Right A X L R from bit 15 down. */

export const BUTTONS = ['B', 'Y', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R'] as const;

/** `Left+A`; empty for none. Bits below bit 4 mean nothing. */
export function buttonsText(pad: number): string {
  return BUTTONS.filter((_, index) => ((pad >> (15 - index)) & 1) === 1).join('+');
}
