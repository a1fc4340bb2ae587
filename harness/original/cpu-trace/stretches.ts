/** Addresses of the unpublished stretches. */
import { canonical, type Mapping } from './memory.js';

/** A row of the table of unpublished stretches, as far as a trace can show it. */
export interface UnpublishedPlaces {
  readonly name: string;
  /** Addresses such as `C1:7A54-7A62` or `C1:E414`; other text has no address. */
  readonly stretches: readonly string[];
}

export interface Stretch {
  readonly name: string;
  /** As in the table. */
  readonly text: string;
  readonly from: number;
  /** Last address; undefined: the end is not known, and a pass lasts until the return. */
  readonly to: number | undefined;
}

const PLACE = /^([0-9A-F]{2}):([0-9A-F]{4})(?:-([0-9A-F]{4}))?$/;

/** Every place of the table that is an address. */
export function stretchesOf(rows: readonly UnpublishedPlaces[], mapping: Mapping): Stretch[] {
  return rows.flatMap(({ name, stretches }) =>
    stretches.flatMap((text) => {
      const match = PLACE.exec(text);
      if (match === null) return [];
      const bank = match[1] ?? '';
      const from = canonical(Number.parseInt(bank + match[2], 16), mapping);
      const to = match[3] === undefined ? undefined : canonical(Number.parseInt(bank + match[3], 16), mapping);
      return [{ name, text, from, to }];
    }),
  );
}
