/**
 * The generator states that a battle may be in: groups with the same image, which a command is
 * played for at once, by its graph, where many are in one.
 */
import type { Battle } from '../../../../core/system/system.js';
import { createPlayer, type Move } from '../../../play/plan/moves.js';
import { type DrawGraph, drawGraph } from '../graph/draw-graph.js';
import { OPEN } from '../graph/explore.js';
import { followState } from '../graph/follow.js';
import { createImageKeys, type ImageKeys } from '../graph/image-key.js';
import type { DrawnSystem } from '../position/position.js';

/** A state now, and the state at the start that it came from. */
export interface Suspect {
  readonly from: number;
  readonly state: number;
}

export interface Group {
  /** With the generator's bytes all 0. */
  readonly image: Uint8Array;
  readonly suspects: readonly Suspect[];
}

/** Suspects from which the graph of a command is worth its making, and what it may take. */
const FOR_GRAPH = 1500;
const GRAPH_PLAYS = 40_000;
/** Plays a move for suspects; groups that fit stay. */
export interface SuspectPlayer {
  /** @param fits told the images round the move; others are dropped */
  play(groups: readonly Group[], move: Move, fits: (before: Uint8Array, after: Uint8Array) => boolean): Group[];
}

export function createSuspectPlayer(drawn: DrawnSystem, battle: Battle): SuspectPlayer {
  const { system, generator, force, framePlay } = drawn;
  const player = createPlayer(system, battle);
  const play = framePlay(battle);
  const keys: ImageKeys = createImageKeys(
    battle.image,
    battle.cells.filter((cell) => cell.scratch === true),
  );

  interface Found {
    readonly image: Uint8Array;
    readonly suspects: Suspect[];
  }

  function add(found: Map<string, Found>, image: Uint8Array, suspect: Suspect): void {
    const key = keys.between(0);
    const group = found.get(key);
    if (group === undefined) found.set(key, { image: image.slice(), suspects: [suspect] });
    else group.suspects.push(suspect);
  }

  function graphOf(image: Uint8Array, move: Move): DrawGraph | undefined {
    if (!play.takes(move.shape.code)) return undefined;
    battle.image.set(image);
    const graph = drawGraph(battle, play, force, move.words, { horizon: 'command', plays: GRAPH_PLAYS });
    return typeof graph === 'number' || !graph.isWhole ? undefined : graph;
  }

  return {
    play(groups, move, fits) {
      const found = new Map<string, Found>();
      for (const { image, suspects } of groups) {
        const graph = suspects.length >= FOR_GRAPH ? graphOf(image, move) : undefined;
        const ends = new Map<number, boolean>();
        for (const { from, state } of suspects) {
          if (graph !== undefined) {
            const { end, state: now } = followState(graph, generator, state);
            const point = end === OPEN ? undefined : graph.points[end];
            if (point?.is !== 'end') continue;
            const fit = ends.get(end) ?? fits(image, point.image);
            ends.set(end, fit);
            if (!fit) continue;
            battle.image.set(point.image);
            add(found, battle.image, { from, state: now });
            continue;
          }
          battle.image.set(image);
          generator.write(battle, state);
          if (player.play(move, undefined) !== 0) continue;
          const now = generator.read(battle);
          generator.write(battle, 0);
          if (fits(image, battle.image)) add(found, battle.image, { from, state: now });
        }
      }
      return [...found.values()];
    },
  };
}
