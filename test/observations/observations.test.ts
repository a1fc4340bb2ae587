/** Each row of what players saw, asked of the engine, and the page that prints the answers. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RuleError } from '../../core/int/rule-error.js';
import { fieldCode } from '../../core/live-a-live/combat/fields.js';
import { fireField } from '../../core/live-a-live/combat/fields-and-poison.js';
import { DROPPED, dropItem } from '../../core/live-a-live/growth/drops.js';
import { trainByPlace } from '../../core/live-a-live/growth/growth.js';
import {
  createBattle,
  freeActions,
  LIVE_A_LIVE_BATTLE,
  OVERFLOW_WINDOW,
  pressesToOverflow,
} from '../../core/live-a-live/index.js';
import * as Cell from '../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../core/live-a-live/memory/cells/enemy.js';
import { type LiveALiveBattle, machineOf } from '../../core/live-a-live/memory/machine.js';
import { forceDraws } from '../../core/live-a-live/planning/draw-outcomes.js';
import { addPoints, enemySkillPoints, moveCost, turnCost } from '../../core/live-a-live/turn/action-points.js';
import { poisonPresentEnemy } from '../../core/live-a-live/turn/poison.js';
import { apply, createEventBuffer, encodeCommand, read, readEvents, snapshot } from '../../core/system/battle.js';
import type { PlainCommand } from '../../core/system/declarations.js';
import type { DrawSource } from '../../core/system/planning.js';
import type { System } from '../../core/system/system.js';
import { type Described, describeEnemy, describeItem, describeSkill } from '../../harness/files/rom/lookup/describe.js';
import { drawnSystem } from '../../harness/solve/odds/position/position.js';
import { type OddsRow, oddsTable } from '../../harness/solve/odds/table/odds-table.js';
import { CHARACTERS, ENEMY_SKILLS, ITEMS, maxHpOf, SPECIES } from '../../rom-map/tables/index.js';
import { ATTRIBUTES } from '../../rom-map/tables/layouts.js';
import { species } from '../../rom-map/tables/species.js';
import { OBSERVATIONS, observationsTable } from './observations.js';

/** The system as the harness sees it: set-ups are data. */
const SYSTEM: System = LIVE_A_LIVE_BATTLE;

type Setup = Readonly<Record<string, unknown>>;

function battleOf(setup: Setup): LiveALiveBattle {
  return SYSTEM.create({ generator: [1, 2, 3, 4], ...setup }) as LiveALiveBattle;
}

function write(battle: LiveALiveBattle, name: string, value: number): void {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(`there is no cell ${name}`);
  for (let byte = 0; byte < cell.width; byte++) battle.image[cell.offset + byte] = value >> (8 * byte);
}

function play(battle: LiveALiveBattle, command: PlainCommand): void {
  apply(LIVE_A_LIVE_BATTLE, battle, command);
}

/** Everything that may come of a skill; none of it is left out. */
function rowsOf(battle: LiveALiveBattle, skill: string): readonly OddsRow[] {
  const position = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: 'at its start', switches: {} };
  const table = oddsTable(position, { horizon: 'effect', plays: 100_000, skill });
  expect([table.isWhole, table.rows.length > 0]).toEqual([true, true]);
  return table.rows;
}

function totalsOf({ target }: OddsRow): readonly number[] {
  return target.lost.map(([hp]) => hp);
}

/** Takahara beside Namcat. */
function takahara(level: number): LiveALiveBattle {
  return battleOf({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [{ character: 'takahara', level, growth: 'middle', x: 1, y: 3, facing: 3, skills: ['reppu-seiken-zuki'] }],
  });
}

function pogo(skill: string, level = 9, growth = 'middle'): readonly OddsRow[] {
  const party = [{ character: 'pogo', level, growth, x: 3, y: 3, facing: 3, skills: [skill] }];
  return rowsOf(battleOf({ enemies: [{ species: 'king-mammoth', x: 0, y: 0 }], party }), skill);
}

const FIELDS = { water: 0x80, poison: 0xa0, fire: 0xc0, electric: 0xe0 } as const;
type Field = keyof typeof FIELDS;
const FIELD_NAMES = ['water', 'poison', 'fire', 'electric'] as const;

/** Draws that are all the same. */
function sameDraws(value: number): DrawSource {
  const choose = (): never => {
    throw new Error('every draw is given');
  };
  return { kinds: new Uint8Array(256), given: () => value, choose };
}

/** The fields fire once, this kind; no cell of it vanishes. */
function fire(battle: LiveALiveBattle, field: Field): void {
  const machine = machineOf(battle);
  write(battle, 'fieldCounter', FIELD_NAMES.indexOf(field) + 3);
  forceDraws(machine, sameDraws(0xff));
  fireField(machine);
  forceDraws(machine, undefined);
}

/** HP that an enemy of `hp` has after this field lay under all of its cells and was fired once. */
function afterField(id: string, field: Field, hp: number): { readonly hp: number; readonly shown: number } {
  const battle = battleOf({ enemies: [{ species: id, x: 0, y: 0, hp }], party: [{ character: 'pogo', x: 6, y: 6 }] });
  for (let at = 0; at < 56; at++) {
    const held = read(battle, `fieldGrid[${at}]`);
    if ((held & 0x80) === 0 && (held & 0x10) !== 0) write(battle, `fieldGrid[${at}]`, held | FIELDS[field]);
  }
  fire(battle, field);
  return { hp: read(battle, 'enemy[0].hp'), shown: read(battle, 'enemy[0].singleHit') };
}

/** What a label of a description says. */
function label(described: Described, wanted: string): string {
  const [, value = ''] = described.find(([name]) => name === wanted) ?? [];
  return typeof value === 'string' ? value : value.join('\n');
}

function enemySkill(id: string): (typeof ENEMY_SKILLS.rows)[number] {
  const found = ENEMY_SKILLS.rows.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no skill ${id}`);
  return found;
}

function describedSkill(id: string): Described {
  return describeSkill(createBattle(null), enemySkill(id), true);
}

/** Chance of each item, 0 nothing, in 2048 equal ways of the draws: the rate by all of its 256 values, the slots by their top bit. */
function dropsOf(formation: string | number): ReadonlyMap<number, number> {
  const battle = battleOf({ formation, party: [{ character: 'takahara' }] });
  const machine = machineOf(battle);
  const dropped = new Map<number, number>();
  for (let way = 0; way < 256 * 8; way++) {
    const draws = [way >> 3, ...[0, 1, 2].map((slot) => ((way >> slot) & 1) << 7)];
    forceDraws(machine, { ...sameDraws(0), given: () => draws.shift() ?? 0 });
    const item = dropItem(machine, read(battle, 'enemy[0].species')) === DROPPED ? read(battle, 'areaCentreY') : 0;
    dropped.set(item, (dropped.get(item) ?? 0) + 1);
  }
  forceDraws(machine, undefined);
  return dropped;
}

function chanceOf(formation: string | number, item: string): number {
  const number = ITEMS.rows.find(({ id }) => id === item)?.number ?? -1;
  return (dropsOf(formation).get(number) ?? 0) / 2048;
}

/** The record of a character, as cells name it. */
function recordOf(battle: LiveALiveBattle, id: string): string {
  const number = CHARACTERS.rows.find((one) => one.id === id)?.number;
  const record = battle.cells.find(({ name }) => /^record\[\d+\]\.id$/u.test(name) && read(battle, name) === number);
  if (record === undefined) throw new Error(`${id} is not in the party`);
  return record.name.replace('.id', '');
}

/** HP that Captain Square loses at the enemy's next skill, after its own, with these evaded attributes. */
function lossAfterOwnSkill(seed: number, evades: boolean): number {
  const battle = battleOf({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [{ character: 'captain-square', x: 1, y: 3, facing: 3 }],
    generator: [seed, 2, 3, 4],
  });
  play(battle, { command: 'skill', skill: 'tachyon-sword', x: 0, y: 2, frames: 0 });
  const record = recordOf(battle, 'captain-square');
  if (!evades) write(battle, `${record}.evade`, 0);
  const before = read(battle, `${record}.hp`);
  play(battle, { command: 'wait' });
  return before - read(battle, `${record}.hp`);
}

/** Whether the engine's range or set holds what was seen. */
const ASKED: Readonly<Record<string, () => boolean>> = {
  O01: () => {
    const seen = [102, 100, 94, 108, 110, 108, 110, 106, 110, 90];
    const row = rowsOf(takahara(5), 'reppu-seiken-zuki').find(({ side }) => side === 'side');
    expect(totalsOf(row as OddsRow)).toEqual([90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110]);
    return seen.every((total) => totalsOf(row as OddsRow).includes(total));
  },
  O02: () =>
    [2, 3, 4, 5, 6, 7, 8, 9].every((level) =>
      rowsOf(takahara(level), 'reppu-seiken-zuki').every((row) => totalsOf(row).every((total) => total % 2 === 0)),
    ),
  O04: () => {
    const played = (seed: number): string => {
      const battle = battleOf({ formation: 'namcat', party: [{ character: 'takahara' }], generator: [seed, 2, 3, 4] });
      const events = createEventBuffer(1 << 16);
      const auto = { command: 'auto', policy: 'attack', commands: 30, seed: 1 };
      battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, auto), events);
      return `${snapshot(battle).join()} ${JSON.stringify(readEvents(LIVE_A_LIVE_BATTLE, events))}`;
    };
    expect(played(2)).not.toBe(played(1));
    const again = played(1);
    return played(1) === again;
  },
  O10: () => {
    const steps = new Set<number>();
    for (let points = 0; points <= 0xffff; points++) steps.add(freeActions(enemySkillPoints(points), moveCost(31)));
    expect([...steps].sort()).toEqual([2, 3, 4]);
    return [...steps].every((count) => count >= 2 && count <= 4);
  },
  O11: () => {
    const battle = battleOf({ formation: 'namcat', party: [{ character: 'takahara' }] });
    play(battle, { command: 'move', x: 1, y: 3, frames: 0 });
    return read(battle, 'actionPoints') === 5 * moveCost(read(battle, 'ally[0].speed'));
  },
  O13: () => freeActions(29, moveCost(31)) === 3,
  O14: () => freeActions(60, moveCost(31)) === 3 && 60 + 4 * moveCost(31) === 288,
  O16: () => pressesToOverflow(0, turnCost(31)) === 2323,
  O17: () => {
    // executed: C1:2828, twice 255
    const battle = battleOf({ formation: 'namcat', party: [{ character: 'takahara' }] });
    const wraps = (points: number): boolean => {
      write(battle, 'actionPoints', points);
      addPoints(machineOf(battle), 255);
      addPoints(machineOf(battle), 255);
      return read(battle, 'actionPoints') < 256;
    };
    const from = [65025, 65026, 65279, 65281, 65282].map(wraps);
    expect(from).toEqual([false, true, true, true, false]);
    return OVERFLOW_WINDOW.first === 65025 && OVERFLOW_WINDOW.last === 65279;
  },
  O19: () => {
    expect(chanceOf('king-mammoth', 'cola-bottle')).toBe(45 / 128);
    return Math.round(100 * chanceOf('king-mammoth', 'cola-bottle')) === 35;
  },
  O20: () => {
    const chance = chanceOf(0xa1, 'koban');
    expect(chance).toBe(3 / 128);
    return Math.abs(100 * chance - 2.3) <= 0.05;
  },
  O22: () => {
    const chance = chanceOf('iwama-sama', 'water-god-scale');
    expect(chance).toBe(105 / 128);
    return chance > 0 && chance < 1;
  },
  O23: () => maxHpOf(species('iwama-sama')) === 2032,
  O25: () => {
    const row = species('majin-ryunosuke');
    const { level, power, speed, body, intellect } = row.values;
    return [maxHpOf(row), level, power, speed, body, intellect].join() === '1248,15,90,90,90,200';
  },
  O26: () => /x 124\/8 \+ whole of the own power,/.test(label(describedSkill('hado-ho'), 'damage')),
  O28: () =>
    /x 20\/8 \+ half of the own intellect,/.test(label(describedSkill('shizuka-iwakuzushi'), 'damage')) &&
    label(describedSkill('shizuka-iwakuzushi'), 'hits') === 'all 4',
  O29: () => /x 4\/8 \+ half of the own intellect,/.test(label(describedSkill('hangetsu-ryu'), 'damage')),
  O31: () => {
    const takes = (skill: string, status: string, level: number, growth = 'middle'): boolean =>
      pogo(skill, level, growth).some(({ target }) =>
        target.statuses.some(([name, { chance }]) => name === status && isOpen(chance)),
      );
    expect(takes('gui-gui', 'paralysis', 9)).toBe(false);
    return (
      takes('guu-guu', 'sleep', 9) && takes('uho-puu', 'paralysis', 12) && takes('gui-gui', 'paralysis', 16, 'most')
    );
  },
  O32: () => pogo('guu-guu').every((row) => totalsOf(row).every((total) => total === 0)),
  O34: () => {
    const battle = battleOf({
      enemies: [{ species: 'king-mammoth', x: 0, y: 0 }],
      party: [{ character: 'pogo', x: 6, y: 6 }],
    });
    const losses = Array.from({ length: 992 }, (_, less) => {
      write(battle, 'enemy[0].hp', 992 - less);
      write(battle, 'enemy[0].statuses', 0x08);
      expect(poisonPresentEnemy(machineOf(battle), Enemy.FIRST)).toBe(true);
      return read(battle, 'enemy[0].singleHit');
    });
    expect(losses[0]).toBe(62);
    return losses.every((loss, at) => at === 0 || loss <= (losses[at - 1] ?? 0)) && losses.indexOf(9) === 992 - 159;
  },
  O35: () => FIELD_NAMES.every((field, kind) => afterField('namcat', field, 200).hp === 200 - 8 * (kind + 1)),
  O37: () => FIELD_NAMES.filter((field) => afterField('king-mammoth', field, 500).hp > 500).join() === 'fire',
  O38: () =>
    afterField('fire', 'fire', 8).hp >= 8 &&
    afterField('fire', 'electric', 8).hp >= 8 &&
    afterField('fire', 'water', 8).hp === 0,
  O40: () => {
    const { values } = enemySkill('great-eruption');
    const area = label(describedSkill('great-eruption'), 'area').replace(/[\s x]/gu, '');
    return area === '#'.repeat(48) && fieldCode(values.fieldKind << 4) === FIELDS.fire;
  },
  O41: () => {
    const { hp, shown } = afterField('king-mammoth', 'fire', 500);
    return hp === 500 + 216 && shown === 24;
  },
  O43: () => {
    const battle = battleOf({ formation: 'namcat', party: [{ character: 'captain-square' }] });
    const word = read(battle, `${recordOf(battle, 'captain-square')}.evade`);
    // the first byte holds the first eight attributes
    const bits = ((word & 0xff) << 8) | (word >> 8);
    return ATTRIBUTES.filter((_, at) => (bits & (0x8000 >> at)) !== 0).join() === 'sharp,fly,spirit';
  },
  O44: () => {
    const pairs = Array.from({ length: 40 }, (_, seed) => [
      lossAfterOwnSkill(seed + 1, false),
      lossAfterOwnSkill(seed + 1, true),
    ]);
    const struck = pairs.filter(([plain = 0]) => plain > 0);
    expect(struck.length).toBeGreaterThan(10);
    return struck.every(([plain = 0, evaded]) => evaded === (plain >> 1) + 1);
  },
  O46: () =>
    (
      [
        [0x18, 'power'],
        [0x14, 'speed'],
        [0x6c, 'body'],
      ] as const
    ).every(([place, stat]) => {
      const battle = battleOf({ formation: 'namcat', party: [{ character: 'yun' }, { character: 'lei' }] });
      const record = recordOf(battle, 'lei');
      const bases = (): number[] => ['power', 'speed', 'body'].map((name) => read(battle, `${record}.${name}Base`));
      const before = bases();
      battle.image[Cell.BACKGROUND] = place;
      trainByPlace(machineOf(battle));
      const gained = bases().map((value, at) => value - (before[at] ?? 0));
      return gained.join() === ['power', 'speed', 'body'].map((name) => (name === stat ? 5 : 0)).join();
    }),
  O50: () => {
    const party = [{ character: 'takahara', x: 5, y: 5, hp: 1, skills: ['kiai-tame'] }];
    const rows = rowsOf(battleOf({ enemies: [{ species: 'namcat', x: 0, y: 0 }], party }), 'kiai-tame');
    const healed = new Set(rows.flatMap((row) => totalsOf(row).map((lost) => -lost)));
    expect([...healed].sort((a, b) => a - b)).toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
    return [80, 95].every((seen) => healed.has(seen));
  },
};

function isOpen({ numerator, bits }: { readonly numerator: bigint; readonly bits: number }): boolean {
  return numerator > 0n && numerator < 1n << BigInt(bits);
}

describe('what players saw', () => {
  test.each(OBSERVATIONS)('$id $verdict: $observed', ({ id, verdict }) => {
    const ask = ASKED[id];
    expect(ask === undefined ? 'cannot be asked' : ask() ? 'inside' : 'outside').toBe(verdict);
  });
  test('every row is there once, and nothing else is asked', () => {
    const ids = OBSERVATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(34);
    expect(ids.length).toBe(34);
    expect(Object.keys(ASKED).filter((id) => !ids.includes(id))).toEqual([]);
  });
  test('EVIDENCE.md prints them', () => {
    const page = readFileSync('docs/EVIDENCE.md', 'utf8');
    expect(page.split('\n').filter((line) => /^\| O\d\d \|/u.test(line))).toEqual(observationsTable());
  });
});

/** Fields that the printed label of a row names. */
function printed(described: Described): string {
  return label(described, 'absorbs fields of');
}

describe('the printed label names the fields that heal', () => {
  test('of every species that has HP: laid, fired, and who gained some', () => {
    const all = SPECIES.rows.filter((row) => maxHpOf(row) > 1);
    expect(all.filter(({ values }) => values.fieldAbsorb !== 0).length).toBeGreaterThan(50);
    for (const row of all) {
      const hp = Math.ceil(maxHpOf(row) / 2);
      const after = FIELD_NAMES.map((field) => afterField(row.id, field, hp).hp);
      const immune = label(describeEnemy(row), 'immune to fields') === 'yes';
      expect([row.id, after.every((left) => left === hp)]).toEqual([row.id, immune]);
      const healing = FIELD_NAMES.filter((_, kind) => (after[kind] ?? 0) > hp).join(', ');
      if (!immune) expect([row.id, healing]).toEqual([row.id, printed(describeEnemy(row))]);
    }
  });
  test('of every item that absorbs: on an ally who wears it', () => {
    const worn = ITEMS.rows.filter(({ values }) => values.fieldAbsorb !== 0);
    expect(worn.length).toBeGreaterThan(0);
    for (const row of worn) {
      const healing = FIELD_NAMES.filter((field) => allyAfterField(row.id, field) > 10).join(', ');
      expect([row.id, healing]).toEqual([row.id, printed(describeItem(row))]);
    }
  });
});

/** A battle with somebody who can wear the item and wears it, of 10 HP, alone against Namcat. */
function battleOfWearer(item: string): { readonly battle: LiveALiveBattle; readonly record: string } {
  for (const { id } of CHARACTERS.rows) {
    try {
      const party = [{ character: id, x: 5, y: 5, hp: 10, equipment: [item] }];
      const battle = battleOf({ enemies: [{ species: 'namcat', x: 0, y: 0 }], party });
      return { battle, record: recordOf(battle, id) };
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
    }
  }
  throw new Error(`nobody can wear ${item}`);
}

/** HP of an ally of 10 who wears the item, after the field under him was fired once. */
function allyAfterField(item: string, field: Field): number {
  const { battle, record } = battleOfWearer(item);
  write(battle, 'fieldGrid[45]', (read(battle, 'fieldGrid[45]') & 0x1f) | FIELDS[field]);
  fire(battle, field);
  return read(battle, `${record}.hp`);
}
