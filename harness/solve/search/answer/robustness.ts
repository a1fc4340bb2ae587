/**
 * The robustness of a route: the same moves under every other value of every switch, and from every
 * other place that the enemies may begin at, played from the plan's setup. A setup that a value
 * refuses is an outcome, not an error.
 */
import { readCell, snapshot } from '../../../../core/system/battle.js';
import { cellValueText } from '../../../../core/system/cell-value.js';
import type { Battle, SwitchShape } from '../../../../core/system/system.js';
import { LockstepError, reasonText } from '../../../base/index.js';
import { type Plan, startBattle } from '../../../play/index.js';

import { planningOf } from '../problem/outcome.js';
import { createProblem, type Problem } from '../problem/problem.js';
import { type PlayedPath, playPath, type Route } from './routes.js';

/**
 * What becomes of the route. `holds`: it reaches its goal at the same cost and ends in the same
 * state. `otherFigures`: it reaches its goal, at another cost or in another state. `breaks`: a move
 * is refused, a condition is broken, or the goal is missed. `refused`: the plan's setup does not
 * fit this value. `notPlayed`: there are too many of them.
 */
type SettingVerdict = 'holds' | 'otherFigures' | 'breaks' | 'refused' | 'notPlayed';

export interface OtherSetting {
  /** Name of the switch; `places` for the places at the start. */
  readonly switch: string;
  /** Its other value; of places what a plan writes, such as `[[3, 2]]`. */
  readonly value: string | number;
  readonly verdict: SettingVerdict;
  /** What differs, or why it breaks; empty where it holds. */
  readonly detail: string;
}

/** Cells that a detail names at most. */
const NAMED_CELLS = 2;

/** Values of the cells that decide the future, by name. */
function figuresOf(system: Problem['system'], battle: Battle): Map<string, string> {
  const cells = planningOf(system).stateKeyCells?.(battle) ?? battle.cells;
  return new Map(
    cells
      .filter(({ scratch, passive }) => scratch !== true && passive !== true)
      .map((cell) => [cell.name, cellValueText(cell, readCell(battle.image, cell))]),
  );
}

/** Names the cells whose values differ: `enemy[0].hp 12 instead of 9 and 3 more cells`. */
function differenceText(mine: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): string {
  const other = [...theirs].filter(([name, value]) => mine.get(name) !== value);
  const named = other
    .slice(0, NAMED_CELLS)
    .map(([name, value]) => `${name} ${value} instead of ${mine.get(name) ?? 'none'}`);
  const more = other.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more cell${more === 1 ? '' : 's'}` : '');
}

interface Base {
  readonly played: PlayedPath;
  readonly figures: ReadonlyMap<string, string>;
}

async function playUnder(plan: Plan, problem: Problem, route: Route, base: Base): Promise<[SettingVerdict, string]> {
  let battle: Battle;
  try {
    battle = await startBattle(problem.system, plan);
  } catch (error) {
    if (error instanceof LockstepError) return ['refused', error.message.replace(/^column \d+: /u, '')];
    throw error;
  }
  return playFrom(battle, plan, problem, route, base);
}

/** Plays the route from a battle that stands at its start. */
function playFrom(battle: Battle, plan: Plan, { system }: Problem, route: Route, base: Base): [SettingVerdict, string] {
  let other: Problem;
  try {
    other = createProblem(system, battle, plan);
  } catch (error) {
    if (error instanceof LockstepError) return ['breaks', `before the route: ${reasonText(error)}`];
    throw error;
  }
  const played = playPath(other, snapshot(battle), route);
  if (played.fault !== undefined) {
    const { step, what } = played.fault;
    return ['breaks', step > route.path.length ? `at its end it ${what}` : `move ${step} ${what}`];
  }
  if (played.cost !== base.played.cost) return ['otherFigures', `cost ${played.cost} instead of ${base.played.cost}`];
  const differs = differenceText(base.figures, figuresOf(system, battle));
  return differs === '' ? ['holds', ''] : ['otherFigures', differs];
}

/** Start places that are played at most. */
const MOST_PLACES = 625;

/** Plays a route from every other place that the enemies may begin at. */
async function fromOtherPlaces(problem: Problem, route: Route, base: Base): Promise<OtherSetting[]> {
  const { system, plan } = problem;
  const battle = await startBattle(system, plan);
  const start = battle.image.slice();
  const places = system.capabilities.planning?.startPlaces?.(battle, MOST_PLACES);
  if (places === undefined) return [];
  if (places.count > MOST_PLACES) {
    const detail = `there are more than ${MOST_PLACES}; write those that were seen: [setup] places`;
    return [{ switch: 'places', value: 'others', verdict: 'notPlayed', detail }];
  }
  const rows: OtherSetting[] = [];
  for (let number = 1; number < places.count; number++) {
    battle.image.set(start);
    places.put(battle.image, number);
    const [verdict, detail] = playFrom(battle, plan, problem, route, base);
    rows.push({ switch: 'places', value: places.name(number).replace(/^places = /u, ''), verdict, detail });
  }
  return rows;
}

/**
 * Plays a route under every other value of every switch, and from every other start place.
 *
 * @param start image of the problem's start; the problem's battle is left in another state
 * @returns one row for each value, in the order of the switches, then for each place; none for a
 * route whose draws are chosen, which no plan can play, and for a start that was recorded under one
 * setting
 */
export async function robustnessOf(
  problem: Problem,
  start: Uint8Array,
  route: Route,
): Promise<readonly OtherSetting[]> {
  const { system, plan } = problem;
  if (plan.start !== undefined || route.moves.some(({ draws }) => draws !== undefined)) return [];
  const base: Base = { played: playPath(problem, start, route), figures: figuresOf(system, problem.battle) };
  const rows: OtherSetting[] = [];
  for (const { name, value } of otherValues(system.switches, plan)) {
    const switches = { ...plan.ruleset.switches, [name]: value };
    const other: Plan = { ...plan, ruleset: { ...plan.ruleset, switches } };
    const [verdict, detail] = await playUnder(other, problem, route, base);
    rows.push({ switch: name, value, verdict, detail });
  }
  return [...rows, ...(await fromOtherPlaces(problem, route, base))];
}

/** Every value of every switch that the plan does not choose. */
function otherValues(
  switches: readonly SwitchShape[],
  { ruleset }: Plan,
): { readonly name: string; readonly value: string | number }[] {
  return switches.flatMap(({ name, values, default: normal }) => {
    const chosen = ruleset.switches[name] ?? normal;
    return values.filter((value) => value !== chosen).map((value) => ({ name, value }));
  });
}

const WORDS: Readonly<Record<SettingVerdict, string>> = {
  holds: 'holds',
  otherFigures: 'holds with other figures',
  breaks: 'breaks',
  refused: 'the setup is refused',
  notPlayed: 'is not played',
};

/** One line that counts all settings, then one for each that changes the route. */
export function robustnessLines(rows: readonly OtherSetting[]): string[] {
  if (rows.length === 0) return [];
  const counts = Object.entries(WORDS).flatMap(([verdict, words]) => {
    const count = rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [`${words} ${count}`];
  });
  const other = rows.filter(({ verdict }) => verdict !== 'holds');
  return [
    `the same moves under other settings, one changed at a time (${rows.length}): ${counts.join(', ')}`,
    ...other.map(
      (row) => `  ${row.switch} = ${row.value}: ${WORDS[row.verdict]}${row.detail === '' ? '' : `: ${row.detail}`}`,
    ),
  ];
}
