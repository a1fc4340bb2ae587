/**
 * Whether an order does what the profile says of it: the command that its way names is stepped by
 * the model from the recorded frame before, and every compared cell has to come out as recorded.
 * This finds entries in another order and buttons that do something else.
 */
import type { ActionShape, Battle, System } from '../../../core/system/system.js';
import type { Menus } from '../../../core/system/timed.js';
import { SYSTEMS, wordOfButton } from '../../base/index.js';

import { type BoundCells, battleOf, bindCells, loadImage, readBoundCell, writeBoundCell } from '../../play/index.js';
import { type Check, contradict, count } from './check-state.js';
import type { OpenLog } from './log-frames.js';
import type { CommandWay } from './menu-profile.js';
import { type Chosen, waysOf, wayText } from './target-search.js';

// What a command of a menu way comes to in the model, beside what a recording shows of it.

/** Frames of cursors before an order, at most. */
const MOST_CURSOR_FRAMES = 64;
/** Values of a parameter that is looked for, at most. */
const MOST_VALUES = 64;

/** A command that a way names, and the cell of the target window that it was given. */
interface Claim {
  readonly way: CommandWay;
  readonly parameters: Readonly<Record<string, number>>;
  readonly target: number | undefined;
}

/** What comes of a claim: the index of the first cell that differs, or one of these. */
export const EQUAL = -1;
/** The battle does not take the command now. */
const REFUSED = -2;
/** The target window does not offer the chosen cell. */
const NO_TARGET = -3;

interface OrderModel {
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
function orderModel({ reader }: OpenLog, file: string, inputs: readonly string[]): OrderModel | undefined {
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
function modelValue({ battle, bound }: OrderModel, index: number): number {
  return readBoundCell(battle.image, bound, index);
}

function claimText({ way, parameters }: Claim): string {
  const values = Object.entries(parameters).filter(([name]) => way.when?.[name] === undefined);
  return [wayText(way), ...values.map(([name, value]) => `${name} ${value}`)].join(', ');
}

/** As it is counted: each button apart, places in lists and targets together. */
function countedText(claim: Claim): string {
  return claim.way.path === undefined ? claimText(claim) : wayText(claim.way);
}

interface Context {
  readonly check: Check;
  readonly model: OrderModel;
  readonly names: readonly string[];
}

function isTarget({ check }: Context, name: string): boolean {
  return check.profile.windows.some((window) => window.name === name && 'search' in window);
}

/** The claim of a way after the windows that were gone through. */
function claimOf(context: Context, way: CommandWay, walked: readonly Chosen[]): Claim {
  const parameters: Record<string, number> = { ...way.when };
  let target: number | undefined;
  walked.forEach(({ window, place }, at) => {
    const entry = way.path?.[at]?.entry;
    if (typeof entry === 'string') parameters[entry] = place;
    else if (isTarget(context, window)) target = place;
  });
  return { way, parameters, target };
}

function buttonClaims(way: CommandWay): Claim[] {
  const { button, buttons } = way;
  if (button !== undefined) return [{ way, parameters: {}, target: undefined }];
  const { parameter = '', values = [] } = buttons ?? {};
  return values.map((_, index) => ({ way, parameters: { [parameter]: index }, target: undefined }));
}

/** The first other claim of the profile that gives what was recorded, in words, or undefined. */
function otherText(
  context: Context,
  claim: Claim,
  walked: readonly Chosen[],
  { before, now }: Given,
): string | undefined {
  const { check, model } = context;
  for (const way of check.profile.commands) {
    const length = way.path?.length ?? 0;
    const isLonger = length > walked.length;
    const claims = length === 0 ? buttonClaims(way) : isLonger ? [] : [claimOf(context, way, walked)];
    for (const other of claims) {
      const tried = length === 1 ? { ...other, target: undefined } : other;
      if (claimText(tried) === claimText(claim)) continue;
      if (outcome(model, tried, before, now) === EQUAL) return `the recording shows ${claimText(tried)}`;
    }
  }
  return undefined;
}

/** What the battle does not take, because the enemies come first, proves nothing. */
function compare(context: Context, claim: Claim, walked: readonly Chosen[], given: Given): void {
  const { check, model, names } = context;
  const { frame, before, now } = given;
  const found = outcome(model, claim, before, now);
  const mine = found < 0 ? 0 : modelValue(model, found);
  if (found === EQUAL) count(check, `command ${countedText(claim)}`);
  if (found === EQUAL || found === REFUSED) return;
  const what = claimText(claim);
  const shown = otherText(context, claim, walked, given);
  // a cell that went out of range in the frame itself is no value of the command any more
  if (claim.target !== undefined && shown === undefined && found !== NO_TARGET) {
    count(check, 'order that no command explains');
    return;
  }
  const other = shown ?? 'no other command of the profile gives what was recorded';
  if (found === NO_TARGET) {
    contradict(check, frame, check.profile.cells.cursor, `a target of ${what}`, walked.at(-1)?.place ?? 0, other);
    return;
  }
  const why = `the profile says ${what}; ${other}`;
  contradict(check, frame, names[found] ?? '', `${mine}`, now[found] ?? 0, why);
}

/** What was given in a frame, and what the recording shows before and after it. */
interface Given {
  readonly frame: number;
  readonly before: Uint32Array;
  readonly now: Uint32Array;
}

export interface OrderCheck {
  /** An order through the windows that were gone through. */
  order(given: Given): void;
  /** A frame of the field. @param pad word of the buttons that are down */
  field(given: Given, pad: number): void;
}

/**
 * @param file of the log
 * @returns undefined for a system whose orders nobody can step
 * @throws LockstepError for a log whose cells are not those of its system
 */
export function createOrderCheck(check: Check, log: OpenLog, file: string): OrderCheck | undefined {
  const { profile } = check;
  const model = orderModel(log, file, profile.inputs);
  if (model === undefined) return undefined;
  const context: Context = { check, model, names: log.reader.header.cells.map(([name]) => name) };
  return {
    order(given) {
      const walked = [...check.walked];
      for (const way of waysOf(profile, walked)) compare(context, claimOf(context, way, walked), walked, given);
    },
    field(given, pad) {
      for (const way of profile.commands) {
        if (way.waits === true && pad === 0) compare(context, { way, parameters: {}, target: undefined }, [], given);
        const words = way.buttons?.values ?? (way.button === undefined ? [] : [way.button]);
        const claim = buttonClaims(way)[words.findIndex((button) => wordOfButton(button) === pad)];
        if (claim !== undefined) compare(context, claim, [], given);
      }
    },
  };
}
