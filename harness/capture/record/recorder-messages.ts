/**
 * Reads the recorders' messages on stderr. They follow the mark `@lockstep ` anywhere in a line,
 * because a core may print without a newline before it. The end of the core's own output is shown
 * in errors.
 */

import { LockstepError } from '../../base/errors.js';

export type RecorderMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done' | 'interrupted'; readonly frames: number }
  | { readonly kind: 'error'; readonly code: string; readonly text: string };

const MARK = '@lockstep ';
const MAX_CHATTER = 2000;

const REMEDIES: Readonly<Record<string, string>> = {
  E_CORE_MISSING: 'Give the path of a libretro core.',
  E_CORE_NOT_LIBRETRO: 'Give a libretro core, for example bsnes_mercury_balanced_libretro.so.',
  E_CORE_UNLOADABLE: 'Install a core for this system; ldd shows what a library needs.',
  E_CORE_CRASHED: 'Try another core (balanced, accuracy), and the default options; nothing was kept.',
  E_CORE_STALLED: 'Nothing was kept. A slower machine needs a longer limit (--stall SECONDS).',
  E_CORE_STOPPED: 'Record fewer frames, or another ROM.',
  E_CORE_NO_WRAM: 'Give a core that emulates the Super Famicom.',
  E_ROM_REFUSED: 'Check that the file is a Super Famicom ROM image (lockstep rom info).',
  E_STATE_REFUSED: 'Save the state again with the same core, version and ROM.',
  E_OPTION: 'Leave core options at their defaults unless the core documents them.',
  E_OUTPUT_WRITE: 'Make room on the disk or choose another place; nothing half-written was kept.',
  E_FILE_UNREADABLE: 'Check the path and the permissions.',
};

export interface MessageReader {
  /** Takes a piece of stderr as it came. */
  readonly feed: (piece: string) => void;
  /** Takes the last line, which has no line feed. */
  readonly end: () => void;
  /** The end of the core's own output. */
  readonly chatter: () => string;
}

export function messageReader(receive: (message: RecorderMessage) => void): MessageReader {
  let rest = '';
  let chatter = '';
  const take = (line: string): void => {
    const at = line.indexOf(MARK);
    const foreign = at < 0 ? line : line.slice(0, at);
    if (foreign.trim() !== '') chatter = `${chatter}${foreign.trim()}\n`.slice(-MAX_CHATTER);
    const message = at < 0 ? undefined : parseMessage(line.slice(at + MARK.length));
    if (message !== undefined) receive(message);
  };
  return {
    feed: (piece) => {
      const lines = (rest + piece).split('\n');
      rest = (lines.pop() ?? '').slice(-64 * 1024);
      for (const line of lines) take(line);
    },
    end: () => {
      take(rest);
      rest = '';
    },
    chatter: () => chatter.trim(),
  };
}

/** One message without its mark; undefined when it is none. */
export function parseMessage(text: string): RecorderMessage | undefined {
  const progress = /^progress (\d+) (\d+)$/u.exec(text);
  if (progress !== null) return { kind: 'progress', done: Number(progress[1]), total: Number(progress[2]) };
  const end = /^(done|interrupted) (\d+)$/u.exec(text);
  if (end !== null) return { kind: end[1] === 'done' ? 'done' : 'interrupted', frames: Number(end[2]) };
  const error = /^error (E_[A-Z0-9_]+) (.*)$/u.exec(text);
  if (error !== null) return { kind: 'error', code: error[1] ?? '', text: error[2] ?? '' };
  return undefined;
}

export function errorFromMessage(code: string, text: string, chatter: string): LockstepError {
  const remedy = REMEDIES[code];
  return new LockstepError(code, text, {
    ...(chatter === '' ? {} : { found: `the core's last words: ${chatter.split('\n').slice(-3).join(' / ')}` }),
    ...(remedy === undefined ? {} : { remedy }),
  });
}
