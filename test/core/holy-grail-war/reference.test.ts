/** The system against an independent slow reference, on random units. Seed printed by fast-check on failure. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allSplits, healCost, holyGrailWar, injuryLevel } from '../../../core/holy-grail-war/index.js';
import * as reference from '../../references/holy-grail-war.js';
import { begin, loners, type Plain, skill, type Table, twoPairs, unit } from './support.js';

const options = { numRuns: 400, seed: 4_004 } as const;

interface Draft {
  readonly str: number;
  readonly con: number;
  readonly agi: number;
  readonly mag: number;
  readonly maxHp: number;
  readonly hp: number;
  readonly maxMp: number;
  readonly mp: number;
}

const small = fc.integer({ min: 0, max: 12 });
const drafts: fc.Arbitrary<Draft> = fc
  .record({
    str: small,
    con: small,
    agi: small,
    mag: fc.integer({ min: 0, max: 9 }),
    maxHp: fc.integer({ min: 1, max: 400 }),
    hpShare: fc.integer({ min: 1, max: 100 }),
    maxMp: fc.integer({ min: 1, max: 60 }),
    mpShare: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ hpShare, mpShare, ...rest }) => ({
    ...rest,
    hp: Math.max(1, Math.floor((rest.maxHp * hpShare) / 100)),
    mp: Math.floor((rest.maxMp * mpShare) / 100),
  }));

function refUnit(draft: Draft): reference.GrailUnit {
  const { str, con, agi, mag, hp, maxHp, mp, maxMp } = draft;
  return { stats: { str, con, agi, mag, luk: 0 }, hp, maxHp, mp, maxMp };
}

const switchSets = fc.record({
  nonAttack: fc.constantFrom('zero' as const, 'clamped' as const),
  injuryStack: fc.boolean(),
  healLevelFee: fc.constantFrom('perAct' as const, 'perLevel' as const),
  mpOverflow: fc.constantFrom('spill' as const, 'lose' as const),
  reflectCountsAsDealt: fc.boolean(),
  escapeScope: fc.constantFrom('unit' as const, 'side' as const),
});

type SwitchSet = typeof switchSets extends fc.Arbitrary<infer Value> ? Value : never;

function ours(set: SwitchSet): Record<string, string> {
  return {
    nonAttack: set.nonAttack,
    injuryStack: set.injuryStack ? 'cumulative' : 'single',
    healLevelFee: set.healLevelFee,
    mpOverflow: set.mpOverflow,
    reflectCountsAsDealt: set.reflectCountsAsDealt ? 'yes' : 'no',
    escapeScope: set.escapeScope,
  };
}

function theirs(set: SwitchSet): reference.GrailSwitches {
  return { ...reference.defaultGrailSwitches, ...set };
}

/** Splits `points` over str, con, agi by two numbers. */
function split(points: number, a: number, b: number): { str: number; con: number; agi: number } {
  const str = a % (points + 1);
  const con = b % (points - str + 1);
  return { str, con, agi: points - str - con };
}

describe('against the reference', () => {
  test('H13 the level of injury of all HP up to a maximum of 130', () => {
    const order = ['none', 'light', 'injured', 'heavy'];
    for (let maxHp = 1; maxHp <= 130; maxHp++) {
      for (let hp = 1; hp <= maxHp; hp++) {
        expect(order[injuryLevel(hp, maxHp)]).toBe(reference.injury(hp, maxHp));
      }
    }
  });

  test('H3 H5 H6 HA14 HA15 preparation of a pair, a master alone, a servant alone', () => {
    const draw = fc.record({
      master: fc.option(drafts),
      servant: fc.option(drafts),
      upkeep: fc.integer({ min: 0, max: 60 }),
      share: fc.nat(200),
      set: switchSets,
    });
    fc.assert(
      fc.property(draw, ({ master, servant, upkeep, share, set }) => {
        fc.pre(master !== null || servant !== null);
        fc.pre(!set.injuryStack);
        const units: Plain[] = [];
        const pair: Plain = { id: 'pair' };
        const own: { master?: reference.GrailUnit; servant?: reference.GrailServant } = {};
        if (master !== null) {
          units.push({ id: 'm', kind: 'master', ...master });
          pair['master'] = 'm';
          own.master = refUnit(master);
        }
        if (servant !== null) {
          units.push({ id: 's', kind: 'servant', upkeep, ...servant });
          pair['servant'] = 's';
          own.servant = { ...refUnit(servant), upkeep };
        }
        const table = begin({ units, pairs: [pair] }, ours(set));
        const delta = reference.supplyDelta(own);
        const free = master !== null && servant !== null && delta >= 0 && share <= delta;
        table.run('prepare', { pair: 'pair', ...(free ? { servantShare: share } : {}) });
        const result = reference.prepare(own, free ? share : undefined, theirs(set));
        if (master !== null) expect(table.cell('unit[m].mp')).toBe(result.masterMp);
        if (servant !== null) {
          expect(table.cell('unit[s].mp')).toBe(result.servantMp);
          expect(table.cell('unit[s].status')).toBe(result.servantVanishes ? 3 : 0);
        }
      }),
      options,
    );
  });

  test('H4 H10 HA4 healing and rest', () => {
    fc.assert(
      fc.property(drafts, fc.nat(400), switchSets, (draft, wish, set) => {
        fc.pre(draft.hp < draft.maxHp && !set.injuryStack);
        const points = 1 + (wish % (draft.maxHp - draft.hp));
        const rich = { ...refUnit(draft), mp: 60_000, maxMp: 60_000 };
        const result = reference.heal(rich, points, theirs(set));
        expect(healCost(draft.hp, draft.maxHp, points, set.healLevelFee === 'perLevel')).toBe(result.cost);
        const table = begin(
          { phase: 'active', units: [{ id: 'm', kind: 'master', ...draft }], pairs: [{ id: 'p', master: 'm' }] },
          ours(set),
        );
        table.run('chooseActive', { unit: 'm', action: 'rest' });
        table.run('closeActive');
        table.run('processTurn');
        const mp = reference.restMp(refUnit(draft));
        expect(table.cell('unit[m].mp')).toBe(mp);
        if (result.cost > mp) table.refuse('E_MP', 'restHeal', { unit: 'm', hp: points });
        else {
          table.run('restHeal', { unit: 'm', hp: points });
          expect([table.cell('unit[m].hp'), table.cell('unit[m].mp')]).toEqual([result.hp, mp - result.cost]);
        }
      }),
      options,
    );
  });

  test('H20 to H26 whole rounds of two to five units: steps, points, blows, losses, cost of leaving', () => {
    const fighters = fc.array(
      fc.record({
        draft: drafts,
        side: fc.nat(2),
        rear: fc.boolean(),
        pays: fc.boolean(),
        renounces: fc.boolean(),
        advantage: fc.integer({ min: 0, max: 8 }),
        picks: fc.array(fc.nat(1000), { minLength: 24, maxLength: 24 }),
      }),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(fighters, switchSets, (list, set) => {
        fc.pre(new Set(list.map((one) => one.side)).size > 1);
        const units = list.map((one, index) =>
          unit(`u${index}`, 'servant', { ...one.draft, advantage: one.advantage }),
        );
        const table = begin(loners(units), ours(set));
        const rules = theirs(set);
        const ids = units.map((_, index) => `u${index}`);
        table.run('openBattle', { units: ids, sides: list.map((one) => one.side) });
        const isFront = list.map((one, index) => {
          const allies = list.filter((other) => other.side === one.side);
          return !list[index]?.rear || allies.every((ally) => ally.rear);
        });
        for (const side of new Set(list.map((one) => one.side))) {
          table.run('setLines', { side, front: ids.filter((_, i) => list[i]?.side === side && !list[i]?.rear) });
        }
        table.run('closeStandby');
        const magic = list.map((one) => reference.effectiveStats(refUnit(one.draft), {}, rules).mag);
        // a payer without magic takes part in no step: left out so that both count the same levels
        const pays = list.map((one, i) => one.pays && one.draft.mp > 0 && (magic[i] ?? 0) > 0);
        list.forEach((one, i) => {
          if (pays[i]) table.run('payMag', { unit: ids[i] });
          if (one.renounces) table.run('noAttack', { unit: ids[i] });
        });
        table.run('closeDeclarations');
        const steps = reference.allocationSteps(
          list.map((one, i) => ({ advantage: one.advantage, mag: pays[i] ? (magic[i] ?? 0) : 0 })),
        );
        const points = list.map(() => ({ str: 0, con: 0, agi: 0 }));
        steps.forEach((step, number) => {
          list.forEach((_, i) => {
            const owed = step.get(i);
            const id = ids[i];
            if (owed === undefined) {
              table.refuse(
                step.size === 0 && table.cell('battleStep') === 5 ? 'E_PHASE' : 'E_ALLOCATION_ORDER',
                'allocate',
                {
                  step: number + 1,
                  unit: id,
                  str: 0,
                  con: 0,
                  agi: 0,
                },
              );
            }
          });
          let left = step.size;
          list.forEach((one, i) => {
            const owed = step.get(i);
            const own = points[i];
            if (owed === undefined || own === undefined) return;
            table.refuse('E_ALLOCATION', 'allocate', { step: number + 1, unit: ids[i], str: owed + 1, con: 0, agi: 0 });
            const part = split(owed, one.picks[2 * number] ?? 0, one.picks[2 * number + 1] ?? 0);
            reference.checkAllocation(part, owed, rules);
            table.run('allocate', { step: number + 1, unit: ids[i], ...part });
            own.str += part.str;
            own.con += part.con;
            own.agi += part.agi;
            left--;
          });
          expect(left).toBe(0);
        });
        expect(table.cell('battleStep')).toBe(5);
        const result = reference.damageStep(
          list.map((one, i) => ({
            side: String(one.side),
            front: isFront[i] ?? false,
            stats: reference.effectiveStats(refUnit(one.draft), points[i], rules),
            hp: one.draft.hp,
            noAttack: one.renounces,
          })),
          rules,
        );
        table.run('damageStep');
        compareRound(table, ids, result);
        list.forEach((_, i) => {
          if (table.cell(`unit[u${i}].status`) !== 0) return;
          const mp = table.cell(`unit[u${i}].mp`);
          const cost = result.escapeCost[i] ?? 0;
          if (cost > mp) table.refuse('E_MP', 'escape', { unit: ids[i] });
          else {
            table.run('escape', { unit: ids[i] });
            expect(table.cell(`unit[u${i}].mp`)).toBe(mp - cost);
          }
        });
      }),
      options,
    );
  });

  test('H28 seals on stats and pools', () => {
    fc.assert(
      fc.property(
        drafts,
        fc.constantFrom('mag', 'str', 'con', 'agi', 'hp', 'mp'),
        fc.nat(2),
        (draft, effect, seals) => {
          // the master's MP are full: nothing spills over
          const setup = twoPairs(
            { phase: 'processing' },
            { 'red-servant': { ...draft }, red: { seals: seals + 1 }, 'blue-servant': { mag: 0 } },
          );
          const table = begin(setup);
          table.run('openBattle', { units: ['red-servant', 'blue-servant'], sides: [0, 1] });
          table.run('useSeal', { pair: 'red', effect });
          const body = effect === 'str' || effect === 'con' || effect === 'agi';
          const wanted = reference.useSeal(
            refUnit(draft),
            seals + 1,
            body ? { kind: 'stat', stat: effect } : { kind: effect as 'mag' | 'hp' | 'mp' },
          );
          expect(table.cell('pair[red].seals')).toBe(wanted.seals);
          expect([table.cell('unit[red-servant].hp'), table.cell('unit[red-servant].mp')]).toEqual([
            wanted.hp,
            wanted.mp,
          ]);
          const healed = { ...refUnit(draft), hp: wanted.hp };
          const now = reference.effectiveStats(healed, wanted.extra);
          table.run('setLines', { side: 0, front: [] });
          table.run('setLines', { side: 1, front: [] });
          table.run('closeStandby');
          table.run('closeDeclarations');
          table.run('damageStep');
          const result = reference.damageStep([
            { side: 'red', front: true, stats: now, hp: wanted.hp },
            { side: 'blue', front: true, stats: { str: 5, con: 5, agi: 5 }, hp: 100 },
          ]);
          compareRound(table, ['red-servant', 'blue-servant'], result);
        },
      ),
      options,
    );
  });

  test('H15 H28 multiples, half costs, raised ranks', () => {
    for (const rank of ['E', 'D', 'C', 'B', 'A'] as const) {
      const setup = twoPairs({}, { 'red-servant': { skills: [skill('s', { rank })] } });
      const table = begin(setup);
      table.run('useSeal', { pair: 'red', effect: 'rank', skill: 's' });
      expect(table.cell('skill[s].rankBonus')).toBe(reference.raiseRank(rank) === rank ? 0 : 1);
    }
    for (let cost = 0; cost < 40; cost++) {
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('s', {}, { cost })] } }));
      table.run('useSeal', { pair: 'red', effect: 'halve', skill: 's' });
      table.run('useSkill', { unit: 'red-servant', skill: 's', effect: 1 });
      expect(table.cell('unit[red-servant].mp')).toBe(50 - reference.halvedCost(cost));
    }
    for (const rank of ['C', 'C+', 'C++', 'C+++']) {
      const strong = { changes: [{ stat: 'str', amount: 1, lasts: 'turn' }] };
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('s', { rank }, strong)] } }));
      const condition = rank === 'C' ? 0 : 1;
      table.run('useSkill', { unit: 'red-servant', skill: 's', effect: 1, condition });
      expect(table.cell('unit[red-servant].turnStr')).toBe(reference.rankMultiple(rank));
    }
  });

  test('what-if: the same splits', () => {
    const key = (one: { str: number; con: number; agi: number }): string => `${one.str} ${one.con} ${one.agi}`;
    for (let points = 0; points <= 20; points++) {
      expect(allSplits(points, false).map(key).sort()).toEqual(reference.splits(points).map(key).sort());
    }
    expect(holyGrailWar.capabilities.odds).toBeDefined();
  });
});

function compareRound(table: Table, ids: readonly string[], result: reference.RoundResult): void {
  for (const blow of result.blows) {
    const name = `exchange[${ids[blow.from]}][${ids[blow.to]}]`;
    const mine = ['attack', 'hits', 'damage'].map((field) => table.cell(`${name}.${field}`));
    expect(mine, name).toEqual([blow.attack, blow.hits, blow.damage]);
  }
  ids.forEach((id, i) => {
    expect(table.cell(`unit[${id}].taken`)).toBe(result.taken[i]);
    expect(table.cell(`unit[${id}].dealt`)).toBe(result.dealt[i]);
    expect(table.cell(`unit[${id}].hp`)).toBe(result.hp[i]);
  });
}
