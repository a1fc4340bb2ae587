/** Active decisions: which parameters each action takes, and what processing reports of it. H7, H9 to H12, H31. */
import { expect, test } from 'vitest';
import { begin, type Plain, skill, type Table, twoPairs } from './support.js';

const forge = skill('forge', {}, { timing: 'action', number: 3 });
const tale = skill('tale', {}, { timing: 'anyTime', number: 3 });
const open = (values: Record<string, Plain> = {}): Table =>
  begin(twoPairs({ phase: 'active' }, { 'red-servant': { skills: [forge, tale] }, ...values }));
const log = (table: Table, command: string, parameters: Plain = {}): string[] =>
  table.run(command, parameters).map(({ event, values }) => [event, ...Object.values(values)].join(' '));

const NEEDED: Readonly<Record<string, Plain>> = {
  explore: { area: 'temple' },
  raid: { pair: 'blue' },
  communicate: { pair: 'blue' },
  gather: { reason: 'rumour' },
  rest: {},
  soulEating: { area: 'temple', amount: 4 },
  moveBase: { area: 'temple' },
  skill: { skill: 'forge', effect: 3 },
  free: { reason: 'rumour' },
};
const FOREIGN: Plain = { pair: 'grey', area: 'school', amount: 1, skill: 'forge', effect: 3, reason: 'ruled' };

test('H7: each action takes what it needs, a reason where it has one, and nothing else', () => {
  for (const [action, needed] of Object.entries(NEEDED)) {
    const choose = { unit: 'red-servant', action, ...needed };
    for (const [name, value] of Object.entries(FOREIGN)) {
      if (name in needed) continue;
      const withReason = name === 'reason' && ['explore', 'raid', 'communicate'].includes(action);
      if (withReason) open().run('chooseActive', { ...choose, [name]: value });
      else open().refuse('E_RANGE', 'chooseActive', { ...choose, [name]: value });
    }
    for (const name of Object.keys(needed)) {
      const without = { ...choose, [name]: undefined };
      const code = name === 'area' ? 'E_AREA' : name === 'amount' ? 'E_SOUL_AMOUNT' : 'E_RANGE';
      open().refuse(code, 'chooseActive', without);
    }
    const table = open();
    // temple, blue and rumour are each the second of their kind
    const target = action === 'rest' || action === 'skill' ? 255 : 1;
    const number = Object.keys(NEEDED).indexOf(action) + 1;
    expect(log(table, 'chooseActive', choose)).toEqual([`actionChosen 1 ${number} ${target}`]);
    table.refuse('E_PHASE', 'chooseActive', choose);
  }
});

test('H7: no action, the own pair, the skill of somebody else or of another timing', () => {
  const table = open();
  table.refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'none' });
  table.refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'raid', pair: 'red' });
  table.refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'communicate', pair: 'red' });
  table.refuse('E_RANGE', 'chooseActive', { unit: 'red-master', action: 'skill', skill: 'forge', effect: 3 });
  table.refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'skill', skill: 'tale', effect: 3 });
  table.refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'skill', skill: 'forge', effect: 2 });
});

test('H7: both move the base to the same place, one alone to any', () => {
  const move = (who: string, area: string): Plain => ({ unit: who, action: 'moveBase', area });
  const table = open();
  table.run('chooseActive', move('red-master', 'temple'));
  table.refuse('E_AREA', 'chooseActive', move('red-servant', 'harbour'));
  table.run('chooseActive', move('red-servant', 'temple'));
  const other = open();
  other.run('chooseActive', { unit: 'red-master', action: 'explore', area: 'temple' });
  other.run('chooseActive', move('red-servant', 'harbour'));
  const dead = open();
  dead.run('chooseActive', move('red-master', 'temple'));
  dead.run('adjust', { unit: 'red-master', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  dead.run('chooseActive', move('red-servant', 'harbour'));
  dead.run('closeActive');
  expect(log(dead, 'processTurn')).toEqual(['phaseBegan 3', 'actionDone 1 7 0']);
  expect(dead.cell('unit[red-servant].area')).toBe(0);
});

test('H12: what is done, in the order of units, and at what: pair, area or reason', () => {
  const table = open({ 'blue-servant': { mp: 0 }, 'blue-master': { mp: 10 } });
  const choices: Plain[] = [
    { unit: 'red-master', action: 'explore', area: 'temple', reason: 'rumour' },
    { unit: 'red-servant', action: 'skill', skill: 'forge', effect: 3 },
    { unit: 'blue-master', action: 'rest' },
    { unit: 'blue-servant', action: 'soulEating', area: 'harbour', amount: 10 },
    { unit: 'grey-master', action: 'raid', pair: 'blue', reason: 'rumour' },
  ];
  for (const choice of choices) table.run('chooseActive', choice);
  expect(log(table, 'closeActive')).toEqual(['phaseBegan 2']);
  expect(log(table, 'processTurn')).toEqual([
    'phaseBegan 3',
    'actionDone 0 1 1',
    'actionDone 1 8 255',
    'actionDone 2 5 255',
    'mpChanged 2 10 13',
    'actionDone 3 6 0',
    'mpChanged 3 0 10',
    'soulsEaten 3 10 10',
    'secrecyBroken 1',
    'actionDone 4 2 1',
  ]);
  const cells = ['unit[red-master].area', 'unit[blue-servant].area', 'unit[grey-master].area', 'pair[blue].exposed'];
  expect(cells.map((name) => table.cell(name))).toEqual([1, 0, 255, 1]);
  expect(
    ['red-master', 'red-servant', 'blue-master', 'blue-servant'].map((who) => table.cell(`unit[${who}].actionOpen`)),
  ).toEqual([0, 1, 1, 0]);
});

test('H11 HA20: secrecy is broken once, and the sum stays in 16 bits', () => {
  const at = (soulEaten: number, exposed: boolean): Table => {
    const table = open({ blue: { soulEaten, exposed } });
    table.run('chooseActive', { unit: 'blue-servant', action: 'soulEating', area: 'harbour', amount: 10 });
    table.run('closeActive');
    return table;
  };
  expect(log(at(20, true), 'processTurn').filter((entry) => /souls|secrecy/.test(entry))).toEqual([
    'soulsEaten 3 10 30',
  ]);
  expect(log(at(65525, true), 'processTurn')).toContain('soulsEaten 3 10 65535');
  const full = at(65526, true);
  full.refuse('E_WIDTH', 'processTurn');
  full.run('notice', { pair: 'grey', unit: 'blue-servant' });
  full.run('chooseReactive', { pair: 'grey', reaction: 'stop', unit: 'blue-servant' });
  full.refuse('E_WIDTH', 'processTurn');
  // what is blocked adds nothing
  expect(log(full, 'processTurn', { blocked: ['blue-servant'] })).toEqual(['phaseBegan 3', 'actionBlocked 3 6']);
  const dead = at(65526, true);
  dead.run('adjust', { unit: 'blue-servant', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  expect(log(dead, 'processTurn')).toEqual(['phaseBegan 3']);
});

test('H9: somebody of each side speaks to the other, or accepts what is said to it', () => {
  const talked = (choices: Plain[], reactions: Plain[] = [], dead?: string): number[] => {
    const table = open();
    for (const choice of choices) table.run('chooseActive', { action: 'communicate', ...choice });
    table.run('closeActive');
    for (const reaction of reactions) table.run('chooseReactive', { reaction: 'accept', ...reaction });
    if (dead !== undefined)
      table.run('adjust', { unit: dead, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    table.run('processTurn');
    return ['red', 'blue', 'grey'].map((pair) => table.cell(`pair[${pair}].talked`));
  };
  const redToBlue = { unit: 'red-master', pair: 'blue' };
  expect(talked([redToBlue])).toEqual([0, 0, 0]);
  expect(talked([redToBlue], [{ pair: 'blue', unit: 'red-master' }])).toEqual([2, 1, 0]);
  expect(talked([redToBlue, { unit: 'blue-servant', pair: 'red' }])).toEqual([2, 1, 0]);
  expect(talked([redToBlue, { unit: 'blue-servant', pair: 'grey' }])).toEqual([0, 0, 0]);
  // the other one of the pair has accepted somebody else
  expect(talked([redToBlue, { unit: 'grey-master', pair: 'blue' }], [{ pair: 'blue', unit: 'grey-master' }])).toEqual([
    0, 4, 2,
  ]);
  expect(talked([redToBlue, { unit: 'blue-servant', pair: 'red' }], [], 'blue-servant')).toEqual([0, 0, 0]);
  // one pair may speak with both others
  expect(
    talked(
      [redToBlue, { unit: 'red-servant', pair: 'grey' }],
      [
        { pair: 'blue', unit: 'red-master' },
        { pair: 'grey', unit: 'red-servant' },
      ],
    ),
  ).toEqual([6, 1, 1]);
});

test('H31: turns on one topic are counted, another one begins anew', () => {
  const table = open();
  const turn = (choice: Plain): number[] => {
    table.run('chooseActive', { unit: 'red-master', ...choice });
    table.run('closeActive');
    table.run('processTurn');
    table.run('endTurn');
    for (const pair of ['red', 'blue', 'grey']) table.run('prepare', { pair });
    return [table.cell('unit[red-master].gatherTopic'), table.cell('unit[red-master].gatherTurns')];
  };
  const gather = (reason: string): Plain => ({ action: 'gather', reason });
  expect([turn(gather('rumour')), turn(gather('rumour')), turn({ action: 'rest' }), turn(gather('rumour'))]).toEqual([
    [1, 1],
    [1, 2],
    [1, 2],
    [1, 3],
  ]);
  expect([turn(gather('ruled')), turn(gather('ruled'))]).toEqual([
    [0, 1],
    [0, 2],
  ]);
});

test('H10: rest gives the magic that counts, and nothing where there is none', () => {
  const table = open({ 'red-master': { mp: 1, mag: 0 }, 'blue-master': { mp: 1, hp: 20 } });
  for (const who of ['red-master', 'blue-master']) table.run('chooseActive', { unit: who, action: 'rest' });
  table.run('closeActive');
  // heavily injured: 3 - 1
  expect(log(table, 'processTurn')).toEqual([
    'phaseBegan 3',
    'actionDone 0 5 255',
    'actionDone 2 5 255',
    'mpChanged 2 1 3',
  ]);
});

test('H7: a new base is where those are who moved it; the others stay', () => {
  const table = open();
  table.run('chooseActive', { unit: 'red-master', action: 'moveBase', area: 'harbour' });
  table.run('chooseActive', { unit: 'red-servant', action: 'rest' });
  table.run('closeActive');
  table.run('processTurn');
  const areas = ['red-master', 'red-servant', 'blue-master'].map((who) => table.cell(`unit[${who}].area`));
  expect([table.cell('pair[red].base'), ...areas]).toEqual([0, 0, 2, 1]);
});

test('H8: only what somebody answered can be blocked, by whom it concerns', () => {
  const table = open();
  table.run('chooseActive', { unit: 'blue-servant', action: 'raid', pair: 'red' });
  table.run('chooseActive', { unit: 'blue-master', action: 'communicate', pair: 'red' });
  table.run('chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'temple', amount: 1 });
  table.run('closeActive');
  table.run('notice', { pair: 'red', unit: 'blue-servant' });
  table.run('notice', { pair: 'grey', unit: 'red-servant' });
  table.run('chooseReactive', { pair: 'red', reaction: 'help', unit: 'blue-servant' });
  table.run('chooseReactive', { pair: 'grey', reaction: 'other', unit: 'red-servant' });
  for (const who of ['blue-servant', 'red-servant', 'blue-master', 'grey-master']) {
    table.refuse('E_RANGE', 'processTurn', { blocked: [who] });
  }
  for (const pair of ['red', 'grey']) table.run('grantReaction', { pair, reason: 'ruled' });
  table.run('chooseReactive', { pair: 'red', reaction: 'flee', unit: 'blue-servant' });
  table.run('chooseReactive', { pair: 'grey', reaction: 'stop', unit: 'red-servant' });
  table.refuse('E_RANGE', 'processTurn', { blocked: ['blue-servant', 'blue-master'] });
  expect(log(table, 'processTurn', { blocked: ['blue-servant', 'red-servant'] })).toEqual([
    'phaseBegan 3',
    'actionBlocked 1 6',
    'actionDone 2 3 0',
    'actionBlocked 3 2',
  ]);
});

test('H7: the first area of the town is an area as well', () => {
  open().refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'rest', area: 'harbour' });
  open().refuse('E_RANGE', 'chooseActive', { unit: 'red-servant', action: 'raid', pair: 'blue', area: 'harbour' });
});

test('H9: whoever raids does not talk, and whoever accepts one does not accept the other', () => {
  const table = open();
  table.run('chooseActive', { unit: 'red-master', action: 'raid', pair: 'blue' });
  table.run('chooseActive', { unit: 'red-servant', action: 'rest' });
  table.run('chooseActive', { unit: 'blue-servant', action: 'communicate', pair: 'red' });
  table.run('chooseActive', { unit: 'grey-master', action: 'communicate', pair: 'red' });
  table.run('closeActive');
  table.run('chooseReactive', { pair: 'red', reaction: 'accept', unit: 'grey-master' });
  const events = table.run('processTurn').filter(({ event }) => event === 'communicated');
  expect(events.map(({ values }) => values)).toEqual([{ pair: 2, with: 0 }]);
  expect(['red', 'blue', 'grey'].map((pair) => table.cell(`pair[${pair}].talked`))).toEqual([4, 0, 1]);
});
