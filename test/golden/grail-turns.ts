/** Turns told command by command with the functions of `references/holy-grail-war.ts`: preparation, rest, soul eating. H1 to H12. */
import type { RowCommand } from '../../harness/play/trace/types.js';
import {
  eatSouls,
  type GrailPair,
  type GrailServant,
  type GrailUnit,
  heal,
  prepare,
  restMp,
  supplyDelta,
} from '../references/holy-grail-war.js';
import { fail } from '../references/reference-error.js';
import { type CellValues, recordGolden, type Switches } from './golden.js';
import { GRAIL, levelOf, type Member, plainMember, referenceSwitches, unitOf, VANISHED } from './grail-units.js';

export interface PairScene {
  readonly id: string;
  readonly master?: Member;
  readonly servant?: Member;
  readonly soulEaten?: number;
}

export interface TurnScene {
  readonly file: string;
  readonly pairs: readonly PairScene[];
  readonly switches?: Switches;
}

const SLOTS = 3;

/** @returns what may be told, one function a command */
export function beginTurns(scene: TurnScene) {
  const switches = scene.switches ?? {};
  const rules = referenceSwitches(switches);
  const { pairs } = scene;
  const members = pairs.flatMap(({ master, servant: own }) => [master, own].filter((one) => one !== undefined));
  const units = new Map(members.map((one) => [one.id, unitOf(one)]));
  const vanished = new Set<string>();
  const souls = new Map(pairs.map(({ id, soulEaten = 0 }) => [id, soulEaten]));
  let chosen: [id: string, pair: string, amount: number][] = [];
  let [day, slot] = [1, 0];

  const unit = (id: string): GrailUnit => units.get(id) ?? fail('E_UNKNOWN_ID', id);
  const change = (id: string | undefined, values: Partial<GrailUnit>): void => {
    if (id !== undefined) units.set(id, { ...unit(id), ...values });
  };
  const pairOf = (id: string): PairScene => pairs.find((pair) => pair.id === id) ?? fail('E_UNKNOWN_ID', id);
  const upkeepOf = ({ upkeep = 8 }: Member): number => upkeep;

  function grailPair({ master, servant: own }: PairScene): GrailPair {
    const here: { master?: GrailUnit; servant?: GrailServant } = {};
    if (master !== undefined) here.master = unit(master.id);
    if (own !== undefined && !vanished.has(own.id)) here.servant = { ...unit(own.id), upkeep: upkeepOf(own) };
    return here;
  }

  function read(): CellValues {
    const values: Record<string, number> = { day, slot };
    for (const { id, kind } of members) {
      const { hp, maxHp, mp } = unit(id);
      values[`unit[${id}].hp`] = hp;
      values[`unit[${id}].mp`] = mp;
      values[`unit[${id}].injury`] = levelOf(hp, maxHp);
      if (kind === 'servant') values[`unit[${id}].status`] = vanished.has(id) ? VANISHED : 0;
    }
    for (const [id, total] of souls) {
      values[`pair[${id}].soulEaten`] = total;
      values[`pair[${id}].exposed`] = total >= 10 ? 1 : 0;
    }
    return values;
  }

  const setup = {
    areas: ['harbour'],
    reasons: [{ id: 'fall', text: 'a fall that the table ruled' }],
    units: members.map(plainMember),
    pairs: pairs.map(({ id, master, servant: own, soulEaten }) => ({
      id,
      ...(master === undefined ? {} : { master: master.id }),
      ...(own === undefined ? {} : { servant: own.id }),
      ...(soulEaten === undefined ? {} : { soulEaten }),
    })),
  };
  const recorder = recordGolden({ file: `${GRAIL}/${scene.file}`, system: GRAIL, setup, switches }, read);
  const give = (command: string, parameters: object, action: () => void): string =>
    recorder.give({ ...parameters, command } as RowCommand, action);

  return {
    unit,
    refuse: recorder.refuse,
    finish: recorder.finish,
    present: () => members.filter(({ id }) => !vanished.has(id)),
    mayShare: (id: string) => {
      const pair = grailPair(pairOf(id));
      return pair.master !== undefined && pair.servant !== undefined && supplyDelta(pair) >= 0;
    },
    /** H3 to H6, then H4. */
    prepare: (id: string, share?: number, healMaster = 0) => {
      const parameters = {
        pair: id,
        ...(share === undefined ? {} : { servantShare: share }),
        ...(healMaster === 0 ? {} : { healMaster }),
      };
      return give('prepare', parameters, () => {
        const { master, servant: own } = pairOf(id);
        const after = prepare(grailPair(pairOf(id)), share, rules);
        const here = own !== undefined && !vanished.has(own.id);
        const masterAfter =
          master === undefined ? undefined : { ...unit(master.id), mp: after.masterMp ?? unit(master.id).mp };
        const healed = masterAfter && healMaster > 0 ? heal(masterAfter, healMaster, rules) : masterAfter;
        if (healed !== undefined) change(master?.id, { hp: healed.hp, mp: healed.mp });
        if (here && after.servantMp !== undefined) change(own.id, { mp: after.servantMp });
        if (here && after.servantVanishes) vanished.add(own.id);
      });
    },
    rest: (id: string, pair: string) =>
      give('chooseActive', { unit: id, action: 'rest' }, () => {
        chosen.push([id, pair, 0]);
      }),
    /** H11: the total is the pair's servant's; the amount is refused at once. */
    eat: (id: string, pair: string, amount: number) =>
      give('chooseActive', { unit: id, action: 'soulEating', area: 'harbour', amount }, () => {
        eatSouls({ ...unit(id), upkeep: 0 }, souls.get(pair) ?? 0, amount);
        chosen.push([id, pair, amount]);
      }),
    closeActive: () => give('closeActive', {}, () => undefined),
    process: () =>
      give('processTurn', { blocked: [] }, () => {
        for (const [id, pair, amount] of chosen) {
          if (amount === 0) {
            change(id, { mp: restMp(unit(id)) });
            continue;
          }
          const eaten = eatSouls({ ...unit(id), upkeep: 0 }, souls.get(pair) ?? 0, amount);
          change(id, { mp: eaten.mp });
          souls.set(pair, eaten.soulEaten);
        }
        chosen = [];
      }),
    restHeal: (id: string, hp: number) =>
      give('restHeal', { unit: id, hp }, () => {
        const healed = heal(unit(id), hp, rules);
        change(id, { hp: healed.hp, mp: healed.mp });
      }),
    /** H31: a ruling on HP; the border of H13 is what it is for. */
    adjustHp: (id: string, amount: number) =>
      give('adjust', { unit: id, stat: 'hp', amount, lasts: 'now', reason: 'fall' }, () => {
        change(id, { hp: unit(id).hp + amount });
      }),
    endTurn: () =>
      give('endTurn', {}, () => {
        slot = (slot + 1) % SLOTS;
        if (slot === 0) day += 1;
      }),
  };
}
