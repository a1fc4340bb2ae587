/** Buttons of a pad word. */
import { PAD_BUTTONS } from '../../../rom-map/pad.js';
import { wordOfButton } from '../../base/pad-script.js';

/** `Left+A`; empty for none. Bits below bit 4 mean nothing. */
export function buttonsText(pad: number): string {
  return PAD_BUTTONS.filter((button) => (pad & wordOfButton(button)) !== 0).join('+');
}
