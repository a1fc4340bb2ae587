/** The registry: every system by its id. Nothing else in the harness names one. */
import { fftcg } from '../../core/fftcg/index.js';
import { holyGrailWar } from '../../core/holy-grail-war/index.js';
import { kuroganeEngage } from '../../core/kurogane-engage/index.js';
import { LIVE_A_LIVE_GUIDE } from '../../core/live-a-live/guide/index.js';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import { srpgMovement } from '../../core/srpg-movement/index.js';
import type { System } from '../../core/system/system.js';

export const SYSTEMS: readonly System[] = [
  LIVE_A_LIVE,
  LIVE_A_LIVE_BATTLE,
  LIVE_A_LIVE_GUIDE,
  fftcg,
  srpgMovement,
  kuroganeEngage,
  holyGrailWar,
];
