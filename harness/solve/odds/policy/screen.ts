/** What a player sees of a state: HP, statuses, places and facings of the units. */
import type { Problem } from '../../search/problem/problem.js';
import { createUnitReader, type Unit } from '../table/units.js';
import type { States } from './states.js';

export interface Screen {
  /** Equal texts look the same. */
  seen(state: number): string;
  /** What of a state looks otherwise than another one, in words. */
  change(before: number, after: number): string;
}

/** What became of a unit, in words; empty for nothing. */
function unitChange(before: Unit, after: Unit | undefined, statusNames: readonly string[]): string {
  if (after === undefined) return `${before.name} is gone`;
  const parts: string[] = [];
  const lost = before.hp - after.hp;
  if (lost !== 0) parts.push(`${lost > 0 ? `loses ${lost}` : `recovers ${-lost}`} (HP ${after.hp})`);
  statusNames.forEach((name, bit) => {
    const [was, is] = [(before.statuses >> bit) & 1, (after.statuses >> bit) & 1];
    if (was !== is) parts.push(is === 1 ? `gets ${name}` : `is rid of ${name}`);
  });
  if (before.abnormality !== after.abnormality) parts.push(`has abnormality ${after.abnormality}`);
  if (before.x !== after.x || before.y !== after.y) parts.push(`stands at ${after.x},${after.y}`);
  if (before.facing !== after.facing) parts.push(`faces ${after.facing}`);
  return parts.length === 0 ? '' : `${before.name} ${parts.join(', ')}`;
}

export function createScreen({ system, battle }: Problem, states: States): Screen {
  const reader = createUnitReader(system, battle);
  const texts: string[] = [];

  function unitsOf(state: number): ReadonlyMap<string, Unit> {
    states.load(state);
    return reader.read(battle.image.slice());
  }

  return {
    seen(state) {
      texts[state] ??= JSON.stringify([...unitsOf(state).values()]);
      return texts[state] as string;
    },
    change(before, after) {
      const now = unitsOf(after);
      const old = unitsOf(before);
      const changes = [...old.values()].map((unit) => unitChange(unit, now.get(unit.prefix), reader.statusNames));
      const come = [...now.values()].filter(({ prefix }) => !old.has(prefix)).map(({ name }) => `${name} comes`);
      const said = [...changes, ...come].filter((text) => text !== '');
      return said.length === 0 ? 'nothing looks different' : said.join('; ');
    },
  };
}
