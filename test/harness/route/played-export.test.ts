/**
 * A battle by commands is exported through the declared menus, and the pad words are played on a console that knows only
 * their page: it must come to the same battle.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { liveALive } from '../../../core/index.js';
import { apply, createEventBuffer, read } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import { packageRoot } from '../../../harness/base/package-root.js';
import { padWordOfMask } from '../../../harness/base/pad-script.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { rowsOfPadInput } from '../../../harness/movies/pad-input.js';
import { loadPlan } from '../../../harness/plan/load.js';
import { runPlan, startPlan } from '../../../harness/plan/run.js';
import { playPads, type StandInBattle, type WindowFrames } from '../../references/menu-console.js';
import { cli } from '../cli/run-cli.js';
import { testFolder } from '../fixtures/files.js';

const folder = testFolder();
const plans = join(packageRoot(), 'traces/live-a-live');
const menus = join(plans, 'menus.json');
const system: System = liveALive.LIVE_A_LIVE_BATTLE;

/** What the made-up image of this test shows for how long: decisions. */
const WINDOWS: WindowFrames = { main: 8, skills: 6, items: 7, target: 5, closing: 3 };
const OTHERS = { turn: 4, enemyStep: 7, start: 31, end: 60 };
const ofSkill = (number: number, units: number): number => 2 + (number % 5) + 3 * units;

function timingFile(): string {
  const figures: object[] = [];
  const add = (what: string, number: number, units: number, frames: number): void => {
    figures.push({ what, number, units, textSpeed: 0, least: frames, most: frames, seen: 2 });
  };
  for (const [name, number] of [
    ['main', 1],
    ['skills', 2],
    ['items', 5],
    ['target', 3],
  ] as const) {
    add('window', number, 0, WINDOWS[name]);
  }
  add('order', 4, 0, WINDOWS.closing);
  for (const [what, frames] of Object.entries(OTHERS)) add(what, 0, 0, frames);
  for (let number = 0; number < 512; number++)
    for (let units = 0; units < 8; units++) add('skill', number, units, ofSkill(number, units));
  const image = { title: 'made up', sha256: 'a'.repeat(64) };
  return folder.write('timing.json', JSON.stringify({ timing: 1, image, system: system.id, figures, leftOut: 0 }));
}

const at = (battle: Battle, name: string): number => {
  const cell = battle.cells.find((one) => one.name === name);
  if (cell === undefined) throw new Error(name);
  return cell.offset;
};

/** Still frames by the events of a frame: its own reading of them, by their numbers. */
function stillFrames(words: Int32Array, from: number, to: number): number {
  let frames = 0;
  let use: { number: number; units: Set<number> } | undefined;
  const endUse = (): void => {
    if (use !== undefined) frames += ofSkill(use.number, use.units.size);
    use = undefined;
  };
  for (let word = from; word < to; ) {
    const [kind, unit, what, first] = [words[word], words[word + 1], words[word + 2], words[word + 3]] as number[];
    const isAlly = (unit as number) >= 0x1c00;
    word += kind === 1 || kind === 5 ? 3 : 5;
    if (kind === 3 && (what === 1 || what === 2)) {
      endUse();
      use = { number: (first as number) + (isAlly ? 0 : 256), units: new Set() };
    } else if (kind === 3 && what === 6 && isAlly) frames += OTHERS.turn;
    else if (kind === 3 && what === 5 && !isAlly) frames += OTHERS.enemyStep;
    else if (kind === 3 && what === 17) frames += OTHERS.end;
    else if (kind === 4 && what === 1 && first === 1) use?.units.add(unit as number);
  }
  endUse();
  return frames;
}

/** The battle behind the stand-in: it asks for nothing but commands, and gives their frames one by one. */
function standIn(battle: Battle): StandInBattle {
  const events = createEventBuffer(1 << 18);
  const command = new Int32Array(16);
  const { image } = battle;
  const phase = at(battle, 'phase');
  const result = at(battle, 'battleResult');
  const ally = at(battle, 'currentAlly');
  const code = (name: string): number => system.commands.find((shape) => shape.name === name)?.code ?? -1;
  let shown: number[] = [];
  let begun = false;

  function play(name: string, ...numbers: number[]): void {
    command.fill(0);
    command.set([code(name), ...numbers]);
    events.length = 0;
    let read = 0;
    const frames: number[] = [];
    const isFirst = image[phase] === 1;
    system.capabilities.views?.watchFrames?.(battle, () => {
      frames.push(stillFrames(events.words, read, events.length));
      read = events.length;
    });
    expect(battle.step(command, events), name).toBe(0);
    // the battle's first frame was shown before the first order
    shown = isFirst ? frames.slice(1) : frames;
  }
  const block = (): number =>
    (image[ally] as number) + 256 * (image[ally + 1] as number) - 0x1c00 + at(battle, 'ally[0].id');
  const field = (name: string): number => at(battle, `ally[0].${name}`) - at(battle, 'ally[0].id');
  const numberAt = (list: 'skills' | 'items', place: number): number =>
    image[list === 'skills' ? block() + field('listSkill') + place : at(battle, 'inventory') + place] as number;

  return {
    frame() {
      if (!begun) {
        begun = true;
        return OTHERS.start;
      }
      if (shown.length === 0) play('wait', 1);
      return shown.shift() as number;
    },
    asked: () => shown.length === 0 && image[result] === 0,
    over: () => shown.length === 0 && image[result] !== 0,
    order(name, { place = 0, cell = 0, presses = 0, direction = 0, side = 0 }) {
      const [x, y] = [image[block() + field('cellX')] as number, image[block() + field('cellY')] as number];
      if (name === 'step')
        play('move', x + ([0, 0, -1, 1][direction] as number), y + ([-1, 1, 0, 0][direction] as number), -1, 0);
      else if (name === 'turn') play('turn', side, -1, 0);
      else if (name === 'stepInPlace') play('step', -1, 0);
      else if (name === 'pass') play('pass', -1, 0);
      else if (name === 'escape') play('escape', -1);
      else if (name === 'skill') play('skill', numberAt('skills', place), cell & 7, cell >> 3, -1, presses, -1, 0);
      else play('item', numberAt('items', place), cell & 7, cell >> 3, -1, -1, 0);
    },
    targets(list, place) {
      // whom a command reaches, by what the battle itself accepts
      const number = numberAt(list, place);
      const before = image.slice();
      const cells: number[] = [];
      const own = 8 * (image[block() + field('cellY')] as number) + (image[block() + field('cellX')] as number);
      for (let cell = 0; cell < 56; cell++) {
        if (((image[at(battle, 'fieldGrid[0]') + cell] as number) & 15) === 0) continue;
        command.fill(0);
        const rest = list === 'skills' ? [-1, 0, -1, 0] : [-1, -1, 0];
        command.set([code(list === 'skills' ? 'skill' : 'item'), number, cell & 7, cell >> 3, ...rest]);
        system.capabilities.views?.watchFrames?.(battle, undefined);
        if (battle.step(command, undefined) === 0) cells.push(cell);
        image.set(before);
      }
      const isEnemy = (cell: number): boolean => ((image[at(battle, 'fieldGrid[0]') + cell] as number) & 16) !== 0;
      const enemies = cells.filter(isEnemy);
      // a skill that reaches nobody but its user is used there
      return enemies.length > 0 ? enemies : cells.includes(own) ? [own] : cells;
    },
  };
}

/** Clocks, which an idle frame between two presses changes, and notes of the model on itself. */
const LEFT_OUT = new Set([
  'battleFrames',
  'assumedFrames',
  'sequenceBegin',
  'sequenceEnd',
  'timer',
  'battleTimer',
  'unpublishedUsed',
  'unpublishedUsedMore',
]);

function valuesOf(battle: Battle): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { name, offset, width, scratch } of battle.cells) {
    if (LEFT_OUT.has(name) || scratch === true) continue;
    let value = 0;
    for (let byte = width - 1; byte >= 0; byte--) value = 256 * value + (battle.image[offset + byte] as number);
    values[name] = value;
  }
  return values;
}

/** Exports a plan, plays its pads on the stand-in, and compares every cell with the plan's own end. */
async function close(file: string, profile = menus): Promise<{ rows: number; idle: number; commands: number }> {
  const out = join(folder.path, 'rows.pads');
  const lead = folder.write('lead.txt', '0 000\n');
  const words = [
    'route',
    'export',
    file,
    '--to',
    'pads',
    '--menus',
    profile,
    '--timing',
    timingFile(),
    '--lead',
    lead,
    '-o',
    out,
  ];
  const { code, out: text, err } = await cli([...words, '--json'], { systems: SYSTEMS });
  expect([code, err]).toEqual([0, '']);
  const { coverage, parts } = JSON.parse(text) as {
    parts: { why?: string }[];
    coverage: { commands: number; covered: number; unknown: number; rows: number };
  };
  expect(parts.flatMap(({ why }) => why ?? [])).toEqual([]);
  expect([coverage.covered, coverage.unknown]).toEqual([coverage.commands, 0]);
  const pads = [...rowsOfPadInput(out)].map(padWordOfMask);
  const plan = loadPlan(file);
  const planned = startPlan(system, plan);
  await runPlan(system, planned, plan);
  const played = startPlan(system, plan);
  const { rows } = playPads([...pads, ...Array<number>(coverage.rows - pads.length).fill(0)], standIn(played), WINDOWS);
  expect(rows).toBe(coverage.rows);
  expect(valuesOf(played)).toEqual(valuesOf(planned));
  // frames that the export puts between two presses of one button
  const idle = read(played, 'battleFrames') - read(planned, 'battleFrames');
  return { rows, idle, commands: coverage.commands };
}

function planText(party: string, commands: string): string {
  const head = 'plan = 1\nsystem = "live-a-live-battle"\n[setup]\nformation = 0xde\ngenerator = [1, 0, 231, 131]\n';
  return `${head}${party}${commands}`;
}

const PARTIES = [
  '[[setup.party]]\ncharacter = "takahara"\nlevel = 12\n',
  '[[setup.party]]\ncharacter = "oersted"\nlevel = 14\n[[setup.party]]\ncharacter = "hash"\nlevel = 13\n',
];

/** xorshift32. */
function randomNumbers(seed: number): (sides: number) => number {
  let state = (seed * 0x9e3779b9) | 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

/** A table of a plan: its name and its numbers by name, in the order of the command's parameters. */
type Table = readonly [string, Readonly<Record<string, number | string>>];

function randomTable(battle: Battle, roll: (sides: number) => number): Table {
  const { image } = battle;
  const frames = roll(3) === 0 ? { frames: roll(20) } : {};
  const grid = at(battle, 'fieldGrid[0]');
  const taken = Array.from({ length: 56 }, (_, cell) => cell).filter(
    (cell) => ((image[grid + cell] as number) & 16) !== 0,
  );
  const target = taken[roll(taken.length)] ?? 0;
  switch (roll(9)) {
    case 0:
      return ['turn', { way: roll(2) === 0 ? 'left' : 'right', ...frames }];
    case 1:
      return ['step', frames];
    case 2:
      return ['pass', frames];
    case 3:
      return ['wait', { frames: 1 + roll(9) }];
    case 4:
    case 5:
      return ['move', { x: roll(7), y: roll(7), ...frames }];
    case 6:
      return ['item', { item: 1 + roll(60), x: target & 7, y: target >> 3, ...frames }];
    default:
      return ['skill', { skill: 1 + roll(200), x: target & 7, y: target >> 3, presses: roll(4), ...frames }];
  }
}

function tableText([name, values]: Table): string {
  const lines = Object.entries(values).map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`);
  return `[[do]]\ncommand = "${name}"\n${lines.join('')}`;
}

/** A plan of random commands that the battle takes. */
function randomPlan(seed: number): string {
  const roll = randomNumbers(seed);
  const items = Array.from({ length: 6 }, () => 1 + roll(60));
  const generator = Array.from({ length: 4 }, () => 1 + roll(255));
  const formation = [0xde, 0xdf, 0xe0][roll(3)];
  const head = `plan = 1\nsystem = "live-a-live-battle"\n[setup]\nformation = ${formation}\ngenerator = ${JSON.stringify(generator)}\nitems = ${JSON.stringify(items)}\n${PARTIES[seed % 2]}`;
  const battle = startPlan(system, loadPlan(folder.write('random.toml', head)));
  let text = head;
  const result = at(battle, 'battleResult');
  for (let tries = 0, taken = 0; tries < 3000 && taken < 16 && battle.image[result] === 0; tries++) {
    const table = randomTable(battle, roll);
    try {
      apply(system, battle, { command: table[0], ...table[1] });
    } catch {
      continue;
    }
    text += tableText(table);
    taken++;
  }
  return folder.write('random.toml', text);
}

describe('a played battle through the declared menus', () => {
  test('the worked example closes: thirteen commands, every cell', async () => {
    const { commands, idle } = await close(join(plans, 'takahara-namcat.toml'));
    // three idle frames part the presses of the four steps in place
    expect([commands, idle]).toEqual([13, 3]);
  });

  test('random commands close: steps, turns, skills with presses, items, waits, several allies', async () => {
    const sum = { commands: 0, rows: 0 };
    for (let seed = 1; seed <= 7; seed++) {
      const { rows, commands } = await close(randomPlan(seed));
      sum.commands += commands;
      sum.rows += rows;
    }
    expect(sum.commands).toBeGreaterThan(70);
  });

  test('menus that are declared otherwise do not close', async () => {
    const text = readFileSync(menus, 'utf8');
    for (const [from, to] of [
      ['"values": ["L", "R"]', '"values": ["R", "L"]'],
      ['"state": 2, "columns": 2', '"state": 2, "columns": 1'],
    ] as const) {
      const wrong = folder.write('wrong-menus.json', text.replace(from, to));
      const commands = '[[do]]\ncommand = "turn"\nway = "left"\n[[do]]\ncommand = "auto"\npolicy = "attack"\n';
      const file = folder.write('turn.toml', planText(PARTIES[0] as string, commands));
      await close(file);
      await expect(close(file, wrong)).rejects.toThrow();
    }
  });

  test('without a timing profile steps and waits have rows, and every window is a gap', async () => {
    const out = join(folder.path, 'bare.txt');
    const words = ['route', 'export', join(plans, 'takahara-namcat.toml'), '--menus', menus, '-o', out];
    const { code, out: text } = await cli(words, { systems: SYSTEMS });
    expect(code).toBe(0);
    expect(text).toMatch(/^covered: 8 of 13 commands, 158 frames of the plan in \d+ rows; .* 14 of unknown length\n/);
    expect(text).toContain('assumed of the menus: the target cursor begins on');
    const rows = readFileSync(out, 'utf8');
    expect(rows).toContain('# covered: 8 of 13 commands');
    expect(rows).toContain('# gap: of unknown length: how long the window main takes to open or close');
  });

  test('menus of another system are refused, and so is a recording against declared menus', async () => {
    const other = await cli(['route', 'export', join(plans, 'overflow.toml'), '--menus', menus, '-o', 'x'], {
      systems: SYSTEMS,
    });
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringMatching(/^E_PROFILE_IMAGE .*menus are those of another system/),
    ]);
    const tour = join(packageRoot(), 'test/fixtures/menus/tour.jsonl.gz');
    const checked = await cli(['menu', 'check', tour, '--menus', menus], { systems: SYSTEMS });
    expect([checked.code, checked.err]).toEqual([2, expect.stringMatching(/^E_PROFILE_FILE .*no image/)]);
  });
});
