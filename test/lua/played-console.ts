/** Our own console behind a stand-in of an emulator that runs a script: a frame for each line of buttons. */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Console } from '../../harness/original/console/console.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ORDER = ['b', 'y', 'select', 'start', 'up', 'down', 'left', 'right', 'a', 'x', 'l', 'r'];

/** The pad word of a line of buttons, whatever their capitals. */
function padWord(line: string): number {
  const names = line.split(' ').slice(1);
  return names.reduce((word, name) => {
    const bit = ORDER.indexOf(name.toLowerCase());
    if (name !== '' && bit < 0) throw new Error(`no button: ${name}`);
    return name === '' ? word : word | (0x8000 >> bit);
  }, 0);
}

export interface Played {
  /** What the script said, line by line. */
  readonly said: readonly string[];
  /** Frames that were played, and the frames with a button down. */
  readonly frames: number;
  readonly pressed: readonly number[];
  /** Frame of the last line that was said. */
  readonly ended: number;
  /** Work RAM in that frame. */
  readonly ram: Uint8Array;
}

export interface PlayOptions {
  readonly version: string;
  readonly standIn: string;
  readonly script: string;
  /** Internal header of the ROM, as the script reads it. */
  readonly header: Uint8Array;
  readonly console: Pick<Console, 'workRam' | 'runFrame'>;
  readonly environment?: Record<string, string>;
  readonly limit?: number;
  /** Changes what the console is given in a frame, or its memory. */
  readonly meddle?: (frame: number, word: number) => number;
}

/** Frames behind the last line, in which nothing may be pressed. */
const AFTER = 40;

/** Runs a script until some frames behind its end, or the limit. */
export function playWith(options: PlayOptions): Promise<Played> {
  const { version, standIn, script, header, console, environment = {}, limit = 20_000, meddle } = options;
  const PATH = [process.env['LUA_DIRECTORY'], process.env['PATH']].filter((folder) => folder).join(delimiter);
  const child = spawn(`lua${version}`, [join(ROOT, 'test/lua/stand-ins', `${standIn}.lua`), script, '-'], {
    env: { ...process.env, PATH, ...environment },
  });
  const shown = console.workRam.slice();
  const said: string[] = [];
  const pressed: number[] = [];
  let frames = 0;
  let ended = -1;
  let ram = shown;
  let rest = '';
  let errors = '';

  function changes(): string {
    const list: string[] = [];
    const ram = console.workRam;
    for (let at = 0; at < ram.length; at++) {
      if (ram[at] === shown[at]) continue;
      shown[at] = ram[at] as number;
      list.push(`${at}=${ram[at]}`);
    }
    return list.join(' ');
  }

  function frame(line: string): void {
    const word = padWord(line);
    if (word !== 0) pressed.push(frames);
    const isOver = ended >= 0 && frames - ended > AFTER;
    if (isOver || frames >= limit) {
      child.stdin.end();
      return;
    }
    try {
      console.runFrame(meddle?.(frames, word) ?? word);
    } catch (error) {
      errors += `${(error as Error).message}\n${said.join('\n')}`;
      child.stdin.end();
      return;
    }
    frames++;
    child.stdin.write(`f ${frames} ${changes()}\n`);
  }

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (data: Buffer) => {
      errors += data.toString();
    });
    child.stdout.on('data', (data: Buffer) => {
      rest += data.toString();
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('pad ')) frame(line);
        else if (line !== '') {
          said.push(line);
          if (!/nothing is pressed|the plan is played/u.test(line)) continue;
          ended = frames;
          ram = console.workRam.slice();
        }
      }
    });
    child.on('close', () => {
      if (errors !== '') reject(new Error(errors));
      else resolve({ said, frames, pressed, ended, ram });
    });
    const hex = Buffer.from(console.workRam).toString('hex');
    child.stdin.write(`h ${Buffer.from(header).toString('hex')}\ni 0 ${hex}\ng\n`);
  });
}
