/** What happened goes into a lent buffer word by word; what has no room is counted, and without a buffer nothing is. */
import { beforeEach, expect, test } from 'vitest';
import {
  Action,
  Effect,
  eventWords,
  reportAction,
  reportChange,
  reportEffect,
  reportPassed,
} from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW, EVENT_ROUTINE, type Machine, reportRoutine } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import { playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';

const [ACTION, EFFECT, PASSED] = [3, 4, 5];
const machine: Machine = playedMachine();
let events: EventBuffer;

const reported = (): number[] => [...events.words.subarray(0, events.length)];

beforeEach(() => {
  events = createEventBuffer(12);
  machine.events = events;
});

test('an action and an effect are four values each, those left out 0', () => {
  reportAction(machine, 0x1c00, Action.SKILL, 5, 20);
  reportEffect(machine, 0x1b00, Effect.GONE);
  expect(reported()).toEqual([ACTION, 0x1c00, 1, 5, 20, EFFECT, 0x1b00, 11, 0, 0]);
});

test('a change is told where there is one; frames that pass are told with how their number is known', () => {
  reportChange(machine, 0x1b00, Effect.LEVEL, 4, 4);
  reportPassed(machine, 0, 1);
  expect(reported()).toEqual([]);
  reportChange(machine, 0x1b00, Effect.LEVEL, 4, 5);
  reportPassed(machine, 7, 1);
  expect(reported()).toEqual([EFFECT, 0x1b00, 16, 4, 5, PASSED, 7, 1]);
});

test('an event fills the buffer to its last word, and one without room is counted alone', () => {
  events = createEventBuffer(10);
  machine.events = events;
  for (let number = 1; number <= 4; number++) reportAction(machine, 0, Action.ITEM, number);
  expect([events.lost, ...reported()]).toEqual([2, ACTION, 0, 4, 1, 0, ACTION, 0, 4, 2, 0]);
});

test('nobody is told without a buffer', () => {
  machine.events = undefined;
  reportAction(machine, 0, Action.ITEM, 1);
  reportChange(machine, 0, Effect.LEVEL, 1, 2);
  reportPassed(machine, 3, 0);
  expect(reported()).toEqual([]);
});

test.each([
  ['a routine', EVENT_ROUTINE, 3],
  ['an action', ACTION, 5],
  ['an effect', EFFECT, 5],
  ['frames that pass', PASSED, 3],
])('%s takes no words where nobody reads it, and the others stay', (_, kind, words) => {
  events = createEventBuffer(16, 1 << kind);
  machine.events = events;
  reportRoutine(machine, 0xc18e51, 0);
  reportAction(machine, 0, Action.ITEM, 1);
  reportEffect(machine, 0, Effect.GONE);
  reportPassed(machine, 3, 0);
  // 3 + 5 + 5 + 3 words
  expect([events.length, events.lost]).toEqual([16 - words, 0]);
});

test('a routine and passing frames take three words, all others five', () => {
  expect([EVENT_ROUTINE, EVENT_DRAW, ACTION, EFFECT, PASSED].map(eventWords)).toEqual([3, 5, 5, 5, 3]);
});
