/** Every golden, and where its file is. */
import { fileURLToPath } from 'node:url';
import { fftcgGoldens } from './fftcg.js';
import type { Golden } from './golden.js';
import { grailGoldens } from './holy-grail-war.js';
import { kuroganeGoldens } from './kurogane-engage.js';
import { guideGoldens } from './live-a-live-guide.js';
import { srpgGoldens } from './srpg-movement.js';

export const GOLDEN_FOLDER = fileURLToPath(new URL('../../traces/golden/', import.meta.url));

export const GOLDENS: readonly Golden[] = [
  ...guideGoldens(),
  ...fftcgGoldens(),
  ...srpgGoldens(),
  ...kuroganeGoldens(),
  ...grailGoldens(),
];

export function goldenFile(golden: Golden): string {
  return `${GOLDEN_FOLDER}${golden.file}`;
}
