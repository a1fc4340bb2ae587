/**
 * The unpublished stretches that the turn engine's frame runs through: each is a named switch with its evidence, all in
 * this one place. A mirrored routine takes no switch. A trace of the cartridge settles each of them.
 */
import { UNPUBLISHED } from '../../rom-map/unpublished.js';
import { chooseSwitches, type SwitchValues } from '../switches.js';
import type { SwitchShape } from '../system.js';

const FRAME_SWITCHES: readonly SwitchShape[] = [
  {
    name: 'idleActionPoints',
    values: [10, 0],
    default: 10,
    evidence:
      'C1:7A54-7A62 (15 bytes) is not printed; the guide and the newer page both say +10 a frame while nobody can act',
  },
  {
    name: 'idleChargeFrames',
    values: ['N+1', 'N'],
    default: 'N+1',
    evidence:
      'C1:9362-939C is not printed. The newer page: a lone charge of N fires on frame N+1 (16 gives 170 + 510); the older page: 160 + 510. N+1 = due skills are found before the countdown of the frame, N = after it',
  },
  {
    name: 'statusTimers',
    values: ['countDown', 'keep'],
    default: 'countDown',
    evidence:
      'no printed instruction lowers EA00+ or AAn8-F (likely C1:2153-21C0 and 21F8-2238); the pages say statuses wear off with the same units of time as charges',
  },
];

/** Names of the switches that only a played battle runs through. */
const PLAYED = ['onsetLevel', 'decisionPasses', 'fieldLastCell'];

const PLAY_SWITCHES: readonly SwitchShape[] = UNPUBLISHED.filter(({ name }) => PLAYED.includes(name)).map(
  ({ name, values, default: standard, evidence }) => ({ name, values, default: standard, unit: 'command', evidence }),
);

/** All of them. */
export const SWITCHES: readonly SwitchShape[] = [...FRAME_SWITCHES, ...PLAY_SWITCHES];

/** The switches as the frame uses them. */
export interface Settings {
  /** Action points of an idle frame, 0..255. */
  readonly idleActionPoints: number;
  /** Due skills are looked for after the frame's countdown instead of before it. */
  readonly countdownFirst: boolean;
  /** Status timers fall with time. */
  readonly timersCountDown: boolean;
  readonly onsetLevel: 'asLabelled' | 'negated' | 'none';
  /** Times the skills are gone through before an enemy moves, 1 or 2. */
  readonly decisionPasses: number;
  /** A field does nothing when the bottom right cell has just lost it. */
  readonly lastCellSuppresses: boolean;
}

/**
 * Settings from named switches.
 * @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it does not have
 */
export function settingsOf(switches?: SwitchValues): Settings {
  const chosen = chooseSwitches(SWITCHES, switches);
  return {
    idleActionPoints: Number(chosen('idleActionPoints')),
    countdownFirst: chosen('idleChargeFrames') === 'N',
    timersCountDown: chosen('statusTimers') === 'countDown',
    onsetLevel: chosen('onsetLevel') as Settings['onsetLevel'],
    decisionPasses: Number(chosen('decisionPasses')),
    lastCellSuppresses: chosen('fieldLastCell') === 'suppresses',
  };
}
