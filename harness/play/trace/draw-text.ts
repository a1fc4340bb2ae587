/** A draw below the sentence that it belongs to: frame, call site, value, what it decided. */
import type { Happening, System } from '../../../core/system/system.js';
import { siteText } from './draws.js';

/** Frame of a line where the system counts frames; else nothing: its command stands above. */
export function frameText(system: System, frame: number): string {
  const counts = system.unit === 'frame' || system.capabilities.planning?.frames !== undefined;
  return counts ? `frame ${String(frame).padStart(5)}  ` : '';
}

export function toldDrawText(
  system: System,
  { frame, site, value, purpose, decided }: Happening['draws'][number],
): string {
  const why = decided === '' ? purpose : `${purpose}: ${decided}`;
  return `${frameText(system, frame)}${siteText(site)}  ${String(value).padStart(3)}  ${why}`;
}
