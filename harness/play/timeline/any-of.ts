/** Several conditions as one: a search stops at the first that is true. */
import type { Condition } from './conditions.js';
import { cannotMatch } from './search.js';
import type { Timeline } from './timeline.js';

export interface AnyOf extends Condition {
  /** Indexes of the conditions that were true at the last match. */
  readonly matched: readonly number[];
}

/** @param conditions all of them are tested at every entry */
export function anyOf(timeline: Timeline, conditions: readonly Condition[]): AnyOf {
  let matched: number[] = [];
  return {
    text: conditions.map((condition) => condition.text).join(' or '),
    byFrame: false,
    needsEvents: conditions.some((condition) => condition.needsEvents),
    offsets: undefined,
    skips: (block) => conditions.every((condition) => cannotMatch(timeline, condition, block)),
    prepare(line) {
      for (const condition of conditions) condition.prepare?.(line);
    },
    test(before, after, events, around) {
      let found: number[] | undefined;
      for (let index = 0; index < conditions.length; index++) {
        if (conditions[index]?.test(before, after, events, around) !== true) continue;
        found ??= [];
        found.push(index);
      }
      if (found === undefined) return false;
      matched = found;
      return true;
    },
    get matched() {
      return matched;
    },
  };
}
