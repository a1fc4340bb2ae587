/**
 * The script that plays a plan, under a real Lua, beside our own console with the menu image: random plans end to end, planted departures,
 * a wrong ROM. What the console comes to is compared with the plan's own end, apart from what the script compares.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readUnsigned } from '../../core/int/uint.js';
import {
  firstQuietFrame,
  padScript,
  randomNumbers,
  randomPlan,
  record,
  SCENARIOS,
  startPresses,
} from '../../examples/menu-loop.mjs';
import { packageRoot } from '../../harness/base/package-root.js';
import { padWordOfMask, parsePadScript } from '../../harness/base/pad-script.js';
import { SYSTEMS } from '../../harness/base/systems.js';
import { type Console, createConsole } from '../../harness/original/console/console.js';
import { loadPlan } from '../../harness/play/plan/read-plan.js';
import { runPlan } from '../../harness/play/plan/run.js';
import { findPlanSystem, startBattle } from '../../harness/play/plan/start.js';
import { isWorkRam, placeByName, testRomAddress } from '../../rom-map/index.js';
import { cli } from '../harness/cli/run-cli.js';
import { type Played, type PlayOptions, playWith } from './played-console.js';

const rom = readFileSync(join(packageRoot(), 'traces/homebrew/drill-menu.sfc'));
const menus = join(packageRoot(), 'traces/homebrew/menu-profile.json');
const header = rom.subarray(0x7fc0, 0x7fe0);
const folder = mkdtempSync(join(tmpdir(), 'lockstep-play-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The emulators with the Lua they have. */
const EMULATORS = [
  ['bizhawk', '5.4'],
  ['mesen', '5.4'],
  ['snes9x', '5.1'],
] as const;

interface Start {
  readonly log: string;
  readonly frame: number;
  /** Pad words of the frames from power-on. */
  readonly words: readonly number[];
}

const starts: Start[] = [];
beforeAll(async () => {
  for (let scenario = 0; scenario < SCENARIOS; scenario++) {
    const text = padScript(startPresses(scenario, 0), 2);
    const script = join(folder, 'lead.txt');
    const log = join(folder, `start-${scenario}.jsonl`);
    writeFileSync(script, text);
    await record('builtin', script, 160, log);
    const events = parsePadScript(text);
    const words = Array.from({ length: 160 }, (_, frame) =>
      padWordOfMask(events.filter((event) => event.frame <= frame).at(-1)?.mask ?? 0),
    );
    starts.push({ log, frame: await firstQuietFrame(log), words });
  }
}, 120_000);

interface Written {
  readonly plan: string;
  readonly script: string;
  readonly commands: number;
  readonly start: Start;
}

/** A plan and its script. Where the menus have no target for an action of the model, another plan is taken. */
async function written(number: number, roll: (sides: number) => number): Promise<Written> {
  const start = starts[number % SCENARIOS] as Start;
  const [plan, script] = [join(folder, `plan-${number}.toml`), join(folder, `plan-${number}.lua`)];
  const commands: number = await randomPlan(plan, start.log, start.frame, roll);
  const { code, err } = await cli(['route', 'export', plan, '--lua', '-o', script, '--menus', menus], {
    systems: SYSTEMS,
  });
  if (/the menu offers no target for it/u.test(err)) return written(number, roll);
  expect([code, err]).toEqual([0, '']);
  return { plan, script, commands, start };
}

type Meddle = (frame: number, word: number, console: Console) => number;

/** Plays a script from its plan's start. Whoever looks only after a frame is given the one before. */
async function run(
  { script, start }: Written,
  [standIn, version]: readonly [string, string],
  more: Omit<Partial<PlayOptions>, 'meddle'> & { readonly meddle?: Meddle } = {},
): Promise<Played> {
  const console = createConsole(rom);
  const last = standIn === 'bizhawk' ? start.frame : start.frame - 1;
  for (let frame = 0; frame <= last; frame++) console.runFrame(start.words[frame] as number);
  const environment = { GAME_HASH: 'unknown', DATA_FOLDER: folder };
  const { meddle, ...others } = more;
  const onConsole =
    meddle === undefined ? {} : { meddle: (frame: number, word: number) => meddle(frame, word, console) };
  return playWith({ version, standIn, script, header, console, environment, limit: 6000, ...others, ...onConsole });
}

/** Cells in which the console differs from the plan's end; clocks run on behind it. */
async function differences(plan: string, ram: Uint8Array): Promise<string[]> {
  const loaded = loadPlan(plan);
  const system = await findPlanSystem(SYSTEMS, loaded);
  const battle = await startBattle(system, loaded);
  await runPlan(system, battle, loaded);
  const compared = battle.cells.filter(({ name }) =>
    /^((ally|enemy)\[\d+\]\.(hp|cell[XY]|statuses|level)|record\[\d+\]\.hp)$/u.test(name),
  );
  expect(compared.length).toBeGreaterThan(40);
  return compared.flatMap(({ name, address, offset, width }) => {
    const own = testRomAddress(address);
    if (!isWorkRam(own)) return [];
    const [mine, theirs] = [readUnsigned(battle.image, offset, width), readUnsigned(ram, own - 0x7e0000, width)];
    return mine === theirs ? [] : [`${name}: ${mine}, ${theirs}`];
  });
}

const PLANS = Number(process.env['LOCKSTEP_PLANS'] ?? 100);

test(`${PLANS} random plans end to end`, { timeout: 900_000 }, async () => {
  const roll = randomNumbers(4711);
  const sum = { plans: 0, commands: 0, orders: 0, frames: 0 };
  for (let number = 0; number < PLANS; number++) {
    const one = await written(number, roll);
    const emulator = EMULATORS[number % EMULATORS.length] as (typeof EMULATORS)[number];
    const played = await run(one, emulator);
    const told = () => `${readFileSync(one.plan, 'utf8')}\n${played.said.join('\n')}`;
    expect(played.said.at(-1), told()).toMatch(/^lockstep: the plan is played: \d+ commands$/u);
    expect(played.pressed.filter((frame) => frame > played.ended)).toEqual([]);
    expect(await differences(one.plan, played.ram), told()).toEqual([]);
    sum.plans++;
    sum.commands += one.commands;
    sum.orders += played.said.length - 2;
    sum.frames += played.frames;
  }
  expect([sum.plans, sum.orders > 4 * PLANS, sum.commands > sum.orders]).toEqual([PLANS, true, true]);
});

describe('departures', () => {
  /** Bytes of a cell of the test ROM's memory. */
  const place = (name: string): number => testRomAddress(placeByName(name)?.address ?? -1) - 0x7e0000;

  async function departed(
    number: number,
    meddle: (frame: number, word: number, console: Console, pressed: number) => number,
  ) {
    const one = await written(number, randomNumbers(77 + number));
    let pressed = 0;
    const emulator = EMULATORS[number % EMULATORS.length] as (typeof EMULATORS)[number];
    const played = await run(one, emulator, {
      meddle: (frame, word, console) => {
        if (word !== 0) pressed++;
        return meddle(frame, word, console, pressed);
      },
    });
    expect(played.ended, played.said.join('\n')).toBeGreaterThanOrEqual(0);
    expect(played.pressed.filter((frame) => frame > played.ended)).toEqual([]);
    return played.said.at(-1) ?? '';
  }

  test.each([
    ['actionPoints', 'actionPoints is'],
    ['ally[0].cellX', 'ally[0].cellX is'],
    ['enemy[0].hp', 'enemy[0].hp is'],
    ['battleGenerator.a2', 'battleGenerator.a2 is'],
  ])('a wrong cell: %s', async (cell, said) => {
    for (let number = 0; number < 6; number++) {
      let done = false;
      const text = await departed(number, (_, word, { workRam }, pressed) => {
        if (pressed < 2 || word !== 0 || done) return word;
        done = true;
        workRam[place(cell)] = (workRam[place(cell)] as number) ^ 1;
        return word;
      });
      expect(text).toMatch(/^lockstep: the game left the plan (before|after) (command|the end)/u);
      expect(text).toContain(said);
    }
  });

  test('an enemy acts instead', async () => {
    for (let number = 0; number < 6; number++) {
      let done = false;
      const text = await departed(number, (_, word, { workRam }, pressed) => {
        if (pressed < 2 || word !== 0 || done) return word;
        done = true;
        // a charge that is not the plan's, almost due
        workRam[place('enemy[0].skillState')] = 0x40;
        workRam[place('enemy[0].charge')] = 1;
        return word;
      });
      expect(text).toMatch(/^lockstep: the game left the plan .*enemy\[0\] acts instead/u);
    }
  });

  test('a press that the game does not get: the command is not taken, or another one is', async () => {
    const heads = new Set<string>();
    for (let number = 0; number < 24; number++) {
      const text = await departed(number, (_, word, __, pressed) => (pressed === 1 + (number % 4) ? 0 : word));
      expect(text).toMatch(/^lockstep: (command \d+ of \d+ \(.*\) was not taken: |the game left the plan )/u);
      expect(text).toMatch(/; nothing is pressed any more$/u);
      heads.add(/was not taken: the window/u.test(text) ? 'window' : /the cursor of/u.test(text) ? 'cursor' : 'other');
    }
    expect([...heads].sort()).toEqual(['cursor', 'other', 'window']);
  });
});

describe('another ROM', () => {
  test.each(EMULATORS)('%s: one message, nothing pressed', async (standIn, version) => {
    const one = await written(0, randomNumbers(5));
    const other = readFileSync(join(packageRoot(), 'traces/homebrew/drill.sfc')).subarray(0x7fc0, 0x7fe0);
    const played = await run(one, [standIn, version], { header: other });
    expect(played.said).toEqual([
      expect.stringMatching(
        /^lockstep: this is not drill-menu\.sfc: its header reads [0-9a-f]{42}\.\.\., checksum [0-9a-f]{4}; nothing is pressed$/u,
      ),
    ]);
    expect(played.pressed).toEqual([]);
  });

  test('the cartridge’s hash is another one', async () => {
    const script = join(folder, 'cartridge.lua');
    const plan = join(packageRoot(), 'traces/live-a-live/present-day-namcat.toml');
    expect((await cli(['route', 'export', plan, '--lua', '-o', script], { systems: SYSTEMS })).code).toBe(0);
    const start = starts[0] as Start;
    const played = await run({ plan, script, commands: 0, start }, EMULATORS[0], {
      environment: { GAME_HASH: 'SHA1:0000000000000000000000000000000000000001' },
    });
    expect(played.said).toEqual([
      'lockstep: this is not Live A Live (Japan): its hash is 0000000000000000000000000000000000000001; nothing is pressed',
    ]);
    expect(played.pressed).toEqual([]);
  });
});
