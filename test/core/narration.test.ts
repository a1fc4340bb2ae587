/** Every event of the systems with printed rules has a sentence, and its values stand in it. */
import { describe, expect, test } from 'vitest';
import { createEventBuffer, pushEvent } from '../../core/system/battle.js';
import { SYSTEMS } from '../../harness/base/systems.js';

const PRINTED = SYSTEMS.filter(({ id }) => !['live-a-live', 'live-a-live-battle'].includes(id));
const BEFORE = new Uint8Array(0);
/** A value that no system has an id for. */
const FIRST = 901;

describe.each(PRINTED.map((system) => [system.id, system] as const))('%s', (_, system) => {
  test.each(system.events.map((shape) => [shape.name, shape] as const))('%s', (name, { kind, fields }) => {
    const battle = {
      image: BEFORE,
      cells: [],
      step: () => 0,
      legalCommands: () => 0,
      idNumber: () => -1,
      idName: () => undefined,
    };
    const events = createEventBuffer();
    const values = fields.map((_field, index) => FIRST + index);
    pushEvent(events, kind, values.length, ...values);
    const told = system.narration.tell(battle, BEFORE, events);
    expect(told).toMatchObject([
      { kind: name, amounts: Object.fromEntries(fields.map((field, at) => [field, values[at]])) },
    ]);
    const [happening] = told;
    const sentence = happening === undefined ? '' : system.narration.sentence(happening, 'en');
    expect(sentence).not.toMatch(/[{}]|undefined/);
    // a sentence, not the event's name with its figures
    expect(sentence).not.toBe([name, ...fields.map((field, at) => `${field} ${values[at]}`)].join(' '));
    expect(sentence.split(' ').length).toBeGreaterThan(1);
    for (const word of sentence.match(/\b9\d\d\b/g) ?? []) expect(values).toContain(Number(word));
  });
});

test('sentences of hand-written events', () => {
  const say = (id: string, kind: string, ...values: number[]): string => {
    const system = SYSTEMS.find((candidate) => candidate.id === id);
    const shape = system?.events.find(({ name }) => name === kind);
    if (system === undefined || shape === undefined) throw new Error(`no ${kind} in ${id}`);
    const idName = (of: string, number: number): string | undefined =>
      of === 'unit' ? ['Ann', 'Ben'][number] : undefined;
    const battle = { image: BEFORE, cells: [], step: () => 0, legalCommands: () => 0, idNumber: () => -1, idName };
    const events = createEventBuffer();
    pushEvent(events, shape.kind, values.length, ...values);
    const [happening] = system.narration.tell(battle, BEFORE, events);
    return happening === undefined ? '' : system.narration.sentence(happening, 'en');
  };
  expect(say('kurogane-engage', 'damaged', 1, 3, 5)).toBe('Ben takes 3 damage, 5 in all');
  expect(say('kurogane-engage', 'rolled', 6, 2, 1)).toBe('6 dice: 2 successes, 1 critical');
  expect(say('srpg-movement', 'attacked', 0, 1, 7, 13)).toBe('Ann attacks Ben: 7 damage, 13 HP left');
  expect(say('holy-grail-war', 'damage', 1, 0, 4)).toBe('Ben does 4 damage to Ann');
  expect(say('fftcg', 'healed', 3)).toBe('damage of 3 is gone');
});
