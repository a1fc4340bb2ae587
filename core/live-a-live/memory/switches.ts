/**
 * The switches of the rule set, taken from the table of unpublished stretches (`rom-map/unpublished.ts`), where values, defaults
 * and evidence stand. A mirrored routine takes no switch. A trace of the cartridge settles each of them.
 */
import { UNPUBLISHED } from '../../../rom-map/unpublished.js';
import { chooseSwitches, type SwitchValues } from '../../switches.js';
import type { SwitchShape } from '../../system.js';

/** Names of the switches that only a played battle runs through. */
const PLAYED = ['onsetLevel', 'decisionPasses', 'fieldLastCell'];

/** All of them, those of a frame first. */
export const SWITCHES: readonly SwitchShape[] = [false, true].flatMap((played) =>
  UNPUBLISHED.filter(({ name, standIn }) => standIn === 'switch' && PLAYED.includes(name) === played).map(
    ({ name, values, default: standard, evidence }) => {
      const shape = { name, values, default: standard, evidence };
      return played ? { ...shape, unit: 'command' as const } : shape;
    },
  ),
);

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
