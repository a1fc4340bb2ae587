/** The benchmarks: their parts, their sizes, and their results as plain data. */
import { withBattleLimits, withFrameLimits, withSearchLimits } from '../../base/index.js';
import { type BattleResult, benchBattle } from './battle.js';
import { benchCommands, type CommandsResult } from './commands.js';
import { benchConsole, type ConsoleResult } from './console.js';
import { benchCpu, type CpuResult } from './cpu.js';
import { benchDiscover, type DiscoverResult } from './discover.js';
import { benchExplain, type ExplainResult } from './explain.js';
import { benchHeap, type HeapResult } from './heap.js';
import { benchJump, type JumpResult } from './jump.js';
import { benchPackage, type PackageBench } from './package.js';
import { benchParty, type PartyBench } from './party.js';
import { benchPlanner, type PlannerResult } from './planner.js';
import { benchPlayed, type PlayedResult } from './played.js';
import { benchProve, type ProveBench } from './prove.js';
import { benchSearch, type SearchBench } from './search.js';
import { benchSnapshot, type SnapshotResult } from './snapshot.js';
import { buildEngine } from './turn-engine/build-engine.js';
import { benchVerify, type VerifyResult } from './verify.js';

export const PARTS = [
  'battle',
  'cpu',
  'console',
  'verify',
  'explain',
  'discover',
  'snapshot',
  'heap',
  'jump',
  'planner',
  'package',
  'prove',
  'search',
  'party',
  'commands',
] as const;
export type Part = (typeof PARTS)[number];

interface BenchOptions {
  readonly parts: readonly Part[];
  readonly steps: number;
  /** Played battles of a repeat. */
  readonly battles: number;
  readonly repeats: number;
  readonly tracesFolder: string;
}

export interface BenchReport {
  readonly node: string;
  readonly platform: string;
  /** The compiler with its flags, or the reason for the missing comparison. */
  readonly compiler?: string;
  readonly skipped?: string;
  /** Steps of the turn engine beside C. */
  readonly battle?: readonly BattleResult[];
  readonly played?: PlayedResult;
  readonly battlesPerSecond?: number;
  readonly drawsPerSecond?: number;
  readonly cpu?: CpuResult;
  readonly console?: ConsoleResult;
  readonly verify?: VerifyResult;
  readonly explain?: ExplainResult;
  readonly discover?: DiscoverResult;
  readonly snapshot?: SnapshotResult;
  readonly heap?: HeapResult;
  readonly jump?: JumpResult;
  readonly planner?: PlannerResult;
  readonly package?: PackageBench;
  readonly prove?: ProveBench;
  readonly search?: SearchBench;
  readonly party?: PartyBench;
  readonly commands?: CommandsResult;
}

/** A pair is short. */
const PAIRS_OF_A_REPEAT = 4;
const CPU_INSTRUCTIONS = 10_000_000;
const SNAPSHOT_COPIES = 200_000;
const SEARCH_STATES = 300_000;
const PROVE_CASES = 200_000;
/** A repeat takes seconds. */
const EXPLAIN_REPEATS = 5;

type BattlePart = Pick<
  BenchReport,
  'compiler' | 'skipped' | 'battle' | 'played' | 'battlesPerSecond' | 'drawsPerSecond'
>;

async function battlePart(options: BenchOptions): Promise<BattlePart> {
  const engine = buildEngine();
  try {
    // The engine first: what the compiler learns from played battles is not what the C engine is
    // measured against.
    const battle = await withFrameLimits(() => benchBattle(engine, options.steps, PAIRS_OF_A_REPEAT * options.repeats));
    const played = await withBattleLimits(() => benchPlayed(options.battles, options.repeats));
    const { battlesPerSecond, drawsPerSecond } = played;
    const build = engine.kind === 'built' ? { compiler: engine.compiler } : { skipped: engine.reason };
    return { ...build, battle, played, battlesPerSecond, drawsPerSecond };
  } finally {
    if (engine.kind === 'built') engine.remove();
  }
}

/**
 * Runs the parts in their fixed order.
 * @param note called with the name of each part before it runs
 */
export async function runBench(options: BenchOptions, note: (part: Part) => void = () => {}): Promise<BenchReport> {
  const { repeats } = options;
  const wanted = (part: Part): boolean => {
    if (!options.parts.includes(part)) return false;
    note(part);
    return true;
  };
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    ...(wanted('battle') ? await battlePart(options) : {}),
    ...(wanted('cpu') ? { cpu: await withFrameLimits(async () => benchCpu(CPU_INSTRUCTIONS, repeats)) } : {}),
    ...(wanted('console') ? { console: await withFrameLimits(() => benchConsole(repeats)) } : {}),
    ...(wanted('verify') ? { verify: await benchVerify(options.tracesFolder, repeats) } : {}),
    ...(wanted('explain')
      ? { explain: await benchExplain(options.tracesFolder, Math.min(repeats, EXPLAIN_REPEATS)) }
      : {}),
    ...(wanted('discover') ? { discover: await benchDiscover(options.tracesFolder) } : {}),
    ...(wanted('snapshot') ? { snapshot: benchSnapshot(SNAPSHOT_COPIES, repeats) } : {}),
    ...(wanted('heap') ? { heap: benchHeap(options.steps) } : {}),
    ...(wanted('jump') ? { jump: benchJump() } : {}),
    ...(wanted('planner') ? { planner: await withSearchLimits(async () => benchPlanner(repeats)) } : {}),
    ...(wanted('package') ? { package: await benchPackage(Math.min(repeats, EXPLAIN_REPEATS)) } : {}),
    ...(wanted('prove')
      ? { prove: benchProve(options.tracesFolder, PROVE_CASES, Math.min(repeats, EXPLAIN_REPEATS)) }
      : {}),
    ...(wanted('search') ? { search: await benchSearch(Math.min(options.steps, SEARCH_STATES), repeats) } : {}),
    ...(wanted('party') ? { party: await benchParty(options.tracesFolder, Math.min(repeats, EXPLAIN_REPEATS)) } : {}),
    ...(wanted('commands')
      ? { commands: await benchCommands(options.tracesFolder, Math.min(repeats, EXPLAIN_REPEATS)) }
      : {}),
  };
}
