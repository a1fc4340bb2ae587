/** What happened in a row of the ledger, counted: skills, hits, damage, recovery. */
import type { Happening, Language } from '../../../core/system/system.js';

/** A skill that somebody used; a counter stands apart from a skill of the unit's own turn. */
export interface SkillUse {
  readonly actor: string;
  readonly skill: string;
  readonly isCounter: boolean;
  readonly times: number;
}

/** What a row's happenings came to; names are in the language asked for. */
export interface Tally {
  /** Who used which skill, and how often, in the order of the first use. */
  readonly skills: readonly SkillUse[];
  /** Targets that skills hit, and that they missed. */
  readonly hits: number;
  readonly misses: number;
  /** HP that units lost and got back, in the order in which it happened first. */
  readonly damage: readonly { readonly unit: string; readonly amount: number }[];
  readonly healed: readonly { readonly unit: string; readonly amount: number }[];
}

function amountsOf(sums: ReadonlyMap<string, number>): { unit: string; amount: number }[] {
  return [...sums].map(([unit, amount]) => ({ unit, amount }));
}

function addTo(sums: Map<string, number>, name: string, amount: number | undefined): void {
  if (amount !== undefined) sums.set(name, (sums.get(name) ?? 0) + amount);
}

/** @param language of the names */
export function tallyOf(happenings: readonly Happening[], language: Language): Tally {
  const skills = new Map<string, SkillUse>();
  const damage = new Map<string, number>();
  const healed = new Map<string, number>();
  const count = { hits: 0, misses: 0 };
  for (const { kind, actor, what, results } of happenings) {
    const isUse = kind === 'skill' || kind === 'counter';
    if (isUse) {
      const use = { actor: actor?.[language] ?? '', skill: what?.[language] ?? '', isCounter: kind === 'counter' };
      const key = JSON.stringify(use);
      skills.set(key, { ...use, times: (skills.get(key)?.times ?? 0) + 1 });
    }
    for (const { target, amounts } of results) {
      const isMiss = amounts['landed'] === 0 && amounts['damage'] === undefined && amounts['healed'] === undefined;
      if (isUse) count[isMiss ? 'misses' : 'hits']++;
      addTo(damage, target[language], amounts['damage']);
      addTo(healed, target[language], amounts['healed']);
    }
  }
  return { skills: [...skills.values()], ...count, damage: amountsOf(damage), healed: amountsOf(healed) };
}

function hitText({ hits, misses }: Tally): string {
  const count = hits + misses;
  if (count === 0) return '';
  if (count === 1) return hits === 1 ? 'hit' : 'missed';
  return `${hits} of ${count} hit`;
}

/** The tally as columns of a table; every column has a text, or is empty. */
export function tallyColumns(tally: Tally): readonly (readonly [name: string, text: string])[] {
  const sums = (list: Tally['damage']): string => list.map(({ unit, amount }) => `${unit} ${amount}`).join(', ');
  const uses = tally.skills.map(({ actor, skill, isCounter, times }) => {
    const who = isCounter ? `${actor} counters` : actor;
    return `${who}: ${skill}${times > 1 ? ` x${times}` : ''}`;
  });
  return [
    ['skill', uses.join(', ')],
    ['hit', hitText(tally)],
    ['damage', sums(tally.damage)],
    ['recovered', sums(tally.healed)],
  ];
}
