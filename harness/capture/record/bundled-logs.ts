/** The bundled logs of `traces/recordings.json`: ROM, input and length. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { type PadEvent, parsePadScript } from '../../base/pad-script.js';
import { type SoakMix, soakScript } from './soak.js';

/** One bundled log: a pad script of a file, or random input from a seed. */
export interface BundledLog {
  readonly log: string;
  readonly what: string;
  readonly core: string;
  readonly frames: number;
  readonly script?: string;
  readonly soak?: { readonly scenario: number; readonly seed: number; readonly mix?: SoakMix };
  /** On the second or third image, with its draw journal. */
  readonly image?: 'battle' | 'duel';
}

const ROOT = packageRoot();
/** The images of the test ROM, with the title in their header. */
export const ROM = 'traces/homebrew/drill.sfc';
export const BATTLE_ROM = 'traces/homebrew/drill-battle.sfc';
const TURN_IMAGE = { rom: ROM, romTitle: 'LOCKSTEP DRILL' };
export const DUEL_ROM = 'traces/homebrew/drill-duel.sfc';
const BATTLE_IMAGE = { rom: BATTLE_ROM, romTitle: 'LOCKSTEP DRILL BATTLE' };
const DUEL_IMAGE = { rom: DUEL_ROM, romTitle: 'LOCKSTEP DRILL DUEL' };

/** Path of the image in the checkout, and its title. */
export function imageOf(log: BundledLog): typeof TURN_IMAGE {
  if (log.image === 'duel') return DUEL_IMAGE;
  return log.image === 'battle' ? BATTLE_IMAGE : TURN_IMAGE;
}

/** The entries of `traces/recordings.json`. */
export function bundledLogs(): readonly BundledLog[] {
  return JSON.parse(readFileSync(join(ROOT, 'traces/recordings.json'), 'utf8')) as BundledLog[];
}

/** Input of a log. */
export function padScriptOf(log: BundledLog): readonly PadEvent[] {
  const { soak } = log;
  if (soak !== undefined) return soakScript(soak.scenario, soak.seed, log.frames, soak.mix);
  const file = log.script ?? '';
  return parsePadScript(readFileSync(join(ROOT, file), 'utf8'), { file });
}
