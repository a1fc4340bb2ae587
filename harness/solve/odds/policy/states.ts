/**
 * States of a battle by number: each is kept as the words that differ from the start. Cells that
 * decide nothing are left out, so that states with the same future are one.
 */
import { createGoalDistance } from '../../search/beam/beam.js';
import { askedReadings, createLowerBound } from '../../search/problem/lower-bound.js';
import { METRICS, NO_LIMIT, planningOf } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';
import { createStateLayout } from '../../search/state/state-layout.js';
import { createUnitReader, type Unit } from '../table/candidates.js';

export interface States {
  /** Number of the present battle's state. */
  put(): number;
  /** Puts the battle into a state. */
  load(state: number): void;
  /** Least further amount of each limited metric, and then of the cost. */
  needs(state: number): readonly number[];
  /** Distance from the goal: 0 there. */
  distance(state: number): number;
  readonly count: () => number;
  readonly bytes: () => number;
}

/** Metrics with a limit, in the order of the amounts of a line of play. */
export function limitedMetrics({ limits }: Problem): number[] {
  return METRICS.map((_, metric) => metric).filter((metric) => limits[metric] !== NO_LIMIT);
}

/** Bytes that a state takes besides its text. */
const OVERHEAD = 160;

/** @param problem its battle is at the root */
export function createStates(problem: Problem): States {
  const { system, battle } = problem;
  const { image, mask, timeMask } = createStateLayout(system, battle, askedReadings(problem));
  const { timerMatters } = planningOf(system);
  const root = image.slice();
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  const needs: (readonly number[])[] = [];
  const distances: number[] = [];
  const bounds = [
    ...limitedMetrics(problem).map((metric) => METRICS.map((_, other) => (other === metric ? 1 : 0))),
    problem.weights,
  ].map((weights) => createLowerBound(problem, weights));
  const distanceNow = createGoalDistance(problem);
  const codes: number[] = [];
  let bytes = 0;

  function textNow(): string {
    codes.length = 0;
    const hasTime = timerMatters === undefined || timerMatters(battle);
    for (let word = 0; word < image.length; word++) {
      const bits = hasTime ? (mask[word] as number) | (timeMask[word] as number) : (mask[word] as number);
      const value = ((image[word] as number) ^ (root[word] as number)) & bits;
      if (value !== 0) codes.push(word, value & 0xffff, value >>> 16);
    }
    return String.fromCharCode(...codes);
  }

  const states: States = {
    put() {
      const text = textNow();
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const state = texts.push(text) - 1;
      numbers.set(text, state);
      // what is left out is as it is at the start, also where it is looked at
      states.load(state);
      needs.push(bounds.map((bound) => bound()));
      distances.push(distanceNow());
      bytes += 2 * text.length + OVERHEAD;
      return state;
    },
    load(state) {
      const text = texts[state] as string;
      image.set(root);
      for (let at = 0; at < text.length; at += 3) {
        const word = text.charCodeAt(at);
        image[word] = (image[word] as number) ^ (text.charCodeAt(at + 1) | (text.charCodeAt(at + 2) << 16));
      }
    },
    needs: (state) => needs[state] as readonly number[],
    distance: (state) => distances[state] as number,
    count: () => texts.length,
    bytes: () => bytes,
  };
  return states;
}

// What a player sees of a state: HP, statuses, places and facings of the units.

export interface Screen {
  /** Equal texts look the same. */
  seen(state: number): string;
  /** What of a state looks otherwise than another one, in words. */
  change(before: number, after: number): string;
}

/** What became of a unit, in words; empty for nothing. */
function unitChange(before: Unit, after: Unit | undefined, statusNames: readonly string[]): string {
  if (after === undefined) return `${before.name} is gone`;
  const parts: string[] = [];
  const lost = before.hp - after.hp;
  if (lost !== 0) parts.push(`${lost > 0 ? `loses ${lost}` : `recovers ${-lost}`} (HP ${after.hp})`);
  statusNames.forEach((name, bit) => {
    const [was, is] = [(before.statuses >> bit) & 1, (after.statuses >> bit) & 1];
    if (was !== is) parts.push(is === 1 ? `gets ${name}` : `is rid of ${name}`);
  });
  if (before.abnormality !== after.abnormality) parts.push(`has abnormality ${after.abnormality}`);
  if (before.x !== after.x || before.y !== after.y) parts.push(`stands at ${after.x},${after.y}`);
  if (before.facing !== after.facing) parts.push(`faces ${after.facing}`);
  return parts.length === 0 ? '' : `${before.name} ${parts.join(', ')}`;
}

export function createScreen({ system, battle }: Problem, states: States): Screen {
  const reader = createUnitReader(system, battle);
  const texts: string[] = [];

  function unitsOf(state: number): ReadonlyMap<string, Unit> {
    states.load(state);
    return reader.read(battle.image.slice());
  }

  return {
    seen(state) {
      texts[state] ??= JSON.stringify([...unitsOf(state).values()]);
      return texts[state] as string;
    },
    change(before, after) {
      const now = unitsOf(after);
      const old = unitsOf(before);
      const changes = [...old.values()].map((unit) => unitChange(unit, now.get(unit.prefix), reader.statusNames));
      const come = [...now.values()].filter(({ prefix }) => !old.has(prefix)).map(({ name }) => `${name} comes`);
      const said = [...changes, ...come].filter((text) => text !== '');
      return said.length === 0 ? 'nothing looks different' : said.join('; ');
    },
  };
}
