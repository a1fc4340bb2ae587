/** Where the input of the debug adapter ends: between two messages, or inside one. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { serveStreams } from '../../../../harness/views/debug/serve.js';

async function end(text: string): Promise<[isByProtocol: boolean, notes: string[]]> {
  const input = new PassThrough();
  const notes: string[] = [];
  const ended = serveStreams({ systems: SYSTEMS, language: 'en' }, input, new PassThrough(), (note) =>
    notes.push(note),
  );
  input.end(text);
  return [await ended, notes];
}

test.each([
  ['a word', 'garbage\n'],
  ['a header alone', 'Content-Length: 4\r\n\r\n'],
  ['half a message', 'Content-Length: 4\r\n\r\nnu'],
])('inside a message it is told with a remedy: %s', async (_what, text) => {
  expect(await end(text)).toEqual([
    false,
    [expect.stringMatching(/^E_REQUEST: the input ends inside a message\. .*`lockstep step`$/)],
  ]);
});

test('between messages it ends the session without a word', async () => {
  expect(await end('')).toEqual([true, []]);
});
