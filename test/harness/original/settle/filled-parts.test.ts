/**
 * Holes of which the image's code runs a part: an ally's list of skills, an enemy's recovery, what follows the last HP,
 * who answers, a hit on an ally and its total. Where the code comes to no end, ours stands in, and nothing of the call is left.
 */
import { describe, expect, test } from 'vitest';
import { answerAttack } from '../../../../core/live-a-live/combat/counters.js';
import { attackAllies } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { recover } from '../../../../core/live-a-live/combat/recover.js';
import { settleAllies } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { loseTotal } from '../../../../core/live-a-live/combat/totals-on-enemies.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { Action } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW, EVENT_FILLED, type Machine } from '../../../../core/live-a-live/memory/machine.js';
import { stretchesUsed } from '../../../../core/live-a-live/memory/unpublished-used.js';
import { createEventBuffer, restore, snapshot } from '../../../../core/system/battle.js';
import { withImage } from '../../../../harness/files/rom/with-image.js';
import { withImageCode } from '../../../../harness/original/settle/with-original.js';
import { testFolder } from '../../fixtures/files.js';
import { battleOf, placeOf, romWith } from './filled-battle.js';

const folder = testFolder();
/** Waits for the screen, which a call never sees change. */
const WAITS = 'here:\nlda $4212\nbpl here\nrts';

function battleWith(code: string, cells: Readonly<Record<string, number>> = {}) {
  const system = withImageCode(LIVE_A_LIVE_BATTLE, romWith(folder, code));
  const made = battleOf(system, cells);
  const events = createEventBuffer(4096);
  made.machine.events = events;
  return {
    ...made,
    filled: () => system.capabilities.evidence?.filled?.(made.battle),
    used: () => stretchesUsed(made.machine.ram).map(({ name }) => name),
    told: () => [...events.words.subarray(0, events.length)],
    word: (name: string) => {
      const { offset } = placeOf(name);
      return (made.machine.ram[offset] as number) + 256 * (made.machine.ram[offset + 1] as number);
    },
  };
}

/** The same cells, without an image's code. */
const ofTables = (cells: Readonly<Record<string, number>>) =>
  battleOf(withImage(LIVE_A_LIVE_BATTLE, romWith(folder, 'rts')), cells);

describe("an ally's list of skills", () => {
  test('is what the image packs, with the ally in X', () => {
    const { read, filled, used } = battleWith(
      '.at C1:E94B\nstx {skillUser}+$02\nlda #$33\nsta {ally[0].listSkill}\nrts',
    );
    expect(read('ally[0].listSkill')).toBe(0x33);
    expect([filled(), used().includes('emptySkillSlots')]).toEqual([['emptySkillSlots'], false]);
  });

  test('is ours where the image comes to no end, and the result depends on it', () => {
    const { read, filled, used } = battleWith(`.at C1:E94B\nlda #$33\nsta {ally[0].listSkill}\n${WAITS}`);
    expect(read('ally[0].listSkill')).toBe(ofTables({}).read('ally[0].listSkill'));
    expect([filled(), used().includes('emptySkillSlots')]).toEqual([[], true]);
  });

  test('is ours with tables alone, and nothing depends on it', () => {
    const { machine } = ofTables({});
    expect(stretchesUsed(machine.ram).map(({ name }) => name)).not.toContain('emptySkillSlots');
  });
});

describe("an enemy's recovery", () => {
  const heal = {
    skillUser: Enemy.FIRST,
    'activeSkill[13]': 0x80,
    absorbFlag: 0x80,
    'activeSkill[10]': 0,
    'enemy[0].hp': 100,
    'enemy[0].statuses': 0,
    'enemy[0].abnormality': 0,
  };
  const code = (landed: number) => `.at C1:D7E9
    lda {enemy[0].hitsAssigned}
    sta {activeSkill[1]}
    lda #$0${landed}
    sta {enemy[0].hitsLanded}
    lda #$09
    sta {enemy[0].singleHit}
    lda #$00
    sta {enemy[0].singleHit}+$01
    rts`;

  test('gives what the image computes, for one hit', () => {
    const { machine, filled, word, read } = battleWith(code(1), heal);
    recover(machine, Enemy.FIRST);
    expect([word('enemy[0].hp'), read('activeSkill[1]'), filled()]).toEqual([109, 1, ['healOnObject']]);
  });

  test('that the image lands on nobody gives nothing', () => {
    const { machine, word } = battleWith(code(0), heal);
    recover(machine, Enemy.FIRST);
    expect(word('enemy[0].hp')).toBe(100);
  });

  test('of an object is asked of the image as well', () => {
    const { machine, filled } = battleWith(code(0), { ...heal, 'species[0].type': 0x04 });
    recover(machine, Enemy.FIRST);
    expect(filled()).toEqual(['healOnObject']);
  });
});

describe("an enemy's last HP", () => {
  const hurt = { absorbFlag: 0, 'enemy[0].hp': 50, 'enemy[0].singleHit': 60, stepCount: 0 };
  const code = `.at C1:CCA5
    stx {skillUser}
    lda #$00
    sta {enemy[0].hp}
    sta {enemy[0].hp}+$01
    lda #$77
    sta {enemy[0].charge}
    rts`;

  test('are taken by the image, which goes on to what follows', () => {
    const { machine, filled, read, word } = battleWith(code, hurt);
    loseTotal(machine, Enemy.FIRST, 1);
    expect([word('enemy[0].hp'), read('enemy[0].charge'), filled()]).toEqual([0, 0x77, ['defeat']]);
    expect(word('skillUser')).toBe(Enemy.FIRST);
  });

  test('need no image while some are left', () => {
    const { machine, filled, word } = battleWith(code, { ...hurt, 'enemy[0].hp': 61 });
    loseTotal(machine, Enemy.FIRST, 1);
    expect([word('enemy[0].hp'), filled()]).toEqual([1, []]);
  });

  test('are taken by ours where the image waits for a frame, and the call is not told', () => {
    const { machine, filled, word, read, told } = battleWith(
      `.at C1:CCA5\nlda #$77\nsta {enemy[0].charge}\n${WAITS}`,
      hurt,
    );
    loseTotal(machine, Enemy.FIRST, 1);
    expect([word('enemy[0].hp'), filled(), told().includes(EVENT_FILLED)]).toEqual([0, [], false]);
    expect(read('enemy[0].charge')).not.toBe(0x77);
  });
});

describe('who answers an attack', () => {
  const struck = {
    'activeSkill[13]': 0x01,
    skillUser: Enemy.FIRST,
    'ally[0].hitsLanded': 1,
    'ally[0].listSkill': 0,
    'enemy[0].hp': 200,
  };
  /** Ally 0 with skill 2 on the cell of number 9, then nobody; the mask has to be the same both times. */
  const search = `.at C1:A12C
    lda #$08
    sta {noTimePasses}
    lda #$00
    sta {counterAlly}
    lda #$02
    sta {counterSkill}
    ldx #$0009
    stx {work0310}
    jmp $181C
    .at C1:A1BD
    lda {noTimePasses}
    sta {activeSkill[0]}
    lda {counterAlly}
    sta {activeSkill[1]}
    rts
    .at C1:181C
    lda #$ee
    sta {activeSkill[2]}
    rts`;
  const counters = (words: readonly number[]) =>
    words.flatMap((_, at) =>
      words[at + 2] === Ally.FIRST && words[at + 3] === Action.COUNTER ? [[words[at + 4], words[at + 5]]] : [],
    );

  test('is whom the image finds, with his skill and its cell; then the search goes on after him', () => {
    const { machine, filled, told, read } = battleWith(search, struck);
    answerAttack(machine, Enemy.FIRST);
    expect(counters(told())).toEqual([[2, 9]]);
    expect(filled()).toContain('counterFiring');
    // what the search was entered with the second time; the stop is not run
    expect([read('activeSkill[0]'), read('activeSkill[1]')]).toEqual([8, Ally.FIRST & 0xff]);
    expect(read('activeSkill[2]')).not.toBe(0xee);
  });

  test('is nobody twice, though the image names him again', () => {
    const again = search.replace('sta {activeSkill[1]}\n    rts', 'sta {activeSkill[1]}\n    jmp $181C');
    const { machine, told } = battleWith(again, struck);
    answerAttack(machine, Enemy.FIRST);
    expect(counters(told())).toEqual([[2, 9]]);
  });

  test('is nobody where the image finds nobody', () => {
    const { machine, filled, told } = battleWith('.at C1:A12C\nrts', struck);
    answerAttack(machine, Enemy.FIRST);
    expect([counters(told()), filled()]).toEqual([[], ['counterFiring']]);
  });

  test('is nobody where the image names no ally or no cell', () => {
    for (const [wrong, right] of [
      ['lda #$04', 'lda #$00\n    sta {counterAlly}'],
      ['ldx #$003f', 'ldx #$0009'],
    ] as const) {
      const code = search.replace(right, right.startsWith('lda') ? `${wrong}\n    sta {counterAlly}` : wrong);
      const { machine, told } = battleWith(code, struck);
      answerAttack(machine, Enemy.FIRST);
      expect(counters(told())).toEqual([]);
    }
  });

  test('is looked for by ours where the image comes to no end', () => {
    const { machine, filled, read } = battleWith(`.at C1:A12C\n${WAITS}`, { ...struck, 'ally[0].hitsCopy': 0 });
    answerAttack(machine, Enemy.FIRST);
    expect([filled(), read('ally[0].hitsCopy')]).toEqual([[], 1]);
  });
});

describe('a hit on an ally', () => {
  const GENERATOR = '.at C1:6150\ninc {battleGenerator.a0}\nlda #$2a\nrts';
  const struck = { skillUser: Enemy.FIRST, 'activeSkill[13]': 0x01, 'activeSkill[19]': 0x80, 'ally[0].singleHit': 0 };
  const code = (answer: string) => `${GENERATOR}
    .at C1:D8BE
    jsr $6150
    stx {attackerOffset}
    lda {work030F}
    sta {activeSkill[2]}
    lda #$${answer}
    rts
    .at C1:D8FD
    lda #$34
    sta {ally[0].singleHit}
    rts`;
  /** The area is the whole field, and ally 0 stands in it. */
  const attack = (made: { machine: Machine }) => {
    const { offset } = placeOf('fieldGrid[0]');
    made.machine.ram[offset] = 1;
    attackAllies(made.machine);
  };

  test('lands, and has the value, as the image says', () => {
    const made = battleWith(code('ff'), struck);
    attack(made);
    expect([made.read('ally[0].hitsLanded'), made.read('ally[0].singleHit')]).toEqual([1, 0x34]);
    expect([made.filled(), made.word('attackerOffset'), made.read('activeSkill[2]')]).toEqual([
      ['allyHitCheck'],
      Ally.FIRST,
      1,
    ]);
    const words = made.told();
    const at = words.findIndex((word, index) => word === EVENT_FILLED && words[index + 2] === 0xc1d8be);
    expect([words[at + 5], words[at + 6], words[at + 9]]).toEqual([EVENT_DRAW, 0xc1d8be, 0x2a]);
  });

  test('misses as the image says', () => {
    const made = battleWith(code('00'), struck);
    attack(made);
    expect([made.read('ally[0].hitsLanded'), made.read('ally[0].singleHit')]).toEqual([0, 0]);
  });

  test('is checked by ours where the image waits', () => {
    const cells = { ...struck, 'ally[0].statuses': 0x10 };
    const made = battleWith(`.at C1:D8BE\n${WAITS}`, cells);
    attack(made);
    expect([made.read('ally[0].hitsLanded'), made.filled()]).toEqual([1, []]);
  });
});

describe("an enemy's attack on an ally, after his defence", () => {
  const struck = {
    skillUser: Enemy.FIRST,
    driver: 0x20,
    skillCoefficients: 2,
    'ally[0].hitsLanded': 3,
    'ally[0].singleHit': 60,
    'record[5].hp': 200,
    'record[5].defence': 40,
  };
  /** Hits and the pointer to the ally are told in cells; HP and total do not depend on the kind. */
  const code = `.at C1:CBA6
    stx {attackerOffset}
    lda {work0310}
    sta {activeSkill[2]}
    lda #$09
    sta {ally[0].totalDamage}
    lda #$37
    sta {record[5].hp}`;

  test('comes to what the image says, where every kind of defence gives the same', () => {
    const made = battleWith(`${code}\nrts`, struck);
    settleAllies(made.machine);
    expect([made.word('ally[0].totalDamage'), made.word('record[5].hp')]).toEqual([9, 0x37]);
    expect([made.word('attackerOffset'), made.read('activeSkill[2]'), made.read('driver')]).toEqual([
      Ally.FIRST,
      3,
      0x20,
    ]);
    expect(made.filled()).toEqual(['allyDefence']);
    expect(made.used()).not.toContain('allyDefence');
    const words = made.told();
    const at = words.indexOf(EVENT_FILLED);
    expect(words.slice(at + 2, at + 4)).toEqual([0xc1cba6, Ally.FIRST]);
  });

  test.each([
    // the kind is the low nibble of 0377: its bit 3 alone makes a difference of the total
    ['two kinds differ', 'lda {driver}\nand #$08\nclc\nadc #$09\nsta {ally[0].totalDamage}\nrts'],
    ['the last kind waits', `lda {driver}\ncmp #$2f\nbne end\n${WAITS}\nend:\nrts`],
  ])('is ours where %s, and the result depends on it', (_, end) => {
    const made = battleWith(`${code}\n${end}`, struck);
    settleAllies(made.machine);
    // 3 hits of 60 less the whole defence of 40
    expect([made.word('ally[0].totalDamage'), made.word('record[5].hp')]).toEqual([140, 60]);
    expect([made.filled(), made.used().includes('allyDefence')]).toEqual([[], true]);
    expect([made.read('activeSkill[2]'), made.read('driver')]).toEqual([0, 0x20]);
  });
});

test('a battle taken back across a call of the image goes the same way again', () => {
  const { battle, machine, filled } = battleWith('.at C1:CCA5\nlda #$77\nsta {enemy[0].charge}\nrts', {
    absorbFlag: 0,
    'enemy[0].hp': 5,
    'enemy[0].singleHit': 60,
  });
  const before = snapshot(battle);
  loseTotal(machine, Enemy.FIRST, 1);
  const after = machine.ram.slice();
  restore(battle, before);
  expect(filled()).toEqual([]);
  loseTotal(machine, Enemy.FIRST, 1);
  expect([...machine.ram]).toEqual([...after]);
});
