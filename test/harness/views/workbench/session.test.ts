/** The session of the workbench beside `lockstep run`: the same states, the same verdicts, undo that undoes. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { choiceTable } from '../../../../harness/views/workbench/plain-choices.js';
import { openSession, type Session } from '../../../../harness/views/workbench/session.js';

const traces = join(packageRoot(), 'traces');
const NAMCAT = 'live-a-live/takahara-namcat.toml';
const textOf = (name: string): string => readFileSync(join(traces, name), 'utf8');
const open = (name: string, text = textOf(name)): Session => openSession(SYSTEMS, text, name, 'en');
const plans = readdirSync(traces, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^[\w-]+\/[\w-]+\.toml$/.test(name))
  // a plan that begins at a log's frame needs the log
  .filter((name) => !/^\[start\]/m.test(textOf(name)));

async function played(session: Session): Promise<{ image: Uint8Array; failures: number; compared: number }> {
  const plan = readPlan(new TextEncoder().encode(session.text()), 'test.toml');
  const battle = startPlan(session.system, plan);
  const { failures, compared } = await runPlan(session.system, battle, plan);
  return { image: battle.image, failures: failures.length, compared };
}

describe('every bundled plan', () => {
  test.each(plans)('%s: ends in the state in which `run` ends it, with as many values compared', async (name) => {
    const session = open(name);
    const { image, failures, compared } = await played(session);
    expect(Buffer.compare(session.battle.image, image)).toBe(0);
    expect([session.verdict().holds, failures]).toEqual([true, 0]);
    const own = session.rows().reduce((sum, row) => sum + row.compared, 0);
    // a plan without commands has no row to show its checkpoints in
    expect(own).toBe(session.rows().length === 0 ? 0 : compared);
    // several battles in a plan become one list: plan-text.test.ts
    if (!textOf(name).includes('[[battle]]')) expect(session.text()).toBe(textOf(name));
  });
});

test('choices that are played give a plan that runs to the same state', async () => {
  const session = open(NAMCAT);
  session.goTo(2);
  for (const name of ['move', 'wait', 'step', 'Kiai Tame']) {
    const row = choiceTable(session.system, session.battle, 'en').rows.find((one) => one.name === name);
    expect([name, row]).not.toEqual([name, undefined]);
    if (row !== undefined) session.play(row.command);
  }
  expect(session.at()).toBe(6);
  const behind = session.rows().length;
  for (let row = behind; row > 6; row--) session.remove(row - 1);
  const { image } = await played(session);
  expect(Buffer.compare(session.battle.image, image)).toBe(0);
});

test('what a choice foretells is what comes when it is played', () => {
  const session = open(NAMCAT);
  session.goTo(4);
  const rows = choiceTable(session.system, session.battle, 'en').rows;
  const before = Buffer.from(session.battle.image);
  expect(rows.length).toBeGreaterThan(40);
  for (const { command, preview } of rows) {
    session.goTo(4);
    expect(Buffer.compare(session.battle.image, before)).toBe(0);
    const clock = session.rows()[3]?.clock ?? 0;
    session.play(command);
    const row = session.rows()[4];
    expect([row?.happened.map(({ sentence }) => sentence), (row?.clock ?? 0) - clock]).toEqual([
      preview?.told,
      preview?.frames,
    ]);
    session.undo();
  }
});

describe.each([
  ['fftcg/x1.toml', 3, 'pass', 'B passes'],
  ['srpg-movement/guide.toml', 4, 'moveUnit', 'Hoge moves to (1,2) by (3,3) (2,3) (1,3) (1,2), 0 movement left'],
  ['kurogane-engage/guide.toml', 1, 'sizePool', '7 dice to roll'],
  ['holy-grail-war/turn.toml', 2, 'chooseActive', 'archer chooses to rest'],
])('%s at %i', (name, at, command, sentence) => {
  test('every listed command tells what comes when it is played, and none changes the battle', () => {
    const session = open(name);
    session.goTo(at);
    const before = Buffer.from(session.battle.image);
    const { rows } = choiceTable(session.system, session.battle, 'en');
    expect(Buffer.compare(session.battle.image, before)).toBe(0);
    const told = rows.filter((row) => row.name === command).flatMap(({ preview }) => preview.told);
    expect(told).toContain(sentence);
    for (const { command: played, preview } of rows.filter((_, index) => index % 7 === 0)) {
      session.goTo(at);
      session.play(played);
      expect(session.rows()[at]?.happened.map(({ sentence }) => sentence)).toEqual(preview.told);
      session.undo();
    }
  });
});

test('a listed command that only other values of the same list allow stands among the refused', () => {
  const session = open('holy-grail-war/w1-advantage.toml');
  session.goTo(9);
  const { rows, refused } = choiceTable(session.system, session.battle, 'en');
  // H23: caster owes two points of its first step, in any way
  const given = rows.filter(({ name }) => name === 'allocate').map(({ where }) => where);
  expect(given).toContain('step 1 caster str 2 con 0 agi 0');
  expect(given.every((where) => where.startsWith('step 1 caster'))).toBe(true);
  expect(given).toHaveLength(6);
  expect(refused.every(({ reason }) => reason !== '')).toBe(true);
});

test('undo and redo give back every text and state', () => {
  const session = open(NAMCAT);
  const seen: string[] = [session.text()];
  session.goTo(4);
  session.play({ command: 'step' });
  seen.push(session.text());
  session.move(4, 2);
  seen.push(session.text());
  session.remove(0);
  seen.push(session.text());
  for (const text of seen.slice(0, -1).reverse()) {
    expect(session.undo()).toBe(true);
    expect(session.text()).toBe(text);
  }
  expect(session.undo()).toBe(false);
  expect(session.verdict().holds).toBe(true);
  for (const text of seen.slice(1)) {
    expect(session.redo()).toBe(true);
    expect(session.text()).toBe(text);
  }
  expect(session.redo()).toBe(false);
});

test('a value that differs and a command that is refused are named; the rest is not played', () => {
  const differs = open(NAMCAT, textOf(NAMCAT).replace('actionPoints = 57,', 'actionPoints = 58,'));
  expect(differs.verdict()).toEqual({
    holds: false,
    text: `command 1 differs: ${NAMCAT}:21: step 1 (up): cell actionPoints: expected 58, got 57`,
  });
  const session = open(NAMCAT);
  session.goTo(0);
  session.play({ command: 'move', x: 0, y: 0 });
  expect(session.verdict().text).toMatch(/^command 1 differs: E_/);
  expect(session.rows()[1]?.fault).toBe('not played: a command before it was refused');
  session.undo();
  expect(session.verdict().holds).toBe(true);
});

test('a command that cannot be written changes nothing', () => {
  const session = open(NAMCAT);
  const text = session.text();
  expect(() => session.play({ command: 'jump' })).toThrow(/jump/);
  expect([session.text(), session.undo()]).toEqual([text, false]);
});

test('a plan that begins at a log, and one that cannot be read, are refused with their place', () => {
  expect(() => open('live-a-live/overflow.toml')).toThrow(/\[start\]/);
  expect(() => open('x.toml', 'plan = 1\nsystem = "live-a-live"\n[[do]]\n')).toThrow(/do\[0\]\.command/);
});

test('a search behind a label that goes begins where the new commands do', () => {
  const file = join(packageRoot(), 'traces/srpg-movement/fort-gate.toml');
  const session = openSession(SYSTEMS, readFileSync(file, 'utf8'), file, 'en');
  const finish = { command: 'finish', unit: 'knight' };
  session.replaceRest(2, [finish]);
  expect([session.rows().length, session.verdict().holds]).toEqual([3, true]);
  expect(session.text()).toMatch(/\[search\]\nafter = 2\n/u);
  session.undo();
  expect(session.text()).toContain('after = "Gorm in the gate"');
  // a label that stays is left as it is
  const rows = session.rows().length;
  session.replaceRest(rows - 1, []);
  expect(session.text()).toContain('after = "Gorm in the gate"');
});
