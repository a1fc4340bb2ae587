/** The schema of one system's plans: every bundled plan follows it, and a key that the system does not read is found. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { checkQuery } from '../../../../harness/play/plan/run.js';
import { planSchemaOf } from '../../../../harness/play/trace/schemas/plan.js';

type Plain = Record<string, unknown>;

const BATTLE = SYSTEMS.find(({ id }) => id === 'live-a-live-battle');

/** Whether a plan is one of this system: one folder holds those of two, under the id of one. */
function isOf(folder: URL, name: string, id: string): boolean {
  const { setup, system } = parse(readFileSync(new URL(name, folder), 'utf8'));
  const owner = BATTLE?.formerly?.owns(setup) === true ? BATTLE.id : system;
  return owner === id;
}

const FOLDERS = [
  ['live-a-live', 'live-a-live'],
  ['live-a-live-battle', 'live-a-live'],
  ['fftcg', 'fftcg'],
  ['holy-grail-war', 'holy-grail-war'],
  ['kurogane-engage', 'kurogane-engage'],
  ['srpg-movement', 'srpg-movement'],
] as const;

describe.each(FOLDERS)('%s', (id, ofFolder) => {
  const system = SYSTEMS.find((candidate) => candidate.id === id);
  if (system === undefined) throw new Error(`no system ${id}`);
  const check = new Ajv({ strict: true, strictTypes: false, allErrors: false }).compile(planSchemaOf(system));
  const folder = new URL(`../../../../traces/${ofFolder}/`, import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.toml') && isOf(folder, name, id));
  const load = (name: string): Plain => parse(readFileSync(new URL(name, folder), 'utf8'));

  test.each(names)('%s follows it', (name) => {
    check(load(name));
    expect(check.errors ?? []).toEqual([]);
  });

  /** The plan with a key of nobody's in a table of it. */
  function spoilt(name: string, path: readonly (string | number)[]): Plain {
    const plan = structuredClone(load(name));
    let place: unknown = plan;
    for (const part of path) place = (place as Plain)[part];
    (place as Plain)['nobodys'] = 1;
    return plan;
  }

  const places: Readonly<Record<string, readonly (readonly [string, ...(string | number)[]])[]>> = {
    fftcg: [
      ['forty-cards.toml', 'setup'],
      ['forty-cards.toml', 'setup', 'players', 0],
      ['forty-cards.toml', 'setup', 'players', 0, 'field', 4],
      ['forty-cards.toml', 'setup', 'definitions', 0],
      ['forty-cards.toml', 'setup', 'definitions', 6, 'abilities', 0],
      ['forty-cards.toml', 'setup', 'definitions', 6, 'abilities', 0, 'effects', 0],
      ['forty-cards.toml', 'do', 0],
      ['forty-cards.toml', 'ruleset'],
      ['search-break.toml', 'search', 'moves', 1],
      ['search-break.toml', 'search', 'enemyMoves', 0],
    ],
    'holy-grail-war': [
      ['search-summon.toml', 'setup'],
      ['search-summon.toml', 'setup', 'units', 0],
      ['search-summon.toml', 'search', 'moves', 0],
      ['turn.toml', 'do', 0],
    ],
    'srpg-movement': [
      ['guide.toml', 'setup'],
      ['guide.toml', 'setup', 'units', 0],
      ['guide.toml', 'search'],
      ['guide.toml', 'search', 'moves', 2],
      ['guide.toml', 'do', 0],
      ['distances.toml', 'ruleset', 'switches'],
    ],
    'live-a-live': [
      ['worked-example.toml', 'setup'],
      ['worked-example.toml', 'setup', 'allies', 0],
    ],
    'live-a-live-battle': [
      ['takahara-namcat.toml', 'setup'],
      ['takahara-namcat.toml', 'setup', 'party', 0],
      ['takahara-namcat.toml', 'do', 0],
    ],
    'kurogane-engage': [
      ['guide.toml', 'setup'],
      ['guide.toml', 'setup', 'weapons', 0],
      ['guide.toml', 'setup', 'units', 0],
      ['guide.toml', 'query'],
      ['chance-commander.toml', 'search', 'moves', 3],
      ['guide.toml', 'do', 0],
    ],
  };
  test.each(places[id] ?? [])('an unknown key in %s at %s %s %s %s %s is found', (name, ...path) => {
    expect(check(spoilt(String(name), path))).toBe(false);
  });

  test('a [query] is for those that answer one', () => {
    const { query, ...plan } = load(id === 'kurogane-engage' ? 'guide.toml' : (names[0] ?? ''));
    const isAnswered = ['holy-grail-war', 'kurogane-engage'].includes(id);
    expect(check({ ...plan, query: query ?? { units: ['a', 'b'] } })).toBe(isAnswered);
    const text = `plan = 1\nsystem = "${id}"\n[ruleset]\nname = "default"\n[query]\nnobodys = 1\n`;
    const read = readPlan(new TextEncoder().encode(text), 'query.toml');
    expect(() => checkQuery(system, read)).toThrow(isAnswered ? 'unknown key query.nobodys' : 'answers no [query]');
  });

  test('a switch has its values and no others, and a command its parameters', () => {
    const [name = ''] = names;
    const plan = load(name);
    const [shape] = system.switches;
    const withSwitch = (value: unknown): Plain => ({
      ...plan,
      ruleset: { name: 'own', switches: { [shape?.name ?? '']: value } },
    });
    expect([check(withSwitch(shape?.default)), check(withSwitch('nothing'))]).toEqual([true, false]);
    expect(check({ ...plan, do: [{ command: 'nothing' }] })).toBe(false);
  });
});
