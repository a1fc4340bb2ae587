/** The benchmark report as text: medians, with the slowest and the fastest repeat in brackets. */
import { countText } from '../../../core/system/names.js';
import type { BattleResult } from './battle.js';
import { goalLines } from './figures.js';
import type { BenchReport } from './index.js';
import { numberText, verdict } from './measure/goals.js';
import { grouped, type Quarters, rateText, type Spread } from './measure/measure.js';
import type { PlayedResult } from './played.js';
import type { BattlePart } from './record-inputs.js';
import type { WorkersBench } from './search-workers.js';
import type { TimedWaits } from './waits.js';

function nanoseconds(spread: Spread): string {
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) => value.toFixed(1));
  return `${median} ns (${min} to ${max})`;
}

/** `1.42 (half of the pairs 1.38 to 1.45, all 1.31 to 1.60)`. */
function ratioText({ median, lower, upper, min, max }: Quarters): string {
  const [middle, low, high, smallest, largest] = [median, lower, upper, min, max].map((value) => value.toFixed(2));
  return `${middle} (half of the pairs ${low} to ${high}, all ${smallest} to ${largest})`;
}

function battleLines(result: BattleResult): string[] {
  const lines = [
    `turn engine, ${result.scenario}: ${countText(grouped(result.steps), 'step')}, ${countText(result.pairs, 'pair')} of runs, checksum ${result.checksum}`,
    `  TypeScript  ${rateText(result.typescript, 'steps/s')} of the process's own time`,
  ];
  if (result.c === undefined || result.ratio === undefined) return lines;
  const aim = verdict('ratio', result.ratio.median);
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
  const aim = verdict('playedBattles', result.spread.median);
  const parts = Object.entries(result.routinesPerBattle).slice(0, 10);
  return [
    `played battles: ${grouped(result.battles)} of the present day by legal random play, ${countText(result.repeats, 'repeat')}, checksum ${result.checksum}`,
    `  ${rateText(result.spread, 'battles/s')} of the process's own time; ${aim}`,
    `  ${countText(grouped(result.drawsPerSecond), 'draw')}/s; a battle: ${countText(means[0] ?? '', 'command')}, ${countText(means[1] ?? '', 'frame')}, ${countText(means[2] ?? '', 'draw')}, ${grouped(result.nanosecondsPerBattle)} ns`,
    `  routines of a battle: ${parts.map(([routine, times]) => `${routine} ${times}`).join(', ')}`,
    ...partLines(result),
    coreLine(result.chainPicoseconds),
    `  heap growth over a repeat: ${countText(grouped(result.heapGrowth), 'byte')}`,
  ];
}

function cpuLines(result: NonNullable<BenchReport['cpu']>): string[] {
  const aim = verdict('cpuInstructions', result.perSecond.median);
  return [
    `processor: ${countText(grouped(result.instructions), 'instruction')} of a program of ours, ${grouped(result.masterCycles)} master cycles, ${countText(result.repeats, 'repeat')}, checksum ${result.checksum}`,
    `  ${rateText(result.perSecond, 'instructions/s')} of the process's own time; ${aim}`,
    `  200,000 instructions allocate ${countText(grouped(result.heapGrowth), 'byte')}`,
  ];
}

function proveLines(result: NonNullable<BenchReport['prove']>): string[] {
  if ('skipped' in result) return [`prove: skipped: ${result.skipped}`];
  const least = Math.min(...result.map(({ perSecond }) => perSecond.median));
  return [
    `prove: varied cases of our test ROM's own code beside our functions; cases/s of the slowest: ${verdict('proveCases', least)}`,
    ...result.map(
      ({ routine, name, cases, perSecond }) =>
        `  ${routine} ${name.padEnd(17)}  ${countText(grouped(cases), 'case')}, ${rateText(perSecond, 'cases/s')} of the process's own time`,
    ),
  ];
}

function packageLines(result: NonNullable<BenchReport['package']>): string[] {
  if ('skipped' in result) return [`package: skipped: ${result.skipped}`];
  const { rows, pairs, checksum } = result;
  const slowest = Math.max(...rows.map(({ ratio }) => ratio.median));
  const created = rows.find(({ task }) => task === 'createBattle')?.installed.median ?? 0;
  const played = rows.find(({ task }) => task === 'auto')?.installed.median ?? 0;
  const rate = 1e9 / played;
  return [
    `package: installed from its tarball, beside the command's engine, in turn, ${countText(pairs, 'pair')} of programs, checksum ${checksum}`,
    ...rows.map(
      ({ task, installed, ratio }) =>
        `  ${task.padEnd(13)} ${nanoseconds(installed)}; ${ratioText(ratio)} times the command's`,
    ),
    `  each of them: ${verdict('packageRatio', slowest)}`,
    `  a new battle takes ${(created / 1e6).toFixed(3)} ms; ${verdict('createMilliseconds', created / 1e6)}`,
    `  whole battles by \`auto\`: ${grouped(rate)} a second; ${verdict('autoBattles', rate)}`,
  ];
}

function verifyLines(result: NonNullable<BenchReport['verify']>): string[] {
  if ('skipped' in result) return [`verify: skipped: ${result.skipped}`];
  return [
    `verify: ${result.log}, ${countText(grouped(result.frames), 'frame')}, ${countText(result.cells, 'cell')}, ${countText(grouped(result.bytes), 'byte')} gzip`,
    `  decoded rows  ${rateText(result.decoded, 'frames/s')}`,
    `  from gzip     ${rateText(result.endToEnd, 'frames/s')}`,
  ];
}

function explainLines(result: NonNullable<BenchReport['explain']>): string[] {
  if ('skipped' in result) return [`explain: skipped: ${result.skipped}`];
  const { secondsPer100000 } = result;
  const aim = verdict('explainSeconds', secondsPer100000);
  return [
    `explain: ${countText(grouped(result.frames), 'frame')} of ${countText(result.logs, 'log')} without their input, ${countText(result.repeats, 'repeat')}, checksum ${result.checksum}`,
    `  decoded rows  ${rateText(result.rate, 'frames/s')}`,
    `  100,000 frames take ${secondsPer100000.toFixed(2)} s; ${aim}`,
  ];
}

function discoverLines(result: NonNullable<BenchReport['discover']>): string[] {
  if ('skipped' in result) return [`discover: skipped: ${result.skipped}`];
  const aim = verdict('discoverSeconds', result.seconds);
  const counts = Object.entries(result.statuses).map(([status, count]) => `${count} ${status}`);
  return [
    `discover: ${countText(grouped(result.frames), 'frame')} of ${countText(grouped(result.bytes), 'byte')} after ${result.log}, checksum ${result.checksum}`,
    `  ${result.seconds.toFixed(1)} s, the process grew by ${countText(grouped(result.growth), 'byte')}; ${aim}`,
    `  cells: ${counts.join(', ')}; action points and order points found among their decoys`,
  ];
}

function snapshotLines(result: NonNullable<BenchReport['snapshot']>): string[] {
  const aim = verdict('snapshotNanoseconds', result.lent.median);
  return [
    `snapshot: ${countText(grouped(result.bytes), 'byte')}, all declared windows`,
    `  into a lent buffer  ${nanoseconds(result.lent)}; ${aim}`,
    `  as a new buffer     ${nanoseconds(result.allocated)}`,
  ];
}

function heapLines(result: NonNullable<BenchReport['heap']>): string[] {
  const growth = Math.max(result.growth, result.growthWithEvents);
  return [
    `heap: ${countText(grouped(result.steps), 'step')}; ${verdict('heapBytes', growth)}`,
    `  without events     ${countText(grouped(result.growth), 'byte')}`,
    `  with lent events   ${countText(grouped(result.growthWithEvents), 'byte')}`,
  ];
}

function consoleLines({ games, peer }: NonNullable<BenchReport['console']>): string[] {
  const aim = (rate: number): string => verdict('consoleFrames', rate);
  const lines = games.map(
    (one) =>
      `console, ${one.image}, ${one.log}: ${countText(grouped(one.frames), 'frame')}, checksum ${one.checksum}; ` +
      `${rateText(one.framesPerSecond, 'frames/s')}; ${aim(one.framesPerSecond.median)}`,
  );
  if ('skipped' in peer) return [...lines, `  beside an emulator core: skipped: ${peer.skipped}`];
  return [
    ...lines,
    `  recording ${countText(grouped(peer.frames), 'frame')} of ${peer.log}: ours ${rateText(peer.ours, 'frames/s')}, ${peer.name} ` +
      `${rateText(peer.theirs, 'frames/s')}, ${peer.ratio.median.toFixed(1)} times our time; same checksum ${peer.checksum}; ` +
      verdict('peerRatio', peer.ratio.median),
  ];
}

function jumpLines(result: NonNullable<BenchReport['jump']>): string[] {
  const { median, max } = result.milliseconds;
  const aim = verdict('jumpMilliseconds', result.slowest);
  return [
    `jumps: ${grouped(result.jumps)} in a log of ${countText(grouped(result.frames), 'frame')}, checksum ${result.checksum}`,
    `  median ${median.toFixed(2)} ms; slowest ${max.toFixed(2)} ms on the clock, ${result.slowest.toFixed(2)} ms of processor time; ${aim}`,
    `  a state kept every ${countText(result.interval, 'frame')}, ${countText(grouped(result.bytes), 'byte')} in all`,
  ];
}

function workersLine(workers: WorkersBench): string {
  return (
    `search, ${workers.name}: ${countText(grouped(workers.states), 'state')} by one thread in ${workers.one.median.toFixed(1)} s, by two in ` +
    `${workers.two.median.toFixed(1)} s: ${workers.speedUp.median.toFixed(2)} times as fast ` +
    `(${workers.speedUp.min.toFixed(2)} to ${workers.speedUp.max.toFixed(2)}), without the first quarter ${workers.speedUpAfter.median.toFixed(2)} ` +
    `(${workers.speedUpAfter.min.toFixed(2)} to ${workers.speedUpAfter.max.toFixed(2)}), ${workers.equal ? 'equal answers' : 'ANSWERS DIFFER'}; ` +
    `processor time, compiling included, ${workers.oneProcessor.median.toFixed(1)} s and ${workers.twoProcessor.median.toFixed(1)} s`
  );
}

function searchLines({ battles, restore, workers }: NonNullable<BenchReport['search']>): string[] {
  return [
    ...battles.flatMap((one) => {
      const goal = one.whole ? 'wholeSearchMoves' : 'searchMoves';
      const { all, played } = one.framesPerMove;
      const frames = one.whole
        ? ` of ${countText(all.toFixed(1), 'frame')} (${played.toFixed(1)} played, the others shared)`
        : '';
      return [
        `search, ${one.scenario}: ${countText(grouped(one.states), 'state')} of ${countText(one.stateBytes, 'byte')}, ${countText(grouped(one.moves), 'move')}${frames}, ` +
          `checksum ${one.checksum}`,
        `  nodes expanded (moves played, packed, hashed, looked up)  ${rateText(one.movesPerSecond, '/s')}; ` +
          verdict(goal, one.movesPerSecond.median),
        `  the same from the first move on, with what the compiler takes ${rateText(one.movesFromStart, '/s')}`,
        `  states whose moves were all tried                         ${rateText(one.expandedPerSecond, '/s')}`,
        `  new states                                                ${rateText(one.statesPerSecond, '/s')}`,
        coreLine(one.chainPicoseconds),
      ];
    }),
    `search, a state put back: ${nanoseconds(restore.image)} as a whole image, ` +
      `${nanoseconds(restore.words)} by the words that a state keeps (used for a node), ${nanoseconds(restore.undo)} by the words that a move changed (used between the moves of a node)`,
    ...workers.map(workersLine),
  ];
}

function plannerLines(result: NonNullable<BenchReport['planner']>): string[] {
  const { previews, firstOdds, odds } = result;
  const text = ({ median, min, max }: Spread): string =>
    `${median.toFixed(2)} ms (${min.toFixed(2)} to ${max.toFixed(2)})`;
  const quick = (spread: Spread): string =>
    `${text(spread)}; each of them: ${verdict('choiceMilliseconds', spread.max)}`;
  const kick = verdict('oddsMilliseconds', firstOdds);
  return [
    `planner: ${countText(previews.battles, 'battle')} of a party of four, ${countText(previews.states, 'state')} with ${countText(grouped(previews.commands), 'command')}; ` +
      `each by its median over ${countText(result.repeats, 'repeat')}: median (shortest to longest)`,
    `  list of all commands                ${quick(previews.choices)}`,
    `  preview of a command                ${quick(previews.previews)}`,
    `    the longest one                   ${previews.longest}`,
    `  preview of a whole battle           ${quick(previews.wholeBattles)}; up to ${countText(grouped(previews.frames), 'frame')} told in ` +
      countText(grouped(previews.happenings), 'sentence'),
    `  odds of a kick, the first answer    ${firstOdds.toFixed(1)} ms, ${countText(grouped(result.plays), 'frame')} played, ` +
      `${countText(grouped(result.states), 'state')} of the generator followed; ${kick}`,
    `  odds of a kick, later answers       ${text(odds)}, checksum ${result.checksum}`,
  ];
}

const seconds = ({ median, min, max }: Spread): string =>
  `${median.toFixed(2)} s (${min.toFixed(2)} to ${max.toFixed(2)})`;

/** Waits of whole processes, beside their yardstick. */
function waitLines(part: string, { yardstick, waits, repeats }: TimedWaits & { readonly repeats: number }): string[] {
  return [
    `${part}: whole processes, ${countText(repeats, 'repeat')}; the yardstick takes ${seconds(yardstick)}`,
    ...waits.map(
      ({ wait, goal, seconds: taken, ratio }) =>
        `  ${wait}: ${seconds(taken)}, ${numberText(ratio.median)} yardsticks; ${verdict(goal, taken.median)}`,
    ),
  ];
}

function partyLines(result: NonNullable<BenchReport['party']>): string[] {
  if ('skipped' in result) return [`party: skipped: ${result.skipped}`];
  return [
    ...waitLines('party', result),
    `  odds: ${countText(result.oddsRows, 'row')}, ${rateText(result.oddsRowsPerSecond, 'rows/s')}`,
    ...result.statesPerSecond.map(
      ({ party, rate }) => `  states in one thread, ${party}: ${rateText(rate, 'states/s')}`,
    ),
    `  starts of \`seeds\`: ${rateText(result.startsPerSecond, 'starts/s')}`,
  ];
}

function commandLines(result: NonNullable<BenchReport['commands']>): string[] {
  if ('skipped' in result) return [`commands: skipped: ${result.skipped}`];
  return [
    ...waitLines('commands', result),
    ...result.views.map(
      ({ view, seconds: taken, ratio }) =>
        `  ${view} of ${result.log}  ${seconds(taken)}, ${ratioText(ratio)} times its verification`,
    ),
  ];
}

export function benchText(report: BenchReport): string {
  const { battle, played, cpu, verify, snapshot, heap, jump, planner, search } = report;
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
  if (jump !== undefined) lines.push(...jumpLines(jump));
  if (planner !== undefined) lines.push(...plannerLines(planner));
  if (report.package !== undefined) lines.push(...packageLines(report.package));
  if (report.prove !== undefined) lines.push(...proveLines(report.prove));
  if (search !== undefined) lines.push(...searchLines(search));
  if (report.party !== undefined) lines.push(...partyLines(report.party));
  if (report.commands !== undefined) lines.push(...commandLines(report.commands));
  lines.push(...goalLines(report));
  return `${lines.join('\n')}\n`;
}
