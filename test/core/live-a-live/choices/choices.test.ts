/** What may be chosen: every listed command is accepted, every refusal met, cells as the slow reference reaches them. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import { apply, decodeCommand, encodeCommand } from '../../../../core/system/battle.js';
import { scatter } from '../../../fixtures/live-a-live/scattered-battle.js';
import { ALLY } from '../../../references/live-a-live/addresses.js';
import * as slow from '../../../references/live-a-live/played-choices.js';
import { CELLS } from '../../../references/live-a-live/played-memory.js';
import { halfSizes } from '../../../references/live-a-live/played-range.js';
import { choicesOf, groupOf } from './laid-out.js';

const TARGET = 9;
const SPINNING_KICK = 126;

const takahara = (more: object = {}): LiveALiveBattle =>
  createBattle({ formation: 0xd9, party: [{ character: 'takahara', ...more }], generator: [18, 52, 86, 120] });

test('every listed command is accepted as it is written and as it is encoded, and the battle stays as it was', () => {
  const battle = createBattle({
    formation: 0x10,
    scenario: 0,
    items: [1, 2, 3, 0x60],
    party: [
      { character: 'oersted', level: 10 },
      { character: 'straybow', level: 10 },
      { character: 3 },
      { character: 2 },
    ],
  });
  const before = battle.image.slice();
  const copy = createBattle(null);
  let commands = 0;
  for (let turn = 0; turn < 4; turn++) {
    const start = battle.image.slice();
    for (const { choices } of choicesOf(battle).groups) {
      for (const { command, words } of choices) {
        commands++;
        expect([...encodeCommand(LIVE_A_LIVE_BATTLE, battle, command)]).toEqual([...words]);
        expect(decodeCommand(LIVE_A_LIVE_BATTLE, battle, words)).toEqual(command);
        if (commands % 7 !== 0) continue;
        copy.image.set(start);
        expect(copy.step(words, undefined), JSON.stringify(command)).toBe(0);
      }
    }
    expect(Buffer.compare(battle.image, start)).toBe(0);
    battle.step(Int32Array.of(4, -1, 0), undefined);
  }
  expect(commands).toBeGreaterThan(300);
  expect(Buffer.compare(battle.image, before)).not.toBe(0);
});

test('the cells of a skill are those that the slow reference reaches, with the facings', () => {
  const battle = createBattle(null);
  const { ram, tables } = battle.machine;
  for (let seed = 0; seed < 40; seed++) {
    const memory = scatter(ram, seed);
    const choices = choicesOf(battle);
    for (const { command, name, choices: listed } of choices.groups) {
      if (command !== 'skill' || listed.length === 0) continue;
      const ally = listed[0]?.words[6] ?? 0;
      const skill = listed[0]?.words[1] ?? 0;
      const byCell = new Map<number, number[]>();
      for (const facing of [0, 1, 2, 3]) {
        for (const cell of slow.reach(memory, tables.bankD5, ally, skill, facing))
          byCell.set(cell, [...(byCell.get(cell) ?? []), facing]);
      }
      const mine = new Map(listed.map(({ cell, facings }) => [(cell?.[0] ?? 0) + 8 * (cell?.[1] ?? 0), facings]));
      expect(
        [...mine.keys()].sort((a, b) => a - b),
        `seed ${seed}, ${name.id}`,
      ).toEqual([...byCell.keys()].sort((a, b) => a - b));
      for (const [cell, facings] of mine) expect([...facings]).toEqual(byCell.get(cell));
    }
  }
});

test('a skill hits the rectangle round its cell, or round its user, as its record has it', () => {
  const battle = createBattle(null);
  const { ram, tables } = battle.machine;
  const set = LIVE_A_LIVE_BATTLE.capabilities.choices;
  let seen = 0;
  for (let seed = 0; seed < 20; seed++) {
    const memory = scatter(ram, seed);
    const before = ram.slice();
    for (const { words } of choicesOf(battle).groups.flatMap(({ choices }) => choices)) {
      const [, skill = 0, x = 0, y = 0] = words;
      const area = set?.area(battle, words) ?? [];
      if (decodeCommand(LIVE_A_LIVE_BATTLE, battle, words).command !== 'skill') {
        if (decodeCommand(LIVE_A_LIVE_BATTLE, battle, words).command !== 'item') expect(area).toEqual([]);
        continue;
      }
      const record = slow.recordOfAllySkill(skill);
      // a straight or piercing skill goes its own way
      if (((tables.bankD5[record + 11] ?? 0) & 0xc0) !== 0) continue;
      const block = memory.allyBlock(words[6] ?? 0);
      const isRound = ((tables.bankD5[record + 13] ?? 0) & 0x20) !== 0;
      const [atX, atY] = isRound ? [memory.get(block + ALLY.cellX), memory.get(block + ALLY.cellY)] : [x, y];
      const [across, down] = halfSizes(tables.bankD5, record);
      const cells = CELLS.map((cell) => [cell & 7, cell >> 3] as const);
      expect(area).toEqual(cells.filter(([a, b]) => Math.abs(a - atX) <= across && Math.abs(b - atY) <= down));
      seen++;
    }
    expect(ram).toEqual(before);
  }
  expect(seen).toBeGreaterThan(100);
});

test('refusals say why: out of reach, disabled, locked leg, no escape, over', () => {
  const far = takahara();
  const kick = groupOf(choicesOf(far), 'reppu-seiken-zuki');
  // Takahara stands at (5,4), Tula Han at (0,0): one cell along a diagonal does not get there
  expect(kick.refused).toEqual([
    { code: 'E_TARGET', target: expect.objectContaining({ en: 'Tula Han', id: 'tula-han' }), reason: 'out of reach' },
  ]);
  expect(groupOf(choicesOf(far), 'escape').refused[0]?.code).toBe('E_ESCAPE');
  // bits 1 and 2: leg and arm
  far.image[Ally.FIRST + Ally.STATUSES] = 0x06;
  const locked = choicesOf(far);
  expect(groupOf(locked, 'move').refused[0]?.code).toBe('E_LEG_LOCK');
  expect(groupOf(locked, 'turn').choices).toEqual([]);
  const reasons = locked.groups.filter(({ command }) => command === 'skill').map(({ refused }) => refused[0]);
  expect(reasons).toContainEqual({ code: 'E_DISABLED', target: undefined, reason: 'disabled by a locked arm' });
  far.image[Host.BATTLE_RESULT] = 1;
  const over = choicesOf(far);
  expect(over.actor).toBeUndefined();
  expect(new Set(over.groups.map(({ refused }) => refused[0]?.code))).toEqual(new Set(['E_OVER']));
});

test('nobody can act: only a wait is listed', () => {
  const battle = takahara();
  battle.image[Ally.FIRST + Ally.STATUSES] = 0x20;
  const { actor, groups } = choicesOf(battle);
  expect(actor).toBeUndefined();
  expect(groups.filter(({ choices }) => choices.length > 0).map(({ command }) => command)).toEqual(['wait']);
  expect(groups[0]?.refused[0]?.code).toBe('E_NOBODY');
});

test('E_TARGET names the cells that can be reached', () => {
  const battle = takahara();
  const command = { command: 'skill', skill: 'dou-mawashi-kaiten-geri', x: 0, y: 6 };
  expect(() => apply(LIVE_A_LIVE_BATTLE, battle, command)).toThrow(
    // range 1, directions 83h: all round (5,4)
    'the skill does not reach this cell: it reaches (4,3) (5,3) (6,3) (4,4) (6,4) (4,5) (5,5) (6,5)',
  );
  expect(battle.step(Int32Array.of(6, SPINNING_KICK, 0, 6, -1, 0, -1, -1), undefined)).toBe(TARGET);
});
