/** `1 row`, `2 rows`. */
export function counted(number: number, one: string, more = `${one}s`): string {
  return `${number} ${number === 1 ? one : more}`;
}
