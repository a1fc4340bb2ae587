/** Setup data: each wrong field is refused with a code and its place. */
import { describe, expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { RuleError } from '../../../core/system/system.js';
import { loners, type Plain, skill, twoPairs, unit } from './support.js';

function refusal(setup: unknown): string {
  try {
    holyGrailWar.create(setup);
  } catch (error) {
    if (error instanceof RuleError) return `${error.code} ${error.path}`;
    throw error;
  }
  return 'accepted';
}

const one = (values: Plain): Plain => loners([unit('a', 'servant', values), unit('b', 'servant')]);
const oneSkill = (values: Plain, effect: Plain = {}): Plain => one({ skills: [skill('s', values, effect)] });
const effects = (list: unknown[]): Plain => one({ skills: [skill('s', { effects: list })] });

describe('setup', () => {
  test.each<[string, unknown]>([
    ['accepted', twoPairs()],
    ['E_RANGE setup', 3],
    ['E_RANGE setup', null],
    ['E_RANGE setup', []],
    ['E_UNKNOWN_ID setup.unit', { unit: [] }],
    ['E_RANGE setup.units', {}],
    ['E_RANGE setup.units', { units: 'a' }],
    ['E_WIDTH setup.units', { units: Array.from({ length: 17 }, (_, index) => unit(`u${index}`, 'master')) }],
    ['E_UNKNOWN_ID setup.units[0].speed', one({ speed: 3 })],
    ['E_RANGE setup.units[0].str', one({ str: undefined })],
    ['E_RANGE setup.units[0].upkeep', one({ upkeep: undefined })],
    ['E_INT setup.units[0].str', one({ str: 1.5 })],
    ['E_INT setup.units[0].str', one({ str: '3' })],
    ['E_INT setup.units[0].str', one({ str: Number.NaN })],
    ['E_INT setup.units[0].str', one({ str: 3n })],
    ['E_WIDTH setup.units[0].str', one({ str: 256 })],
    ['E_WIDTH setup.units[0].str', one({ str: -1 })],
    ['E_RANGE setup.units[0].str', one({ str: 100 })],
    ['E_RANGE setup.units[0].maxHp', one({ maxHp: 16384 })],
    ['E_WIDTH setup.units[0].maxHp', one({ maxHp: 65536 })],
    ['E_RANGE setup.units[0].maxHp', one({ maxHp: 0 })],
    ['E_RANGE setup.units[0].hp', one({ hp: 101 })],
    ['E_RANGE setup.units[0].hp', one({ hp: 0 })],
    ['E_RANGE setup.units[0].mp', one({ mp: 51 })],
    ['E_RANGE setup.units[0].lp', one({ lp: 1 })],
    ['E_WIDTH setup.units[0].advantage', one({ advantage: 256 })],
    ['E_UNKNOWN_ID setup.units[0].kind', one({ kind: 'hero' })],
    ['E_UNKNOWN_ID setup.units[0].kind', one({ kind: 'constructor' })],
    ['E_RANGE setup.units[0].id', one({ id: 'a.b' })],
    ['E_RANGE setup.units[0].name', one({ name: 3 })],
    ['E_DUPLICATE_ID setup.units[1].id', one({ id: 'b' })],
    ['E_RANGE setup.units[0].upkeep', loners([unit('m', 'master', { upkeep: 1 })])],
    ['E_UNKNOWN_ID setup.phase', { ...one({}), phase: 'end' }],
    ['E_UNKNOWN_ID setup.slot', { ...one({}), slot: 'noon' }],
    ['E_RANGE setup.day', { ...one({}), day: 0 }],
    ['E_WIDTH setup.day', { ...one({}), day: 65536 }],
    ['E_DUPLICATE_ID setup.areas[1]', { ...one({}), areas: ['x', 'x'] }],
    ['E_RANGE setup.areas[0]', { ...one({}), areas: [1] }],
    ['E_RANGE setup.reasons[0].text', { ...one({}), reasons: [{ id: 'x' }] }],
    ['E_ALONE setup.pairs[0]', { ...one({}), pairs: [{ id: 'x' }] }],
    ['E_ALONE setup.units[1]', { ...one({}), pairs: [{ id: 'x', servant: 'a' }] }],
    ['E_RANGE setup.pairs[0].master', { ...one({}), pairs: [{ id: 'x', master: 'a' }] }],
    ['E_UNKNOWN_ID setup.pairs[0].servant', { ...one({}), pairs: [{ id: 'x', servant: 'z' }] }],
    ['E_UNKNOWN_ID setup.pairs[0].base', { ...one({}), pairs: [{ id: 'x', servant: 'a', base: 'moon' }] }],
    ['E_WIDTH setup.pairs[0].seals', twoPairs({}, { red: { seals: 256 } })],
    ['E_RANGE setup.pairs[0].exposed', twoPairs({}, { red: { exposed: 1 } })],
    ['E_DUPLICATE_ID setup.pairs[1].id', twoPairs({}, { blue: { id: 'red' } })],
    ['E_DUPLICATE_ID setup.units[0]', twoPairs({}, { grey: { master: 'red-master' } })],
    ['accepted', oneSkill({ rank: 'EX' })],
    ['E_RANGE setup.units[0].skills[0].rank', oneSkill({ rank: 'F' })],
    ['E_RANGE setup.units[0].skills[0].rank', oneSkill({ rank: 'EX+' })],
    ['E_RANGE setup.units[0].skills[0].rank', oneSkill({ rank: 'D++++' })],
    ['E_UNKNOWN_ID setup.units[0].skills[0].secrecy', oneSkill({ secrecy: 'S' })],
    ['E_RANGE setup.units[0].skills[0].lineages', oneSkill({ lineages: [] })],
    ['E_DUPLICATE_ID setup.units[0].skills[0].lineages[1]', oneSkill({ lineages: ['x', 'x'] })],
    ['E_RANGE setup.units[0].skills[0].effects', oneSkill({ effects: [] })],
    ['E_RANGE setup.units[0].skills[0].effects[0].number', oneSkill({}, { number: 16 })],
    ['E_WIDTH setup.units[0].skills[0].effects[0].cost', oneSkill({}, { cost: 65536 })],
    ['E_UNKNOWN_ID setup.units[0].skills[0].effects[0].timing', oneSkill({}, { timing: 'never' })],
    ['E_RANGE setup.units[0].skills[0].effects[0]', oneSkill({}, { timing: 'always', cost: 1 })],
    ['E_RANGE setup.units[0].skills[0].effects[0].disables', oneSkill({}, { disables: 'turn' })],
    [
      'E_DUPLICATE_ID setup.units[0].skills[0].effects[1].number',
      effects([1, 1].map((number) => ({ number, timing: 'anyTime' }))),
    ],
    [
      'E_RANGE setup.units[0].skills[0].effects[0].changes[0].lasts',
      oneSkill({}, { changes: [{ stat: 'str', amount: 1, lasts: 'now' }] }),
    ],
    [
      'E_RANGE setup.units[0].skills[0].effects[0].changes[0].lasts',
      oneSkill({}, { changes: [{ stat: 'hp', amount: 1, lasts: 'turn' }] }),
    ],
    [
      'E_WIDTH setup.units[0].skills[0].effects[0].changes[0].amount',
      oneSkill({}, { changes: [{ stat: 'str', amount: 100, lasts: 'turn' }] }),
    ],
    [
      'E_INT setup.units[0].skills[0].effects[0].changes[0].amount',
      oneSkill({}, { changes: [{ stat: 'str', amount: '1', lasts: 'turn' }] }),
    ],
    [
      'E_RANGE setup.units[0].skills[0].effects[0].changes[0]',
      oneSkill({}, { timing: 'always', changes: [{ stat: 'hp', amount: 1 }] }),
    ],
    ['E_DUPLICATE_ID setup.units.skills', one({ skills: [skill('s'), skill('s')] })],
    ['E_WIDTH setup.units', loners(['a', 'b'].map((id) => unit(id, 'servant', { skills: many(id, 33) })))],
  ])('a wrong setup is refused: %s', (expected, setup) => {
    expect(refusal(setup)).toBe(expected);
  });

  test('HA16 seals, defaults and the largest war', () => {
    const units = Array.from({ length: 8 }, (_, index) => [unit(`m${index}`, 'master'), unit(`s${index}`, 'servant')]);
    const pairs = units.map((_, index) => ({ id: `p${index}`, master: `m${index}`, servant: `s${index}` }));
    const battle = holyGrailWar.create({ units: units.flat(), pairs });
    expect(battle.cells.at(-1)?.name).toBe('exchange[s7][s7].damage');
    expect(battle.image.length).toBe(battle.cells.reduce((sum, cell) => sum + cell.width, 0));
  });
});

function many(prefix: string, count: number): Plain[] {
  return Array.from({ length: count }, (_, index) => skill(`${prefix}${index}`));
}
