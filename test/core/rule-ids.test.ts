/**
 * `rule-ids.json` lists what the rules of the four systems beside LIVE A LIVE consist of: rules, decisions with the switch of
 * each (null: it has none), worked examples and error codes. Here each of them must be named by a test, so that one that
 * is lost on the way shows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../core/fftcg/index.js';
import { holyGrailWar } from '../../core/holy-grail-war/index.js';
import { kuroganeEngage } from '../../core/kurogane-engage/index.js';
import { srpgMovement } from '../../core/srpg-movement/index.js';
import type { System } from '../../core/system/system.js';

interface RuleIds {
  readonly rules: readonly string[];
  readonly decisions: Readonly<Record<string, string | null>>;
  readonly examples: readonly string[];
  readonly errors: readonly string[];
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const list = JSON.parse(read('./rule-ids.json')) as Readonly<Record<string, RuleIds>>;
const systems: readonly System[] = [fftcg, srpgMovement, kuroganeEngage, holyGrailWar];

/** Titles of tests, and of the rows of tables of tests: every string literal that begins a test or a row. */
function titlesIn(source: string): string[] {
  return [
    ...source.matchAll(/\b(?:test|describe)(?:\.each\([^;]*?\))?\(\s*(['"`])(.*?)\1/gs),
    ...source.matchAll(/^\s*\[?'()([^'\n]*)'/gm),
  ].map((match) => match[2] ?? '');
}

/** `H20 to H26` names all of them. */
function idsIn(title: string): string[] {
  const ranges = [...title.matchAll(/\b([A-Z]+)(\d+) to \1(\d+)/g)].flatMap((match) => {
    const [first, last] = [Number(match[2]), Number(match[3])];
    return Array.from({ length: last - first + 1 }, (_, index) => `${match[1]}${first + index}`);
  });
  return [...ranges, ...(title.match(/\b[A-Z]+\d+\b/g) ?? [])];
}

describe.each(systems.map((system) => [system.id, system] as const))('%s', (id, system) => {
  const ids = list[id] as RuleIds;
  const folder = new URL(`./${id}/`, import.meta.url);
  const sources = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const);
  const named = new Set(sources.flatMap(([, source]) => titlesIn(source).flatMap(idsIn)));
  const text = sources.map(([, source]) => source).join('\n');
  const switchTests = sources.find(([name]) => name === 'switches.test.ts')?.[1] ?? '';

  test('every rule is named by a test', () => {
    expect(ids.rules.filter((rule) => !named.has(rule))).toEqual([]);
  });

  test('every decision is named by a test, or is a switch whose evidence names it and whose values are tested', () => {
    const missing = Object.entries(ids.decisions).filter(([decision, name]) => {
      if (name === null) return !named.has(decision);
      const shape = system.switches.find((candidate) => candidate.name === name);
      return !shape?.evidence.startsWith(`${decision}:`) || !new RegExp(`\\b${name}\\b`).test(switchTests);
    });
    expect(missing).toEqual([]);
  });

  test('every switch is of a decision or says that it is an extension, or what stands behind it', () => {
    const known = new Set(Object.values(ids.decisions));
    const others = system.switches.filter((shape) => !known.has(shape.name));
    for (const shape of others) expect(shape.evidence, shape.name).toMatch(/^(extension|[FSKH]A\d+:|among equal)/);
  });

  test('every error code is named by a test', () => {
    expect(ids.errors.filter((code) => !new RegExp(`\\b${code}\\b`).test(text))).toEqual([]);
    expect(system.errors.map((shape) => shape.code).filter((code) => !new RegExp(`\\b${code}\\b`).test(text))).toEqual(
      [],
    );
  });

  test('every worked example is a plan', () => {
    const plans = new URL(`../../traces/${id}/`, import.meta.url);
    const titles = readdirSync(plans)
      .filter((name) => name.endsWith('.toml'))
      .map((name) => /^title = "(.*)"/m.exec(readFileSync(new URL(name, plans), 'utf8'))?.[1] ?? '');
    const shown = new Set(titles.flatMap(idsIn));
    expect(ids.examples.filter((example) => !shown.has(example))).toEqual([]);
  });
});
