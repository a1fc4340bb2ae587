/** ZIP archives that are the same bytes on every machine: fixed order, fixed date, deflated. */
import { strToU8, type Zippable, zipSync } from 'fflate';

export function writeArchive(members: readonly (readonly [name: string, content: string | Uint8Array])[]): Uint8Array {
  // ZIP dates are local: these are the same fields in every time zone, also when the zone changes
  // while we run.
  const mtime = new Date(1980, 0, 1);
  const content: Zippable = {};
  for (const [name, value] of members) {
    content[name] = [typeof value === 'string' ? strToU8(value) : value, { mtime, level: 6 }];
  }
  return zipSync(content);
}
