/** Strips a recorded log in one of four ways, explains it, and counts how good the explanation is. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { explainLog } from '../../../../harness/play/explain/explain-log.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { scoreOf } from './score.js';
import { INPUT_CELLS, MENU_CELLS, type StripOptions, stripLog } from './strip-log.js';

/**
 * `input`: without pad words, joypad and sequence cells and the map counter; `dropped`: as `input`, and 1 % of the
 * frames are missing; `planted`: as `input`, with one false change; `bare`: also without menu cells, timer, grid and generator, so that nothing
 * but points, unit blocks and flags remains.
 */
export const WAYS = ['input', 'dropped', 'planted', 'bare'] as const;
export type Way = (typeof WAYS)[number];

export interface Measured {
  readonly log: string;
  readonly way: Way;
  readonly frames: number;
  readonly missing: number;
  readonly unexplained: number;
  /** Frames whose recorded input does something that no input does not. */
  readonly acted: number;
  /** Frames for which an action was found. */
  readonly found: number;
  /** Of both: the same class. */
  readonly right: number;
  /** Frames of the explained log that verify. */
  readonly verified: number;
  /** First frame that nothing explains, or -1. */
  readonly hole: number;
}

/** Every hundredth frame or so, in no even rhythm; the first rows stay. */
export function drops(frame: number): boolean {
  return frame > 100 && (frame * 7919) % 1009 < 10;
}

/** The false change is planted in the middle. */
export function plantedAt(frames: readonly { readonly frame: number }[]): number {
  return frames[frames.length >> 1]?.frame ?? 0;
}

function optionsOf(way: Way, plantFrame: number): StripOptions {
  return {
    bare: way === 'bare',
    ...(way === 'dropped' ? { drop: drops } : {}),
    ...(way === 'planted' ? { plant: { frame: plantFrame, cell: 'enemy[0].orderPoints', add: 1 } } : {}),
  };
}

export async function measure(log: string, way: Way, folder: string): Promise<Measured> {
  const stripped = join(folder, 'stripped.jsonl');
  const output = join(folder, 'explained.jsonl');
  const file = `traces/logs/${log}.jsonl.gz`;
  const plantFrame = way === 'planted' ? plantedAt(await stripLog(file, stripped)) : -1;
  const real = await stripLog(file, stripped, optionsOf(way, plantFrame));
  const systems = [LIVE_A_LIVE];
  const told = await explainLog(stripped, { systems, output });
  const isShown = (cell: string): boolean => !INPUT_CELLS.test(cell) && (way !== 'bare' || !MENU_CELLS.test(cell));
  const score = await scoreOf(file, real, output, isShown, way === 'bare');
  const { equal } = await verifyLog(output, { systems, continueAfterDifference: true });
  rmSync(stripped);
  rmSync(output);
  return {
    log,
    way,
    frames: real.length,
    missing: told.missing,
    unexplained: told.unexplained,
    ...score,
    verified: equal,
    hole: told.holes[0]?.frame ?? -1,
  };
}
