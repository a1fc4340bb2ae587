/** Every event says on which rule it stands. */
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';

test('every event has a rule and a provenance, and every extension says so', () => {
  const kinds = fftcg.events.map((shape) => shape.kind);
  expect(kinds).toEqual(kinds.map((_, index) => index + 1));
  for (const shape of fftcg.events) {
    expect(shape.rule).toMatch(/^(F\d+|FA\d+|CR [\d.]+)$/);
    expect(shape.fields.length).toBeLessThanOrEqual(4);
    const expected = shape.rule.startsWith('FA') ? 'decision' : shape.rule.startsWith('F') ? 'seed' : 'extension';
    expect(shape.provenance, shape.name).toBe(expected);
  }
});
