/** What a command of a menu way comes to in the model, beside what a recording shows of it. */
import type { ActionShape, Battle, System } from '../../../core/system/system.js';
import type { Menus } from '../../../core/system/timed.js';
import { SYSTEMS } from '../../base/systems.js';
import {
  type BoundCells,
  battleOf,
  bindCells,
  loadImage,
  readBoundCell,
  writeBoundCell,
} from '../../play/trace/bind.js';
import type { OpenLog } from './log-frames.js';
import type { CommandWay } from './types.js';

/** Frames of cursors before an order, at most. */
const MOST_CURSOR_FRAMES = 64;
/** Values of a parameter that is looked for, at most. */
const MOST_VALUES = 64;

/** A command that a way names, and the cell of the target window that it was given. */
export interface Claim {
  readonly way: CommandWay;
  readonly parameters: Readonly<Record<string, number>>;
  readonly target: number | undefined;
}

/** What comes of a claim: the index of the first cell that differs, or one of these. */
export const EQUAL = -1;
/** The battle does not take the command now. */
export const REFUSED = -2;
/** The target window does not offer the chosen cell. */
export const NO_TARGET = -3;

export interface OrderModel {
  readonly system: System;
  readonly battle: Battle;
  readonly menus: Menus;
  readonly bound: BoundCells;
  /** By index of the log: compared cells, and those that a plan does not compare. */
  readonly compared: readonly number[];
  readonly inputs: ReadonlySet<number>;
  readonly command: Int32Array;
}

/**
 * @param inputs names of the cells of pads, cursors and clocks
 * @returns undefined for a system without orders by frames
 * @throws LockstepError for a log whose cells are not those of its system
 */
export function orderModel({ reader }: OpenLog, file: string, inputs: readonly string[]): OrderModel | undefined {
  const { header } = reader;
  const system = SYSTEMS.find(({ id }) => id === header.system);
  const menus = system?.capabilities.menus;
  if (system === undefined || menus === undefined || system.capabilities.actions === undefined) return undefined;
  const battle = battleOf(system, header, file);
  const bound = bindCells(header, battle, file);
  loadImage(header, battle);
  const names = header.cells.map(([name]) => name);
  const left = new Set([...names.keys()].filter((index) => inputs.includes(names[index] ?? '')));
  const compared = [...names.keys()].filter((index) => bound.active[index] === 1 && !left.has(index));
  return { system, battle, menus, bound, compared, inputs: left, command: new Int32Array(8) };
}

/** Puts recorded values into the battle. @param all false: without pads and cursors */
function putRow({ battle, bound, inputs }: OrderModel, values: Uint32Array, all: boolean): void {
  for (let index = 0; index < values.length; index++) {
    if (all || !inputs.has(index)) writeBoundCell(battle.image, bound, index, values[index] as number);
  }
}

function encoded({ code, parameters }: ActionShape, given: Readonly<Record<string, number>>): Int32Array {
  const words = new Int32Array(parameters.length + 5);
  words[0] = code;
  parameters.forEach(({ name, optional, min }, index) => {
    words[1 + index] = given[name] ?? (typeof optional === 'number' ? optional : min);
  });
  return words;
}

/**
 * The encoded commands whose target is the chosen cell: several values may seek the same one.
 * `NO_TARGET`: the window does not offer it; `REFUSED`: it does, and no value comes to it.
 */
function withTarget(
  model: OrderModel,
  before: Uint32Array,
  shape: ActionShape,
  given: Readonly<Record<string, number>>,
  target: number,
): Int32Array[] | typeof NO_TARGET | typeof REFUSED {
  const free = shape.parameters.find(({ name }) => given[name] === undefined);
  const last = free === undefined ? 0 : Math.min(free.max, free.min + MOST_VALUES - 1);
  const found: Int32Array[] = [];
  let isOffered = false;
  for (let value = free?.min ?? 0; value <= last; value++) {
    const words = encoded(shape, free === undefined ? given : { ...given, [free.name]: value });
    putRow(model, before, true);
    const offered = model.menus.targets(model.battle, words);
    if (offered?.chosen === target) found.push(words);
    isOffered ||= offered?.cells.includes(target) === true;
  }
  if (found.length > 0) return found;
  return isOffered ? REFUSED : NO_TARGET;
}

/** Steps an encoded command up to the frame in which it is carried out. */
function stepOrder(model: OrderModel, words: Int32Array, waits: boolean, before: Uint32Array): boolean {
  const { system, battle, menus, command } = model;
  const { actions } = system.capabilities;
  putRow(model, before, true);
  if (actions === undefined || actions.refuses(battle, words) !== 0) return false;
  for (let frames = 0; ; frames++) {
    if (frames === MOST_CURSOR_FRAMES || !actions.next(battle, words, command)) return false;
    if (waits || menus.isOrder(command)) break;
    battle.step(command, undefined);
  }
  // the frames of the model's own cursors are none of the recording's
  putRow(model, before, false);
  battle.step(command, undefined);
  return true;
}

/** Steps the command of a claim. @returns `EQUAL`, or what is different */
export function outcome(model: OrderModel, claim: Claim, before: Uint32Array, now: Uint32Array): number {
  const { way, parameters, target } = claim;
  const shape = model.system.capabilities.actions?.shapes.find(({ name }) => name === way.command);
  if (shape === undefined) return REFUSED;
  const given =
    target === undefined ? [encoded(shape, parameters)] : withTarget(model, before, shape, parameters, target);
  if (typeof given === 'number') return given;
  let found = REFUSED;
  for (const words of given) {
    if (!stepOrder(model, words, way.waits === true, before)) continue;
    const { compared, battle, bound } = model;
    const different = compared.find((index) => readBoundCell(battle.image, bound, index) !== now[index]);
    if (different === undefined) return EQUAL;
    found = different;
  }
  return found;
}

/** Value of a cell in the model after the last outcome. */
export function modelValue({ battle, bound }: OrderModel, index: number): number {
  return readBoundCell(battle.image, bound, index);
}
