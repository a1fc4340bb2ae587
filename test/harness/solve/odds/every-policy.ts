/** Policies from the rules of the question alone: every line of play, one after the other. */
import { expect } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { createEventBuffer, encodeCommand, type PlainCommand, readCell } from '../../../../core/system/battle.js';
import type { Battle, DrawSource, EventBuffer } from '../../../../core/system/system.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { NO_LIMIT } from '../../../../harness/solve/search/problem/outcome.js';
import { createProblem } from '../../../../harness/solve/search/problem/problem.js';

export const SYSTEM = LIVE_A_LIVE_BATTLE;
const { force } = drawnSystem(SYSTEM, 'test');
export const LIMITS = { memoryBytes: 200_000_000, nodes: NO_LIMIT, milliseconds: NO_LIMIT };
/** All chance there is: weights of states are whole numbers of this. */
export const ALL = 1n << 600n;

const inline = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([key, item]) => `${key} = ${JSON.stringify(item)}`)
    .join(', ')} }`;

export interface Small {
  readonly formation: string;
  readonly before: readonly PlainCommand[];
  readonly moves: readonly PlainCommand[];
  readonly depth: number;
  /** HP of the enemy at the goal, and of Takahara throughout. */
  readonly enemyHp: number;
  readonly ownHp: number;
  readonly generator?: readonly number[];
  /** Enemies' actions at most, or no limit. */
  readonly enemyActions?: number;
}

export function problemOf({ formation, before, moves, depth, enemyHp, ownHp, ...given }: Small, luck: string) {
  const text = `
plan = 1
system = "live-a-live"
[setup]
formation = "${formation}"
generator = ${JSON.stringify(given.generator ?? [1, 2, 3, 4])}
[[setup.party]]
character = "takahara"
${before
  .map(
    (command) =>
      `[[do]]\n${Object.entries(command)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
        .join('\n')}`,
  )
  .join('\n')}
[search]
maximise = "chance"
luck = "${luck}"
moves = [${moves.map(inline).join(', ')}]
cost = { actions = 1, waits = 1 }
limits = { cost = ${depth}${given.enemyActions === undefined ? '' : `, enemyActions = ${given.enemyActions}`} }
keep = { "record[5].hp" = { min = ${ownHp} } }
goal = { "enemy[0].hp" = { max = ${enemyHp} } }
`;
  const plan = readPlan(new TextEncoder().encode(text), 'small.toml');
  return createProblem(SYSTEM, startPlan(SYSTEM, plan), plan);
}

export function value(battle: Battle, name: string): number {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new Error(name);
  return readCell(battle.image, cell);
}

const LOOKS = ['hp', 'statuses', 'abnormality', 'cellX', 'cellY'].map((rest) => `enemy[0].${rest}`);
const OWN_LOOKS = ['record[5].hp', ...['statuses', 'cellX', 'cellY'].map((rest) => `ally[0].${rest}`)];

/** What a player sees of the two: figures, and the way they face. */
function look(battle: Battle): string {
  const facings = ['enemy[0].facing', 'ally[0].facing'].map((name) => value(battle, name));
  const enemy = (facings[0] as number) >> 6;
  return [...[...LOOKS, ...OWN_LOOKS].map((name) => value(battle, name)), enemy, (facings[1] as number) & 3].join(' ');
}

export interface Possible {
  readonly image: Uint8Array;
  readonly weight: bigint;
  /** Enemies' actions so far. */
  readonly acted: number;
}

/** What a command comes to from one state; undefined: it is refused. */
export type Play = (battle: Battle, from: Possible, words: Int32Array) => Possible[] | undefined;

const kinds = new Uint8Array(256);
const events = createEventBuffer(1 << 16);

function emptied(): EventBuffer {
  events.length = 0;
  events.lost = 0;
  return events;
}

/** Skills that fire, steps that begin and turns, among the events of the last command. */
function actionsSeen(): number {
  expect(events.lost).toBe(0);
  return SYSTEM.capabilities.planning?.enemyActions?.(events, new Uint8Array(256)) ?? 0;
}

/** Every draw is 0 to 255. */
export const byDraws: Play = (battle, from, words) => {
  const visit = (given: readonly number[], weight: bigint): Possible[] | undefined => {
    let at = 0;
    let next: readonly (readonly [number, number])[] | undefined;
    const source: DrawSource = {
      kinds,
      given: () => given[at++] ?? -1,
      choose(values, count) {
        next ??= [...values.subarray(0, count)].map((least, kind) => [
          least,
          kinds.filter((own) => own === kind).length,
        ]);
        return values[0] as number;
      },
    };
    force(battle, source);
    battle.image.set(from.image);
    const error = battle.step(words, emptied());
    force(battle, undefined);
    if (error !== 0) return undefined;
    if (next === undefined) return [{ image: battle.image.slice(), weight, acted: from.acted + actionsSeen() }];
    return next.flatMap(([least, count]) => visit([...given, least], (weight * BigInt(count)) / 256n) ?? []);
  };
  return visit([], from.weight);
};

/** The generator draws. */
export const byGenerator: Play = (battle, { image, weight, acted }, words) => {
  battle.image.set(image);
  if (battle.step(words, emptied()) !== 0) return undefined;
  return [{ image: battle.image.slice(), weight, acted: acted + actionsSeen() }];
};

/** The greatest weight that reaches the goal, of states that are not told apart. */
export function bestWeight(
  battle: Battle,
  given: Small,
  possible: readonly Possible[],
  left: number,
  play: Play,
): bigint {
  if (left === 0) return 0n;
  let best = 0n;
  for (const command of given.moves) {
    const words = encodeCommand(SYSTEM, battle, command);
    let won = 0n;
    let isRefused = false;
    const seen = new Map<string, Possible[]>();
    for (const from of possible) {
      const after = play(battle, from, words);
      if (after === undefined) {
        isRefused = true;
        break;
      }
      for (const one of after) {
        battle.image.set(one.image);
        if (value(battle, 'record[5].hp') < given.ownHp) continue;
        if (given.enemyActions !== undefined && one.acted > given.enemyActions) continue;
        if (value(battle, 'enemy[0].hp') <= given.enemyHp) {
          won += one.weight;
          continue;
        }
        const menu = given.moves.map((move) => {
          battle.image.set(one.image);
          return battle.step(encodeCommand(SYSTEM, battle, move), undefined);
        });
        battle.image.set(one.image);
        const known = given.enemyActions === undefined ? '' : one.acted;
        const key = `${look(battle)} ${known} ${menu.map((error) => error === 0)}`;
        seen.set(key, [...(seen.get(key) ?? []), one]);
      }
    }
    if (isRefused) continue;
    for (const group of seen.values()) won += bestWeight(battle, given, group, left - 1, play);
    if (won > best) best = won;
  }
  return best;
}
