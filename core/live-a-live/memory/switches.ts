/**
 * The switches of the rule set, taken from the table of unpublished stretches
 * (`rom-map/unpublished.ts`), where values, defaults and evidence stand. A mirrored routine takes
 * no switch. A trace of the cartridge settles each of them.
 */
import { UNPUBLISHED } from '../../../rom-map/unpublished.js';
import { chooseSwitches, type SwitchValues } from '../../system/switches.js';
import type { SwitchShape } from '../../system/system.js';

/** Switches that only a battle played by commands runs through. */
const PLAYED: readonly string[] = ['onsetLevel', 'decisionPasses', 'fieldLastCell', 'decisionInput', 'startOffset'];

/** Switches that version 0.1 did not have. */
const LATER: readonly string[] = ['decisionInput', 'startOffset'];

const SHAPES = UNPUBLISHED.filter(({ standIn }) => standIn === 'switch').map(
  ({ name, values, default: standard, evidence }): SwitchShape => ({
    name,
    values,
    default: standard,
    evidence,
    ...(LATER.includes(name) ? { isLater: true } : {}),
  }),
);

/** Switches of the turn engine. */
export const FRAME_SWITCHES: readonly SwitchShape[] = SHAPES.filter(({ name }) => !PLAYED.includes(name));

/** Switches of a battle played by commands: those of the turn engine first. */
export const BATTLE_SWITCHES: readonly SwitchShape[] = [
  ...FRAME_SWITCHES,
  ...SHAPES.filter(({ name }) => PLAYED.includes(name)),
];

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
  /** Nobody may cut in during an enemy's first pass over its skills. */
  readonly asksInSecondPass: boolean;
  /** Draws at the start of a battle for each enemy whose place may be off, 0 to 2. */
  readonly startDraws: number;
}

/**
 * Settings from named switches; what is not named has its default.
 * @param shapes the switches that may be named
 * @throws RuleError `E_UNKNOWN_ID` for an unknown switch, `E_RANGE` for a value it does not have
 */
export function settingsOf(switches?: SwitchValues, shapes: readonly SwitchShape[] = BATTLE_SWITCHES): Settings {
  chooseSwitches(shapes, switches);
  const chosen = chooseSwitches(BATTLE_SWITCHES, switches);
  return {
    idleActionPoints: Number(chosen('idleActionPoints')),
    countdownFirst: chosen('idleChargeFrames') === 'N',
    timersCountDown: chosen('statusTimers') === 'countDown',
    onsetLevel: chosen('onsetLevel') as Settings['onsetLevel'],
    decisionPasses: Number(chosen('decisionPasses')),
    lastCellSuppresses: chosen('fieldLastCell') === 'suppresses',
    asksInSecondPass: chosen('decisionInput') === 'secondPass',
    startDraws: Number(chosen('startOffset')),
  };
}
