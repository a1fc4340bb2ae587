import {
  defaultGrailSwitches,
  type GrailSwitches,
  type GrailUnit,
  type Injury,
  injury,
  type Stats,
} from '../references/holy-grail-war.js';
import type { Switches } from './golden.js';

export const GRAIL = 'holy-grail-war';
const LEVELS: readonly Injury[] = ['none', 'light', 'injured', 'heavy'];
/** H13: 0 HP is below a quarter, too. */
export const levelOf = (hp: number, maxHp: number): number => (hp === 0 ? 3 : LEVELS.indexOf(injury(hp, maxHp)));
export const VANISHED = 3;

export interface Member {
  readonly id: string;
  readonly kind: 'master' | 'servant';
  readonly stats: Partial<Stats>;
  readonly maxHp: number;
  readonly hp?: number;
  readonly maxMp?: number;
  readonly mp?: number;
  readonly upkeep?: number;
  readonly advantage?: number;
}

export type Body = 'str' | 'con' | 'agi';
export type Points = Readonly<Record<Body, number>>;
export const NO_POINTS: Points = { str: 0, con: 0, agi: 0 };
export const add = (a: Points, b: Points): Points => ({ str: a.str + b.str, con: a.con + b.con, agi: a.agi + b.agi });

export function plainMember({ id, kind, stats, maxHp, hp, maxMp = 20, mp, upkeep, advantage }: Member): object {
  const { str = 5, con = 5, agi = 5, mag = 3 } = stats;
  return {
    ...{ id, kind, str, con, agi, mag, maxHp, hp: hp ?? maxHp, maxMp, mp: mp ?? maxMp },
    ...(kind === 'servant' ? { upkeep: upkeep ?? 8 } : {}),
    ...(advantage === undefined ? {} : { advantage }),
  };
}

export function unitOf({ stats, maxHp, hp = maxHp, maxMp = 20, mp = maxMp }: Member): GrailUnit {
  return { stats: { str: 5, con: 5, agi: 5, mag: 3, luk: 0, ...stats }, hp, maxHp, mp, maxMp };
}

export function referenceSwitches(switches: Switches): GrailSwitches {
  const known = Object.entries(switches).map(([name, value]) => {
    const flag = value === 'yes' || value === 'cumulative';
    return [name, value === 'yes' || value === 'no' || name === 'injuryStack' ? flag : value];
  });
  return { ...defaultGrailSwitches, ...Object.fromEntries(known) };
}
