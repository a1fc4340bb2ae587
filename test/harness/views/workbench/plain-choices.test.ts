/** Choices of systems that name none themselves, against what plans and the rules say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { plainChoices } from '../../../../harness/views/workbench/plain-choices.js';
import { openSession, type Session } from '../../../../harness/views/workbench/session.js';

function opened(name: string, at: number): Session {
  const file = join(packageRoot(), 'traces', name);
  const session = openSession(SYSTEMS, readFileSync(file, 'utf8'), file, 'en');
  session.goTo(at);
  return session;
}

const choicesOf = ({ system, battle }: Session): ReturnType<typeof plainChoices> => plainChoices(system, battle, 'en');

test('dice are listed as the pool has them, with what the rules make of them', () => {
  const { rows, isWhole } = choicesOf(opened('kurogane-engage/guide.toml', 4));
  // K11: seven dice here; the plan's own note says that six are refused
  expect(new Set(rows.map(({ command }) => (command['faces'] as number[]).length))).toEqual(new Set([7]));
  expect([rows[0]?.name, rows[0]?.where, isWhole]).toEqual(['roll', '\u2680'.repeat(7), false]);
});

test('targets of an ability are cards by name', () => {
  const { rows } = choicesOf(opened('fftcg/x1.toml', 3));
  // the plan's next command
  expect(rows.map(({ command }) => command)).toContainEqual({
    command: 'castSummon',
    player: 'B',
    card: 'brynhildr',
    targets: ['barret'],
  });
});

test('a chip names who plays what on whom', () => {
  const { rows } = choicesOf(opened('fftcg/x1.toml', 3));
  expect(rows.map(({ where }) => where)).toContain('B brynhildr \u2192 barret');
});

test('what has a name of its own is shown by it, and typed by its id', () => {
  const { rows } = choicesOf(opened('kurogane-engage/squad-three-rounds.toml', 0));
  const declared = rows.find(({ command }) => command['attacker'] === 'asagi' && command['target'] === 'oni');
  // the plan's own names of these units
  expect(declared?.where).toContain('Asagi');
  expect(declared?.where).toContain('Oni');
  expect(declared?.where).not.toContain('asagi');
});

test('squares are those of the board, and only asking changes nothing', () => {
  const session = opened('srpg-movement/guide.toml', 4);
  const before = session.battle.image.slice();
  const { rows } = choicesOf(session);
  expect(Buffer.compare(session.battle.image, before)).toBe(0);
  const asked = rows.filter(({ name }) => name === 'canMove');
  // seed, G1: 7 columns and 6 rows, of which 18 squares are reached
  expect(asked.every(({ cell }) => cell !== undefined && cell[0] < 7 && cell[1] < 6)).toBe(true);
  expect(asked[0]?.preview.told).toEqual(['(0,0) is no destination of the MoveMap']);
  // a question is told from a command, and commands that change nothing count as one
  const questions = new Set(rows.filter(({ isQuestion }) => isQuestion).map(({ name }) => name));
  expect(questions).toContain('canMove');
  expect(questions).toContain('threat');
  expect(rows.some(({ name, isQuestion }) => name === 'moveUnit' && !isQuestion)).toBe(true);
});

test.each([
  ['kurogane-engage/guide.toml'],
  ['fftcg/x1.toml'],
  ['srpg-movement/guide.toml'],
  ['holy-grail-war/turn.toml'],
])('every listed command of %s is played without a refusal', (name) => {
  const last = opened(name, 0).rows().length;
  for (const at of [0, last >> 1]) {
    const session = opened(name, at);
    const { rows } = choicesOf(session);
    expect(rows.length).toBeGreaterThan(0);
    const { image } = session.battle;
    const before = image.slice();
    for (const { words } of rows) {
      expect(session.battle.step(words, undefined)).toBe(0);
      image.set(before);
    }
  }
});
