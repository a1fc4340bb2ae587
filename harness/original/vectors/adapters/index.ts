/** All adapters, by area. */
import type { AdapterTable } from './adapter.js';
import { AI_ADAPTERS } from './ai.js';
import { COMBAT_ADAPTERS } from './combat.js';
import { TURN_ADAPTERS } from './turn.js';

export const ADAPTERS: Readonly<Record<'turn' | 'ai' | 'combat', AdapterTable>> = {
  turn: TURN_ADAPTERS,
  ai: AI_ADAPTERS,
  combat: COMBAT_ADAPTERS,
};
