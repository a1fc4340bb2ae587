/**
 * Whether an order does what the profile says of it: the command that its way names is stepped by
 * the model from the recorded frame before, and every compared cell has to come out as recorded.
 * This finds entries in another order and buttons that do something else.
 */
import { wordOfButton } from '../../base/pad-script.js';
import { type Check, contradict, count } from './check-state.js';
import type { OpenLog } from './log-frames.js';
import {
  type Claim,
  EQUAL,
  modelValue,
  NO_TARGET,
  type OrderModel,
  orderModel,
  outcome,
  REFUSED,
} from './order-model.js';
import type { CommandWay } from './types.js';
import { type Chosen, waysOf, wayText } from './walked-path.js';

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
export interface Given {
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
