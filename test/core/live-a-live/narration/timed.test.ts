/** What takes time on the screen, of events that are written by hand. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { Action, Effect, EVENT_PASSED } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW } from '../../../../core/live-a-live/memory/machine.js';
import { timedOf } from '../../../../core/live-a-live/narration/played-frames.js';
import { action, buffer, draw, type Event, effect, FRAME, LOW_KICK, TAKAHARA, TULA_HAN } from './written-events.js';

const start: Event = [1, 0xc1f3ce, 0];
const check = (unit: number, landed: number): Event => effect(unit, Effect.CHECK, landed, 1);
const plain = (what: string): object => ({ what, number: 0, units: 0 });
const skill = (number: number, units: number): object => ({ what: 'skill', number, units });

test('the start, turns of allies, steps of enemies and the end, in order', () => {
  const events = [
    ...[start, FRAME, action(TAKAHARA, Action.TURN, 0, 1), action(TULA_HAN, Action.TURN, 0, 1)],
    ...[
      action(TAKAHARA, Action.WALK, 37, 36),
      action(TAKAHARA, Action.WALK, 36, 35),
      action(TULA_HAN, Action.WALK, 2, 3),
    ],
    ...[action(TAKAHARA, Action.PASS), action(0, Action.OVER, 1)],
  ];
  expect(timedOf(buffer(events))).toEqual(['start', 'turn', 'enemyStep', 'end'].map(plain));
});

test('a skill stands with its number and the units it hit, each once', () => {
  const hits = [check(TULA_HAN, 1), check(TULA_HAN, 1), check(TAKAHARA, 1), check(TAKAHARA + 0x40, 0)];
  const other = [effect(TAKAHARA + 0x80, Effect.DAMAGE, 1, 0), draw('hit check on an ally', 1)];
  const passed: Event = [EVENT_PASSED, 3, 0];
  const events = [check(TAKAHARA, 1), action(TAKAHARA, Action.SKILL, LOW_KICK), passed, ...hits, ...other];
  expect(timedOf(buffer(events))).toEqual([skill(LOW_KICK, 2)]);
  expect(timedOf(buffer([...events, action(TAKAHARA, Action.COUNTER, 7), check(TULA_HAN, 1)]))).toEqual([
    skill(LOW_KICK, 2),
    skill(7, 1),
  ]);
});

test('a draw starts no battle and hits nobody, whatever its site and the generator before and after it', () => {
  const looksLikeStart: Event = [EVENT_DRAW, 0xc1f3ce, 0, 0, 5];
  const looksLikeCheck: Event = [EVENT_DRAW, TULA_HAN, Effect.CHECK, 1, 5];
  expect(timedOf(buffer([looksLikeStart, action(TAKAHARA, Action.SKILL, 7), looksLikeCheck]))).toEqual([skill(7, 0)]);
});

test('numbers of enemies begin behind those of the allies', () => {
  const events = buffer([action(TULA_HAN, Action.SKILL, 7), action(TULA_HAN, Action.COUNTER, 8)]);
  expect(timedOf(events)).toEqual([skill(7, 0), skill(8, 0)]);
  const timed = LIVE_A_LIVE_BATTLE.capabilities.playedMenus?.timed;
  expect(timed?.(events)).toEqual([skill(263, 0), skill(264, 0)]);
  expect(timed?.(buffer([action(TAKAHARA, Action.SKILL, 7)]))).toEqual([skill(7, 0)]);
});
