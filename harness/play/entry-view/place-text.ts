/** Fields of an event with an address or a state of the generator. */
import { siteText, stateText } from '../trace/draws.js';

/**
 * `C1:6150` for a routine or call site, `9B DF E7 8A` for a state of the generator, else undefined.
 * @param isDraw the event is a draw
 */
export function placeText(field: string, value: number, isDraw: boolean): string | undefined {
  if (field === 'routine' || field === 'site') return siteText(value >>> 0);
  if (!isDraw) return undefined;
  return field === 'before' || field === 'after' ? stateText(value >>> 0) : undefined;
}
