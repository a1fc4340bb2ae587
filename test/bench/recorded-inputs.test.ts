/** The images on which the parts of played battles are timed: taken where each part begins, and all frames are in one part. */
import { expect, test } from 'vitest';
import { playFrame } from '../../core/live-a-live/battle/run.js';
import { createBattle } from '../../core/live-a-live/index.js';
import { eventWords } from '../../core/live-a-live/memory/happenings.js';
import { EVENT_ROUTINE } from '../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../core/system/battle.js';
import { AUTO, beginBout, boutsOf, EVENT_WORDS, RANDOM } from '../../harness/tools/bench/bouts.js';
import { type BattlePart, recordInputs } from '../../harness/tools/bench/record-inputs.js';
import { routineOf } from '../fixtures/live-a-live/routines.js';

/** C1:7A54, where an idle frame adds its action points: unpublished, so it has no name. */
const IDLE_POINTS = 0xc17a54;

/** Routines that the next frame from an image reports. */
function routinesOf(image: Uint8Array): Set<number> {
  const { machine } = createBattle(null);
  const events = createEventBuffer(1 << 14);
  machine.ram.set(image);
  machine.events = events;
  playFrame(machine);
  const routines = new Set<number>();
  for (let at = 0; at < events.length; at += eventWords(events.words[at] ?? 0)) {
    if (events.words[at] === EVENT_ROUTINE) routines.add(events.words[at + 1] ?? 0);
  }
  return routines;
}

test('a frame from a recorded image is one of its part', () => {
  const inputs = recordInputs();
  const reported: readonly (readonly [BattlePart, number])[] = [
    ['idle', IDLE_POINTS],
    ['decision', routineOf('enemy-turn-test')],
  ];
  for (const [part, routine] of reported) {
    const images = inputs[part].images.filter((_, at) => at % 16 === 0);
    expect(images.length).toBeGreaterThan(10);
    for (const image of images) expect(routinesOf(image).has(routine)).toBe(true);
  }
  for (const image of inputs.skill.images.filter((_, at) => at % 16 === 0)) {
    const routines = routinesOf(image);
    expect(routines.has(routineOf('ally-skill-fires')) || routines.has(routineOf('enemy-skill-ap'))).toBe(true);
  }
});

test('every frame of the battles is in one part', () => {
  const inputs = recordInputs();
  const bouts = boutsOf();
  const events = createEventBuffer(EVENT_WORDS);
  let frames = 0;
  let commands = 0;
  const battles = 140;
  for (let number = 0; number < battles; number++) {
    const { battle, offsetOf } = beginBout(bouts, number);
    while (battle.image[offsetOf('battleResult')] === 0) {
      commands++;
      events.length = 0;
      battle.step(Int32Array.of(AUTO, RANDOM, 1, number, 0, 0, 0, 0), events);
      for (let at = 0; at < events.length; at += eventWords(events.words[at] ?? 0)) {
        if (events.words[at] === EVENT_ROUTINE && events.words[at + 1] === routineOf('time-step')) frames++;
      }
    }
  }
  const { choice, idle, decision, skill, other } = inputs;
  const sum = [idle, decision, skill, other].reduce((total, { timesPerBattle }) => total + timesPerBattle, 0);
  expect(Math.round(battles * sum)).toBe(frames);
  expect(Math.round(battles * choice.timesPerBattle)).toBe(commands);
});
