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
