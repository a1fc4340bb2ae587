/** Memory as the stand-ins read it, and what they say was drawn. */
import { isWorkRam, WINDOWS, WORK_RAM } from '../../rom-map/index.js';

const WORK_RAM_WINDOWS = WINDOWS.filter(({ address }) => isWorkRam(address));

/** One frame of the stand-ins' file: every byte of a battle's work RAM. */
export function frameLine(frame: number, image: Uint8Array): string {
  const bytes = WORK_RAM_WINDOWS.flatMap(({ address, offset, length }) =>
    Array.from({ length }, (_, at) => `${address + at - WORK_RAM}=${image[offset + at]}`),
  );
  return `f ${frame} ${bytes.join(' ')}`;
}

/** A text in the game's window of 256 x 224 pixels. */
export interface DrawnText {
  readonly frame: number;
  readonly x: number;
  readonly y: number;
  /** Pixels in the emulator's font. */
  readonly width: number;
  /** Six hexadecimal digits; `box` lies behind the text. */
  readonly colour: string;
  readonly box: string;
  /** Of the box, 0 to 1; an outline instead of a box where it is 0. */
  readonly opacity: number;
  readonly text: string;
}

const DRAWN = /^(\d+) (\d+) (\d+) (\d+) ([0-9a-f]{6}) ([0-9a-f]{6}) ([\d.]+) (.*)$/u;

/** @throws Error for a text that leaves the window, or any other word of a stand-in */
export function drawnTexts(out: string): DrawnText[] {
  const said = out.split('\n').filter((line) => line !== '');
  return said.map((line) => {
    const [, frame, x, y, width, colour = '', box = '', opacity, text = ''] = DRAWN.exec(line) ?? [];
    if (frame === undefined) throw new Error(line);
    const numbers = { frame: Number(frame), x: Number(x), y: Number(y), width: Number(width) };
    return { ...numbers, colour, box, opacity: Number(opacity), text };
  });
}
