/** A command on a real pseudo-terminal (Python's pty), its screen kept by a terminal emulator (xterm, headless). */
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';

const root = fileURLToPath(new URL('../../', import.meta.url));
const DRIVE = fileURLToPath(new URL('./drive.py', import.meta.url));
const WAIT_MILLISECONDS = 30_000;

/** Why the suite cannot run here, or empty. */
export function missing(): string {
  const python = spawnSync('python3', ['-c', 'import pty, termios, fcntl']);
  return python.status === 0 ? '' : 'there is no python3 with a pty module';
}

export interface Ended {
  readonly code: number;
  /** The terminal's modes are what they were. */
  readonly restored: boolean;
}

export interface Screen {
  /** Types keys. */
  type(text: string): void;
  resize(rows: number, columns: number): void;
  signal(name: string): void;
  /** Lines as they stand, without the blanks at their ends. */
  lines(): string[];
  /** Waits until the screen is as wanted. */
  until(holds: (lines: readonly string[]) => boolean, what: string): Promise<void>;
  /** Waits until a text stands somewhere. */
  shows(text: string): Promise<void>;
  ended(): Promise<Ended>;
  /** The other screen is the active one. */
  isOther(): boolean;
  /** Everything the terminal was sent. */
  raw(): string;
}

/** The built command on a screen of its own. */
export function openScreen(
  words: readonly string[],
  rows = 24,
  columns = 80,
  env: Record<string, string> = {},
): Screen {
  return openProgram([process.execPath, `${root}dist/harness/cli/lockstep.js`, ...words], rows, columns, env);
}

/** Any program on a screen of its own. @param words the program and its arguments */
export function openProgram(
  words: readonly string[],
  rows = 24,
  columns = 80,
  env: Record<string, string> = {},
): Screen {
  const terminal = new xterm.Terminal({ rows, cols: columns, allowProposedApi: true, scrollback: 0 });
  const child = spawn('python3', [DRIVE, String(rows), String(columns), ...words], {
    cwd: root,
    env: { ...process.env, TERM: 'xterm-256color', NO_COLOR: '1', ...env },
  });
  let raw = '';
  let written: Promise<void> = Promise.resolve();
  child.stdout.on('data', (data: Buffer) => {
    raw += data.toString('utf8');
    written = written.then(() => new Promise((resolve) => terminal.write(data, resolve)));
  });
  let last = '';
  let over = false;
  child.stderr.on('data', (data: Buffer) => {
    last += data.toString('utf8');
  });
  const exit = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      over = true;
      void written.then(() => {
        try {
          resolve(JSON.parse(last) as Ended);
        } catch {
          reject(new Error(`the driver said: ${last}`));
        }
      });
    });
  });
  const send = (line: string): void => void child.stdin.write(`${line}\n`);

  function lines(): string[] {
    const { active } = terminal.buffer;
    return Array.from(
      { length: terminal.rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
    );
  }

  const screen: Screen = {
    type: (text) => send(`w ${JSON.stringify(text)}`),
    resize(height, width) {
      terminal.resize(width, height);
      send(`z ${height} ${width}`);
    },
    signal: (name) => send(`k ${name}`),
    lines,
    async until(holds, what) {
      const end = Date.now() + WAIT_MILLISECONDS;
      while (!holds(lines())) {
        if (over || Date.now() > end)
          throw new Error(
            `${what} did not come${over ? ` (it ended: ${last})` : ''}; the screen:\n${lines().join('\n')}`,
          );
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    shows: (text) => screen.until((shown) => shown.some((line) => line.includes(text)), JSON.stringify(text)),
    ended: () => exit,
    isOther: () => terminal.buffer.active.type === 'alternate',
    raw: () => raw,
  };
  return screen;
}
