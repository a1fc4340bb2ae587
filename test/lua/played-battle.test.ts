/**
 * The script of a battle by commands, whose menus no recording shows, beside a console that knows only the page of those menus: it presses
 * without seeing a window, and looks at the cells of the battle.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { liveALive } from '../../core/index.js';
import type { Battle, System } from '../../core/system/system.js';
import { packageRoot } from '../../harness/base/package-root.js';
import { SYSTEMS } from '../../harness/base/systems.js';
import { loadPlan } from '../../harness/play/plan/read-plan.js';
import { runPlan, startPlan } from '../../harness/play/plan/run.js';
import { isWorkRam } from '../../rom-map/index.js';
import { cli } from '../harness/cli/run-cli.js';
import { WINDOWS } from '../harness/play/route/made-up-image.js';
import { at, standIn } from '../harness/play/route/played-stand-in.js';
import { randomPlan } from '../harness/play/route/random-played-plan.js';
import { consoleFrames } from '../references/menu-console.js';
import { type Played, playWith } from './played-console.js';

const system: System = liveALive.LIVE_A_LIVE_BATTLE;
const folder = mkdtempSync(join(tmpdir(), 'lockstep-played-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The published header of the cartridge: title, then figures up to the checksum A3D8. */
const HEADER = Buffer.from(`${Buffer.from('LIVE A LIVE'.padEnd(21)).toString('hex')}21020b0300c300275cd8a3`, 'hex');

/** Work RAM with the battle's cells; nobody is asked while the screen shows something. */
function showIn(ram: Uint8Array, battle: Battle, isStill: boolean): void {
  for (const { name, address, offset, width } of battle.cells) {
    if (isWorkRam(address)) ram.set(battle.image.subarray(offset, offset + width), address - 0x7e0000);
    if (name === 'playerState' && isStill) ram[address - 0x7e0000] = 0xff;
  }
}

interface Run {
  readonly played: Played;
  readonly battle: Battle;
}

async function play(file: string, [emulator, version]: readonly [string, string], meddle?: Meddle): Promise<Run> {
  const script = join(folder, 'plan.lua');
  const { code, err } = await cli(['route', 'export', file, '--lua', '-o', script], { systems: SYSTEMS });
  expect([code, err]).toEqual([0, '']);
  const battle = startPlan(system, loadPlan(file));
  const stand = standIn(system, battle);
  const frames = consoleFrames(stand, WINDOWS);
  const ram = new Uint8Array(0x20000);
  let shown = frames.next(0);
  showIn(ram, battle, true);
  let number = 0;
  const console = {
    workRam: ram,
    runFrame(word: number) {
      const given = meddle?.(number++, word, battle) ?? word;
      if (shown.done !== true) shown = frames.next(given);
      showIn(ram, battle, shown.done === true || shown.value === 'still' || !stand.asked());
    },
  };
  const environment = { GAME_HASH: 'F626B0B767D11C62C5CB3F8D1D0171FE5DEB4245', DATA_FOLDER: folder };
  const played = await playWith({
    version,
    standIn: emulator,
    script,
    header: HEADER,
    console,
    environment,
    limit: 8000,
  });
  return { played, battle };
}

type Meddle = (frame: number, word: number, battle: Battle) => number;

const EMULATORS = [
  ['bizhawk', '5.4'],
  ['mesen', '5.3'],
  ['snes9x', '5.1'],
] as const;

/** Plays a plan and compares the battle with the plan's own end, cell by cell of the units and the turn. @returns orders */
async function close(file: string, number: number): Promise<number> {
  const { played, battle } = await play(file, EMULATORS[number % 3] as (typeof EMULATORS)[number]);
  const told = `${file}\n${played.said.join('\n')}`;
  expect(played.said.at(-1), told).toMatch(/^lockstep: the plan is played: \d+ commands$/u);
  const plan = loadPlan(file);
  const planned = startPlan(system, plan);
  await runPlan(system, planned, plan);
  const values = (one: Battle): number[] => COMPARED.map((name) => one.image[at(one, name)] as number);
  expect(values(battle), told).toEqual(values(planned));
  return played.said.length - 2;
}

const COMPARED = ['actionPoints', 'enemy[0].hp', 'ally[0].cellX', 'ally[0].cellY', 'battleGenerator.a0'];

describe('a battle by commands', () => {
  test('the routes of the present day end to end', { timeout: 200_000 }, async () => {
    const folderOfPlans = join(packageRoot(), 'traces/live-a-live');
    const plans = readdirSync(folderOfPlans).filter((name) => name.startsWith('present-day-'));
    expect(plans).toHaveLength(7);
    let orders = 0;
    for (const [number, name] of plans.entries()) orders += await close(join(folderOfPlans, name), number);
    expect(orders).toBeGreaterThan(80);
  });

  test('random plans end to end; one whose order cannot be watched for is refused', { timeout: 200_000 }, async () => {
    const file = join(folder, 'random.toml');
    const sum = { plans: 0, refused: 0, orders: 0 };
    for (let seed = 1; sum.plans < 10; seed++) {
      writeFileSync(file, randomPlan(system, seed));
      const words = ['route', 'export', file, '--lua', '-o', join(folder, 'tried.lua')];
      const { code, err } = await cli(words, { systems: SYSTEMS });
      if (code === 0) {
        sum.orders += await close(file, seed);
        sum.plans++;
      } else {
        expect(err).toMatch(/^E_EXPORT .*a script cannot (watch for the frame of an order|give an order)/u);
        sum.refused++;
      }
    }
    expect([sum.orders > 50, sum.refused > 0]).toEqual([true, true]);
  });
});
