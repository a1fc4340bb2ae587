/**
 * Finds the smallest change of a plan that satisfies a failing checkpoint and all earlier ones. It
 * tries single changes (another number, one move more or less, another move), then pairs. A change
 * is smaller with fewer edits, then with a smaller difference of a number, then by kind in this
 * order, then nearer to the checkpoint.
 */
import { snapshot } from '../../../core/system/battle.js';
import { type Battle, RuleError, type System } from '../../../core/system/system.js';
import { createPause } from '../../base/index.js';
import { commandText, createPlayer, encodeMove, type Move, type Player } from '../plan/moves.js';
import { type Checkpoint, checkpointsOf, checksOf, failuresOf, type PlanVisitor, playPlan } from '../plan/play.js';

import type { Plan, PlanStep } from '../plan/types.js';
import type { RowCommand } from '../trace/types.js';
import type { CheckFailure } from './ledger.js';

export interface Repair {
  /** In words, with lines; empty when none was found. */
  readonly changes: readonly string[];
  /** Number of changed plans that were tried. */
  readonly tried: number;
}

/** Maximum number of commands in the search. */
const COMMAND_BUDGET = 1_500_000;
/** Maximum difference of a number that is tried exhaustively. */
const MAX_DIFFERENCE = 64;

interface Item {
  readonly command: RowCommand;
  readonly repeat: number;
  readonly error: string | undefined;
  /** Index of its step in the plan, for its checkpoints; -1: inserted. */
  readonly step: number;
}

interface Edit {
  readonly size: number;
  readonly text: string;
  apply(items: readonly Item[]): readonly Item[];
}

function itemsOf(plan: Plan, last: number): Item[] {
  return plan.steps.slice(0, last + 1).map(({ command, repeat, error }, step) => ({ command, repeat, error, step }));
}

/** Whole-number parameters that a plan step gives, and its repeats. */
function numberEdits(plan: Plan, step: PlanStep, index: number, shapeNumbers: readonly string[]): Edit[] {
  const line = plan.locate(`do[${index}]`).line;
  const edits: Edit[] = [];
  const change = (name: string, value: number, make: (item: Item, to: number) => Item): void => {
    for (let difference = 1; difference <= MAX_DIFFERENCE; difference++) {
      for (const to of [value + difference, value - difference]) {
        if (to < 0 || (name === 'repeat' && to < 1)) continue;
        edits.push({
          size: difference,
          text: `line ${line}: ${commandText(step.command)}: ${name} = ${to} instead of ${value}`,
          apply: (items) => items.map((item) => (item.step === index ? make(item, to) : item)),
        });
      }
    }
  };
  for (const name of shapeNumbers) {
    const value = step.command[name];
    if (typeof value !== 'number') continue;
    change(name, value, (item, to) => ({ ...item, command: { ...item.command, [name]: to } }));
  }
  if (step.repeat > 1) change('repeat', step.repeat, (item, to) => ({ ...item, repeat: to }));
  return edits;
}

/** Every move of the plan and every move without parameters, each once. */
function knownMoves(system: System, plan: Plan): RowCommand[] {
  const found = new Map<string, RowCommand>();
  const add = (command: RowCommand): void => void found.set(commandText(command), command);
  for (const { command } of plan.steps) add(command);
  for (const shape of system.capabilities.actions?.shapes ?? []) {
    const choices = shape.parameters.filter(({ ids, optional }) => optional === undefined && ids !== undefined);
    if (shape.parameters.some(({ optional, ids }) => optional === undefined && ids === undefined)) continue;
    if (choices.length === 0) add({ command: shape.name });
    const [choice] = choices;
    if (choice === undefined || choices.length > 1) continue;
    for (let value = choice.min; value <= choice.max; value++) add({ command: shape.name, [choice.name]: value });
  }
  return [...found.values()];
}

function moveEdits(plan: Plan, last: number, moves: readonly RowCommand[]): Edit[] {
  const edits: Edit[] = [];
  for (let index = last; index >= 0; index--) {
    const step = plan.steps[index] as PlanStep;
    const line = plan.locate(`do[${index}]`).line;
    const here = commandText(step.command);
    for (const command of moves) {
      const text = commandText(command);
      const added: Item = { command, repeat: 1, error: undefined, step: -1 };
      if (text !== here && step.repeat === 1) {
        edits.push({
          size: 1,
          text: `line ${line}: ${text} instead of ${here}`,
          apply: (items) => items.map((item) => (item.step === index ? { ...item, command } : item)),
        });
      }
      edits.push({
        size: 1,
        text: `line ${line}: ${text} before ${here}`,
        apply: (items) => items.flatMap((item) => (item.step === index ? [added, item] : [item])),
      });
    }
    edits.push({
      size: 1,
      text: `line ${line}: without ${here}`,
      apply: (items) => items.map((item) => (item.step === index ? { ...item, repeat: item.repeat - 1 } : item)),
    });
  }
  return edits;
}

/**
 * @param battle at the plan's start; its state is restored afterwards
 * @throws LockstepError `E_INTERRUPTED`
 */
export async function findRepair(
  system: System,
  battle: Battle,
  plan: Plan,
  failure: CheckFailure,
  signal?: AbortSignal,
): Promise<Repair> {
  if (failure.step < 0) return { changes: [], tried: 0 };
  const start = snapshot(battle);
  const checkpoints = checkpointsOf(system, battle, plan);
  const player = createPlayer(system, battle);
  const atStep = checkpointsByStep(plan, checkpoints);
  const items = itemsOf(plan, failure.step);
  const encoded = new Map<string, Move | undefined>();
  let commands = 0;
  let tried = 0;

  function moveOf(command: RowCommand): Move | undefined {
    const key = commandText(command);
    if (!encoded.has(key)) {
      try {
        encoded.set(key, encodeMove(system, battle, command));
      } catch (error) {
        if (!(error instanceof RuleError)) throw error;
        encoded.set(key, undefined);
      }
    }
    return encoded.get(key);
  }

  function holds(changed: readonly Item[]): boolean {
    tried++;
    battle.image.set(start);
    const moves = changed.map(({ command }) => moveOf(command));
    if (!moves.every((move) => move !== undefined)) return false;
    const steps = changed.map((item): PlanStep => ({ ...item, label: undefined, expect: {} }));
    let fails = false;
    const visitor: PlanVisitor = {
      // a step that was taken out has its checkpoints still
      before: ({ step }) => (fails ? 'end' : step.repeat === 0 ? 'skip' : 'play'),
      refused: () => {
        fails = true;
      },
      table: ({ index }) => {
        const here = atStep.get(changed[index]?.step ?? -1) ?? [];
        fails ||= here.some((checkpoint) => failuresOf(checksOf(checkpoint)).length > 0);
      },
    };
    const counting: Pick<Player, 'play'> = {
      play(move, ...rest) {
        const refusal = player.play(move, ...rest);
        commands += player.commands + 1;
        return refusal;
      },
    };
    playPlan(system, battle, { ...plan, steps, checks: [] }, visitor, { player: counting, moves });
    return !fails;
  }

  const edits = [
    ...plan.steps
      .slice(0, failure.step + 1)
      .flatMap((step, index) => numberEdits(plan, step, index, Object.keys(step.command)))
      .reverse(),
    ...moveEdits(plan, failure.step, knownMoves(system, plan)),
  ].sort((one, other) => one.size - other.size);
  let changes: readonly string[] = [];
  const pause = createPause(signal, 'no change was found yet');
  for (const edit of edits) {
    if (commands > COMMAND_BUDGET || changes.length > 0) break;
    if (holds(edit.apply(items))) changes = [edit.text];
    await pause();
  }
  const small = edits.filter((edit) => edit.size === 1);
  for (let first = 0; first < small.length && changes.length === 0; first++) {
    for (let second = first + 1; second < small.length && changes.length === 0; second++) {
      if (commands > COMMAND_BUDGET) break;
      const [one, other] = [small[first] as Edit, small[second] as Edit];
      if (holds(other.apply(one.apply(items)))) changes = [one.text, other.text];
      await pause();
    }
  }
  battle.image.set(start);
  return { changes, tried };
}

/** Checkpoints by the step that they follow. */
function checkpointsByStep(plan: Plan, byCount: ReadonlyMap<number, readonly Checkpoint[]>): Map<number, Checkpoint[]> {
  const found = new Map<number, Checkpoint[]>();
  let done = 0;
  plan.steps.forEach((step, index) => {
    const end = done + step.repeat;
    const here = byCount.get(end);
    if (here !== undefined) found.set(index, [...here]);
    done = end;
  });
  return found;
}
