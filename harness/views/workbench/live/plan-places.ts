/**
 * Where in a plan a running game is. States are compared by what a viewer sees: places, facings,
 * gauges and turn. Menus, buttons and counters of frames differ between a game and a plan.
 */
import type { Language } from '../../../../core/system/system.js';
import type { Timeline } from '../../../play/timeline/timeline.js';
import { rowEnds } from '../branch-lines.js';
import { createStateReader, type Sample } from '../units.js';

export interface PlanPlace {
  /** Commands of the plan that are done. */
  readonly row: number;
  /** Frames or steps of the next command that are done; 0: it has not begun. */
  readonly inside: number;
  /** The generator of the game is not in the plan's state: the draws to come are others. */
  readonly drawsDiffer: boolean;
}

/** A gauge or place of the game that is not that of the plan. */
export interface ShownDifference {
  readonly what: string;
  readonly game: string;
  readonly plan: string;
}

export interface PlanPlaces {
  /**
   * The place of a state: the next one from the command at which the game was, else one before it.
   * @returns undefined: the plan never shows that state
   */
  find(shown: Sample, generator: number, from: number): PlanPlace | undefined;
  /** What differs from the most similar state of the plan around a command. */
  differences(shown: Sample, from: number): readonly ShownDifference[];
}

/** Commands ahead of the game whose insides are looked at. */
const AHEAD = 3;
/** Commands whose insides are looked at where the game is nowhere else. */
const ANYWHERE = 200;

interface ShownValue {
  readonly what: string;
  readonly value: string;
}

/** What a viewer sees, by names that differ from each other. */
function shownValues({ units, gauges, turn }: Sample): Map<string, ShownValue> {
  const values = new Map<string, ShownValue>([['turn', { what: 'turn of', value: turn }]]);
  for (const { label, cell, value } of gauges) values.set(cell, { what: label, value: String(value) });
  for (const { label: unit, x, y, facing, gauges: own } of units) {
    values.set(unit, { what: `place of ${unit}`, value: facing === '' ? `${x},${y}` : `${x},${y} ${facing}` });
    for (const { label, cell, value } of own) values.set(cell, { what: `${label} of ${unit}`, value: String(value) });
  }
  return values;
}

const keyOf = (shown: Sample): string =>
  JSON.stringify([...shownValues(shown)].map(([name, { value }]) => [name, value]));

function differencesOf(game: Sample, plan: Sample): ShownDifference[] {
  const [one, other] = [shownValues(game), shownValues(plan)];
  return [...new Map([...one, ...other])].flatMap(([name, { what }]) => {
    const [here, there] = [one.get(name)?.value ?? 'none', other.get(name)?.value ?? 'none'];
    return here === there ? [] : [{ what, game: here, plan: there }];
  });
}

/** What a command shows between its beginning and its end. */
interface Inside {
  /** Number of each state. */
  readonly numbers: Map<string, number>;
  /** States of the generator, those at its beginning and end included. */
  readonly seeds: Set<number>;
}

/** The states of a plan, command by command. */
interface PlanStates {
  /** What is shown after each number of commands. */
  readonly keys: readonly string[];
  readonly hasGenerator: boolean;
  /** Visits the states of a command, those at its end included. */
  visit(row: number, take: (sample: Sample, inside: number) => void): void;
  insideOf(row: number): Inside;
  stateAt(row: number): Sample;
}

function createPlanStates(timeline: Timeline, repeats: readonly number[], language: Language): PlanStates {
  const { system, battle } = timeline;
  const read = createStateReader(system, battle, language);
  const { generator } = system.capabilities.planning ?? {};
  const ends = [0, ...rowEnds(repeats, timeline)].filter((end) => end <= timeline.length());
  const insides = new Map<number, Inside>();

  function stateAt(row: number): Sample {
    timeline.state(ends[row] ?? 0);
    return read.sample();
  }

  function visit(row: number, take: (sample: Sample, inside: number) => void): void {
    const [from, to] = [ends[row], ends[row + 1]];
    if (from === undefined || to === undefined) return;
    let inside = 0;
    for (let at = from + 1; at <= to; at++) {
      if (timeline.hasInside) timeline.visitInside(at, 0, () => take(read.sample(), ++inside));
      timeline.state(at);
      take(read.sample(), timeline.hasInside ? inside : ++inside);
    }
  }

  function insideOf(row: number): Inside {
    const known = insides.get(row);
    if (known !== undefined) return known;
    const found: Inside = { numbers: new Map(), seeds: new Set() };
    stateAt(row);
    if (generator !== undefined) found.seeds.add(generator.read(battle));
    visit(row, (sample, inside) => {
      const key = keyOf(sample);
      if (!found.numbers.has(key)) found.numbers.set(key, inside);
      if (generator !== undefined) found.seeds.add(generator.read(battle));
    });
    insides.set(row, found);
    return found;
  }

  const keys = ends.map((_, row) => keyOf(stateAt(row)));
  return { keys, hasGenerator: generator !== undefined, visit, insideOf, stateAt };
}

/** @param repeats of the commands of the plan that the timeline plays */
export function createPlanPlaces(timeline: Timeline, repeats: readonly number[], language: Language): PlanPlaces {
  const { keys, hasGenerator, visit, insideOf, stateAt } = createPlanStates(timeline, repeats, language);

  /** A state may be shown for as long as the commands around it take. */
  const at = (row: number, inside: number, seed: number): PlanPlace => {
    const around = inside === 0 && row > 0 ? [row - 1, row] : [row];
    return { row, inside, drawsDiffer: hasGenerator && !around.some((one) => insideOf(one).seeds.has(seed)) };
  };

  /** Looks at commands in their order, insides included. */
  function findNear(key: string, from: number, to: number, seed: number): PlanPlace | undefined {
    for (let row = from; row < Math.min(to, keys.length); row++) {
      if (keys[row] === key) return at(row, 0, seed);
      const inside = insideOf(row).numbers.get(key);
      if (inside !== undefined && keys[row + 1] !== key) return at(row, inside, seed);
    }
    return undefined;
  }

  return {
    find(shown, seed, from) {
      const key = keyOf(shown);
      const near = findNear(key, from, from + AHEAD, seed);
      if (near !== undefined) return near;
      const later = keys.indexOf(key, from);
      if (later >= 0) return at(later, 0, seed);
      const earlier = keys.lastIndexOf(key, from - 1);
      return earlier >= 0 && from > 0 ? at(earlier, 0, seed) : findNear(key, 0, ANYWHERE, seed);
    },
    differences(shown, from) {
      let least = differencesOf(shown, stateAt(from));
      for (let row = from; row < from + 2; row++) {
        visit(row, (sample) => {
          const next = differencesOf(shown, sample);
          if (next.length < least.length) least = next;
        });
      }
      return least;
    },
  };
}
