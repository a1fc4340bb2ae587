/** Goals of the figures, and the one place that compares a figure with its goal. */
import { grouped } from './measure.js';

interface Goal {
  readonly goal: number;
  /** Whether more is better; a figure on its goal meets it either way. */
  readonly isLeast: boolean;
  readonly unit: string;
}

const atMost = (goal: number, unit = ''): Goal => ({ goal, isLeast: false, unit });
const atLeast = (goal: number): Goal => ({ goal, isLeast: true, unit: '' });

export const GOALS = {
  /** Time of TypeScript relative to C. */
  ratio: atMost(1.5),
  snapshotNanoseconds: atMost(100, ' ns'),
  /** Growth of the heap. */
  heapBytes: atMost(1_000_000, ' bytes'),
  /** Slowest jump in a log. */
  jumpMilliseconds: atMost(50, ' ms'),
  /** Instructions of the processor a second. */
  cpuInstructions: atLeast(20_000_000),
  /** Moves of a search a second, on the turn engine. */
  searchMoves: atLeast(2_000_000),
  /** And with all rules. */
  wholeSearchMoves: atLeast(300_000),
  /** 100,000 frames. */
  explainSeconds: atMost(2, ' s'),
  /** 10,000 frames of work RAM. */
  discoverSeconds: atMost(30, ' s'),
  /** Frames of our own console a second. */
  consoleFrames: atLeast(3000),
  /** An emulator core's time relative to ours. */
  peerRatio: atLeast(1),
  /** A list of commands, a preview. */
  choiceMilliseconds: atMost(1, ' ms'),
  /** First odds of a kick. */
  oddsMilliseconds: atMost(100, ' ms'),
  /** Cases of original code a second. */
  proveCases: atLeast(100_000),
  /** Time of the package relative to the command. */
  packageRatio: atMost(1.1),
  /** A new battle. */
  createMilliseconds: atMost(0.3, ' ms'),
  /** Whole battles a second, for a caller. */
  autoBattles: atLeast(10_000),
  /** Played battles a second and core. */
  playedBattles: atLeast(20_000),
  /** Time of one thread relative to two. */
  threads: atLeast(1.8),
  /** Frames of decoded rows a second. */
  decodedFrames: atLeast(1_000_000),
  /** Frames of a file a second. */
  fileFrames: atLeast(300_000),
  /** What a planner does between two thoughts. */
  halfSecond: atMost(0.5, ' s'),
  oneSecond: atMost(1, ' s'),
  /** What is looked at while it comes. */
  threeSeconds: atMost(3, ' s'),
  /** Odds of every choice of a party. */
  partySeconds: atMost(15, ' s'),
  /** All starts of a first battle. */
  seedsSeconds: atMost(1.2, ' s'),
  /** A search. */
  minute: atMost(60, ' s'),
  /** The command without a file. */
  startSeconds: atMost(5, ' s'),
  /** Until its first line. */
  firstLineSeconds: atMost(1, ' s'),
  /** A report relative to the verification of its log. */
  reportRatio: atMost(2),
  /** A comparison of branches relative to that. */
  branchRatio: atMost(1),
} as const;
export type GoalName = keyof typeof GOALS;

/** Three digits at least where a value is below 100. */
export function numberText(value: number): string {
  return Math.abs(value) >= 100 ? grouped(value) : Number(value.toPrecision(3)).toString();
}

export function isMet(name: GoalName, value: number): boolean {
  const { goal, isLeast } = GOALS[name];
  return isLeast ? value >= goal : value <= goal;
}

/** A goal in words: `at most 100 ns`. */
export function goalText(name: GoalName): string {
  const { goal, isLeast, unit } = GOALS[name];
  return `${isLeast ? 'at least' : 'at most'} ${numberText(goal)}${unit}`;
}

/** The verdict behind a line: `goal at most 100 ns: met`. */
export function verdict(name: GoalName, value: number): string {
  return `goal ${goalText(name)}: ${isMet(name, value) ? 'met' : 'NOT met'}`;
}
