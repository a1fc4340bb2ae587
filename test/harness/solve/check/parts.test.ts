/** Parts of the checker of certificates: the room that states take, what looks alike, what belongs to the key of a state. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import type { Outcomes } from '../../../../harness/solve/check/outcomes.js';
import { createPlayPoint, type Plays } from '../../../../harness/solve/check/points.js';
import { createStateKey } from '../../../../harness/solve/check/state-key.js';
import { createStoredStates } from '../../../../harness/solve/check/stored-states.js';

describe('a stored state', () => {
  test('takes room for each byte that differs from the first one, and comes back whole', () => {
    const image = Uint8Array.of(5, 6, 7, 8);
    const states = createStoredStates(image, 'proof.jsonl');
    image[2] = 9;
    const stored = states.store();
    expect(stored.length).toBe(1);
    image.fill(0);
    states.load(stored);
    expect([...image]).toEqual([5, 6, 9, 8]);
  });

  test('is refused where all of them take more than a gibibyte, and has room again for one that was dropped', () => {
    const image = new Uint8Array(1 << 24);
    const states = createStoredStates(image, 'proof.jsonl');
    image.fill(1);
    // four bytes of each of sixteen million: 64 MiB a state
    states.drop(states.store());
    for (let count = 0; count < 16; count++) states.store();
    expect(() => states.store()).toThrow(/do not fit into memory/u);
  });
});

describe('states after a move that look alike', () => {
  /** Of a state the image holds its number, and nothing of it is seen: 1 and 2 come of a draw, half of it each. */
  function branchesWhere(accepts: (state: number, move: number) => boolean): readonly string[][] {
    const image = Uint8Array.of(0);
    const states = createStoredStates(image, 'proof.jsonl');
    const values = { limited: [1], script: 0, start: -1 };
    const made = { isLost: false, paid: 1, atGoal: false, values };
    const outcomes: Outcomes = {
      one(from, move) {
        states.load(from.stored);
        return accepts(image[0] as number, move) ? made : undefined;
      },
      all: (_from, _move, take) =>
        [1, 2].every((state) => {
          image[0] = state;
          return !take(made, { cases: 128n, draws: 1 });
        }),
      finish: () => undefined,
      count: () => 0,
    };
    const battle = { image, cells: [] };
    const task = { battle, system: { capabilities: {} }, moves: [0, 1], costsBelow: Number.POSITIVE_INFINITY };
    const transitions = { key: () => `${image[0]}` };
    const play = createPlayPoint({ task, transitions, states, outcomes } as unknown as Plays);
    const start = { key: '0', stored: states.store(), values: { ...values, limited: [0] }, weight: 1n };
    const played = play({ name: '', members: [start], cost: 0 }, 0);
    if (typeof played !== 'object') throw new Error(`no move was made: ${played}`);
    return played.branches.map(({ point, share }) => [
      ...point.members.map(({ key }) => key),
      `${(2n * share.top) / share.bottom} of 2`,
    ]);
  }

  test('are one point where the same moves are accepted, and two where a move tells them apart', () => {
    expect(branchesWhere(() => true)).toEqual([['1', '2', '2 of 2']]);
    expect(branchesWhere((state, move) => state === 1 || move === 0)).toEqual([
      ['1', '1 of 2'],
      ['2', '1 of 2'],
    ]);
  });
});

describe('the key of a state', () => {
  const battle = LIVE_A_LIVE_BATTLE.create({
    formation: 0xde,
    party: [{ character: 'takahara' }],
    generator: [1, 2, 3, 4],
  });
  const isDeclared = new Set(
    battle.cells.flatMap(({ offset, width, list = width }) => Array.from({ length: list }, (_, at) => offset + at)),
  );
  const undeclared = [...battle.image.keys()].find((at) => !isDeclared.has(at)) as number;

  test('holds every byte where a work cell is asked for, and none that no cell declares otherwise', () => {
    const work = battle.cells.find(({ scratch }) => scratch === true);
    const kept = battle.cells.find(({ name }) => name === 'enemy[0].hp');
    if (work === undefined || kept === undefined) throw new Error('cells are gone');
    const isSeen = (asked: typeof work): boolean => {
      const key = createStateKey(LIVE_A_LIVE_BATTLE, battle, [asked], false);
      const before = key([]);
      battle.image[undeclared] = (battle.image[undeclared] as number) ^ 1;
      return key([]) !== before;
    };
    expect([isSeen(work), isSeen(kept)]).toEqual([true, false]);
  });
});
