/** What may come of each choice, by the same graphs as `lockstep odds`. */
import type { Battle, System } from '../../../../core/system/system.js';
import { boundedText, type Chance, mostOf, NEVER, percentText } from '../../../solve/odds/graph/chance.js';
import type { DrawGraph } from '../../../solve/odds/graph/draw-graph.js';
import { OPEN } from '../../../solve/odds/graph/explore.js';
import type { DrawnSystem } from '../../../solve/odds/position/position.js';
import { isUse, tryOut } from '../../../solve/odds/table/candidates.js';
import { actorOf, commandOdds, type Outlook } from '../../../solve/odds/table/command-odds.js';
import { isTouched, type Share, type UnitOutcome } from '../../../solve/odds/table/tally.js';
import { createUnitReader, type UnitReader } from '../../../solve/odds/table/units.js';
import type { Likelihood, RowOdds, UnitOdds } from './messages.js';

/** Frames played for a command before others get their turn, and at most. */
export const FIRST_PLAYS = 400;
export const MOST_PLAYS = 100_000;

export interface OddsReader {
  /** The commands are asked of this state from now on. */
  begin(image: Uint8Array): void;
  /**
   * @returns undefined for a command that uses nothing, or takes effect only behind another's turn
   */
  of(words: Int32Array, plays: number): RowOdds | undefined;
}

const inMillionths = ({ numerator, bits }: Chance): number =>
  Number((numerator * 1_000_000n) >> BigInt(bits)) / 1_000_000;

function likelihood({ chance }: Share, open: Chance): Likelihood {
  const bounded = { least: chance, open };
  return { share: inMillionths(chance), most: inMillionths(mostOf(bounded)), text: boundedText(bounded) };
}

const isPossible = ({ chance }: Share): boolean => chance.numerator !== NEVER.numerator;

function unitOdds(outcome: UnitOutcome, open: Chance): UnitOdds {
  const { unit, lost, hurt, out, moved, turned, statuses, abnormalities } = outcome;
  const named: (readonly [string, Share])[] = [
    ...statuses,
    ...abnormalities.map(([number, share]) => [`abnormality ${number}`, share] as const),
    ['moved', moved],
    ['turned', turned],
  ];
  return {
    prefix: unit.prefix,
    hp: unit.hp,
    lost: lost.map(([hp, share]) => [hp, likelihood(share, open)] as const),
    hit: likelihood(hurt, open),
    out: likelihood(out, open),
    more: named.flatMap(([name, share]) => (isPossible(share) ? [`${name} ${likelihood(share, open).text}`] : [])),
  };
}

/** Draws on the longest way through a graph. */
function mostDraws({ points, start }: DrawGraph): number {
  const known = new Map<number, number>();
  const behind = ({ to, skips }: { readonly to: number; readonly skips: number }): number =>
    skips + (to === OPEN ? 0 : (known.get(to) ?? 0));
  // children of a point that is not known yet are looked at first
  const stack = start.to === OPEN ? [] : [start.to];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const point = points[top];
    const edges =
      point?.is === 'draw' || point?.is === 'parting'
        ? point.edges
        : point?.is === 'frame' && point.next
          ? [point.next]
          : [];
    const waiting = edges.filter(({ to }) => to !== OPEN && !known.has(to));
    if (waiting.length > 0) {
      stack.push(...waiting.map(({ to }) => to));
      continue;
    }
    known.set(top, (point?.is === 'draw' ? 1 : 0) + Math.max(0, ...edges.map(behind)));
    stack.pop();
  }
  return behind(start);
}

const openText = (open: Chance): string => (open.numerator === 0n ? '' : `${percentText(open)} not looked at yet`);

/** @returns undefined for a system without draws that could be looked at */
export function createOddsReader(system: System, battle: Battle): OddsReader | undefined {
  const { forceDraws: force, generator, framePlay } = system.capabilities.planning ?? {};
  if (force === undefined || generator === undefined || framePlay === undefined) return undefined;
  const drawn: DrawnSystem = { system, force, generator, framePlay };
  const reader: UnitReader = createUnitReader(system, battle);
  let start = battle.image.slice();
  let outlook: Outlook = { position: { ...drawn, battle }, reader, rings: [], actor: undefined };
  return {
    begin(image) {
      start = image.slice();
      outlook = { ...outlook, actor: actorOf(battle, reader.read(start)) };
      battle.image.set(start);
    },
    of(words, plays) {
      battle.image.set(start);
      const shape = system.commands.find(({ code }) => code === words[0]);
      if (shape === undefined || !framePlay(battle).takes(shape.code) || !isUse(shape)) return undefined;
      const isSoon = tryOut(drawn, battle, words);
      battle.image.set(start);
      if (!isSoon) return undefined;
      const { graph, units, open } = commandOdds(outlook, start, words, { horizon: 'effect', plays });
      const isOther = ({ unit }: UnitOutcome): number => (unit.side === outlook.actor?.side ? 1 : 0);
      const touched = units.filter(isTouched).sort((a, b) => isOther(a) - isOther(b));
      return { units: touched.map((unit) => unitOdds(unit, open)), open: openText(open), draws: mostDraws(graph) };
    },
  };
}
