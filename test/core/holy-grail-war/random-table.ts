/**
 * Random battles with seals and joining, played by the system and by its slow reference side by side: after every command
 * both have accepted or both refused it, and every cell that the reference knows is equal.
 */
import { expect } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { apply, type PlainCommand, readCell } from '../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../core/system/system.js';
import { applyCommand, sealNames, type TableCommand } from '../../references/grail-seals.js';
import {
  defaultTableSwitches,
  fighting,
  type GrailTable,
  type RoundStat,
  type Seat,
  type TableSkill,
  type TableStep,
  type TableSwitches,
} from '../../references/grail-seats.js';
import { RuleReferenceError } from '../../references/reference-error.js';
import type { Plain } from './support.js';

/** A random integer from 0 to `below` - 1. */
type Draw = (below: number) => number;

function drawing(seed: number): Draw {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const pick = <T>(draw: Draw, list: readonly T[]): T => list[draw(list.length)] as T;
const areas = ['harbour', 'temple', null] as const;
const ranks = ['E', 'C', 'C+', 'B++', 'A', 'EX'] as const;

function drawSeat(draw: Draw, id: string, kind: Seat['kind'], area: string | null): Seat {
  const low = draw(4) === 0;
  const maxHp = 1 + draw(low ? 12 : 40);
  const maxMp = draw(30);
  const none = { str: 0, con: 0, agi: 0, mag: 0 };
  return {
    ...{ id, kind, advantage: draw(3) === 0 ? 0 : draw(6), maxHp, maxMp, area },
    stats: { str: draw(12) === 0 ? 99 : draw(10), con: draw(8), agi: draw(8), mag: draw(6) },
    ...{ hp: 1 + draw(maxHp), mp: draw(maxMp + 1), lp: draw(4), status: 'alive', hpBefore: 0 },
    ...{ round: { ...none }, turn: { ...none }, side: null, line: null, sealedLine: null, paid: false },
    ...{ noAttack: false, given: { str: 0, con: 0, agi: 0 }, sealed: null, taken: 0, dealt: 0 },
    ...{ leaving: false, freeEscape: false },
  };
}

function drawSwitches(draw: Draw): TableSwitches {
  if (draw(3) === 0) return defaultTableSwitches;
  return {
    ...defaultTableSwitches,
    nonAttack: pick(draw, ['zero', 'clamped']),
    injuryStack: draw(2) === 0,
    mpOverflow: pick(draw, ['spill', 'lose']),
    reflectCountsAsDealt: draw(2) === 0,
    escapeScope: pick(draw, ['unit', 'side']),
    advantageOf: pick(draw, ['payers', 'everybody']),
    emptyFront: pick(draw, ['rear', 'strict']),
    lethalAvoidance: pick(draw, ['undone', 'one']),
    rankCap: pick(draw, ['stay', 'reject']),
    sealAtZeroHp: pick(draw, ['works', 'refused']),
    summonLine: pick(draw, ['master', 'rear']),
    sealTwice: pick(draw, ['refused', 'spent']),
  };
}

function drawTable(draw: Draw): GrailTable {
  const seats: Seat[] = [];
  const skills: TableSkill[] = [];
  const count = 2 + draw(2);
  const pairs = Array.from({ length: count }, (_, number) => {
    const alone = draw(6);
    const area = pick(draw, areas);
    const master = alone === 0 ? null : `m${number}`;
    const servant = alone === 1 ? null : `s${number}`;
    if (master !== null) seats.push(drawSeat(draw, master, 'master', area));
    if (servant !== null) {
      seats.push(drawSeat(draw, servant, 'servant', area));
      for (const kind of ['skill', 'noblePhantasm'] as const) {
        const changes = { raised: 0, disabled: false, halved: false };
        const id = `${servant}-${kind === 'skill' ? 'art' : 'phantasm'}`;
        skills.push({ id, owner: servant, kind, rank: pick(draw, ranks), cost: draw(9), str: draw(5), ...changes });
      }
    }
    return { id: `p${number}`, master, servant, seals: draw(8) };
  });
  const start = { step: 'none' as const, round: 0, declared: [], allocationStep: 0, level: 0 };
  return { seats, skills, pairs, switches: drawSwitches(draw), ...start };
}

function createSame(system: typeof holyGrailWar, table: GrailTable): Battle {
  const units = table.seats.map((seat): Plain => {
    const { id, kind, stats, hp, maxHp, mp, maxMp, lp, advantage } = seat;
    const skills = table.skills
      .filter(({ owner }) => owner === id)
      .map((skill): Plain => {
        const changes = skill.str === 0 ? [] : [{ stat: 'str', amount: skill.str, lasts: 'turn' }];
        const effects = [{ number: 1, timing: 'anyTime', cost: skill.cost, changes }];
        return { id: skill.id, kind: skill.kind, rank: skill.rank, secrecy: 'A', lineages: ['art'], effects };
      });
    const upkeep = kind === 'servant' ? { upkeep: 3 } : {};
    return { id, kind, ...stats, hp, maxHp, mp, maxMp, lp, maxLp: lp, advantage, skills, ...upkeep };
  });
  const pairs = table.pairs.map(({ id, master, servant, seals }): Plain => {
    const base = table.seats.find((seat) => seat.id === master || seat.id === servant)?.area;
    return {
      ...{ id, seals },
      ...(base === null ? {} : { base }),
      ...(master === null ? {} : { master }),
      ...(servant === null ? {} : { servant }),
    };
  });
  const { injuryStack, reflectCountsAsDealt, allowUnspent, ...words } = table.switches;
  const yes = (value: boolean): string => (value ? 'yes' : 'no');
  return system.create(
    { phase: 'processing', areas: ['harbour', 'temple'], reasons: [{ id: 'word', text: 'a word' }], units, pairs },
    {
      ...words,
      injuryStack: injuryStack ? 'cumulative' : 'single',
      reflectCountsAsDealt: yes(reflectCountsAsDealt),
      allowUnspent: yes(allowUnspent),
    },
  );
}

function drawSeal(draw: Draw, table: GrailTable): TableCommand {
  const effect = pick(draw, sealNames);
  const ofSkill = effect === 'rank' || effect === 'halve' || effect === 'disable';
  const worded = effect === 'order' || effect === 'miracle';
  const pair = pick(draw, table.pairs);
  const own = table.skills.filter(({ owner }) => owner === pair.servant);
  const skills = own.length > 0 && draw(8) !== 0 ? own : table.skills;
  const odd = draw(20) === 0;
  return {
    ...{ command: 'useSeal', pair: pair.id, effect },
    ...(ofSkill !== odd && skills.length > 0 ? { skill: pick(draw, skills).id } : {}),
    ...(worded !== (draw(20) === 0) ? { reason: 'word' } : {}),
  };
}

function drawLines(draw: Draw, table: GrailTable): TableCommand {
  const here = fighting(table);
  const side = here.length === 0 || draw(10) === 0 ? draw(8) : (pick(draw, here).side ?? 0);
  const own = draw(20) === 0 ? table.seats : here.filter((seat) => seat.side === side);
  return { command: 'setLines', side, front: own.filter(() => draw(3) !== 0).map(({ id }) => id) };
}

function drawPoints(draw: Draw, table: GrailTable): TableCommand {
  const left = draw(7);
  const str = draw(left + 1);
  const con = draw(left - str + 1);
  const step = draw(10) === 0 ? 1 + draw(4) : Math.max(1, table.allocationStep);
  return { command: 'allocate', step, unit: pick(draw, table.seats).id, str, con, agi: left - str - con };
}

/** What goes on, by step; four of ten commands are something else. */
function drawCommand(draw: Draw, table: GrailTable): TableCommand {
  const unit = pick(draw, table.seats).id;
  const usual: Readonly<Record<TableStep, () => TableCommand>> = {
    none: () => {
      if (draw(6) === 0) return { command: 'endTurn' };
      const chosen = table.seats.filter(({ status }) => (status === 'alive' ? draw(4) !== 0 : draw(30) === 0));
      return { command: 'openBattle', units: chosen.map(({ id }) => id), sides: chosen.map(() => draw(3)) };
    },
    lines: () => drawLines(draw, table),
    skills: () => ({ command: 'closeStandby' }),
    declarations: () =>
      draw(4) === 0 ? { command: 'closeDeclarations' } : { command: draw(4) === 0 ? 'noAttack' : 'payMag', unit },
    allocation: () => drawPoints(draw, table),
    damage: () => ({ command: 'damageStep' }),
    end: () => {
      const dying = table.seats.find(({ status }) => status === 'dying');
      if (dying !== undefined && draw(3) === 0) {
        return { command: 'avoidLethal', unit: dying.id, lpCost: draw(4) };
      }
      return draw(3) === 0 ? { command: 'escape', unit } : { command: 'cleanup' };
    },
  };
  switch (draw(20)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return drawSeal(draw, table);
    case 5:
      return { command: 'joinBattle', unit, side: draw(3) };
    case 6:
      return { command: 'useSkill', unit, skill: pick(draw, table.skills)?.id ?? 'none', condition: draw(2) as 0 | 1 };
    case 7:
      return usual[pick(draw, Object.keys(usual) as TableStep[])]();
    default:
      return usual[table.step]();
  }
}

const steps: readonly TableStep[] = ['none', 'lines', 'skills', 'declarations', 'allocation', 'damage', 'end'];
const lineNumbers = { front: 2, rear: 1 } as const;
const lineNumber = (line: 'front' | 'rear' | null): number => (line === null ? 0 : lineNumbers[line]);

/** Every cell that the reference knows, by name. */
function cellsOf(table: GrailTable): Map<string, number> {
  const cells = new Map<string, number>();
  for (const seat of table.seats) {
    const set = (name: string, value: number | boolean): void => {
      cells.set(`unit[${seat.id}].${name}`, Number(value));
    };
    for (const name of ['hp', 'mp', 'lp', 'hpBefore', 'paid', 'noAttack', 'taken', 'dealt', 'freeEscape'] as const) {
      set(name, seat[name]);
    }
    set('status', ['alive', 'dying', 'dead'].indexOf(seat.status));
    set('area', seat.area === null ? 255 : areas.indexOf(seat.area as 'harbour'));
    set('side', seat.side ?? 255);
    set('line', lineNumber(seat.line));
    set('sealedLine', lineNumber(seat.sealedLine));
    set('handed', seat.sealed !== null);
    set('escaping', seat.leaving);
    for (const stat of ['str', 'con', 'agi', 'mag'] as const satisfies readonly RoundStat[]) {
      const word = `${stat[0]?.toUpperCase()}${stat.slice(1)}`;
      set(`round${word}`, seat.round[stat]);
      set(`turn${word}`, seat.turn[stat]);
      if (stat === 'mag') continue;
      set(`allocated${word}`, seat.given[stat]);
      set(`sealed${word}`, seat.sealed?.[stat] ?? 0);
    }
  }
  for (const skill of table.skills) {
    cells.set(`skill[${skill.id}].disabled`, skill.disabled ? 2 : 0);
    cells.set(`skill[${skill.id}].rankBonus`, skill.raised);
    cells.set(`skill[${skill.id}].halved`, Number(skill.halved));
  }
  for (const { id, seals } of table.pairs) cells.set(`pair[${id}].seals`, seals);
  cells.set('battleStep', steps.indexOf(table.step));
  if (table.step !== 'none') cells.set('round', table.round);
  if (table.step === 'allocation') {
    cells.set('allocationStep', table.allocationStep);
    cells.set('level', table.level);
  }
  return cells;
}

/** Errors of one cause, which both must name alike; where several hold at once either may be told. */
const oneCause = ['E_NO_SEAL', 'E_RANK', 'E_NO_FRONT', 'E_ALLOCATION', 'E_ALONE', 'E_ALLOCATION_ORDER', 'E_MP'];

function commandFor(command: TableCommand): PlainCommand {
  if (command.command === 'openBattle') return { ...command, witnesses: [] };
  if (command.command !== 'useSkill') return { ...command };
  return { ...command, effect: 1, seenBy: [], affected: [] };
}

/** What was met, by command or seal: how often accepted. */
export type Counts = Map<string, number>;

/** Plays at least this many commands. Returns how often each was accepted. @param system one with a planted fault, too */
export function compareRandomTables(seed: number, commands: number, system = holyGrailWar): Counts {
  const draw = drawing(seed);
  const counts: Counts = new Map();
  let table = drawTable(draw);
  let battle = createSame(system, table);
  let byName = new Map(battle.cells.map((cell) => [cell.name, cell]));
  let length = 0;
  for (let number = 0; number < commands; number++) {
    const command = drawCommand(draw, table);
    const told = `seed ${seed}, command ${number}: ${JSON.stringify(command)}`;
    let expected = 'accepted';
    try {
      table = applyCommand(table, command);
    } catch (error) {
      if (!(error instanceof RuleReferenceError)) throw error;
      expected = error.code;
    }
    let found = 'accepted';
    try {
      apply(system, battle, commandFor(command));
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      found = error.code;
    }
    if (!oneCause.includes(expected) && expected !== 'accepted' && found !== 'accepted') found = expected;
    if (found !== expected) expect(found, told).toBe(expected);
    for (const [name, value] of cellsOf(table)) {
      const cell = byName.get(name);
      const own = cell === undefined ? Number.NaN : readCell(battle.image, cell);
      if (own !== value) expect(own, `${told}: ${name}`).toBe(value);
    }
    const ended = command.command === 'endTurn' && expected === 'accepted';
    const what = command.command === 'useSeal' ? `seal ${command.effect}` : command.command;
    if (expected === 'accepted') counts.set(what, (counts.get(what) ?? 0) + 1);
    length += 1;
    if (ended || length > 150 || table.seats.filter(({ status }) => status === 'alive').length < 2) {
      table = drawTable(draw);
      battle = createSame(system, table);
      byName = new Map(battle.cells.map((cell) => [cell.name, cell]));
      length = 0;
    }
  }
  return counts;
}
