/** The pairs lie behind the last unit. Whatever they hold is no unit: every list and every event is the same as with other pairs. */
import { expect, test } from 'vitest';
import { pairFields, unitFields, unitRecord } from '../../../core/holy-grail-war/cells.js';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { begin, fighter, listed, loners, type Plain, type Table } from './support.js';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const LISTED = holyGrailWar.commands.map(({ name }) => name).filter((name) => name !== 'useSeal');

/** Six lone servants. @param pairs fields of their pairs, by number */
function table(phase: string, pairs: Readonly<Record<number, Plain>>): Table {
  const units = IDS.map((id, number) => fighter(id, { mag: 3, maxHp: 40, hp: 40 - number, advantage: number % 3 }));
  const setup = loners(units, { phase });
  return begin({
    ...setup,
    pairs: (setup['pairs'] as Plain[]).map((pair, number) => ({ seals: 3, ...pair, ...pairs[number] })),
  });
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
] as const)('what lies behind the units is none of them, though it looks %s', (_looks, pairs) => {
  expect([unitFields.status.at, unitRecord.size - unitFields.status.at > 0, pairFields.seals.at]).toEqual([
    19,
    true,
    0,
  ]);
  played(table('processing', pairs), table('processing', {}), BATTLE);
  played(table('preparation', pairs), table('preparation', {}), TURN);
});
