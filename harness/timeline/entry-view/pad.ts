/** Buttons of a pad word: B Y Select Start Up Down Left Right A X L R from bit 15 down. */
import { type Button, PAD_BITS, wordOfButton } from '../../base/pad-script.js';

const BUTTONS = Object.keys(PAD_BITS) as readonly Button[];

/** `Left+A`; empty for none. Bits below bit 4 mean nothing. */
export function buttonsText(pad: number): string {
  return BUTTONS.filter((button) => (pad & wordOfButton(button)) !== 0).join('+');
}
