/** Every event says on which rule it stands. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';

test('every event names a rule and has four fields at most', () => {
  for (const event of holyGrailWar.events) {
    expect(event.rule).toMatch(/^HA?\d+$/);
    expect(event.fields.length).toBeLessThanOrEqual(4);
  }
  expect(new Set(holyGrailWar.events.map((event) => event.kind)).size).toBe(holyGrailWar.events.length);
});
