/** Random games with the extensions against the slow reference: 1,500 commands; the slow suite has 100,000. */
import { expect, test } from 'vitest';
import { compareRandomDuels } from './random-duel.js';

const MET = ['playLimitBreak', 'orderTriggers', 'firstStrike', 'backAttack', 'frozen', 'negative', 'assignPartyDamage'];

test('First Strike, Back Attack, freezing, Limit Break, negative power, ordered triggers: 1,500 random commands agree', () => {
  const counts = compareRandomDuels(2_201, 1_500);
  for (const what of MET) expect(counts.get(what) ?? 0, what).toBeGreaterThan(0);
});
