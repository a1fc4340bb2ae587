/** The benchmark report as text: medians, with the slowest and the fastest repeat in brackets. */
import type { BattleResult } from './battle.js';
import { goalLines } from './figures.js';
import { type BenchReport, GOALS } from './index.js';
import { grouped, type Quarters, rateText, type Spread } from './measure/measure.js';
import type { PlayedResult } from './played.js';
import type { BattlePart } from './record-inputs.js';
import type { WorkersBench } from './search-workers.js';

function nanoseconds(spread: Spread): string {
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(1));
  return `${median} ns (${min} to ${max})`;
}

function goal(holds: boolean, text: string): string {
  return `${text}: ${holds ? 'met' : 'NOT met'}`;
}

/** `1.42 (half of the pairs 1.38 to 1.45, all 1.31 to 1.60)`. */
function ratioText({ median, lower, upper, min, max }: Quarters): string {
  const [middle, low, high, smallest, largest] = [median, lower, upper, min, max].map((value) => value.toFixed(2));
  return `${middle} (half of the pairs ${low} to ${high}, all ${smallest} to ${largest})`;
}

function battleLines(result: BattleResult): string[] {
  const lines = [
    `turn engine, ${result.scenario}: ${grouped(result.steps)} steps, ${result.pairs} pairs of runs, checksum ${result.checksum}`,
    `  TypeScript  ${rateText(result.typescript, 'steps/s')} of the process's own time`,
  ];
  if (result.c === undefined || result.ratio === undefined) return lines;
  const aim = goal(result.ratio.median <= GOALS.ratio, `goal at most ${GOALS.ratio}`);
  return [
    ...lines,
    `  C           ${rateText(result.c, 'steps/s')}`,
    `  TypeScript takes ${ratioText(result.ratio)} times as long; ${aim}`,
  ];
}

function coreLine(picoseconds: number): string {
  return `  the core took ${grouped(picoseconds)} ps for a step of a chain of multiplications that takes 1,333 at 3 GHz`;
}

const PART_TEXTS: Readonly<Record<BattlePart, string>> = {
  choice: 'choices of the random player',
  idle: 'idle frames, taken together',
  decision: "frames of an enemy's decision, taken together",
  skill: 'frames in which a skill takes effect',
  other: 'other frames',
};

/** Lines for the parts of a battle by themselves, and for the rest of its time. */
function partLines({ parts, nanosecondsPerBattle }: PlayedResult): string[] {
  const percent = (share: number): string => `${Math.round(100 * share)}%`.padStart(4);
  const rest = 1 - parts.reduce((total, { share }) => total + share, 0);
  const beyond = grouped(Math.round(rest * nanosecondsPerBattle));
  return [
    '  parts, each timed by itself on recorded images:',
    ...parts.map(
      ({ part, timesPerBattle, nanoseconds, share }) =>
        `   ${percent(share)}  ${PART_TEXTS[part]}: ${timesPerBattle.toFixed(1)} of ${grouped(Math.round(nanoseconds))} ns`,
    ),
    `   ${percent(rest)}  beyond them, ${beyond} ns: commands, and code and branches that are not at hand`,
  ];
}

function playedLines(result: PlayedResult): string[] {
  const means = [result.commandsPerBattle, result.framesPerBattle, result.drawsPerBattle].map((mean) =>
    mean.toFixed(1),
  );
  const aim = goal(result.battlesPerSecond >= GOALS.playedBattles, `goal ${grouped(GOALS.playedBattles)}`);
  const parts = Object.entries(result.routinesPerBattle).slice(0, 10);
  return [
    `played battles: ${grouped(result.battles)} of the present day by legal random play, ${result.repeats} repeats, checksum ${result.checksum}`,
    `  ${rateText(result.spread, 'battles/s')} of the process's own time; ${aim}`,
    `  ${grouped(result.drawsPerSecond)} draws/s; a battle: ${means[0]} commands, ${means[1]} frames, ${means[2]} draws, ${grouped(result.nanosecondsPerBattle)} ns`,
    `  routines of a battle: ${parts.map(([routine, times]) => `${routine} ${times}`).join(', ')}`,
    ...partLines(result),
    coreLine(result.chainPicoseconds),
    `  heap growth over a repeat: ${grouped(result.heapGrowth)} bytes`,
  ];
}

function cpuLines(result: NonNullable<BenchReport['cpu']>): string[] {
  const aim = goal(result.perSecond.median >= GOALS.cpuInstructions, `goal at least ${grouped(GOALS.cpuInstructions)}`);
  return [
    `processor: ${grouped(result.instructions)} instructions of a program of ours, ${grouped(result.masterCycles)} master cycles, ${result.repeats} repeats, checksum ${result.checksum}`,
    `  ${rateText(result.perSecond, 'instructions/s')} of the process's own time; ${aim}`,
    `  200,000 instructions allocate ${grouped(result.heapGrowth)} bytes`,
  ];
}

function proveLines(result: NonNullable<BenchReport['prove']>): string[] {
  if ('skipped' in result) return [`prove: skipped: ${result.skipped}`];
  const least = Math.min(...result.map(({ perSecond }) => perSecond.median));
  return [
    `prove: varied cases of our test ROM's own code beside our functions; ${goal(least >= GOALS.proveCases, `goal at least ${grouped(GOALS.proveCases)} cases/s each`)}`,
    ...result.map(
      ({ routine, name, cases, perSecond }) =>
        `  ${routine} ${name.padEnd(17)}  ${grouped(cases)} cases, ${rateText(perSecond, 'cases/s')} of the process's own time`,
    ),
  ];
}

function packageLines(result: NonNullable<BenchReport['package']>): string[] {
  if ('skipped' in result) return [`package: skipped: ${result.skipped}`];
  const { rows, pairs, checksum } = result;
  const fast = rows.every(({ ratio }) => ratio.median <= GOALS.packageRatio);
  const created = rows.find(({ task }) => task === 'createBattle')?.installed.median ?? 0;
  const played = rows.find(({ task }) => task === 'auto')?.installed.median ?? 0;
  const rate = 1e9 / played;
  return [
    `package: installed from its tarball, beside the command's engine, ${pairs} pairs of runs, checksum ${checksum}`,
    ...rows.map(
      ({ task, installed, ratio }) =>
        `  ${task.padEnd(13)} ${nanoseconds(installed)}; ${ratioText(ratio)} times the command's`,
    ),
    `  ${goal(fast, `goal at most ${GOALS.packageRatio} times each`)}`,
    `  a new battle takes ${(created / 1e6).toFixed(3)} ms; ${goal(created < GOALS.createMilliseconds * 1e6, `goal less than ${GOALS.createMilliseconds} ms`)}`,
    `  whole battles by \`auto\`: ${grouped(rate)} a second; ${goal(rate >= GOALS.autoBattles, `goal at least ${grouped(GOALS.autoBattles)}`)}`,
  ];
}

function verifyLines(result: NonNullable<BenchReport['verify']>): string[] {
  if ('skipped' in result) return [`verify: skipped: ${result.skipped}`];
  return [
    `verify: ${result.log}, ${grouped(result.frames)} frames, ${result.cells} cells, ${grouped(result.bytes)} bytes gzip`,
    `  decoded rows  ${rateText(result.decoded, 'frames/s')}`,
    `  from gzip     ${rateText(result.endToEnd, 'frames/s')}`,
  ];
}

function explainLines(result: NonNullable<BenchReport['explain']>): string[] {
  if ('skipped' in result) return [`explain: skipped: ${result.skipped}`];
  const { secondsPer100000 } = result;
  const aim = goal(secondsPer100000 < GOALS.explainSeconds, `goal below ${GOALS.explainSeconds} s`);
  return [
    `explain: ${grouped(result.frames)} frames of ${result.logs} logs without their input, ${result.repeats} repeats, checksum ${result.checksum}`,
    `  decoded rows  ${rateText(result.rate, 'frames/s')}`,
    `  100,000 frames take ${secondsPer100000.toFixed(2)} s; ${aim}`,
  ];
}

function discoverLines(result: NonNullable<BenchReport['discover']>): string[] {
  if ('skipped' in result) return [`discover: skipped: ${result.skipped}`];
  const aim = goal(result.seconds < GOALS.discoverSeconds, `goal below ${GOALS.discoverSeconds} s`);
  const counts = Object.entries(result.statuses).map(([status, count]) => `${count} ${status}`);
  return [
    `discover: ${grouped(result.frames)} frames of ${grouped(result.bytes)} bytes after ${result.log}, checksum ${result.checksum}`,
    `  ${result.seconds.toFixed(1)} s, the process grew by ${grouped(result.growth)} bytes; ${aim}`,
    `  cells: ${counts.join(', ')}; action points and order points found among their decoys`,
  ];
}

function snapshotLines(result: NonNullable<BenchReport['snapshot']>): string[] {
  const aim = goal(result.lent.median <= GOALS.snapshotNanoseconds, `goal at most ${GOALS.snapshotNanoseconds} ns`);
  return [
    `snapshot: ${grouped(result.bytes)} bytes, all declared windows`,
    `  into a lent buffer  ${nanoseconds(result.lent)}; ${aim}`,
    `  as a new buffer     ${nanoseconds(result.allocated)}`,
  ];
}

function heapLines(result: NonNullable<BenchReport['heap']>): string[] {
  const growth = Math.max(result.growth, result.growthWithEvents);
  return [
    `heap: ${grouped(result.steps)} steps; ${goal(growth < GOALS.heapBytes, 'goal below 1 MB')}`,
    `  without events     ${grouped(result.growth)} bytes`,
    `  with lent events   ${grouped(result.growthWithEvents)} bytes`,
  ];
}

function fftcgLines(result: NonNullable<BenchReport['fftcg']>): string[] {
  return [
    `FF-TCG: ${grouped(result.games)} games of ${grouped(result.commands)} commands in all, checksum ${result.checksum}`,
    `  ${rateText(result.gamesPerSecond, 'games/s')}`,
    `  ${rateText(result.commandsPerSecond, 'commands/s')}`,
  ];
}

function consoleLines({ games, peer }: NonNullable<BenchReport['console']>): string[] {
  const aim = (rate: number): string =>
    goal(rate >= GOALS.consoleFrames, `goal at least ${grouped(GOALS.consoleFrames)}`);
  const lines = games.map(
    (one) =>
      `console, ${one.image}, ${one.log}: ${grouped(one.frames)} frames, checksum ${one.checksum}; ` +
      `${rateText(one.framesPerSecond, 'frames/s')}; ${aim(one.framesPerSecond.median)}`,
  );
  if ('skipped' in peer) return [...lines, `  beside an emulator core: skipped: ${peer.skipped}`];
  return [
    ...lines,
    `  recording ${grouped(peer.frames)} frames of ${peer.log}: ours ${rateText(peer.ours, 'frames/s')}, ${peer.name} ` +
      `${rateText(peer.theirs, 'frames/s')}, ${peer.ratio.median.toFixed(1)} times our time; same checksum ${peer.checksum}; ` +
      goal(peer.ratio.median > 1, 'goal above 1'),
  ];
}

function srpgLines(result: NonNullable<BenchReport['srpg']>): string[] {
  const { peer } = result;
  const other =
    'skipped' in peer
      ? `  beside npm: skipped: ${peer.skipped}`
      : `  npm ${peer.name}, costs 1 to 3: ${peer.milliseconds.median.toFixed(2)} ms, ${peer.ratio.toFixed(1)} times our reach; same answer on ${grouped(peer.equalSquares)} squares`;
  return [
    'SRPG reach, 256 x 256, movement 254',
    ...result.reaches.map(
      (one) =>
        `  ${one.map.padEnd(12)}  ${rateText(one.reachesPerSecond, 'reaches/s')}, ${grouped(one.squares)} squares, checksum ${one.checksum}`,
    ),
    other,
  ];
}

function jumpLines(result: NonNullable<BenchReport['jump']>): string[] {
  const { median, max } = result.milliseconds;
  const aim = goal(result.slowest < GOALS.jumpMilliseconds, `goal below ${GOALS.jumpMilliseconds} ms`);
  return [
    `jumps: ${grouped(result.jumps)} in a log of ${grouped(result.frames)} frames, checksum ${result.checksum}`,
    `  median ${median.toFixed(2)} ms; slowest ${max.toFixed(2)} ms on the clock, ${result.slowest.toFixed(2)} ms of processor time; ${aim}`,
    `  a state kept every ${result.interval} frames, ${grouped(result.bytes)} bytes in all`,
  ];
}

function workersLine(name: string, workers: WorkersBench): string {
  return (
    `search, ${name}: ${grouped(workers.states)} states by one thread in ${workers.one.median.toFixed(1)} s, by two in ` +
    `${workers.two.median.toFixed(1)} s: ${workers.speedUp.median.toFixed(2)} times as fast ` +
    `(${workers.speedUp.min.toFixed(2)} to ${workers.speedUp.max.toFixed(2)}), without the first quarter ${workers.speedUpAfter.median.toFixed(2)} ` +
    `(${workers.speedUpAfter.min.toFixed(2)} to ${workers.speedUpAfter.max.toFixed(2)}), ${workers.equal ? 'equal answers' : 'ANSWERS DIFFER'}; ` +
    `processor time, compiling included, ${workers.oneProcessor.median.toFixed(1)} s and ${workers.twoProcessor.median.toFixed(1)} s`
  );
}

function searchLines({ battles, restore, workers }: NonNullable<BenchReport['search']>): string[] {
  return [
    ...battles.flatMap((one) => {
      const wanted = one.whole ? GOALS.wholeSearchMoves : GOALS.searchMoves;
      const { all, played } = one.framesPerMove;
      const frames = one.whole ? ` of ${all.toFixed(1)} frames (${played.toFixed(1)} played, the others shared)` : '';
      return [
        `search, ${one.scenario}: ${grouped(one.states)} states of ${one.stateBytes} bytes, ${grouped(one.moves)} moves${frames}, ` +
          `checksum ${one.checksum}`,
        `  nodes expanded (moves played, packed, hashed, looked up)  ${rateText(one.movesPerSecond, '/s')}; ` +
          goal(one.movesPerSecond.median >= wanted, `goal at least ${grouped(wanted)}`),
        `  the same from the first move on, with what the compiler takes ${rateText(one.movesFromStart, '/s')}`,
        `  states whose moves were all tried                         ${rateText(one.expandedPerSecond, '/s')}`,
        `  new states                                                ${rateText(one.statesPerSecond, '/s')}`,
        coreLine(one.chainPicoseconds),
      ];
    }),
    `search, a state put back: ${nanoseconds(restore.image)} as a whole image, ` +
      `${nanoseconds(restore.words)} by the words that a state keeps (used for a node), ${nanoseconds(restore.undo)} by the words that a move changed (used between the moves of a node)`,
    workersLine('played battle', workers),
  ];
}

function plannerLines(result: NonNullable<BenchReport['planner']>): string[] {
  const { previews, firstOdds, odds } = result;
  const text = ({ median, min, max }: Spread): string =>
    `${median.toFixed(2)} ms (${min.toFixed(2)} to ${max.toFixed(2)})`;
  const quick = (spread: Spread): string =>
    `${text(spread)}; ${goal(spread.max < GOALS.choiceMilliseconds, `goal each less than ${GOALS.choiceMilliseconds} ms`)}`;
  const kick = goal(firstOdds < GOALS.oddsMilliseconds, `goal less than ${GOALS.oddsMilliseconds} ms`);
  return [
    `planner: ${previews.battles} battles of a party of four, ${previews.states} states with ${grouped(previews.commands)} commands; ` +
      `each by its median over ${result.repeats} repeats: median (shortest to longest)`,
    `  list of all commands                ${quick(previews.choices)}`,
    `  preview of a command                ${quick(previews.previews)}`,
    `    the longest one                   ${previews.longest}`,
    `  preview of a whole battle           ${quick(previews.wholeBattles)}; up to ${grouped(previews.frames)} frames told in ` +
      `${grouped(previews.happenings)} sentences`,
    `  odds of a kick, the first answer    ${firstOdds.toFixed(1)} ms, ${grouped(result.plays)} frames played, ` +
      `${grouped(result.states)} states of the generator followed; ${kick}`,
    `  odds of a kick, later answers       ${text(odds)}, checksum ${result.checksum}`,
  ];
}

function commandLines(result: NonNullable<BenchReport['commands']>): string[] {
  if ('skipped' in result) return [`commands: skipped: ${result.skipped}`];
  const seconds = ({ median, min, max }: Spread): string =>
    `${median.toFixed(1)} s (${min.toFixed(1)} to ${max.toFixed(1)})`;
  return [
    `commands: whole processes, ${result.repeats} repeats`,
    `  verify without a file  ${seconds(result.start)}, its first line after ${seconds(result.firstLine)}`,
    ...result.views.map(
      ({ view, seconds: taken, ratio }) =>
        `  ${view} of ${result.log}  ${seconds(taken)}, ${ratioText(ratio)} times its verification`,
    ),
  ];
}

export function benchText(report: BenchReport): string {
  const { battle, played, cpu, verify, snapshot, heap, fftcg, srpg, jump, planner, search } = report;
  const lines = [`node ${report.node}, ${report.platform}; medians, (slowest to fastest repeat)`];
  if (report.compiler !== undefined) lines.push(`C: ${report.compiler}`);
  if (report.skipped !== undefined) lines.push(`C: skipped: ${report.skipped}`);
  if (played !== undefined) lines.push(...playedLines(played));
  if (battle !== undefined) lines.push(...battle.flatMap(battleLines));
  if (cpu !== undefined) lines.push(...cpuLines(cpu));
  if (report.console !== undefined) lines.push(...consoleLines(report.console));
  if (verify !== undefined) lines.push(...verifyLines(verify));
  if (report.explain !== undefined) lines.push(...explainLines(report.explain));
  if (report.discover !== undefined) lines.push(...discoverLines(report.discover));
  if (snapshot !== undefined) lines.push(...snapshotLines(snapshot));
  if (heap !== undefined) lines.push(...heapLines(heap));
  if (fftcg !== undefined) lines.push(...fftcgLines(fftcg));
  if (srpg !== undefined) lines.push(...srpgLines(srpg));
  if (jump !== undefined) lines.push(...jumpLines(jump));
  if (planner !== undefined) lines.push(...plannerLines(planner));
  if (report.package !== undefined) lines.push(...packageLines(report.package));
  if (report.prove !== undefined) lines.push(...proveLines(report.prove));
  if (search !== undefined) lines.push(...searchLines(search));
  if (report.commands !== undefined) lines.push(...commandLines(report.commands));
  lines.push(...goalLines(report));
  return `${lines.join('\n')}\n`;
}
