/** Every rule H1 to H31 and every decision HA1 to HA22 is named by a test's title or a switch's evidence and case. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';

const folder = new URL('./', import.meta.url);
const titles = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts') && name !== 'coverage.test.ts')
  .flatMap((name) => [...readFileSync(new URL(name, folder), 'utf8').matchAll(/test\(\s*['"`]([^'"`]+)/g)])
  .map((match) => match[1] ?? '');

/** `H20 to H26` names all of them. */
function namesIn(text: string): string[] {
  const ranges = [...text.matchAll(/H(\d+) to H(\d+)/g)].flatMap((match) => {
    const [first, last] = [Number(match[1]), Number(match[2])];
    return Array.from({ length: last - first + 1 }, (_, index) => `H${first + index}`);
  });
  return [...ranges, ...(text.match(/HA?\d+/g) ?? [])];
}

test('every rule is named by a test outside of the comparison with the reference', () => {
  const named = new Set(titles.flatMap(namesIn));
  const rules = Array.from({ length: 31 }, (_, index) => `H${index + 1}`);
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
});

test('every decision is named by a test or by a switch, whose values are all tested', () => {
  const named = new Set([...titles, ...holyGrailWar.switches.map((shape) => shape.evidence)].flatMap(namesIn));
  const decisions = Array.from({ length: 22 }, (_, index) => `HA${index + 1}`);
  expect(decisions.filter((decision) => !named.has(decision))).toEqual([]);
});

test('every event names a rule and has four fields at most', () => {
  for (const event of holyGrailWar.events) {
    expect(event.rule).toMatch(/^HA?\d+$/);
    expect(event.fields.length).toBeLessThanOrEqual(4);
  }
  expect(new Set(holyGrailWar.events.map((event) => event.kind)).size).toBe(holyGrailWar.events.length);
});
