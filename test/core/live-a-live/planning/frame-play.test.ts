/** Commands that are given and then played frame by frame: the battle of one step, with the frames that lie between. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { createEventBuffer, encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import type { FramePlay } from '../../../../core/system/planning.js';
import { play } from '../../../fixtures/live-a-live/harmful-plays.js';
import { besideIt, cell, KICK, PUNCH, read, STEP, write } from './priced-commands.js';

const framePlay = (battle: LiveALiveBattle): FramePlay => {
  const made = LIVE_A_LIVE_BATTLE.capabilities.planning?.framePlay?.(battle);
  if (made === undefined) throw new Error('a played battle has frames');
  return made;
};
/** What a run passed through, and what no frame reads again. */
const IGNORED = createBattle(null).cells.filter(
  ({ name, scratch }) => scratch === true || name.startsWith('unpublishedUsed'),
);

function shown(image: Uint8Array): string {
  const bytes = image.slice();
  for (const { offset, width } of IGNORED) bytes.fill(0, offset, offset + width);
  return Buffer.from(bytes).toString('latin1');
}

/** @returns the error of the command, and how many frames it took */
function byFrames(battle: LiveALiveBattle, frames: FramePlay, words: Int32Array): [error: number, frames: number] {
  const error = frames.give(words);
  if (error !== 0) return [error, 0];
  const soFar = { frames: 0, stalls: 0, stepped: false };
  while (!frames.isOver() && !frames.isAnswered(words, soFar)) {
    soFar.stepped = frames.isStepping();
    if (frames.frame()) soFar.stalls++;
    soFar.frames++;
    if (soFar.frames > 1100) throw new Error('the command never ends');
  }
  expect(frames.isOver()).toBe(read(battle.image, 'battleResult') !== 0);
  return [error, soFar.frames];
}

function bothWays(battle: LiveALiveBattle, frames: FramePlay, words: Int32Array): number {
  const start = battle.image.slice();
  const error = battle.step(words, undefined);
  const stepped = shown(battle.image);
  battle.image.set(start);
  const given = byFrames(battle, frames, words);
  expect([given[0], shown(battle.image) === stepped], words.join(' ')).toEqual([error, true]);
  return given[1];
}

test('a command by frames leads where its step leads', () => {
  const seen = new Map<number, number>();
  let frames = 0;
  for (let seed = 0; seed < 50; seed++) {
    const { battle, images, played } = play(seed, 3, 0);
    const made = framePlay(battle);
    const wait = [-1, 0, 1, 20][seed % 4] ?? 0;
    // a turn to a side, a pass and a wait beside what was played
    const beside = [
      [3, seed % 2, -1, wait],
      [5, -1, wait],
      [9, wait || 90],
    ].map((list) => {
      const padded = new Int32Array(8);
      padded.set(list);
      return padded;
    });
    for (const [at, words] of [...played.map(({ words }) => words), ...beside].entries()) {
      const code = words[0] as number;
      if (!made.takes(code)) continue;
      battle.image.set(images[at % images.length] as Uint8Array);
      frames += bothWays(battle, made, Int32Array.from(words));
      seen.set(code, (seen.get(code) ?? 0) + 1);
    }
  }
  // 2 to 7 and 9: move, turn, step, pass, skill, item, wait
  expect([2, 3, 4, 5, 6, 7, 9].filter((code) => (seen.get(code) ?? 0) < 2)).toEqual([]);
  expect(frames).toBeGreaterThan(500);
});

const words = (battle: LiveALiveBattle, command: PlainCommand): Int32Array =>
  encodeCommand(LIVE_A_LIVE_BATTLE, battle, command);

describe('one command', () => {
  test.each<[string, PlainCommand]>([
    ['a wait of a frame', { command: 'wait', frames: 1 }],
    ['a wait of 255 frames', { command: 'wait', frames: 255 }],
    ['a wait until the turn is over', { command: 'wait', frames: -1 }],
    ['a step without frames', { command: 'step', frames: 0 }],
    ['a pass of 30 frames', { command: 'pass', frames: 30 }],
    ['a turn', { command: 'turn', way: 'left' }],
    ['a walk through the field', { command: 'move', x: 5, y: 5, frames: 0 }],
    ['a walk until the turn is over', { command: 'move', x: 6, y: 6 }],
    ['a blow', KICK],
    ['a blow without frames', { ...PUNCH, frames: 0 }],
    ['an escape', { command: 'escape' }],
  ])('%s', (_, command) => {
    const battle = besideIt();
    write(battle, 'escapeForbidden', 0);
    const made = framePlay(battle);
    expect(made.takes(words(battle, command)[0] ?? 0)).toBe(true);
    bothWays(battle, made, words(battle, command));
  });

  // refused by the same numbers, and nothing changes
  test.each<[string, readonly number[]]>([
    ['a wait of no frame', [9, 0]],
    ['a wait of 256 frames', [9, 256]],
    ['a wait of less than until the turn is over', [9, -2]],
    ['a walk out of the field', [2, 9, 9, -1, -1]],
    ['a skill that he never learned', [6, 1, 0, 1, -1, -1, -1, -1]],
    ['an item that is not there', [7, 1, 0, 1, -1, -1, -1, 0]],
  ])('%s', (_, list) => {
    const battle = besideIt();
    const start = battle.image.slice();
    const padded = Int32Array.from([...list, 0, 0, 0, 0, 0, 0].slice(0, 8));
    bothWays(battle, framePlay(battle), padded);
    expect(framePlay(battle).give(padded)).toBeGreaterThan(0);
    expect(battle.image).toEqual(start);
  });

  test('nothing is given after the end, and a list of commands is not given as one', () => {
    const battle = besideIt();
    const made = framePlay(battle);
    expect([made.takes(10), made.takes(11), made.takes(1), made.isSeveral(10), made.isSeveral(9)]).toEqual([
      ...[false, false, false],
      ...[true, false],
    ]);
    expect(made.give(Int32Array.of(10, 1, 1, 0, 0, 0, 0, 0))).toBeGreaterThan(0);
    write(battle, 'battleResult', 1);
    const over = made.give(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0));
    expect([over, made.isOver()]).toEqual([battle.step(Int32Array.of(9, 1, 0, 0, 0, 0, 0, 0), undefined), true]);
    expect(over).toBeGreaterThan(0);
    expect(made.isAnswered(words(battle, STEP), { frames: 0, stalls: 0, stepped: false })).toBe(true);
  });
});

test('the commands of a policy are told one by one, as it plays them, as many as were asked for', () => {
  const battle = besideIt();
  const start = battle.image.slice();
  const auto = words(battle, { command: 'auto', policy: 'attack', commands: 3, seed: 5 });
  battle.step(auto, undefined);
  const stepped = shown(battle.image);
  battle.image.set(start);
  const made = framePlay(battle);
  const told: number[] = [];
  for (let given = 0; ; given++) {
    const next = made.chosen(auto, given);
    if (next === undefined) break;
    told.push(next[0] ?? 0);
    byFrames(battle, made, next.slice());
  }
  expect([told.length, shown(battle.image) === stepped]).toEqual([3, true]);
  expect(made.chosen(words(battle, STEP), 0)).toBeUndefined();
  // words like those of a policy, of a wait
  expect(made.chosen(Int32Array.of(9, 1, 3, 5, 0, 0, 0, 0), 0)).toBeUndefined();
  // 0 commands: as many as there may be at most
  const many = words(battle, { command: 'auto', policy: 'attack', seed: 5 });
  expect([made.chosen(many, 9999) !== undefined, made.chosen(many, 10_000)]).toEqual([true, undefined]);
});

test('what happens in a frame is told to the buffer that is lent, until it is taken back', () => {
  const battle = besideIt();
  const made = framePlay(battle);
  made.give(words(battle, STEP));
  const events = createEventBuffer(1 << 12);
  made.lend(events);
  made.frame();
  const told = events.length;
  expect(told).toBeGreaterThan(0);
  made.lend(undefined);
  made.frame();
  expect(events.length).toBe(told);
});

test('the enemies’ turn is over where it is not theirs, or after the longest wait', () => {
  const battle = besideIt();
  const made = framePlay(battle);
  battle.step(words(battle, { command: 'wait', frames: 1 }), undefined);
  const isOver = (frames: number, actionPoints: number): boolean => {
    write(battle, 'actionPoints', actionPoints & 0xff);
    battle.image[cell('actionPoints').offset + 1] = actionPoints >> 8;
    write(battle, 'turnFlag', 0x80);
    return made.isTurnOver({ frames, stalls: 0, stepped: false });
  };
  expect([isOver(1, 255), isOver(1, 256), isOver(1023, 256), isOver(1024, 256)]).toEqual([true, false, false, true]);
});

test('a skill has taken effect once it is neither charged nor carried out, or the battle is over', () => {
  const battle = besideIt();
  const made = framePlay(battle);
  made.give(words(battle, { ...KICK, frames: 0 }));
  const given = battle.image.slice();
  const hp = read(battle.image, 'enemy[0].hp');
  let frames = 0;
  for (; !made.hasTakenEffect(given); frames++) {
    expect(read(battle.image, 'enemy[0].hp')).toBe(hp);
    made.frame();
  }
  expect(frames).toBeGreaterThan(0);
  for (const [state, result, has] of [
    [0x40, 0, false],
    [0xf0, 0, false],
    [0x80, 0, true],
    [0, 0, true],
    [0x40, 1, true],
  ] as const) {
    write(battle, 'ally[0].skillState', state);
    write(battle, 'battleResult', result);
    expect(made.hasTakenEffect(given)).toBe(has);
  }
});

test('cells that hold the damage of a hit and of all are read by nobody, unless an image’s code runs', () => {
  const battle = besideIt();
  const names = framePlay(battle).unread.map(({ name }) => name.replace(/\d+/, '*'));
  expect([...new Set(names)].sort()).toEqual([
    'ally[*].singleHit',
    'ally[*].totalDamage',
    'enemy[*].singleHit',
    'enemy[*].totalDamage',
  ]);
  const of = (unit: string): boolean => framePlay(battle).unread.some(({ name }) => name === `${unit}.singleHit`);
  expect(['ally[3]', 'enemy[0]', 'enemy[9]', 'enemy[10]', 'enemy[14]'].map(of)).toEqual(Array(5).fill(true));
  battle.machine.holes.original = {} as NonNullable<typeof battle.machine.holes.original>;
  expect(framePlay(battle).unread).toEqual([]);
  expect(cell('enemy[0].singleHit').width).toBe(2);
  // the number of hits on allies is kept in no cell
  expect([0xc1d614, 0xc1d6b9].map((site) => framePlay(battle).isLasting(site))).toEqual([true, false]);
});
