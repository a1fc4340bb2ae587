/**
 * `npm run load:kills -- [MINUTES] [SEED] [PLAN]`: a search under a memory limit is run undisturbed, then again, killed ten times at moments that
 * the seed chooses and resumed each time from its checkpoint. Both must say the same. It takes about MINUTES (60): half for the undisturbed run.
 * It runs the bundled command in one thread; `npm run build` first. Exit code 0: equal, 1: different.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KILLS = 10;
const SECONDS_OF_SAMPLE = 15;
const POLL_MILLISECONDS = 200;
const MEGABYTE = 1_000_000;

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const [minutes = '60', firstSeed = '1', plan = at('traces/live-a-live/present-day-tula-han.toml')] =
  process.argv.slice(2);
const command = at('dist/harness/cli/lockstep.js');
const folder = mkdtempSync(join(tmpdir(), 'lockstep-kills-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

let seed = Number(firstSeed) >>> 0;
/** From 0 to below 1. */
function random() {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return seed / 2 ** 32;
}

/** Largest resident size of a process so far, in bytes; 0 where the system does not tell. */
function peakOf(pid) {
  try {
    return 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** @param killAfter milliseconds; infinite: never */
async function search(words, killAfter = Number.POSITIVE_INFINITY) {
  const began = performance.now();
  const child = spawn(process.execPath, [command, 'route', 'search', plan, '--workers', '1', '--json', ...words]);
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  let [out, err, peak] = ['', '', 0];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  const poll = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid));
    if (performance.now() - began >= killAfter) stop();
  }, POLL_MILLISECONDS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(poll);
  process.removeListener('exit', stop);
  return { code, out, err, peak, seconds: (performance.now() - began) / 1000 };
}

function say(text) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

// what a state takes of time and memory here
const sample = join(folder, 'sample.search');
const many = ['--nodes', '4000000000'];
const tried = await search([...many, '--time', String(SECONDS_OF_SAMPLE), '--memory', '2000', '--checkpoint', sample]);
const { nodes: sampled } = JSON.parse(tried.out);
const nodes = Math.round((sampled / SECONDS_OF_SAMPLE) * 30 * Number(minutes));
const megabytes = Math.ceil((nodes * (statSync(sample).size / sampled)) / MEGABYTE);
rmSync(sample);
const every = Math.max(1, Math.round(Number(minutes)));
say(`${sampled} states in ${SECONDS_OF_SAMPLE} s: a search of about ${nodes} states under a limit of ${megabytes} MB`);

function wordsOf(name) {
  const file = join(folder, name);
  return [
    '--nodes',
    String(nodes),
    '--memory',
    String(megabytes),
    '--checkpoint',
    file,
    '--checkpoint-every',
    String(every),
  ];
}

const whole = await search(wordsOf('whole.search'));
say(
  `undisturbed: exit ${whole.code} after ${whole.seconds.toFixed(0)} s, at most ${Math.round(whole.peak / MEGABYTE)} MB: ${whole.out.trim()}`,
);

const words = wordsOf('killed.search');
const resumed = () => [...words, ...(existsSync(join(folder, 'killed.search')) ? ['--resume'] : [])];
let [kills, peak] = [0, 0];
let last;
while (kills < KILLS) {
  // twice the mean share of a run: the kills are spread over the whole search
  last = await search(resumed(), 1000 * (every + (random() * 2 * whole.seconds) / (KILLS + 1)));
  peak = Math.max(peak, last.peak);
  if (last.code !== null) break;
  kills++;
  say(`kill ${kills} after ${last.seconds.toFixed(1)} s`);
}
if (kills === KILLS) last = await search(resumed());
peak = Math.max(peak, last.peak);
say(`killed ${kills} times: exit ${last.code}, at most ${Math.round(peak / MEGABYTE)} MB: ${last.out.trim()}`);
const equal = last.out === whole.out && last.code === whole.code && kills > 0;
say(equal ? 'EQUAL' : 'DIFFERENT');
process.exitCode = equal ? 0 : 1;
