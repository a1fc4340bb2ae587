/**
 * A skirmish told step by step with `references/kurogane-engage.ts`, which knows one attack as a whole (K1). What a step has not
 * found yet is 0, and what an attack found stays until the next declaration.
 */
import type { RowCommand } from '../../harness/play/trace/types.js';
import {
  type AttackResult,
  type AttackSetup,
  attack,
  checkSpecials,
  checkTarget,
  dicePool,
  type EngageUnit,
  gridDistance,
  type PoolBreakdown,
  type Special,
  type SpecialKind,
  type Weapon,
} from '../references/kurogane-engage.js';
import { fail } from '../references/reference-error.js';
import { type CellValues, recordGolden, rejection, type Switches } from './golden.js';

const SYSTEM = 'kurogane-engage';

/** Numbers of a special action (hooks). */
export interface Hooks {
  readonly poolDelta?: number;
  readonly successMin?: number;
  readonly powDelta?: number;
  readonly armDelta?: number;
}

export interface Miniature extends EngageUnit {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly level: number;
  readonly weapons: readonly string[];
}

export interface Scene {
  readonly file: string;
  readonly weapons: Readonly<Record<string, Weapon>>;
  readonly units: readonly Miniature[];
  readonly specials?: Readonly<Partial<Record<SpecialKind, Hooks>>>;
  readonly switches?: Switches;
}

/** What a declaration says. */
export interface Aim {
  readonly attacker: number;
  readonly weapon: string;
  readonly target: number;
  /** Left out: measured. */
  readonly distance?: number;
  readonly visible?: boolean;
  readonly allySees?: boolean;
  readonly mutualClear?: boolean;
}

type Stage = 'none' | 'declared' | 'sized' | 'rolled' | 'tested' | 'applied';
const STAGES: readonly Stage[] = ['none', 'declared', 'sized', 'rolled', 'tested', 'applied'];
const ATTACKER_KINDS: readonly SpecialKind[] = ['enhance', 'powerAttack'];
const SPECIALS: readonly SpecialKind[] = ['enhance', 'powerAttack', 'counter', 'evade', 'defend'];

export function begin(scene: Scene) {
  const switches = scene.switches ?? {};
  const metric = switches['metric'] === 'chebyshev' ? 'chebyshev' : 'manhattan';
  const units = scene.units.map((unit) => ({ ...unit, destroyed: false }));
  let stage: Stage = 'none';
  let setup: AttackSetup | undefined;
  let target = -1;
  let pool: PoolBreakdown | undefined;
  let faces: readonly number[] = [];
  let result: AttackResult | undefined;
  let reached = 0;

  const unitAt = (unit: number): (typeof units)[number] => units[unit] ?? fail('E_UNKNOWN_ID', `unit ${unit}`);

  function read(): CellValues {
    const tested = reached >= 4 ? result : undefined;
    const values: Record<string, number> = {
      stage: STAGES.indexOf(stage),
      distance: setup?.distance ?? 0,
      levelDifference: setup?.levelDifference ?? 0,
      poolBase: pool?.base ?? 0,
      // The reference's "no die less" is -0.
      poolDistance: (pool?.distance ?? 0) + 0,
      poolIndirect: pool?.indirect ?? 0,
      poolRisk: pool?.risk ?? 0,
      poolClearShot: pool?.clear ?? 0,
      poolHighGround: pool?.high ?? 0,
      poolSpecials: pool?.delta ?? 0,
      poolCloseCombatZero: pool?.outOfReach === true ? 1 : 0,
      pool: pool?.pool ?? 0,
      successes: result?.successes ?? 0,
      criticals: result?.criticals ?? 0,
      attackValue: tested?.attack ?? 0,
      defenceValue: tested?.defence ?? 0,
      damage: tested?.damage ?? 0,
      destroys: stage === 'applied' || (stage === 'none' && reached === 5) ? Number(result?.destroyed ?? false) : 0,
    };
    for (const face of [1, 2, 3, 4, 5, 6]) values[`faces[${face}]`] = faces.filter((one) => one === face).length;
    units.forEach((unit, number) => {
      for (const name of ['x', 'y', 'level', 'damage', 'risk'] as const) values[`unit[${number}].${name}`] = unit[name];
      values[`unit[${number}].destroyed`] = Number(unit.destroyed);
    });
    return values;
  }

  const plain = {
    weapons: Object.entries(scene.weapons).map(([id, weapon]) => ({ id, ...weapon })),
    units: scene.units.map(({ side, commander, ...unit }) => ({
      ...unit,
      side: Number(side),
      ...(commander === true ? { commander, enhance: true } : {}),
    })),
    ...(scene.specials === undefined ? {} : { specials: scene.specials }),
  };
  const recorder = recordGolden({ file: `${SYSTEM}/${scene.file}`, system: SYSTEM, setup: plain, switches }, read);
  const give = (command: string, parameters: object, action: () => void): string =>
    recorder.give({ ...parameters, command } as RowCommand, action);
  /** K1. */
  const requireStage = (wanted: Stage): AttackSetup => {
    if (stage !== wanted || setup === undefined) return fail('E_PHASE', `${stage}, not ${wanted}`);
    return setup;
  };

  function aimed(aim: Aim): AttackSetup {
    const [own, enemy] = [unitAt(aim.attacker), unitAt(aim.target)];
    return {
      attacker: own,
      weapon: scene.weapons[aim.weapon] ?? fail('E_UNKNOWN_ID', aim.weapon),
      target: enemy,
      distance: aim.distance ?? gridDistance(own.x - enemy.x, own.y - enemy.y, metric),
      levelDifference: enemy.level - own.level,
      visible: aim.visible ?? true,
      allySees: aim.allySees ?? false,
      mutualClear: aim.mutualClear ?? false,
      switches: {
        minArmAppliesToBase: switches['minArmAppliesToBase'] !== 'no',
        clearShotInMelee: switches['clearShotInMelee'] !== 'no',
        strictDistance: switches['strictDistance'] === 'yes',
        metric,
      },
    };
  }

  function withSpecial(from: AttackSetup, special: Special): AttackSetup {
    const hooks = scene.specials?.[special.kind] ?? {};
    const successMin = hooks.successMin ?? from.successMin;
    return {
      ...from,
      specials: [...(from.specials ?? []), special],
      poolDelta: (from.poolDelta ?? 0) + (hooks.poolDelta ?? 0),
      powDelta: (from.powDelta ?? 0) + (hooks.powDelta ?? 0),
      armDelta: (from.armDelta ?? 0) + (hooks.armDelta ?? 0),
      ...(successMin === undefined ? {} : { successMin }),
    };
  }

  const specialOf = (kind: SpecialKind): Special => ({
    kind,
    by: ATTACKER_KINDS.includes(kind) ? 'attacker' : 'defender',
  });

  return {
    units: () => units,
    stage: () => stage,
    pool: () => pool?.pool ?? 0,
    finish: recorder.finish,
    /** Specials that would be accepted now, and those whose refusal has one reason only. */
    specials: () =>
      SPECIALS.filter((kind) => {
        const now = setup;
        if (now === undefined || now.specials?.some((special) => special.kind === kind)) return false;
        const alone = rejection(() => checkSpecials({ ...now, specials: [specialOf(kind)] }));
        return alone === '' || now.specials?.some(({ by }) => by === 'defender') !== true;
      }),
    place: (unit: number, x: number, y: number, level: number) =>
      give('place', { unit: unitAt(unit).id, x, y, level }, () => {
        if (stage !== 'none') fail('E_PHASE', 'an attack is going on');
        Object.assign(unitAt(unit), { x, y, level });
      }),
    declare: (aim: Aim) => {
      const { visible = true, allySees = false, mutualClear = false, distance } = aim;
      const parameters = {
        attacker: unitAt(aim.attacker).id,
        weapon: aim.weapon,
        target: unitAt(aim.target).id,
        ...(distance === undefined ? {} : { distance }),
        visible: Number(visible),
        allySees: Number(allySees),
        mutualClear: Number(mutualClear),
      };
      return give('declare', parameters, () => {
        if (stage !== 'none') fail('E_PHASE', 'an attack is going on');
        const declared = aimed(aim);
        checkTarget(declared);
        setup = declared;
        target = aim.target;
        stage = 'declared';
        reached = 1;
        [pool, result, faces] = [undefined, undefined, []];
      });
    },
    sizePool: () =>
      give('sizePool', {}, () => {
        pool = dicePool(requireStage('declared'));
        stage = 'sized';
      }),
    special: (kind: SpecialKind) =>
      give(kind, {}, () => {
        const next = withSpecial(requireStage('sized'), specialOf(kind));
        checkSpecials(next);
        setup = next;
        pool = dicePool(next);
      }),
    /** K11: without a success the procedure ends. */
    roll: (rolled: readonly number[]) =>
      give('roll', { faces: rolled }, () => {
        result = attack(requireStage('sized'), rolled);
        faces = rolled;
        reached = 3;
        stage = result.miss ? 'none' : 'rolled';
      }),
    testDamage: () =>
      give('testDamage', {}, () => {
        requireStage('rolled');
        reached = 4;
        stage = 'tested';
      }),
    applyResult: () =>
      give('applyResult', {}, () => {
        requireStage('tested');
        const unit = unitAt(target);
        Object.assign(unit, { damage: result?.newDamage, risk: result?.newRisk, destroyed: result?.destroyed });
        reached = 5;
        stage = 'applied';
      }),
    endAttack: () =>
      give('endAttack', {}, () => {
        requireStage('applied');
        stage = 'none';
      }),
  };
}
