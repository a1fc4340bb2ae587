/**
 * Runs the stepper on a terminal: alternate screen, raw keys, resizing. However it ends (a key,
 * Ctrl-C, a signal, an error), the terminal is as it was before.
 */
import { basename } from 'node:path';
import { emitKeypressEvents } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { padTo, plainText, wrap } from '../../base/index.js';

import { branchLines, headText, lineName, turnText } from '../../play/index.js';
import { pressKey } from './keys.js';
import { interrupt, type Stepper, shownFacts, shownImages, tick } from './stepper.js';
import { boardLines, factLines, HELP, memoryLines } from './views.js';
import { watchText } from './watches.js';

// The screen of the stepper: one line for each row of the terminal, padded to its columns.

/** Role of a line, for its colour. */
type LineStyle = 'title' | 'input' | 'strip' | 'plain' | 'difference' | 'watch' | 'message' | 'prompt' | 'keys';

interface ScreenLine {
  readonly text: string;
  readonly style: LineStyle;
}

const MAX_WATCHES = 6;
/** Lines of a message. */
const MAX_MESSAGE_LINES = 3;
const KEYS = 'f b step  . , frame  n p action  ] [ call  / \\ find  v view  h help  q quit';

/** The position on the whole line, `[----|------!-]`, with `!` for a difference. */
function stripText(stepper: Stepper, columns: number): string {
  const { timeline } = stepper;
  const { line, at } = stepper.position;
  const length = Math.max(1, timeline.length(line));
  const room = Math.max(1, columns - 2);
  const place = (entry: number): number => Math.min(room - 1, Math.floor((entry * room) / (length + 1)));
  const cells = new Array<string>(room).fill('-');
  if (line === 0) for (const difference of timeline.differences) cells[place(difference.at)] = '!';
  cells[place(at)] = '|';
  return `[${cells.join('')}]`;
}

function titleText(stepper: Stepper): string {
  const { timeline } = stepper;
  const { line, at, call, inner = 0 } = stepper.position;
  const name = lineName(timeline, line);
  const inside = inner > 0 ? ` and frame ${inner} of ${timeline.system.unit} ${timeline.frameOf(at + 1)}` : '';
  const where = `${at}/${timeline.length(line)}${call > 0 ? ` call ${call}` : inside}`;
  const early = timeline.end.whole ? '' : '  ENDS EARLY';
  return `${plainText(basename(timeline.file))}  ${timeline.system.id}  ${name}  ${where}${early}`;
}

function viewLines(stepper: Stepper): string[] {
  const { facts, codeNotes } = shownFacts(stepper);
  const { timeline } = stepper;
  switch (stepper.view) {
    case 'board': {
      shownImages(stepper);
      return boardLines(timeline, facts);
    }
    case 'memory': {
      const [before, after] = shownImages(stepper);
      return memoryLines(timeline, before, after);
    }
    case 'branches':
      return branchLines(timeline, stepper.position.line);
    case 'help':
      return [...HELP];
    case 'compare':
      return [...stepper.comparison];
    case 'code':
      return stepper.code?.position === stepper.position
        ? [...stepper.code.lines]
        : ['Press o for the code of this entry.'];
    case 'why':
      return [...stepper.whyLines];
    default: {
      const lines = factLines(facts, stepper.position.call, stepper.showsAll, codeNotes);
      const atEnd = stepper.position.line === 0 && stepper.position.at === timeline.length();
      return atEnd && !timeline.end.whole ? [`ends here: ${plainText(timeline.end.reason)}`, ...lines] : lines;
    }
  }
}

/** @param columns at least 1 @param rows at least 1 */
export function screenOf(stepper: Stepper, columns: number, rows: number): ScreenLine[] {
  const { facts } = shownFacts(stepper);
  const top: ScreenLine[] = [
    { text: titleText(stepper), style: 'title' },
    { text: [headText(facts), turnText(facts)].filter((text) => text !== '').join('  '), style: 'input' },
    { text: stripText(stepper, columns), style: 'strip' },
  ];
  const watches = stepper.watches;
  const bottom: ScreenLine[] = [];
  if (watches.length > 0) {
    const [before, after] = shownImages(stepper);
    const shown = watches.slice(-MAX_WATCHES);
    for (const watch of shown) bottom.push({ text: `* ${watchText(watch, before, after)}`, style: 'watch' });
    if (watches.length > shown.length)
      bottom[0] = { text: `* ${watches.length - shown.length + 1} more`, style: 'watch' };
  }
  const prompt = stepper.prompt;
  if (prompt === undefined) {
    const message = wrap(stepper.isRunning ? 'running; Space stops' : stepper.message, columns);
    const maxLines = Math.max(1, Math.min(MAX_MESSAGE_LINES, rows - top.length - bottom.length - 2));
    bottom.push(...message.slice(0, maxLines).map((text): ScreenLine => ({ text, style: 'message' })));
  } else bottom.push({ text: `${prompt.question}: ${prompt.text}_`, style: 'prompt' });
  bottom.push({ text: prompt === undefined ? KEYS : 'Enter: do it  Esc: leave it', style: 'keys' });
  // A very low screen keeps its head and its bottom line.
  const room = Math.max(0, rows - top.length - bottom.length);
  // A drawing is cut at the edge, a sentence goes on below.
  const isDrawing = ['board', 'memory', 'code'].includes(stepper.view);
  const lines = isDrawing ? viewLines(stepper) : viewLines(stepper).flatMap((text) => wrap(text, columns));
  const first = Math.min(stepper.scroll, Math.max(0, lines.length - room));
  const body = lines.slice(first, first + room).map((text): ScreenLine => ({ text, style: styleOf(text) }));
  const below = lines.length - first - room;
  if (below > 0 && room > 1) body[room - 1] = { text: `... ${below + 1} more lines (j, k)`, style: 'plain' };
  while (body.length < room) body.push({ text: '', style: 'plain' });
  return [...top, ...body, ...bottom].slice(0, rows).map(({ text, style }) => ({ text: padTo(text, columns), style }));
}

function styleOf(text: string): LineStyle {
  return text.startsWith('DIFFERENCE') ? 'difference' : 'plain';
}

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
