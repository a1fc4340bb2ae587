/** The entry view: facts of an entry and their wording, for ledger, stepper, adapter and report. */

export { plainText } from '../../base/plain-text.js';
export { branchLines, lineName } from './branch-list.js';
export {
  type ChangeFact,
  type EntryFacts,
  type EventFact,
  eventFact,
  factsOf,
  type GaugeFact,
  gaugesOf,
  type UnitFact,
} from './entry-facts.js';
export { inputWords } from './input-words.js';
export { createLedger, gaugeName, type Ledger } from './ledger.js';
export * from './text.js';
export { unitLabel, unitName } from './unit-label.js';
export { unitPrefix } from './unit-prefix.js';
