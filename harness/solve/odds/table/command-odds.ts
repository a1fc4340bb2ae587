/** What may come of one command, for every unit, and how likely it is. */
import { readCell } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import type { Chance } from '../graph/chance.js';
import { type DrawGraph, drawGraph, type Horizon } from '../graph/draw-graph.js';
import { countEnds, type Ring } from '../graph/follow.js';
import { weigh } from '../graph/weigh.js';
import type { DrawnSystem } from '../position/position.js';
import { endsOf, tallyUnits, type UnitOutcome, withoutOwnTurn } from './tally.js';
import type { Unit, UnitReader } from './units.js';

/** Where commands are looked at. */
export interface Outlook {
  readonly position: DrawnSystem & { readonly battle: Battle };
  readonly reader: UnitReader;
  /** The generator's cycles; none: the shares of their states stay 0. */
  readonly rings: readonly Ring[];
  /** The ally whose turn it is. */
  readonly actor: Unit | undefined;
}

/** Where a command's graph ends: at a horizon, or when so many frames have been played. */
export interface OddsLimits {
  readonly horizon: Horizon;
  readonly plays: number;
}

export interface CommandOdds {
  readonly graph: DrawGraph;
  readonly units: readonly UnitOutcome[];
  /** What was not looked at because of the limit. */
  readonly open: Chance;
}

/** The ally whose turn it is. */
export function actorOf(battle: Battle, units: ReadonlyMap<string, Unit>): Unit | undefined {
  const named = (name: string) => battle.cells.find((cell) => cell.name === name);
  const [pointer, first] = [named('currentAlly'), named('ally[0].id')];
  if (pointer === undefined || first === undefined) return undefined;
  const number = (readCell(battle.image, pointer) - (first.address & 0xffff)) / 0x40;
  return units.get(`ally[${number}]`);
}

/**
 * Looks at a command that the battle accepts.
 * @param image the state before it, in which the battle is left
 */
export function commandOdds(
  { position, reader, rings, actor }: Outlook,
  image: Uint8Array,
  words: Int32Array,
  { horizon, plays }: OddsLimits,
): CommandOdds {
  const { battle, force, framePlay } = position;
  battle.image.set(image);
  const before = reader.read(image);
  const graph = drawGraph(battle, framePlay(battle), force, words, { horizon, plays, forUnits: true });
  if (typeof graph === 'number') {
    throw new LockstepError('E_INTERNAL', `a listed command was refused with ${graph}`);
  }
  const { chances, open } = weigh(graph);
  const tallied = tallyUnits(reader, before, endsOf(graph, chances, countEnds(graph, rings)));
  const units = withoutOwnTurn(tallied, actor?.prefix ?? '');
  battle.image.set(image);
  return { graph, units, open };
}
