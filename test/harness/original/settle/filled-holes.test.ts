/**
 * Each hole that an image's code fills: the image does what no stand-in of ours does, the battle
 * names the hole, and the draws of the image are told in place of ours.
 */
import { describe, expect, test } from 'vitest';
import { attackEnemies } from '../../../../core/live-a-live/combat/hits-on-enemies.js';
import { changeUserWithImage } from '../../../../core/live-a-live/combat/stat-change.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { EVENT_DRAW, EVENT_FILLED } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { System } from '../../../../core/system/system.js';
import { withImage } from '../../../../harness/files/rom/with-image.js';
import { withImageCode } from '../../../../harness/original/settle/with-original.js';
import { testFolder } from '../../fixtures/files.js';
import { battleOf, placeOf, romWith } from './filled-battle.js';

const folder = testFolder();

const romOf = (code: string) => romWith(folder, code);

/** One hit that lands: the enemy is paralysed. */
const HIT = { 'activeSkill[19]': 0x01, 'enemy[0].statuses': 0x10, 'activeSkill[20]': 0 };

describe('a blow from behind', () => {
  const behind = { ...HIT, 'enemy[0].struckFrom': 0x80, 'enemy[0].pendingAbnormality': 0 };
  const rom = () => romOf('.at C1:D9DA\nlda #$8b\nsta {enemy[0].pendingAbnormality}\nrts');

  test('causes what the image writes', () => {
    const system = withImageCode(LIVE_A_LIVE_BATTLE, rom());
    const { battle, machine, read } = battleOf(system, behind);
    attackEnemies(machine);
    expect(read('enemy[0].hitsLanded')).toBe(1);
    expect(read('enemy[0].pendingAbnormality')).toBe(0x8b);
    expect(system.capabilities.evidence?.filled?.(battle)).toEqual(['onsetFromBack']);
  });

  test('with tables alone the stand-in stays', () => {
    const system = withImage(LIVE_A_LIVE_BATTLE, rom());
    const { battle, machine, read } = battleOf(system, behind);
    attackEnemies(machine);
    expect(read('enemy[0].hitsLanded')).toBe(1);
    expect(read('enemy[0].pendingAbnormality')).not.toBe(0x8b);
    expect(system.capabilities.evidence?.filled?.(battle)).toEqual([]);
  });
});

/** A raise of the level by a quarter, which takes 250 past 255; the first draw succeeds. */
const RAISE = { ...HIT, 'activeSkill[23]': 0x61, 'enemy[0].level': 250, 'enemy[0].correctedLevel': 1 };
/** A generator that counts its first byte up and gives 2Ah. */
const GENERATOR = '.at C1:6150\ninc {battleGenerator.a0}\nlda #$2a\nrts';

describe('a stat at its cap', () => {
  test('becomes what the image writes, and its draws are told in place of ours', () => {
    const rom = romOf(`${GENERATOR}\n.at C1:DD8F\njsr $6150\njsr $6150\nsta {enemy[0].level}\nrts`);
    const system = withImageCode(LIVE_A_LIVE_BATTLE, rom);
    const { battle, machine, read } = battleOf(system, RAISE);
    const events = createEventBuffer(4096);
    machine.events = events;
    attackEnemies(machine);
    expect(read('enemy[0].level')).toBe(0x2a);
    expect(system.capabilities.evidence?.filled?.(battle)).toEqual(['statChangeCap']);
    const words = [...events.words.subarray(0, events.length)];
    const at = words.findIndex((word, index) => word === EVENT_FILLED && words[index + 2] === 0xc1dd8f);
    const [first, second] = [words.slice(at + 5, at + 10), words.slice(at + 10, at + 15)];
    expect(words.slice(at, at + 5)).toEqual([EVENT_FILLED, 0, 0xc1dd8f, 0, 0]);
    expect([first[0], first[1], first[4]]).toEqual([EVENT_DRAW, 0xc1dd8f, 0x2a]);
    expect([second[0], second[1], second[4]]).toEqual([EVENT_DRAW, 0xc1dd92, 0x2a]);
    const before = (first[2] as number) & 0xff;
    expect([(first[3] as number) & 0xff, (second[2] as number) & 0xff, (second[3] as number) & 0xff]).toEqual([
      (before + 1) & 0xff,
      (before + 1) & 0xff,
      (before + 2) & 0xff,
    ]);
    // our own draw on the way to the hole was taken back: its site is the routine's address, in no order with these
    const draws = words.slice(0, at).filter((word) => word === 0xc1dd8f);
    expect(draws).toEqual([]);
  });

  test('a draw whose return ends the call is told', () => {
    const rom = romOf(`${GENERATOR}\n.at C1:DD8F\njsr $6150\nrts`);
    const { machine } = battleOf(withImageCode(LIVE_A_LIVE_BATTLE, rom), RAISE);
    const events = createEventBuffer(4096);
    machine.events = events;
    attackEnemies(machine);
    const words = [...events.words.subarray(0, events.length)];
    const at = words.findIndex((word, index) => word === EVENT_FILLED && words[index + 2] === 0xc1dd8f);
    expect([words[at + 5], words[at + 6], words[at + 9]]).toEqual([EVENT_DRAW, 0xc1dd8f, 0x2a]);
  });
});

describe('hits on the enemy that always takes 1', () => {
  /** Odio Mole, three hits on it; statuses of the skill would follow the first one. */
  const mole = { ...HIT, 'activeSkill[19]': 0x03, 'enemy[0].id': 0xd0, 'enemy[0].hitsAssigned': 0 };
  const rom = () =>
    romOf(`.at C1:D7E9
      txa
      sta {activeSkill[0]}
      lda {enemy[0].hitsAssigned}
      sta {activeSkill[1]}
      lda #$05
      sta {enemy[0].hitsLanded}
      lda #$09
      sta {enemy[0].singleHit}
      rts`);

  test('are what the image makes of them, all in one call that begins before the first', () => {
    const system = withImageCode(LIVE_A_LIVE_BATTLE, rom());
    const { battle, machine, read } = battleOf(system, mole);
    attackEnemies(machine);
    expect(system.capabilities.evidence?.filled?.(battle)).toEqual(['odioMoleHits']);
    expect([read('enemy[0].hitsLanded'), read('enemy[0].singleHit')]).toEqual([5, 9]);
    // X is the enemy, and no hit had been done yet
    expect([read('activeSkill[0]'), read('activeSkill[1]')]).toEqual([0x00, 3]);
  });

  test('are 1 each with tables alone, and another enemy needs no image', () => {
    const tables = battleOf(withImage(LIVE_A_LIVE_BATTLE, rom()), mole);
    attackEnemies(tables.machine);
    expect([tables.read('enemy[0].hitsLanded'), tables.read('enemy[0].singleHit')]).toEqual([3, 1]);
    const system = withImageCode(LIVE_A_LIVE_BATTLE, rom());
    const other = battleOf(system, { ...mole, 'enemy[0].id': 0xcf });
    attackEnemies(other.machine);
    expect([other.read('enemy[0].hitsLanded'), system.capabilities.evidence?.filled?.(other.battle)]).toEqual([3, []]);
  });
});

describe("a change of the user's own stats", () => {
  const rom = () => romOf('.at C1:DCC1\nlda #$37\nsta {ally[0].level}\nrts');
  const own = { 'activeSkill[23]': 0xe1, 'ally[0].correctedLevel': 1, 'ally[0].level': 20 };

  test('of an ally is what the image makes of it', () => {
    const system = withImageCode(LIVE_A_LIVE_BATTLE, rom());
    const { battle, machine, read } = battleOf(system, own);
    expect(changeUserWithImage(machine)).toBe(true);
    expect([read('ally[0].level'), system.capabilities.evidence?.filled?.(battle)]).toEqual([0x37, ['allyStatChange']]);
  });

  test('needs no image where the printed part refuses it, and does nothing without one', () => {
    const refused = battleOf(withImageCode(LIVE_A_LIVE_BATTLE, rom()), { ...own, 'ally[0].correctedLevel': 60 });
    expect(changeUserWithImage(refused.machine)).toBe(true);
    expect(refused.read('ally[0].level')).toBe(20);
    expect(changeUserWithImage(battleOf(LIVE_A_LIVE_BATTLE, own).machine)).toBe(false);
  });
});

describe('a special formation', () => {
  const setup = { formation: 0xab, generator: [1, 2, 3, 4], party: [{ character: 'oersted' }] };
  const create = (system: System, formation = 0xab) => system.create({ ...setup, formation });
  const putEnemy = `.at C1:F5FB
    lda #$40
    sta {enemy[0].state}
    lda #$80
    sta {enemy[1].state}
    lda #$03
    sta {enemy[0].cellX}
    sta {enemy[0].cellY}
    lda #$01
    sta {species[0].width}
    sta {species[0].height}
    rts`;

  test('of allies as enemies is set up by the image', () => {
    const system = withImageCode(LIVE_A_LIVE_BATTLE, romOf(putEnemy));
    const battle = create(system);
    const offset = placeOf('enemy[0].cellX').offset;
    expect([battle.image[placeOf('enemy[0].state').offset], battle.image[offset]]).toEqual([0x40, 3]);
    expect(system.capabilities.evidence?.filled?.(battle)).toEqual(['specialFormations']);
  });

  test('that the image leaves without an enemy is refused', () => {
    const system = withImageCode(LIVE_A_LIVE_BATTLE, romOf('.at C1:F5FB\nrts'));
    expect(() => create(system)).toThrow(expect.objectContaining({ code: 'E_PARTY' }));
    expect(() => create(system)).toThrow(/leaves no enemy present/);
  });

  test('whose list of enemies the image leaves open is refused', () => {
    const open = Array.from({ length: 16 }, (_, enemy) => `sta {enemy[${enemy}].state}`).join('\n');
    const system = withImageCode(LIVE_A_LIVE_BATTLE, romOf(`.at C1:F5FB\nlda #$40\n${open}\nrts`));
    expect(() => create(system)).toThrow(/list of enemies open/);
  });

  test('of a driven enemy is refused where the image has no start of a battle, and without one', () => {
    const system = withImageCode(LIVE_A_LIVE_BATTLE, romOf(putEnemy));
    expect(() => create(system, 0x82)).toThrow(/own start \(C1:0000\) does not come to its loop \(C1:0261\)/);
    expect(() => create(LIVE_A_LIVE_BATTLE, 0x82)).toThrow(
      /C1:948D\) are unpublished\. Give your own image with --rom/,
    );
    expect(() => create(LIVE_A_LIVE_BATTLE, 0xab)).toThrow(
      /C1:F989\) are unpublished\. Give your own image with --rom/,
    );
  });
});
