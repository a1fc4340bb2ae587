/** The four directions a unit can face, as two bits number them: words, and arrows for pictures. */

/** By number: 0 to 3. */
export const FACING_NAMES = ['lower right', 'lower left', 'upper right', 'upper left'] as const;
export type FacingName = (typeof FACING_NAMES)[number];

/** By the same number. */
export const FACING_ARROWS: readonly string[] = ['\u2198', '\u2199', '\u2197', '\u2196'];

/** The arrow of a facing by name; empty for none. */
export function facingArrow(name: FacingName | ''): string {
  return name === '' ? '' : (FACING_ARROWS[FACING_NAMES.indexOf(name)] ?? '');
}
