/** Kinds of events that nobody reads are left out of a battle's buffer; the rest, the image and the draws stay as they are. */
import { expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/systems/battle-system.js';
import { createEventBuffer } from '../../../../core/system/battle.js';

const AUTO = LIVE_A_LIVE_BATTLE.commands.find(({ name }) => name === 'auto')?.code ?? -1;
const FIELDS = new Map(LIVE_A_LIVE_BATTLE.events.map(({ kind, fields }) => [kind, fields.length]));
const KINDS = [...FIELDS.keys()];
const DRAW = LIVE_A_LIVE_BATTLE.capabilities.evidence?.draws ?? -1;

/** A battle of random play to its end. @returns its events, each as text, and the image */
function play(unread: number): { events: string[]; image: Uint8Array } {
  const battle = createBattle({ formation: 0xd9, party: [{ character: 'takahara' }], generator: [7, 5, 3, 1] });
  const buffer = createEventBuffer(1 << 17, unread);
  battle.step(Int32Array.of(AUTO, 0, 0, 5, 0, 0, 0, 0), buffer);
  expect(buffer.lost).toBe(0);
  const events: string[] = [];
  for (let at = 0; at < buffer.length; ) {
    const next = at + 1 + (FIELDS.get(buffer.words[at] ?? -1) ?? Number.NaN);
    events.push(buffer.words.subarray(at, next).join(' '));
    at = next;
  }
  return { events, image: battle.image };
}

test('every kind but the draws can be left out, alone and with all others', () => {
  const all = play(0);
  const others = KINDS.filter((kind) => kind !== DRAW);
  const counts = others.map((kind) => all.events.filter((event) => event.startsWith(`${kind} `)).length);
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(3);
  for (const unread of [...others.map((kind) => 1 << kind), ~(1 << DRAW)]) {
    const some = play(unread);
    const expected = all.events.filter((event) => ((unread >> Number.parseInt(event, 10)) & 1) === 0);
    expect(some.events, `unread ${unread}`).toEqual(expected);
    expect(Buffer.compare(some.image, all.image)).toBe(0);
  }
});

test('a buffer that is full loses events and keeps those that it has', () => {
  const battle = createBattle({ formation: 0xd9, party: [{ character: 'takahara' }], generator: [7, 5, 3, 1] });
  const small = createEventBuffer(100);
  battle.step(Int32Array.of(AUTO, 0, 0, 5, 0, 0, 0, 0), small);
  const { events } = play(0);
  let words = 0;
  let kept = 0;
  let lost = 0;
  for (const event of events) {
    const length = event.split(' ').length;
    if (words + length > 100) lost++;
    else {
      words += length;
      expect(small.words.subarray(words - length, words).join(' ')).toBe(event);
      kept++;
    }
  }
  expect(kept).toBeGreaterThan(20);
  expect(small.lost).toBe(lost);
});
