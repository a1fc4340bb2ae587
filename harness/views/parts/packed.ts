/** What a written page holds besides its script: unpacked in the browser. */

/**
 * Sends bytes through a stream of the browser.
 * @param most bytes that may come of it: it ends once more do
 * @throws TypeError for more, and for what the stream refuses
 */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  let left = most;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      left -= part.length;
      if (left < 0) controller.error(new TypeError('more bytes than are taken'));
      else controller.enqueue(part);
    },
  });
  const piped = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
  const whole = most === Number.POSITIVE_INFINITY ? piped : piped.pipeThrough(counting);
  return new Uint8Array(await new Response(whole).arrayBuffer());
}

/** Bytes of a text in base64, of either alphabet. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(letters.length);
  // a callback for each letter takes a tenth of a second for a page
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}

/** Unpacks the data that the page was written with. */
export async function writtenData(): Promise<unknown> {
  const text = document.getElementById('data')?.textContent ?? '';
  const bytes = await through(fromBase64(text.trim()), new DecompressionStream('gzip'));
  return JSON.parse(new TextDecoder().decode(bytes));
}
