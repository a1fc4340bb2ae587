/** Why something cannot be commanded now, in one sentence each. */
import type { Named } from '../../system/names.js';
import type { Refusal, RuleErrorShape } from '../../system/system.js';
import { PLAY_ERRORS } from '../battle/command-errors.js';

/** Reasons that are told with a list of choices and beside a refused command alike. */
export const NOTHING_REACHED = 'it reaches no cell from here';
export const NOWHERE_TO_WALK = 'every cell around is taken';

const STATUS_WORDS = [
  'a locked neck',
  'a locked leg',
  'a locked arm',
  'poison',
  'paralysis',
  'sleep',
  'drunkenness',
  'petrification',
];

/** Statuses of a mask in words: `a locked arm and sleep`. */
export function statusWords(mask: number): string {
  return STATUS_WORDS.filter((_, bit) => ((mask >> bit) & 1) !== 0).join(' and ');
}

/** Every number that a command returns is declared. */
function shapeOf(error: number): RuleErrorShape {
  return PLAY_ERRORS.find(({ number }) => number === error) as RuleErrorShape;
}

/** A whole group is refused. @param error number of the rule error */
export function refusal(error: number, reason: string): Refusal {
  return { code: shapeOf(error).code, target: undefined, reason };
}

/** The same, with the meaning of the error as the reason. */
export function plainRefusal(error: number): Refusal {
  return refusal(error, shapeOf(error).meaning);
}

/** One unit is refused. */
export function targetRefusal(error: number, target: Named, reason: string): Refusal {
  return { code: shapeOf(error).code, target, reason };
}
