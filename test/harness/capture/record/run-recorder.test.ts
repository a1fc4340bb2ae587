/**
 * The recorder as a child process: its messages, and every way in which it may end. Small Node programs play the child.
 */

import { describe, expect, test } from 'vitest';
import {
  messageReader,
  parseMessage,
  type RecorderMessage,
  type RecorderRun,
  runRecorder,
} from '../../../../harness/capture/record/run-recorder.js';

import { errorOf } from './expect-error.js';

function play(program: string, rest: Partial<RecorderRun> = {}): Promise<void> {
  const base = { command: process.execPath, arguments: ['-e', program], environment: process.env, silenceSeconds: 20 };
  return runRecorder({ ...base, ...rest });
}
const say = (line: string): string => `require('fs').writeSync(2, ${JSON.stringify(line)});`;

describe('messages of a recorder', () => {
  test.each<[string, RecorderMessage | undefined]>([
    ['progress 3 10', { kind: 'progress', done: 3, total: 10 }],
    ['done 10', { kind: 'done', frames: 10 }],
    ['interrupted 4', { kind: 'interrupted', frames: 4 }],
    ['error E_ROM_SIZE too small', { kind: 'error', code: 'E_ROM_SIZE', text: 'too small' }],
    ['progress 3', undefined],
    ['done', undefined],
    ['error rom', undefined],
    ['hello', undefined],
  ])('a line is read as its message, or as none where it is no message: %s', (text, message) => {
    expect(parseMessage(text)).toEqual(message);
  });

  test('messages are found behind other output, in pieces, and without a last line feed', () => {
    const got: RecorderMessage[] = [];
    const reader = messageReader((message) => got.push(message));
    for (const piece of [
      'Map_LoROMMap@lock',
      'step progress 1 2\nloading..\n@lockstep pro',
      'gress 2 2\n@lockstep done 2',
    ]) {
      reader.feed(piece);
    }
    expect(got).toHaveLength(2);
    reader.end();
    expect(got.map((message) => message.kind)).toEqual(['progress', 'progress', 'done']);
    expect(reader.chatter()).toBe('Map_LoROMMap\nloading..');
  });
});

describe('a recorder process', () => {
  test('one that reports progress and ends well has its progress passed on', async () => {
    const seen: number[] = [];
    const program = say('x@lockstep progress 1 2\n@lockstep progress 2 2\n@lockstep done 2\n');
    await play(program, { onProgress: (done, total) => seen.push(done, total) });
    expect(seen).toEqual([1, 2, 2, 2]);
  });

  test('one that reports an error ends with that error', async () => {
    const error = await errorOf(() => play(`${say('oh no\n@lockstep error E_ROM_REFUSED bad ROM\n')} process.exit(5)`));
    expect(error.code).toBe('E_ROM_REFUSED');
    expect(error.sentence).toBe('bad ROM');
    expect(error.details.found).toContain('oh no');
    expect(error.details.remedy).toBeTruthy();
  });

  test('one that exits with 0 without a report is an error', async () => {
    expect((await errorOf(() => play(''))).code).toBe('E_CORE_CRASHED');
  });

  test('one that reports success and then fails is an error', async () => {
    const error = await errorOf(() => play(`${say('@lockstep done 2\n')} process.exit(1)`));
    expect(error.code).toBe('E_CORE_CRASHED');
  });

  test('one that dies of a signal is an error', async () => {
    const error = await errorOf(() => play(`process.kill(process.pid, 'SIGSEGV'); setTimeout(() => {}, 9000)`));
    expect(error.code).toBe('E_CORE_CRASHED');
    expect(error.sentence).toContain('SIGSEGV');
  });

  test('one that falls silent is killed', async () => {
    const program = `${say('@lockstep progress 1 9\n')} setTimeout(() => {}, 60000)`;
    const error = await errorOf(() => play(program, { silenceSeconds: 0.5 }));
    expect(error.code).toBe('E_CORE_STALLED');
  });

  test('one that does not exist is an error', async () => {
    expect((await errorOf(() => play('', { command: '/nowhere/recorder' }))).code).toBe('E_RECORDER_START');
  });

  test('one is interrupted by the signal, even when it ignores SIGINT', async () => {
    const stop = new AbortController();
    const program = `process.on('SIGINT', () => {}); ${say('@lockstep progress 1 9\n')} setTimeout(() => {}, 60000)`;
    const error = await errorOf(() =>
      play(program, { signal: stop.signal, onProgress: () => stop.abort(), silenceSeconds: 600 }),
    );
    expect(error.code).toBe('E_INTERRUPTED');
  });

  test('none is started when the signal came before', async () => {
    const error = await errorOf(() => play(say('@lockstep done 1\n'), { signal: AbortSignal.abort() }));
    expect(error.code).toBe('E_INTERRUPTED');
  });

  test('one ends when the caller throws, and the caller gets its own error', async () => {
    const own = new Error('mine');
    const onProgress = (): never => {
      throw own;
    };
    const program = `${say('@lockstep progress 1 9\n')} setTimeout(() => {}, 60000)`;
    await expect(play(program, { onProgress })).rejects.toBe(own);
  });
});
