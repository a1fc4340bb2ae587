/** A refused command of LIVE A LIVE says why and what would be legal, and all that it names is legal. */
import { expect, test } from 'vitest';
import type { CommandOf } from '../../core/declared/declared.js';
import { apply, liveALive, RuleError, restore, snapshot } from '../../core/index.js';

const system = liveALive.LIVE_A_LIVE_BATTLE;
const start = () => liveALive.createBattle({ formation: 0xde, party: [{ character: 'takahara' }] });

function refusal(command: CommandOf<'live-a-live-battle'>): string {
  const battle = start();
  const before = snapshot(battle);
  try {
    apply(system, battle, command);
  } catch (error) {
    expect(snapshot(battle)).toEqual(before);
    if (error instanceof RuleError) return error.message;
    throw error;
  }
  throw new Error('it was accepted');
}

test('each skill that is named can be used, in every way that is listed', () => {
  const said = refusal({ command: 'skill', skill: 'low-kick', x: 0, y: 0 });
  const names = /it may use (.+)$/u.exec(said)?.[1]?.split(', ') ?? [];
  expect(names.length).toBeGreaterThan(1);
  const battle = start();
  const groups = system.capabilities.choices?.of(battle).groups ?? [];
  for (const name of names) {
    const choices = groups.find((group) => group.name.id === name)?.choices ?? [];
    expect([name, choices.length > 0]).toEqual([name, true]);
    for (const { words } of choices) {
      const image = snapshot(battle);
      expect(battle.step(words, undefined)).toBe(0);
      restore(battle, image);
    }
  }
});

test('each cell that is named can be aimed at', () => {
  const skill = 'dou-mawashi-kaiten-geri';
  const said = refusal({ command: 'skill', skill, x: 0, y: 6 });
  const cells = [...said.matchAll(/\((\d),(\d)\)/gu)].map(([, x, y]) => [Number(x), Number(y)] as const);
  expect(cells.length).toBeGreaterThan(1);
  for (const [x, y] of cells) expect(() => apply(system, start(), { command: 'skill', skill, x, y })).not.toThrow();
});

test('each cell that a refused walk names can be walked to, the nearest ones first', () => {
  const { x, y } = { x: 0, y: 9 };
  const said = refusal({ command: 'move', x, y });
  expect(said).toContain('the nearest cells that it can walk to: ');
  const named = /walk to: (.+)$/u.exec(said)?.[1] ?? '';
  const cells = [...named.matchAll(/\((\d),(\d)\)/gu)].map(([, column, row]) => [Number(column), Number(row)] as const);
  expect(cells).toHaveLength(6);
  for (const [column, row] of cells) {
    expect(() => apply(system, start(), { command: 'move', x: column, y: row })).not.toThrow();
  }
  const distances = cells.map(([column, row]) => Math.abs(column - x) + Math.abs(row - y));
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
});
