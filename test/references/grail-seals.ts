/**
 * Slow reference of the Holy Grail War's command seals and of joining an open battle (H8, H28, HA1, HA16, HA17, HA23 to
 * HA25). Written from rules/holy-grail-war.md and the seed's paragraph on seals: a seal may be declared at almost any time,
 * it works on the servant, and it is spent whatever it does.
 */
import {
  fighting,
  type GrailTable,
  leaveBattle,
  type RoundStat,
  requireAlive,
  requireInBattle,
  requireStep,
  type Seat,
  seatOf,
  setHp,
  statOf,
  type TablePair,
} from './grail-seats.js';
import {
  allocate,
  avoidLethal,
  cleanUp,
  closeDeclarations,
  dealDamage,
  endTurn,
  leave,
  noAttack,
  openBattle,
  payMag,
  setLines,
  settleAllocation,
  settleLines,
  useSkill,
} from './grail-table.js';
import { type Rank, raiseRank } from './holy-grail-war.js';
import { fail } from './reference-error.js';

export const sealNames = [
  ...['order', 'mag', 'str', 'con', 'agi', 'hp', 'mp'],
  ...['rank', 'halve', 'summon', 'disable', 'escape', 'miracle'],
] as const;

export type TableCommand =
  | { readonly command: 'openBattle'; readonly units: readonly string[]; readonly sides: readonly number[] }
  | { readonly command: 'joinBattle'; readonly unit: string; readonly side: number }
  | { readonly command: 'setLines'; readonly side: number; readonly front: readonly string[] }
  | { readonly command: 'closeStandby' | 'closeDeclarations' | 'damageStep' | 'cleanup' | 'endTurn' }
  | { readonly command: 'payMag' | 'noAttack' | 'escape'; readonly unit: string }
  | {
      readonly command: 'allocate';
      readonly step: number;
      readonly unit: string;
      readonly str: number;
      readonly con: number;
      readonly agi: number;
    }
  | { readonly command: 'avoidLethal'; readonly unit: string; readonly lpCost: number }
  | { readonly command: 'useSkill'; readonly unit: string; readonly skill: string; readonly condition: 0 | 1 }
  | {
      readonly command: 'useSeal';
      readonly pair: string;
      readonly effect: string;
      readonly skill?: string;
      readonly reason?: string;
    };

/** HA24: comes into the open battle; before the lines are open as a side of its own, too; else behind. */
function joinBattle(table: GrailTable, id: string, side: number): void {
  if (table.step === 'none') fail('E_PHASE', 'no battle is open');
  const seat = seatOf(table, id);
  requireAlive(seat);
  if (seat.side !== null) fail('E_PHASE', 'is in it already');
  if (table.step !== 'lines' && !fighting(table).some((one) => one.side === side)) fail('E_RANGE', `side ${side}`);
  seat.side = side;
  if (table.step === 'lines') seat.sealedLine = table.declared.includes(side) ? 'rear' : null;
  else seat.line = 'rear';
}

/** HA25: to the master's side at once: into his battle, or out of another one. */
function summon(table: GrailTable, master: Seat, servant: Seat): void {
  if (table.step !== 'none' && servant.side !== null && master.side !== null) fail('E_RANGE', 'not far away');
  servant.area = master.area;
  if (master.side === null) {
    if (servant.side !== null) leaveBattle(servant);
    return;
  }
  leaveBattle(servant);
  servant.side = master.side;
  // who fell before the lines were chosen has none
  const line = (table.step === 'lines' ? master.sealedLine : master.line) ?? 'rear';
  const chosen = table.switches.summonLine === 'master' ? line : 'rear';
  if (table.step !== 'lines') servant.line = chosen;
  else servant.sealedLine = table.declared.includes(master.side) ? chosen : null;
}

/** H28, HA16, HA23: the two of a pair, both of them there. At 0 HP they still are. */
function bothOf(table: GrailTable, pair: TablePair): { readonly master: Seat; readonly servant: Seat } {
  const there = (id: string | null): Seat => {
    if (id === null) return fail('E_ALONE', pair.id);
    const seat = seatOf(table, id);
    const gone = table.switches.sealAtZeroHp === 'works' ? seat.status === 'dead' : seat.status !== 'alive';
    return gone ? fail('E_ALONE', pair.id) : seat;
  };
  return { master: there(pair.master), servant: there(pair.servant) };
}

/** Only while a battle is open, for a servant in it. */
function requireRound(table: GrailTable, servant: Seat): void {
  if (table.step === 'none') fail('E_PHASE', 'no round');
  requireInBattle(servant);
}

function raise(table: GrailTable, servant: Seat, stat: RoundStat, amount: number): void {
  requireRound(table, servant);
  const points = stat === 'mag' ? 0 : servant.given[stat];
  if (statOf(table, servant, stat) + points + amount > 179) fail('E_WIDTH', stat);
  servant.round[stat] += amount;
}

/** HA26: what holds already is not bought a second time. */
function requireNew(table: GrailTable, holds: boolean): void {
  if (holds && table.switches.sealTwice === 'refused') fail('E_PHASE', 'holds already');
}

function skillSeal(table: GrailTable, servant: Seat, effect: string, id: string | undefined): void {
  const skill = table.skills.find((one) => one.id === id && one.owner === servant.id);
  if (skill === undefined) fail('E_RANGE', 'a skill of the servant');
  if (effect === 'halve') {
    requireNew(table, skill.halved);
    skill.halved = true;
  }
  if (effect === 'disable') {
    if (skill.kind !== 'skill') fail('E_RANGE', 'no skill');
    requireNew(table, skill.disabled);
    skill.disabled = true;
  }
  if (effect !== 'rank') return;
  const letter = skill.rank.replaceAll('+', '') as Rank;
  let now: Rank = letter;
  for (let count = 0; count < skill.raised; count += 1) now = raiseRank(now);
  const raised = raiseRank(now);
  if (raised === now) {
    if (table.switches.rankCap === 'reject') fail('E_RANK', 'A is the highest');
    return;
  }
  skill.raised += 1;
}

function useSeal(table: GrailTable, command: Extract<TableCommand, { command: 'useSeal' }>): void {
  const pair = table.pairs.find(({ id }) => id === command.pair) ?? fail('E_UNKNOWN_ID', command.pair);
  const { effect } = command;
  const { master, servant } = bothOf(table, pair);
  if (pair.seals === 0) fail('E_NO_SEAL', pair.id);
  const worded = effect === 'order' || effect === 'miracle';
  const ofSkill = effect === 'rank' || effect === 'halve' || effect === 'disable';
  if (worded !== (command.reason !== undefined)) fail('E_RANGE', 'reason');
  if (ofSkill !== (command.skill !== undefined)) fail('E_RANGE', 'skill');
  if (ofSkill) skillSeal(table, servant, effect, command.skill);
  if (effect === 'mag') raise(table, servant, 'mag', 2);
  if (effect === 'str' || effect === 'con' || effect === 'agi') raise(table, servant, effect, 3);
  if (effect === 'hp') setHp(servant, Math.min(servant.hp + 6, servant.maxHp));
  if (effect === 'mp') {
    const over = Math.max(0, servant.mp + 6 - servant.maxMp);
    servant.mp = Math.min(servant.mp + 6, servant.maxMp);
    if (table.switches.mpOverflow === 'spill' && master.status === 'alive')
      master.mp = Math.min(master.mp + over, master.maxMp);
  }
  if (effect === 'escape') {
    requireRound(table, servant);
    requireNew(table, servant.freeEscape);
    servant.freeEscape = true;
  }
  if (effect === 'summon') summon(table, master, servant);
  pair.seals -= 1;
}

function run(table: GrailTable, command: TableCommand): void {
  switch (command.command) {
    case 'openBattle':
      openBattle(table, command.units, command.sides);
      break;
    case 'joinBattle':
      joinBattle(table, command.unit, command.side);
      break;
    case 'setLines':
      setLines(table, command.side, command.front);
      break;
    case 'closeStandby':
      requireStep(table, 'skills');
      table.step = 'declarations';
      break;
    case 'closeDeclarations':
      closeDeclarations(table);
      break;
    case 'damageStep':
      dealDamage(table);
      break;
    case 'cleanup':
      cleanUp(table);
      break;
    case 'endTurn':
      endTurn(table);
      break;
    case 'payMag':
      payMag(table, command.unit);
      break;
    case 'noAttack':
      noAttack(table, command.unit);
      break;
    case 'escape':
      leave(table, command.unit);
      break;
    case 'allocate':
      allocate(table, command.step, command.unit, { str: command.str, con: command.con, agi: command.agi });
      break;
    case 'avoidLethal':
      avoidLethal(table, command.unit, command.lpCost);
      break;
    case 'useSkill':
      useSkill(table, command.unit, command.skill, command.condition === 1);
      break;
    case 'useSeal':
      useSeal(table, command);
      break;
  }
}

/** One command; a refused one throws RuleReferenceError and leaves `table` as it was. */
export function applyCommand(table: GrailTable, command: TableCommand): GrailTable {
  const next = structuredClone(table);
  run(next, command);
  settleLines(next);
  settleAllocation(next);
  return next;
}
