/** A recorded log as frames, with the cells that a profile names. */

import { LockstepError } from '../../base/index.js';
import { openTrace, type TraceReader, tornReader } from '../../play/index.js';
import type { CellBits, ProfiledImage } from './menu-profile.js';

/** A profile of an image, and its file. */
interface NamedProfile {
  readonly file: string;
  readonly profile: { readonly image: ProfiledImage; readonly system: string };
}

/** A frame of a log; one record is used for all of them. */
export interface LogFrame {
  frame: number;
  /** Pad-1 word as the console reads it. */
  pad: number;
  values: Uint32Array;
  /** The console was in the middle of it: its values belong to no whole frame. */
  torn: boolean;
}

export interface OpenLog {
  readonly reader: TraceReader;
  readonly image: ProfiledImage;
  /** Place of a cell among the values. @throws LockstepError `E_TRACE_CELL_UNKNOWN` */
  at(cell: string): number;
}

/** @throws LockstepError as `openTrace`, `E_PROFILE_IMAGE` for a log that names no image */
export async function openLog(file: string): Promise<OpenLog> {
  const reader = await openTrace(file);
  const { rom } = reader.header.source;
  if (rom === null || rom === undefined || !rom.sha256) {
    reader.close();
    throw new LockstepError('E_PROFILE_IMAGE', 'the log does not say which image it was recorded from', {
      file,
      line: 1,
      expected: 'a log with source.rom.sha256',
      remedy: 'Record the log again with `lockstep record`',
    });
  }
  const places = new Map(reader.header.cells.map(([name], index) => [name, index]));
  return {
    reader,
    image: { title: rom.title, sha256: rom.sha256 },
    at(cell) {
      const place = places.get(cell);
      if (place !== undefined) return place;
      reader.close();
      throw new LockstepError('E_TRACE_CELL_UNKNOWN', `the log does not hold ${cell}, which the profile names`, {
        file,
        line: 1,
        remedy: 'Record the log again with all cells, or name another profile',
      });
    },
  };
}

function otherProfile(what: string, profile: string, found: string, expected: string): LockstepError {
  return new LockstepError('E_PROFILE_IMAGE', `the profile is of another ${what}`, {
    file: profile,
    found,
    expected,
    remedy: 'Name a profile of the image, or learn one from a recording of it',
  });
}

/** @throws LockstepError `E_PROFILE_IMAGE` for a profile of another image */
export function checkImage(profile: string, own: ProfiledImage, log: string, image: ProfiledImage): void {
  if (own.sha256 === image.sha256) return;
  const text = ({ title, sha256 }: ProfiledImage): string => `${title}, SHA-256 ${sha256.slice(0, 16)}`;
  throw otherProfile('image', profile, text(own), `that of ${log}: ${text(image)}`);
}

/** @throws LockstepError as `openLog`, `E_PROFILE_IMAGE` for a log of another image or system */
export async function openOwn(file: string, { file: profile, profile: own }: NamedProfile): Promise<OpenLog> {
  const log = await openLog(file);
  try {
    checkImage(profile, own.image, file, log.image);
    const { system } = log.reader.header;
    if (own.system !== system) throw otherProfile('system', profile, own.system, `that of ${file}: ${system}`);
  } catch (error) {
    log.reader.close();
    throw error;
  }
  return log;
}

/** Reads a value of bits, moved down to bit 0. */
export function bitsReader(log: OpenLog, { cell, mask }: CellBits): (values: Uint32Array) => number {
  const place = log.at(cell);
  const low = mask & -mask;
  return (values) => ((values[place] as number) & mask) / low;
}

/** Calls the listener for every frame, until it returns false. Closes the log. */
export async function eachFrame(log: OpenLog, listener: (frame: LogFrame) => boolean): Promise<void> {
  const { reader } = log;
  const { row } = reader;
  const isTorn = tornReader(reader);
  const frame: LogFrame = { frame: 0, pad: 0, values: row.values, torn: false };
  try {
    do {
      while (reader.next()) {
        frame.pad = Math.max(row.pad, 0);
        frame.torn = isTorn();
        for (let count = 0; count < row.count; count++) {
          frame.frame = row.frame + count;
          if (!listener(frame)) return;
        }
      }
    } while (await reader.fill());
  } finally {
    reader.close();
  }
}
