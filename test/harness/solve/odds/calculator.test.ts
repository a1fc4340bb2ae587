/** The calculator: its rows are those of a plan with the same fight, its figures the closed forms of the rules. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { positionOf } from '../../../../harness/solve/odds/position/position.js';
import { type CalculatorQuestion, calculate } from '../../../../harness/solve/odds/table/calculator.js';
import { calculatorJson, calculatorText } from '../../../../harness/solve/odds/table/calculator-text.js';
import { oddsTable, type UnitOutcome } from '../../../../harness/solve/odds/table/odds-table.js';
import { species } from '../../../../rom-map/tables/species.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const NO_FIGURES = { level: undefined, stats: {} };
const QUESTION: CalculatorQuestion = {
  attacker: 'takahara',
  attackerFigures: NO_FIGURES,
  skill: undefined,
  defender: 'namcat',
  defenderFigures: NO_FIGURES,
  side: undefined,
  plays: 100_000,
};

const asked = (given: Partial<CalculatorQuestion>) => calculate(LIVE_A_LIVE_BATTLE, { ...QUESTION, ...given });

/** A table of a plan: numbers, texts and lists of numbers or texts. */
function tableOf(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
    .join('\n');
}

interface Setup {
  readonly enemies: readonly Readonly<Record<string, unknown>>[];
  readonly party: readonly Readonly<Record<string, unknown>>[];
  readonly generator: readonly number[];
}

/** A plan with the fight of a row, as a user would write it. */
function planOf(name: string, { enemies, party, generator }: Setup): string {
  const text = `plan = 1
system = "live-a-live-battle"
title = "a fight"
[setup]
generator = ${JSON.stringify(generator)}
[[setup.enemies]]
${tableOf(enemies[0] ?? {})}
[[setup.party]]
${tableOf(party[0] ?? {})}
`;
  const file = folder.write(`${name}.toml`, '');
  writeFileSync(file, text);
  return file;
}

const plain = ({ lost, damage, healed, struck, hurt, out, statuses, abnormalities, moved }: UnitOutcome) => ({
  ...{ lost, damage, healed, struck, hurt, out, statuses, abnormalities, moved },
});
/** Without the states of the cycles, which the calculator does not count. */
const text = (outcome: UnitOutcome): string =>
  JSON.stringify(plain(outcome), (key, value: unknown) =>
    key === 'states' ? undefined : typeof value === 'bigint' ? String(value) : value,
  );

test.each(['namcat', 'moribe-seishi'])('rows of %s are those of odds PLAN for the same fight', async (defender) => {
  let compared = 0;
  for (const skill of ['reppu-seiken-zuki', 'dou-mawashi-kaiten-geri', 'spiral-knee', 'g-suplex']) {
    for (const row of asked({ defender, skill }).rows) {
      const file = planOf(`${defender}-${skill}-${row.side}`, row.setup as unknown as Setup);
      const position = await positionOf(SYSTEMS, file, undefined);
      const { rows, late } = oddsTable(position, { skill, target: defender, horizon: 'effect', plays: 100_000 });
      const own = rows.filter(({ ifFacing, side }) => ifFacing === '' && side === row.side);
      // a skill that is charged, or does not reach from there, is no command there
      if (own.length === 0 || late.length > 0) continue;
      expect(own.map(({ target }) => text(target))).toContain(text(row.target));
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(5);
});

/** Draws of 0..255 whose share of a quarter of the base is `part`. */
function drawsWith(base: number, part: number): number {
  let count = 0;
  for (let draw = 0; draw < 256; draw++) if ((draw * (base >> 2)) >> 8 === part) count++;
  return count;
}

/** Base of Reppu Seiken Zuki: C1:77CE of level 2, a quarter of the speed 72, attack 9, on Odie O. @param correction of the target's level */
function baseOf(correction: number): number {
  const difference = 8 + 5 + 2 - Math.max(4 - correction, 0);
  return 2 * (((((difference * 16) >> 3) + (72 >> 2)) * ((255 - 21) >> 1)) >> 8) + 9;
}

const FIGURES = { level: undefined, stats: { speed: 72, attack: 9 } };
const ODIE = { defender: 'odie-o', skill: 'reppu-seiken-zuki', attackerFigures: FIGURES };

test('damage is the closed form from each side, with the chance of each draw', () => {
  const { rows } = asked(ODIE);
  const { sideCorrection, backCorrection } = species('odie-o').values;
  const bases = [baseOf(0), baseOf(sideCorrection), baseOf(backCorrection)];
  expect(bases[0]).toBe(45);
  expect(rows.map(({ side }) => side)).toEqual(['front', 'side', 'back']);
  rows.forEach(({ target }, index) => {
    const base = bases[index] ?? 0;
    const parts = Array.from({ length: base >> 2 }, (_, part) => part);
    expect(target.damage.map(([amount]) => amount)).toEqual(parts.map((part) => 2 * (base + part)));
    const shares = target.damage.map(([, { chance }]) => Number((chance.numerator * 256n) >> BigInt(chance.bits)));
    expect(shares).toEqual(parts.map((part) => drawsWith(base, part)));
  });
});

/** Out within so many uses, by every pair and triple of draws. */
function outByDraws(hp: number, uses: number): number {
  let left = new Map([[hp, 1]]);
  for (let use = 0; use < uses; use++) {
    const next = new Map<number, number>();
    for (const [before, chance] of left) {
      for (let draw = 0; draw < 256; draw++) {
        const after = before - 2 * (45 + ((draw * 11) >> 8));
        if (after > 0) next.set(after, (next.get(after) ?? 0) + chance / 256);
      }
    }
    left = next;
  }
  return 1 - [...left.values()].reduce((sum, chance) => sum + chance, 0);
}

const share = ({ numerator, bits }: { numerator: bigint; bits: number }): number => Number(numerator) / 2 ** bits;

test.each([95, 200, 301])('knock-outs of %d HP in one, two and three uses are those of all draws', (hp) => {
  const [row] = asked({ ...ODIE, side: 'front', defenderFigures: { level: undefined, stats: { hp } } }).rows;
  expect(row?.target.unit.hp).toBe(hp);
  row?.out.forEach((chance, index) => {
    expect(chance?.open).toEqual({ numerator: 0n, bits: 0 });
    expect(share(chance?.least ?? { numerator: -1n, bits: 0 })).toBeCloseTo(outByDraws(hp, index + 1), 9);
  });
  // none of them is sure and none impossible in one of the three
  expect(row?.out.some((chance) => chance !== undefined && share(chance.least) > 0 && share(chance.least) < 1)).toBe(
    true,
  );
});

test('where the limit leaves draws open, every chance is a bound round the exact one', () => {
  const figures = { ...ODIE, side: 'front', defenderFigures: { level: undefined, stats: { hp: 95 } } };
  const [exact] = asked(figures).rows;
  const [cut] = asked({ ...figures, plays: 6 }).rows;
  expect(cut?.open.numerator).toBeGreaterThan(0n);
  cut?.out.forEach((chance, index) => {
    const whole = share(exact?.out[index]?.least ?? { numerator: -1n, bits: 0 });
    const least = share(chance?.least ?? { numerator: -1n, bits: 0 });
    const open = share(chance?.open ?? { numerator: -1n, bits: 0 });
    expect(least).toBeLessThanOrEqual(whole);
    expect(least + open).toBeGreaterThanOrEqual(whole);
  });
  const shown = calculatorText(asked({ ...figures, plays: 6 }));
  expect(shown).toMatch(/and more\? +\d+\.\d\d\.\.100\.00% +\d+\.\d\d\.\.\d+\.\d\d%/u);
});

test('an enemy that attacks deals what its answer deals in a plan', async () => {
  const { rows } = asked({ attacker: 'namcat', defender: 'takahara', skill: 'panchama-kick', side: 'front' });
  // docs/LUCK.md: it answers with that kick
  const file = new URL('../../../../traces/live-a-live/takahara-namcat.toml', import.meta.url).pathname;
  const table = oddsTable(await positionOf(SYSTEMS, file, '4'), {
    skill: 'dou-mawashi-kaiten-geri',
    horizon: 'effect',
    plays: 100_000,
  });
  const answer = table.rows[0]?.others.find(({ unit }) => unit.prefix === 'ally[0]');
  // three hits of 16 to 19
  expect(answer?.damage.map(([amount]) => amount)).toEqual([48, 51, 54, 57]);
  expect(rows[0]?.target.damage.map(([amount]) => amount)).toEqual(answer?.damage.map(([amount]) => amount));
});

test('stats and levels of both sides count, and an enemy takes them as an ally does', () => {
  const least = (given: Partial<CalculatorQuestion>): number =>
    asked({ ...ODIE, side: 'front', ...given }).rows[0]?.target.damage[0]?.[0] ?? 0;
  // D = 8 + 5 + 2 - 9 = 6: v = 12 + 18 = 30; 2 * (30 * 117 >> 8) + 9 = 35; at that level one of the two hits may miss
  expect(least({ defenderFigures: { level: 9, stats: {} } })).toBe(35);
  const strong = asked({
    attacker: 'namcat',
    defender: 'takahara',
    skill: 'low-kick',
    attackerFigures: { level: 40, stats: {} },
  });
  const weak = asked({ attacker: 'namcat', defender: 'takahara', skill: 'low-kick' });
  expect(strong.figures['level']).toBe(40);
  expect(strong.rows[0]?.target.damage[0]?.[0]).toBeGreaterThan(weak.rows[0]?.target.damage[0]?.[0] ?? 999);
});

test('all skills against one enemy, one skill against all, and one that is never learned', () => {
  const skills = asked({ side: 'back' });
  expect(new Set(skills.rows.map(({ skill }) => skill)).size).toBe(skills.rows.length);
  expect(skills.rows.length + skills.none.length).toBe(16);
  const foreign = asked({ skill: 'low-kick', side: 'back' });
  expect(foreign.foreign).toEqual(['low-kick']);
  expect(calculatorText(foreign)).toContain('never learned by takahara: low-kick');
  const all = asked({ skill: 'dou-mawashi-kaiten-geri', defender: 'all', side: 'front' });
  const names = all.rows.map(({ target }) => target.unit.name);
  expect(names).toContain('moribe-seishi');
  expect(new Set(names).size).toBeGreaterThan(150);
  const own = asked({ skill: 'dou-mawashi-kaiten-geri', side: 'front' }).rows[0];
  const same = all.rows.find(({ target }) => target.unit.name === 'namcat');
  expect(same && text(same.target)).toBe(own && text(own.target));
  expect(JSON.stringify(calculatorJson(all))).toContain('koWithin');
});

test.each([
  [{ attacker: 'takahra' }, 'E_UNKNOWN_ID', /Did you mean takahara/],
  [{ defender: 'namct' }, 'E_UNKNOWN_ID', /Did you mean namcat/],
  [{ skill: 'low-kik' }, 'E_UNKNOWN_ID', /Did you mean low-kick/],
  [{ side: 'bak' }, 'E_OPTION', /Did you mean back/],
  [{ defender: 'akira' }, 'E_OPTION', /same side/],
  [{ attacker: 'namcat', defender: 'all' }, 'E_OPTION', /the attacker is one/],
  [{ attackerFigures: { level: undefined, stats: { pwr: 3 } } }, 'E_OPTION', /names no stat/],
  [{ attackerFigures: { level: 1, stats: {} } }, 'E_OPTION', /begins at level 2/],
  [{ defenderFigures: { level: 300, stats: {} } }, 'E_OPTION', /cannot have that level/],
  [{ defenderFigures: { level: undefined, stats: { hp: 9999 } } }, 'E_OPTION', /within 1 to 256/],
])('%j is refused', (given, code, message) => {
  const refused = (): string => {
    try {
      return JSON.stringify(asked(given).rows);
    } catch (error) {
      return error instanceof LockstepError
        ? `${error.code} ${error.sentence} ${JSON.stringify(error.details)}`
        : String(error);
    }
  };
  expect(refused()).toMatch(new RegExp(`^${code} `, 'u'));
  expect(refused()).toMatch(message);
});
