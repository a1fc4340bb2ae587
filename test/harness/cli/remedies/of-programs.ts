/** Remedies of errors that only a program of the harness meets, or that need a machine made poorer for a moment. */
import { createServer, type Server } from 'node:net';
import { zipSync } from 'fflate';
import { canonicalJson } from '../../../../harness/base/canonical-json.js';
import { isErrorCode } from '../../../../harness/base/error-codes.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { checkWindows } from '../../../../harness/capture/record/recorded-windows.js';
import { readRecording } from '../../../../harness/capture/record/recording-reader.js';
import { readCpuTrace } from '../../../../harness/original/cpu-trace/reader.js';
import { openTrace } from '../../../../harness/play/trace/reader.js';
import { checkVsix, makeVsix } from '../../../../harness/tools/extension/vsix.js';
import { buildRecording } from '../../capture/record/recording-bytes.js';
import { cli } from '../run-cli.js';
import { bundled, folder } from './row.js';

/** An action that is refused, and the same action as the remedy asks for it. */
export interface ProgramRemedy {
  readonly code: string;
  /** Part of the printed line. */
  readonly remedy: string;
  readonly bad: () => unknown;
  readonly follow: () => unknown;
}

const LOG = bundled('traces/logs/worked-example.jsonl.gz');

async function rowsOf(maxBytes: number): Promise<void> {
  const reader = await openTrace(LOG, { maxBytes });
  while (await reader.next()) {
    // every row is read
  }
}

/** `lockstep debug` on a port, ended as soon as it listens. */
async function debugOn(port: number): Promise<void> {
  const stop = new AbortController();
  const { code, err } = await cli(['debug', '--port', String(port)], {
    signal: () => {
      setTimeout(() => stop.abort(), 20);
      return stop.signal;
    },
  });
  const said = err.split(':')[0] ?? '';
  if (code === 2 && isErrorCode(said)) throw new LockstepError(said, err.trim());
  if (code !== 130) throw new Error(err);
}

async function withTakenPort(action: (port: number) => Promise<void>): Promise<void> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    await action(typeof address === 'object' && address !== null ? address.port : 0);
  } finally {
    server.close();
  }
}

export const OF_PROGRAMS: readonly ProgramRemedy[] = [
  {
    code: 'E_NOT_PLAIN',
    remedy: 'only integers can be hashed',
    bad: () => canonicalJson({ a: 1.5 }),
    follow: () => canonicalJson({ a: 1 }),
  },
  {
    code: 'E_TRACE_TOO_LARGE',
    remedy: 'or raise the limit of the reader',
    bad: () => rowsOf(100),
    follow: () => rowsOf(1e9),
  },
  {
    code: 'E_WINDOW',
    remedy: 'inside 00000..1FFFF',
    bad: () => checkWindows([{ address: 0x7e0100, length: 2 }]),
    follow: () => checkWindows([{ address: 0x100, length: 2 }]),
  },
  {
    code: 'E_RECORDING_MAGIC',
    remedy: 'Give a file that `lockstep record` wrote',
    bad: () => readRecording(folder.write('magic.bin', 'hello, this is text'), () => undefined),
    follow: () => readRecording(folder.write('magic.bin', buildRecording(5).bytes), () => undefined),
  },
  {
    code: 'E_CPU_TRACE_DIALECT',
    remedy: 'harness/original/cpu-trace/FORMAT.md shows how each of them is made',
    bad: () => readCpuTrace(folder.write('dialect.log', 'a letter\n'), () => undefined),
    follow: () => readCpuTrace(bundled('traces/homebrew/drill-snes9x.log.gz'), () => undefined),
  },
  {
    code: 'E_EXTENSION',
    remedy: 'Correct harness/views/debug/extension',
    bad: () => checkVsix(zipSync({ 'extension/package.json': new Uint8Array([0x7b, 0x7d]) })),
    follow: () => checkVsix(makeVsix()),
  },
  {
    code: 'E_PORT',
    remedy: 'Choose another port',
    bad: () => withTakenPort(debugOn),
    follow: () => debugOn(0),
  },
];
