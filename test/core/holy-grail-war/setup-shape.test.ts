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

/** What a value may be: bounds of a number, words, entries of a list. */
function formOf(value: ValueShape): string {
  if (value.is === 'integer') return `${value.least}..${value.greatest}`;
  if (value.is === 'word') return value.words.join('|');
  return value.is === 'list' ? `${formOf(value.of)} x ${value.most}` : value.is;
}

/** Fields with `!` where one is required, with their form and their default; tables are opened. */
function linesOf({ fields }: TableShape): string[] {
  return fields.flatMap(({ name, value, meaning, isRequired, otherwise }) => {
    expect(meaning, name).not.toBe('');
    const inner: ValueShape = value.is === 'list' ? value.of : value;
    const head = `${name}${isRequired === true ? '!' : ''} ${formOf(value)}${otherwise === undefined ? '' : ` (${otherwise})`}`;
    return inner.is === 'table' ? [head, ...linesOf(inner).map((line) => `- ${line}`)] : [head];
  });
}

test('the form of a setup: the widths of the rules, the words of each list, what an omitted field stands for', () => {
  const stats = ['str', 'con', 'agi', 'mag'];
  const change = [
    'stat! str|con|agi|mag|advantage|hp|mp|lp',
    'amount! -16383..16383',
    'target self|other (`self`)',
    'lasts now|round|turn (`now`, which no stat takes)',
  ];
  const effects = [
    'number! 1..15',
    'timing! always|anyTime|action|battle|described',
    'cost 0..65535 (0)',
    'text text (empty)',
    'changes table x 8 (none)',
    ...change.map((line) => `- ${line}`),
    'refersTo text x 32 (no skill)',
    'disables now|round|turn (`now`: not at all)',
  ];
  const skills = [
    ...['id! text', 'name text (the id)', 'kind skill|noblePhantasm (`skill`)', 'category text (empty)', 'rank! text'],
    ...['flavour text (empty)', 'secrecy! E|D|C|B|A|EX', 'lineages! text x 32', 'effects! table x 15'],
    ...effects.map((line) => `- ${line}`),
  ];
  const units = [
    ...['id! text', 'name text (the id)', 'kind! master|servant', 'class text (empty)', 'attribute text (empty)'],
    ...stats.map((stat) => `${stat}! 0..99`),
    ...['luk 0..255 (0)', 'np 0..255 (0)', 'hp 1..16383 (the maximum)', 'maxHp! 1..16383'],
    ...['mp 0..65535 (the maximum)', 'maxMp! 0..65535', 'lp 0..255 (the maximum)', 'maxLp 0..255 (0)'],
    ...['advantage 0..255 (0)', 'upkeep 0..65535', 'skills table x 64 (none)'],
    ...skills.map((line) => `- ${line}`),
  ];
  const pairs = [
    ...[
      'id! text',
      'master text (a servant alone)',
      'servant text (a master alone)',
      'seals 0..255 (the switch seals)',
    ],
    ...['soulEaten 0..65535 (0)', 'exposed flag (`false`)', 'base text (unknown)'],
  ];
  const inside = (lines: readonly string[]): string[] => lines.map((line) => `- ${line}`);
  expect(holyGrailWar.setupShape && linesOf(holyGrailWar.setupShape)).toEqual([
    ...['day 1..65535 (1)', 'slot am|pm|night (`am`)', 'phase preparation|active|reactive|processing (`preparation`)'],
    ...['areas text x 64 (none)', 'reasons table x 128 (none)', ...inside(['id! text', 'text! text'])],
    ...['units! table x 16', ...inside(units), 'pairs! table x 8', ...inside(pairs)],
  ]);
});

test('the form of a query: who fights, on which sides, under which switches', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const lines = holyGrailWar.queryShape && linesOf(holyGrailWar.queryShape);
  expect(lines?.slice(0, 7)).toEqual([
    ...['units! text x 16', `sides ${-most}..${most} x 16 (each its own)`, 'notPaying text x 16 (nobody)'],
    ...['noAttack text x 16 (nobody)', 'view outcomes|splits (`outcomes`)', `limit 1..${most} (none)`],
    'switches table (all defaults)',
  ]);
  // a switch is one of its words; the seals are a number (HA16)
  const values = holyGrailWar.switches.map(({ name, values: words }) =>
    name === 'seals' ? '- seals 0..9' : `- ${name} ${words.join('|')}`,
  );
  expect(lines?.slice(7)).toEqual(values);
});
