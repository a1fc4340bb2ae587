/** Plays a plan from many starts, one after the other, and notes what became of each. */

import { readCell } from '../../../../core/system/battle.js';
import { countText } from '../../../../core/system/names.js';
import type { Battle, CellDeclaration, Generator, System } from '../../../../core/system/system.js';
import { gaugeCellName, type LaterUnits, LockstepError } from '../../../base/index.js';

import {
  compileExpression,
  compileParts,
  createCellIndex,
  createPlay,
  createPlayer,
  type Expression,
  encodeMove,
  encodeStep,
  generatorText,
  laterUnits,
  type Move,
  NEXT_BATTLE,
  type Plan,
  type PlanStep,
  type PlanVisitor,
} from '../../../play/index.js';

import { drawnSystem } from '../position/position.js';

// A plan with a policy in the place of its commands; the ways from battle to battle stay.

/** @param policy name of a policy, or undefined: the plan's own commands */
export function policyPlan(plan: Plan, policy: string | undefined): Plan {
  if (policy === undefined) return plan;
  const command = { command: 'auto', policy };
  const play: PlanStep = { command, label: undefined, repeat: 1, error: undefined, expect: {} };
  const ways = plan.steps.filter((step) => step.command.command === NEXT_BATTLE);
  return { ...plan, steps: [play, ...ways.flatMap((way) => [{ ...way, expect: {} }, play])], checks: [] };
}

// The starts that a plan is played from, by number.

export const START_KINDS = ['timers', 'cycles', 'waits', 'places'] as const;
export type StartKind = (typeof START_KINDS)[number];

export interface StartChoice {
  readonly kind: StartKind;
  /** Of `timers`: the timer at the start, or undefined: the plan's. */
  readonly timer: number | undefined;
  /** Of `waits`: the most frames waited. */
  readonly frames: number;
}

interface Starts {
  readonly count: number;
  /** What they are, in words. */
  readonly what: string;
  /** Changes the plan's own starting image. @returns frames to wait before the first command */
  put(battle: Battle, start: number): number;
  /** What a plan writes for it. */
  name(start: number): string;
}

const SEEDS = 0x1_0000;

function cellOf(battle: Battle, name: string): CellDeclaration {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new LockstepError('E_INTERNAL', `there is no cell ${name}`);
  return cell;
}

function write16(image: Uint8Array, { offset }: CellDeclaration, value: number): void {
  image[offset] = value & 0xff;
  image[offset + 1] = value >> 8;
}

/**
 * A first battle: the generator is unseeded, the map's has any value, in the order of its frames.
 */
function timerStarts(generator: Generator, battle: Battle, timer: number | undefined): Starts {
  const { seed } = generator;
  const clock = cellOf(battle, generator.timer);
  const words = new Uint16Array(SEEDS);
  words[0] = seed.read(battle);
  for (let frame = 1; frame < SEEDS; frame++) words[frame] = seed.next(words[frame - 1] as number);
  const time = timer ?? readCell(battle.image, clock);
  return {
    count: SEEDS,
    what: `all ${SEEDS} values of the map's generator before a first battle, timer ${time} at its start`,
    put(other, start) {
      seed.write(other, words[start] as number);
      write16(other.image, clock, time);
      generator.write(other, 0);
      return 0;
    },
    name: (start) => `mapGenerator = ${words[start]}, ${start} map frames later`,
  };
}

function cycleStarts(generator: Generator): Starts {
  const count = generator.cycles.reduce((sum, { length }) => sum + length, 0);
  const states = new Uint32Array(count);
  let at = 0;
  for (const { first, length } of generator.cycles) {
    let state = first;
    for (let step = 0; step < length; step++) {
      states[at++] = state;
      state = generator.next(state);
    }
  }
  return {
    count,
    what: `all ${countText(count, 'state')} of the generator's known cycles`,
    put(battle, start) {
      generator.write(battle, states[start] as number);
      return 0;
    },
    name: (start) => `generator = ${generatorText(states[start] as number)}`,
  };
}

/** Every place that the enemies may begin at. */
function placeStarts(system: System, battle: Battle): Starts {
  const places = system.capabilities.planning?.startPlaces?.(battle, SEEDS);
  if (places === undefined) {
    throw new LockstepError('E_OPTION', 'every unit of this battle starts where the plan has it', {
      found: '--starts places',
      expected: 'enemies without a type, or of a NAME class: the game shifts them',
      remedy: 'Leave --starts out',
    });
  }
  const { count } = places;
  if (count > SEEDS) {
    throw new LockstepError('E_OPTION', `the enemies may start in more than ${SEEDS} ways`, {
      found: '--starts places',
      remedy: 'Write the places that were seen: [setup] places = [[column, row], ...]',
    });
  }
  return {
    count,
    what: `all ${countText(count, 'way')} to start within two columns and two rows of the plan's places`,
    put(other, start) {
      places.put(other.image, start);
      return 0;
    },
    name: (start) => places.name(start),
  };
}

/** @param battle the plan's own start */
export function startsOf(
  { system, battle }: Pick<SeedsProblem, 'system' | 'battle'>,
  generator: Generator,
  { kind, timer, frames }: StartChoice,
): Starts {
  if (kind === 'places') return placeStarts(system, battle);
  if (kind === 'timers') return timerStarts(generator, battle, timer);
  if (kind === 'cycles') return cycleStarts(generator);
  return {
    count: frames + 1,
    what: `0 to ${countText(frames, 'frame')} of waiting before the first command`,
    put: (_, start) => start,
    name: (start) => `${countText(start, 'frame')} waited`,
  };
}

// A wanted condition: an expression over cells, with the words that screens show.

/**
 * @param later units of the battles after this one
 * @throws ExpressionError with the column, also for a unit that no battle has: its cells are 0, so
 * that `hp = 0` would hold from the start
 */
export function compileWant(system: System, battle: Battle, text: string, later: LaterUnits = []): Expression {
  return compileExpression(text, createCellIndex(system, battle, later));
}

/** The parts of a condition that all have to hold; the whole one where it has no parts. */
export function partsOfWant(system: System, battle: Battle, text: string): Expression[] {
  return compileParts(text, createCellIndex(system, battle));
}

/** What is noted of a start: numbers, at these places. */
export const RESULT = 0;
/** Index of the `[[do]]` table that was refused, or -1. */
export const BROKEN_STEP = 1;
/** Number of the rule error it was refused with. */
export const BROKEN_ERROR = 2;
export const FRAMES = 3;
export const WANTED = 4;
/** 1 once the start was played. */
export const PLAYED = 5;
/** 1 where the generator drew. */
export const DREW = 6;
/**
 * HP at the end, one for each gauge of `healthCells`; behind them 1 for each part of what is wanted
 * that holds.
 */
export const HP = 7;

const RUNNING = 0;
/** Value of the result after which no battle comes. */
export const LOST = 2;
/** The longest wait of one command. */
const LONGEST_WAIT = 255;

export interface SeedsProblem {
  readonly system: System;
  /** At the plan's own start. */
  readonly battle: Battle;
  readonly plan: Plan;
  readonly choice: StartChoice;
  readonly want: string | undefined;
}

/** HP of the units that are there at the start, by what people call them. */
export function healthCells({
  system,
  battle,
}: Pick<SeedsProblem, 'system' | 'battle'>): (readonly [prefix: string, cell: CellDeclaration])[] {
  const { overview } = system.capabilities.views ?? {};
  const gauges = (overview?.gauges ?? []).filter(({ role }) => role === 'health');
  return (overview?.units(battle) ?? []).flatMap(({ prefixes }) => {
    const names = gauges.flatMap((gauge) => gaugeCellName(gauge, prefixes) ?? []);
    const cell = battle.cells.find(({ name }) => names.includes(name));
    return cell === undefined ? [] : [[prefixes[0] ?? cell.name, cell] as const];
  });
}

export interface StartPlayer {
  readonly starts: Starts;
  /** Numbers noted of a start. */
  readonly width: number;
  /** Plays a start. @param notes gets its numbers from `at` on */
  play(start: number, notes: Int32Array, at: number): void;
  /** Names of the unpublished stretches that the starts so far went through. */
  unpublished(): readonly string[];
}

function movesOf({ system, battle, plan }: SeedsProblem): readonly Move[] {
  return plan.steps.map((step, index) => {
    const move = encodeStep(system, battle, plan, index);
    if (typeof move !== 'string') return move;
    throw new LockstepError('E_OPTION', 'a step that is to be refused cannot be played from other starts', {
      file: plan.file,
      line: plan.locate(`do[${index}]`).line,
      found: step.command.command,
      remedy: 'Take it out',
    });
  });
}

function must(battle: Battle, name: string): CellDeclaration {
  const cell = battle.cells.find((candidate) => candidate.name === name);
  if (cell === undefined) throw new LockstepError('E_INTERNAL', `there is no cell ${name}`);
  return cell;
}

/** @throws LockstepError for an expression that cannot be read */
export function createStartPlayer(problem: SeedsProblem): StartPlayer {
  const { system, battle, plan, choice, want } = problem;
  const { generator } = drawnSystem(system, plan.file);
  const starts = startsOf(problem, generator, choice);
  const image = battle.image.slice();
  const passed = system.capabilities.evidence?.unpublished?.(battle);
  const moves = movesOf(problem);
  const health = healthCells(problem);
  const condition = want === undefined ? undefined : compileWant(system, battle, want, laterUnits(system, moves));
  const parts = want === undefined ? [] : partsOfWant(system, battle, want);
  const player = createPlayer(system, battle);
  const result = must(battle, 'battleResult');
  const frames = must(battle, 'battleFrames');
  const around = { frame: 0, pad: -1 };
  const waits = Array.from({ length: LONGEST_WAIT + 1 }, (_, count) =>
    count === 0 ? undefined : encodeMove(system, battle, { command: 'wait', frames: count }),
  );

  function waitFor(count: number): void {
    for (let left = count; left > 0; left -= LONGEST_WAIT) {
      const move = waits[Math.min(left, LONGEST_WAIT)];
      if (move !== undefined) player.play(move, undefined);
    }
  }

  /** What is noted of the start at hand, and where. */
  let noted: Int32Array = new Int32Array(0);
  let notedAt = 0;
  const visitor: PlanVisitor = {
    before({ index }) {
      const now = readCell(battle.image, result);
      if (now === RUNNING) return 'play';
      if (now === LOST) return 'end';
      // what is left of a battle that is over is not given; the next one may come
      return moves[index]?.shape.begins === true ? 'play' : 'skip';
    },
    refused({ index, refusal }) {
      noted[notedAt + BROKEN_STEP] = index;
      noted[notedAt + BROKEN_ERROR] = refusal as number;
    },
  };
  const commands = createPlay(system, battle, plan, visitor, { player, moves });

  return {
    starts,
    width: HP + health.length + parts.length,
    play(start, notes, at) {
      battle.image.set(image);
      notes[at + BROKEN_STEP] = -1;
      notes[at + BROKEN_ERROR] = 0;
      const wait = starts.put(battle, start);
      const state = generator.read(battle);
      waitFor(wait);
      noted = notes;
      notedAt = at;
      commands.rewind();
      while (commands.advance());
      notes[at + DREW] = generator.read(battle) === state ? 0 : 1;
      notes[at + RESULT] = readCell(battle.image, result);
      notes[at + FRAMES] = readCell(battle.image, frames);
      around.frame = notes[at + FRAMES] as number;
      notes[at + WANTED] = condition?.evaluate(image, battle.image, around) ?? 0;
      notes[at + PLAYED] = 1;
      for (const [index, [, cell]] of health.entries()) notes[at + HP + index] = readCell(battle.image, cell);
      for (const [index, part] of parts.entries()) {
        notes[at + HP + health.length + index] = part.evaluate(image, battle.image, around) === 0 ? 0 : 1;
      }
      passed?.note();
    },
    unpublished: () => passed?.names() ?? [],
  };
}
