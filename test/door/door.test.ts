/**
 * The door, tried on a fresh clone: the README's two commands, then each page of the tutorial as it stands. Reports what
 * a stranger types, reads and waits for. LOCKSTEP_DOOR=short leaves the README's second command out, LOCKSTEP_DOOR=dry
 * runs nothing and counts; LOCKSTEP_DOOR_INTO names a page that is told what was measured.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../harness/base/package-root.js';
import { isShown, stepsOfPage, wordsOf } from '../harness/cli/tutorial-pages.js';
import { compiledProgram } from '../harness/cli/tutorial-programs.js';
import { doorSentence, routeOf, type Stretch, total, withSentence } from './sentence.js';

const ROOT = packageRoot();
const KIND = process.env['LOCKSTEP_DOOR'];
const INTO = process.env['LOCKSTEP_DOOR_INTO'];
const isDry = KIND === 'dry';
// a page without the place is refused before the walk
if (INTO !== undefined) withSentence(readFileSync(INTO, 'utf8'), '', INTO);
const machine = mkdtempSync(join(tmpdir(), 'lockstep-door-'));
const clone = join(machine, 'battle-lockstep');

const way: Stretch[] = [];

interface Ran {
  readonly status: number | null;
  readonly text: readonly [string, string];
  readonly seconds: number;
  readonly processor: number;
}

/** Processor seconds of all children that have ended; NaN where the system does not say. */
function childSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
    // cutime and cstime, in hundredths of a second
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}

function ran(program: string, words: readonly string[], cwd: string): Ran {
  if (isDry) return { status: 0, text: ['', ''], seconds: 0, processor: 0 };
  const before = performance.now();
  const used = childSeconds();
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  return {
    status,
    text: [stderr + stdout, stdout + stderr],
    seconds: (performance.now() - before) / 1000,
    processor: childSeconds() - used,
  };
}

const lines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

function step(name: string, read: number, program: string, words: readonly string[], cwd: string): void {
  test(name, () => {
    const { status, text, seconds, processor } = ran(program, words, cwd);
    expect([name, status, status === 0 ? '' : text[0].slice(-2000)]).toEqual([name, 0, '']);
    way.push({ name, commands: 1, written: 0, read, printed: lines(text[0]), seconds, processor });
  });
}

function walk(page: string): void {
  const text = readFileSync(join(isDry ? ROOT : clone, 'docs/tutorial', page), 'utf8');
  let written = 0;
  let commands = 0;
  let printed = 0;
  let seconds = 0;
  let processor = 0;
  for (const one of stepsOfPage(text)) {
    if ('file' in one) {
      const { name, content } = one.file;
      if (!isDry) writeFileSync(join(clone, name), content);
      if (!isDry && name.endsWith('.ts'))
        writeFileSync(join(clone, name.replace(/\.ts$/u, '.js')), compiledProgram(content));
      written += lines(content);
      continue;
    }
    const { command, shown, exitCode } = one.run;
    const [program, ...words] = wordsOf(command);
    const given = program === 'lockstep' ? ['dist/harness/cli/lockstep.js', ...words] : words.map(asCompiled);
    const run = ran(process.execPath, given, clone);
    if (!isDry) {
      const told = run.status === exitCode ? '' : run.text[0].slice(-2000);
      expect([command, run.status, told]).toEqual([command, exitCode, '']);
      expect([command, run.text.some((output) => isShown(shown, output)), run.text[0]]).toEqual([
        command,
        true,
        run.text[0],
      ]);
    }
    commands++;
    printed += lines(run.text[0]);
    seconds += run.seconds;
    processor += run.processor;
  }
  way.push({ name: page.replace('.md', ''), commands, written, read: lines(text), printed, seconds, processor });
}

/** Node 20 runs the compiled program of a page. */
function asCompiled(word: string, at: number): string {
  return at === 0 ? word.replace(/\.ts$/u, '.js') : word;
}

function row(name: string, sum: Omit<Stretch, 'name'>): string {
  const figures = [sum.commands, sum.written, sum.read, sum.printed].map((figure) => String(figure).padStart(8));
  return `${name.padEnd(22)}${figures.join('')}${sum.seconds.toFixed(1).padStart(9)}${sum.processor.toFixed(1).padStart(11)}`;
}

const isBusy = (): boolean => (loadavg()[0] ?? 0) > 2 * availableParallelism();
let isWhole = false;

function writeSentence(page: string): void {
  const sentence = doorSentence(way, `${availableParallelism()} cores, Node ${process.versions.node}`);
  process.stdout.write(`${sentence}\n`);
  if (isDry || !isWhole)
    process.stdout.write(
      `not written to ${page}: ${isDry ? 'a dry run' : 'not all of it passed on an idle machine'}\n`,
    );
  else writeFileSync(page, withSentence(readFileSync(page, 'utf8'), sentence, page));
}

afterAll(() => {
  const heads = ['commands', 'written', 'read', 'printed'].map((head) => ` ${head}`.padStart(8)).join('');
  process.stdout.write(`\n${'the door'.padEnd(22)}${heads}  seconds  processor\n`);
  for (const one of way) process.stdout.write(`${row(one.name, one)}\n`);
  process.stdout.write(`${row('all of it', total(way))}\n`);
  process.stdout.write(`${row('to a proven route', total(routeOf(way)))}\n`);
  if (INTO !== undefined) writeSentence(INTO);
  rmSync(machine, { recursive: true, force: true });
});

describe('a fresh clone', () => {
  const readme = lines(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  step('git clone', readme, 'git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone], machine);
  step('npm ci', 0, 'npm', ['ci', '--no-audit', '--no-fund'], clone);
  step('npm start', 0, 'npm', ['start'], clone);
  if (KIND === 'short') test.skip('npm test: LOCKSTEP_DOOR=short leaves it out', () => undefined);
  else step('npm test', 0, 'npm', ['test'], clone);
  test.each(readdirSync(join(ROOT, 'docs/tutorial')).filter((name) => /^\d/u.test(name)))('%s', walk);
  test('from nothing to a proven route the machine needs less than ten minutes', ({ skip, task }) => {
    const [load = 0] = loadavg();
    // others work on it: the seconds say more of them than of the door
    skip(isBusy(), `the machine is busy: load ${load.toFixed(1)}`);
    expect(total(routeOf(way)).seconds).toBeLessThan(600);
    isWhole = (task.suite?.tasks ?? []).every(
      (one) => one === task || one.mode === 'skip' || one.result?.state === 'pass',
    );
  });
});
