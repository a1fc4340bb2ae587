/** The window that is open: who holds priority or owes a choice, and with what he could act. Worked out from F5 to F18. */
import { expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import type { Battle } from '../../../core/system/system.js';
import { bothPass, cast, pass, run, start, toDeclaration, use } from './helpers.js';

const open = (battle: Battle) => fftcg.capabilities.views?.window?.(battle);

test('F5 F18: the turn player may act, then whoever can answer; nothing is changed by asking', () => {
  const a = { field: ['barret', 'shop'], hand: ['rock', 'filler'] };
  const battle = start(a, { id: 'Bob', field: ['flame'], hand: ['brynhildr', 'stone'] });
  const before = battle.image.slice();
  expect(open(battle)).toEqual([
    ['turn 1 of A', 'Main Phase 1'],
    ['A', 'has priority'],
    ['A could', 'pass; useAbility barret hammer-blow; playCharacter rock; castSummon filler'],
  ]);
  expect(battle.image).toEqual(before);
  run(battle, use('A', 'barret', 'hammer-blow'));
  // who put it there keeps priority; a Character needs an empty stack (FA4)
  expect(open(battle)).toEqual([
    ['turn 1 of A', 'Main Phase 1'],
    ['stack from its top', 'hammer-blow of barret by A'],
    ['A', 'has priority'],
    ['A could', 'pass; useAbility barret hammer-blow; castSummon filler'],
  ]);
  run(battle, pass('A'));
  // his own Character is no command in the turn of the other one; the Summon chooses a Forward of either side
  expect(open(battle)?.slice(2)).toEqual([
    ['Bob', 'has priority, and the other one has passed'],
    ['Bob could', 'pass; castSummon brynhildr on barret or flame'],
  ]);
  run(battle, cast('Bob', 'brynhildr', 'flame'));
  expect(open(battle)?.[1]).toEqual(['stack from its top', 'brynhildr by Bob on flame | hammer-blow of barret by A']);
  expect(open(battle)?.[3]).toEqual(['Bob could', 'only pass']);
});

test('F11 F12 F16: a choice that is owed stands in place of priority', () => {
  const battle = start({ field: ['knight', 'rock'] }, { field: ['flame', 'stone'] });
  toDeclaration(battle);
  expect(open(battle)).toEqual([
    ['turn 1 of A', '4-2 Attack Declaration Step'],
    ['A', 'owes the attackers; nobody has priority'],
    ['A could', 'declareAttack nobody; declareAttack knight; declareAttack rock; declareAttack 2 of several'],
  ]);
  run(battle, { command: 'declareAttack', player: 'A', forwards: ['knight'] });
  bothPass(battle);
  expect(open(battle)).toEqual([
    ['turn 1 of A', '4-3 Block Declaration Step'],
    ['B', 'owes a blocker, or none; nobody has priority'],
    ['B could', 'declareBlock nobody; declareBlock flame; declareBlock stone'],
  ]);
});

test('F14: whether an EX Burst is used, and on whom; FA5: the order of triggers', () => {
  const cards = [
    {
      id: 'spark',
      kind: 'summon',
      exBurst: 'spark',
      abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'damage', amount: 1000 }] }],
    },
  ] as const;
  const battle = start({ field: ['rock'] }, { field: ['flame'], deck: ['spark', 'filler'] }, { cards });
  toDeclaration(battle);
  run(battle, { command: 'declareAttack', player: 'A', forwards: ['rock'] });
  bothPass(battle);
  run(battle, { command: 'declareBlock', player: 'B' });
  bothPass(battle);
  expect(open(battle)?.slice(1)).toEqual([
    ['B', 'owes whether to use the EX Burst; nobody has priority'],
    ['B could', 'exBurst use=0; exBurst use=1 on rock or flame'],
  ]);
});

test('two targets are a number of several; a game that is over has no window', () => {
  const cards = [
    {
      id: 'twin',
      kind: 'summon',
      abilities: [{ kind: 'summon', targets: 2, effects: [{ kind: 'damage', amount: 1000 }] }],
    },
  ] as const;
  const battle = start({ hand: ['twin'], field: ['rock'] }, { field: ['flame'] }, { cards });
  expect(open(battle)?.at(-1)).toEqual(['A could', 'pass; castSummon twin on 2 of several']);
  run(battle, { command: 'concede', player: 'B' });
  expect(open(battle)).toEqual([['the game is over', 'the first player has won']]);
});

test('FA5: triggers that wait are named one by one', () => {
  const cards = [
    {
      id: 'host',
      kind: 'forward',
      power: 1000,
      abilities: [
        { id: 'toast', kind: 'auto', trigger: 'entersField', effects: [{ kind: 'draw', amount: 1 }] },
        { id: 'jab', kind: 'auto', trigger: 'entersField', targets: 1, effects: [{ kind: 'dull' }] },
      ],
    },
  ] as const;
  const battle = start({ hand: ['host'] }, { field: ['flame'] }, { cards });
  run(battle, { command: 'playCharacter', player: 'A', card: 'host' });
  expect(open(battle)?.slice(1)).toEqual([
    ['A', 'owes the order and the targets of the triggers; nobody has priority'],
    ['A could', 'orderTriggers host/toast; orderTriggers host/jab on flame or host'],
  ]);
});
