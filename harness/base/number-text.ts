/** Numbers in texts: hexadecimal digits, and counts with their noun. */
export { countText } from '../../core/system/count-text.js';

/** Upper-case hexadecimal digits, padded with zeros. @param digits minimum number of digits */
export function hexText(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}

/** A byte or word as the console's documents write it, such as `5Ah`. */
export function hexWithSuffix(value: number, digits = 2): string {
  return `${hexText(value, digits)}h`;
}
