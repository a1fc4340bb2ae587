/**
 * The events of a step. Rule ids are those of seed 003; pages of its wiki are written p23, p39,
 * p45, p48, p56.
 */
import type { EventShape } from '../system/system.js';

export const EVENT_DECLARED = 1;
export const EVENT_POOL_BASE = 2;
export const EVENT_POOL_DISTANCE = 3;
export const EVENT_POOL_INDIRECT = 4;
export const EVENT_POOL_RISK = 5;
export const EVENT_POOL_CLEAR_SHOT = 6;
export const EVENT_POOL_HIGH_GROUND = 7;
export const EVENT_POOL_SPECIALS = 8;
export const EVENT_POOL_CLOSE_COMBAT = 9;
export const EVENT_POOL_SIZED = 10;
export const EVENT_SPECIAL = 11;
export const EVENT_ROLLED = 12;
export const EVENT_MISSED = 13;
export const EVENT_TESTED = 14;
export const EVENT_DAMAGED = 15;
export const EVENT_RISK_CLEARED = 16;
export const EVENT_RISK_ADDED = 17;
export const EVENT_DESTROYED = 18;
export const EVENT_CANDIDATE = 19;
export const EVENT_OVERKILL = 20;
export const EVENT_AFTER_RESOLVE = 21;
export const EVENT_DISPLACED = 22;
export const EVENT_FELL = 23;
export const EVENT_RISK_WORKED_OFF = 24;
export const EVENT_COLLECTED = 25;
export const EVENT_CONTROLLED = 26;
export const EVENT_ROUND_ENDED = 27;
export const EVENT_PLACED = 28;
export const EVENT_ATTACK_ENDED = 29;

type Provenance = EventShape['provenance'];

function shape(
  kind: number,
  name: string,
  rule: string,
  fields: string[],
  provenance: Provenance = 'seed',
): EventShape {
  return { kind, name, rule, provenance, fields };
}

export const EVENTS: readonly EventShape[] = [
  shape(EVENT_DECLARED, 'declared', 'K2', ['attacker', 'weapon', 'target', 'distance']),
  shape(EVENT_POOL_BASE, 'poolBase', 'K3', ['dice']),
  shape(EVENT_POOL_DISTANCE, 'poolDistance', 'K4', ['dice']),
  shape(EVENT_POOL_INDIRECT, 'poolIndirect', 'K6', ['dice']),
  shape(EVENT_POOL_RISK, 'poolRisk', 'K7', ['dice']),
  shape(EVENT_POOL_CLEAR_SHOT, 'poolClearShot', 'K8', ['dice']),
  shape(EVENT_POOL_HIGH_GROUND, 'poolHighGround', 'K9', ['dice']),
  shape(EVENT_POOL_SPECIALS, 'poolSpecials', 'K10', ['dice'], 'extension'),
  shape(EVENT_POOL_CLOSE_COMBAT, 'poolCloseCombat', 'K5', ['distance', 'levelDifference']),
  shape(EVENT_POOL_SIZED, 'poolSized', 'KA1', ['dice', 'clamped'], 'decision'),
  shape(EVENT_SPECIAL, 'special', 'K10', ['special', 'unit']),
  shape(EVENT_ROLLED, 'rolled', 'K11', ['dice', 'successes', 'criticals']),
  shape(EVENT_MISSED, 'missed', 'K11', ['target']),
  shape(EVENT_TESTED, 'damageTested', 'K12', ['attack', 'defence', 'damage']),
  shape(EVENT_DAMAGED, 'damaged', 'K13', ['target', 'damage', 'total']),
  shape(EVENT_RISK_CLEARED, 'riskCleared', 'K13', ['target', 'removed']),
  shape(EVENT_RISK_ADDED, 'riskAdded', 'K14', ['target', 'added', 'risk']),
  shape(EVENT_DESTROYED, 'destroyed', 'K15', ['target']),
  shape(EVENT_CANDIDATE, 'overkillCandidate', 'K16', ['unit'], 'extension'),
  shape(EVENT_OVERKILL, 'overkill', 'K16', ['unit', 'x', 'y'], 'extension'),
  shape(EVENT_AFTER_RESOLVE, 'afterResolve', 'p48', ['special', 'action'], 'extension'),
  shape(EVENT_DISPLACED, 'displaced', 'p56', ['unit', 'x', 'y', 'level'], 'extension'),
  shape(EVENT_FELL, 'fell', 'p45', ['unit', 'levels', 'risk'], 'extension'),
  shape(EVENT_RISK_WORKED_OFF, 'riskWorkedOff', 'p45', ['unit', 'removed'], 'extension'),
  shape(EVENT_COLLECTED, 'collected', 'K15', ['unit']),
  shape(EVENT_CONTROLLED, 'controlled', 'p39', ['objective', 'side'], 'extension'),
  shape(EVENT_ROUND_ENDED, 'roundEnded', 'p40', ['round'], 'extension'),
  shape(EVENT_PLACED, 'placed', 'K1', ['unit', 'x', 'y', 'level'], 'extension'),
  shape(EVENT_ATTACK_ENDED, 'attackEnded', 'K1', ['attacker']),
];
