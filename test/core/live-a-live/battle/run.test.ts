/**
 * Frames from one decision of the player to the next, against the same frames one by one and the question asked after each; what a frame does
 * beside the turn engine's: poison when the allies' turn comes, spoils once.
 */
import { describe, expect, test } from 'vitest';
import {
  LONGEST_WAIT,
  passQuietFrames,
  playFrame,
  runUntilPrompt,
  UNTIL_TURN_OVER,
} from '../../../../core/live-a-live/battle/run.js';
import { createBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { eventWords } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import { differences, numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { BATTLE_FRAMES, BATTLE_RESULT, PHASE } from '../../../references/live-a-live/own-cells.js';
import { actor } from '../../../references/live-a-live/played-commands.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const PARTY = [
  { character: 'takahara', skills: [0x7d, 0x7e, 0x8c], x: 5, y: 4 },
  { character: 'pogo', x: 6, y: 2, level: 3 },
  { character: 'akira', x: 6, y: 6, level: 9 },
];
const FOES = [
  { species: 'namcat', x: 0, y: 0 },
  { species: 'odie-o', x: 2, y: 0 },
  { species: 'moribe-seishi', x: 1, y: 5 },
  { species: 0x12, x: 3, y: 5 },
];

const has = (memory: Memory, cell: number, bits: number): boolean => (memory.get(cell) & bits) !== 0;
const stepping = (memory: Memory): boolean => has(memory, 0x0362, 8) || has(memory, 0x0363, 8);

/** Somebody's charge is over: C1:93A0 and its sister. */
function somebodyIsDue(memory: Memory): boolean {
  const due = (state: number, charge: number, statuses: number): boolean =>
    state === 0x40 && charge === 0 && (statuses & 0xb0) === 0;
  const allies = [0, 1, 2, 3].filter((ally) => memory.allyPresent(ally)).map((ally) => memory.allyBlock(ally));
  return (
    allies.some((block) => due(memory.get(block + 5), memory.get(block + 6), memory.get(block + 0x39))) ||
    memory.presentEnemies().some((enemy) => {
      const block = memory.enemyBlock(enemy);
      return due(memory.get(block + 5), memory.get(block + 6), memory.get(0xaa07 + 0x10 * enemy));
    })
  );
}

const typeOf = (memory: Memory, enemy: number): number => memory.get(memory.speciesOf(enemy) + 0x2f);
const disabled = (memory: Memory, enemy: number): boolean => has(memory, 0xaa07 + 0x10 * enemy, 0xb0);

/** C1:8E51. */
const enemiesTurn = (memory: Memory): boolean => memory.word(0x03ae) >= 256 && memory.get(0x03b8) !== 0;

/** Frame by frame. After frames in which nobody did anything the player is asked, unless a disabled enemy's order points still fall. */
function slowRun(battle: LiveALiveBattle, frames: number): void {
  const memory = new Memory(battle.image);
  let stalls = 0;
  for (let frame = 1; frame <= 1024; frame++) {
    const stepped = stepping(memory);
    if (playFrame(battle.machine)) stalls++;
    if (memory.get(BATTLE_RESULT) !== 0) return;
    if (stepped || stepping(memory) || actor(memory) < 0) continue;
    if (frames >= 0) {
      if (frame >= frames) return;
      continue;
    }
    if (somebodyIsDue(memory)) continue;
    if (!enemiesTurn(memory)) return;
    if (stalls === 0) continue;
    const present = memory.presentEnemies();
    const able = present.some(
      (enemy) =>
        memory.get(memory.enemyBlock(enemy) + 5) === 0 && !disabled(memory, enemy) && (typeOf(memory, enemy) & 4) === 0,
    );
    if (stalls > 17 || !able || !present.some((enemy) => disabled(memory, enemy))) return;
  }
}

/** A battle somewhere on its way: some commands, some frames, statuses and charges. */
function onTheWay(battle: LiveALiveBattle, seed: number): void {
  const below = numbers(seed);
  battle.image.set(
    createBattle({
      enemies: FOES.slice(0, 1 + below(4)),
      party: PARTY.slice(0, 1 + below(3)),
      generator: [below(256), below(256), below(256), 1 + below(200)],
      frames: { enemyStep: [12, 1, 40][below(3)] ?? 12 },
    }).image,
  );
  const memory = new Memory(battle.image);
  const words = new Int32Array(8);
  for (let command = below(4); command > 0; command--) {
    words.set(
      [
        [4, -1, 0, 0, 0, 0, 0, 0],
        [10, 0, 1, 1 + below(999), 0, 0, 0, 0],
        [9, 1 + below(9), 0, 0, 0, 0, 0, 0],
      ][below(3)] ?? [],
    );
    battle.step(words, undefined);
  }
  if (memory.get(PHASE) !== 2) battle.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined);
  for (const enemy of memory.presentEnemies()) {
    if (below(4) === 0) {
      memory.set(0xaa07 + 0x10 * enemy, [0x20, 0x10, 2, 8][below(4)] ?? 0);
      for (let timer = 0; timer < 8; timer++) memory.set(0xaa08 + 0x10 * enemy + timer, 1 + below(40));
    }
    if (below(5) === 0) {
      memory.set(memory.enemyBlock(enemy) + 5, 0x40);
      memory.set(memory.enemyBlock(enemy) + 6, below(20));
    }
    if (below(9) === 0) memory.set(memory.speciesOf(enemy) + 0x2f, [2, 4][below(2)] ?? 0);
  }
  if (below(3) === 0) memory.setWord(0x03ae, 200 + below(400));
  if (below(3) === 0) memory.set(0x03b8, [0, 0x40, 0x80][below(3)] ?? 0);
  if (below(4) === 0) {
    memory.set(0x1c05, 0x40);
    memory.set(0x1c06, below(20));
    memory.set(0x1c14, 0x7d);
  }
  if (below(5) === 0) memory.set(0x1c39, 8);
  // a step that just begins, of an ally
  if (below(3) === 0 && !stepping(memory)) battle.step(Int32Array.of(2, 5, 3, -1, 0, 0, 0, 0), undefined);
}

/** Words of the draws: quiet frames of a step report nothing else either. */
function drawsOf({ words, length }: EventBuffer): number[] {
  const out: number[] = [];
  for (let at = 0; at < length; at += eventWords(words[at] ?? 0)) {
    if (words[at] === EVENT_DRAW) out.push(...words.subarray(at, at + 5));
  }
  return out;
}

describe('the player is asked again', () => {
  const mine = createBattle(null);
  const theirs = createBattle(null);
  test.each([UNTIL_TURN_OVER, 0, 1, 7, 40, 255])(
    'with %i frames to wait: after the frames and draws of the slow loop',
    (frames) => {
      const lengths = new Set<number>();
      for (let seed = 0; seed < 60; seed++) {
        onTheWay(mine, seed);
        theirs.image.set(mine.image);
        const memory = new Memory(mine.image);
        if (memory.get(BATTLE_RESULT) !== 0) continue;
        const before = memory.word(BATTLE_FRAMES);
        const [ours, others] = [createEventBuffer(1 << 18), createEventBuffer(1 << 18)];
        mine.machine.events = ours;
        theirs.machine.events = others;
        runUntilPrompt(mine.machine, frames);
        slowRun(theirs, frames);
        expect(differences(mine.image, theirs.image), `seed ${seed}`).toEqual([]);
        expect(drawsOf(ours), `draws, seed ${seed}`).toEqual(drawsOf(others));
        lengths.add(memory.word(BATTLE_FRAMES) - before);
      }
      expect(Math.max(...lengths)).toBeGreaterThan(Math.max(frames, 3) - 1);
    },
  );

  test('in the enemies’ turn when none of them can do anything, at once or after a disabled one’s order points have fallen', () => {
    const frames = new Set<number>();
    for (let seed = 0; seed < 150; seed++) {
      const below = numbers(seed + 4000);
      onTheWay(mine, 3 * (seed % 20));
      const memory = new Memory(mine.image);
      if (memory.get(BATTLE_RESULT) !== 0) continue;
      memory.set(0x0362, 0);
      memory.set(0x0363, 0);
      memory.set(0x03f0, 0);
      memory.set(0x036c, 0);
      memory.setWord(0x035a, 0x1c00);
      memory.set(0x1c05, 0);
      memory.set(0x1c39, 0);
      memory.setWord(0x03ae, 300 + below(400));
      memory.set(0x03b8, 0x80);
      for (const enemy of memory.presentEnemies()) {
        const block = memory.enemyBlock(enemy);
        // locked legs and the state that only moves: nothing is done
        memory.set(0xaa07 + 0x10 * enemy, [2, 2, 0x22, 0x12, 0x82, 0][below(6)] ?? 2);
        for (let timer = 0; timer < 8; timer++) memory.set(0xaa08 + 0x10 * enemy + timer, 200);
        memory.set(0xac06 + 0x10 * enemy, 8);
        memory.setWord(0xac04 + 0x10 * enemy, [0, 1, 300, 0xffff][below(4)] ?? 0);
        memory.set(block + 5, below(4) === 0 ? 0x40 : 0);
        memory.set(block + 6, below(4) === 0 ? 200 : 0xff);
        memory.set(memory.speciesOf(enemy) + 0x2f, [0, 0, 0, 4, 2][below(5)] ?? 0);
        if (below(8) === 0) memory.set(block + 1, 0);
      }
      theirs.image.set(mine.image);
      const before = memory.word(BATTLE_FRAMES);
      mine.machine.events = undefined;
      theirs.machine.events = undefined;
      runUntilPrompt(mine.machine, UNTIL_TURN_OVER);
      slowRun(theirs, UNTIL_TURN_OVER);
      expect(differences(mine.image, theirs.image), `seed ${seed}`).toEqual([]);
      frames.add(memory.word(BATTLE_FRAMES) - before);
    }
    // at once, after a halving or two, after all seventeen
    expect(frames.size).toBeGreaterThan(5);
  });

  test('after 1,024 frames even when nobody can act', () => {
    expect(LONGEST_WAIT).toBe(1024);
    onTheWay(mine, 5);
    const memory = new Memory(mine.image);
    for (const ally of [0, 1, 2, 3]) memory.set(memory.allyBlock(ally) + 0x39, 0x80);
    for (const enemy of memory.presentEnemies()) memory.set(0xaa07 + 0x10 * enemy, 0x80);
    memory.setWord(0x03ae, 0);
    const before = memory.word(BATTLE_FRAMES);
    runUntilPrompt(mine.machine, UNTIL_TURN_OVER);
    expect(memory.word(BATTLE_FRAMES) - before).toBe(1024);
  });
});

test('the quiet frames of a step, passed at once, are the same as one by one', () => {
  const [mine, theirs] = [createBattle(null), createBattle(null)];
  let together = 0;
  for (let seed = 0; seed < 120; seed++) {
    onTheWay(mine, seed);
    mine.step(Int32Array.of(9, 1 + (seed % 3), 0, 0, 0, 0, 0, 0), undefined);
    theirs.image.set(mine.image);
    const frames = passQuietFrames(mine.machine);
    together += frames;
    for (let frame = 0; frame < frames; frame++) playFrame(theirs.machine);
    expect(differences(mine.image, theirs.image), `seed ${seed}`).toEqual([]);
  }
  // a step that began two frames ago, of an ally and of an enemy
  for (const [side, flags] of [
    [0, 0x0362],
    [1, 0x0363],
  ] as const) {
    onTheWay(mine, 3);
    const memory = new Memory(mine.image);
    memory.set(0x03f0, 0xff);
    memory.set(0x036c, 0);
    memory.set(0x0362, 0);
    memory.set(0x0363, 0);
    memory.set(flags, 8);
    memory.setWord(0x035a, 0x1c00);
    memory.setWord(0x03ac, 0x1b00);
    const block = side === 0 ? 0x1c00 : 0x1b00;
    memory.set(block + 5, side === 0 ? 0x20 : 0x80);
    memory.set(block + 6, 2);
    memory.set(block + 7, 12);
    theirs.image.set(mine.image);
    const frames = passQuietFrames(mine.machine);
    expect(frames).toBe(9);
    for (let frame = 0; frame < frames; frame++) playFrame(theirs.machine);
    expect(differences(mine.image, theirs.image), `side ${side}`).toEqual([]);
    together += frames;
    memory.set(0x036c, 0x40);
    expect(passQuietFrames(mine.machine)).toBe(0);
  }
  expect(together).toBeGreaterThan(17);
});

describe('a frame of a played battle', () => {
  const battle = createBattle(null);
  const memory = new Memory(battle.image);

  /** The hero is poisoned; Namcat's skill is due, which takes the action points below 256. */
  function putDue(points: number): void {
    battle.image.set(
      createBattle({ enemies: FOES.slice(0, 1), party: PARTY.slice(0, 1), generator: [1, 2, 3, 4] }).image,
    );
    battle.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined);
    memory.set(0x1c39, 8);
    memory.set(0xea03, 200);
    memory.setWord(0x03ae, points);
    memory.set(0x03b8, 0x80);
    memory.set(0x1b05, 0x40);
    memory.set(0x1b06, 0);
    // a kick at a corner where nobody stands
    memory.set(0xac00, memory.get(0x1a2e));
    memory.setWord(0xac02, 0x0606);
  }

  test('lets poison act when it takes the action points below 256, and only then', () => {
    const hp = (points: number): number => {
      putDue(points);
      playFrame(battle.machine);
      return memory.word(memory.recordOf(0) + 8);
    };
    expect([hp(256), hp(511), hp(255), hp(0)]).toEqual([300, 300, 320, 320]);
    putDue(600);
    memory.set(0x1b05, 0);
    memory.set(0x03b8, 0);
    playFrame(battle.machine);
    expect(memory.word(memory.recordOf(0) + 8)).toBe(320);
  });

  test('settles at once whom poison brings down', () => {
    putDue(256);
    memory.setWord(memory.recordOf(0) + 8, 1);
    playFrame(battle.machine);
    expect([memory.get(0x1c39), memory.get(BATTLE_RESULT)]).toEqual([0xff, 2]);
  });

  test('is counted, and goes off the battle timer', () => {
    putDue(0);
    const [frames, timer] = [memory.word(BATTLE_FRAMES), memory.word(0xfef0)];
    playFrame(battle.machine);
    expect([memory.word(BATTLE_FRAMES), memory.word(0xfef0)]).toEqual([frames + 1, timer - 1]);
  });

  test('brings the spoils at once when it wins the battle', () => {
    putDue(256);
    memory.set(0x0355, 9);
    // poison takes the last HP
    memory.set(0xaa07, 8);
    memory.set(0xaa0b, 99);
    memory.setWord(0xaa00, 1);
    memory.set(0x1c39, 0);
    playFrame(battle.machine);
    expect([memory.get(BATTLE_RESULT), memory.get(memory.recordOf(0) + 0x1e)]).toEqual([1, 12]);
  });
});
