/**
 * Where each draw stands and what it decided. A draw made before somebody's decision stands under what comes of it; all others
 * under what is going on. Its purpose is that of its site.
 */
import { describe, expect, test } from 'vitest';
import { Action, Effect } from '../../../../core/live-a-live/memory/happenings.js';
import {
  action,
  decisions,
  draw,
  type Event,
  effect,
  FRAME,
  LOW_KICK,
  sentence,
  TAKAHARA,
  TULA_HAN,
  told,
} from './written-events.js';

const KICK = action(TULA_HAN, Action.SKILL, LOW_KICK, 37);
const HIT = draw('hit check on an ally');

/** What the draws of a skill decided, draws and effects in the order given. */
const inSkill = (...events: Event[]): string[] => decisions(told([FRAME, KICK, ...events])[0]?.draws);

describe('the draw before an effect says what it decided', () => {
  test.each([
    ['hit check on an ally', Effect.CHECK, 1, 1, 'hits'],
    ['hit check on an enemy', Effect.CHECK, 0, 1, 'misses'],
    ['random part of a hit or recovery', Effect.VALUE, 26, 0, '26 a hit'],
    ['displacement of an ally', Effect.DISPLACED, 0, 0, 'stays'],
    ['displacement of an enemy', Effect.DISPLACED, 1, 0, 'knocked back'],
    ['displacement of an enemy', Effect.DISPLACED, 2, 0, 'a quarter turn'],
    ['displacement of an enemy', Effect.DISPLACED, 4, 0, 'a half turn'],
    ['displacement of an enemy', Effect.DISPLACED, 5, 0, 'knocked back, a half turn'],
    ['status by a skill', Effect.STATUS_DRAWN, 2, 0, 'does not take'],
    ['status by a skill', Effect.STATUS_DRAWN, 2, 40, 'takes for 40'],
    ['changed level or stat of an ally', Effect.LEVEL, 8, 6, '8 to 6'],
    ['changed level or stat of an enemy', Effect.SPEED, 70, 64, '70 to 64'],
  ])('%s, effect %i of %i and %i: %s', (purpose, what, before, after, decided) => {
    expect(inSkill(draw(purpose), effect(TAKAHARA, what, before, after))).toEqual([`${purpose}: ${decided}`]);
  });

  test.each([
    ['number of hits on allies', Effect.CHECK],
    ['hit check on an ally', Effect.VALUE],
    ['hit check on an ally', Effect.DISPLACED],
    ['hit check on an ally', Effect.STATUS_DRAWN],
    ['hit check on an ally', Effect.LEVEL],
    ['hit check on an ally', Effect.ABNORMALITY],
    ['hit check on an ally', Effect.DAMAGE],
    ['random part of a hit or recovery', Effect.CHECK],
    ['displacement of an ally', Effect.GONE],
    ['status by a skill', Effect.STATUSES],
    ['status by a weapon', Effect.STATUS_DRAWN],
    ['changed level or stat of an ally', Effect.STATUS_DRAWN],
    ['status by a skill', Effect.LEVEL],
  ])('%s: effect %i says nothing of it', (purpose, what) => {
    expect(inSkill(draw(purpose), effect(TAKAHARA, what, 1, 2))).toEqual([`${purpose}: `]);
  });

  test('the last of several, once', () => {
    const check = (landed: number): Event => effect(TAKAHARA, Effect.CHECK, landed, 1);
    expect(inSkill(HIT, HIT, check(1), check(0))).toEqual(['hit check on an ally: ', 'hit check on an ally: hits']);
  });

  test('what explains a draw alone is told of no unit', () => {
    const events = [Effect.VALUE, Effect.DISPLACED, Effect.STATUS_DRAWN].map((what) => effect(TAKAHARA, what, 1, 1));
    expect(told([KICK, ...events])[0]?.results).toEqual([]);
  });
});

test('a level: four draws for power, speed, body and intellect stand before their changes', () => {
  const growth = draw('stat growth');
  const hp = draw('HP growth (the first of two is lost)');
  const events = [
    ...[hp, hp, action(TAKAHARA, Action.LEVEL, 3, 32), growth, growth, growth, growth],
    // the speed stays as it is
    ...[effect(TAKAHARA, Effect.POWER, 50, 53), effect(TAKAHARA, Effect.BODY, 36, 38)],
    effect(TAKAHARA, Effect.INTELLECT, 25, 26),
  ];
  expect(decisions(told(events)[0]?.draws)).toEqual([
    ...['HP growth: ', 'HP growth: '],
    ...['stat growth: 50 to 53', 'stat growth: ', 'stat growth: 36 to 38', 'stat growth: 25 to 26'],
  ]);
});

describe('draws before a decision', () => {
  /** Made before the thing that they lead to, with nothing between that anybody could see. */
  test.each([
    'drop',
    'HP growth (the first of two is lost)',
    'decay of a field cell',
    'start of the search for a target',
    'whether the enemy moves instead',
    'whether the slot is taken up',
    'direction of a random step',
    'way of a random turn',
    'release of an abnormality',
    'whether the test of statuses is left out',
    'whether a recovery is used',
  ])('%s waits for what comes of it', (purpose) => {
    const [kick, pass] = told([KICK, draw(purpose, 7), action(TULA_HAN, Action.PASS)]);
    expect(kick?.draws).toEqual([]);
    expect(pass?.draws).toMatchObject([{ value: 7, decided: '' }]);
  });

  test('any other stands under what is going on, and waits when nothing is', () => {
    expect(told([KICK, HIT, action(TULA_HAN, Action.PASS)]).map(({ draws }) => draws.length)).toEqual([1, 0]);
    expect(told([HIT, KICK]).map(({ draws }) => draws.length)).toEqual([1]);
    // a new frame ends what is going on
    expect(told([KICK, FRAME, HIT, action(TULA_HAN, Action.PASS)]).map(({ draws }) => draws.length)).toEqual([0, 1]);
  });

  test('the last of them says what was chosen', () => {
    const taken = draw('whether the slot is taken up');
    const moves = draw('whether the enemy moves instead');
    const ofFirst = (event: Event): string[] => decisions(told([moves, taken, event])[0]?.draws);
    const before = 'whether the enemy moves instead: ';
    const last = 'whether the slot is taken up: ';
    expect(ofFirst(action(TULA_HAN, Action.CHARGE, LOW_KICK, 48))).toEqual([before, `${last}takes low-kick`]);
    expect(ofFirst(action(TULA_HAN, Action.WALK, 2, 3))).toEqual([before, `${last}it steps`]);
    expect(ofFirst(action(TULA_HAN, Action.TURN, 0, 3))).toEqual([before, `${last}it turns`]);
    expect(ofFirst(action(TULA_HAN, Action.PASS))).toEqual([before, last]);
  });

  test('a release says so, and what comes after does not say otherwise', () => {
    const release = draw('release of an abnormality');
    const over = effect(TULA_HAN, Effect.ABNORMALITY, 1, 0);
    const [change, turn] = told([release, over, action(TULA_HAN, Action.TURN, 0, 1)]);
    expect([change?.kind, decisions(change?.draws)]).toEqual(['change', ['release of an abnormality: released']]);
    expect(turn?.draws).toEqual([]);
    expect(decisions(told([release, action(TULA_HAN, Action.TURN, 0, 1)])[0]?.draws)).toEqual([
      'release of an abnormality: it turns',
    ]);
  });

  test('another change than a release says nothing of a draw for one', () => {
    const [change] = told([draw('release of an abnormality'), effect(TULA_HAN, Effect.STATUSES, 1, 0)]);
    expect([change?.kind, decisions(change?.draws)]).toEqual(['change', ['release of an abnormality: ']]);
  });

  test('a release that another action tells keeps its word where a step follows', () => {
    const over = effect(TULA_HAN, Effect.ABNORMALITY, 1, 0);
    const [, walk] = told([KICK, draw('release of an abnormality'), over, action(TULA_HAN, Action.WALK, 2, 3)]);
    expect([walk?.kind, decisions(walk?.draws)]).toEqual(['walk', ['release of an abnormality: released']]);
  });

  test('where nothing comes of them, they stand under that', () => {
    const [left, ...more] = told([FRAME, draw('whether the enemy moves instead', 9)]);
    expect([left?.kind, left?.frame, left?.actor, left?.what, more]).toEqual(['nothing', 1, undefined, undefined, []]);
    expect(decisions(left?.draws)).toEqual(['whether the enemy moves instead: ']);
    expect(left === undefined ? '' : sentence(left)).toBe('nothing comes of it');
  });
});
