/**
 * Runs the stepper on a terminal: alternate screen, raw keys, resizing. However it ends (a key,
 * Ctrl-C, a signal, an error), the terminal is as it was before.
 */
import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { pressKey } from './keys.js';
import { type LineStyle, type ScreenLine, screenOf } from './screen.js';
import { interrupt, type Stepper, tick } from './stepper.js';

export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
}

/** Alternate screen, no cursor, no line wrap; and back. */
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

/** Node's description of a key. */
interface Key {
  readonly name?: string;
  readonly sequence?: string;
  readonly ctrl?: boolean;
}

/** A stepper on a terminal. */
interface Run {
  readonly stepper: Stepper;
  readonly terminal: Terminal;
  readonly color: boolean;
  /** Lines on the screen. */
  lines: string[];
  /** The terminal is as it was before. */
  isRestored: boolean;
  /** A drawing of the screen is due. */
  isDrawingDue: boolean;
  /** Keys that are being done, one after the other. */
  keys: Promise<void>;
  /** Takes all listeners off. */
  release: () => void;
  readonly end: (code: 0 | 130) => void;
  readonly fail: (error: unknown) => void;
}

/** Only lines that changed are written again. */
function paint(lines: readonly ScreenLine[], last: readonly string[], color: boolean): { text: string; now: string[] } {
  const now = lines.map(({ text, style }) => (color && STYLES[style] !== '' ? `${STYLES[style]}${text}\x1b[0m` : text));
  let text = '';
  now.forEach((line, row) => {
    if (line !== last[row]) text += `\x1b[${row + 1};1H${line}`;
  });
  return { text, now };
}

function restore(run: Run): void {
  if (run.isRestored) return;
  run.isRestored = true;
  const { input, output } = run.terminal;
  if (input.isRaw) input.setRawMode(false);
  input.pause();
  output.write(LEAVE);
}

function draw(run: Run): void {
  const { output } = run.terminal;
  const lines = screenOf(run.stepper, output.columns || DEFAULT_COLUMNS, output.rows || DEFAULT_ROWS);
  const { text, now } = paint(lines, run.lines, run.color);
  run.lines = now;
  if (text !== '') output.write(text);
}

/** Draws the screen once after all waiting keys. */
function drawSoon(run: Run): void {
  if (run.isDrawingDue) return;
  run.isDrawingDue = true;
  setImmediate(() => {
    run.isDrawingDue = false;
    if (!run.isRestored) draw(run);
  });
}

function redraw(run: Run): void {
  run.lines = [];
  run.terminal.output.write('\x1b[2J');
  draw(run);
}

function attempt(run: Run, action: () => void): void {
  try {
    action();
  } catch (error) {
    run.fail(error);
  }
}

function takeKey(run: Run, { name = '', sequence = '', ctrl = false }: Key): void {
  const { stepper } = run;
  if (ctrl && name === 'c') {
    // At once, even while a search is running.
    interrupt(stepper);
    run.end(130);
    return;
  }
  // Other keys wait for their turn: a held key does not end what it began.
  if (name === 'escape') interrupt(stepper);
  run.keys = run.keys
    .then(async () => {
      if (run.isRestored) return;
      if (await pressKey(stepper, name, sequence, ctrl)) drawSoon(run);
      else run.end(0);
    })
    .catch(run.fail);
}

function takeSignal(run: Run, signal: (typeof SIGNALS)[number]): void {
  if (signal === 'SIGINT') {
    run.end(130);
    return;
  }
  // Whoever sent it shall see that it was obeyed.
  finish(run);
  process.kill(process.pid, signal);
}

function finish(run: Run): void {
  run.release();
  restore(run);
}

/** Puts the listeners on the terminal and the process. @returns what takes them off again */
function listen(run: Run): () => void {
  const { input, output } = run.terminal;
  const timer = setInterval(() => {
    if (!run.stepper.isRunning) return;
    attempt(run, () => tick(run.stepper));
    drawSoon(run);
  }, FRAME_MILLISECONDS);
  const onKey = (_text: string | undefined, key: Key): void => takeKey(run, key);
  const onResize = (): void => attempt(run, () => redraw(run));
  const onEnd = (): void => run.end(0);
  const onSignal = (signal: (typeof SIGNALS)[number]): void => takeSignal(run, signal);
  const onContinue = (): void => {
    input.setRawMode(true);
    output.write(ENTER);
    onResize();
  };
  const onExit = (): void => restore(run);
  // An exit that nobody foresaw passes here too.
  process.on('exit', onExit);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on('SIGCONT', onContinue);
  emitKeypressEvents(input);
  input.setRawMode(true);
  input.resume();
  input.on('keypress', onKey);
  input.on('end', onEnd);
  output.on('resize', onResize);
  return () => {
    clearInterval(timer);
    input.off('keypress', onKey);
    input.off('end', onEnd);
    output.off('resize', onResize);
    for (const signal of SIGNALS) process.off(signal, onSignal);
    process.off('SIGCONT', onContinue);
    process.off('exit', onExit);
  };
}

/**
 * Runs until the user quits.
 * @returns exit code: 0 after q, 130 after Ctrl-C.
 * @throws what a key throws, on a restored terminal
 */
export function runTerminal(stepper: Stepper, terminal: Terminal, color: boolean): Promise<0 | 130> {
  return new Promise<0 | 130>((resolve, reject) => {
    const run: Run = {
      stepper,
      terminal,
      color,
      lines: [],
      isRestored: false,
      isDrawingDue: false,
      keys: Promise.resolve(),
      release: () => undefined,
      end(code) {
        finish(run);
        resolve(code);
      },
      fail(error) {
        finish(run);
        reject(error);
      },
    };
    stepper.announce = (text) => {
      stepper.message = text;
      draw(run);
    };
    run.release = listen(run);
    terminal.output.write(ENTER);
    attempt(run, () => draw(run));
  });
}
