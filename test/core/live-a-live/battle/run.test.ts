/**
 * Frames from one decision of the player to the next, against the same frames one by one and the question asked after each; what a frame does
 * beside the turn engine's: poison when the allies' turn comes, spoils once.
 */
import { describe, expect, test } from 'vitest';
import {
  isPrompted,
  isStepping,
  LONGEST_WAIT,
  mayCutIn,
  passQuietFrames,
  playFrame,
  runUntilPrompt,
  UNTIL_TURN_OVER,
} from '../../../../core/live-a-live/battle/run.js';
import { createBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { eventWords } from '../../../../core/live-a-live/memory/happenings.js';
import { EVENT_DRAW } from '../../../../core/live-a-live/memory/machine.js';
import { SKILL_CHARGE } from '../../../../core/live-a-live/memory/skill-record.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer } from '../../../../core/system/system.js';
import { blockNumber, cellsOf, type UnitCells } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences, numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { harmfulBattle, TABLES } from '../../../fixtures/live-a-live/harmful-battles.js';
import { SKILL_TABLE } from '../../../references/live-a-live/addresses.js';
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

const stepping = (memory: Memory): boolean =>
  ['allyActionFlags', 'enemyActionFlags'].some((flags) => (cellsOf(memory.image).read(flags) & 8) !== 0);

/** Somebody's charge is over: C1:93A0 and its sister. */
function somebodyIsDue(memory: Memory): boolean {
  const cells = cellsOf(memory.image);
  const due = ({ read }: UnitCells): boolean =>
    read('skillState') === 0x40 && read('charge') === 0 && (read('statuses') & 0xb0) === 0;
  const allies = [0, 1, 2, 3].filter((ally) => memory.allyPresent(ally));
  return (
    allies.some((ally) => due(cells.ally(ally))) ||
    memory.presentEnemies().some((enemy) => {
      return due(cells.enemy(enemy));
    })
  );
}

const typeOf = (memory: Memory, enemy: number): number => cellsOf(memory.image).speciesOf(enemy).read('type');
const disabled = (memory: Memory, enemy: number): boolean =>
  (cellsOf(memory.image).enemy(enemy).read('statuses') & 0xb0) !== 0;

/** C1:8E51. */
const enemiesTurn = (memory: Memory): boolean =>
  cellsOf(memory.image).read('actionPoints') >= 256 && cellsOf(memory.image).read('turnFlag') !== 0;

/** Frame by frame. After frames in which nobody did anything the player is asked, unless a disabled enemy's order points still fall. */
function slowRun(battle: LiveALiveBattle, frames: number, mayCut = (): boolean => true): void {
  const memory = new Memory(battle.image);
  const cells = cellsOf(memory.image);
  let stalls = 0;
  for (let frame = 1; frame <= 1024; frame++) {
    const stepped = stepping(memory);
    if (playFrame(battle.machine)) stalls++;
    if (cells.read('battleResult') !== 0) return;
    if (stepped || stepping(memory) || actor(memory) < 0) continue;
    if (frames >= 0) {
      if (frame >= frames && (stalls > 0 || mayCut())) return;
      continue;
    }
    if (somebodyIsDue(memory)) continue;
    if (!enemiesTurn(memory)) return;
    if (stalls === 0) continue;
    const present = memory.presentEnemies();
    const able = present.some(
      (enemy) =>
        cells.enemy(enemy).read('skillState') === 0 && !disabled(memory, enemy) && (typeOf(memory, enemy) & 4) === 0,
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
  const cells = cellsOf(memory.image);
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
  if (cells.read('phase') !== 2) battle.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined);
  for (const enemy of memory.presentEnemies()) {
    if (below(4) === 0) {
      cells.enemy(enemy).set({ statuses: [0x20, 0x10, 2, 8][below(4)] ?? 0 });
      for (let timer = 0; timer < 8; timer++) cells.enemy(enemy).set({ [`timerNeck[${timer}]`]: 1 + below(40) });
    }
    if (below(5) === 0) {
      cells.enemy(enemy).set({ skillState: 0x40, charge: below(20) });
    }
    if (below(9) === 0) cells.speciesOf(enemy).set({ type: [2, 4][below(2)] ?? 0 });
  }
  if (below(3) === 0) cells.set({ actionPoints: 200 + below(400) });
  if (below(3) === 0) cells.set({ turnFlag: [0, 0x40, 0x80][below(3)] ?? 0 });
  if (below(4) === 0) {
    cells.ally(0).set({ skillState: 0x40, charge: below(20), lastSkill: 0x7d });
  }
  if (below(5) === 0) cells.ally(0).set({ statuses: 8 });
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

/** What a battle has run through is noted in these cells, which the slow loop leaves out. */
const isNote = (line: string): boolean => /unpublishedUsed/.test(line);

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
        const cells = cellsOf(memory.image);
        if (cells.read('battleResult') !== 0) continue;
        const before = cells.read('battleFrames');
        const [ours, others] = [createEventBuffer(1 << 18), createEventBuffer(1 << 18)];
        mine.machine.events = ours;
        theirs.machine.events = others;
        runUntilPrompt(mine.machine, frames);
        slowRun(theirs, frames);
        expect(differences(mine.image, theirs.image), `seed ${seed}`).toEqual([]);
        expect(drawsOf(ours), `draws, seed ${seed}`).toEqual(drawsOf(others));
        lengths.add(cells.read('battleFrames') - before);
      }
      expect(Math.max(...lengths)).toBeGreaterThan(Math.max(frames, 3) - 1);
    },
  );

  test.each([0, 7])('with %i frames to wait and no cutting in during an enemy’s first pass', (frames) => {
    const [ours, others] = [1, 2].map(() => createBattle(null, { decisionInput: 'secondPass' }));
    if (ours === undefined || others === undefined) throw new Error('two battles are needed');
    let later = 0;
    for (let seed = 0; seed < 60; seed++) {
      onTheWay(ours, seed);
      const cells = cellsOf(ours.image);
      if (cells.read('battleResult') !== 0) continue;
      if (seed % 2 === 0) {
        cells.set({ actionPoints: 300 + seed, turnFlag: 0x80, playerState: 0, currentAlly: cells.ally(0).address });
        // with locked legs and nothing but a move left, nobody does anything
        if (seed % 6 === 0) cells.enemy(0).set({ statuses: 2, aiStep: 8, orderPoints: 0xffff, skillState: 0 });
      }
      others.image.set(ours.image);
      const memory = new Memory(others.image);
      const theirs = cellsOf(others.image);
      const isFirstPass = (): boolean => {
        const acting = theirs.read('actingEnemy');
        return acting === 0 || (theirs.enemy(blockNumber('enemy', acting)).read('aiStep') & 0x0f) < 4;
      };
      const before = theirs.read('battleFrames');
      runUntilPrompt(ours.machine, frames);
      slowRun(others, frames, () => !enemiesTurn(memory) || !isFirstPass());
      expect(
        differences(ours.image, others.image).filter((line) => !isNote(line)),
        `seed ${seed}`,
      ).toEqual([]);
      if (theirs.read('battleFrames') - before > Math.max(frames, 1)) later++;
    }
    expect(later).toBeGreaterThan(3);
  });

  test('in the enemies’ turn when none of them can do anything, at once or after a disabled one’s order points have fallen', () => {
    const frames = new Set<number>();
    for (let seed = 0; seed < 150; seed++) {
      const below = numbers(seed + 4000);
      onTheWay(mine, 3 * (seed % 20));
      const memory = new Memory(mine.image);
      const cells = cellsOf(memory.image);
      if (cells.read('battleResult') !== 0) continue;
      cells.set({
        allyActionFlags: 0,
        enemyActionFlags: 0,
        playerState: 0,
        timeCode: 0,
        currentAlly: cells.ally(0).address,
      });
      cells.ally(0).set({ skillState: 0, statuses: 0 });
      cells.set({ actionPoints: 300 + below(400), turnFlag: 0x80 });
      for (const enemy of memory.presentEnemies()) {
        // locked legs and the state that only moves: nothing is done
        cells.enemy(enemy).set({ statuses: [2, 2, 0x22, 0x12, 0x82, 0][below(6)] ?? 2 });
        for (let timer = 0; timer < 8; timer++) cells.enemy(enemy).set({ [`timerNeck[${timer}]`]: 200 });
        cells.enemy(enemy).set({
          aiStep: 8,
          orderPoints: [0, 1, 300, 0xffff][below(4)] ?? 0,
          skillState: below(4) === 0 ? 0x40 : 0,
          charge: below(4) === 0 ? 200 : 0xff,
        });
        cells.speciesOf(enemy).set({ type: [0, 0, 0, 4, 2][below(5)] ?? 0 });
        if (below(8) === 0) cells.enemy(enemy).set({ state: 0 });
      }
      theirs.image.set(mine.image);
      const before = cells.read('battleFrames');
      mine.machine.events = undefined;
      theirs.machine.events = undefined;
      runUntilPrompt(mine.machine, UNTIL_TURN_OVER);
      slowRun(theirs, UNTIL_TURN_OVER);
      expect(differences(mine.image, theirs.image), `seed ${seed}`).toEqual([]);
      frames.add(cells.read('battleFrames') - before);
    }
    // at once, after a halving or two, after all seventeen
    expect(frames.size).toBeGreaterThan(5);
  });

  test('once the only enemy that could decide behind a disabled one charges a skill', () => {
    const tables = publishedTables();
    for (let skill = 256; skill < 512; skill++) tables.bankD5[SKILL_TABLE + 25 * skill + SKILL_CHARGE] = 0x40;
    const [ours, others] = [1, 2].map(() => createBattle(null, undefined, tables));
    if (ours === undefined || others === undefined) throw new Error('two battles are needed');
    let charging = 0;
    for (let seed = 0; seed < 40; seed++) {
      const below = numbers(seed + 900);
      const generator = [below(256), below(256), below(256), 1 + below(200)];
      ours.image.set(createBattle({ enemies: FOES.slice(0, 2), party: PARTY.slice(0, 1), generator }).image);
      ours.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined);
      const cells = cellsOf(ours.image);
      cells.set({ actionPoints: 300 + below(400), turnFlag: 0x80, playerState: 0, timeCode: 0 });
      // the sleeper is chosen first, until its order points have been halved below the other's
      cells.enemy(0).set({ statuses: 0x20, timerSleep: 200, orderPoints: 2000 });
      cells.enemy(1).set({ orderPoints: 900 });
      others.image.set(ours.image);
      runUntilPrompt(ours.machine, UNTIL_TURN_OVER);
      slowRun(others, UNTIL_TURN_OVER);
      expect(differences(ours.image, others.image), `seed ${seed}`).toEqual([]);
      if (cells.enemy(1).read('skillState') === 0x40) charging++;
    }
    expect(charging).toBeGreaterThan(5);
  });

  test('after 1,024 frames, also in the middle of an enemy’s decision', () => {
    const passed = new Set<number>();
    for (const sleep of [255, 254, 253, 252, 251]) {
      const [enemies, party] = [FOES.slice(0, 2), PARTY.slice(0, 2)];
      const setup = { enemies, party, generator: [1, 2, 3, 4], frames: { enemyStep: 255 } };
      mine.image.set(createBattle(setup).image);
      mine.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined);
      const cells = cellsOf(mine.image);
      // steps of 255 frames: of an ally who is out, then of an enemy; the other one’s follows from its decision
      cells.set({ actionPoints: 400, turnFlag: 0x80, playerState: 0xff, timeCode: 0 });
      cells.set({ allyActionFlags: 8, enemyActionFlags: 8 });
      for (const [unit, length] of [
        [cells.ally(1), 'chargeLength'],
        [cells.enemy(0), 'cell07'],
      ] as const) {
        const [x, y] = [unit.read('cellX'), unit.read('cellY')];
        unit.set({ charge: 0, [length]: 255, wantedX: x, wantedY: y });
      }
      cells.set({ currentAlly: cells.ally(1).address, actingEnemy: cells.enemy(0).address });
      cells.ally(1).set({ statuses: 0x80, skillState: 0x20 });
      cells.enemy(0).set({ skillState: 0x80 });
      cells.enemy(1).set({ aiStep: 8, orderPoints: 0xfff0 });
      // the hero’s skill waits until he wakes, and brings on the enemies’ turn
      cells.ally(0).set({ statuses: 0x20, timerSleep: sleep, skillState: 0x40, charge: 9, lastSkill: 0x7d });
      cells.ally(0).set({ targetX: 6, targetY: 3 });
      theirs.image.set(mine.image);
      const before = cells.read('battleFrames');
      mine.machine.events = undefined;
      theirs.machine.events = undefined;
      runUntilPrompt(mine.machine, UNTIL_TURN_OVER);
      slowRun(theirs, UNTIL_TURN_OVER);
      expect(differences(mine.image, theirs.image), `asleep for ${sleep}`).toEqual([]);
      passed.add(cells.read('battleFrames') - before);
    }
    expect([Math.max(...passed), passed.size > 1]).toEqual([1024, true]);
  });

  test('after 1,024 frames even when nobody can act', () => {
    expect(LONGEST_WAIT).toBe(1024);
    onTheWay(mine, 5);
    const memory = new Memory(mine.image);
    const cells = cellsOf(memory.image);
    for (const ally of [0, 1, 2, 3]) cells.ally(ally).set({ statuses: 0x80 });
    for (const enemy of memory.presentEnemies()) cells.enemy(enemy).set({ statuses: 0x80 });
    cells.set({ actionPoints: 0 });
    const before = cells.read('battleFrames');
    runUntilPrompt(mine.machine, UNTIL_TURN_OVER);
    expect(cells.read('battleFrames') - before).toBe(1024);
  });
});

test('who looks at every frame gets them one by one, and the battle is the same', () => {
  const [ours, others] = [1, 2].map(() => createBattle(null, undefined, TABLES));
  if (ours === undefined || others === undefined) throw new Error('two battles are needed');
  let frames = 0;
  others.machine.onFrame = () => frames++;
  let most = 0;
  for (let seed = 0; seed < 100; seed++) {
    ours.image.set(harmfulBattle(seed).battle.image);
    const cells = cellsOf(ours.image);
    if (seed % 3 === 0) cells.set({ actionPoints: 300, turnFlag: 0x80 });
    // nobody can act for longer than anybody waits
    if (seed % 50 === 49) {
      for (const ally of [0, 1, 2, 3]) cells.ally(ally).set({ statuses: 0x80 });
      for (const enemy of new Memory(ours.image).presentEnemies()) cells.enemy(enemy).set({ statuses: 0x80 });
    }
    others.image.set(ours.image);
    const before = cells.read('battleFrames');
    frames = 0;
    runUntilPrompt(ours.machine, UNTIL_TURN_OVER);
    runUntilPrompt(others.machine, UNTIL_TURN_OVER);
    expect(differences(ours.image, others.image), `seed ${seed}`).toEqual([]);
    expect([seed, frames]).toEqual([seed, cells.read('battleFrames') - before]);
    most = Math.max(most, frames);
  }
  expect(most).toBe(LONGEST_WAIT);
});

describe('whether an ally may cut in', () => {
  const ask = (switches: object, values: Record<string, number>, aiStep = 0): [may: boolean, noted: boolean] => {
    const battle = createBattle(null, switches as Record<string, string>);
    const cells = cellsOf(battle.image);
    cells.set({ actionPoints: 256, turnFlag: 0x80, actingEnemy: cells.enemy(1).address, ...values });
    cells.enemy(1).set({ aiStep });
    return [mayCutIn(battle.machine), (cells.read('unpublishedUsedMore') & 1) !== 0];
  };
  const SECOND_PASS = { decisionInput: 'secondPass' };
  test.each<[string, Record<string, number>, number, boolean, boolean]>([
    ['outside of the enemies’ turn', { actionPoints: 255 }, 0, true, false],
    ['before an enemy is chosen', { actingEnemy: 0 }, 8, false, true],
    ['in the first pass', {}, 0, false, true],
    ['in the last step of the first pass', {}, 0xf3, false, true],
    ['in the second pass', {}, 4, true, false],
  ])('%s', (_, values, aiStep, inSecondPassAlone, isAssumed) => {
    expect(ask(SECOND_PASS, values, aiStep)).toEqual([inSecondPassAlone, isAssumed]);
    expect(ask({}, values, aiStep)).toEqual([true, isAssumed]);
  });
});

test('the player is asked once the battle is over or the longest wait has passed, whatever runs; not while a step does', () => {
  const battle = createBattle(null);
  const cells = cellsOf(battle.image);
  const ask = (battleResult: number, frames: number): boolean => {
    cells.set({ battleResult });
    return isPrompted(battle.machine, 0, { frames, stalls: 0, stepped: true });
  };
  expect([ask(0, 1), ask(0, 1023), ask(0, 1024), ask(1, 1), ask(2, 1024)]).toEqual([false, false, true, true, true]);
});

test('a step is under way of either side', () => {
  const mine = createBattle(null);
  const cells = cellsOf(mine.image);
  const ask = (allyActionFlags: number, enemyActionFlags: number): boolean => {
    cells.set({ allyActionFlags, enemyActionFlags });
    return isStepping(mine.image);
  };
  expect([ask(0, 0), ask(8, 0), ask(0, 8), ask(0x10, 0x10)]).toEqual([false, true, true, false]);
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
  for (const side of ['ally', 'enemy'] as const) {
    onTheWay(mine, 3);
    const memory = new Memory(mine.image);
    const cells = cellsOf(memory.image);
    cells.set({ playerState: 0xff, timeCode: 0, allyActionFlags: 0, enemyActionFlags: 0 });
    cells.set({ [`${side}ActionFlags`]: 8 });
    cells.set({ currentAlly: cells.ally(0).address, actingEnemy: cells.enemy(0).address });
    if (side === 'ally') cells.ally(0).set({ skillState: 0x20, charge: 2, chargeLength: 12 });
    else cells.enemy(0).set({ skillState: 0x80, charge: 2, cell07: 12 });
    theirs.image.set(mine.image);
    const frames = passQuietFrames(mine.machine);
    expect(frames).toBe(9);
    for (let frame = 0; frame < frames; frame++) playFrame(theirs.machine);
    expect(differences(mine.image, theirs.image), `step of an ${side}`).toEqual([]);
    together += frames;
    cells.set({ timeCode: 0x40 });
    expect(passQuietFrames(mine.machine)).toBe(0);
  }
  expect(together).toBeGreaterThan(17);
});

describe('a frame of a played battle', () => {
  const battle = createBattle(null);
  const memory = new Memory(battle.image);
  const cells = cellsOf(memory.image);

  /** The hero is poisoned; Namcat's skill is due, which takes the action points below 256. */
  function putDue(points: number): void {
    battle.image.set(
      createBattle({ enemies: FOES.slice(0, 1), party: PARTY.slice(0, 1), generator: [1, 2, 3, 4] }).image,
    );
    battle.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined);
    cells.ally(0).set({ statuses: 8, timerPoison: 200 });
    cells.set({ actionPoints: points, turnFlag: 0x80 });
    cells.enemy(0).set({ skillState: 0x40, charge: 0 });
    // a kick at a corner where nobody stands
    cells.enemy(0).set({ chosenSkill: cells.species(0).read('skill4') });
    cells.enemy(0).set({ targetX: 6, targetY: 6 });
  }

  test('lets poison act when it takes the action points below 256, and only then', () => {
    const hp = (points: number): number => {
      putDue(points);
      playFrame(battle.machine);
      return cells.recordOf(0).read('hp');
    };
    expect([hp(256), hp(511), hp(255), hp(0)]).toEqual([300, 300, 320, 320]);
    putDue(600);
    cells.enemy(0).set({ skillState: 0 });
    cells.set({ turnFlag: 0 });
    playFrame(battle.machine);
    expect(cells.recordOf(0).read('hp')).toBe(320);
  });

  test('lets no poison act once the battle is over', () => {
    putDue(256);
    cells.set({ battleResult: 3 });
    playFrame(battle.machine);
    expect([cells.read('actionPoints') < 256, cells.recordOf(0).read('hp')]).toEqual([true, 320]);
  });

  test('is the last one when it ends the battle', () => {
    putDue(256);
    cells.recordOf(0).set({ hp: 1 });
    const before = cells.read('battleFrames');
    runUntilPrompt(battle.machine, 0);
    expect([cells.read('battleResult'), cells.read('battleFrames') - before]).toEqual([2, 1]);
  });

  test('settles at once whom poison brings down', () => {
    putDue(256);
    cells.recordOf(0).set({ hp: 1 });
    playFrame(battle.machine);
    expect([cells.ally(0).read('statuses'), cells.read('battleResult')]).toEqual([0xff, 2]);
  });

  test('is counted, and goes off the battle timer', () => {
    putDue(0);
    const [frames, timer] = [cells.read('battleFrames'), cells.read('battleTimer')];
    playFrame(battle.machine);
    expect([cells.read('battleFrames'), cells.read('battleTimer')]).toEqual([frames + 1, timer - 1]);
  });

  test('brings the spoils at once when it wins the battle', () => {
    putDue(256);
    cells.set({ enemyPartyLevel: 9 });
    // poison takes the last HP
    cells.enemy(0).set({ statuses: 8, timerPoison: 99, hp: 1 });
    cells.ally(0).set({ statuses: 0 });
    playFrame(battle.machine);
    expect([cells.read('battleResult'), cells.recordOf(0).read('experience')]).toEqual([1, 12]);
  });
});
