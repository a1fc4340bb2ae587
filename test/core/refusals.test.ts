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
