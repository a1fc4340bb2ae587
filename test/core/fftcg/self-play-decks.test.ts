/** The decks of self-play: what they hold and how they are shuffled. */
import { expect, test } from 'vitest';
import { createSelfPlay, SAMPLE_CARDS, sampleSetup } from '../../../core/fftcg/index.js';

test('self-play decks: 50 cards, five in the hand, in the order that is chosen', () => {
  const kept = sampleSetup((count) => count - 1);
  const names = [
    ...[
      'soldier',
      'guard',
      'runner',
      'sentinel',
      'lancer',
      'ambusher',
      'herald',
      'raider',
      'warden',
      'sapper',
      'jailer',
    ],
    ...['meteor', 'letter'],
  ];
  const copies = [
    ...names.map((name) => [name, 3] as const),
    ['barret', 5] as const,
    ['brynhildr', 4] as const,
    ['valefor', 2] as const,
  ];
  const order = copies.flatMap(([name, count]) => Array.from({ length: count }, () => name));
  expect(order).toHaveLength(50);
  for (const { hand, deck } of kept.players) {
    expect(hand).toEqual(order.slice(0, 5));
    expect(deck).toEqual(order.slice(5));
  }
  // always exchanged with the first: the first card ends up last
  const counts: number[] = [];
  const turned = sampleSetup((count) => {
    counts.push(count);
    return 0;
  });
  expect([...(turned.players[1]?.hand ?? []), ...(turned.players[1]?.deck ?? [])]).toEqual([
    ...order.slice(1),
    'soldier',
  ]);
  const down = Array.from({ length: 49 }, (_, index) => 50 - index);
  expect(counts).toEqual([...down, ...down]);
  expect(kept.definitions.map(({ id }) => id)).toEqual(names);
});

test('self-play decks hold a card for everything that the rules distinguish', () => {
  const all = SAMPLE_CARDS.flatMap((card) => card.abilities ?? []);
  const sorted = (values: readonly (string | undefined)[]): string =>
    [...new Set(values)]
      .filter((value) => value !== undefined)
      .sort()
      .join(' ');
  expect(sorted(SAMPLE_CARDS.flatMap(({ keywords }) => keywords ?? []))).toBe('backAttack brave firstStrike haste');
  expect(sorted(all.map(({ trigger }) => trigger))).toBe('attacks blocks broken damagesPlayer endOfTurn entersField');
  expect(sorted(all.map(({ kind }) => kind))).toBe('action auto summon');
  const effects = all.flatMap((ability) => ability.effects);
  expect(sorted(effects.map(({ kind }) => kind))).toBe('activate addPower break damage draw dull freeze');
  expect(sorted(effects.map(({ scope }) => scope))).toBe('ownForwards self');
  expect(all.filter(({ dull }) => dull === true).map(({ id }) => id)).toEqual(['sap', 'jail']);
  expect(effects.some(({ amount }) => (amount ?? 0) < 0)).toBe(true);
  expect(SAMPLE_CARDS.filter(({ exBurst }) => exBurst !== undefined).map(({ id }) => id)).toEqual(['meteor', 'letter']);
});

test('FA14: who has nobody of the same element leads no party in self-play', () => {
  const forward = (id: string, element: string): object => ({ id, kind: 'forward', power: 1000, element });
  const definitions = [forward('rock', 'earth'), forward('stone', 'earth'), forward('flame', 'fire')];
  const game = createSelfPlay({ definitions, players: [{ field: ['rock', 'stone', 'flame'] }, {}], phase: 'attack' });
  // both pass, then the last entry, which is the party; its leader is the last that may lead, its member the first
  const last = (count: number): number => count - 1;
  for (const _ of ['A', 'B', 'A']) expect(game.turn(last)).toBe(true);
  expect([...game.command.subarray(0, 5)]).toEqual([5, 0, 2, 1, 0]);
});
