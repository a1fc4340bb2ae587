/**
 * The pure core: integer arithmetic, the processor, the system interface, and the five systems,
 * each under its own name.
 */

export * as cpu from './cpu/index.js';
export {
  apply,
  type BattleOf,
  type CellOf,
  type CharacterName,
  type CommandFor,
  type CommandOf,
  type Declared,
  type DeclaredSystem,
  type FormationName,
  type ItemName,
  read,
  type SetupOf,
  type SkillName,
  type SpeciesName,
} from './declared/declared.js';
export * as fftcg from './fftcg/index.js';
export * as holyGrailWar from './holy-grail-war/index.js';
export * from './int/index.js';
export * as kuroganeEngage from './kurogane-engage/index.js';
export * as liveALive from './live-a-live/index.js';
export * as srpgMovement from './srpg-movement/index.js';
export * from './system/battle.js';
export * from './system/system.js';
export { type EventSentences, narrationOfEvents } from './system/tell-events.js';
