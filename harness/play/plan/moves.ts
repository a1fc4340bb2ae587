/**
 * Moves: the commands and actions that a `[[do]]` table or a search can name, and how they are
 * played.
 */
import { decodeCommand, encodeAction, encodeCommand } from '../../../core/system/battle.js';
import {
  type ActionShape,
  type Battle,
  type CommandShape,
  type EventBuffer,
  RuleError,
  type System,
} from '../../../core/system/system.js';
import { nearest, nearestWord } from '../../base/index.js';
import type { RowCommand } from '../trace/types.js';
import { type Plan, type PlanStep, planError } from './types.js';

/** A playable move: a command of the system, or an action made of commands. */
export interface Move {
  readonly shape: CommandShape;
  /** Present: an action. */
  readonly action: ActionShape | undefined;
  /** Encoded, with its phase when it is an action. */
  readonly words: Int32Array;
}

/**
 * Frames that pass at least in a move: one, or what its parameter says
 * (`CommandShape.leastFrames`).
 */
export function leastFramesOf({ shape: { leastFrames, parameters }, words }: Move): number {
  const at = parameters.findIndex(({ name }) => name === leastFrames);
  return at < 0 ? 1 : (words[1 + at] as number);
}

/** Every name that a `command =` may have. */
export function moveNames(system: System): string[] {
  const actions = system.capabilities.actions?.shapes ?? [];
  return [...new Set([...system.commands, ...actions].map((shape) => shape.name))];
}

/** The shape behind a name; an action goes before a command of the same name. */
export function moveShape(system: System, name: string): CommandShape | undefined {
  return (
    system.capabilities.actions?.shapes.find((shape) => shape.name === name) ??
    system.commands.find((shape) => shape.name === name)
  );
}

/**
 * Encodes a command or an action.
 * @throws RuleError with the name of the faulty parameter
 */
export function encodeMove(system: System, battle: Battle, command: RowCommand): Move {
  const action = system.capabilities.actions?.shapes.find((shape) => shape.name === command.command);
  if (action === undefined) {
    const words = encodeCommand(system, battle, command);
    const shape = system.commands.find((candidate) => candidate.name === command.command) as CommandShape;
    return { shape, action: undefined, words };
  }
  const words = encodeAction(system, battle, command, action);
  return { shape: action, action, words };
}

/**
 * Called after every command of a move with its encoded form, which is reused, and the number of
 * its rule error or 0.
 */
type CommandListener = (command: Int32Array, error: number) => void;

export interface Player {
  /**
   * Plays a move. Returns 0 or the number of a rule error; a refused move changes nothing.
   * @param turn the unit that acts, if known
   */
  play(move: Move, events: EventBuffer | undefined, listener?: CommandListener, turn?: number): number;
  /** Number of accepted commands of the last move. */
  commands: number;
}

/** Words that an action may add to its parameters and its phase. */
const OWN_WORDS = 4;

/**
 * A player of moves in a battle.
 * @param step steps the battle, or an equivalent of it
 */
export function createPlayer(
  system: System,
  battle: Battle,
  step: Battle['step'] = (command, events) => battle.step(command, events),
): Player {
  const actions = system.capabilities.actions;
  const command = new Int32Array(64);
  const words = new Int32Array(64);
  /** Number of words that may be non-zero. */
  let longest = words.length;

  function playAction(
    move: Move,
    events: EventBuffer | undefined,
    listener: CommandListener | undefined,
    turn: number | undefined,
  ): number {
    if (actions === undefined) return 1;
    // written by hand: a search does this for every move
    const given = move.words;
    for (let at = 0; at < given.length; at++) words[at] = given[at] as number;
    for (let at = given.length; at < longest; at++) words[at] = 0;
    longest = given.length + OWN_WORDS;
    const refusal = actions.refuses(battle, words, turn);
    if (refusal !== 0) {
      listener?.(words, refusal);
      return refusal;
    }
    while (actions.next(battle, words, command)) {
      if (events !== undefined) events.length = 0;
      const error = step(command, events);
      listener?.(command, error);
      if (error !== 0) return error;
      player.commands++;
    }
    return 0;
  }

  const player: Player = {
    commands: 0,
    play(move, events, listener, turn) {
      player.commands = 0;
      if (move.action !== undefined) return playAction(move, events, listener, turn);
      if (events !== undefined) events.length = 0;
      const error = step(move.words, events);
      listener?.(move.words, error);
      if (error === 0) player.commands = 1;
      return error;
    },
  };
  return player;
}

// Encodes the commands of a plan; an unknown command or id is an error with the nearest known one.

/** A remedy that names the nearest known command, parameter or id. */
export function remedyFor(system: System, step: Pick<PlanStep, 'command'>, error: RuleError): string {
  const shape = moveShape(system, step.command.command);
  if (shape === undefined) return nearest(step.command.command, moveNames(system));
  const [key = ''] = error.path.split('[');
  const parameter = shape.parameters.find((candidate) => candidate.name === key);
  if (parameter === undefined) {
    return nearest(
      key,
      shape.parameters.map((candidate) => candidate.name),
    );
  }
  if (error.unknown === undefined) return `Give ${key}: ${parameter.meaning}`;
  const { word, known, legal = [] } = error.unknown;
  const guess = nearestWord(word, known);
  if (guess !== undefined && legal.length > 0 && !legal.includes(guess))
    return `${guess} is not legal now: name one that is`;
  if (guess !== undefined) return `Did you mean ${guess}?`;
  return known.length > 0 ? 'Name one of these' : `Give a number from ${parameter.min} to ${parameter.max}`;
}

/**
 * The move of a step, or the code of its rejection if the plan expects that code.
 * @throws LockstepError `E_PLAN_COMMAND`
 */
export function encodeStep(system: System, battle: Battle, plan: Plan, index: number): Move | string {
  const step = plan.steps[index] as PlanStep;
  try {
    return encodeMove(system, battle, step.command);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    if (step.error === error.code) return error.code;
    const [key = ''] = error.path.split('[');
    throw planError(
      'E_PLAN_COMMAND',
      plan.file,
      plan.locate(`do[${index}].${key}`),
      `${error.code}: ${error.message}`,
      { remedy: remedyFor(system, step, error) },
      error,
    );
  }
}

// Text of a move in one line: its name and its given parameters.

/** A command in one line, such as `step up` or `areaTurn right presses=2323`. */
export function commandText(command: RowCommand): string {
  const words = Object.entries(command)
    .filter(([key]) => key !== 'command')
    .map(([key, value]) => (typeof value === 'string' ? value : `${key}=${valueText(key, value)}`));
  return [command.command, ...words].join(' ');
}

function valueText(key: string, value: unknown): string {
  return key === 'pad' && typeof value === 'number'
    ? `0x${value.toString(16).padStart(4, '0')}`
    : JSON.stringify(value);
}

/** The plain form of a move without the parameters that have their default. */
export function plainMove(system: System, battle: Battle, move: Move): RowCommand {
  const plain = decodeCommand(system, battle, move.words, [move.shape]);
  const kept = Object.entries(plain).filter(([key, value]) => {
    const parameter = move.shape.parameters.find((candidate) => candidate.name === key);
    if (parameter === undefined) return true;
    return typeof value === 'string' || parameter.optional === undefined || value !== parameter.optional;
  });
  return Object.fromEntries(kept) as RowCommand;
}

export function moveText(system: System, battle: Battle, move: Move): string {
  return commandText(plainMove(system, battle, move));
}
