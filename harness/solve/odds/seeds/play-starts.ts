/** Plays a plan from many starts, one after the other, and notes what became of each. */
import { readCell } from '../../../../core/system/battle.js';
import type { Battle, CellDeclaration, System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import { gaugeCellName } from '../../../base/unit-names.js';
import { encodeStep } from '../../../play/plan/encode.js';
import { createPlayer, encodeMove, type Move } from '../../../play/plan/moves.js';
import { createPlay, type PlanVisitor } from '../../../play/plan/play.js';
import type { Plan } from '../../../play/plan/types.js';
import { drawnSystem } from '../position/position.js';
import { type StartChoice, type Starts, startsOf } from './starts.js';
import { compileWant, partsOfWant } from './want.js';

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

export const RUNNING = 0;
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
  const starts = startsOf(generator, battle, choice);
  const image = battle.image.slice();
  const moves = movesOf(problem);
  const health = healthCells(problem);
  const condition = want === undefined ? undefined : compileWant(system, battle, want);
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
    },
  };
}
