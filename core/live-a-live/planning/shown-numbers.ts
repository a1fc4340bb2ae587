/**
 * The numbers that a screen shows over units: damage before it is held at the HP that are left,
 * recoveries before they are held at the largest HP, and misses.
 */
import type { EventBuffer, ShownKind } from '../../system/system.js';
import { LARGEST_TOTAL } from '../combat/totals.js';
import * as Ally from '../memory/cells/ally.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Action, Effect, EVENT_ACTION, EVENT_EFFECT, eventWords } from '../memory/happenings.js';

/** Kinds of events that are read here, a bit each. */
export const SHOWN_BY = (1 << EVENT_ACTION) | (1 << EVENT_EFFECT);

function prefixOf(block: number): string {
  if (block >= Ally.FIRST) return `ally[${(block - Ally.FIRST) / Ally.STRIDE}]`;
  return `enemy[${(block - Enemy.FIRST) / Enemy.STRIDE}]`;
}

/** A field or an answer strikes for itself: hits before it are no part of it. */
function beginsStrike(action: number): boolean {
  return action === Action.SKILL || action === Action.COUNTER || action === Action.FIELD_FIRES;
}

/**
 * Tells what is shown, in the order of the events. A skill of which no hit landed on a unit is a
 * miss there.
 */
export function shownNumbers(
  { words, length }: EventBuffer,
  see: (unit: string, kind: ShownKind, amount: number) => void,
): void {
  /** Units that were checked and not hit yet. */
  const checked = new Set<number>();
  const tellMisses = (): void => {
    for (const block of checked) see(prefixOf(block), 'miss', 0);
    checked.clear();
  };
  for (let at = 0; at < length; at += eventWords(words[at] as number)) {
    const kind = words[at] as number;
    if (kind !== EVENT_ACTION && kind !== EVENT_EFFECT) continue;
    const [block, what, amount] = [words[at + 1] as number, words[at + 2] as number, words[at + 3] as number];
    if (kind === EVENT_ACTION) {
      if (beginsStrike(what)) tellMisses();
      continue;
    }
    if (what === Effect.CHECK) checked.add(block);
    else if (what === Effect.DAMAGE || what === Effect.HEAL) {
      checked.delete(block);
      see(prefixOf(block), what === Effect.DAMAGE ? 'damage' : 'heal', Math.min(amount, LARGEST_TOTAL));
    }
  }
  tellMisses();
}
