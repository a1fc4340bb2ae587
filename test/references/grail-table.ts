/**
 * Slow reference of one battle of the Holy Grail War: who is in it, in which line, with what round; skills as far as they
 * cost and change a stat. Written from rules/holy-grail-war.md (H13, H14, H18 to H28, HA2 to HA24) and the seed's paragraphs
 * on battles and command seals. Seals and joining are in grail-seals.ts; the arithmetic is that of holy-grail-war.ts.
 *
 * A table is changed in place; `applyCommand` of grail-seals.ts copies it first, so that a refusal changes nothing.
 */
import {
  type BodyStat,
  bodyOf,
  fighting,
  forgetRound,
  type GrailTable,
  leaveBattle,
  present,
  requireAlive,
  requireInBattle,
  requireStep,
  type Seat,
  seatOf,
  setHp,
  statOf,
} from './grail-seats.js';
import { checkAllocation, damageStep, rankMultiple } from './holy-grail-war.js';
import { fail } from './reference-error.js';

export function openBattle(table: GrailTable, ids: readonly string[], sides: readonly number[]): void {
  if (table.step !== 'none') fail('E_PHASE', 'a battle is open');
  if (new Set(ids).size !== ids.length) fail('E_DUPLICATE_ID', ids.join(' '));
  const seats = ids.map((id) => seatOf(table, id));
  if (sides.length !== ids.length || new Set(sides).size < 2) fail('E_RANGE', 'sides');
  for (const seat of seats) requireAlive(seat);
  seats.forEach((seat, index) => {
    seat.side = sides[index] ?? 0;
    seat.line = null;
  });
  table.step = 'lines';
  table.round = 1;
  table.declared = [];
}

/** H19, HA21, HA22. */
export function setLines(table: GrailTable, side: number, front: readonly string[]): void {
  requireStep(table, 'lines');
  const own = fighting(table).filter((seat) => seat.side === side);
  if (own.length === 0 || front.some((id) => !own.some((seat) => seat.id === id))) fail('E_RANGE', `side ${side}`);
  if (table.declared.includes(side)) fail('E_PHASE', 'already declared');
  if (front.length === 0 && table.switches.emptyFront === 'strict') fail('E_NO_FRONT', `side ${side}`);
  for (const seat of own) seat.sealedLine = front.length === 0 || front.includes(seat.id) ? 'front' : 'rear';
  table.declared.push(side);
}

/** HA21: the lines open when all sides have declared; an empty front is filled from behind (HA22). */
export function settleLines(table: GrailTable): void {
  if (table.step !== 'lines') return;
  const sides = new Set(fighting(table).map(({ side }) => side ?? -1));
  if ([...sides].some((side) => !table.declared.includes(side))) return;
  for (const side of sides) {
    const own = fighting(table).filter((seat) => seat.side === side);
    const empty = table.switches.emptyFront === 'rear' && own.every(({ sealedLine }) => sealedLine !== 'front');
    for (const seat of own) {
      seat.line = empty ? 'front' : (seat.sealedLine ?? 'rear');
      seat.sealedLine = null;
    }
  }
  table.step = 'skills';
}

export function payMag(table: GrailTable, id: string): void {
  requireStep(table, 'declarations');
  const seat = seatOf(table, id);
  requireAlive(seat);
  requireInBattle(seat);
  if (seat.paid) fail('E_PHASE', 'paid already');
  if (seat.mp < 1) fail('E_MP', id);
  seat.mp -= 1;
  seat.paid = true;
}

export function noAttack(table: GrailTable, id: string): void {
  requireStep(table, 'declarations');
  const seat = seatOf(table, id);
  requireAlive(seat);
  requireInBattle(seat);
  if (seat.noAttack) fail('E_PHASE', 'renounced already');
  seat.noAttack = true;
}

/** H22, H23, HA5, HA7: the levels are those of the payers, or of everybody in the battle. */
export function closeDeclarations(table: GrailTable): void {
  requireStep(table, 'declarations');
  const first = advantages(table)[0];
  if (first === undefined || !present(table).some((seat) => gives(seat))) {
    table.step = 'damage';
    return;
  }
  table.allocationStep = 1;
  table.level = first;
  table.step = 'allocation';
}

const gives = (seat: Seat): boolean => seat.side !== null && seat.status === 'alive' && seat.paid;

/** The advantages that make steps, from the lowest. */
function advantages(table: GrailTable): number[] {
  const counted = present(table).filter((seat) => {
    return table.switches.advantageOf === 'everybody' ? seat.status === 'alive' : gives(seat);
  });
  return [...new Set(counted.map(({ advantage }) => advantage))].sort((a, b) => a - b);
}

const levelAfter = (table: GrailTable): number | undefined => advantages(table).find((one) => one > table.level);

/** The points that each seat owes in the present step; magic may change between two steps (HA8). */
function owedNow(table: GrailTable): ReadonlyMap<number, number> {
  const next = levelAfter(table);
  const owed = new Map<number, number>();
  table.seats.forEach((seat, slot) => {
    if (!gives(seat) || seat.advantage > table.level) return;
    const spent = seat.given.str + seat.given.con + seat.given.agi;
    const rest = Math.max(0, statOf(table, seat, 'mag') - spent);
    const share = next === undefined ? rest : Math.min(rest, next - table.level);
    if (share > 0) owed.set(slot, share);
  });
  return owed;
}

/** A step opens when all have sealed their points; after the last one damage is done. */
export function settleAllocation(table: GrailTable): void {
  while (table.step === 'allocation') {
    if ([...owedNow(table).keys()].some((slot) => table.seats[slot]?.sealed === null)) return;
    const next = levelAfter(table);
    for (const seat of table.seats) {
      if (seat.sealed === null) continue;
      for (const stat of ['str', 'con', 'agi'] as const) seat.given[stat] += seat.sealed[stat];
      seat.sealed = null;
    }
    if (next === undefined) {
      table.step = 'damage';
      return;
    }
    table.allocationStep += 1;
    table.level = next;
  }
}

/** H23, HA6. */
export function allocate(table: GrailTable, step: number, id: string, points: Record<BodyStat, number>): void {
  requireStep(table, 'allocation');
  const seat = seatOf(table, id);
  requireAlive(seat);
  requireInBattle(seat);
  const owed = owedNow(table).get(table.seats.indexOf(seat)) ?? 0;
  if (step !== table.allocationStep || owed === 0 || seat.sealed !== null) fail('E_ALLOCATION_ORDER', id);
  checkAllocation(points, owed);
  const body = bodyOf(table, seat);
  if ((['str', 'con', 'agi'] as const).some((stat) => body[stat] + points[stat] > 179)) fail('E_WIDTH', id);
  seat.sealed = { ...points };
}

/** H24, H25, HA12. */
export function dealDamage(table: GrailTable): void {
  requireStep(table, 'damage');
  const standing = fighting(table);
  const result = damageStep(
    standing.map((seat) => ({
      side: String(seat.side),
      front: seat.line === 'front',
      stats: bodyOf(table, seat),
      hp: seat.hp,
      noAttack: seat.noAttack,
    })),
    table.switches,
  );
  standing.forEach((seat, slot) => {
    seat.taken = result.taken[slot] ?? 0;
    seat.dealt = result.dealt[slot] ?? 0;
    setHp(seat, result.hp[slot] ?? 0);
  });
  table.step = 'end';
}

/** H14, HA13. */
export function avoidLethal(table: GrailTable, id: string, lpCost: number): void {
  const seat = seatOf(table, id);
  if (seat.status === 'alive') fail('E_RANGE', 'nothing lethal to avoid');
  if (seat.status === 'dead') fail('E_DEAD', id);
  if (lpCost > seat.lp) fail('E_RANGE', 'LP');
  seat.lp -= lpCost;
  setHp(seat, table.switches.lethalAvoidance === 'one' ? 1 : seat.hpBefore);
}

/** H26, HA10, and the seal that makes it free (H28). */
export function leave(table: GrailTable, id: string): void {
  requireStep(table, 'end');
  const seat = seatOf(table, id);
  requireAlive(seat);
  requireInBattle(seat);
  if (seat.leaving) fail('E_PHASE', 'left already');
  const counted = table.switches.escapeScope === 'side' ? table.seats.filter(({ side }) => side === seat.side) : [seat];
  const taken = counted.reduce((sum, one) => sum + one.taken, 0);
  const dealt = counted.reduce((sum, one) => sum + one.dealt, 0);
  const cost = seat.freeEscape ? 0 : Math.max(0, taken - dealt);
  if (cost > seat.mp) fail('E_MP', id);
  seat.mp -= cost;
  seat.freeEscape = false;
  seat.leaving = true;
}

/** H27, H13: who is still at 0 HP dies; who left is gone; one side alone has no battle. */
export function cleanUp(table: GrailTable): void {
  requireStep(table, 'end');
  for (const seat of table.seats) {
    if (seat.side === null) continue;
    const gone = seat.leaving || seat.status === 'dying';
    if (seat.status === 'dying') seat.status = 'dead';
    if (gone) leaveBattle(seat);
    else forgetRound(seat);
  }
  table.declared = [];
  table.allocationStep = 0;
  table.level = 0;
  const sides = new Set(present(table).map(({ side }) => side));
  if (sides.size >= 2) {
    table.step = 'lines';
    table.round += 1;
    return;
  }
  for (const seat of table.seats) leaveBattle(seat);
  table.step = 'none';
}

/** H15, H17, H28, H31: an effect that may be used at any time. */
export function useSkill(table: GrailTable, id: string, skillId: string, condition: boolean): void {
  const seat = seatOf(table, id);
  const skill = table.skills.find((one) => one.id === skillId) ?? fail('E_UNKNOWN_ID', skillId);
  requireAlive(seat);
  if (skill.owner !== id || skill.disabled) fail('E_RANGE', skillId);
  if (condition && !skill.rank.includes('+')) fail('E_RANGE', 'no plus mark');
  const cost = skill.halved ? Math.floor(skill.cost / 2) : skill.cost;
  if (cost > seat.mp) fail('E_MP', id);
  const change = skill.str * (condition ? rankMultiple(skill.rank) : 1);
  if (change > 0 && statOf(table, seat, 'str') + seat.given.str + change > 179) fail('E_WIDTH', id);
  seat.mp -= cost;
  skill.halved = false;
  seat.turn.str += change;
}

/** H12: what lasts a turn is over, and who lies at 0 HP is dead. */
export function endTurn(table: GrailTable): void {
  requireStep(table, 'none');
  for (const seat of table.seats) {
    seat.turn = { str: 0, con: 0, agi: 0, mag: 0 };
    if (seat.status === 'dying') seat.status = 'dead';
  }
  for (const skill of table.skills) {
    skill.disabled = false;
    skill.raised = 0;
  }
}
