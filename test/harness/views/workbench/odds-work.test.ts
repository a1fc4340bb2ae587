/** Odds of the page's choices: those of `lockstep odds`, and the worker that tells them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { percentText } from '../../../../harness/solve/odds/graph/chance.js';
import { positionOf } from '../../../../harness/solve/odds/position/position.js';
import { oddsTable } from '../../../../harness/solve/odds/table/odds-table.js';
import { choiceTable } from '../../../../harness/views/workbench/plain-choices.js';
import { openSession } from '../../../../harness/views/workbench/session.js';
import type { Reply, RowOdds } from '../../../../harness/views/workbench/work/messages.js';
import { createWorkerSide } from '../../../../harness/views/workbench/work/serve.js';

const PLAN = join(packageRoot(), 'traces/live-a-live/takahara-namcat.toml');
const text = readFileSync(PLAN, 'utf8');
const readPause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** All that a worker replies to a question about the choices after so many commands. */
async function askedAfter(
  commands: number,
): Promise<{ readonly names: string[]; readonly odds: (RowOdds | undefined)[] }> {
  const session = openSession(SYSTEMS, text, PLAN, 'en');
  session.goTo(commands);
  const { rows } = choiceTable(session.system, session.battle, 'en');
  const odds: (RowOdds | undefined)[] = rows.map(() => undefined);
  await new Promise<void>((resolve, reject) => {
    const answer = (reply: Reply): void => {
      if (reply.is === 'odds' && reply.number === 7) odds[reply.index] = reply.odds;
      if (reply.is === 'all odds') resolve();
      if (reply.is === 'fault') reject(new Error(reply.message));
    };
    const side = createWorkerSide(answer, readPause);
    side.ask({ is: 'open', text, file: PLAN, language: 'en' });
    const image = session.battle.image.slice();
    // a newer question ends this one, which would answer without end otherwise
    side.ask({ is: 'odds', number: 6, image, commands: rows.map(({ words }) => words) });
    side.ask({ is: 'odds', number: 7, image, commands: rows.map(({ words }) => words) });
  });
  return { names: rows.map(({ command }) => `${command['skill']} ${command['x']},${command['y']}`), odds };
}

test('a choice has the odds of the table of the command line', async () => {
  const { names, odds } = await askedAfter(4);
  const table = oddsTable(await positionOf(SYSTEMS, PLAN, '4'), { horizon: 'effect', plays: 100_000 });
  const rows = table.rows.filter(({ ifFacing, target }) => ifFacing === '' && target.unit.side !== 0);
  expect(rows.length).toBeGreaterThan(1);
  for (const { cells, target } of rows) {
    const places = names.flatMap((name, index) => (cells.some((cell) => name.endsWith(` ${cell}`)) ? [index] : []));
    const same = places
      .flatMap((index) => odds[index]?.units ?? [])
      .filter(({ prefix }) => prefix === target.unit.prefix);
    const values = target.lost.map(([hp, { chance }]) => [hp, percentText(chance)]);
    const told = same.map(({ lost }) => lost.map(([hp, { text: words }]) => [hp, words.split('= ').at(-1)]));
    expect(told).toContainEqual(values);
    expect(same.map(({ out }) => out.text.split('= ').at(-1))).toContain(percentText(target.out.chance));
  }
});

test('chances of a choice add up to all; what uses nothing has none', async () => {
  const { names, odds } = await askedAfter(4);
  const sums = odds.flatMap(
    (row) => row?.units.map(({ lost }) => lost.reduce((sum, [, { share }]) => sum + share, 0)) ?? [],
  );
  expect(sums.length).toBeGreaterThan(2);
  for (const sum of sums) expect(sum).toBeCloseTo(1, 4);
  expect(
    names.flatMap((name, index) => (name.startsWith('undefined') && odds[index] !== undefined ? [name] : [])),
  ).toEqual([]);
  expect(odds.every((row) => row === undefined || row.open === '')).toBe(true);
});

test('a plan that cannot be read is a fault, not the end of the worker', () => {
  const replies: Reply[] = [];
  const side = createWorkerSide((reply) => replies.push(reply), readPause);
  side.ask({ is: 'open', text: 'plan = 2', file: 'x.toml', language: 'en' });
  expect(replies).toEqual([{ is: 'fault', message: expect.stringContaining('unknown version') }]);
});

test('a battle that is opened anew ends what is asked of the one before', async () => {
  const session = openSession(SYSTEMS, text, PLAN, 'en');
  session.goTo(4);
  const { rows } = choiceTable(session.system, session.battle, 'en');
  const replies: Reply['is'][] = [];
  const paused: number[] = [];
  const open = { is: 'open', text, file: PLAN, language: 'en' } as const;
  const side = createWorkerSide(
    ({ is }) => replies.push(is),
    async () => {
      paused.push(replies.length);
      side.ask(open);
    },
  );
  side.ask(open);
  side.ask({ is: 'odds', number: 1, image: session.battle.image.slice(), commands: rows.map(({ words }) => words) });
  await readPause();
  await readPause();
  expect(paused).toEqual([replies.length]);
  expect(replies.every((is) => is === 'odds')).toBe(true);
});
