// A battle out of an emulator and back: its memory is dumped, a route is searched from the dump, exported as pad words,
// played, recorded, and the plan is verified against that recording.
//
//   node examples/state-to-proof.mjs [CORE]
//
// CORE: builtin (our own console, where no emulator core is installed), or a libretro core as `lockstep record` takes it.
// The ROM is the test ROM with menus: what it shows for how long is learned from a recording first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockstep, root } from './run-lockstep.mjs';

const rom = join(root, 'traces/homebrew/drill-menu.sfc');
const menus = join(root, 'traces/homebrew/menu-profile.json');
const tour = join(root, 'test/fixtures/menus/tour.jsonl.gz');
const START = 0x8;
/** The frames up to the dump: Start begins the battle, whose window takes 31 frames (traces/homebrew/MENU.md). */
const FRAMES = 60;
const AFTER = 4;

/** The plan: where it begins, and what its search may do. */
const PLAN = `plan = 1
system = "live-a-live"
title = "From a dump"

[start]
state = "battle.ram"

[[do]]
command = "turn"
side = "left"

[[do]]
command = "step"
direction = "up"

[search]
cost = "actions"
enemies = "own"
moves = [
  { command = "step", direction = ["up", "down", "left", "right"] },
  { command = "stepInPlace" },
  { command = "skill", skill = [0, 1], target = [0, 1, 2, 3] },
]
last = "skill"
limits = { actions = 6, waits = 0 }

[search.goal]
"enemy[0].hitsLanded" = { min = 1 }
`;

/** Searches a route on which an enemy loses HP. */
async function search(folder) {
  const plan = join(folder, 'plan.toml');
  const route = join(folder, 'route.toml');
  writeFileSync(plan, PLAN);
  const found = JSON.parse(await lockstep('route', 'search', plan, '--workers', '1', '-o', route, '--json'));
  return { route, moves: found.routes[0].moves.map(({ text }) => text), proven: found.proven };
}

/** @returns what was found and compared; throws where a step fails or the recording differs */
export async function stateToProof(core = 'builtin') {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-state-'));
  const at = (name) => join(folder, name);
  try {
    writeFileSync(at('lead.txt'), `20 ${START.toString(16)}\n22 0\n${FRAMES} 0\n`);
    const record = ['record', rom, '--core', core];
    await lockstep(
      ...record,
      '--input',
      at('lead.txt'),
      '--frames',
      `${FRAMES}`,
      '--dump',
      at('battle.ram'),
      '-o',
      at('lead.jsonl'),
    );
    const { route, moves, proven } = await search(folder);
    await lockstep('timing', 'learn', tour, '--menus', menus, '-o', at('timing.json'));
    const profiles = ['--menus', menus, '--timing', at('timing.json'), '--lead', at('lead.txt')];
    const exported = JSON.parse(
      await lockstep('route', 'export', route, '--to', 'pads', ...profiles, '-o', at('pads.txt'), '--json'),
    );
    const { coverage, parts } = exported;
    if (coverage.covered !== coverage.commands)
      throw new Error(`without rows: ${parts.map(({ why }) => why).join(', ')}`);
    const frames = parts[0].masks + AFTER;
    await lockstep(...record, '--input', at('pads.txt'), '--frames', `${frames}`, '-o', at('log.jsonl'));
    const verified = await lockstep('route', 'verify', route, '--against', at('log.jsonl'), '--menus', menus, '--json');
    const { equal, cells } = JSON.parse(verified).against;
    return { moves, proven, rows: coverage.rows, equal, cells };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { moves, proven, rows, equal, cells } = await stateToProof(process.argv[2]);
  console.log(`searched from the dump (${proven ? 'proven' : 'not proven'}): ${moves.join(', ')}`);
  console.log(`exported: ${rows} rows; recorded again: ${equal} changed states equal in ${cells} cells`);
}
