/** Happenings as records: kind, frame, who, figures by name, results, and their order; by the declarations of the events. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { Action, Effect, EVENT_PASSED } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_FILLED, EVENT_ROUTINE } from '../../../../core/live-a-live/memory/machine.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { routineOf } from '../../../fixtures/live-a-live/routines.js';
import {
  action,
  buffer,
  decisions,
  draw,
  duel,
  type Event,
  effect,
  FRAME,
  LOW_KICK,
  said,
  TAKAHARA,
  TIME_PASSES,
  TULA_HAN,
  told,
} from './written-events.js';

const KICK = action(TAKAHARA, Action.SKILL, LOW_KICK, 13);

describe('kind, who and figures', () => {
  test.each([
    ['skill', action(TAKAHARA, Action.SKILL, LOW_KICK, 13), 'takahara', 'low-kick', { x: 5, y: 1 }],
    ['counter', action(TULA_HAN, Action.COUNTER, LOW_KICK, 37), 'tula-han', 'low-kick', { x: 5, y: 4 }],
    ['charge', action(TAKAHARA, Action.CHARGE, LOW_KICK, 48), 'takahara', 'low-kick', { frames: 48 }],
    ['item', action(TAKAHARA, Action.ITEM, 1), 'takahara', 'naori-herb', {}],
    [
      'walk',
      action(TAKAHARA, Action.WALK, 37, 45),
      'takahara',
      undefined,
      { fromX: 5, fromY: 4, x: 5, y: 5, steps: 1 },
    ],
    ['turn', action(TAKAHARA, Action.TURN, 1, 3), 'takahara', undefined, { from: 1, facing: 3 }],
    ['step-in-place', action(TAKAHARA, Action.STEP_IN_PLACE), 'takahara', undefined, {}],
    ['pass', action(TAKAHARA, Action.PASS), 'takahara', undefined, {}],
    ['escape', action(TAKAHARA, Action.ESCAPE), 'takahara', undefined, {}],
    ['field-laid', action(0, Action.FIELD_LAID, 0xc0, 9), undefined, undefined, { field: 0xc0, cells: 9 }],
    ['field-fires', action(0, Action.FIELD_FIRES, 0x80, 4), undefined, undefined, { field: 0x80, cells: 4 }],
    ['poison', action(TAKAHARA, Action.POISON), 'takahara', undefined, {}],
    ['drop', action(0, Action.DROP, 2), undefined, 'joshua-fruit', {}],
    ['experience', action(TAKAHARA, Action.EXPERIENCE, 8), 'takahara', undefined, { gained: 8 }],
    ['level', action(TAKAHARA, Action.LEVEL, 3, 32), 'takahara', undefined, { level: 3, hp: 32 }],
    ['learn', action(TAKAHARA, Action.LEARN, LOW_KICK), 'takahara', 'low-kick', {}],
    ['over', action(0, Action.OVER, 2), undefined, undefined, { result: 2 }],
    ['next-battle', action(0, Action.NEXT_BATTLE, 217, 2), undefined, undefined, { formation: 217, battles: 2 }],
    ['press', action(0, Action.PRESS, 9, 1), undefined, undefined, { buttons: 9, further: 1 }],
    ['other', action(TAKAHARA, 99, 1, 2), 'takahara', undefined, {}],
  ] as const)('%s', (kind, event, actor, what, amounts) => {
    const [one, ...more] = told([event]);
    expect(one).toMatchObject({ kind, results: [], draws: [] });
    expect([one?.actor?.id, one?.what?.id, one?.amounts, more]).toEqual([actor, what, amounts, []]);
  });

  test('what becomes of a unit: figures with the HP left, changes from and to, a name only with a charge', () => {
    const events = [
      ...[effect(TULA_HAN, Effect.CHECK, 1, 1), effect(TULA_HAN, Effect.CHECK, 0, 2)],
      ...[effect(TULA_HAN, Effect.DAMAGE, 20, 396), effect(TULA_HAN, Effect.HEAL, 4, 400)],
      ...[effect(TULA_HAN, Effect.CHARGE_LOST, LOW_KICK), effect(TULA_HAN, Effect.KNOCKED, 8, 9)],
    ];
    const { results } = told([KICK, ...events])[0] ?? { results: [] };
    expect(results.map(({ target }) => target.id)).toEqual(['tula-han']);
    expect(results[0]?.amounts).toEqual({ landed: 1, hits: 2, damage: 20, healed: 4, hp: 400 });
    expect(results[0]?.changes.map(({ named, ...change }) => ({ ...change, name: named?.id }))).toEqual([
      { what: 'charge', before: LOW_KICK, after: 0, name: 'low-kick' },
      { what: 'cell', before: 8, after: 9, name: undefined },
    ]);
  });
});

describe('walks', () => {
  const step = (unit: number, from: number, to: number): Event => action(unit, Action.WALK, from, to);

  test('steps of one unit are one walk, with the draws of all of them', () => {
    const way = draw('direction of a random step', 3);
    const [walk, ...more] = told([way, step(TULA_HAN, 2, 3), way, step(TULA_HAN, 3, 11), step(TULA_HAN, 11, 19)]);
    expect(more).toEqual([]);
    expect(walk?.amounts).toEqual({ fromX: 2, fromY: 0, x: 3, y: 2, steps: 3 });
    expect(decisions(walk?.draws)).toEqual(Array(2).fill('direction of a random step: it steps'));
  });

  test('the draws of a later step stand in no other happening', () => {
    const way = draw('direction of a random step', 3);
    const all = told([step(TULA_HAN, 2, 3), way, step(TULA_HAN, 3, 11), action(TULA_HAN, Action.PASS)]);
    expect(all.map(({ kind, draws }) => [kind, draws.length])).toEqual([
      ['walk', 1],
      ['pass', 0],
    ]);
  });

  test('another unit, or something between, begins a new one', () => {
    expect(said([step(TAKAHARA, 37, 36), step(TULA_HAN, 2, 3), step(TAKAHARA, 36, 35)])).toEqual([
      'Takahara walks from (5,4) to (4,4)',
      'Tula Han walks from (2,0) to (3,0)',
      'Takahara walks from (4,4) to (3,4)',
    ]);
    expect(said([step(TAKAHARA, 37, 36), action(TAKAHARA, Action.TURN, 0, 1), step(TAKAHARA, 36, 35)])).toHaveLength(3);
    expect(said([action(TAKAHARA, Action.PASS), step(TAKAHARA, 37, 36)])).toHaveLength(2);
  });
});

describe('what belongs to what', () => {
  const free = effect(TULA_HAN, Effect.STATUSES, 0x01, 0);
  const alone = ['Tula Han: neck free again', 'Takahara: Low Kick on (5,1), nobody is hit'];
  const within = ['Takahara: Low Kick on Tula Han, neck free again'];

  test('a status that ends while time passes in a skill stands before it, several in their order', () => {
    expect(said([KICK, TIME_PASSES, free])).toEqual(alone);
    expect(said([KICK, TIME_PASSES, free, effect(TAKAHARA, Effect.STATUSES, 0x20, 0)])).toEqual([
      'Tula Han: neck free again',
      'Takahara: awake again',
      'Takahara: Low Kick on (5,1), nobody is hit',
    ]);
    expect(said([FRAME, action(TAKAHARA, Action.PASS), KICK, TIME_PASSES, free])).toEqual([
      'Takahara passes',
      ...alone,
    ]);
  });

  test('what the skill does itself is its own: another effect, another routine, a draw before', () => {
    expect(said([KICK, free])).toEqual(within);
    expect(said([KICK, [EVENT_ROUTINE, routineOf('enemy-move-ap'), 0], free])).toEqual(within);
    expect(said([KICK, TIME_PASSES, draw('hit check on an enemy'), free])).toEqual(within);
    expect(said([TIME_PASSES, KICK, free])).toEqual(within);
    expect(said([KICK, TIME_PASSES, effect(TULA_HAN, Effect.DAMAGE, 3, 413)])).toEqual([
      'Takahara: Low Kick on Tula Han, 3 damage',
    ]);
  });

  test('behind such a status the skill goes on', () => {
    expect(said([KICK, TIME_PASSES, free, effect(TULA_HAN, Effect.DAMAGE, 3, 413)])).toEqual([
      'Tula Han: neck free again',
      'Takahara: Low Kick on Tula Han, 3 damage',
    ]);
  });

  test('effects that nothing caused are told one by one, in order', () => {
    const [first, second, third] = told([
      free,
      effect(TAKAHARA, Effect.STATUSES, 0x20, 0),
      effect(TULA_HAN, Effect.GONE),
    ]);
    expect([first, second, third].map((one) => [one?.kind, one?.actor?.id, one?.results.length])).toEqual([
      ['change', 'tula-han', 1],
      ['change', 'takahara', 1],
      ['change', 'tula-han', 1],
    ]);
  });

  test("a call of an image's own code is no happening", () => {
    expect(said([KICK, [EVENT_FILLED, 1, 0xc1cbe3, 0, 0], free])).toEqual(within);
    expect(said([[EVENT_FILLED, TULA_HAN, Effect.GONE, 0, 0]])).toEqual([]);
  });
});

describe('frames', () => {
  const pass = action(TAKAHARA, Action.PASS);

  test('each routine that begins a frame counts one, frames that pass unseen count as many', () => {
    const start: Event = [EVENT_ROUTINE, 0xc1f3ce, 0];
    const events = [pass, FRAME, pass, [EVENT_PASSED, 11, 0] as const, pass, start, pass, TIME_PASSES, pass];
    expect(told(events).map(({ frame }) => frame)).toEqual([0, 1, 12, 13, 13]);
  });

  test('they are counted from the frames before the step, 32 bits of them', () => {
    const battle = duel();
    const before = battle.image.slice();
    cellsOf(before).set({ battleFrames: 0x8000_0000 });
    expect(LIVE_A_LIVE_BATTLE.narration.tell(battle, before, buffer([FRAME, pass]))[0]?.frame).toBe(0x8000_0001);
  });

  test('of a battle by frames, from the frame before', () => {
    const battle = duel();
    const before = battle.image.slice();
    cellsOf(before).set({ sequenceEnd: 0x0102 });
    const all = LIVE_A_LIVE.narration.tell(battle, before, buffer([FRAME, pass, FRAME, KICK]));
    expect(all.map((one) => [one.frame, LIVE_A_LIVE.narration.sentence(one, 'en')])).toEqual([
      [0x103, 'Takahara passes'],
      [0x104, 'Takahara: Low Kick on (5,1), nobody is hit'],
    ]);
  });
});
