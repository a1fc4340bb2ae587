/** Previews against the same command played: same image, nothing of the battle touched; and a count of what a preview costs. */
import { expect, test } from 'vitest';
import { choicesOf, createBattle, LIVE_A_LIVE_BATTLE, preview } from '../../../../core/live-a-live/index.js';
import { createEventBuffer, pushEvent, read } from '../../../../core/system/battle.js';

const SKILL = 6;
const PARTY = {
  formation: 0x10,
  scenario: 0,
  party: [
    { character: 'oersted', level: 10 },
    { character: 'straybow', level: 10 },
    { character: 3 },
    { character: 2 },
  ],
};

test('a preview says what playing the command then does, and touches nothing', () => {
  const battle = createBattle({ ...PARTY, generator: [18, 52, 86, 120] });
  const notes = LIVE_A_LIVE_BATTLE.capabilities.evidence?.unpublished?.(battle);
  const flags = notes?.flags.slice();
  const lent = createEventBuffer();
  pushEvent(lent, 2, 4, 1, 2, 3, 4);
  battle.machine.events = lent;
  const copy = createBattle(null);
  let acted = 0;
  for (let turn = 0; turn < 6; turn++) {
    const before = battle.image.slice();
    const choices = choicesOf(battle).groups.flatMap((group) => group.choices);
    for (let at = turn; at < choices.length; at += 9) {
      const words = choices[at]?.words ?? new Int32Array(8);
      const shown = preview(battle, words);
      expect(Buffer.compare(battle.image, before)).toBe(0);
      copy.image.set(before);
      const events = createEventBuffer(1 << 16);
      expect(copy.step(words, events)).toBe(0);
      expect(shown.error).toBe('');
      expect(shown.frames).toBe(read(copy, 'battleFrames') - read(battle, 'battleFrames'));
      for (const { cell, before: was, after } of shown.changes) {
        expect([read(battle, cell), read(copy, cell)], cell).toEqual([was, after]);
        expect(was).not.toBe(after);
      }
      const seen = new Set(shown.changes.map(({ cell }) => cell));
      for (const cell of ['actionPoints', 'enemy[0].hp', 'enemy[1].hp', 'enemy[0].orderPoints', 'record[0].hp']) {
        expect(seen.has(cell), cell).toBe(read(battle, cell) !== read(copy, cell));
      }
      expect(shown.happenings).toEqual(LIVE_A_LIVE_BATTLE.narration.tell(copy, before, events));
      acted += shown.acted.length;
    }
    expect(lent.length).toBe(5);
    expect(notes?.flags).toEqual(flags);
    const next = choices[turn * 5]?.words ?? new Int32Array(8);
    battle.machine.unpublished = undefined;
    battle.step(next, lent);
    lent.length = 5;
  }
  expect(acted).toBeGreaterThan(40);
});

test('a refused command: its code, and what it could have named', () => {
  const battle = createBattle({ formation: 0xd9, party: [{ character: 'takahara' }] });
  const shown = preview(battle, Int32Array.of(SKILL, 126, 0, 6, -1, 0, -1, -1));
  expect(shown).toEqual({
    error: 'E_TARGET',
    reason: 'the skill does not reach this cell: it reaches (4,3) (5,3) (6,3) (4,4) (6,4) (4,5) (5,5) (6,5)',
    frames: 0,
    changes: [],
    acted: [],
    next: undefined,
    happenings: [],
  });
});
