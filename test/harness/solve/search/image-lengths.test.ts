/** Searches over images of any length: each answer is that of a plain enumeration. */
import { fileURLToPath } from 'node:url';
import { stringify } from 'smol-toml';
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../../core/holy-grail-war/index.js';
import { srpgMovement } from '../../../../core/srpg-movement/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import { createImage } from '../../../../core/system/image-layout.js';
import type { System } from '../../../../core/system/system.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { wordsOf } from '../../../../harness/solve/search/state/state-layout.js';

import { problemOf, shortestLine } from '../../../core/enumerate-plan.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const rests = new Set<number>();

interface Answer {
  readonly proven: boolean;
  readonly routes: readonly { readonly cost: number }[];
}

async function answerOf(file: string): Promise<Answer> {
  const run = await cli(['route', 'search', file, '--workers', '1', '--json'], { systems: SYSTEMS });
  expect(run.err).toBe('');
  return JSON.parse(run.out) as Answer;
}

const PLANS: readonly (readonly [id: string, name: string, system: System])[] = [
  ['srpg-movement', 'guide.toml', srpgMovement],
  ['holy-grail-war', 'turn.toml', holyGrailWar],
];

test.each(PLANS)('%s: the search of %s, whose image is no multiple of four bytes', async (id, name, system) => {
  const problem = problemOf(system, name);
  expect(problem.battle.image.length % 4).not.toBe(0);
  const file = fileURLToPath(new URL(`../../../../traces/${id}/${name}`, import.meta.url));
  const cost = shortestLine(problem);
  expect(cost).toBeGreaterThan(1);
  expect(await answerOf(file)).toMatchObject({ proven: true, routes: [{ cost }] });
});

test.each([6, 7, 8, 9])('a map of %i squares at the end of the image: its last byte changes', async (width) => {
  const columns = Array.from({ length: width }, (_, x) => x);
  const setup = {
    map: [columns.map(() => 0)],
    grounds: { 0: 1 },
    pathCapacity: 0,
    units: [{ id: 'runner', x: 0, y: 0, move: 4 }],
  };
  const battle = srpgMovement.create(setup);
  const { image } = battle;
  rests.add(image.length % 4);
  const moves = [
    { command: 'calc', unit: 'runner' },
    ...columns.map((x) => ({ command: 'moveUnit', unit: 'runner', x, y: 0 })),
  ];
  // In a MoveMap the last square is 0 where the unit stands four squares before it. Then it goes
  // back; a search that left the last byte of another move in the image would not look again.
  const goal = { [`moveMap[${width - 1},0]`]: 0, 'unit[0].x': 0 };
  const cost = shortestLine({
    battle,
    own: moves.map((command) => encodeCommand(srpgMovement, battle, command)),
    others: [],
    limit: 6,
    isGoal: () => Object.entries(goal).every(([cell, value]) => read(battle, cell) === value),
    isKept: () => true,
  });
  expect([cost, image.at(-1)]).toEqual([4, 0]);
  const search = { moves, goal, limits: { cost: 6 } };
  const file = folder.write(`map-${width}.toml`, stringify({ plan: 1, system: 'srpg-movement', setup, search }));
  expect(await answerOf(file)).toMatchObject({ proven: true, routes: [{ cost }] });
});

test('the four maps have the four rests', () => {
  expect([...rests].sort()).toEqual([0, 1, 2, 3]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7])('an image of %i bytes as words', (length) => {
  const image = createImage(length).fill(0xff);
  const words = wordsOf(image);
  expect(words.length).toBe(Math.ceil(length / 4));
  const bytes = new Uint8Array(words.buffer);
  expect([...bytes].filter((byte) => byte === 0xff).length).toBe(length);
  expect(() => wordsOf(new Uint8Array(new ArrayBuffer(5), 0, 5))).toThrow('buffer of whole words');
});
