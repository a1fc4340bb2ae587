/** What each command of the player does, by hand: Takahara's step costs 57, his turn 28; Uranus, of speed 17, pays 60 and 30. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { apply, read } from '../../../../core/system/battle.js';
import { allyPointer, cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

/** The blocks of the two as `currentAlly` names them. */
const ALLIES = { takahara: allyPointer(0), uranus: allyPointer(1) };

type Command = Record<string, unknown> & { command: string };

/** Takahara at 5, 4 and Uranus at 3, 4, Namcat in a corner. */
function started(more: Record<string, unknown> = {}): LiveALiveBattle {
  return createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [
      { character: 'takahara', x: 5, y: 4 },
      { character: 'uranus', x: 3, y: 4 },
    ],
    generator: [1, 2, 3, 4],
    ...more,
  });
}

function cellsAfter(command: Command, cells: readonly string[], more: Record<string, unknown> = {}): number[] {
  const battle = started(more);
  apply(LIVE_A_LIVE_BATTLE, battle, command);
  return cells.map((cell) => read(battle, cell));
}

describe('turning', () => {
  test('to the right goes clockwise from lower right, to the left the other way round, for 28 points each', () => {
    for (const [way, facings] of [
      ['right', [1, 3, 2, 0]],
      ['left', [2, 3, 1, 0]],
    ] as const) {
      const battle = started();
      const seen = facings.map(() => {
        apply(LIVE_A_LIVE_BATTLE, battle, { command: 'turn', way });
        return read(battle, 'ally[0].facing');
      });
      expect([seen, read(battle, 'actionPoints')]).toEqual([facings, 112]);
    }
  });
});

describe('stepping', () => {
  test('in place costs 57, and neither the cell nor the ally’s turn changes', () => {
    const cells = ['actionPoints', 'ally[0].cellX', 'ally[0].cellY', 'currentAlly'];
    expect(cellsAfter({ command: 'step' }, cells)).toEqual([57, 5, 4, ALLIES.takahara]);
  });

  test('to a cell costs twelve frames and 57 points a step, and leaves the facing of the last step', () => {
    const cells = ['actionPoints', 'ally[0].cellX', 'ally[0].cellY', 'ally[0].facing', 'battleFrames'];
    const one = cellsAfter({ command: 'move', x: 5, y: 3 }, cells);
    expect(one.slice(0, 3)).toEqual([57, 5, 3]);
    const two = cellsAfter({ command: 'move', x: 5, y: 2 }, cells);
    expect(two.slice(0, 3)).toEqual([114, 5, 2]);
    expect((two[4] ?? 0) - (one[4] ?? 0)).toBe((one[4] ?? 0) - 1);
  });

  test('a walk ends where the enemies get a turn', () => {
    const battle = started({ party: [{ character: 'takahara', x: 6, y: 6 }] });
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'move', x: 6, y: 0 });
    // the fifth step takes 228 to 285, and Namcat acts
    expect(read(battle, 'ally[0].cellY')).toBe(1);
    expect(read(battle, 'actionPoints')).toBeLessThan(285);
  });
});

describe('passing', () => {
  test('costs as much as a step and hands the turn to the next ally by rank, after the last one to the first', () => {
    const battle = started();
    const seen = [0, 1, 2].map(() => {
      apply(LIVE_A_LIVE_BATTLE, battle, { command: 'pass' });
      return [read(battle, 'actionPoints'), read(battle, 'currentAlly')];
    });
    expect(seen).toEqual([
      [57, ALLIES.uranus],
      [117, ALLIES.takahara],
      [174, ALLIES.uranus],
    ]);
  });

  test('is refused for an ally whose turn it is not', () => {
    expect(cellsAfter({ command: 'pass', ally: 'takahara' }, ['currentAlly'])).toEqual([ALLIES.uranus]);
    expect(() => cellsAfter({ command: 'pass', ally: 'uranus' }, [])).toThrow(
      expect.objectContaining({ code: 'E_ACTOR' }),
    );
    expect(() => cellsAfter({ command: 'pass', ally: 3 }, [])).toThrow(expect.objectContaining({ code: 'E_ACTOR' }));
  });
});

describe('using a skill', () => {
  test('turns the ally at no cost, fires in the next frame and costs 510', () => {
    const cells = [
      'ally[0].facing',
      'actionPoints',
      'ally[0].lastSkill',
      'ally[0].targetX',
      'ally[0].targetY',
      'allySkillCount',
    ];
    expect(cellsAfter({ command: 'skill', skill: 0x7d, x: 6, y: 3, frames: 0 }, cells)).toEqual([
      2, 510, 0x7d, 6, 3, 1,
    ]);
  });

  test('takes the facing that is named, though the present one would reach the cell', () => {
    const skill = { command: 'skill', skill: 0x7e, x: 6, y: 4, frames: 0 };
    expect(cellsAfter(skill, ['ally[0].facing'])).toEqual([0]);
    expect(cellsAfter({ ...skill, facing: 'upper-right' }, ['ally[0].facing'])).toEqual([2]);
  });

  test('with a charge of 16 waits while somebody else acts', () => {
    const battle = started();
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'skill', skill: 0x8c, x: 5, y: 4, frames: 0 });
    const cells = ['ally[0].skillState', 'ally[0].chargeLength', 'actionPoints', 'currentAlly'];
    expect(cells.map((cell) => read(battle, cell))).toEqual([0x40, 16, 0, ALLIES.uranus]);
    // four units for a step in place
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'step', frames: 0 });
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'step', frames: 0 });
    expect([read(battle, 'actionPoints'), read(battle, 'ally[0].skillState')]).toEqual([120, 0x40]);
    expect([4, 8, 12]).toContain(read(battle, 'ally[0].charge'));
  });

  test('counts 28 points for each press of L or R before it fires', () => {
    const skill = { command: 'skill', skill: 0x7d, x: 6, y: 3, frames: 0 };
    expect(cellsAfter({ ...skill, presses: 3 }, ['actionPoints'])).toEqual([594]);
    expect(cellsAfter({ ...skill, presses: 65_535 }, ['actionPoints'])).toEqual([(65_535 * 28 + 510) % 65_536]);
    expect(cellsAfter({ ...skill, presses: 'overflow' }, ['actionPoints'])).toEqual([18]);
    expect(() => cellsAfter({ ...skill, presses: 65_536 }, [])).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
    expect(() => cellsAfter({ ...skill, presses: -1 }, [])).toThrow();
  });

  test('counts the frames of its window and animation as assumed', () => {
    const cells = ['battleFrames', 'assumedFrames', 'windowCount'];
    const skill = { command: 'skill', skill: 0x7d, x: 6, y: 3, frames: 0 };
    const [frames = 0] = cellsAfter(skill, cells);
    expect(cellsAfter(skill, cells, { frames: { window: 20, allySkill: 300 } })).toEqual([frames + 320, 320, 1]);
    expect(cellsAfter(skill, cells)).toEqual([frames, 0, 1]);
  });
});

describe('using an item', () => {
  const items = { items: ['naori-herb', 'peshipeshi-whip', 'parasite-sword', 'naori-herb'] };
  const hand = [0, 1, 2, 3].map((slot) => `inventory[${slot}]`);

  test('empties the first slot that holds it, when it is used up', () => {
    expect(cellsAfter({ command: 'item', item: 'naori-herb', x: 5, y: 4, frames: 0 }, hand, items)).toEqual([
      0, 0x37, 0xfa, 1,
    ]);
    const sword = { command: 'item', item: 'parasite-sword', x: 6, y: 5, frames: 0 };
    expect(cellsAfter(sword, [...hand, 'actionPoints'], items)).toEqual([1, 0x37, 0, 1, 510]);
  });

  test('keeps an item that lasts: the seal box', () => {
    const item = { command: 'item', item: 'いんろう', x: 5, y: 4, frames: 0 };
    expect(cellsAfter(item, ['inventory[0]'], { items: ['いんろう'] })).toEqual([0x69]);
  });

  test('is refused for one without a skill, for one not at hand, and in the present day and the kung fu chapter', () => {
    const use =
      (item: number, more: Record<string, unknown>): (() => number[]) =>
      () =>
        cellsAfter({ command: 'item', item, x: 5, y: 4 }, [], more);
    const refused = expect.objectContaining({ code: 'E_ITEM' });
    expect(use(0x37, items)).toThrow(refused);
    expect(use(2, items)).toThrow(refused);
    expect(use(1, { ...items, scenario: 5 })).toThrow(refused);
    expect(use(1, { ...items, scenario: 2 })).toThrow(refused);
    expect(use(1, { ...items, scenario: 4 })).not.toThrow();
  });
});

test('an escape ends the battle in its first frame, and is refused where the formation forbids it', () => {
  expect(cellsAfter({ command: 'escape' }, ['battleResult', 'battleFrames', 'actionPoints'])).toEqual([3, 1, 0]);
  expect(() => cellsAfter({ command: 'escape' }, [], { escape: false })).toThrow(
    expect.objectContaining({ code: 'E_ESCAPE' }),
  );
});

describe('waiting', () => {
  test('takes the frames that are named, even while an ally could act', () => {
    for (const frames of [1, 30, 255])
      expect(cellsAfter({ command: 'wait', frames }, ['battleFrames'])).toEqual([1 + frames]);
    expect(() => cellsAfter({ command: 'wait', frames: 0 }, [])).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
    expect(() => cellsAfter({ command: 'wait', frames: 256 }, [])).toThrow();
  });

  test('after any command: at least the named frames pass', () => {
    expect(cellsAfter({ command: 'step', frames: 0 }, ['battleFrames'])).toEqual([2]);
    expect(cellsAfter({ command: 'step', frames: 200 }, ['battleFrames'])).toEqual([201]);
  });
});

describe('automatic play', () => {
  test('gives as many commands as are named, or plays to the end of the battle', () => {
    const battle = started();
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'random', commands: 1, seed: 3 });
    const first = battle.image.slice();
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'random', commands: 2, seed: 3 });
    const again = started();
    for (let command = 0; command < 3; command++) {
      apply(LIVE_A_LIVE_BATTLE, again, { command: 'auto', policy: 'random', commands: 1, seed: 3 });
      if (command === 0) expect(Buffer.compare(again.image, first)).toBe(0);
    }
    expect(Buffer.compare(again.image, battle.image)).toBe(0);
    expect(read(battle, 'battleResult')).toBe(0);
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'attack' });
    expect([1, 2]).toContain(read(battle, 'battleResult'));
    expect(() => apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'attack' })).toThrow(
      expect.objectContaining({ code: 'E_OVER' }),
    );
  });

  test('takes seed 1 when none is named', () => {
    const image = (more: Record<string, unknown>): Uint8Array => {
      const battle = started();
      apply(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'random', commands: 6, ...more });
      return battle.image;
    };
    expect(Buffer.compare(image({}), image({ seed: 1 }))).toBe(0);
    expect(Buffer.compare(image({}), image({ seed: 2 }))).not.toBe(0);
  });
});

describe('while nobody can act', () => {
  test('only waiting is accepted', () => {
    const battle = started();
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames: 1 });
    const memory = new Memory(battle.image);
    const cells = cellsOf(memory.image);
    for (const ally of [0, 1]) {
      cells.ally(ally).set({ statuses: 0x10 });
      for (let timer = 0; timer < 8; timer++) cells.ally(ally).set({ [`timerNeck[${timer}]`]: 255 });
    }
    cells.set({ playerState: 0x80 });
    const refuse = (command: Command): void =>
      expect(() => apply(LIVE_A_LIVE_BATTLE, battle, command)).toThrow(expect.objectContaining({ code: 'E_NOBODY' }));
    for (const command of ['step', 'pass', 'escape']) refuse({ command });
    refuse({ command: 'turn', way: 'left' });
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames: 2 });
    expect(read(battle, 'actionPoints')).toBeGreaterThan(0);
  });
});
