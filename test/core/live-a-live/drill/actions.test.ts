/** Actions as pad words, by the tables of traces/homebrew/PROGRAM.md. */
import { describe, expect, test } from 'vitest';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import { allyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import {
  A,
  actions,
  B,
  DOWN,
  ENEMIES_ARE_ON,
  frame,
  get,
  L,
  LEFT,
  open,
  play,
  R,
  RIGHT,
  refusal,
  SELECT,
  START,
  times,
  UP,
  X,
  Y,
} from './played-actions.js';

describe('an ally of the test ROM', () => {
  test.each([
    ['up', 0, UP, 3, 2],
    ['down', 1, DOWN, 3, 4],
    ['left', 2, LEFT, 2, 3],
    ['right', 3, RIGHT, 4, 3],
  ])('steps %s with one press, then frames until it has arrived', (_name, direction, pad, x, y) => {
    const battle = open();
    const [first, ...rest] = play(battle, 'step', direction);
    expect(first).toBe(pad);
    expect(rest.length).toBeGreaterThan(0);
    expect(new Set(rest)).toEqual(new Set([0]));
    expect([get(battle, 'ally[0].cellX'), get(battle, 'ally[0].cellY'), get(battle, 'actionPoints')]).toEqual([
      x,
      y,
      57,
    ]);
    expect(get(battle, 'allyActionFlags') & 8).toBe(0);
  });

  test('turns, passes and steps in place with one press, for the points of a turn or a step', () => {
    const battle = open();
    const points = (): number => get(battle, 'actionPoints');
    expect([play(battle, 'turn', 0), points()]).toEqual([[L], 28]);
    expect([play(battle, 'turn', 1), points()]).toEqual([[R], 56]);
    expect([play(battle, 'stepInPlace'), points()]).toEqual([[Y], 113]);
    expect([play(battle, 'pass'), points(), get(battle, 'currentAlly')]).toEqual([[L | R], 170, allyPointer(1)]);
  });

  test.each([
    [0, 3, times(3, SELECT | RIGHT)],
    [0, 8, times(8, SELECT | RIGHT)],
    [0, 9, times(7, SELECT | LEFT)],
    [15, 1, times(2, SELECT | RIGHT)],
    [3, 1, times(2, SELECT | LEFT)],
  ])('moves the skill cursor the short way from %i to %i', (from, to, moves) => {
    const battle = open({ skillCursor: from });
    const fires = to === 1 ? [] : [0];
    expect(play(battle, 'skill', to, 0, 0)).toEqual([...moves, A, ...fires]);
    expect(get(battle, 'ally[0].lastSkill')).toBe(to);
  });

  test.each([
    [0, 14, times(1, SELECT | UP)],
    [1, 0, times(1, SELECT | UP)],
    [0, 7, times(7, SELECT | DOWN)],
    [0, 8, times(7, SELECT | UP)],
    [14, 1, times(2, SELECT | DOWN)],
    [5, 2, times(3, SELECT | UP)],
  ])('moves the target cursor the short way from %i to %i', (from, to, moves) => {
    const skill = open({ targetCursor: from });
    expect(play(skill, 'skill', 0, to, 0)).toEqual([...moves, A, 0]);
    expect(get(skill, 'targetCursor')).toBe(to);
    // an item leaves the skill cursor where it is
    const item = open({ targetCursor: from, skillCursor: 5 });
    expect(play(item, 'item', to)).toEqual([...moves, X, 0]);
    expect([get(item, 'skillCursor'), get(item, 'targetCursor'), get(item, 'ally[0].lastSkill')]).toEqual([5, to, 15]);
  });

  test('moves the skill cursor before the target cursor', () => {
    expect(play(open(), 'skill', 2, 1, 0)).toEqual([...times(2, SELECT | RIGHT), SELECT | DOWN, A, 0]);
  });

  test('fires a skill without a charge in the next frame, charges it for 16 with B, and charges one with a charge of its own', () => {
    const now = open();
    expect([play(now, 'skill', 0, 0, 0), get(now, 'actionPoints'), get(now, 'ally[0].skillState')]).toEqual([
      [A, 0],
      510,
      0,
    ]);
    const later = open();
    expect([play(later, 'skill', 0, 0, 1), get(later, 'ally[0].charge'), get(later, 'actionPoints')]).toEqual([
      [B],
      16,
      0,
    ]);
    const charged = open({ skillCursor: 1 });
    expect([play(charged, 'skill', 1, 0, 0), get(charged, 'ally[0].charge')]).toEqual([[A], 8]);
    const second = open({ currentAlly: allyPointer(1) });
    expect([play(second, 'skill', 0, 0, 0), get(second, 'ally[1].skillState')]).toEqual([[A, 0], 0]);
  });

  test('has one frame after the button when somebody fires, whoever else is due', () => {
    const due = (unit: string): Record<string, number> => ({ [`${unit}.skillState`]: 0x40, [`${unit}.charge`]: 0 });
    const chargedBeside = (values: Readonly<Record<string, number>>): number[] =>
      play(open({ skillCursor: 1, ...values }), 'skill', 1, 0, 0);
    const all = { ...due('ally[1]'), ...due('enemy[0]') };
    expect(play(open(all), 'skill', 0, 0, 0)).toEqual([A, 0]);
    // a skill is due in the frame of the button, and the next one in the frame after it
    expect([chargedBeside(due('ally[1]')), chargedBeside(all)]).toEqual([[A], [A, 0]]);
    // a disabled enemy keeps its charge and does not fire
    expect(chargedBeside({ ...due('enemy[0]'), 'enemy[0].statuses': 0x20 })).toEqual([A]);
  });

  test('behind the fourth ally is nobody whose skill could fire', () => {
    const battle = open({ skillCursor: 1 });
    // a fifth one would be there, charging and due
    const fifth = allyPointer(4);
    battle.image.set([0], fifth + Ally.ID);
    battle.image.set([0xff], fifth + Ally.STATE);
    battle.image.set([0x40, 0], fifth + Ally.SKILL_STATE);
    expect(play(battle, 'skill', 1, 0, 0)).toEqual([A]);
  });

  test('opens the choice of an area, turns in it as often as wanted, and cancels it', () => {
    const battle = open();
    expect([play(battle, 'openArea'), get(battle, 'areaMode')]).toEqual([[SELECT | START], 1]);
    expect([play(battle, 'areaTurn', 0, 3), get(battle, 'actionPoints')]).toEqual([times(3, L), 84]);
    expect([play(battle, 'areaTurn', 1, 2), get(battle, 'actionPoints')]).toEqual([times(2, R), 140]);
    expect([play(battle, 'cancelArea'), get(battle, 'areaMode')]).toEqual([[B], 0]);
  });

  test.each([
    [0, L],
    [1, R],
  ])('presses side %i 2,323 times until a skill wraps the action points', (side, pad) => {
    const battle = open({ areaMode: 1 });
    expect(play(battle, 'areaTurnToOverflow', side)).toEqual(times(2323, pad));
    expect(get(battle, 'actionPoints')).toBe(65_044);
    expect(play(battle, 'skill', 0, 0, 0)).toEqual([A, 0]);
    expect(get(battle, 'actionPoints')).toBe(65_044 + 510 - 65_536);
  });

  test('waits for frames, or until an ally can act', () => {
    expect(play(open(), 'wait', 5)).toEqual(times(5, 0));
    const battle = open({ 'ally[1].state': 0 });
    play(battle, 'skill', 1, 0, 0);
    // nobody but the charging ally: idle frames until it has fired
    const frames = play(battle, 'waitForAlly');
    expect(new Set(frames)).toEqual(new Set([0]));
    expect([get(battle, 'ally[0].skillState'), actions.turn(battle)]).not.toEqual([0x40, 2]);
    expect(actions.turn(battle)).not.toBe(2);
  });

  test('waits for an ally no frame longer than until it is somebody’s turn', () => {
    const battle = open({ 'ally[1].state': 0 });
    play(battle, 'skill', 1, 0, 0);
    const beside = open();
    beside.image.set(battle.image);
    let idle = 0;
    for (; actions.turn(beside) === 2; idle++) frame(beside);
    expect(idle).toBeGreaterThan(1);
    expect(play(battle, 'waitForAlly')).toEqual(times(idle, 0));
  });

  test('waits 600 frames at most when nobody will be able to act', () => {
    const battle = open({ 'ally[0].statuses': 0x80, 'ally[1].statuses': 0x80 });
    expect(play(battle, 'waitForAlly')).toEqual(times(600, 0));
  });
});

describe('an enemy of the test ROM', () => {
  test('turns, steps, does nothing or is held with one press and Start', () => {
    const left = open({ ...ENEMIES_ARE_ON, 'enemy[0].facing': 0x40 });
    expect(actions.actor?.(left)).toBe(1);
    expect(play(left, 'enemyTurn', 0)).toEqual([START | L]);
    expect(play(open(ENEMIES_ARE_ON), 'enemyTurn', 1)).toEqual([START | R]);
    expect(play(open(ENEMIES_ARE_ON), 'enemyStep')).toEqual([START | UP]);
    const nothing = open(ENEMIES_ARE_ON);
    expect([play(nothing, 'enemyNothing'), get(nothing, 'enemy[1].aiStep')]).toEqual([[START | Y], 1]);
    expect(play(open(ENEMIES_ARE_ON), 'enemyHeld')).toEqual([START | X]);
  });

  test('uses the allies’ skill cursor and fires in the next frame, or after a charge of 16', () => {
    const battle = open({ ...ENEMIES_ARE_ON, targetCursor: 9 });
    expect(play(battle, 'enemySkill', 2, 0)).toEqual([...times(2, SELECT | RIGHT), START | A, 0]);
    // 300 & 6Fh | 10h
    expect([get(battle, 'actionPoints'), get(battle, 'targetCursor')]).toEqual([0x3c, 9]);
    const charged = open(ENEMIES_ARE_ON);
    expect([play(charged, 'enemySkill', 0, 1), get(charged, 'enemy[1].charge')]).toEqual([[START | B], 16]);
  });
});

describe('an action is refused', () => {
  test('before the battle runs, unless it waits', () => {
    const battle = open({ phase: 1 });
    expect(['turn', 'enemyStep', 'waitForAlly'].map((name) => refusal(battle, name))).toEqual(
      times(3, 0).map(() => 'E_PHASE'),
    );
    expect(refusal(battle, 'wait', 1)).toBe('');
  });

  test('of an enemy on the allies’ turn, of an ally on the enemies’ turn, and a wait for an ally that can act', () => {
    const allies = open();
    const enemies = open(ENEMIES_ARE_ON);
    expect([actions.turn(allies), actions.turn(enemies)]).toEqual([0, 1]);
    for (const name of ['enemySkill', 'enemyTurn', 'enemyStep', 'enemyNothing', 'enemyHeld']) {
      expect([refusal(allies, name), refusal(enemies, name)]).toEqual(['E_PHASE', '']);
    }
    for (const name of ['step', 'turn', 'pass', 'stepInPlace', 'skill', 'item', 'openArea']) {
      expect([refusal(allies, name), refusal(enemies, name)]).toEqual(['', 'E_PHASE']);
    }
    expect([refusal(allies, 'waitForAlly'), refusal(enemies, 'waitForAlly')]).toEqual(['E_PHASE', 'E_PHASE']);
  });

  test('while no ally is able, unless it waits', () => {
    const battle = open({ 'ally[0].statuses': 0x20, 'ally[1].skillState': 0x40, 'ally[1].charge': 9 });
    expect([refusal(battle, 'turn'), refusal(battle, 'skill'), refusal(battle, 'waitForAlly')]).toEqual([
      'E_UNIT_BUSY',
      'E_UNIT_BUSY',
      '',
    ]);
  });

  test('while a step runs, and while the ranks name nobody', () => {
    const walking = open({ allyActionFlags: 0x08 });
    expect([refusal(walking, 'turn'), refusal(walking, 'areaTurn')]).toEqual(['E_UNIT_BUSY', 'E_UNIT_BUSY']);
    // the first ally sleeps; the search after C1:7B02 looks for rank 1, and everybody has rank 0
    const ranks = { 'allyRank[0]': 0, 'allyRank[1]': 0, 'allyRank[2]': 0, 'allyRank[3]': 0 };
    const lost = open({ 'ally[0].statuses': 0x20, ...ranks });
    expect([actions.turn(lost), refusal(lost, 'turn')]).toEqual([0, 'E_UNIT_BUSY']);
    frame(lost, L);
    expect([get(lost, 'ally[1].facing'), get(lost, 'actionPoints')]).toEqual([3, 0]);
  });

  test('of the area choice outside of it, and any other but the skill inside of it', () => {
    const [outside, inside] = [open(), open({ areaMode: 1 })];
    for (const name of ['areaTurn', 'areaTurnToOverflow', 'cancelArea']) {
      expect([refusal(outside, name), refusal(inside, name)]).toEqual(['E_PHASE', '']);
    }
    for (const name of ['turn', 'pass', 'openArea', 'item']) expect(refusal(inside, name)).toBe('E_PHASE');
    expect(refusal(inside, 'skill')).toBe('');
  });

  test('when it steps over the edge or onto somebody', () => {
    const at = (x: number, y: number, direction: number, grid = {}): string =>
      refusal(open({ 'ally[0].cellX': x, 'ally[0].cellY': y, ...grid }), 'step', direction);
    expect([at(3, 0, 0), at(3, 6, 1), at(0, 3, 2), at(6, 3, 3)]).toEqual(times(4, 0).map(() => 'E_BLOCKED'));
    expect([at(3, 1, 0), at(3, 5, 1), at(1, 3, 2), at(5, 3, 3)]).toEqual(['', '', '', '']);
    expect([at(1, 1, 0), at(4, 5, 3), at(5, 4, 1), at(6, 5, 2)]).toEqual(times(4, 0).map(() => 'E_BLOCKED'));
    // the bits of a field do not block
    expect(at(3, 3, 3, { 'fieldGrid[28]': 0xf0 })).toBe('');
    expect(at(3, 3, 3, { 'fieldGrid[28]': 0x08 })).toBe('E_BLOCKED');
  });

  test('when no presses lead to the overflow, because the action points are past its window', () => {
    expect(refusal(open({ areaMode: 1, actionPoints: 65_282 }), 'areaTurnToOverflow')).toBe('E_RANGE');
    expect(refusal(open({ areaMode: 1, actionPoints: 65_281 }), 'areaTurnToOverflow')).toBe('E_RANGE');
    expect(refusal(open({ areaMode: 1, actionPoints: 65_025 }), 'areaTurnToOverflow')).toBe('');
  });

  test('of a disabled enemy, which can only be held, as no other can', () => {
    // enemy 1 has more points than enemy 0
    const order = { ...ENEMIES_ARE_ON, 'enemy[0].orderPoints': 10, 'enemy[1].orderPoints': 20 };
    const chosen = open({ ...order, 'enemy[1].statuses': 0x20 });
    expect(refusal(chosen, 'enemyTurn')).toBe('E_UNIT_BUSY');
    expect(refusal(chosen, 'enemyHeld')).toBe('');
    const other = open({ ...order, 'enemy[0].statuses': 0x20 });
    expect(refusal(other, 'enemyTurn')).toBe('');
    expect(refusal(other, 'enemyHeld')).toBe('E_UNIT_BUSY');
    // poison disables nobody, and somebody who has left is not asked
    expect(refusal(open({ ...order, 'enemy[1].statuses': 0x08 }), 'enemyTurn')).toBe('');
    const gone = { ...order, 'enemy[0].statuses': 0x20, 'enemy[0].state': 0 };
    expect(refusal(open(gone), 'enemyHeld')).toBe('');
  });

  test('of an enemy that needs another skill while no ally is able to move the cursor', () => {
    const nobody = { 'ally[0].statuses': 0x80, 'ally[1].statuses': 0x10, skillCursor: 2 };
    expect(refusal(open({ ...ENEMIES_ARE_ON, ...nobody }), 'enemySkill', 3)).toBe('E_UNIT_BUSY');
    expect(refusal(open({ ...ENEMIES_ARE_ON, ...nobody }), 'enemySkill', 2)).toBe('');
    expect(refusal(open({ ...ENEMIES_ARE_ON, skillCursor: 2 }), 'enemySkill', 3)).toBe('');
    // what needs no skill needs no cursor
    expect(refusal(open({ ...ENEMIES_ARE_ON, ...nobody }), 'enemyTurn', 1)).toBe('');
  });

  test('of nobody when no enemy is there to act', () => {
    expect(actions.actor?.(open({ ...ENEMIES_ARE_ON, 'enemy[0].state': 0, 'enemy[1].state': 0 }))).toBe(-1);
  });
});

test('what no shape has is over at once', () => {
  expect(actions.next(open(), Int32Array.of(0, 0, 0, 0, 0), new Int32Array(2))).toBe(false);
});
