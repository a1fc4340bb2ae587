/** A unit's place at the start, changed in a plan's text: every other line stays, and the battle begins there. */
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { openSession, type Session } from '../../../../harness/views/workbench/session.js';
import { mayPlace, placedHead } from '../../../../harness/views/workbench/start-places.js';

const open = (text: string): Session => {
  const session = openSession(SYSTEMS, text, 'plan.toml', 'en');
  session.goTo(0);
  return session;
};

/** Where everybody stands at the start, such as `enemy[0] 3,1`. */
function standing({ system, battle }: Session): string[] {
  const units = system.capabilities.views?.overview?.units(battle) ?? [];
  return units.map(({ prefixes, x, y }) => `${prefixes[0]} ${x},${y}`);
}

const HEAD = 'plan = 1\nsystem = "live-a-live"\n[setup]\n';
const TAKAHARA = '[[setup.party]]\ncharacter = "takahara"\n';
const DO = '\n[[do]]\ncommand = "wait"\n';

describe('a unit is put to another square', () => {
  test.each([
    [
      'of a formation without places',
      `${HEAD}formation = 0xde # Namcat\n\n# the hero\n${TAKAHARA}${DO}`,
      'enemy[0]',
      `${HEAD}formation = 0xde # Namcat\nplaces = [[1, 2]]\n\n# the hero\n${TAKAHARA}\n`,
    ],
    [
      'of a formation with places in several lines',
      `${HEAD}places = [ # seen\n  [3, 1],\n]\nformation = 0xde\n${TAKAHARA}${DO}`,
      'enemy[0]',
      `${HEAD}places = [[1, 2]]\nformation = 0xde\n${TAKAHARA}\n`,
    ],
    [
      'of a table without a place, in lines of Windows',
      `${HEAD}formation = 0xde\n${TAKAHARA}\n[[do]]\ncommand = "wait"\n`.replaceAll('\n', '\r\n'),
      'ally[0]',
      `${HEAD}formation = 0xde\n${TAKAHARA}x = 1\ny = 2\n\n`.replaceAll('\n', '\r\n'),
    ],
    [
      'of the second table, with a comment',
      `${HEAD}[[setup.party]]\ncharacter = "takahara"\nx = 5\ny = 5\n[[setup.enemies]]\nspecies = "namcat"\nx = 3\ny = 3\n[[setup.enemies]]\nspecies = "namcat"\nx = 0 # left\ny = 0\n${DO}`,
      'enemy[1]',
      `${HEAD}[[setup.party]]\ncharacter = "takahara"\nx = 5\ny = 5\n[[setup.enemies]]\nspecies = "namcat"\nx = 3\ny = 3\n[[setup.enemies]]\nspecies = "namcat"\nx = 1 # left\ny = 2\n\n`,
    ],
  ])('%s', (_name, text, unit, expected) => {
    const before = open(text);
    const head = placedHead(before, unit, 1, 2);
    expect(head).toBe(expected);
    const after = open(`${head}${text.slice(before.head().length)}`);
    const moved = standing(before).map((one) => (one.startsWith(`${unit} `) ? `${unit} 1,2` : one));
    expect(standing(after)).toEqual(moved);
  });

  test('of a list in braces: the same data is written anew', () => {
    const text = `${HEAD}formation = 0xde\nparty = [{ character = "takahara", hp = 100 }]\n${DO}`;
    const before = open(text);
    const after = open(`${placedHead(before, 'ally[0]', 1, 2)}${text.slice(before.head().length)}`);
    expect([standing(after)[0], after.battle.image.length]).toEqual(['ally[0] 1,2', before.battle.image.length]);
    expect(after.head()).toContain('hp = 100');
  });
});

test('a unit of which the setup holds no place is refused by name', () => {
  const session = open(`${HEAD}formation = 0xde\n${TAKAHARA}${DO}`);
  expect(() => placedHead(session, 'enemy[7]', 1, 2)).toThrow(/has no place of this unit/u);
  expect(mayPlace(session)).toBe(true);
  session.goTo(1);
  expect(mayPlace(session)).toBe(false);
});
