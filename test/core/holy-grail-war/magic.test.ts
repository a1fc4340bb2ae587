/** The MP economy at its borders. Source: H4 to H6, H10, HA14; sums by hand. */
import { expect, test } from 'vitest';
import { begin, names, type Plain, skill, twoPairs } from './support.js';

/** MP of the red master and the red servant after a gain of the master; both have room for 50. */
function afterGain(master: number, servant: number, gain: number, switches = {}, before: readonly Plain[] = []) {
  const table = begin(
    twoPairs({ phase: 'processing' }, { 'red-master': { mp: master }, 'red-servant': { mp: servant } }),
    switches,
  );
  for (const parameters of before) table.run('adjust', parameters);
  const events = table.run('adjust', { unit: 'red-master', stat: 'mp', amount: gain, lasts: 'now', reason: 'ruled' });
  return {
    mp: [table.cell('unit[red-master].mp'), table.cell('unit[red-servant].mp')],
    changes: names(events).filter((name) => name === 'mpChanged').length,
  };
}

test('HA14 a gain above the maximum goes to the living partner, then is lost', () => {
  expect(afterGain(40, 10, 9)).toEqual({ mp: [49, 10], changes: 1 });
  expect(afterGain(48, 10, 2)).toEqual({ mp: [50, 10], changes: 1 });
  expect(afterGain(48, 10, 3)).toEqual({ mp: [50, 11], changes: 2 });
  expect(afterGain(50, 10, 5)).toEqual({ mp: [50, 15], changes: 1 });
  expect(afterGain(48, 49, 10)).toEqual({ mp: [50, 50], changes: 2 });
  expect(afterGain(50, 50, 10)).toEqual({ mp: [50, 50], changes: 0 });
  expect(afterGain(48, 10, 3, { mpOverflow: 'lose' })).toEqual({ mp: [50, 10], changes: 1 });
  const death = { unit: 'red-servant', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' };
  expect(afterGain(48, 10, 3, {}, [death])).toEqual({ mp: [50, 10], changes: 1 });
});

test('HA14 a master alone has nobody to give to', () => {
  const table = begin(twoPairs({ phase: 'processing' }, { 'grey-master': { mp: 48 } }));
  const events = table.run('adjust', { unit: 'grey-master', stat: 'mp', amount: 9, lasts: 'now', reason: 'ruled' });
  expect(names(events).filter((name) => name === 'mpChanged')).toHaveLength(1);
  expect(table.cell('unit[grey-master].mp')).toBe(50);
});

test('H4 MP that are just enough heal, one less is E_MP; without healing nothing is healed', () => {
  // Alone with magic 3: 0 + 6 MP, which is 3 HP.
  const setup = twoPairs({}, { 'grey-master': { hp: 80, mp: 0 } });
  begin(setup).refuse('E_MP', 'prepare', { pair: 'grey', healMaster: 4 });
  const table = begin(setup);
  expect(names(table.run('prepare', { pair: 'grey', healMaster: 3 }))).toEqual([
    'mpIncome',
    'mpChanged',
    'healed',
    'mpChanged',
    'hpChanged',
  ]);
  expect([table.cell('unit[grey-master].hp'), table.cell('unit[grey-master].mp')]).toEqual([83, 0]);
  const idle = begin(setup);
  expect(names(idle.run('prepare', { pair: 'grey' }))).toEqual(['mpIncome', 'mpChanged']);
});

test('H3 E_DEAD E_ALONE: healing the dead, healing nobody, preparing a pair without a living member', () => {
  const table = begin(twoPairs());
  const kill = (unit: string): unknown =>
    table.run('adjust', { unit, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  table.refuse('E_ALONE', 'prepare', { pair: 'grey', healServant: 1 });
  kill('red-servant');
  table.refuse('E_DEAD', 'prepare', { pair: 'red', healServant: 1 });
  kill('grey-master');
  table.refuse('E_DEAD', 'prepare', { pair: 'grey' });
});

test('H10 healing while resting: in its own phase only, for those who rest, once', () => {
  const table = begin(twoPairs({}, { 'red-master': { hp: 80, mp: 20 }, 'blue-master': { hp: 80 } }));
  for (const pair of ['red', 'blue', 'grey']) table.run('prepare', { pair });
  const refusal = (unit: string): string => {
    try {
      table.run('restHeal', { unit, hp: 1 });
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  table.run('chooseActive', { unit: 'red-master', action: 'rest' });
  expect(refusal('red-master')).toMatch(/^not in this phase or step: legal now: /u);
});

test('H3 H5: the dead keep the MP they had, whoever of the pair is left', () => {
  for (const [dead, alive] of [
    ['red-master', 'red-servant'],
    ['red-servant', 'red-master'],
  ] as const) {
    const table = begin(twoPairs({}, { 'red-master': { mp: 40 }, 'red-servant': { mp: 40 } }));
    table.run('adjust', { unit: dead, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    const told = table.run('prepare', { pair: 'red' });
    // a servant alone: 3 - 8; a master alone: 2 times 3
    const delta = alive === 'red-servant' ? -5 : 6;
    expect(told.filter(({ event }) => event === 'mpChanged').map(({ values }) => values['after'])).toEqual([
      40 + delta,
    ]);
    expect([table.cell(`unit[${dead}].mp`), table.cell(`unit[${alive}].mp`)]).toEqual([40, 40 + delta]);
  }
});

test('H2 H3: nobody waits for a pair of which nobody is left', () => {
  const table = begin(twoPairs());
  table.run('adjust', { unit: 'grey-master', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  table.run('prepare', { pair: 'red' });
  expect(table.cell('phase')).toBe(0);
  expect(names(table.run('prepare', { pair: 'blue' })).at(-1)).toBe('phaseBegan');
  expect(table.cell('phase')).toBe(1);
});

test('H10: who acts with a skill does not rest', () => {
  const forge = skill('forge', {}, { timing: 'action' });
  const table = begin(twoPairs({ phase: 'active' }, { 'red-servant': { hp: 80, skills: [forge] } }));
  table.run('chooseActive', { unit: 'red-servant', action: 'skill', skill: 'forge', effect: 1 });
  table.run('closeActive');
  table.run('processTurn');
  expect(table.cell('unit[red-servant].actionOpen')).toBe(1);
  table.refuse('E_PHASE', 'restHeal', { unit: 'red-servant', hp: 1 });
});

test('H10: the dying do not heal by the rest that they took, and nobody heals who did not rest', () => {
  const table = begin(twoPairs({ phase: 'active' }, { 'red-master': { hp: 80 }, 'blue-master': { hp: 80 } }));
  table.run('chooseActive', { unit: 'red-master', action: 'rest' });
  table.run('chooseActive', { unit: 'blue-master', action: 'free', reason: 'ruled' });
  table.run('closeActive');
  table.run('processTurn');
  table.refuse('E_PHASE', 'restHeal', { unit: 'blue-master', hp: 1 });
  table.run('adjust', { unit: 'red-master', stat: 'hp', amount: -80, lasts: 'now', reason: 'ruled' });
  table.refuse('E_DEAD', 'restHeal', { unit: 'red-master', hp: 1 });
});
