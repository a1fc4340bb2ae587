/** Places of the battle's loop in the cartridge, as probes name them. */
import { BATTLE as BATTLE_ADDRESS, LOOP as LOOP_ADDRESS } from '../../../core/live-a-live/setup/driven-start.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { FRAME_INTERRUPT } from './console-way.js';

/** Where a battle begins. */
export const BATTLE = formatBus(BATTLE_ADDRESS);
/** The loop's call of the player half. */
export const LOOP = formatBus(LOOP_ADDRESS);
export const TIME_HALF = 'C1:9357';
export const PLAYER_HALF = 'C1:9480';
/** Where the interrupt of a frame leads to. */
export const INTERRUPT = formatBus(FRAME_INTERRUPT);
