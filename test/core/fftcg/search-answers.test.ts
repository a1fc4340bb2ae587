/** The proven answers of the bundled searches against plain enumeration over the core. */
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { read } from '../../../core/system/battle.js';
import { problemOf, shortestLine, surestLine } from '../enumerate-plan.js';

test('the fewest commands that break a Forward of 9000: 6', () => {
  expect(shortestLine(problemOf(fftcg, 'search-break.toml'))).toBe(6);
});

test('A wins for sure within 27 commands, and no less is sure', () => {
  const problem = problemOf(fftcg, 'search-sure-win.toml');
  const { battle } = problem;
  const acts = (): number => (read(battle, 'pending') === 0 ? read(battle, 'priority') : read(battle, 'pendingPlayer'));
  expect(surestLine(problem, () => acts() === 1)).toBe(27);
});

test.each(['decks-combat.toml', 'decks-stack.toml', 'decks-triggers.toml'])('%s is sure within 10 commands', (name) => {
  const problem = problemOf(fftcg, name);
  const { battle } = problem;
  const acts = (): number => (read(battle, 'pending') === 0 ? read(battle, 'priority') : read(battle, 'pendingPlayer'));
  expect(surestLine(problem, () => acts() === 1)).toBe(10);
});

test('whose turn it is: the player who owes a choice, else the one with priority', () => {
  const { battle } = problemOf(fftcg, 'search-sure-win.toml');
  const turn = (): number | undefined => fftcg.capabilities.actions?.turn(battle);
  expect(turn()).toBe(0);
  battle.step(Int32Array.of(1, 0), undefined);
  expect(turn()).toBe(1);
  battle.step(Int32Array.of(11, 1), undefined);
  expect(turn()).toBe(2);
});
