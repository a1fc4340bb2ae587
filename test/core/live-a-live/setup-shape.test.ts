/** The published form of a set-up and its readers speak of the same fields, at every table. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../core/live-a-live/guide/index.js';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import {
  type FieldShape,
  RuleError,
  type System,
  type TableShape,
  type ValueShape,
} from '../../../core/system/system.js';

type Data = Readonly<Record<string, unknown>>;

/** Fields that a reader names when it is given another one. */
function readFields(system: System, setup: Data): readonly string[] {
  try {
    system.create(setup);
  } catch (error) {
    if (error instanceof RuleError) return error.unknown?.known ?? [];
  }
  return [];
}

/** Fields of the table below a path of the form, a list standing for its entries. */
function shownFields(shape: TableShape, path: readonly string[]): readonly string[] {
  let value: ValueShape = shape;
  for (const name of path) {
    if (value.is !== 'table') throw new Error(`${name} is in no table`);
    const field: FieldShape | undefined = value.fields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new Error(`there is no ${name}`);
    value = field.value.is === 'list' ? field.value.of : field.value;
  }
  if (value.is !== 'table') throw new Error(`${path.join('.')} is no table`);
  return value.fields.map(({ name }) => name);
}

const NOBODYS = { nobodys: 1 };
const PARTY = { party: [{ character: 'takahara', x: 1, y: 1 }] };

const TABLES: readonly (readonly [System, path: readonly string[], setup: Data])[] = [
  [LIVE_A_LIVE_BATTLE, [], { ...PARTY, ...NOBODYS }],
  [LIVE_A_LIVE_BATTLE, ['party'], { party: [NOBODYS] }],
  [LIVE_A_LIVE_BATTLE, ['enemies'], { ...PARTY, enemies: [NOBODYS] }],
  [LIVE_A_LIVE_BATTLE, ['frames'], { ...PARTY, formation: 'namcat', frames: NOBODYS }],
  [LIVE_A_LIVE, [], NOBODYS],
  [LIVE_A_LIVE, ['allies'], { allies: [NOBODYS] }],
  [LIVE_A_LIVE, ['species'], { species: [NOBODYS] }],
  [LIVE_A_LIVE, ['enemies'], { species: [{}], enemies: [NOBODYS] }],
  [LIVE_A_LIVE, ['skills'], { skills: [NOBODYS] }],
  [LIVE_A_LIVE, ['skills', 'effects'], { skills: [{ effects: [NOBODYS] }] }],
  [LIVE_A_LIVE_GUIDE, ['allies'], { allies: [NOBODYS] }],
];

describe.each(TABLES)('$0.id', (system, path, setup) => {
  test(`${path.join('.')}: the fields of the reader`, () => {
    const { setupShape } = system;
    if (setupShape === undefined) throw new Error('no form is published');
    const read = readFields(system, setup);
    expect(read.length).toBeGreaterThan(0);
    expect(shownFields(setupShape, path)).toEqual(read);
  });
});

test('a formation is given by its number, or by the name of one', () => {
  const field = LIVE_A_LIVE_BATTLE.setupShape?.fields.find(({ name }) => name === 'formation');
  expect(field?.value).toEqual({
    is: 'either',
    forms: [
      { is: 'integer', least: 0, greatest: 255 },
      { is: 'name', of: 'formation', names: expect.arrayContaining(['namcat']) },
    ],
  });
});

/** A set-up that is accepted, and where a table's fields stand in it. */
const ACCEPTED: readonly (readonly [System, path: readonly string[], setup: Data])[] = [
  ...([[], ['party'], ['enemies'], ['frames']] as const).map(
    (path) =>
      [
        LIVE_A_LIVE_BATTLE,
        path,
        { enemies: [{ species: 'namcat', x: 0, y: 0 }], party: [{ character: 'takahara', x: 5, y: 5 }], frames: {} },
      ] as const,
  ),
  ...([[], ['allies'], ['species'], ['enemies'], ['skills'], ['skills', 'effects']] as const).map(
    (path) =>
      [
        LIVE_A_LIVE,
        path,
        {
          allies: [{ x: 3 }],
          species: [{}, {}, {}, {}],
          enemies: [{}],
          skills: [{ effects: [{ operation: 'damage' }] }],
        },
      ] as const,
  ),
];

/** The set-up with other fields in the first entry of a table. */
function withFields(setup: Data, path: readonly string[], fields: Data): Data {
  const [first, ...rest] = path;
  if (first === undefined) return { ...setup, ...fields };
  const inner = setup[first];
  if (!Array.isArray(inner)) return { ...setup, [first]: withFields(inner as Data, rest, fields) };
  return { ...setup, [first]: [withFields(inner[0] as Data, rest, fields), ...inner.slice(1)] };
}

/** Whether a value of this field is refused for being no number of it. */
function isOutside(system: System, setup: Data, name: string): boolean {
  try {
    system.create(setup);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return (
      ['E_RANGE', 'E_WIDTH', 'E_UNKNOWN_ID'].includes(error.code) &&
      new RegExp(`\\.${name}(\\[0\\])?$`).test(error.path)
    );
  }
  return false;
}

function fieldsAt({ setupShape }: System, path: readonly string[]): readonly FieldShape[] {
  let fields = setupShape?.fields ?? [];
  for (const name of path) {
    const value = fields.find((field) => field.name === name)?.value;
    const table = value?.is === 'list' ? value.of : value;
    fields = table?.is === 'table' ? table.fields : [];
  }
  return fields;
}

describe.each(ACCEPTED)('$0.id', (system, path, setup) => {
  const fields = fieldsAt(system, path);
  const created = (more: Data): Uint8Array => system.create(withFields(setup, path, more)).image;

  test(`${path.join('.')}: every field says what it means, and what stands where it is left out`, () => {
    expect(fields.length).toBeGreaterThan(2);
    for (const { name, meaning, otherwise, isRequired } of fields) {
      expect([name, meaning.length >= 2]).toEqual([name, true]);
      if (isRequired !== true && name !== 'enemies') expect([name, otherwise === '']).toEqual([name, false]);
    }
    expect(new Set(fields.map(({ meaning }) => meaning)).size).toBeGreaterThan(fields.length / 3);
  });

  test(`${path.join('.')}: the numbers of a field are those that the reader takes`, () => {
    for (const { name, value } of fields) {
      const shape = value.is === 'either' ? value.forms[0] : value;
      const one = shape?.is === 'list' ? shape.of : shape;
      if (one?.is !== 'integer') continue;
      const refuses = (number: number): boolean => {
        // HP are bounded by the greatest HP as well
        const beside = name === 'hp' && path[0] === 'party' ? { maxHp: 999 } : {};
        const given = shape?.is === 'list' ? [number] : number;
        return isOutside(system, withFields(setup, path, { ...beside, [name]: given }), name);
      };
      const outside = [refuses(one.least - 1), refuses(one.greatest + 1)];
      expect([name, outside]).toEqual([name, [true, true]]);
      // those of an enemy are bounded by its kind's, and those of a kind above 127 are multiples of 16
      if (name === 'hp' && path[0] !== 'party' && path[0] !== 'allies') continue;
      expect([name, refuses(one.least), refuses(one.greatest)]).toEqual([name, false, false]);
    }
  });

  test(`${path.join('.')}: a number that stands where a field is left out is the one of the reader`, () => {
    const usual = created({});
    for (const { name, otherwise } of fields) {
      const [, number] = /^`?(\d+)`?(,|$)/.exec(otherwise ?? '') ?? [];
      if (number === undefined || otherwise?.includes('1, 2')) continue;
      const given = name === 'generator' ? [Number(number)] : Number(number);
      expect([name, Buffer.compare(created({ [name]: given }), usual)]).toEqual([name, 0]);
      const other = name === 'generator' ? [1] : Number(number) === 0 ? 1 : Number(number) - 1;
      // a value of an effect without an operation for it may write nothing
      expect([name, Buffer.compare(created({ [name]: other }), usual) !== 0]).toEqual([name, true]);
    }
  });
});

test('the form of the turn engine says what stands where a field is left out: nobody, zeros, the timer full', () => {
  const fields = LIVE_A_LIVE.setupShape?.fields ?? [];
  // as the empty set-up of drill/set-up.test.ts starts
  expect(Object.fromEntries(fields.map(({ name, otherwise }) => [name, otherwise]))).toEqual({
    allies: 'none',
    species: 'none',
    enemies: 'none',
    skills: 'none',
    generator: '0',
    timer: '65535',
    mapGenerator: '0',
    order: '0, 1, 2, 3',
  });
});
