/**
 * Figures where an image's code computes a hit, a total or a recovery: what is told of them is what the image left, and ours
 * adds nothing. Where the image is not asked, or its answers differ, nothing of the call is left.
 */
import { describe, expect, test } from 'vitest';
import { attackAllies } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { attackEnemies } from '../../../../core/live-a-live/combat/hits-on-enemies.js';
import { recover } from '../../../../core/live-a-live/combat/recover.js';
import { settleAllies } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { loseTotal } from '../../../../core/live-a-live/combat/totals-on-enemies.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { Effect, EVENT_EFFECT, eventWords } from '../../../../core/live-a-live/memory/happenings.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { System } from '../../../../core/system/system.js';
import { withImage } from '../../../../harness/files/rom/with-image.js';
import { withImageCode } from '../../../../harness/original/settle/with-original.js';
import { testFolder } from '../../fixtures/files.js';
import { battleOf, placeOf, romWith } from './filled-battle.js';

const folder = testFolder();

function battleIn(system: System, cells: Readonly<Record<string, number>>) {
  const made = battleOf(system, cells);
  const events = createEventBuffer(4096);
  made.machine.events = events;
  /** Figures of each effect of a kind on a unit. */
  const told = (unit: number, effect: number) => {
    const { words, length } = events;
    const found: number[][] = [];
    for (let at = 0; at < length; at += eventWords(words[at] as number)) {
      const [kind, to, what, ...figures] = words.subarray(at, at + 5);
      if (kind === EVENT_EFFECT && to === unit && what === effect) found.push(figures);
    }
    return found;
  };
  return { ...made, told, filled: () => system.capabilities.evidence?.filled?.(made.battle) };
}

const withCode = (code: string, cells: Readonly<Record<string, number>>) =>
  battleIn(withImageCode(LIVE_A_LIVE_BATTLE, romWith(folder, code)), cells);

describe('a hit on an ally', () => {
  const struck = { skillUser: Enemy.FIRST, 'activeSkill[13]': 0x01, 'activeSkill[19]': 0x03, 'ally[0].hitsLanded': 0 };
  const strike = (made: ReturnType<typeof battleIn>) => {
    made.machine.ram[placeOf('fieldGrid[0]').offset] = 1;
    attackAllies(made.machine);
  };

  test('is told with the value of the image, which is given the hits that are left', () => {
    const made = withCode(
      // each check notes the hits that are left one cell on
      `.at C1:D8BE
      lda {activeSkill[2]}
      sta {activeSkill[1]}
      lda {activeSkill[3]}
      sta {activeSkill[2]}
      lda {work030F}
      sta {activeSkill[3]}
      lda #$ff
      rts
      .at C1:D8FD
      lda #$34
      sta {ally[0].singleHit}
      lda #$01
      sta {ally[0].singleHit}+$01
      rts`,
      struck,
    );
    strike(made);
    expect(made.told(Ally.FIRST, Effect.VALUE)).toEqual([[0x134, 0]]);
    expect([1, 2, 3].map((cell) => made.read(`activeSkill[${cell}]`))).toEqual([3, 2, 1]);
  });

  test('without an image leaves its cell of the hits as it is', () => {
    const made = battleIn(withImage(LIVE_A_LIVE_BATTLE, romWith(folder, 'rts')), { ...struck, work030F: 0x77 });
    strike(made);
    expect([made.read('work030F'), made.told(Ally.FIRST, Effect.CHECK).length]).toEqual([0x77, 3]);
  });
});

describe('the total on an ally', () => {
  const struck = {
    skillUser: Enemy.FIRST,
    skillCoefficients: 2,
    work0310: 0x66,
    'ally[0].hitsLanded': 3,
    'ally[0].singleHit': 60,
    'record[5].hp': 200,
    'record[5].defence': 40,
  };
  const code = (hp: string) => `.at C1:CBA6
    lda #$55
    sta {work0310}
    lda #$09
    sta {ally[0].totalDamage}
    lda #$00
    sta {ally[0].totalDamage}+$01
    ${hp}
    sta {record[5].hp}
    rts`;

  test('is told as the image left it, with the HP, and so is its work cell', () => {
    const made = withCode(code('lda #$37'), struck);
    settleAllies(made.machine);
    expect(made.told(Ally.FIRST, Effect.DAMAGE)).toEqual([[9, 0x37]]);
    expect(made.read('work0310')).toBe(0x55);
  });

  test('is ours where two kinds of defence leave other HP, and nothing of the call is left', () => {
    const made = withCode(code('lda {driver}\nand #$08'), struck);
    settleAllies(made.machine);
    // 3 hits of 60 less the whole defence of 40
    expect([made.told(Ally.FIRST, Effect.DAMAGE), made.filled()]).toEqual([[[140, 60]], []]);
    expect(made.read('work0310')).toBe(0x66);
  });
});

describe("an enemy's recovery", () => {
  const heal = {
    skillUser: Enemy.FIRST,
    'activeSkill[13]': 0x80,
    absorbFlag: 0x80,
    'activeSkill[10]': 0,
    'activeSkill[9]': 0x01,
    'activeSkill[18]': 0,
    'enemy[0].hp': 100,
    'enemy[0].hitsLanded': 3,
    'enemy[0].statuses': 0x01,
    'enemy[0].abnormality': 0,
  };

  test('that the image lands is told once and cures', () => {
    const made = withCode('.at C1:D7E9\nlda #$01\nsta {enemy[0].hitsLanded}\nlda #$09\nsta {enemy[0].singleHit}\nrts', {
      ...heal,
      'enemy[0].singleHit': 0,
    });
    recover(made.machine, Enemy.FIRST);
    expect(made.told(Enemy.FIRST, Effect.HEAL)).toEqual([[9, 109]]);
    expect(made.told(Enemy.FIRST, Effect.STATUSES)).toEqual([[1, 0]]);
  });

  test('that the image does not land is nothing, whatever landed before', () => {
    const made = withCode('.at C1:D7E9\nrts', heal);
    recover(made.machine, Enemy.FIRST);
    expect([made.told(Enemy.FIRST, Effect.HEAL), made.read('enemy[0].statuses')]).toEqual([[], 1]);
  });
});

test.each([
  ['as many HP as are left are the last ones', 60, ['defeat']],
  ['one more is not', 61, []],
])('%s', (_, hp, filled) => {
  const made = withCode('.at C1:CCA5\nrts', {
    absorbFlag: 0,
    stepCount: 0,
    'enemy[0].hp': hp,
    'enemy[0].singleHit': 60,
  });
  loseTotal(made.machine, Enemy.FIRST, 1);
  expect(made.filled()).toEqual(filled);
});

test('one hit in the area is as many hits as the image deals', () => {
  const made = withCode('.at C1:D6B9\nlda #$03\nsta {enemy[0].hitsAssigned}\nrts', { 'activeSkill[19]': 0x80 });
  attackEnemies(made.machine);
  expect([made.read('enemy[0].hitsAssigned'), made.filled()]).toEqual([3, ['oneHitInArea']]);
});
