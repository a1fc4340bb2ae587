/** All adapters, by area. */
import type { AdapterTable } from '../adapter.js';
import { AI_ADAPTERS } from './ai.js';
import { TURN_ADAPTERS } from './turn.js';

export const ADAPTERS: Readonly<Record<'turn' | 'ai', AdapterTable>> = { turn: TURN_ADAPTERS, ai: AI_ADAPTERS };
