/**
 * Who answers an attack where the image's code finds him: what it names has to be an ally who is there, a skill and a cell of
 * the field; and when the search goes on after him.
 */
import { describe, expect, test } from 'vitest';
import { answerAttack } from '../../../../core/live-a-live/combat/counters.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { Action, EVENT_ACTION } from '../../../../core/live-a-live/memory/happenings.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import { withImageCode } from '../../../../harness/original/settle/with-original.js';
import { toldOfKind } from '../../../fixtures/live-a-live/told-events.js';
import { testFolder } from '../../fixtures/files.js';
import { battleOf, romWith } from './filled-battle.js';

const folder = testFolder();
const SECOND = Ally.FIRST + Ally.STRIDE;
/** Two allies, an attacker and one more enemy. */
const STRUCK = {
  'activeSkill[13]': 0x01,
  skillUser: Enemy.FIRST,
  battleResult: 0,
  'ally[0].hitsLanded': 1,
  'ally[0].hitsCopy': 0,
  'ally[0].listSkill': 0,
  'ally[0].statuses': 0,
  'ally[1].id': 1,
  'ally[1].state': 0x40,
  'ally[1].record': 0x0d00,
  'ally[1].statuses': 0,
  'enemy[0].hp': 200,
  'enemy[1].state': 0x40,
  'enemy[1].hp': 200,
  'enemy[1].species': 0x1a00,
  'enemy[2].state': 0x80,
};

interface Named {
  /** Low byte of the block. */
  readonly ally?: number;
  readonly skill?: number;
  readonly cell?: number;
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

function naming({ ally = 0, skill = 2, cell = 9 }: Named): string {
  return `lda #$${hex(ally, 2)}
    sta {counterAlly}
    lda #$${hex(skill, 2)}
    sta {counterSkill}
    ldx #$${hex(cell, 4)}
    stx {work0310}
    jmp $181C`;
}

/**
 * Block, skill and cell of each answer, where the image names one and then, when the search goes on, another.
 * @param next what the search finds, or code
 */
function answersOf(first: Named, next: Named | string = 'rts', cells: Readonly<Record<string, number>> = {}) {
  const rest = typeof next === 'string' ? next : naming(next);
  const code = `.at C1:A12C\n${naming(first)}\n.at C1:A1BD\n${rest}\n.at C1:181C\nrts`;
  const system = withImageCode(LIVE_A_LIVE_BATTLE, romWith(folder, code));
  const { machine, read } = battleOf(system, { ...STRUCK, ...cells });
  const events = createEventBuffer(4096);
  machine.events = events;
  answerAttack(machine, Enemy.FIRST);
  const answers = toldOfKind(events, EVENT_ACTION).flatMap(([unit, action, skill, cell]) =>
    action === Action.COUNTER ? [[unit, skill, cell]] : [],
  );
  return { answers, read };
}

describe('what the image names', () => {
  test.each([
    ['an ally behind the first', { ally: 0x40 }, [[SECOND, 2, 9]]],
    ['the last cell of the field', { cell: 54 }, [[Ally.FIRST, 2, 54]]],
    ['the last cell of a row', { cell: 14 }, [[Ally.FIRST, 2, 14]]],
    ['the first cell of the last row', { cell: 48 }, [[Ally.FIRST, 2, 48]]],
    ['a cell beside the field', { cell: 15 }, []],
    ['a cell below the field', { cell: 56 }, []],
    ['no skill', { skill: 0 }, []],
    ['an ally who is not there', { ally: 0x80 }, []],
  ])('%s', (_, named, answers) => {
    const made = answersOf(named, 'rts', { 'ally[2].state': 0, currentAlly: Ally.LAST });
    expect(made.answers).toEqual(answers);
    // ours begins with a copy of the hits; who is in hand stays so
    expect([made.read('ally[0].hitsCopy'), made.read('currentAlly')]).toEqual([0, Ally.LAST & 0xff]);
  });

  test('the middle of a block is no ally, whatever stands there', () => {
    // four bytes on, the byte of the state is that of the charge
    expect(answersOf({ ally: 4 }, 'rts', { 'ally[0].skillState': 0x40 }).answers).toEqual([]);
  });
});

describe('after an answer', () => {
  const both = [
    [Ally.FIRST, 2, 9],
    [SECOND, 2, 10],
  ];
  const next = { ally: 0x40, cell: 10 };

  test('the next ally answers, and ours looks for nobody else', () => {
    const { answers, read } = answersOf({}, next);
    expect([answers, read('ally[0].hitsCopy')]).toEqual([both, 0]);
  });

  test('nobody does who stands before', () => {
    expect(answersOf({ ally: 0x40, cell: 10 }, { ally: 0 }).answers).toEqual([both[1]]);
  });

  test('nobody else does where the search comes to no end', () => {
    expect(answersOf({}, 'here:\nlda $4212\nbpl here\nrts').answers).toEqual([both[0]]);
  });

  test('nobody else does when the attacker is gone, though the battle goes on', () => {
    const { answers, read } = answersOf({}, next, { 'enemy[0].hp': 0 });
    expect([answers, read('battleResult')]).toEqual([[both[0]], 0]);
  });

  test('nobody else does when the battle is lost, though the attacker is there', () => {
    const { answers, read } = answersOf({}, next, { 'ally[0].statuses': 0x80, 'ally[1].statuses': 0x80 });
    expect([answers, read('battleResult')]).toEqual([[both[0]], 2]);
  });
});
