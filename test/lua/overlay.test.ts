/** The overlay under a real Lua, in stand-ins of the emulators: every line of every frame against the core. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createBattle } from '../../core/live-a-live/index.js';
import { chooseEnemy } from '../../core/live-a-live/turn/enemy-choice.js';
import { predictTurn } from '../../core/live-a-live/turn/predict.js';
import { apply, readCell } from '../../core/system/battle.js';
import type { CellDeclaration } from '../../core/system/system.js';
import { SYSTEMS } from '../../harness/base/systems.js';
import { overlayScript } from '../../harness/capture/scripts/overlay.js';
import type { RecorderEmulator } from '../../harness/capture/scripts/script.js';
import { loadPlan } from '../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../harness/play/plan/start.js';
import { drawnTexts, frameLine } from './overlay-frames.js';
import { overlayPicture, PICTURES, pictureFile } from './overlay-pictures.js';
import { lua } from './tools.js';

const PLAN = fileURLToPath(new URL('../../traces/live-a-live/takahara-namcat.toml', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'lockstep-overlay-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The memory of the plan's battle after each command, as the stand-ins read it, and what the core says of it. */
async function played(spoil = -1): Promise<{ file: string; wanted: string[][] }> {
  const plan = loadPlan(PLAN);
  const system = await findPlanSystem(SYSTEMS, plan);
  const battle = await startBattle(system, plan);
  const lines: string[] = [];
  const wanted: string[][] = [];
  plan.steps.forEach(({ command }, index) => {
    apply(system, battle, command);
    const image = battle.image.slice();
    const state = battle.cells.find(({ name }) => name === 'battleGenerator.a0')?.offset ?? 0;
    if (index === spoil) image[state] = (image[state] ?? 0) ^ 0x55;
    lines.push(frameLine(index + 1, image));
    wanted.push(expectedLines(image, state));
  });
  const file = join(folder, `frames${spoil}.txt`);
  writeFileSync(file, `${['f 0', ...lines, ''].join('\n')}`);
  return { file, wanted };
}

/** What the core says: turn, steps and presses, order points, the enemy that is chosen, the next draws. */
function expectedLines(image: Uint8Array, state: number): string[] {
  const copy = createBattle(null);
  copy.image.set(image);
  const said = new Map(predictTurn(copy.image));
  const cell = (name: string): number => {
    const found = copy.cells.find((one) => one.name === name);
    return found === undefined ? -1 : readCell(image, found);
  };
  const charge = (unit: string): string =>
    cell(`${unit}.skillState`) === 0x40 ? `, charge ${cell(`${unit}.charge`)}` : '';
  const presses = Number(said.get('ally 0 presses to the overflow'));
  const lines = [
    `AP ${said.get('action points')}  turn: ${said.get('turn')}`,
    `ally 0: ${said.get('ally 0 free moves')} free steps, overflow in ${presses < 0 ? 'none' : `${presses} presses`}${charge('ally[0]')}`,
  ];
  const chosen = chooseEnemy(copy.machine);
  const order = said.get('enemy 0 order points');
  if (order !== undefined) lines.push(`${chosen >>> 24 === 0 ? '>' : ' '}enemy 0: order ${order}${charge('enemy[0]')}`);
  const bytes = [...image.subarray(state, state + 4)];
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const values = Array.from({ length: 6 }, () => {
    const value = Math.floor(((bytes[0] ?? 0) + 256 * (bytes[1] ?? 0)) / 13) & 0xff;
    bytes.shift();
    bytes.push(value);
    return value;
  });
  return [...lines, `generator ${text}  next ${values.join(' ')}`];
}

async function script(emulator: RecorderEmulator): Promise<string> {
  const plan = loadPlan(PLAN);
  const system = await findPlanSystem(SYSTEMS, plan);
  const file = join(folder, `${emulator}.lua`);
  writeFileSync(file, overlayScript(emulator, { system, plan, battle: await startBattle(system, plan) }));
  return file;
}

/** Drawn lines by frame, broken ones whole again, the plan's apart. */
function drawn(out: string, frames: number): { lines: string[][]; plan: string[] } {
  const byFrame = Array.from({ length: frames }, () => [] as string[]);
  for (const { frame, text } of drawnTexts(out)) {
    const lines = byFrame[frame - 1];
    if (lines === undefined) continue;
    if (text.startsWith('  ')) lines.push(`${lines.pop()} ${text.trimStart()}`);
    else lines.push(text);
  }
  const isPlan = (text: string): boolean => /^plan, command|^LEFT THE PLAN/u.test(text);
  return {
    lines: byFrame.map((lines) => lines.filter((text) => !isPlan(text))),
    plan: byFrame.map((lines) => lines.find(isPlan) ?? ''),
  };
}

test.each([
  ['bizhawk', '5.4'],
  ['mesen', '5.4'],
  ['snes9x', '5.1'],
] as const)('%s under Lua %s draws what the core says, and follows the plan to its end', async (emulator, version) => {
  const { file, wanted } = await played();
  const run = lua(version, emulator, [await script(emulator), file], { DATA_FOLDER: folder });
  const { lines, plan } = drawn(run.out, wanted.length);
  expect(lines).toEqual(wanted);
  expect(plan.filter((text) => text.startsWith('LEFT'))).toEqual([]);
  expect(plan.at(-1)).toContain(`command ${wanted.length}: auto`);
  expect(plan.join('\n')).toContain('skill dou-mawashi-kaiten-geri');
});

test('where the game leaves the plan the mark says after which command', async () => {
  const { file, wanted } = await played(6);
  const run = lua('5.4', 'mesen', [await script('mesen'), file], { DATA_FOLDER: folder });
  const { plan } = drawn(run.out, wanted.length);
  expect(plan[5]).toMatch(/^plan, command/u);
  expect(plan[6]).toMatch(/^LEFT THE PLAN after command/u);
});

test.each(PICTURES)('%s: the picture in the repository is the one that is drawn today', async (emulator, version) => {
  expect(readFileSync(pictureFile(emulator), 'utf8')).toBe(await overlayPicture(emulator, version));
});

function cellOf(cells: readonly CellDeclaration[], name: string): CellDeclaration {
  const found = cells.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no cell ${name}`);
  return found;
}

/** Four allies who charge, fifteen enemies, six draws of three digits and a long command. */
test.each(PICTURES)(
  '%s: the fullest battle stays in the window, each line below the last',
  async (emulator, version) => {
    const battle = createBattle(null);
    const put = (name: string, value: number): void => {
      const { offset, width } = cellOf(battle.cells, name);
      for (let byte = 0; byte < width; byte++) battle.image[offset + byte] = (value >>> (8 * byte)) & 0xff;
    };
    for (let ally = 0; ally < 4; ally++) {
      for (const [name, value] of Object.entries({
        id: ally,
        state: 0x40,
        speed: 255,
        skillState: 0x40,
        charge: 240,
      })) {
        put(`ally[${ally}].${name}`, value);
      }
    }
    for (let enemy = 0; enemy < 15; enemy++) {
      const cells = { state: 0x40, species: 0x1a00, orderPoints: 65_535, skillState: 0x40, charge: 240 };
      for (const [name, value] of Object.entries(cells)) put(`enemy[${enemy}].${name}`, value);
    }
    put('enemy[15].state', 0x80);
    const { offset } = cellOf(battle.cells, 'battleGenerator.a0');
    battle.image.fill(0xff, offset, offset + 4);
    const file = join(folder, 'full.txt');
    writeFileSync(file, ['f 0', frameLine(1, battle.image), ''].join('\n'));
    const run = lua(version, emulator, [await script(emulator), file], { DATA_FOLDER: folder });
    const texts = drawnTexts(run.out).filter(({ frame }) => frame === 1);
    expect(texts.filter(({ text }) => /^ally \d/u.test(text))).toHaveLength(4);
    expect(texts.some(({ text }) => text.includes('generator ffffffff'))).toBe(true);
    expect(texts.some(({ text, colour }) => text.startsWith('LEFT THE PLAN') && colour === 'ff6060')).toBe(true);
    const steps = texts.slice(1).map(({ y }, index) => y - (texts[index]?.y ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(8);
  },
);
