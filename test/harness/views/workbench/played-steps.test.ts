/** What a command did, moment by moment: ways, losses, misses, and where it ended. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { readTextFile } from '../../../../harness/base/reading.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import type { ToldLine } from '../../../../harness/base/told.js';
import type { ShownUnit } from '../../../../harness/views/parts/steps.js';
import { createKnownStates } from '../../../../harness/views/workbench/known-states.js';
import { cameOf, playedCommand } from '../../../../harness/views/workbench/played-steps.js';
import { openSession, type Session } from '../../../../harness/views/workbench/session.js';

const FILE = join(packageRoot(), 'traces/live-a-live/takahara-namcat.toml');

function atStart(): Session {
  const session = openSession(SYSTEMS, readTextFile(FILE, 1 << 20), FILE, 'en');
  session.goTo(0);
  return session;
}

test('a walk that an enemy stops: square by square, the blow where it fell, and the row says so', () => {
  const session = atStart();
  session.play({ command: 'move', x: 1, y: 0 });
  const { steps, whole } = createKnownStates(session, 'en').playedAt(1);
  // observed in the page: he is hit on the way and ends at 1,3; a step goes to a neighbour
  expect(whole.ways).toHaveLength(1);
  expect(whole.ways[0]?.places).toEqual([
    [5, 4],
    [4, 4],
    [3, 4],
    [2, 4],
    [1, 4],
    [1, 3],
  ]);
  expect(whole.ways[0]?.isPushed).toBe(false);
  expect(whole.notes).toEqual([{ x: 1, y: 3, text: '\u221244', kind: 'damage' }]);
  // the blow comes last
  expect(steps.map(({ trace }) => trace.notes.length).filter(Boolean)).toEqual([1]);
  expect(steps.at(-1)?.trace.notes).toHaveLength(1);
  expect(cameOf(session.rows()[0] as never, 'en')).toEqual({ text: 'stopped at 1,3 by Namcat', isOther: true });
});

test('a walk that ends where it was sent says nothing more', () => {
  const session = atStart();
  session.play({ command: 'move', x: 5, y: 3 });
  expect(cameOf(session.rows()[0] as never, 'en')).toEqual({ text: '', isOther: false });
});

const unit = (prefix: string, x: number, y: number, hp: number, words = ''): ShownUnit => ({
  ...{
    side: prefix === 'ally[0]' ? 0 : 1,
    x,
    y,
    facing: '',
    prefixes: [prefix],
    size: [1, 1],
    name: prefix,
    label: prefix,
  },
  gauges: [
    { label: 'HP', role: 'health', cell: `${prefix}.hp`, value: hp, words: '', line: undefined },
    { label: 'statuses', role: 'status', cell: `${prefix}.s`, value: 0, words, line: undefined },
  ],
});

function told(frame: number, more: Partial<ToldLine>): ToldLine {
  return {
    ...{ kind: 'skill', frame, actor: undefined, what: undefined, amounts: {}, results: [], draws: [], sentence: '' },
    ...more,
  };
}
const NAMED = { id: 'e', en: 'e', ja: 'e' };

test('who is pushed does not walk; who falls and who is missed is told at the frame', () => {
  const seen = [
    { clock: 10, units: [unit('ally[0]', 0, 0, 30), unit('enemy[0]', 2, 2, 20)] },
    { clock: 11, units: [unit('ally[0]', 0, 0, 30), unit('enemy[0]', 4, 4, 5)] },
    { clock: 12, units: [unit('ally[0]', 0, 0, 30), unit('enemy[0]', 4, 4, 5)] },
    { clock: 13, units: [unit('ally[0]', 0, 0, 0, 'out of the fight'), unit('enemy[0]', 4, 4, 5)] },
  ];
  const pushed = {
    ...{ target: NAMED, amounts: { landed: 1, hits: 1 } },
    changes: [{ what: 'cell', before: 18, after: 36, named: undefined }],
  };
  const missed = { target: NAMED, amounts: { landed: 0, hits: 2 }, changes: [] };
  const lines = [
    told(11, { sentence: 'hit', amounts: { x: 2, y: 2 }, results: [pushed] }),
    told(12, { kind: 'counter', sentence: 'answer', amounts: { x: 0, y: 0 }, results: [missed] }),
    told(13, { sentence: 'fall', amounts: { x: 0, y: 0 }, results: [{ ...pushed, changes: [] }] }),
  ];
  const { steps, whole } = playedCommand(seen, lines);
  expect(steps.map(({ said }) => said)).toEqual([['hit'], ['answer'], ['fall']]);
  expect(whole.ways.map(({ places, isPushed }) => [places, isPushed])).toEqual([
    [
      [
        [2, 2],
        [4, 4],
      ],
      true,
    ],
  ]);
  expect(steps.map(({ trace }) => trace.notes.map(({ x, y, text }) => `${x},${y} ${text}`))).toEqual([
    ['4,4 \u221215'],
    ['0,0 miss'],
    ['0,0 \u221230', '0,0 out of the fight'],
  ]);
});
