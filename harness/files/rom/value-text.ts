/** The value of a table's field as text. */

import { FIELDS, type Field, hpOf, STATUSES } from '../../../rom-map/tables/index.js';
import { ATTRIBUTES } from '../../../rom-map/tables/layouts.js';
import { hexWithSuffix } from '../../base/number-text.js';

function bitNames(names: readonly string[], value: number, highest: number): string {
  const found = names.filter((_, index) => (value & (highest >> index)) !== 0);
  return found.length === 0 ? '-' : found.join('+');
}

/** Text by the kind of the field, such as `sleep+poison`, `256` or `5Ah`. */
export function valueText(shape: Pick<Field, 'kind'>, value: number): string {
  if (shape.kind === 'hp') return String(hpOf(value));
  if (shape.kind === 'statuses') return bitNames(STATUSES, value, 0x80);
  if (shape.kind === 'attributes') return bitNames(ATTRIBUTES, value, 0x8000);
  if (shape.kind === 'fields') return bitNames(FIELDS, value, 0x08);
  if (shape.kind === 'hex' || shape.kind === 'skill' || shape.kind === 'item') {
    return hexWithSuffix(value);
  }
  return String(value);
}
