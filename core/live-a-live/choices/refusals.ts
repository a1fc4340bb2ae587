/** Why something cannot be commanded now, in one sentence each. */
import type { Named } from '../../system/names.js';
import type { Refusal } from '../../system/system.js';
import { PLAY_ERRORS } from '../battle/command-errors.js';

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

function codeOf(error: number): string {
  return PLAY_ERRORS.find(({ number }) => number === error)?.code ?? 'E_PHASE';
}

/** A whole group is refused. @param error number of the rule error */
export function refusal(error: number, reason: string): Refusal {
  return { code: codeOf(error), target: undefined, reason };
}

/** The same, with the meaning of the error as the reason. */
export function plainRefusal(error: number): Refusal {
  return refusal(error, PLAY_ERRORS.find(({ number }) => number === error)?.meaning ?? 'it cannot be done now');
}

/** One unit is refused. */
export function targetRefusal(error: number, target: Named, reason: string): Refusal {
  return { code: codeOf(error), target, reason };
}
