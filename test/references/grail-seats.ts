/**
 * Slow reference of the Holy Grail War: who sits at the table of one battle, with what cells, and what of them is worth what
 * now. The battle itself is in grail-table.ts.
 */
import { defaultGrailSwitches, type GrailSwitches, injury } from './holy-grail-war.js';
import { fail } from './reference-error.js';

export type BodyStat = 'str' | 'con' | 'agi';
export type RoundStat = BodyStat | 'mag';
export type TableStep = 'none' | 'lines' | 'skills' | 'declarations' | 'allocation' | 'damage' | 'end';

export interface Seat {
  readonly id: string;
  readonly kind: 'master' | 'servant';
  readonly stats: Readonly<Record<RoundStat, number>>;
  readonly advantage: number;
  readonly maxHp: number;
  readonly maxMp: number;
  hp: number;
  mp: number;
  lp: number;
  status: 'alive' | 'dying' | 'dead';
  hpBefore: number;
  area: string | null;
  /** Changes until the end of the round, and of the turn. */
  round: Record<RoundStat, number>;
  turn: Record<RoundStat, number>;
  side: number | null;
  line: 'front' | 'rear' | null;
  /** Declared and not open yet. */
  sealedLine: 'front' | 'rear' | null;
  paid: boolean;
  noAttack: boolean;
  /** Points open by step, and those of the present step while they are sealed. */
  given: Record<BodyStat, number>;
  sealed: Record<BodyStat, number> | null;
  taken: number;
  dealt: number;
  leaving: boolean;
  freeEscape: boolean;
}

export interface TableSkill {
  readonly id: string;
  readonly owner: string;
  readonly kind: 'skill' | 'noblePhantasm';
  /** With its plus marks. */
  readonly rank: string;
  readonly cost: number;
  /** What its one effect adds to str for the turn. */
  readonly str: number;
  raised: number;
  disabled: boolean;
  halved: boolean;
}

export interface TablePair {
  readonly id: string;
  readonly master: string | null;
  readonly servant: string | null;
  seals: number;
}

export interface TableSwitches extends GrailSwitches {
  readonly advantageOf: 'payers' | 'everybody';
  readonly emptyFront: 'rear' | 'strict';
  readonly lethalAvoidance: 'undone' | 'one';
  readonly rankCap: 'stay' | 'reject';
  readonly sealAtZeroHp: 'works' | 'refused';
  readonly summonLine: 'master' | 'rear';
  readonly sealTwice: 'refused' | 'spent';
}

export const defaultTableSwitches: TableSwitches = {
  ...defaultGrailSwitches,
  advantageOf: 'payers',
  emptyFront: 'rear',
  lethalAvoidance: 'undone',
  rankCap: 'stay',
  sealAtZeroHp: 'works',
  summonLine: 'master',
  sealTwice: 'refused',
};

export interface GrailTable {
  readonly seats: Seat[];
  readonly skills: TableSkill[];
  readonly pairs: TablePair[];
  readonly switches: TableSwitches;
  step: TableStep;
  round: number;
  /** Sides that have sealed their lines. */
  declared: number[];
  /** The present step of the allocation, from 1, and the advantage that it goes up to. */
  allocationStep: number;
  level: number;
}

export function seatOf(table: GrailTable, id: string): Seat {
  return table.seats.find((seat) => seat.id === id) ?? fail('E_UNKNOWN_ID', id);
}

/** Those who stand in the battle: not those who died in it. */
export function present(table: GrailTable): Seat[] {
  return table.seats.filter(({ side, status }) => side !== null && status !== 'dead');
}

/** Those of them who are alive. */
export const fighting = (table: GrailTable): Seat[] => present(table).filter(({ status }) => status === 'alive');

export function requireStep(table: GrailTable, step: TableStep): void {
  if (table.step !== step) fail('E_PHASE', `${table.step}, not ${step}`);
}

export function requireAlive(seat: Seat): void {
  if (seat.status !== 'alive') fail('E_DEAD', seat.id);
}

export function requireInBattle(seat: Seat): void {
  if (seat.side === null) fail('E_RANGE', `${seat.id} is not in the battle`);
}

/** H13, HA3, HA19: the stat now, without points: the body less its injury, at least 0, and the changes, at least 0. */
export function statOf(table: GrailTable, seat: Seat, stat: RoundStat): number {
  const level = injury(seat.hp, seat.maxHp);
  const heavy = level === 'heavy' || level === 'dead';
  let lost = heavy ? 1 : 0;
  if (stat === 'str' || stat === 'agi') {
    if (level === 'injured') lost += 1;
    if (heavy && table.switches.injuryStack) lost += 1;
  }
  return Math.max(0, Math.max(0, seat.stats[stat] - lost) + seat.round[stat] + seat.turn[stat]);
}

export function bodyOf(table: GrailTable, seat: Seat): Record<BodyStat, number> {
  return {
    str: statOf(table, seat, 'str') + seat.given.str,
    con: statOf(table, seat, 'con') + seat.given.con,
    agi: statOf(table, seat, 'agi') + seat.given.agi,
  };
}

/** H13: 0 HP is not death yet; more than 0 is life again. */
export function setHp(seat: Seat, hp: number): void {
  if (hp === 0 && seat.status === 'alive') {
    seat.status = 'dying';
    seat.hpBefore = seat.hp;
  }
  if (hp > 0 && seat.status === 'dying') {
    seat.status = 'alive';
    seat.hpBefore = 0;
  }
  seat.hp = hp;
}

/** Out of the battle, with nothing left of its round. */
export function leaveBattle(seat: Seat): void {
  seat.side = null;
  seat.line = null;
  forgetRound(seat);
  seat.freeEscape = false;
}

export function forgetRound(seat: Seat): void {
  seat.round = { str: 0, con: 0, agi: 0, mag: 0 };
  seat.paid = false;
  seat.noAttack = false;
  seat.given = { str: 0, con: 0, agi: 0 };
  seat.sealed = null;
  seat.taken = 0;
  seat.dealt = 0;
  seat.leaving = false;
  seat.sealedLine = null;
}
