/**
 * A frame that is played up to the buttons and then from them on, against whole frames; what a frame says of the enemies’ turn, and what it notes
 * of the switch `idleChargeFrames`, counted out by hand.
 */
import { describe, expect, test } from 'vitest';
import { DRILL } from '../../../../core/live-a-live/drill/program.js';
import {
  PHASE_RUNNING,
  PHASE_START,
  runFromButtons,
  runToButtons,
  stepFrame,
} from '../../../../core/live-a-live/frame/frame.js';
import { createFrameBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import {
  PAD_A,
  PAD_B,
  PAD_DOWN,
  PAD_L,
  PAD_LEFT,
  PAD_R,
  PAD_RIGHT,
  PAD_SELECT,
  PAD_START,
  PAD_UP,
  PAD_X,
  PAD_Y,
} from '../../../../core/live-a-live/memory/pad.js';
import { noteUnpublished } from '../../../../core/live-a-live/memory/unpublished-used.js';
import { read } from '../../../../core/system/battle.js';
import { type CellValues, cellsOf, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { numbers } from '../../../fixtures/live-a-live/crowded-battle.js';

const BUTTONS = [
  ...[PAD_A, PAD_B, PAD_X, PAD_Y, PAD_L, PAD_R],
  ...[PAD_UP, PAD_DOWN, PAD_LEFT, PAD_RIGHT, PAD_START, PAD_SELECT],
];

/** Two allies against two enemies, before the first frame. */
function created(switches = {}): LiveALiveBattle {
  const damage = { operation: 'damage', a: 3, c: 1 };
  return createFrameBattle(
    {
      allies: [
        { speed: 31, x: 1, y: 5 },
        { speed: 200, x: 3, y: 2 },
      ],
      species: [{ speed: 60, intellect: 55, hp: 2000 }],
      enemies: [{ species: 0 }, { species: 0 }],
      generator: [1, 2, 3, 4],
      skills: [{ effects: [damage] }, { charge: 24, effects: [damage] }],
    },
    switches,
  );
}

/** The same, running. */
function running(switches = {}, cells: CellValues = {}): LiveALiveBattle {
  const battle = created(switches);
  stepFrame(battle.machine, DRILL, 0);
  cellsOf(battle.image).set(cells);
  return battle;
}

/** Enemy 0 decides in the next frame: action points above 255, an ally acted last, most order points. */
const ENEMY_TURN: CellValues = { actionPoints: 600, turnFlag: 0x40, 'enemy[0].orderPoints': 900 };

describe('a frame up to the buttons, and from them on', () => {
  test('come to the same as the whole frame, whatever is pressed', () => {
    /** Whom the buttons of a frame were for; the last is nobody. */
    const met = { enemies: new Set<number>(), allies: new Set<number>(), areas: new Set<number>(), nobody: 0 };
    const meet = (battle: LiveALiveBattle, begun: number): void => {
      if (begun > 0) met.enemies.add(begun);
      else if (begun === ~0) met.nobody++;
      else (read(battle, 'areaMode') === 0 ? met.allies : met.areas).add(begun);
    };
    for (let seed = 0; seed < 8; seed++) {
      const below = numbers(seed);
      const [whole, parts] = [running(), running()];
      // a skill of the other ally is due
      if (seed % 2 === 0) for (const { image } of [whole, parts]) cellsOf(image).set({ 'ally[1].skillState': 0x40 });
      for (let frame = 0; frame < 150; frame++) {
        const one = (share: number): number => (below(share) === 0 ? (BUTTONS[below(BUTTONS.length)] ?? 0) : 0);
        const start = below(5) < 2 ? PAD_START : 0;
        const pad = start | one(1) | one(4) | (below(40) === 0 ? PAD_START | PAD_SELECT : 0);
        stepFrame(whole.machine, DRILL, pad);
        const begun = runToButtons(parts.machine, DRILL);
        meet(parts, begun);
        runFromButtons(parts.machine, DRILL, begun, pad);
        expect(Buffer.from(parts.image).equals(whole.image), `seed ${seed}, frame ${frame}`).toBe(true);
      }
    }
    // both enemies, both allies with and without an area, nobody
    expect([met.enemies.size, met.allies.size, met.areas.size, met.nobody > 20]).toEqual([2, 2, 2, true]);
  });

  test('the buttons are for the enemy that decides; else for the ally, told by the complement of its block, or of 0', () => {
    const begun = (cells: CellValues): number => runToButtons(running({}, cells).machine, DRILL);
    expect(begun(ENEMY_TURN)).toBe(enemyPointer(0));
    expect([begun({}), begun({ ...ENEMY_TURN, areaMode: 1 })]).toEqual([~0x1c00, ~0x1c00]);
    expect(begun({ 'ally[0].statuses': 0x20, 'ally[1].statuses': 0x20 })).toBe(~0);
  });
});

describe('a frame', () => {
  const frame = (cells: CellValues, pad: number): boolean => stepFrame(running({}, cells).machine, DRILL, pad);
  test('says that it is the enemies’ turn and nobody did anything', () => {
    // both enemies asleep
    const asleep = { 'enemy[0].statuses': 0x20, 'enemy[1].statuses': 0x20 };
    expect(frame({ ...ENEMY_TURN, ...asleep }, 0)).toBe(true);
  });
  test('says nothing of it where an enemy steps, in the allies’ turn, while an area is chosen, and at the battle’s start', () => {
    expect([frame(ENEMY_TURN, PAD_START | PAD_UP), frame({}, 0)]).toEqual([false, false]);
    expect(frame({ ...ENEMY_TURN, areaMode: 1 }, 0)).toBe(false);
    const battle = created();
    cellsOf(battle.image).set(ENEMY_TURN);
    expect([read(battle, 'phase'), stepFrame(battle.machine, DRILL, 0)]).toEqual([PHASE_START, false]);
    expect(read(battle, 'phase')).toBe(PHASE_RUNNING);
  });
  test('takes no word for a pad whose low nibble is not 0', () => {
    const pad1 = (pad: number): number => {
      const { machine, image } = running();
      stepFrame(machine, DRILL, pad);
      return cellsOf(image).read('pad1');
    };
    expect([pad1(0x0840), pad1(0x0841), pad1(0x0848), pad1(0x000f)]).toEqual([0x0840, 0, 0, 0]);
  });
});

describe('what depends on the switch idleChargeFrames', () => {
  /** Whether a frame depends on it whose time step is 4. */
  const depends = (switches: object, cells: CellValues): boolean => {
    const battle = running(switches, { timeCode: 0x40, ...cells });
    const notes = noteUnpublished(battle.machine);
    stepFrame(battle.machine, DRILL, 0);
    return notes.names().includes('idleChargeFrames');
  };
  const charging = (unit: string, charge: number): CellValues => ({
    [`${unit}.skillState`]: 0x40,
    [`${unit}.charge`]: charge,
  });
  test.each(['N+1', 'N'])('is a frame in which another skill is due after the countdown than before it: %s', (rule) => {
    const of = (cells: CellValues): boolean => depends({ idleChargeFrames: rule }, cells);
    expect([of(charging('ally[1]', 4)), of(charging('enemy[1]', 4))]).toEqual([true, true]);
    // an ally before the one that was due already
    expect(of({ ...charging('ally[0]', 4), ...charging('ally[1]', 0) })).toBe(true);
    // nobody charges; a charge of 5 keeps 1; the same one is due before and after; no time passes
    expect(of({})).toBe(false);
    expect([of(charging('ally[1]', 5)), of(charging('enemy[1]', 5))]).toEqual([false, false]);
    expect([of(charging('ally[1]', 0)), of(charging('enemy[1]', 0))]).toEqual([false, false]);
    expect(of({ ...charging('ally[1]', 4), timeCode: 0 })).toBe(false);
  });
});
