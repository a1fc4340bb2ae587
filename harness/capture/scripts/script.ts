/**
 * Assembles a recorder script: one file with the cells of the table, the header of the trace and
 * the parts in this folder.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { KNOWN_IMAGES } from '../../../rom-map/cartridge/known-images.js';
import { formatAddress, type Place, placeByName, TEST_ROM_SIGNATURE, testRomAddress } from '../../../rom-map/index.js';
import { LockstepError, packageRoot, unreadable } from '../../base/index.js';

import { workRamOffset } from '../../files/index.js';
import { headerText, type TraceHeader } from '../../play/index.js';

import { declaredPlaces, imageRuns } from '../record/declared-cells.js';
import { commonHeader } from '../record/to-trace.js';

export const RECORDER_EMULATORS = ['bizhawk', 'mesen', 'snes9x'] as const;
export type RecorderEmulator = (typeof RECORDER_EMULATORS)[number];

/** Version of the scripts; stands in the header of what they write. */
const SCRIPT_VERSION = '3';
/** Offset in work RAM of a byte of the ROM that is recorded. */
function recordedOffset(address: number): number {
  return workRamOffset(testRomAddress(address));
}

/** Where the test ROM writes `LKST`, in work RAM. */
const SIGNATURE = recordedOffset(TEST_ROM_SIGNATURE);
const SETTINGS = `-- Settings. The file is never overwritten: a number is added to its name. The environment may say otherwise:
-- LOCKSTEP_OUT names the file, LOCKSTEP_FRAMES the number of frames.
local OUTPUT = 'lockstep-recording.jsonl'
-- Frames to record; 0: until the script is stopped.
local FRAMES = 0
`;

export function scriptPart(name: string): string {
  const file = join(packageRoot(), 'harness/capture/scripts', `${name}.lua`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(file, error);
    throw new LockstepError('E_RECORDER_SOURCE', 'a part of the recorder script is missing', {
      file,
      remedy: 'Install the package again',
    });
  }
}

/** A text as a literal of Lua; an emulator's font has no more than ASCII. */
export function luaText(text: string): string {
  return `'${text.replaceAll(/[^\x20-\x7e]/gu, '?').replaceAll(/[\\']/gu, '\\$&')}'`;
}

/** Offset of a named cell in work RAM of the ROM that is recorded. */
export const offsetOfCell = (name: string): number => {
  const place = placeByName(name);
  if (place === undefined) throw new LockstepError('E_INTERNAL', `the table has no cell ${name}`);
  return recordedOffset(place.address);
};

/** Published hashes that an emulator may name by itself, with their image. */
function knownHashes(): string {
  const pairs = KNOWN_IMAGES.flatMap(({ id, sha1, md5 }) => [
    ...(sha1 === '' ? [] : [`['${sha1}'] = {'${id}','sha1'}`]),
    ...(md5 === '' ? [] : [`['${md5}'] = {'${id}','md5'}`]),
  ]);
  return `{${pairs.join(',')}}`;
}

/** The header, with placeholders for what only the emulator knows. */
function headerTemplate(places: readonly Place[], drill: boolean): string {
  const header: TraceHeader = {
    ...commonHeader(places, drill),
    source: {
      kind: drill ? 'homebrew' : 'unknown-image',
      emulator: { name: '@EMULATOR@', version: '@VERSION@', sha256: null },
      rom: { title: '@TITLE@', sha256: '@SHA@' },
      input: null,
      recorder: { name: 'lockstep Lua recorder', version: SCRIPT_VERSION, sha256: null },
    },
    from: '@FROM@',
    image: {},
  };
  return headerText(header);
}

/**
 * Work RAM offset and length of a run of bytes that lie together in the recorded ROM, and how a
 * trace writes its address.
 */
type RecordedRun = readonly [offset: number, length: number, address: string];

function recordedRuns(drill: boolean): readonly RecordedRun[] {
  return imageRuns(drill).map(({ address, length }) => [
    recordedOffset(address),
    length,
    `'${formatAddress(address)}'`,
  ]);
}

function table(rows: readonly (readonly (number | string)[])[]): string {
  return `{${rows.map((row) => `{${row.join(',')}}`).join(',')}}`;
}

type Run = readonly [offset: number, length: number];

/** Bytes between two cells that are read along: one read more costs as much as dozens of bytes. */
const LARGEST_GAP = 64;

/** What is read in one piece: cells with small gaps between them. */
function windowsOf(cells: readonly Run[]): Run[] {
  const runs: [number, number][] = [];
  for (const [offset, width] of [...cells].sort(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && offset - (run[0] + run[1]) <= LARGEST_GAP) {
      run[1] = Math.max(run[1], offset + width - run[0]);
    } else runs.push([offset, width]);
  }
  return runs;
}

/** Offset, width and window (from 1 on) of a cell. */
function cellRow(windows: readonly Run[], offset: number, width: number): number[] {
  const window = windows.findIndex(([from, length]) => offset >= from && offset + width <= from + length);
  return [offset, width, window + 1];
}

/** @param drill for our test ROM instead of the cartridge */
export function recorderScript(emulator: RecorderEmulator, drill: boolean): string {
  const places = declaredPlaces(drill);
  const windows = windowsOf(places.map(({ address, width }) => [recordedOffset(address), width] as const));
  const fields = [
    `header = [==[${headerTemplate(places, drill)}]==]`,
    `cells = ${table(places.map(({ address, width }) => cellRow(windows, recordedOffset(address), width)))}`,
    `windows = ${table(windows)}`,
    ...(drill ? [] : [`known = ${knownHashes()}`]),
    `image = ${table(recordedRuns(drill))}`,
    `pad = ${offsetOfCell(drill ? 'padWord' : 'pad1')}`,
    `signature = ${SIGNATURE}`,
    ...(drill ? [`phase = ${offsetOfCell('phase')}`, `begin = ${offsetOfCell('sequenceBegin')}`] : []),
  ];
  const pieces = [
    `-- Recorder for ${emulator}, made by \`lockstep symbols --format lua --emulator ${emulator}${drill ? ' --drill' : ''}\`.`,
    `-- ${countText(places.length, 'cell')} of work RAM; harness/capture/scripts/README.md tells how to use it.`,
    SETTINGS,
    `local LOCKSTEP = {\n  ${fields.join(',\n  ')},\n}\n`,
    ...[
      ['sha256', 'sha256'],
      ['createTrace', 'trace'],
      ['createSession', 'session'],
    ].map(([variable = '', name = '']) => `local ${variable} = (function()\n${scriptPart(name)}end)()\n`),
    scriptPart(emulator),
  ];
  return pieces.join('\n');
}
