/** From what both sides came to in every state to a verdict on a row. */
import type { UnpublishedRow } from '../../../rom-map/index.js';
import type { Outcome, StateResult, WayProbe } from './run-probe.js';

/**
 * `settled`: one setting agrees in all states. `agrees`: our stand-in does in all cases. `none`:
 * neither. `runs`: the original's way is known, and nothing of ours is compared with it.
 */
export type SettleVerdict = 'settled' | 'agrees' | 'none' | 'runs' | 'not reached';

/** What the verdict on a probe's states needs. */
export type Judging = Pick<WayProbe, 'watched' | 'limit'>;

/** What is decided about a row. */
export interface Judged {
  readonly verdict: SettleVerdict;
  /** The setting that agrees, of a settled switch. */
  readonly value: string | number | undefined;
  /** States or cases that were run. */
  readonly states: number;
  /** First difference, where nothing agrees. */
  readonly first: string;
  /** Why it was not reached, or what was not seen. */
  readonly reason: string;
}

export function isSame(a: Outcome, b: Outcome): boolean {
  return a.exit === b.exit && a.values.every((value, index) => value === b.values[index]);
}

export function differenceText(
  { watched }: Judging,
  state: StateResult,
  setting: number,
  value: string | number,
): string {
  const mine = state.ours[setting] as Outcome;
  const { theirs } = state;
  const cell = watched.findIndex((_, index) => mine.values[index] !== theirs.values[index]);
  const what =
    mine.exit === theirs.exit
      ? `${watched[cell]}: ${mine.values[cell]} by ${value}, theirs ${theirs.values[cell]}`
      : `${mine.exit} by ${value}, theirs: ${theirs.exit}`;
  return `${state.what}: ${what}`;
}

/**
 * The setting that agrees in all states, or the first difference of the one that agrees longest.
 */
export function judgeStates(probe: Judging, row: UnpublishedRow, states: readonly StateResult[]): Judged {
  const firsts = row.values.map((_, setting) =>
    states.findIndex(({ theirs, ours }) => !isSame(theirs, ours[setting] as Outcome)),
  );
  const agreeing = row.values.filter((_, setting) => firsts[setting] === -1);
  const common = { states: states.length, reason: probe.limit ?? '' };
  const [value] = agreeing;
  if (value !== undefined && agreeing.length === 1) return { ...common, verdict: 'settled', value, first: '' };
  if (value !== undefined) {
    const reason = `${agreeing.join(' and ')} agree in all states: the image's tables do not tell them apart`;
    return { ...common, verdict: 'not reached', value: undefined, first: '', reason };
  }
  const nearest = firsts.indexOf(Math.max(...firsts));
  const state = states[firsts[nearest] as number] as StateResult;
  const first = differenceText(probe, state, nearest, row.values[nearest] as string | number);
  return { ...common, verdict: 'none', value: undefined, first };
}
