// Random plans through the menus of the test ROM and back: each is exported as pad words, played on our own console or an
// emulator core, recorded, and compared with the recording: every changed state and every draw.
//
//   node examples/menu-loop.mjs [PLANS] [CORE] [SEED]
//
// PLANS: 10. CORE: builtin, or a libretro core as `lockstep record` takes it. The timing profile is learned first, from
// recordings of random presses; the plans know nothing of what the ROM was built with.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openTrace, readPlan, SYSTEMS, startBattle } from 'battle-lockstep/harness';
import { lockstep, root } from './run-lockstep.mjs';

const homebrew = join(root, 'traces/homebrew');
const rom = join(homebrew, 'drill-menu.sfc');
const menus = join(homebrew, 'menu-profile.json');
const BUTTONS = {
  Select: 0x4,
  Start: 0x8,
  Up: 0x10,
  Down: 0x20,
  Left: 0x40,
  Right: 0x80,
  A: 0x100,
  B: 0x1,
  X: 0x200,
  L: 0x400,
  R: 0x800,
};
/** Mostly the button that chooses, so that commands come of it. */
const TOUR = ['A', 'A', 'A', 'A', 'A', 'A', 'A', 'B', 'Up', 'Down', 'Down', 'Down', 'Left', 'Right', 'Right', 'L'];
export const SCENARIOS = 3;
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

/** Presses that start a scenario at a text speed; each is held for two frames. */
export function startPresses(scenario, textSpeed) {
  const presses = [...Array(scenario).fill('Select'), ...Array(textSpeed).fill('X'), 'Start'];
  return presses.map((button, index) => [BEFORE + 4 * index, BUTTONS[button]]);
}

export function padScript(presses, held) {
  return presses.map(([frame, mask]) => `${frame} ${mask.toString(16)}\n${frame + held} 0\n`).join('');
}

export async function record(core, script, frames, out) {
  await lockstep('record', rom, '--core', core, '--input', script, '--frames', `${frames}`, '-o', out);
}

/** Random presses in every scenario, from which the timing is learned. */
async function learn(folder, core, textSpeeds, roll) {
  const logs = [];
  for (const textSpeed of textSpeeds) {
    for (let scenario = 0; scenario < SCENARIOS; scenario++) {
      const presses = startPresses(scenario, textSpeed);
      for (let frame = 80; frame < TOUR_FRAMES; frame += 2 + roll(4))
        presses.push([frame, BUTTONS[TOUR[roll(TOUR.length)]]]);
      const script = join(folder, 'tour.txt');
      writeFileSync(script, padScript(presses, 1));
      logs.push(join(folder, `tour-${scenario}-${textSpeed}.jsonl`));
      await record(core, script, TOUR_FRAMES, logs.at(-1));
    }
  }
  const timing = join(folder, 'timing.json');
  const known = { timing, logs };
  await learnAgain(known);
  return known;
}

async function learnAgain({ timing, logs }) {
  await lockstep('timing', 'learn', ...logs, '--menus', menus, '-o', timing);
}

/** First frame of a log after which the screen shows nothing and the battle runs. */
export async function firstQuietFrame(log) {
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
      return [
        `command = "skill"\nskill = ${skill}\ntarget = ${target}\ncharged = ${charged}`,
        [5, skill, target, charged, 0, 0],
      ];
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
export async function randomPlan(file, start, frame, roll) {
  const head = `plan = 1\nsystem = "live-a-live"\n[start]\ntrace = "${start}"\nframe = ${frame}\n`;
  writeFileSync(file, head);
  const system = SYSTEMS.find(({ id }) => id === 'live-a-live');
  const { actions, menus: through } = system.capabilities;
  const battle = await startBattle(system, readPlan(readFileSync(file), file));
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

/** Draws of a trace behind a frame, a list for each row with any; `undefined` for a row whose list is torn. */
async function drawsOf(file, from) {
  const reader = await openTrace(file);
  const lists = [];
  do {
    while (reader.next()) {
      const { frame, drawCount, draws: words } = reader.row;
      if (frame <= from || drawCount === 0) continue;
      if (drawCount < 0) lists.push(undefined);
      else {
        const draw = (at) => words.slice(DRAW_WORDS * at, DRAW_WORDS * (at + 1)).join(' ');
        lists.push(Array.from({ length: drawCount }, (_, at) => draw(at)));
      }
    }
  } while (await reader.fill());
  reader.close();
  return lists;
}

/** Site of a draw, state of the generator before and after it. */
const DRAW_WORDS = 3;

/**
 * Compares the draws of a plan with those recorded. A frame that took longer than one has no list in the log: what the plan
 * draws in it is passed over, and the next list must go on behind it.
 * @returns how many were compared, or undefined for the first difference
 */
function equalDraws(mine, recorded) {
  let at = 0;
  let compared = 0;
  let isTorn = false;
  for (const list of recorded) {
    // what is drawn behind the plan's end is nobody's
    if (at === mine.length) break;
    if (list === undefined) isTorn = true;
    else {
      if (isTorn) while (at < mine.length && mine[at] !== list[0]) at++;
      isTorn = false;
      if (!list.every((draw, index) => mine[at + index] === draw)) return undefined;
      at += list.length;
      compared += list.length;
    }
  }
  return isTorn || at === mine.length ? compared : undefined;
}

/**
 * Closes the loop of so many plans. A plan with an unknown wait is played as far as its rows go, and the recording teaches
 * the wait; where it does not, because an answer came with it, the plan is left out and counted.
 * @returns what was compared; throws at the first plan that does not close
 */
export async function closeLoops(count, core = 'builtin', seed = 1, textSpeeds = [0]) {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-menu-loop-'));
  const roll = randomNumbers(seed);
  const sum = { plans: 0, commands: 0, states: 0, draws: 0, rows: 0, leftOut: 0, figures: 0, spread: 0 };
  try {
    const known = await learn(folder, core, textSpeeds, roll);
    for (let number = 0; sum.plans < count && sum.leftOut <= count; number++) {
      const [scenario, textSpeed] = [number % SCENARIOS, textSpeeds[number % textSpeeds.length]];
      const lead = join(folder, 'lead.txt');
      writeFileSync(lead, padScript(startPresses(scenario, textSpeed), 2));
      const start = join(folder, `start-${scenario}-${textSpeed}.jsonl`);
      await record(core, lead, 160, start);
      const frame = await firstQuietFrame(start);
      const plan = join(folder, 'plan.toml');
      const commands = await randomPlan(plan, start, frame, roll);
      const closes = await closeOne({ folder, core, plan, lead, known, frame, number }, sum);
      if (closes) sum.commands += commands;
      else sum.leftOut++;
    }
    const { figures } = JSON.parse(readFileSync(known.timing, 'utf8'));
    sum.figures = figures.length;
    sum.spread = figures.filter(({ least, most }) => least !== most).length;
    return sum;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows up to the first gap, in which the recorder presses nothing for a while. */
const TEACHES = 250;
const LESSONS = 3;

async function exportPlan({ folder, core, plan, lead, known, number }) {
  const script = join(folder, 'pads.txt');
  for (let lesson = 0; ; lesson++) {
    const profiles = ['--menus', menus, '--timing', known.timing];
    const words = ['route', 'export', plan, '--to', 'pads', '-o', script, '--lead', lead, ...profiles, '--json'];
    const { coverage, parts } = JSON.parse(await lockstep(...words));
    const last = parts[0].masks;
    if (coverage.covered === coverage.commands) return { script, last, rows: coverage.rows };
    if (coverage.unknown === 0 || lesson === LESSONS) return undefined;
    const log = join(folder, `lesson-${number}-${lesson}.jsonl`);
    await record(core, script, last + TEACHES, log);
    known.logs.push(log);
    await learnAgain(known);
  }
}

async function closeOne(loop, sum) {
  const { folder, core, plan, frame, number } = loop;
  const exported = await exportPlan(loop);
  if (exported === undefined) return false;
  const [log, trace] = ['log.jsonl', 'plan.jsonl'].map((name) => join(folder, name));
  await record(core, exported.script, exported.last + AFTER, log);
  const against = ['route', 'verify', plan, '--against', log, '--menus', menus, '--json'];
  const { against: result, ledger } = JSON.parse(await lockstep(...against));
  await lockstep('run', plan, '--draws', '-o', trace);
  const mine = (await drawsOf(trace, -1)).flat();
  const compared = equalDraws(mine, await drawsOf(log, frame));
  if (compared === undefined) throw new Error(`plan ${number}: the draws differ: ${mine.length} of ${ledger.draws}`);
  sum.plans++;
  sum.states += result.equal;
  sum.draws += compared;
  sum.rows += exported.rows;
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [plans = '10', core, seed = '1'] = process.argv.slice(2);
  const sum = await closeLoops(Number(plans), core, Number(seed));
  const compared = `${sum.states} changed states and ${sum.draws} draws equal`;
  console.log(`${sum.plans} of ${plans} plans close: ${sum.commands} commands in ${sum.rows} rows, ${compared}`);
  console.log(`${sum.figures} waits learned, ${sum.spread} of them with a spread`);
  if (sum.leftOut > 0) console.log(`${sum.leftOut} others left out: a wait of theirs could not be learned`);
  process.exitCode = sum.plans === Number(plans) ? 0 : 1;
}
