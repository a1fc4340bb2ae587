/** The commands without ranges and the setup's own actions that are listed at each step of an attack (K1, K10). */
import { expect, test } from 'vitest';
import { type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { APPLY, declare, END, rolled, run, SIZE, start, TEST, withUnits } from './skirmish.js';

/** What is listed without a range, and actions of the setup by their number. */
function listed(battle: KuroganeBattle, words = new Int32Array(20000)): string {
  const length = battle.legalCommands(words);
  const out: string[] = [];
  for (let at = 0; at < length; ) {
    const shape = kuroganeEngage.commands.find(({ code }) => code === words[at]);
    const size = 1 + (shape?.parameters.length ?? 0) * 2 + (shape?.name === 'roll' ? 2 : 0);
    if (size === 1) out.push(shape?.name ?? '');
    if (shape?.name === 'special') out.push(`special ${words[at + 1]} ${words[at + 2]}`);
    at += size;
  }
  return out.join(', ');
}

const specials = {
  enhance: { poolDelta: 1 },
  aim: { side: 'attacker', poolDelta: 1 },
  brace: { side: 'defender', needs: [['shield']] },
  duck: { side: 'defender', armDelta: 1 },
};

test('K1 K10 the steps of an attack, its special actions between the pool and the roll, one reaction', () => {
  const battle = start(withUnits({ drone: { shield: true } }, { specials }));
  expect(listed(battle)).toBe('endRound');
  run(battle, declare());
  expect(listed(battle)).toBe('sizePool');
  run(battle, SIZE);
  // the rifle has no power attack; the drone has a shield and is no commander
  expect(listed(battle)).toBe('enhance, defend, special 5 5, special 6 6, special 7 7');
  run(battle, { command: 'enhance' });
  expect(listed(battle)).toBe('defend, special 5 5, special 6 6, special 7 7');
  run(battle, { command: 'special', special: 'duck' });
  expect(listed(battle)).toBe('');
  run(battle, rolled(4, 1, 1, 1, 1));
  expect(listed(battle)).toBe('testDamage');
  run(battle, TEST);
  expect(listed(battle)).toBe('applyResult');
  run(battle, APPLY);
  expect(listed(battle)).toBe('endAttack');
  run(battle, END);
  expect(listed(battle)).toBe('endRound');
});

test('K10 KA15 by the target, before the pool, and with the later destruction', () => {
  const setup = withUnits({ drone: { commander: true } }, { specials, rounds: 1 });
  const first = start(setup, { specialsTiming: 'atDeclare', destroyTiming: 'wiki56' });
  run(first, declare({ weapon: 'blade' }));
  expect(listed(first)).toBe('sizePool, enhance, powerAttack, counter, evade, special 5 5, special 7 7');
  run(first, SIZE);
  expect(listed(first)).toBe('');
  run(first, rolled(6, 1, 1, 1), TEST, APPLY);
  expect(listed(first)).toBe('checkDestruction');
  run(first, { command: 'checkDestruction' }, END, { command: 'endRound' });
  expect(listed(first)).toBe('');
});

test('an action of the setup that does not fit any more is left out', () => {
  const battle = start(withUnits({}, { specials }));
  run(battle, declare(), SIZE);
  const whole = new Int32Array(20000);
  const length = battle.legalCommands(whole);
  // enhance, special 5, special 7, roll: one word less than those three words each
  for (const [room, found] of [
    [1, 'enhance'],
    [3, 'enhance'],
    [4, 'enhance, special 5 5'],
    [6, 'enhance, special 5 5'],
    [7, 'enhance, special 5 5, special 7 7'],
  ] as const) {
    expect(listed(battle, new Int32Array(room))).toBe(found);
  }
  expect(length).toBe(1 + 3 + 3 + 5);
});

test('p23 all squares around the destroyed one, for whoever walks far enough, its own square among them', () => {
  const far = { boss: { x: 90 }, drone: { x: 91 }, wing: { x: 92 } };
  const battle = start(withUnits({ ...far, ace: { x: 6, y: 5, mv: 9 }, to: { x: 5, y: 5 } }), { metric: 'chebyshev' });
  run(battle, declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY);
  const words = new Int32Array(20000);
  const length = battle.legalCommands(words);
  const squares: string[] = [];
  for (let at = 0; at < length; ) {
    const shape = kuroganeEngage.commands.find(({ code }) => code === words[at]);
    if (shape?.name === 'overkill') squares.push(`${words[at + 3]},${words[at + 5]}`);
    at += 1 + (shape?.parameters.length ?? 0) * 2;
  }
  expect(squares).toEqual(['4,4', '5,4', '6,4', '4,5', '6,5', '4,6', '5,6', '6,6']);
});
