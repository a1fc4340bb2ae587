/**
 * Runs the stepper on a terminal: the other screen, raw keys, resizing. However it ends - a key, Ctrl-C, a signal, an error -
 * the terminal is as it was before.
 */
import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { type LineStyle, type ScreenLine, screenOf } from './screen.js';
import type { Session } from './session.js';

export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** Other screen, no cursor, no line wrap; and back. */
const ENTER = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J';
const LEAVE = '\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l';
const STYLES: Readonly<Record<LineStyle, string>> = {
  title: '\x1b[7m',
  input: '\x1b[1m',
  strip: '\x1b[36m',
  plain: '',
  difference: '\x1b[1;31m',
  watch: '\x1b[33m',
  message: '\x1b[1m',
  prompt: '\x1b[1m',
  keys: '\x1b[2m',
};
const FRAME_MILLISECONDS = 1000 / 60;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** Only lines that changed are written again. */
function paint(lines: readonly ScreenLine[], last: readonly string[], color: boolean): { text: string; now: string[] } {
  const now = lines.map(({ text, style }) => (color && STYLES[style] !== '' ? `${STYLES[style]}${text}\x1b[0m` : text));
  let text = '';
  now.forEach((line, row) => {
    if (line !== last[row]) text += `\x1b[${row + 1};1H${line}`;
  });
  return { text, now };
}

/** @returns exit code: 0 after q, 130 after Ctrl-C. @throws what the session throws, on a restored terminal */
export function runTerminal(session: Session, { input, output }: Terminal, color: boolean): Promise<0 | 130> {
  let last: string[] = [];
  let restored = false;
  let busy: Promise<void> = Promise.resolve();
  let pending = false;

  function restore(): void {
    if (restored) return;
    restored = true;
    if (input.isRaw) input.setRawMode(false);
    input.pause();
    output.write(LEAVE);
  }

  function draw(): void {
    const columns = output.columns || DEFAULT_COLUMNS;
    const rows = output.rows || DEFAULT_ROWS;
    const { text, now } = paint(screenOf(session, columns, rows), last, color);
    last = now;
    if (text !== '') output.write(text);
  }

  /** Keys that came while one was being done are done first; then the screen is drawn once. */
  function drawSoon(): void {
    if (pending) return;
    pending = true;
    setImmediate(() => {
      pending = false;
      if (!restored) draw();
    });
  }

  return new Promise<0 | 130>((resolve, reject) => {
    const timer = setInterval(() => {
      if (!session.running()) return;
      attempt(() => session.tick());
      drawSoon();
    }, FRAME_MILLISECONDS);

    function end(code: 0 | 130): void {
      finish();
      resolve(code);
    }

    function fail(error: unknown): void {
      finish();
      reject(error);
    }

    function attempt(action: () => void): void {
      try {
        action();
      } catch (error) {
        fail(error);
      }
    }

    function onKey(_text: string | undefined, key: { name?: string; sequence?: string; ctrl?: boolean }): void {
      const text = key.sequence ?? '';
      if (key.ctrl === true && key.name === 'c') {
        // At once, even while a search is running.
        session.interrupt();
        end(130);
        return;
      }
      // Other keys wait for their turn: a held key does not end what it began.
      if (key.name === 'escape') session.interrupt();
      busy = busy
        .then(async () => {
          if (restored) return;
          if (await session.key(key.name ?? '', text, key.ctrl === true)) drawSoon();
          else end(0);
        })
        .catch(fail);
    }

    function onResize(): void {
      last = [];
      attempt(() => {
        output.write('\x1b[2J');
        draw();
      });
    }

    function onEnd(): void {
      end(0);
    }

    const onSignal = (signal: (typeof SIGNALS)[number]): void => {
      if (signal === 'SIGINT') {
        end(130);
        return;
      }
      // Whoever sent it shall see that it was obeyed.
      finish();
      process.kill(process.pid, signal);
    };
    const onContinue = (): void => {
      input.setRawMode(true);
      output.write(ENTER);
      onResize();
    };

    function finish(): void {
      clearInterval(timer);
      input.off('keypress', onKey);
      input.off('end', onEnd);
      output.off('resize', onResize);
      for (const signal of SIGNALS) process.off(signal, onSignal);
      process.off('SIGCONT', onContinue);
      process.off('exit', restore);
      restore();
    }

    // An exit that nobody foresaw passes here too.
    process.on('exit', restore);
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.on('SIGCONT', onContinue);
    emitKeypressEvents(input);
    input.setRawMode(true);
    input.resume();
    input.on('keypress', onKey);
    input.on('end', onEnd);
    output.on('resize', onResize);
    output.write(ENTER);
    attempt(draw);
  });
}
