/**
 * A count with its noun: `1 row`, `2 rows`.
 * @param count a number, or its digits, grouped or not
 * @param plural the noun's plural, if not with an s
 */
export function countText(count: number | bigint | string, noun: string, plural = `${noun}s`): string {
  return `${count} ${`${count}` === '1' ? noun : plural}`;
}
