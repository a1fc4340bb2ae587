/** Finds the generator's state by what was seen, observation by observation. */

import type { Battle } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import type { Move, Player } from '../../../play/plan/moves.js';
import { createPlay, type PlanVisitor } from '../../../play/plan/play.js';
import type { Plan } from '../../../play/plan/types.js';
import type { DrawnSystem } from '../position/position.js';
import { stateText } from '../position/state-text.js';
import { cutsIn, type Unsettled, unsettledOf } from '../position/unsettled.js';
import { startsOf } from '../seeds/starts.js';
import { createUnitReader } from '../table/units.js';
import type { Observation } from './observation.js';
import { createSuspectPlayer, type Group } from './suspects.js';

export interface Narrowing {
  readonly saw: string;
  readonly after: number;
  /** States that fit this and all before it. */
  readonly fit: number;
}

/** What comes next, and from how many states. */
export interface Next {
  readonly what: string;
  readonly states: number;
}

export interface Located {
  /** States in all. */
  readonly among: number;
  readonly what: string;
  readonly steps: readonly Narrowing[];
  /** States that fit everything: at the plan's start and now. */
  readonly found: readonly { readonly start: string; readonly now: string; readonly values: readonly number[] }[];
  readonly fit: number;
  /** The command of the plan behind the last observation, and what it comes to. */
  readonly next: { readonly command: string; readonly outcomes: readonly Next[] } | undefined;
  /** The observation that nothing fits, after which it ended. */
  readonly contradiction: string | undefined;
  readonly unsettled: readonly Unsettled[];
}

const SHOWN = 20;
const VALUES = 8;

function suspectsOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { suspects }) => sum + suspects.length, 0);
}

/** What a move comes to for every unit, in words. */
function wordsOf({ system }: DrawnSystem, battle: Battle): (before: Uint8Array, after: Uint8Array) => string {
  const reader = createUnitReader(system, battle);
  return (before, after) => {
    const now = reader.read(after.slice());
    const parts = [...reader.read(before).values()].flatMap((unit) => {
      const lost = unit.hp - (now.get(unit.prefix)?.hp ?? 0);
      return lost === 0 ? [] : [`${unit.name} ${lost > 0 ? `loses ${lost}` : `recovers ${-lost}`}`];
    });
    return parts.length === 0 ? 'nobody loses HP' : parts.join(', ');
  };
}

function nextOf(drawn: DrawnSystem, battle: Battle, groups: readonly Group[], move: Move): Next[] {
  const words = wordsOf(drawn, battle);
  const counts = new Map<string, number>();
  const player = createSuspectPlayer(drawn, battle);
  for (const group of groups) {
    for (const suspect of group.suspects) {
      let said = 'the command is refused';
      player.play([{ image: group.image, suspects: [suspect] }], move, (before, after) => {
        said = words(before, after);
        return false;
      });
      counts.set(said, (counts.get(said) ?? 0) + 1);
    }
  }
  return [...counts].map(([what, states]) => ({ what, states })).sort((a, b) => b.states - a.states);
}

/** States from which it is not worth to say what comes next from each. */
const TOO_MANY = 2000;

/**
 * @param battle at the plan's start
 * @throws LockstepError `E_LOCATE_NO_DRAWS` where nothing was drawn up to the last observation
 */
export function locate(
  drawn: DrawnSystem,
  battle: Battle,
  plan: Plan,
  observations: readonly Observation[],
  progress?: (command: number, fit: number) => void,
): Located {
  const { generator } = drawn;
  const start = battle.image.slice();
  const starts = startsOf(generator, battle, { kind: 'cycles', timer: undefined, frames: 0 });
  const first: { from: number; state: number }[] = [];
  for (let number = 0; number < starts.count; number++) {
    starts.put(battle, number);
    first.push({ from: number, state: generator.read(battle) });
  }
  battle.image.set(start);
  generator.write(battle, 0);
  let groups: readonly Group[] = [{ image: battle.image.slice(), suspects: first }];
  const steps: Narrowing[] = [];
  const last = Math.max(...observations.map(({ after }) => after));
  const player = createSuspectPlayer(drawn, battle);
  let contradiction: string | undefined;
  let following: Move | undefined;

  /**
   * Plays a command for all states; what was seen after it narrows them one by one, so that a
   * contradiction has a name.
   * @param move undefined: it is refused, and changes nothing
   */
  function narrow(move: Move | undefined, after: number): void {
    const here = observations.filter((each) => each.after === after);
    const before = groups;
    const play = (fits: (before: Uint8Array, after: Uint8Array) => boolean): readonly Group[] =>
      move === undefined ? before.filter(({ image }) => fits(image, image)) : player.play(before, move, fits);
    if (here.length === 0) groups = play(() => true);
    for (const [place, saw] of here.entries()) {
      groups = play((old, now) => here.slice(0, place + 1).every((each) => each.fits(old, now)));
      steps.push({ saw: saw.text, after: saw.after, fit: suspectsOf(groups) });
      if (groups.length > 0) continue;
      contradiction = saw.text;
      break;
    }
    progress?.(after, suspectsOf(groups));
  }

  const visitor: PlanVisitor = {
    before({ step, done }) {
      if (groups.length === 0) return 'end';
      if (step.error === undefined) return 'play';
      if (done < last) narrow(undefined, done + 1);
      return 'skip';
    },
  };
  const suspects: Pick<Player, 'play'> = {
    play(move) {
      if (played.done < last) narrow(move, played.done + 1);
      else following = move;
      return 0;
    },
  };
  const played = createPlay(drawn.system, battle, plan, visitor, { player: suspects, until: last + 1 });
  while (played.advance());
  const fit = suspectsOf(groups);
  const drew = groups.some(({ suspects }) => suspects.some(({ from, state }) => first[from]?.state !== state));
  battle.image.set(start);
  if (fit > 0 && !drew) {
    throw new LockstepError('E_LOCATE_NO_DRAWS', 'nothing was drawn up to what was seen, so it tells nothing', {
      file: plan.file,
      remedy: 'Name what was seen after a skill or an enemy’s turn',
    });
  }
  const next =
    following === undefined || fit === 0 || fit > TOO_MANY
      ? undefined
      : { command: following.shape.name, outcomes: nextOf(drawn, battle, groups, following) };
  battle.image.set(start);
  const shown = groups.flatMap(({ suspects }) => suspects).slice(0, SHOWN);
  const found = shown.map(({ from, state }) => {
    const values: number[] = [];
    for (let now = state; values.length < VALUES; now = generator.next(now)) values.push(generator.value(now));
    return { start: starts.name(from), now: `generator = ${stateText(state)}`, values };
  });
  const unsettled = unsettledOf(drawn.system, battle, plan.ruleset.switches, cutsIn(plan));
  return { among: starts.count, what: starts.what, steps, found, fit, next, contradiction, unsettled };
}
