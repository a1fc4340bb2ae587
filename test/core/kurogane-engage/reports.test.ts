/** What each event says, in numbers that the rules give: the worked example of the seed first. */
import { expect, test } from 'vitest';
import { type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { apply, createEventBuffer, type PlainCommand, read, readEvents } from '../../../core/system/battle.js';
import { APPLY, declare, END, rolled, SIZE, start, TEST, withUnits } from './skirmish.js';

/** Name and values of every event, as `rolled 7 4 2`. */
function log(battle: KuroganeBattle, ...commands: PlainCommand[]): string[] {
  const events = createEventBuffer();
  for (const command of commands) apply(kuroganeEngage, battle, command, events);
  return readEvents(kuroganeEngage, events).map(({ event, values }) => [event, ...Object.values(values)].join(' '));
}

const cells = (battle: KuroganeBattle, ...names: string[]): number[] => names.map((name) => read(battle, name));
const FACES = [1, 2, 3, 4, 5, 6].map((face) => `faces[${face}]`);

test('K1 to K13: the worked example, pool 7, attack 8 over defence 5', () => {
  const battle = start(withUnits({ drone: { risk: 3 } }));
  const declaration = declare({ distance: 5, mutualClear: 1 });
  expect(log(battle, declaration, SIZE, rolled(1, 2, 3, 4, 5, 6, 6), TEST, APPLY, END)).toEqual([
    'declared 0 0 3 5',
    'poolBase 4',
    'poolDistance -1',
    'poolIndirect 0',
    'poolRisk 3',
    'poolClearShot 1',
    'poolHighGround 0',
    'poolSized 7 0',
    'rolled 7 4 2',
    'damageTested 8 5 1',
    'damaged 3 1 1',
    'riskCleared 3 3',
    'attackEnded 0',
  ]);
  expect(cells(battle, ...FACES)).toEqual([1, 1, 1, 1, 1, 2]);
  expect(cells(battle, 'attackValue', 'defenceValue', 'damage', 'destroys', 'stage')).toEqual([8, 5, 1, 0, 0]);
});

test('K14: risk goes from 2 to 4 by two successes without damage', () => {
  const battle = start(withUnits({ drone: { risk: 2 } }));
  const events = log(battle, declare(), SIZE, rolled(4, 5, 1, 1, 1, 1), TEST, APPLY);
  expect(events.slice(-2)).toEqual(['damageTested 6 7 0', 'riskAdded 3 2 4']);
});

test('K13: damage adds up with what was taken before', () => {
  // arm 2 counts as 3 and HP is 9: 4 + 2 successes over 3 are 2, after 1
  const battle = start(withUnits({ to: { hp: 9, damage: 1 } }));
  const events = log(battle, declare({ target: 'to' }), SIZE, rolled(4, 4, 1, 1), TEST, APPLY);
  expect(events.slice(-3)).toEqual(['damageTested 6 3 2', 'damaged 4 2 3', 'riskCleared 4 0']);
});

test('K11: a complete miss names the target and ends the attack', () => {
  const battle = start();
  expect(log(battle, declare({ attacker: 'wing' }), SIZE, rolled(1, 2, 3, 3)).slice(-3)).toEqual([
    'rolled 4 0 0',
    'missed 3',
    'attackEnded 1',
  ]);
});

test('K5: close combat out of place says how far and how high', () => {
  const battle = start();
  const events = log(battle, declare({ weapon: 'blade', target: 'boss', distance: 3 }), SIZE);
  expect(events.slice(-2)).toEqual(['poolCloseCombat 3 1', 'poolSized 0 0']);
  expect(cells(battle, 'poolCloseCombatZero', 'pool')).toEqual([1, 0]);
});

test('K6 K9: dice of indirect fire and of high ground', () => {
  const battle = start(withUnits({ ace: { level: 2 } }));
  expect(log(battle, declare({ weapon: 'mortar', visible: 0, allySees: 1 }), SIZE)).toEqual([
    'declared 0 1 3 1',
    'poolBase 3',
    'poolDistance 0',
    'poolIndirect -1',
    'poolRisk 0',
    'poolClearShot 0',
    'poolHighGround 0',
    'poolSized 2 0',
  ]);
  expect(cells(battle, 'visible', 'allySees', 'mutualClear', 'levelDifference')).toEqual([0, 1, 0, -2]);
  log(battle, rolled(1, 1));
  expect(log(battle, declare(), SIZE)).toContain('poolHighGround 1');
});

test('K10: who declared what, and the pool once more when dice change', () => {
  const specials = { powerAttack: { poolDelta: 2 }, defend: { armDelta: 1 } };
  const battle = start(withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } }, { specials }));
  log(battle, declare({ weapon: 'blade', target: 'boss' }), SIZE);
  expect(log(battle, { command: 'enhance' })).toEqual(['special 0 0']);
  const again = log(battle, { command: 'powerAttack' });
  expect([again[0], ...again.slice(-2)]).toEqual(['special 1 0', 'poolSpecials 2', 'poolSized 6 0']);
  expect(log(battle, { command: 'defend' })).toEqual(['special 4 2']);
  expect(cells(battle, 'poolSpecials', 'powDelta', 'armDelta')).toEqual([2, 0, 1]);
});

test('K10: deltas of several actions add up, also below 0', () => {
  const specials = {
    enhance: { poolDelta: -3, powDelta: -2, armDelta: -1 },
    powerAttack: { poolDelta: 1, powDelta: -1, armDelta: -4 },
  };
  const battle = start(withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } }, { specials }));
  log(battle, declare({ weapon: 'blade', target: 'boss' }), SIZE, { command: 'enhance' }, { command: 'powerAttack' });
  expect(cells(battle, 'poolSpecials', 'powDelta', 'armDelta', 'pool')).toEqual([-2, -3, -5, 2]);
  // 6 - 3 + 1 over 10 - 5
  expect(log(battle, rolled(4, 1), TEST)).toEqual(['rolled 2 1 0', 'damageTested 4 5 0']);
});

test('K10 KA19: under atDeclare the pool is sized once, with the dice of the action', () => {
  const specials = { enhance: { poolDelta: 2 } };
  const battle = start(withUnits({}, { specials }), { specialsTiming: 'atDeclare' });
  expect(log(battle, declare(), { command: 'enhance' })).toEqual(['declared 0 0 3 1', 'special 0 0']);
  expect(log(battle, SIZE).slice(-2)).toEqual(['poolSpecials 2', 'poolSized 6 0']);
});

test('K15 K16: destroyed, who may overkill, and nobody any more once one has', () => {
  // the square (1,1) is two from ace and one from wing
  const setup = withUnits({ to: { x: 2, y: 1, level: 3 } });
  const kill = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];
  const battle = start(setup);
  const events = log(battle, ...kill);
  expect(events.slice(events.indexOf('destroyed 4'))).toEqual([
    'destroyed 4',
    'overkillCandidate 0',
    'overkillCandidate 1',
  ]);
  expect(log(battle, { command: 'overkill', unit: 'ace', x: 1, y: 1 })).toEqual(['overkill 0 1 1']);
  expect(cells(battle, 'overkillDone', 'unit[0].candidate', 'unit[1].candidate', 'unit[0].level')).toEqual([
    1, 0, 0, 3,
  ]);
  expect(log(battle, END)).toEqual(['attackEnded 0']);
  const passed = start(setup);
  log(passed, ...kill);
  expect(cells(passed, 'unit[0].candidate', 'unit[1].candidate')).toEqual([1, 1]);
  log(passed, END);
  expect(cells(passed, 'unit[0].candidate', 'unit[1].candidate', 'stage')).toEqual([0, 0, 0]);
});

test('p48 p56: which action moves whom, and where to', () => {
  const specials = {
    enhance: { afterResolve: 'moveAttacker' },
    powerAttack: { afterResolve: 'moveTargetOnDamage' },
    evade: { afterResolve: 'moveTarget' },
  };
  const setup = withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } }, { specials });
  const attack = [declare({ weapon: 'blade', target: 'boss' }), SIZE];
  const hit = start(setup);
  log(hit, ...attack, { command: 'enhance' }, { command: 'powerAttack' }, rolled(6, 6, 6, 6), TEST);
  // 10 over 10 - 4
  expect(log(hit, APPLY)).toEqual(['damaged 2 1 1', 'riskCleared 2 0', 'afterResolve 0 2', 'afterResolve 1 3']);
  expect(cells(hit, 'moveTarget', 'moveAttacker')).toEqual([1, 1]);
  expect(log(hit, { command: 'displace', unit: 'boss', x: 2, y: 3, level: 4 })).toEqual(['displaced 2 2 3 4']);
  expect(cells(hit, 'moveTarget', 'moveAttacker', 'unit[2].x', 'unit[2].y', 'unit[2].level')).toEqual([0, 1, 2, 3, 4]);
  expect(log(hit, { command: 'displace', unit: 'ace', x: 5, y: 6, level: 7 })).toEqual(['displaced 0 5 6 7']);
  expect(cells(hit, 'moveAttacker', 'unit[0].x', 'unit[0].y', 'unit[0].level')).toEqual([0, 5, 6, 7]);
  const harmless = start(setup);
  log(harmless, ...attack, { command: 'powerAttack' }, { command: 'evade' }, rolled(4, 1, 1, 1), TEST);
  expect(log(harmless, APPLY)).toEqual(['riskAdded 2 1 1', 'afterResolve 3 1']);
  expect(cells(harmless, 'moveTarget', 'moveAttacker')).toEqual([1, 0]);
});

test('K15: a destroyed target is moved no more, its killer still is', () => {
  const specials = { enhance: { afterResolve: 'moveAttacker' }, evade: { afterResolve: 'moveTarget' } };
  const battle = start(withUnits({ to: { commander: true, largeWeapon: false } }, { specials }));
  log(battle, declare({ target: 'to' }), SIZE, { command: 'enhance' }, { command: 'evade' });
  expect(log(battle, rolled(6, 6, 6, 6), TEST, APPLY)).toContain('destroyed 4');
  expect(cells(battle, 'moveTarget', 'moveAttacker', 'destroys')).toEqual([0, 1, 1]);
});

test('KA15: the late check ends the movements and names the candidates then', () => {
  const specials = { enhance: { afterResolve: 'moveAttacker' } };
  const battle = start(withUnits({ to: { x: 2, y: 1 } }, { specials }), { destroyTiming: 'wiki56' });
  log(battle, declare({ target: 'to' }), SIZE, { command: 'enhance' }, rolled(6, 6, 6, 6), TEST, APPLY);
  expect(cells(battle, 'unit[4].destroyed', 'moveAttacker')).toEqual([0, 1]);
  expect(log(battle, { command: 'checkDestruction' })).toEqual([
    'destroyed 4',
    'overkillCandidate 0',
    'overkillCandidate 1',
  ]);
  expect(cells(battle, 'moveAttacker', 'moveTarget', 'stage')).toEqual([0, 0, 6]);
  const unhurt = start(withUnits({ drone: { damage: 1 } }), { destroyTiming: 'wiki56' });
  log(unhurt, declare(), SIZE, rolled(4, 4, 4, 1), TEST, APPLY);
  expect(log(unhurt, { command: 'checkDestruction' })).toEqual([]);
  expect(cells(unhurt, 'unit[3].damage', 'unit[3].destroyed')).toEqual([2, 0]);
});

test('K1: a declaration wipes the last attack, and keeps the round', () => {
  const specials = { enhance: { poolDelta: 1, powDelta: 1, armDelta: 1, successMin: 3, afterResolve: 'moveAttacker' } };
  const battle = start(withUnits({ to: { x: 2, y: 1 } }, { specials, objectives: [{ x: 0, y: 0 }] }));
  log(battle, { command: 'place', unit: 'drone', x: 9, y: 9 }, { command: 'endRound' });
  log(battle, declare({ target: 'to' }), SIZE, { command: 'enhance' }, rolled(3, 6, 6, 6, 6), TEST, APPLY, END);
  expect(cells(battle, 'successes', 'criticals', 'poolSpecials', 'moveAttacker')).toEqual([5, 4, 1, 1]);
  log(battle, declare());
  const names = battle.cells.map(({ name }) => name);
  const wiped = names.slice(names.indexOf('poolBase'), names.indexOf('round')).filter((name) => name !== 'successMin');
  expect(wiped.filter((name) => read(battle, name) !== 0)).toEqual([]);
  expect(cells(battle, 'stage', 'attacker', 'weapon', 'target', 'distance', 'successMin')).toEqual([1, 0, 0, 3, 1, 4]);
  expect(cells(battle, 'round', 'score[0]', 'score[1]')).toEqual([2, 3, 0]);
});

test('p39 p40 p45: what happens around the attacks', () => {
  const battle = start(withUnits({ drone: { x: 9 }, boss: { risk: 4 } }, { objectives: [{ x: 0, y: 0 }] }));
  expect(log(battle, { command: 'place', unit: 'wing', x: 1, y: 2, level: 3 })).toEqual(['placed 1 1 2 3']);
  expect(log(battle, { command: 'fall', unit: 'wing', levels: 2, forced: 1 })).toEqual(['fell 1 2 4']);
  expect(log(battle, { command: 'fall', unit: 'wing', levels: 1 })).toEqual(['fell 1 1 5']);
  expect(log(battle, { command: 'workOffRisk', unit: 'boss', amount: 3 })).toEqual(['riskWorkedOff 2 3']);
  expect(log(battle, { command: 'endRound' })).toEqual(['controlled 0 0', 'roundEnded 1']);
  // control persists and is reported once
  expect(log(battle, { command: 'endRound' })).toEqual(['roundEnded 2']);
  log(battle, { command: 'place', unit: 'ace', x: 20, y: 20 }, { command: 'place', unit: 'to', x: 0, y: 1 });
  expect(log(battle, { command: 'endRound' })).toEqual(['controlled 0 1', 'roundEnded 3']);
  expect(cells(battle, 'score[0]', 'score[1]', 'round', 'ended')).toEqual([6, 3, 4, 0]);
});

test('K15: a miniature is collected once, each by its own name', () => {
  const battle = start(withUnits({ to: { x: 2, y: 1 } }));
  log(battle, declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY, END);
  expect(log(battle, { command: 'endRound' })).toEqual(['collected 4', 'roundEnded 1']);
  expect(log(battle, { command: 'endRound' })).toEqual(['roundEnded 2']);
});
