/**
 * Odds, starts, states and forecasts as calls: a true answer, one that is not ok, bad input with its typed error, an aborted call. Figures are those
 * of the pages (docs/LUCK.md) and of the observations that the plan was made from.
 */
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  calculate,
  chances,
  hasDice,
  locate,
  odds,
  predict,
  predictFigures,
  seeds,
  textOf,
} from '../../../harness/library/index.js';

import { aborted, after, checkPlain, now, refusal } from './calls.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const NAMCAT = 'traces/live-a-live/present-day-namcat.toml';

test('odds: the kick of the observations, exact; a bound where a limit was reached', async () => {
  const answer = await odds({ file: PLAN, at: 4, skill: 'dou-mawashi-kaiten-geri', target: 'namcat' });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', actor: 'takahara', file: PLAN, whole: true });
  expect(answer.dependsOn).toContain('allyHitCheck');
  // a player saw 23 HP lost there (docs/LUCK.md)
  expect(answer.rows.flatMap(({ target }) => target.damage.map(({ amount }) => amount))).toContain(23);
  checkPlain(answer);
  expect(textOf(answer)).toMatch(/^traces.*after 4 commands: takahara, until the skill has taken effect/);
  const cut = await odds({ file: PLAN, at: '4', skill: 'reppu-seiken-zuki', limit: 5 });
  expect([cut.verdict, cut.whole]).toEqual(['bounded', false]);
});

test('odds: bad input names what is legal, an aborted call has the rows so far', async () => {
  expect(await refusal(odds({ file: PLAN, until: 2000 }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(odds({ file: PLAN, target: 'odie' }))).toMatchObject({ code: 'E_UNKNOWN_ID' });
  const typed = await refusal(odds({ file: PLAN, skil: 'low-kick' } as never));
  expect(typed).toMatchObject({ code: 'E_USAGE', details: { remedy: 'Did you mean skill?' } });
  expect((await refusal(odds({ file: 3 } as never))).details).toMatchObject({
    found: '3',
    expected: 'the name of a file, or what loadPlan gave',
  });
  const { message } = await refusal(odds({} as never));
  expect(message).toContain(
    'file is missing; expected the name of a file, or what loadPlan gave. Give file; besides it takes at, skill',
  );
  expect(message.length).toBeLessThan(300);
  expect((await aborted(odds({ file: PLAN, signal: now() }))).cause).toBeUndefined();
  const { cause } = await aborted(odds({ file: PLAN, at: 4, ...after(2) }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete', whole: false });
  expect((cause as { rows: readonly unknown[] }).rows.length).toBeGreaterThan(0);
});

test('calculate: two fighters without a plan', async () => {
  const question = { attacker: 'takahara', skill: 'low-kick', defender: 'namcat', side: 'back' };
  const answer = await calculate({ ...question, attackerFigures: { stats: { power: 50 } } });
  expect(answer).toMatchObject({
    ok: true,
    verdict: 'answered',
    dependsOn: [],
    rows: [{ skill: 'low-kick', side: 'back' }],
  });
  checkPlain(answer);
  expect((await calculate({ ...question, limit: 2 })).verdict).toBe('bounded');
  expect(await refusal(calculate({ ...question, side: 'left' }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(calculate({ attacker: 'takahara', defender: 'all' }))).toMatchObject({ code: 'E_OPTION' });
  const { cause } = await aborted(calculate({ attacker: 'takahara', defender: 'namcat', ...after(1) }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete' });
});

test('seeds: starts that give what is wanted, and none', async () => {
  const few = { plan: NAMCAT, starts: 'waits', frames: 20 } as const;
  const lost = await seeds({ ...few, want: 'lost' });
  expect(lost).toMatchObject({ ok: true, verdict: 'found', starts: 'waits', count: 21, played: 21 });
  expect(lost.wanted?.count).toBe(lost.lost);
  checkPlain(lost);
  const never = await seeds({ ...few, want: 'won' });
  expect(never).toMatchObject({ ok: false, verdict: 'none', wanted: { count: 0 } });
  expect(textOf(never)).toContain('wanted: won: 0 of 21 starts');
  expect((await seeds(few)).verdict).toBe('answered');
  expect(await refusal(seeds({ ...few, timer: 9 }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(seeds({ ...few, frames: 70_000 }))).toMatchObject({ code: 'E_OPTION' });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 60);
  const { cause } = await aborted(seeds({ plan: NAMCAT, starts: 'waits', frames: 60_000, signal: stop.signal }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete', count: 60_001 });
  expect((cause as { played: number }).played).toBeLessThan(60_001);
});

test('locate: the states that fit, and a contradiction by name', async () => {
  // the two observations of docs/LUCK.md
  const answer = await locate({ plan: PLAN, saw: ['4:record[5].hp=276', '5:enemy[0].hp=233'] });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', among: 209_506 });
  expect(answer.fit).toBeGreaterThan(0);
  expect(answer.steps.map(({ saw }) => saw)).toEqual(['4:record[5].hp=276', '5:enemy[0].hp=233']);
  checkPlain(answer);
  const none = await locate({ plan: PLAN, saw: ['4:record[5].hp=2'] });
  expect(none).toMatchObject({ ok: false, verdict: 'contradicted', contradiction: '4:record[5].hp=2', fit: 0 });
  expect(await refusal(locate({ plan: PLAN, saw: [] }))).toMatchObject({ code: 'E_OPTION' });
  // a line end between the words is a space like others: it is a sight, of a unit that is not there
  for (const sight of ['nobody damage 96', 'nobody \n\n damage \n 96', 'nobody\r\n\r\nmiss']) {
    const unknown = await refusal(locate({ plan: PLAN, saw: [sight] }));
    expect([sight, unknown.code, unknown.sentence]).toEqual([
      sight,
      'E_UNKNOWN_ID',
      expect.stringMatching(/nobody is called nobody$/u),
    ]);
  }
  expect(await refusal(locate({ plan: PLAN, saw: '4:x=1' } as never))).toMatchObject({ code: 'E_USAGE' });
  const saw = ['1:record[5].hp>0', '4:record[5].hp=276'];
  const { cause } = await aborted(locate({ plan: PLAN, saw, ...after(1) }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete', interrupted: true, found: [] });
  const { steps, fit, among } = cause as {
    readonly steps: readonly object[];
    readonly fit: number;
    readonly among: number;
  };
  expect([steps.length, fit > 0, fit <= among]).toEqual([1, true, true]);
});

test('chances: dice that are commands, at a place of a plan', async () => {
  const DICE = 'traces/kurogane-engage/guide.toml';
  expect([await hasDice(DICE), await hasDice(PLAN), await hasDice('a.jsonl')]).toEqual([true, false, false]);
  // a name in capitals, as everywhere else
  const capitals = join(mkdtempSync(join(tmpdir(), 'lockstep-test-')), 'GUIDE.TOML');
  copyFileSync(DICE, capitals);
  expect(await hasDice(capitals)).toBe(true);
  const answer = await chances({ file: DICE, at: 3 });
  // the seed's pool of seven dice: 2,187 of 279,936 rolls miss
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', at: 'after 3 commands', file: DICE });
  expect(answer.chances[0]?.lines[0]).toEqual(['a miss', '2187 of 279936, 0.781 %']);
  checkPlain(answer);
  expect(textOf(await chances({ file: DICE, at: 1 }))).toBe(
    `${DICE} after 1 command\nno dice are due there: no command that may come now has any\n`,
  );
  expect(await refusal(chances({ file: PLAN }))).toMatchObject({ code: 'E_CAPABILITY' });
  await aborted(chances({ file: DICE, signal: now() }));
});

test('predict: the sheet of a pair, whole and as another pair knows it; refusals name who there is', async () => {
  const WAR = 'traces/holy-grail-war/turn.toml';
  const whole = await predict({ file: WAR, at: 2, sheet: 'tohsaka' });
  // the plan's own figures: 30 and 15 MP after 5 of 20 went to the servant and 16 were paid for 3 HP
  expect(textOf(whole)).toContain('\nrin, master of tohsaka\n  attribute: -\n  stats: str 1, con 1, agi 1, mag 5\n');
  expect(textOf(whole)).toContain('\n  MP: 29 of 60\n');
  expect(whole.sheets?.map(({ title }) => title)).toEqual([
    'Pair tohsaka',
    'rin, master of tohsaka',
    'archer, servant of tohsaka',
  ]);
  checkPlain(whole);
  const seen = await predict({ file: WAR, at: 2, sheet: 'all', seenBy: 'matou' });
  expect(seen.sheets).toHaveLength(6);
  expect(textOf(seen)).toContain('Pair tohsaka, as matou knows it\n  command seals: ?\n');
  expect(textOf(seen)).not.toContain('29 of 60');
  expect(textOf(await predict({ file: WAR, seenBy: 'matou' }))).toContain('Pair matou\n');
  const wrong = await refusal(predict({ file: WAR, sheet: 'matu' }));
  expect(wrong).toMatchObject({ code: 'E_OPTION', details: { found: 'matu', remedy: 'Did you mean matou?' } });
  expect(await refusal(predict({ file: WAR, seenBy: 'rin' }))).toMatchObject({ code: 'E_OPTION' });
  const MAP = 'traces/srpg-movement/search-captain.toml';
  expect(textOf(await predict({ file: MAP, sheet: 'captain' }))).toContain('\n  safe: (5,0) (5,1) (5,2)\n');
  expect(await refusal(predict({ file: MAP, sheet: 'captain', seenBy: 'lancer' }))).toMatchObject({
    code: 'E_CAPABILITY',
  });
  expect(await refusal(predict({ file: PLAN, sheet: 'takahara' }))).toMatchObject({ code: 'E_CAPABILITY' });
});

test('predict: a place of a plan, and figures alone', async () => {
  const answer = await predict({ file: PLAN, at: 4, turns: 2 });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', at: 'after 4 commands', image: null });
  expect(answer.forecast?.turns.length).toBe(2);
  expect(answer.dependsOn).toContain('decisionInput');
  checkPlain(answer);
  expect(await refusal(predict({ file: PLAN, turns: 101 }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(predict({ file: PLAN, at: 'nowhere' }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(predict({ file: PLAN, patch: 'a.ips' }))).toMatchObject({ code: 'E_USAGE' });
  await aborted(predict({ file: PLAN, signal: now() }));
  const figures = await predictFigures({ actionPoints: 29, speed: 31, enemies: ['namcat=201'] });
  expect(figures).toMatchObject({ ok: true, actionPoints: 29, nextEnemy: 'namcat', dependsOn: [] });
  expect(textOf(figures)).toMatch(/^ruleset +cartridge/);
  expect(await refusal(predictFigures({ speed: 256 }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(predictFigures({ enemies: ['namca'] }))).toMatchObject({ code: 'E_UNKNOWN_ID' });
});

test('a copy of an answer has no text', async () => {
  const answer = await predictFigures();
  expect(() => textOf({ ...answer })).toThrow(TypeError);
});
