// Random plans through the menus of the test ROM and back: each is exported as pad words, played on our own console or an
// emulator core, recorded, and compared with the recording: every changed state and every draw.
//
//   node examples/menu-loop.mjs [PLANS] [CORE] [SEED]
//
// PLANS: 10. CORE: builtin, or a libretro core as `lockstep record` takes it. The timing profile is learned first, from
// recordings of random presses; the plans know nothing of what the ROM was built with.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPlan, openTrace, runCli, startBattle, SYSTEMS } from 'battle-lockstep/harness';

const root = fileURLToPath(new URL('../', import.meta.url));
const homebrew = join(root, 'traces/homebrew');
const rom = join(homebrew, 'drill-menu.sfc');
const menus = join(homebrew, 'menu-profile.json');
const BUTTONS = { Select: 0x4, Start: 0x8, Up: 0x10, Down: 0x20, Left: 0x40, Right: 0x80, A: 0x100, B: 0x1, X: 0x200, L: 0x400, R: 0x800 };
/** Mostly the button that chooses, so that commands come of it. */
const TOUR = ['A', 'A', 'A', 'A', 'A', 'A', 'A', 'B', 'Up', 'Down', 'Down', 'Left', 'Right', 'Right', 'L', 'R'];
const SCENARIOS = 3;
const TOUR_FRAMES = 16_000;
/** The battle's first frame with an ally to act: start, then the frames that its window takes. */
const BEFORE = 20;
const LONGEST_PLAN = 14;
/** Frames recorded after the last pad word, in which nothing is pressed. */
const AFTER = 4;

/** xorshift32: the same seed gives the same plans. */
export function randomNumbers(seed) {
  let state = seed | 0 || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

async function lockstep(...words) {
  let out = '';
  const code = await runCli(words, {
    systems: SYSTEMS,
    tracesFolder: join(root, 'traces'),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      out += text;
    },
    showProgress: false,
    color: false,
    signal: () => new AbortController().signal,
    exit: () => undefined,
  });
  if (code !== 0) throw new Error(`lockstep ${words.join(' ')}: exit ${code}: ${out}`);
  return out;
}

/** Presses that start a scenario at a text speed; each is held for two frames. */
function startPresses(scenario, textSpeed) {
  const presses = [...Array(scenario).fill('Select'), ...Array(textSpeed).fill('X'), 'Start'];
  return presses.map((button, index) => [BEFORE + 4 * index, BUTTONS[button]]);
}

function padScript(presses, held) {
  return presses.map(([frame, mask]) => `${frame} ${mask.toString(16)}\n${frame + held} 0\n`).join('');
}

async function record(core, script, frames, out) {
  await lockstep('record', rom, '--core', core, '--input', script, '--frames', `${frames}`, '-o', out);
}

/** Random presses in every scenario, from which the timing is learned. */
async function learn(folder, core, textSpeeds, roll) {
  const logs = [];
  for (const textSpeed of textSpeeds) {
    for (let scenario = 0; scenario < SCENARIOS; scenario++) {
      const presses = startPresses(scenario, textSpeed);
      for (let frame = 80; frame < TOUR_FRAMES; frame += 2 + roll(4)) presses.push([frame, BUTTONS[TOUR[roll(TOUR.length)]]]);
      const script = join(folder, 'tour.txt');
      writeFileSync(script, padScript(presses, 1));
      logs.push(join(folder, `tour-${scenario}-${textSpeed}.jsonl`));
      await record(core, script, TOUR_FRAMES, logs.at(-1));
    }
  }
  const timing = join(folder, 'timing.json');
  await lockstep('timing', 'learn', ...logs, '--menus', menus, '-o', timing);
  return timing;
}

/** First frame of a log after which the screen shows nothing and the battle runs. */
async function firstQuietFrame(log) {
  const reader = await openTrace(log);
  const place = (name) => reader.header.cells.findIndex(([cell]) => cell === name);
  const [phase, shown] = [place('phase'), place('targetCursor')];
  try {
    do {
      while (reader.next()) {
        const { frame, values } = reader.row;
        if (values[phase] === 2 && values[shown] === 0) return frame;
      }
    } while (await reader.fill());
  } finally {
    reader.close();
  }
  throw new Error(`${log}: no battle begins`);
}

const DIRECTIONS = ['up', 'down', 'left', 'right'];

/** An action as a plan has it, and its words. */
function randomAction(roll) {
  switch (roll(12)) {
    case 0:
    case 1:
    case 2: {
      const direction = roll(4);
      return [`command = "step"\ndirection = "${DIRECTIONS[direction]}"`, [1, direction, 0, 0, 0]];
    }
    case 3: {
      const side = roll(2);
      return [`command = "turn"\nside = "${side === 0 ? 'left' : 'right'}"`, [2, side, 0, 0, 0]];
    }
    case 4:
      return ['command = "pass"', [3, 0, 0]];
    case 5:
      return ['command = "stepInPlace"', [4, 0, 0]];
    case 6: {
      const target = roll(15);
      return [`command = "item"\ntarget = ${target}`, [6, target, 0, 0]];
    }
    case 7: {
      const frames = 1 + roll(30);
      return [`command = "wait"\nframes = ${frames}`, [11, frames, 0, 0]];
    }
    default: {
      const [skill, target, charged] = [roll(16), roll(15), roll(4) === 0 ? 1 : 0];
      return [`command = "skill"\nskill = ${skill}\ntarget = ${target}\ncharged = ${charged}`, [5, skill, target, charged, 0, 0]];
    }
  }
}

/** Plays an action. @returns false when the battle ends in it: the plan ends before */
function play(system, battle, words) {
  const { actions } = system.capabilities;
  const phase = battle.cells.find(({ name }) => name === 'phase').offset;
  const action = Int32Array.from([...words, 0, 0, 0, 0]);
  const command = new Int32Array(8);
  while (actions.next(battle, action, command)) {
    battle.step(command, undefined);
    if (battle.image[phase] !== 2) return false;
  }
  return true;
}

/** Text of a plan of actions that the battle takes, one after the other. */
async function randomPlan(file, start, frame, roll) {
  const head = `plan = 1\nsystem = "live-a-live"\n[start]\ntrace = "${start}"\nframe = ${frame}\n`;
  writeFileSync(file, head);
  const system = SYSTEMS.find(({ id }) => id === 'live-a-live');
  const { actions, menus: through } = system.capabilities;
  const battle = await startBattle(system, loadPlan(file));
  const scratch = system.create(null);
  const before = battle.image.slice();
  let text = head;
  let commands = 0;
  const wanted = 4 + roll(LONGEST_PLAN - 3);
  for (let tries = 0; tries < 400 && commands < wanted; tries++) {
    const [lines, words] = randomAction(roll);
    const action = Int32Array.from([...words, 0, 0, 0, 0]);
    if (actions.refuses(battle, action) !== 0) continue;
    before.set(battle.image);
    scratch.image.set(before);
    if (through.targets(scratch, action)?.chosen === -1) continue;
    if (!play(system, battle, words)) {
      battle.image.set(before);
      continue;
    }
    text += `[[do]]\n${lines}\n`;
    commands++;
  }
  writeFileSync(file, text);
  return commands;
}

/** Draws of a trace from a frame on, one text for each. */
async function drawsOf(file, from, to) {
  const reader = await openTrace(file);
  const draws = [];
  do {
    while (reader.next()) {
      const { frame, drawCount, draws: words } = reader.row;
      if (frame <= from || frame > to) continue;
      for (let draw = 0; draw < drawCount; draw++) draws.push([...words.slice(draw * 4, draw * 4 + 4)].join(' '));
    }
  } while (await reader.fill());
  reader.close();
  return draws;
}

/**
 * Closes the loop of so many plans.
 * @returns what was compared; throws at the first plan that does not close
 */
export async function closeLoops(count, core = 'builtin', seed = 1, textSpeeds = [0]) {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-menu-loop-'));
  const roll = randomNumbers(seed);
  const sum = { plans: 0, commands: 0, states: 0, draws: 0, rows: 0, gaps: 0 };
  try {
    const timing = await learn(folder, core, textSpeeds, roll);
    for (let number = 0; number < count; number++) {
      const [scenario, textSpeed] = [number % SCENARIOS, textSpeeds[number % textSpeeds.length]];
      const lead = join(folder, 'lead.txt');
      writeFileSync(lead, padScript(startPresses(scenario, textSpeed), 2));
      const start = join(folder, `start-${scenario}-${textSpeed}.jsonl`);
      await record(core, lead, 160, start);
      const frame = await firstQuietFrame(start);
      const plan = join(folder, 'plan.toml');
      sum.commands += await randomPlan(plan, start, frame, roll);
      await closeOne({ folder, core, plan, lead, timing, frame, number }, sum);
    }
    return sum;
  } finally {
    if (process.env.KEEP !== "1") rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
}

async function closeOne({ folder, core, plan, lead, timing, frame, number }, sum) {
  const [script, log, trace] = ['pads.txt', 'log.jsonl', 'plan.jsonl'].map((name) => join(folder, name));
  const profiles = ['--menus', menus, '--timing', timing];
  const exported = JSON.parse(
    await lockstep('route', 'export', plan, '--to', 'pads', '-o', script, '--lead', lead, ...profiles, '--json'),
  );
  const { coverage, parts } = exported;
  const gaps = parts.filter(({ kind }) => kind === 'gap');
  sum.gaps += gaps.length;
  if (gaps.length > 0) throw new Error(`plan ${number}: ${gaps[0].why}`);
  const last = parts.reduce((rows, { masks }) => rows + masks, 0);
  await record(core, script, last + AFTER, log);
  const against = ['route', 'verify', plan, '--against', log, '--menus', menus, '--json'];
  const { against: result, ledger } = JSON.parse(await lockstep(...against));
  await lockstep('run', plan, '--draws', '-o', trace);
  const mine = await drawsOf(trace, -1, Number.POSITIVE_INFINITY);
  const theirs = await drawsOf(log, frame, Number.POSITIVE_INFINITY);
  const equal = mine.length === ledger.draws && mine.every((draw, index) => draw === theirs[index]);
  if (!equal) throw new Error(`plan ${number}: the draws differ: ${mine.length} and ${theirs.length}`);
  sum.plans++;
  sum.states += result.equal;
  sum.draws += mine.length;
  sum.rows += coverage.rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [plans = '10', core, seed] = process.argv.slice(2);
  const { commands, states, draws, rows, ...sum } = await closeLoops(Number(plans), core, Number(seed ?? '1'));
  console.log(`${sum.plans} of ${plans} plans close: ${commands} commands in ${rows} rows, ${states} changed states and ${draws} draws equal`);
}
