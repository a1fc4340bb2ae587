/** Every routine of an image against our functions. */

import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import type { RoutinePlan } from '../cpu-trace/profile.js';
import { type ImageUnderTest, totalName } from './image-profile.js';
import { sumOf, type Tally } from './outcomes.js';
import { OTHER_TABLES, proveRoutine, type RoutineOptions, type RoutineProof } from './prove-routine.js';
import type { PublishedCases } from './published.js';
import type { PlayedLog, RecordedStates } from './recorded-states.js';
import { createProofMachine } from './routine-runner.js';

export interface ProveOptions extends RoutineOptions {
  /** Only this routine (`C1:1C02`) or name. */
  readonly routine?: string | undefined;
  readonly area?: string | undefined;
  /** Only these routines or names; undefined: all. */
  readonly routines?: ReadonlySet<string> | undefined;
}

/** Where a run is. */
export interface ProvePlace {
  /** Routines that are through, and all of them. */
  readonly done: number;
  readonly all: number;
  /** The routine under way, or the last one: `C1:1C02`. */
  readonly routine: string;
}

export interface ProveProgress {
  /** After each case. */
  case(place: ProvePlace): void;
  /** After each routine. */
  routine(place: ProvePlace): void;
}

export interface ProveSource {
  /** Published cases of a routine. */
  published(plan: RoutinePlan): PublishedCases;
  area(plan: RoutinePlan): string | undefined;
}

export interface RecordedTotal extends Tally {
  readonly logs: readonly PlayedLog[];
  /** Frames that were equal to the logs. */
  readonly frames: number;
  /** Calls of the routines in them; a part of their states became cases. */
  readonly calls: number;
}

export interface ProveResult extends Tally {
  readonly image: { readonly sha256: string; readonly published: boolean; readonly profile: string };
  /** What the cases are called; never added to another total. */
  readonly total: string;
  readonly routines: number;
  readonly published: Tally;
  readonly recorded: RecordedTotal;
  readonly played: Tally;
  readonly varied: Tally;
  readonly branches: number;
  readonly bothWays: number;
  readonly oneWay: number;
  readonly never: number;
  readonly first: RoutineProof | undefined;
  readonly list: readonly RoutineProof[];
}

type Wanted = Pick<ProveOptions, 'routine' | 'routines' | 'area'>;

/** The routines that the options ask for. */
export function wantedPlans(image: ImageUnderTest, source: ProveSource, options: Wanted): readonly RoutinePlan[] {
  const { otherNames, plans } = image.profile;
  return [...plans, ...otherNames].filter((plan) => isWanted(plan, source, options));
}

function isWanted(plan: RoutinePlan, source: ProveSource, { area, routine, routines }: Wanted): boolean {
  if (area !== undefined && source.area(plan) !== area) return false;
  if (routines !== undefined && !routines.has(plan.routine) && !routines.has(plan.name)) return false;
  return routine === undefined || [plan.routine, plan.name].includes(routine);
}

function recordedTotal(list: readonly RoutineProof[], states: RecordedStates | undefined): RecordedTotal {
  const logs = states?.logs ?? [];
  return {
    ...sumOf(list.map(({ recorded }) => recorded)),
    logs,
    frames: logs.reduce((total, { frames }) => total + frames, 0),
    calls: states?.calls() ?? 0,
  };
}

/**
 * What keeps a proof from holding: something differs, published cases are undecided, or nothing
 * was compared. `holds` is given only where every published case that was run is equal.
 */
export type ProveVerdict = 'holds' | 'differs' | 'incomplete' | 'nothing compared';

/**
 * Published cases that were run, and did not come to an equal outcome. Those that were executed
 * with stand-ins of bytes that no listing prints ask the image about bytes that nobody published:
 * where it has others they are counted as stopped, and keep nothing from holding.
 */
export function publishedNotEqual({
  published: { cases, equal, stopped, reasons },
}: Pick<ProveResult, 'published'>): number {
  return cases - equal - stopped - (reasons.notComparable?.[OTHER_TABLES] ?? 0);
}

export function verdictOf(result: Pick<ProveResult, 'different' | 'equal' | 'published'>): ProveVerdict {
  if (result.different > 0) return 'differs';
  if (result.equal === 0) return 'nothing compared';
  return publishedNotEqual(result) > 0 ? 'incomplete' : 'holds';
}

/**
 * Proves an image in memory: every wanted routine, or those of `options.routines`.
 *
 * @param image of `imageUnderTest`; a changed copy of the bytes is another image
 *
 * @throws LockstepError `E_NOTHING_COMPARED` where no case of any routine was begun
 */
export function proveImage(
  image: ImageUnderTest,
  source: ProveSource,
  options: ProveOptions,
  progress?: ProveProgress,
): ProveResult {
  const plans = wantedPlans(image, source, options);
  const machine = createProofMachine(image);
  const list: RoutineProof[] = [];
  for (const plan of plans) {
    const place = { done: list.length, all: plans.length, routine: plan.routine };
    const onCase = progress === undefined ? undefined : () => progress.case(place);
    list.push(proveRoutine(machine, plan, source.published(plan), { ...options, onCase }));
    progress?.routine({ ...place, done: list.length });
  }
  const sum = (pick: (one: RoutineProof) => number): number => list.reduce((total, one) => total + pick(one), 0);
  if (sum((one) => one.cases) === 0) {
    throw new LockstepError('E_NOTHING_COMPARED', 'no case of any routine was run', {
      found: `--routine ${options.routine ?? 'any'}, --area ${options.area ?? 'any'}, ${countText(plans.length, 'routine')}`,
      expected: 'a routine of the image, such as C1:1C02; an area: turn, combat, ai',
    });
  }
  return {
    image: { sha256: image.sha256, published: image.published, profile: image.profile.name },
    total: totalName(image),
    routines: list.length,
    ...sumOf(list),
    published: sumOf(list.map((one) => one.published)),
    recorded: recordedTotal(list, options.recorded),
    played: sumOf(list.map((one) => one.played)),
    varied: sumOf(list.map((one) => one.varied)),
    branches: sum((one) => one.branches),
    bothWays: sum((one) => one.bothWays),
    oneWay: sum((one) => one.oneWay.length),
    never: sum((one) => one.never.length),
    first: list.find((one) => one.first !== undefined),
    list,
  };
}
