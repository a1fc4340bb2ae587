/**
 * What a planner's hand waits for: the list of legal commands and the preview of each of them, in
 * battles of a party of four; and the preview of a whole battle played by a policy.
 */
import { choicesOf, createBattle, LIVE_A_LIVE_BATTLE, preview } from '../../../core/live-a-live/index.js';
import { encodeCommand } from '../../../core/system/battle.js';
import type { Battle, PlainCommand } from '../../../core/system/system.js';
import { type Spread, spreadOf, timed } from './measure/measure.js';

export interface PreviewResult {
  readonly battles: number;
  /** States of those battles in which the player is asked. */
  readonly states: number;
  /** Commands of all states. */
  readonly commands: number;
  /** Milliseconds of a list, over the states: each by its median over the repeats. */
  readonly choices: Spread;
  /** Milliseconds of a preview, over the commands: each by its median over the repeats. */
  readonly previews: Spread;
  /** The command whose preview takes longest. */
  readonly longest: string;
  /** Milliseconds of a whole battle as one preview, over the states. */
  readonly wholeBattles: Spread;
  /** Frames and happenings of the longest of these. */
  readonly frames: number;
  readonly happenings: number;
}

/** Battles of the bundled plans, and one with many commands. */
const FORMATIONS = [
  ...['namcat', 'tula-han', 'great-asia', 'jackie-iaukea', 'max-morgan', 'moribe-seishi', 'odie-o'],
  0x10,
] as const;
const PARTY = [
  { character: 'takahara' },
  { character: 'akira' },
  { character: 'oersted', level: 10 },
  { character: 'straybow', level: 10 },
];
const WHOLE_BATTLE = { command: 'auto', policy: 'attack' };
/** Commands of the random player before each further state of a battle. */
const BEFORE = { command: 'auto', policy: 'random', commands: 6 };
const STATES_OF_A_BATTLE = 3;
/** The compiler has settled after some ten thousand previews. */
const WARM_ROUNDS = 15;
const MILLISECOND = 1e6;

interface Task {
  readonly name: string;
  readonly run: () => void;
  readonly times: number[];
}

interface State {
  readonly list: Task;
  readonly previews: readonly Task[];
  readonly whole: Task;
  readonly size: () => { readonly frames: number; readonly happenings: number };
}

function task(name: string, run: () => void): Task {
  return { name, run, times: [] };
}

function statesOf(formation: string | number): State[] {
  const encode = (battle: Battle, command: PlainCommand): Int32Array =>
    encodeCommand(LIVE_A_LIVE_BATTLE, battle, command);
  const states: State[] = [];
  for (let earlier = 0; earlier < STATES_OF_A_BATTLE; earlier++) {
    const battle = createBattle({ formation, generator: [18, 52, 86, 120], party: PARTY });
    for (let part = 0; part < earlier; part++) battle.step(encode(battle, BEFORE), undefined);
    const choices = choicesOf(battle).groups.flatMap((group) => group.choices);
    if (choices.length === 0) continue;
    const all = encode(battle, WHOLE_BATTLE);
    states.push({
      list: task('list', () => void choicesOf(battle)),
      previews: choices.map(({ command, words }) => task(JSON.stringify(command), () => void preview(battle, words))),
      whole: task('whole battle', () => void preview(battle, all)),
      size: () => {
        const { frames, happenings } = preview(battle, all);
        return { frames, happenings: happenings.length };
      },
    });
  }
  return states;
}

function milliseconds({ times }: Task): number {
  return spreadOf(times).median / MILLISECOND;
}

/** @param repeats 1 or more */
export function benchPreviews(repeats: number): PreviewResult {
  const states = FORMATIONS.flatMap(statesOf);
  const tasks = states.flatMap(({ list, previews, whole }) => [list, ...previews, whole]);
  for (let round = 0; round < WARM_ROUNDS + repeats; round++) {
    for (const { run, times } of tasks) {
      const took = timed(run);
      if (round >= WARM_ROUNDS) times.push(took);
    }
  }
  const previews = states.flatMap((state) => state.previews);
  const longest = previews.reduce((most, one) => (milliseconds(one) > milliseconds(most) ? one : most));
  const biggest = states.map(({ size }) => size()).reduce((most, one) => (one.frames > most.frames ? one : most));
  return {
    battles: FORMATIONS.length,
    states: states.length,
    commands: previews.length,
    choices: spreadOf(states.map(({ list }) => milliseconds(list))),
    previews: spreadOf(previews.map(milliseconds)),
    longest: longest.name,
    wholeBattles: spreadOf(states.map(({ whole }) => milliseconds(whole))),
    ...biggest,
  };
}
