/**
 * A battle told command by command with the functions of `references/holy-grail-war.ts`: lines, seals, points in their steps,
 * damage, leaving, clean-up. Rules H18 to H28. Points, payments and sums of a round are 0 again after its clean-up (H27).
 */
import type { RowCommand } from '../../harness/play/trace/types.js';
import {
  allocationSteps,
  checkAllocation,
  damageStep,
  effectiveStats,
  type GrailUnit,
  payMag,
  type Stats,
  useSeal,
} from '../references/holy-grail-war.js';
import { fail } from '../references/reference-error.js';
import { type CellValues, recordGolden, type Switches } from './golden.js';
import {
  add,
  type Body,
  GRAIL,
  levelOf,
  type Member,
  NO_POINTS,
  type Points,
  plainMember,
  referenceSwitches,
  unitOf,
} from './grail-units.js';

export interface BattleScene {
  readonly file: string;
  readonly fighters: readonly (Member & { readonly side: number })[];
  /** True: everybody has a master behind, without whom there is no seal (E_ALONE). */
  readonly masters?: boolean;
  readonly switches?: Switches;
}

/** Battles: every fighter is a servant in a pair of its own; the masters, if any, do not fight. */
export function beginBattle(scene: BattleScene) {
  const switches = scene.switches ?? {};
  const rules = referenceSwitches(switches);
  const { fighters } = scene;
  const units = fighters.map((one) => ({ ...unitOf(one) }));
  const ids = fighters.map(({ id }) => id);
  const masters = (scene.masters === true ? ids : []).map((id): Member => {
    return { id: `${id}-master`, kind: 'master', stats: {}, maxHp: 20 };
  });
  const blank = () => ({
    front: false,
    magic: 0,
    noAttack: false,
    sealed: NO_POINTS,
    points: NO_POINTS,
    extra: {} as Partial<Stats>,
    taken: 0,
    dealt: 0,
    escapeCost: 0,
  });
  let round = 0;
  let marks = fighters.map(blank);
  let seals = fighters.map(() => 3);
  let exchanges = new Map<string, readonly [attack: number, hits: number, damage: number]>();
  let steps: ReadonlyMap<number, number>[] = [];
  let step = 0;
  let given = new Set<number>();

  function read(): CellValues {
    const values: Record<string, number> = { round };
    fighters.forEach(({ id }, unit) => {
      const { hp = 0, maxHp = 0, mp = 0 } = units[unit] ?? {};
      const mark = marks[unit] ?? blank();
      const { sealed, points } = mark;
      const cells: Record<string, number> = {
        hp,
        mp,
        injury: levelOf(hp, maxHp),
        paid: mark.magic > 0 ? 1 : 0,
        noAttack: Number(mark.noAttack),
        spent: add(points, sealed).str + add(points, sealed).con + add(points, sealed).agi,
        ...{ sealedStr: sealed.str, sealedCon: sealed.con, sealedAgi: sealed.agi },
        ...{ allocatedStr: points.str, allocatedCon: points.con, allocatedAgi: points.agi },
        taken: mark.taken,
        dealt: mark.dealt,
      };
      for (const [name, value] of Object.entries(cells)) values[`unit[${id}].${name}`] = value;
      values[`pair[${id}-side].seals`] = seals[unit] ?? 0;
    });
    for (const from of ids) {
      for (const to of ids) {
        const [attack, hits, damage] = exchanges.get(`${from} ${to}`) ?? [0, 0, 0];
        values[`exchange[${from}][${to}].attack`] = attack;
        values[`exchange[${from}][${to}].hits`] = hits;
        values[`exchange[${from}][${to}].damage`] = damage;
      }
    }
    return values;
  }

  const setup = {
    phase: 'processing',
    units: [...fighters, ...masters].map(plainMember),
    pairs: ids.map((id, slot) => ({
      ...{ id: `${id}-side`, servant: id },
      ...(masters[slot] === undefined ? {} : { master: masters[slot].id }),
    })),
  };
  const recorder = recordGolden({ file: `${GRAIL}/${scene.file}`, system: GRAIL, setup, switches }, read);
  const give = (command: string, parameters: object, action: () => void): string =>
    recorder.give({ ...parameters, command } as RowCommand, action);
  const indexOf = (id: string): number => ids.indexOf(id);
  const unitAt = (id: string): GrailUnit => units[indexOf(id)] ?? fail('E_UNKNOWN_ID', id);
  const markOf = (id: string): ReturnType<typeof blank> => marks[indexOf(id)] ?? fail('E_UNKNOWN_ID', id);
  const owedBy = (id: string): number | undefined => steps[step]?.get(indexOf(id));

  return {
    ids,
    refuse: recorder.refuse,
    finish: recorder.finish,
    unit: unitAt,
    escapeCost: (id: string) => markOf(id).escapeCost,
    /** Points the unit must give in this step, or undefined. */
    owed: owedBy,
    step: () => step + 1,
    allocating: () => step < steps.length,
    someoneDead: () => units.some(({ hp }) => hp === 0),
    open: () => {
      const parameters = { units: ids, sides: fighters.map(({ side }) => side), witnesses: [] };
      give('openBattle', parameters, () => {
        round = 1;
      });
    },
    /** HA22: with nobody in front everybody is. */
    setLines: (side: number, front: readonly string[]) =>
      give('setLines', { side, front }, () => {
        fighters.forEach((one) => {
          if (one.side === side) markOf(one.id).front = front.length === 0 || front.includes(one.id);
        });
      }),
    closeStandby: () => give('closeStandby', {}, () => undefined),
    /** H28. */
    seal: (id: string, effect: 'mag' | 'hp' | Body) =>
      give('useSeal', { pair: `${id}-side`, effect }, () => {
        const slot = indexOf(id);
        const kind = effect === 'mag' || effect === 'hp' ? { kind: effect } : { kind: 'stat' as const, stat: effect };
        const used = useSeal(unitAt(id), seals[slot] ?? 0, kind);
        seals = seals.map((left, other) => (other === slot ? used.seals : left));
        units[slot] = { ...unitAt(id), hp: used.hp };
        const mark = markOf(id);
        const sums = Object.entries(used.extra).map(([name, value]) => {
          return [name, (mark.extra[name as keyof Stats] ?? 0) + value];
        });
        mark.extra = { ...mark.extra, ...Object.fromEntries(sums) };
      }),
    payMag: (id: string) =>
      give('payMag', { unit: id }, () => {
        const paid = payMag(unitAt(id), markOf(id).extra);
        units[indexOf(id)] = { ...unitAt(id), mp: paid.mp };
        markOf(id).magic = effectiveStats(unitAt(id), markOf(id).extra, rules).mag;
      }),
    noAttack: (id: string) =>
      give('noAttack', { unit: id }, () => {
        markOf(id).noAttack = true;
      }),
    closeDeclarations: () =>
      give('closeDeclarations', {}, () => {
        steps = allocationSteps(
          fighters.map(({ advantage = 0 }, unit) => ({ advantage, mag: marks[unit]?.magic ?? 0 })),
        );
        step = 0;
        given = new Set();
      }),
    /** H23: sealed until all who owe points in this step have given them. */
    allocate: (id: string, points: Points) =>
      give('allocate', { step: step + 1, unit: id, ...points }, () => {
        const slot = indexOf(id);
        const owed = owedBy(id);
        if (owed === undefined || given.has(slot)) return fail('E_ALLOCATION_ORDER', id);
        checkAllocation(points, owed, rules);
        markOf(id).sealed = points;
        given.add(slot);
        if (given.size < (steps[step]?.size ?? 0)) return;
        for (const mark of marks) {
          mark.points = add(mark.points, mark.sealed);
          mark.sealed = NO_POINTS;
        }
        step += 1;
        given = new Set();
      }),
    damageStep: () =>
      give('damageStep', {}, () => {
        const result = damageStep(
          fighters.map(({ side, id }) => {
            const mark = markOf(id);
            const extra = add({ ...NO_POINTS, ...mark.extra }, mark.points);
            const stats = effectiveStats(unitAt(id), extra, rules);
            return { side: String(side), front: mark.front, stats, hp: unitAt(id).hp, noAttack: mark.noAttack };
          }),
          rules,
        );
        exchanges = new Map(
          result.blows.map(({ from, to, attack, hits, damage }) => [`${ids[from]} ${ids[to]}`, [attack, hits, damage]]),
        );
        ids.forEach((id, slot) => {
          const [taken = 0, dealt = 0, escapeCost = 0] = [
            result.taken[slot],
            result.dealt[slot],
            result.escapeCost[slot],
          ];
          Object.assign(markOf(id), { taken, dealt, escapeCost });
          units[slot] = { ...unitAt(id), hp: result.hp[slot] ?? 0 };
        });
      }),
    /** H26. */
    escape: (id: string) =>
      give('escape', { unit: id }, () => {
        const cost = markOf(id).escapeCost;
        const { mp } = unitAt(id);
        if (cost > mp) fail('E_MP', `${cost} of ${mp}`);
        units[indexOf(id)] = { ...unitAt(id), mp: mp - cost };
      }),
    cleanup: () =>
      give('cleanup', {}, () => {
        round += 1;
        marks = fighters.map(blank);
        exchanges = new Map();
        steps = [];
      }),
  };
}
