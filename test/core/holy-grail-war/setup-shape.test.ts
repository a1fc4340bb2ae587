/** The published form of a setup and of a query: a plan with every published field is taken, and no field is left out. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import type { TableShape, ValueShape } from '../../../core/system/data-shape.js';
import { RuleError } from '../../../core/system/system.js';
import type { Plain } from './support.js';

const effect = {
  ...{ number: 1, timing: 'battle', cost: 2, text: 'a ray', refersTo: ['ray'], disables: 'turn' },
  changes: [{ stat: 'str', amount: 1, target: 'other', lasts: 'round' }],
};
const skill = {
  ...{
    id: 'ray',
    name: 'Ray',
    kind: 'noblePhantasm',
    category: 'anti-unit',
    rank: 'B+',
    flavour: 'bright',
    secrecy: 'D',
  },
  ...{ lineages: ['ray'], effects: [effect] },
};
const servant = {
  ...{
    id: 'saber',
    name: 'Saber',
    kind: 'servant',
    class: 'Saber',
    attribute: 'order and good',
    str: 5,
    con: 4,
    agi: 3,
  },
  ...{ mag: 2, luk: 1, np: 5, hp: 30, maxHp: 40, mp: 10, maxMp: 20, lp: 1, maxLp: 2, advantage: 1, upkeep: 3 },
  skills: [skill],
};
const master = { id: 'emiya', kind: 'master', str: 1, con: 1, agi: 1, mag: 1, maxHp: 20, maxMp: 10 };
const setup: Plain = {
  ...{ day: 2, slot: 'pm', phase: 'processing', areas: ['school'], reasons: [{ id: 'ruled', text: 'so it is' }] },
  units: [servant, master],
  pairs: [{ id: 'red', master: 'emiya', servant: 'saber', seals: 2, soulEaten: 3, exposed: true, base: 'school' }],
};
const query: Plain = {
  ...{ units: ['saber', 'emiya'], sides: [0, 1], notPaying: ['emiya'], noAttack: ['saber'], view: 'splits', limit: 99 },
  switches: Object.fromEntries(holyGrailWar.switches.map((one) => [one.name, one.default])),
};

function fieldsOf(shape: ValueShape | TableShape, path: string): string[] {
  if ('fields' in shape)
    return shape.fields.flatMap(({ name, value }) => [`${path}.${name}`, ...fieldsOf(value, `${path}.${name}`)]);
  return 'of' in shape ? fieldsOf(shape.of as ValueShape, path) : [];
}

function pathsIn(data: unknown, path: string): string[] {
  if (Array.isArray(data)) return data.flatMap((one) => pathsIn(one, path));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, value]) => [`${path}.${name}`, ...pathsIn(value, `${path}.${name}`)]);
}

const unique = (list: readonly string[]): string[] => [...new Set(list)].sort();

test('every field of the form of a setup is read, and none besides', () => {
  const shape = holyGrailWar.setupShape;
  if (shape === undefined) throw new Error('no form');
  expect(unique(pathsIn(setup, 'setup'))).toEqual(unique(fieldsOf(shape, 'setup')));
  const battle = holyGrailWar.create(setup);
  expect(battle.idName('unit', 0)).toBe('saber');
});

test('every field of the form of a query is read, and none besides', () => {
  const shape = holyGrailWar.queryShape;
  if (shape === undefined) throw new Error('no form');
  expect(unique(pathsIn(query, 'query'))).toEqual(unique(fieldsOf(shape, 'query')));
  expect(holyGrailWar.capabilities.odds?.(setup, query).denominator).toBe('1');
});

test('what the form requires is missed, and a key that it does not know is refused with its place', () => {
  const faultOf = (changed: Plain): string => {
    try {
      holyGrailWar.create(changed);
    } catch (error) {
      if (error instanceof RuleError) return `${error.code} ${error.path}`;
    }
    return 'accepted';
  };
  const without = (name: string): Plain => ({ ...setup, units: [{ ...servant, [name]: undefined }, master] });
  for (const name of ['id', 'kind', 'str', 'con', 'agi', 'mag', 'maxHp', 'maxMp', 'upkeep']) {
    expect(faultOf(without(name)), name).toContain(`setup.units[0].${name}`);
  }
  expect(faultOf({ ...setup, units: [{ ...servant, strength: 3 }, master] })).toContain('setup.units[0].strength');
});
