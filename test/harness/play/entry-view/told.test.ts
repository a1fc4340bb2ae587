/** An entry of a played plan says what happened in it; entries of a log of frames stay as they were. */
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { factsOf } from '../../../../harness/play/entry-view/entry-facts.js';
import { factsText } from '../../../../harness/play/entry-view/text.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';

test('in a played plan the sentences stand below the command', async () => {
  const timeline = await openTimeline('traces/live-a-live/present-day-tula-han.toml', { systems: SYSTEMS });
  const first = factsOf(timeline, 1);
  expect(first.told).toEqual(['Takahara steps in place', 'next: Takahara']);
  expect(factsText(first)[1]).toBe('  Takahara steps in place');
  // the whole of the battle that the policy plays is one entry, and nothing of it is lost
  const second = factsOf(timeline, 2);
  expect(second.told).toContain('Tula Han: Low Kick on Takahara, 26 damage');
  expect(second.told.at(-1)).toBe('lost');
  expect(factsOf(timeline, 0).told).toEqual([]);
});

test('a system whose events are sentences lists them once', async () => {
  const timeline = await openTimeline('traces/srpg-movement/guide.toml', { systems: SYSTEMS });
  const facts = factsOf(timeline, 1);
  // its first command prints the map
  expect(facts.told).toEqual([expect.stringMatching(/^text is printed, \d+ bytes in all$/)]);
  expect(facts.events.length).toBeGreaterThan(0);
  expect(factsText(facts).join('\n')).not.toContain('text is printed');
});
