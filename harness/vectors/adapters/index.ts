/** All adapters, by area. */
import type { AdapterTable } from '../adapter.js';
import { TURN_ADAPTERS } from './turn.js';

export const ADAPTERS: Readonly<Record<'turn', AdapterTable>> = { turn: TURN_ADAPTERS };
