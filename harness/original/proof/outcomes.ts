/**
 * What cases came to: every case that was begun ends in exactly one outcome, with a reason, and the
 * sum is checked.
 */

import { countText } from '../../../core/system/names.js';

/** Each outcome of a case, in the order in which they are shown. */
export const OUTCOMES = ['equal', 'different', 'outside', 'stopped', 'undecided', 'notComparable'] as const;

/**
 * - `equal`: all that counts is the same on both sides.
 * - `different`: it is not, or the original left the declared cells, or came to no exit, where a
 *   known state has an outcome.
 * - `outside`: both sides differ in a state outside the published domain.
 * - `stopped`: one side came to code that is not published.
 * - `undecided`: the sides differ where no rule is known, or no exit was reached in the budget.
 * - `notComparable`: the case could not be set up, or a varied state led away from the cells that
 *   are known.
 */
export type Outcome = (typeof OUTCOMES)[number];

/** Words for a reader. */
export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  equal: 'equal',
  different: 'different',
  outside: 'outside the published domain',
  stopped: 'stopped at unpublished code',
  undecided: 'undecided',
  notComparable: 'not comparable',
};

/** Counts by reason, for each outcome but `equal`. */
type Reasons = Readonly<Partial<Record<Outcome, Readonly<Record<string, number>>>>>;

/** Cases that were begun, and what each came to. */
export interface Tally extends Readonly<Record<Outcome, number>> {
  readonly cases: number;
  readonly reasons: Reasons;
}

/** A tally under way. */
export interface OpenTally {
  /** Notes the end of a case. @param reason '' where it is equal */
  end(outcome: Outcome, reason: string): void;
  /** One more case is begun. */
  begin(): void;
  /** Cases with this outcome up to now. */
  count(outcome: Outcome): number;
  /** What was counted. @throws Error where cases that were begun have no outcome */
  close(): Tally;
}

type Counts = Record<Outcome, number>;
type OpenReasons = Partial<Record<Outcome, Record<string, number>>>;

function noCounts(): Counts {
  return { equal: 0, different: 0, outside: 0, stopped: 0, undecided: 0, notComparable: 0 };
}

function addReason(reasons: OpenReasons, outcome: Outcome, reason: string, times: number): void {
  const list = reasons[outcome] ?? {};
  reasons[outcome] = list;
  list[reason] = (list[reason] ?? 0) + times;
}

/** Throws where outcomes and reasons do not add up to the cases: a fault of ours. */
function checked(tally: Tally): Tally {
  const ended = OUTCOMES.reduce((sum, outcome) => sum + tally[outcome], 0);
  const explained = OUTCOMES.every((outcome) => {
    const reasons = Object.values(tally.reasons[outcome] ?? {}).reduce((sum, times) => sum + times, 0);
    return outcome === 'equal' ? reasons === 0 : reasons === tally[outcome];
  });
  if (ended !== tally.cases || !explained) {
    throw new Error(`${countText(tally.cases, 'case')} begun, ${ended} ended: ${JSON.stringify(tally)}`);
  }
  return tally;
}

export function openTally(): OpenTally {
  const counts = noCounts();
  const reasons: OpenReasons = {};
  let begun = 0;
  return {
    begin() {
      begun++;
    },
    end(outcome, reason) {
      counts[outcome]++;
      if (outcome !== 'equal') addReason(reasons, outcome, reason, 1);
    },
    count: (outcome) => counts[outcome],
    close: () => checked({ cases: begun, ...counts, reasons }),
  };
}

/** The sum of tallies. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const counts = noCounts();
  const reasons: OpenReasons = {};
  for (const tally of tallies) {
    for (const outcome of OUTCOMES) {
      counts[outcome] += tally[outcome];
      for (const [reason, times] of Object.entries(tally.reasons[outcome] ?? {})) {
        addReason(reasons, outcome, reason, times);
      }
    }
  }
  return checked({ cases: tallies.reduce((sum, { cases }) => sum + cases, 0), ...counts, reasons });
}
