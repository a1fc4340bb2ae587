/**
 * Pictures of the overlay: the drawing calls that the stand-ins of the emulators received, as SVG.
 * The game's own picture is left out; behind the texts stands an empty window.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apply } from '../../core/system/battle.js';
import { SYSTEMS } from '../../harness/base/systems.js';
import { overlayScript } from '../../harness/capture/scripts/overlay.js';
import type { RecorderEmulator } from '../../harness/capture/scripts/script.js';
import { readPlan } from '../../harness/play/plan/read-plan.js';
import { findPlanSystem, startBattle } from '../../harness/play/plan/start.js';
import { type DrawnText, drawnTexts, frameLine } from './overlay-frames.js';
import { lua } from './tools.js';

/** The emulators with the Lua they have. */
export const PICTURES: readonly (readonly [RecorderEmulator, string])[] = [
  ['bizhawk', '5.4'],
  ['mesen', '5.4'],
  ['snes9x', '5.1'],
];

/** Four allies against three enemies, one of whom has fallen when the picture is made. */
const PLAN = `
plan = 1
system = "live-a-live-battle"
title = "Four against three"
[setup]
formation = 0
generator = [1, 2, 3, 4]
[[setup.party]]
character = "oersted"
[[setup.party]]
character = "ストレイボウ"
[[setup.party]]
character = "ハッシュ"
[[setup.party]]
character = "ウラヌス"
[[do]]
command = "auto"
policy = "random"
commands = 3
label = "the first three"
[[do]]
command = "auto"
policy = "attack"
commands = 2
label = "two blows"
[[do]]
command = "auto"
policy = "attack"
label = "to the end"
`;
/** Commands before the picture; in the second window of it the generator is another. */
const SHOWN = 2;
const WINDOW = { width: 256, height: 224, gap: 8 };
const SCALE = 2;

export function pictureFile(emulator: RecorderEmulator): string {
  return fileURLToPath(new URL(`../../harness/capture/scripts/overlay-${emulator}.svg`, import.meta.url));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function textElement({ x, y, width, colour, box, opacity, text }: DrawnText): string {
  const place = `x="${x}" y="${y + 7}" textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  if (opacity === 0) {
    return `<text ${place} fill="#${colour}" stroke="#${box}">${escaped(text)}</text>`;
  }
  const back = `<rect x="${x}" y="${y}" width="${width}" height="8" fill="#${box}" fill-opacity="${opacity}"/>`;
  return `${back}<text ${place} fill="#${colour}">${escaped(text)}</text>`;
}

function windowElement(texts: readonly DrawnText[], left: number): string {
  const lines = texts.map((text) => `    ${textElement(text)}`);
  const empty = `<rect width="${WINDOW.width}" height="${WINDOW.height}" fill="#4a5a70"/>`;
  return [`  <g transform="translate(${left} 0)">`, `    ${empty}`, ...lines, '  </g>'].join('\n');
}

const FONT =
  'text{font:8px monospace;white-space:pre;paint-order:stroke;stroke-width:2px;stroke-linejoin:round}text:not([stroke]){stroke-width:0}';

/** Two windows side by side: on the plan, and after the game has left it. */
function picture(emulator: RecorderEmulator, texts: readonly DrawnText[]): string {
  const [width, height] = [2 * WINDOW.width + WINDOW.gap, WINDOW.height];
  const size = `width="${SCALE * width}" height="${SCALE * height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `  <!-- made by \`npm run generate:overlays\` from the drawing calls of overlay-${emulator}.lua -->`,
    `  <title>Overlay of ${emulator}: on the plan, and after the game has left it</title>`,
    `  <style>${FONT}</style>`,
    windowElement(
      texts.filter(({ frame }) => frame === 1),
      0,
    ),
    windowElement(
      texts.filter(({ frame }) => frame === 2),
      WINDOW.width + WINDOW.gap,
    ),
    '</svg>',
    '',
  ].join('\n');
}

/** The picture that today's overlay draws. */
export async function overlayPicture(emulator: RecorderEmulator, version: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-overlay-picture-'));
  try {
    const plan = readPlan(Buffer.from(PLAN), 'four-against-three.toml');
    const system = await findPlanSystem(SYSTEMS, plan);
    const [script, frames] = [join(folder, 'overlay.lua'), join(folder, 'frames.txt')];
    writeFileSync(script, overlayScript(emulator, { system, plan, battle: await startBattle(system, plan) }));
    const battle = await startBattle(system, plan);
    for (const { command } of plan.steps.slice(0, SHOWN)) apply(system, battle, command);
    const left = battle.image.slice();
    const state = battle.cells.find(({ name }) => name === 'battleGenerator.a0')?.offset ?? 0;
    left[state] = (left[state] ?? 0) ^ 0x55;
    writeFileSync(frames, [frameLine(0, battle.image), frameLine(1, battle.image), frameLine(2, left), ''].join('\n'));
    const run = lua(version, emulator, [script, frames], { DATA_FOLDER: folder });
    return picture(emulator, drawnTexts(run.out));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
