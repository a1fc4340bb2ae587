/** Fields of an event that hold an address or the generator's state. */
import { siteText, stateText } from '../../trace/draws.js';

/** `C1:6150` of a routine or a call site, `9B DF E7 8A` of a state of the generator; undefined for other fields. @param isDraw the event is a draw */
export function placeText(field: string, value: number, isDraw: boolean): string | undefined {
  if (field === 'routine' || field === 'site') return siteText(value >>> 0);
  if (!isDraw) return undefined;
  return field === 'before' || field === 'after' ? stateText(value >>> 0) : undefined;
}
