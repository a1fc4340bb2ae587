/** Reads JSON texts of files, and tells in words of this house where one is none. */

const SHOWN = 20;

/** What stands where a text stops being JSON. @param message of the engine, with the place */
function foundIn(message: string, text: string): string {
  if (message.startsWith('Unexpected end')) return 'the end of the text';
  const [, place] = /position (\d+)/u.exec(message) ?? [];
  if (place === undefined) {
    const [, token] = /^Unexpected token '?(.+?)'?,/u.exec(message) ?? [];
    return token === undefined ? 'no JSON' : JSON.stringify(token);
  }
  const rest = text.slice(Number(place), Number(place) + SHOWN);
  return rest.trim() === '' ? 'the end of the text' : `${JSON.stringify(rest)} at character ${Number(place) + 1}`;
}

/**
 * What a JSON text holds.
 * @param refuse throws the error of the reader; it gets what was found where the text is no JSON
 */
export function jsonOf(text: string, refuse: (found: string) => never): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse(foundIn(error.message, text));
  }
}
