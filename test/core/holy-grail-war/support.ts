/** Helpers of these tests: a small war as plain data, running commands, and expecting errors. */

import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import {
  apply,
  createEventBuffer,
  type PlainCommand,
  type PlainEvent,
  read,
  readEvents,
} from '../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../core/system/system.js';

export type Plain = Record<string, unknown>;

/** A unit with harmless defaults. */
export function unit(id: string, kind: 'master' | 'servant', values: Plain = {}): Plain {
  const upkeep = kind === 'servant' ? { upkeep: 8 } : {};
  return { id, kind, str: 5, con: 5, agi: 5, mag: 3, maxHp: 100, maxMp: 50, ...upkeep, ...values };
}

/** A skill with one lineage and one effect. */
export function skill(id: string, values: Plain = {}, effect: Plain = {}): Plain {
  return {
    id,
    rank: 'C',
    secrecy: 'A',
    lineages: ['art'],
    effects: [{ number: 1, timing: 'anyTime', cost: 0, text: 'as the table likes', ...effect }],
    ...values,
  };
}

/** Each servant alone in a pair of its own, `<id>-side`. */
export function loners(units: readonly Plain[], values: Plain = {}): Plain {
  const pairs = units.map((one) => ({ id: `${String(one['id'])}-side`, [String(one['kind'])]: one['id'] }));
  return { phase: 'processing', units, pairs, reasons: [{ id: 'ruled', text: 'the table ruled so' }], ...values };
}

/**
 * Two full pairs and a lone master: red (red-master, red-servant), blue (...), grey (grey-master).
 */
export function twoPairs(values: Plain = {}, changes: Record<string, Plain> = {}): Plain {
  const units = [
    unit('red-master', 'master', changes['red-master']),
    unit('red-servant', 'servant', changes['red-servant']),
    unit('blue-master', 'master', changes['blue-master']),
    unit('blue-servant', 'servant', changes['blue-servant']),
    unit('grey-master', 'master', changes['grey-master']),
  ];
  return {
    areas: ['harbour', 'temple', 'school'],
    reasons: [
      { id: 'ruled', text: 'the table ruled so' },
      { id: 'rumour', text: 'a rumour to look into' },
    ],
    units,
    pairs: [
      { id: 'red', master: 'red-master', servant: 'red-servant', base: 'school', ...changes['red'] },
      { id: 'blue', master: 'blue-master', servant: 'blue-servant', base: 'temple', ...changes['blue'] },
      { id: 'grey', master: 'grey-master', ...changes['grey'] },
    ],
    ...values,
  };
}

export interface Table {
  readonly battle: Battle;
  /** Runs one command; returns its events. */
  run(command: string, parameters?: Plain): PlainEvent[];
  /** Runs one command that must be rejected with this code, the image untouched. */
  refuse(code: string, command: string, parameters?: Plain): void;
  cell(name: string): number;
}

export function begin(setup: Plain, switches?: Record<string, string | number>): Table {
  const battle = holyGrailWar.create(setup, switches);
  const complete = (command: string, parameters: Plain): PlainCommand => {
    const lists: Plain =
      command === 'useSkill'
        ? { seenBy: [], affected: [] }
        : command === 'processTurn'
          ? { blocked: [] }
          : command === 'openBattle'
            ? { witnesses: [] }
            : {};
    return { ...lists, ...parameters, command };
  };
  return {
    battle,
    run(command, parameters = {}) {
      const events = createEventBuffer(4096);
      apply(holyGrailWar, battle, complete(command, parameters), events);
      return readEvents(holyGrailWar, events);
    },
    refuse(code, command, parameters = {}) {
      const before = battle.image.slice();
      let caught: unknown;
      try {
        apply(holyGrailWar, battle, complete(command, parameters));
      } catch (error) {
        caught = error;
      }
      if (!(caught instanceof RuleError)) throw new Error(`${command} was not rejected (${code} expected)`);
      if (caught.code !== code) throw new Error(`${command}: ${caught.code} (${caught.message}), expected ${code}`);
      if (Buffer.compare(before, battle.image) !== 0) throw new Error(`${command}: a rejection changed the image`);
    },
    cell: (name) => read(battle, name),
  };
}

/** Opens a battle with everybody in front, and goes on to the declarations. */
export function toDeclarations(table: Table, sides: Record<string, number>): void {
  const units = Object.keys(sides);
  table.run('openBattle', { units, sides: units.map((id) => sides[id]) });
  for (const side of new Set(Object.values(sides))) {
    table.run('setLines', { side, front: units.filter((id) => sides[id] === side) });
  }
  table.run('closeStandby');
}

/** A battle without points up to the end step. */
export function toEnd(table: Table, sides: Record<string, number>): void {
  toDeclarations(table, sides);
  table.run('closeDeclarations');
  table.run('damageStep');
}

/** Names of the events. */
export function names(events: readonly PlainEvent[]): string[] {
  return events.map((event) => event.event);
}

/** Listed commands as `name ranges`. */
export function entries(words: Int32Array): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; ) {
    const shape = holyGrailWar.commands.find(({ code }) => code === words[at]);
    const own = (shape?.parameters ?? []).reduce((sum, { capacity }) => sum + (capacity === undefined ? 2 : 4), 1);
    out.push([shape?.name ?? '', ...words.subarray(at + 1, at + own)].join(' '));
    at += own;
  }
  return out;
}

/** The commands that a war lists: those of the given names, or all but rulings and knowledge. */
export function listed({ battle }: Table, ...names: string[]): string[] {
  const words = new Int32Array(20000);
  const all = entries(words.subarray(0, battle.legalCommands(words)));
  const usual = ['adjust', 'endWar', 'revealFact', 'revealSkill', 'useSeal'];
  return all.filter((entry) => {
    const name = entry.split(' ')[0] ?? '';
    return names.length === 0 ? !usual.includes(name) : names.includes(name);
  });
}

export const fighter = (id: string, values: Plain = {}): Plain => unit(id, 'servant', values);

export const duel = (a: Plain = {}, b: Plain = {}, values: Plain = {}): Table =>
  begin(loners([fighter('a', a), fighter('b', b)], values));
