/**
 * Squares that can be walked to, blocked or taken, wreckage, objectives, and movement in an
 * attack.
 */
import { expect, test } from 'vitest';
import { read } from '../../../core/system/battle.js';
import { ACE, BOSS, codeOf, DISPLACE, DRONE, ENHANCE, KILL, OVERKILL, TO, WING } from './bare-commands.js';
import { APPLY, declare, END, rolled, run, SETUP, SIZE, start, TEST, withUnits } from './skirmish.js';

/** Candidates after `to` was destroyed. */
function candidates(changes: Parameters<typeof withUnits>[0], switches = {}): number[] {
  const battle = start(withUnits(changes), switches);
  run(battle, ...KILL);
  return [ACE, WING, BOSS, DRONE, TO].filter((unit) => read(battle, `unit[${unit}].candidate`) === 1);
}

test('p23: a walk of exactly MV counts, one square more does not, by the metric in force', () => {
  const far = { drone: { x: 90 }, boss: { x: 90, y: 9 }, wing: { x: 50 } };
  // the nearest square beside (8,8) is (7,8)
  expect(candidates({ ...far, to: { x: 8, y: 8 }, ace: { x: 5, y: 8 } })).toEqual([ACE]);
  expect(candidates({ ...far, to: { x: 8, y: 8 }, ace: { x: 4, y: 8 } })).toEqual([]);
  expect(candidates({ ...far, to: { x: 8, y: 8 }, ace: { x: 5, y: 6 } })).toEqual([]);
  expect(candidates({ ...far, to: { x: 8, y: 8 }, ace: { x: 5, y: 6 } }, { metric: 'chebyshev' })).toEqual([ACE]);
  // a unit beside it may stay
  expect(candidates({ ...far, to: { x: 8, y: 8 }, ace: { x: 8, y: 9, frame: 'standard' } })).toEqual([ACE]);
});

test('p23: beside a unit in a corner of the board there are two squares, both on the board', () => {
  const quick = 'high-mobility-standard';
  for (const [corner, side] of [
    [0, 1],
    [255, 254],
  ] as const) {
    const changes = {
      to: { x: corner, y: corner },
      boss: { x: side, y: corner },
      drone: { x: corner, y: side },
      wing: { x: side, y: side, frame: quick },
      ace: { x: 100, y: 100 },
    };
    expect(candidates(changes)).toEqual([]);
    expect(candidates({ ...changes, drone: { x: 50, y: 50 } })).toEqual([WING]);
    expect(candidates({ ...changes, boss: { x: 50, y: 50 } })).toEqual([WING]);
  }
});

test('K15: a miniature that lies there blocks its square until it is collected', () => {
  const units = SETUP.units.map((unit) => (unit.id === 'drone' ? { ...unit, hp: 1, arm: 2 } : unit));
  const setup = { ...SETUP, units: units.map((unit) => (unit.id === 'to' ? { ...unit, x: 2, y: 0 } : unit)) };
  const second = (...between: Parameters<typeof run>[1][]): string => {
    const battle = start(setup);
    run(battle, declare(), SIZE, rolled(6, 6, 6, 6), TEST, APPLY, END, ...between, ...KILL);
    // the first one lies on (1,0)
    return codeOf(battle, OVERKILL, WING, 1, 0);
  };
  expect(second()).toBe('E_NOT_CANDIDATE');
  expect(second({ command: 'endRound' })).toBe('ok');
});

test('p39: five squares count, not the diagonals, whatever the metric of attacks; the destroyed do not', () => {
  const far = { ace: { x: 90 }, wing: { x: 91 }, boss: { x: 92 }, drone: { x: 93 }, to: { x: 94 } };
  const control = (changes: Parameters<typeof withUnits>[0], metric = 'manhattan'): number => {
    const setup = withUnits({ ...far, ...changes }, { objectives: [{ x: 5, y: 5 }] });
    const battle = start(setup, { metric });
    run(battle, { command: 'endRound' });
    return read(battle, 'objective[0].side');
  };
  for (const [x, y] of [
    [5, 5],
    [4, 5],
    [6, 5],
    [5, 4],
    [5, 6],
  ] as const) {
    expect([control({ ace: { x, y } }), control({ boss: { x, y } })]).toEqual([0, 1]);
  }
  for (const metric of ['manhattan', 'chebyshev']) {
    expect([control({ ace: { x: 4, y: 4 } }, metric), control({ ace: { x: 7, y: 5 } }, metric)]).toEqual([255, 255]);
  }
  expect(control({ ace: { x: 5, y: 5 }, wing: { x: 5, y: 6 } })).toBe(0);
  expect(control({ ace: { x: 5, y: 5 }, boss: { x: 5, y: 6 } })).toBe(255);
  const battle = start(
    withUnits({ ...far, to: { x: 5, y: 5 }, ace: { x: 5, y: 4 } }, { objectives: [{ x: 5, y: 5 }] }),
  );
  run(battle, ...KILL, END, { command: 'endRound' });
  expect([read(battle, 'objective[0].side'), read(battle, 'score[0]')]).toEqual([0, 3]);
});

test('p48: only a commander enhances, although a companion is marked for it', () => {
  const battle = start(withUnits({ wing: { enhance: true } }));
  run(battle, declare({ attacker: 'wing' }), SIZE);
  expect(codeOf(battle, ENHANCE)).toBe('E_SPECIAL_NOT_ALLOWED');
});

test('p56: a movement that was not made is lost with the end of the attack', () => {
  const battle = start(withUnits({}, { specials: { enhance: { afterResolve: 'moveAttacker' } } }));
  run(battle, declare(), SIZE, { command: 'enhance' }, rolled(4, 1, 1, 1), TEST, APPLY, END);
  expect(codeOf(battle, DISPLACE, ACE, 5, 5, 0)).toBe('E_PHASE');
});

test('p48: an action that moves nobody reports no movement', () => {
  const battle = start();
  run(battle, declare(), SIZE, { command: 'enhance' }, rolled(4, 1, 1, 1), TEST);
  expect(run(battle, APPLY)).toEqual(['riskAdded']);
});

test('KA12: the lowest success is a face from 2 to 6', () => {
  const successes = (successMin: number): number => {
    const battle = start(withUnits({}, { specials: { enhance: { successMin } } }));
    run(battle, declare(), SIZE, { command: 'enhance' }, rolled(1, 2, 5, 6));
    return read(battle, 'successes');
  };
  // 0 leaves it at 4
  expect([0, 2, 5, 6].map(successes)).toEqual([2, 3, 2, 1]);
  const place = { code: 'E_RANGE', path: 'setup.specials.enhance.successMin' };
  for (const face of [1, 7]) expect(() => successes(face)).toThrow(expect.objectContaining(place));
  expect(() => successes(1)).toThrow(/setup\.specials\.enhance\.successMin is a face from 2 to 6/);
});

/**
 * Eighteen objectives, so that their cells reach past everything that a record of one more unit
 * would hold.
 */
function objectives(elsewhere: readonly number[]): object[] {
  return Array.from({ length: 18 }, (_, index) => (elsewhere.includes(index) ? { x: 200, y: 200 } : { x: 0, y: 0 }));
}

test('p39: objectives are no units, when they are held by the side of the attacker', () => {
  const far = { wing: { x: 90 }, boss: { x: 91 }, drone: { x: 92 }, to: { x: 1, y: 0 } };
  const setup = withUnits({ ...far, ace: { x: 0, y: 1 } }, { objectives: objectives([16]) });
  const battle = start(withUnits({ ...far, ace: { x: 0, y: 1 }, to: { x: 93 } }, { objectives: objectives([16]) }));
  expect(run(battle, { command: 'endRound' }).length).toBe(17 + 1);
  run(battle, { command: 'place', unit: 'to', x: 1, y: 0 }, ...KILL.slice(0, -1));
  // ace alone can walk there
  expect(run(battle, APPLY).filter((name) => name === 'overkillCandidate')).toEqual(['overkillCandidate']);
  expect(codeOf(battle, OVERKILL, ACE, 0, 0)).toBe('ok');
  expect(read(battle, 'objective[16].side')).toBe(255);
  run(battle, END);
  expect(read(battle, 'objective[16].side')).toBe(255);
  const taken = start(setup);
  run(taken, { command: 'place', unit: 'to', x: 90, y: 90 }, { command: 'endRound' });
  run(taken, { command: 'place', unit: 'ace', x: 90, y: 91 }, { command: 'place', unit: 'to', x: 0, y: 1 });
  run(taken, { command: 'endRound' });
  expect([0, 7, 17].map((objective) => read(taken, `objective[${objective}].side`))).toEqual([1, 1, 1]);
});

test('K15: nothing but units is collected', () => {
  const far = { wing: { x: 90 }, boss: { x: 91 }, drone: { x: 92 }, to: { x: 93 } };
  const battle = start(withUnits({ ...far, ace: { x: 0, y: 1 } }, { objectives: objectives([14]) }));
  run(battle, { command: 'endRound' });
  expect(run(battle, { command: 'endRound' })).toEqual(['roundEnded']);
});
