/** The pairs lie behind the last unit. Whatever they hold is no unit: every list and every event is the same as with other pairs. */
import { expect, test } from 'vitest';
import { pairRecord, unitFields, unitRecord, warRecord } from '../../../core/holy-grail-war/cells.js';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { Action, Line, NONE } from '../../../core/holy-grail-war/names.js';
import { writeField } from '../../../core/system/records.js';
import { begin, fighter, listed, loners, type Plain, type Table, toEnd, unit } from './support.js';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const LISTED = holyGrailWar.commands.map(({ name }) => name).filter((name) => name !== 'useSeal');

/** Six lone servants. @param pairs fields of their pairs, by number */
function table(
  phase: string,
  pairs: Readonly<Record<number, Plain>> = {},
  switches: Readonly<Record<string, string>> = {},
): Table {
  const units = IDS.map((id, number) => fighter(id, { mag: 3, maxHp: 40, hp: 40 - number, advantage: number % 3 }));
  const setup = loners(units, { phase });
  const numbered = (setup['pairs'] as Plain[]).map((pair, number) => ({ seals: 3, ...pair, ...pairs[number] }));
  return begin({ ...setup, pairs: numbered }, switches);
}

type Steps = readonly (readonly [command: string, parameters?: Plain])[];

const BATTLE: Steps = [
  ['openBattle', { units: ['a', 'b', 'c'], sides: [0, 1, 1] }],
  ['setLines', { side: 0, front: ['a'] }],
  ['joinBattle', { unit: 'd', side: 0 }],
  ['setLines', { side: 1, front: ['b'] }],
  ['closeStandby'],
  ['payMag', { unit: 'a' }],
  ['payMag', { unit: 'b' }],
  ['closeDeclarations'],
  ['allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 }],
  ['allocate', { step: 2, unit: 'b', str: 3, con: 0, agi: 0 }],
  ['allocate', { step: 2, unit: 'a', str: 2, con: 0, agi: 0 }],
  ['damageStep'],
  ['escape', { unit: 'c' }],
  ['cleanup'],
  ['setLines', { side: 0, front: [] }],
  ['setLines', { side: 1, front: ['b'] }],
  ['closeStandby'],
  ['closeDeclarations'],
  ['damageStep'],
  ['closeBattle', { reason: 'ruled' }],
  ['endTurn'],
];
const TURN: Steps = [
  ...IDS.map((id) => ['prepare', { pair: `${id}-side` }] as const),
  ['chooseActive', { unit: 'a', action: 'free', reason: 'ruled' }],
  ['chooseActive', { unit: 'b', action: 'communicate', pair: 'c-side' }],
  ['chooseActive', { unit: 'd', action: 'rest' }],
  ['chooseActive', { unit: 'e', action: 'free', reason: 'ruled' }],
  ['closeActive'],
  ['notice', { pair: 'f-side', unit: 'a' }],
  ['notice', { pair: 'b-side', unit: 'a' }],
  ['chooseReactive', { pair: 'c-side', reaction: 'accept', unit: 'b' }],
  ['processTurn', { blocked: [] }],
  ['restHeal', { unit: 'd', hp: 1 }],
  ['endTurn'],
];

/** What is listed before and told after every step, what no step changes, and where the image differs from another one. */
function played(one: Table, other: Table, steps: Steps): void {
  const differences = (): string[] =>
    [...one.battle.image].flatMap((byte, at) =>
      byte === other.battle.image[at] ? [] : [`${at}: ${byte} ${other.battle.image[at]}`],
    );
  const kept = (): number[] =>
    IDS.flatMap((id) => ['seals', 'base'].map((name) => one.cell(`pair[${id}-side].${name}`)));
  const [atFirst, keptAtFirst] = [differences(), kept()];
  for (const [command, parameters] of steps) {
    expect(listed(one, ...LISTED), command).toEqual(listed(other, ...LISTED));
    expect(one.run(command, parameters), command).toEqual(other.run(command, parameters));
    expect([differences(), kept()], command).toEqual([atFirst, keptAtFirst]);
  }
}

// seals of the second pair lie where a seventh unit would have its status: alive, dying, dead
test.each([
  ['alive', { 1: { seals: 0 } }],
  ['dying', { 1: { seals: 1 } }],
  ['dead', { 1: { seals: 2 } }],
  ['alive and acting', { 1: { seals: 0, exposed: true } }],
  ['alive, with sealed points and an advantage', { 1: { seals: 0 }, 3: { seals: 7, soulEaten: 0x100 } }],
  ['alive and leaving', { 1: { seals: 0 }, 4: { soulEaten: 1 } }],
  ['alive and eating more than its pair has room for', { 0: { soulEaten: 0xffff }, 1: { seals: 0 } }],
] as const)('what lies behind the units is none of them, though it looks %s', (_looks, pairs) => {
  expect([
    unitRecord.offsets.status,
    unitRecord.size - unitRecord.offsets.status > 0,
    pairRecord.offsets.seals,
  ]).toEqual([19, true, 0]);
  played(table('processing', pairs), table('processing'), BATTLE);
  played(table('preparation', pairs), table('preparation'), TURN);
});

const BEHIND = warRecord.size + IDS.length * unitRecord.size;
const adjust = (unit: string, stat: string, amount: number): readonly [string, Plain] => [
  'adjust',
  { unit, stat, amount, lasts: stat === 'hp' ? 'now' : 'round', reason: 'ruled' },
];
/** In its second round the only one in front falls before the lines are opened, and nobody meets one whose constitution is 180. */
const FALLS: Steps = [
  ...BATTLE.slice(0, BATTLE.findIndex(([command]) => command === 'cleanup') + 1),
  ['setLines', { side: 0, front: ['a'] }],
  adjust('a', 'hp', -99),
  ['setLines', { side: 1, front: ['b'] }],
  ['closeStandby'],
  adjust('d', 'con', 174),
  ['noAttack', { unit: 'd' }],
  ['closeDeclarations'],
  adjust('b', 'hp', -99),
  ['damageStep'],
  ['closeBattle', { reason: 'ruled' }],
];
/** Whom a pair may ask hangs on whom it talked with, which the pairs themselves hold. */
const LISTED_IN_BATTLE = LISTED.filter((name) => name !== 'revealFact');
type Looks = Partial<Record<keyof typeof unitFields, number>>;
const IN_FRONT: Looks = { side: 3, line: Line.front };

test.each<[string, string, Looks]>([
  ['a unit outside of the battle', 'e', { side: NONE }],
  ['one more who pays, of the highest advantage', 'c', { paid: 1, handed: 0, spent: 0, battleAdvantage: 2 }],
  ['one more who pays, of the lowest advantage', 'c', { paid: 1, handed: 0, spent: 0, battleAdvantage: 0 }],
  ['a foe in front', 'e', IN_FRONT],
  ['a foe in front, too strong', 'e', { ...IN_FRONT, str: 255 }],
  ['an ally that is chosen for the front', 'd', { side: 0, sealedLine: Line.front }],
  ['an ally that has taken much', 'c', { side: 1, taken: 999 }],
])('in a battle what lies behind the units is none of them, though it looks like %s', (_looks, like, looks) => {
  const [plain, seeming] = [1, 2].map(() => table('processing', {}, { escapeScope: 'side' })) as [Table, Table];
  const model = warRecord.size + IDS.indexOf(like) * unitRecord.size;
  for (const [command, parameters] of FALLS) {
    const { image } = seeming.battle;
    image.copyWithin(BEHIND, model, model + unitRecord.size);
    for (const [name, value] of Object.entries(looks)) {
      writeField(image, BEHIND, unitFields[name as keyof Looks], value);
    }
    const before = image.slice(BEHIND, BEHIND + unitRecord.size);
    expect(listed(seeming, ...LISTED_IN_BATTLE), command).toEqual(listed(plain, ...LISTED_IN_BATTLE));
    expect(seeming.run(command, parameters), command).toEqual(plain.run(command, parameters));
    expect(image.slice(BEHIND, BEHIND + unitRecord.size), command).toEqual(before);
    image.set(plain.battle.image.subarray(BEHIND, BEHIND + unitRecord.size), BEHIND);
    expect(Buffer.compare(image, plain.battle.image), command).toBe(0);
  }
});

test('nor is it one who rests', () => {
  const resting = table('processing');
  const looks: Looks = { status: 0, maxHp: 40, hp: 1, mp: 40, action: Action.rest, actionOpen: 1 };
  for (const [name, value] of Object.entries(looks)) {
    writeField(resting.battle.image, BEHIND, unitFields[name as keyof Looks], value);
  }
  expect(listed(resting, 'restHeal')).toEqual([]);
});

test('what lies behind the last pair is none of them: nobody stops what a known fact seems to stop', () => {
  // the knowledge lies there: facts of 2 (con) where a reaction would be 2 (stop), and of 0 where its unit would be
  const reactive = table('reactive');
  expect(pairRecord.offsets.reactionUnit1 - pairRecord.offsets.reaction1).toBe(4);
  reactive.run('revealFact', { pair: 'b-side', unit: 'a', fact: 'con', source: 'shown' });
  reactive.refuse('E_RANGE', 'processTurn', { blocked: ['a'] });
  expect(listed(reactive, 'processTurn')).toEqual(['processTurn 0 0 0 0']);
});

test('the end of a round works no skill behind the last one: what pairs know stays known', () => {
  const units = IDS.map((id) => fighter(id));
  const { pairs, ...setup } = loners(units);
  const war = begin({ ...setup, pairs: (pairs as Plain[]).reverse() });
  war.run('revealFact', { pair: 'f-side', unit: 'a', fact: 'str', source: 'shown' });
  toEnd(war, { b: 0, c: 1 });
  war.run('cleanup');
  expect(war.cell('knows[f-side].unit[a].facts')).toBe(1);
});

test('a base that moves takes nobody along who lies behind the last unit', () => {
  const units = [unit('m', 'master'), fighter('s')];
  const war = begin({
    ...loners(units, { phase: 'reactive' }),
    areas: ['harbour'],
    pairs: [{ id: 'p', master: 'm', servant: 's', base: 'harbour' }],
  });
  // ten facts are seen; with the luck points 7FF, whose upper half is the number of moving the base
  war.run('revealFact', { pair: 'p', unit: 's', fact: 'lp', source: 'shown' });
  war.run('processTurn');
  expect(war.cell('knows[p].unit[s].facts')).toBe(0x7ff);
});
