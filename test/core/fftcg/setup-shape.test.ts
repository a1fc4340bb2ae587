/** The published form of a setup, field by field, and that what it says of a field left out is so. */
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import type { FieldShape, TableShape, ValueShape } from '../../../core/system/data-shape.js';

/** `0..4`, `own|any`, `[8]` for a list of at most 8; a table is opened in the lines below. */
function formOf(value: ValueShape): string {
  if (value.is === 'integer') return `${value.least}..${value.greatest}`;
  if (value.is === 'word') return value.words.join('|');
  if (value.is === 'list') return `[${value.most ?? ''}] ${formOf(value.of)}`;
  if (value.is === 'either') return value.forms.map(formOf).join(' or ');
  return value.is;
}

function tableIn(value: ValueShape): TableShape | undefined {
  if (value.is === 'list') return tableIn(value.of);
  if (value.is === 'either') return value.forms.map(tableIn).find((one) => one !== undefined);
  return value.is === 'table' ? value : undefined;
}

const linesOf = ({ fields }: TableShape): string[] =>
  fields.flatMap(({ name, value, isRequired }) => {
    const inner = tableIn(value);
    const head = `${name}${isRequired === true ? '!' : ''} ${formOf(value)}`;
    return inner === undefined ? [head] : [head, ...linesOf(inner).map((line) => `  ${line}`)];
  });

const shape = fftcg.setupShape;
if (shape === undefined) throw new Error('no form');

const CARD = `
    card! text
    id text
    copies 1..60`;

test('the form of a setup: names, ranges and words', () => {
  const zone = (name: string, more = ''): string => `
  ${name} [${name === 'limitBreak' ? 8 : ''}] text or table${CARD}${more}`;
  const field = `
    dull flag
    frozen flag
    damage 0..65535
    powerMod -32768..32767
    enteredTurn 0..1`;
  expect(linesOf(shape).join('\n')).toBe(
    `definitions [] table
  id! text
  name text
  kind! forward|backup|summon
  element text
  power 1..65535
  keywords [] haste|brave|firstStrike|backAttack
  abilities [8] table
    id text
    kind! action|special|auto|summon
    trigger entersField|attacks|blocks|damagesPlayer|broken|endOfTurn|leavesField|startOfTurn
    dull flag
    cost [] dull|break|return|discardCopy
    targets 0..4
    of forward|backup|character
    controller any|own|opponent
    powerAtMost 0..65535
    state active|dull|damaged
    effects! [] table
      kind! damage|addPower|return|break|dull|activate|draw|freeze|heal|grant|search|recover
      scope targets|self|allForwards|ownForwards|opponentForwards
      amount -32768..65535
      per ownForwards|opponentForwards|ownDamage
      keyword haste|brave|firstStrike|backAttack
      card text
  exBurst text
  limitBreak 0..7
players! [2] table
  id text${zone('field', field)}${zone('hand')}${zone('deck')}${zone('damage')}${zone('breakZone')}${zone('limitBreak')}
turnPlayer 0..1
phase active|main1|attack|main2`,
  );
});

const DAMAGE = { kind: 'damage', amount: 1000 };
const DRAW = { kind: 'draw', amount: 1 };

/** A game in which the field is given in the table at this place of the form, and what may be done in it. */
function gameWith(place: string, given: object, isAimed: boolean): unknown {
  const at = (where: string): object => (where === place ? given : {});
  const effects = [{ ...(isAimed ? DAMAGE : DRAW), ...at('definitions.abilities.effects') }];
  const aim = isAimed ? { targets: 1 } : {};
  const ability = { id: 'act', kind: 'action', ...aim, effects, ...at('definitions.abilities') };
  const definitions = [{ id: 'rock', kind: 'forward', power: 5000, abilities: [ability], ...at('definitions') }];
  const twoIn = (zone: string): object => ({ [zone]: ['rock', { card: 'rock', ...at(`players.${zone}`) }] });
  const zones = ['hand', 'deck', 'damage', 'breakZone'].map(twoIn);
  const own = Object.assign({ field: [{ card: 'rock', ...at('players.field') }] }, ...zones);
  const game = fftcg.create({ definitions, players: [own, { deck: ['rock', 'rock'], field: ['rock'] }], ...at('') });
  const legal = new Int32Array(500);
  const ids = Array.from({ length: 20 }, (_, card) => game.idName('card', card));
  return [ids, Buffer.from(game.image).toString('hex'), [...legal.subarray(0, game.legalCommands(legal))]];
}

/** A value that the form writes as such: a number, or a word in backticks. */
function literal({ otherwise = '' }: FieldShape): unknown {
  const [, word] = /^`(.*)`$/.exec(otherwise) ?? [];
  if (word === 'true' || word === 'false') return word === 'true';
  return word ?? (/^\d+$/.test(otherwise) ? Number(otherwise) : undefined);
}

function fieldsIn(table: TableShape, place: string): [place: string, field: FieldShape][] {
  return table.fields.flatMap((field) => {
    const inner = tableIn(field.value);
    const below = place === '' ? field.name : `${place}.${field.name}`;
    return [[place, field] as [string, FieldShape], ...(inner === undefined ? [] : fieldsIn(inner, below))];
  });
}

test('a field left out is what the form says of it; every field has words', () => {
  const told: string[] = [];
  for (const [place, field] of fieldsIn(shape, '')) {
    expect(field.meaning, field.name).toMatch(/\p{L}{3}/u);
    expect(field.otherwise, field.name).not.toBe('');
    const value = literal(field);
    if (value === undefined || place === 'players.limitBreak') continue;
    told.push(field.name);
    const isAimed = field.name !== 'targets';
    const given = gameWith(place, { [field.name]: value }, isAimed);
    expect([field.name, given]).toEqual([field.name, gameWith(place, {}, isAimed)]);
  }
  const ofZones = Array<string>(4).fill('copies');
  expect(told).toEqual([
    ...[
      'dull',
      'targets',
      'of',
      'controller',
      'scope',
      'copies',
      'dull',
      'frozen',
      'damage',
      'powerMod',
      'enteredTurn',
    ],
    ...[...ofZones, 'turnPlayer', 'phase'],
  ]);
});

test('words for the other fields that may be left out', () => {
  const words = fieldsIn(shape, '')
    .filter(([, field]) => field.otherwise !== undefined && literal(field) === undefined)
    .map(([, { name, otherwise }]) => `${name}: ${otherwise}`);
  expect([...new Set(words)]).toEqual([
    ...['definitions: none', 'name: the id', 'element: none', 'keywords: none', 'abilities: none'],
    ...['id: the id of the card, for its first ability', 'cost: none', 'powerAtMost: any power', 'state: any state'],
    ...['per: once', 'exBurst: none', 'id: A, B'],
    ...['field: empty', 'id: the id of the definition, then -2, -3 ...', 'hand: empty', 'deck: empty'],
    ...['damage: empty', 'breakZone: empty', 'limitBreak: empty'],
  ]);
});
