/**
 * Checks a worst case line by line. From each listed state two things may be claimed: that no plan
 * is sure of the goal at a lower cost, and that one plan is sure of it at a cost. Either rests on
 * what the states behind it claim of themselves for the rest of the cost. Every move costs
 * something, so that no claim rests on itself.
 */
import type { WorstHeader, WorstLine } from './form.js';
import { createOutcomes, type From, type Made, type Outcomes } from './outcomes.js';
import { ENEMIES_TURN, type TaskMove } from './play-move.js';
import { createStoredStates, type StoredStates } from './stored-states.js';
import type { Task } from './task.js';
import { createTransitions, type Transition, type Transitions } from './transitions.js';
import type { WalkCounts } from './walk.js';

/** What is asked of a state that has no line yet. */
interface Awaited extends From {
  atLeast: number;
  atMost: number;
}

/** What a line claims of its state. */
type Claims = Pick<WorstLine, 'atLeast' | 'atMost'>;

interface WorstWalk {
  /** Takes the next line. @returns why it is wrong, or undefined */
  take(line: WorstLine): string | undefined;
  /** After the last line. @returns what is missing, or undefined */
  end(): string | undefined;
  /** The battle's own generator is put back. */
  finish(): void;
  readonly counts: () => WalkCounts;
}

const ANY = Number.POSITIVE_INFINITY;

function lacks({ atLeast, atMost }: Claims, asked: Claims): string | undefined {
  if (atLeast < asked.atLeast)
    return `nothing below ${atLeast} is refuted of this state, and ${asked.atLeast} is needed`;
  if (asked.atMost === ANY || (atMost >= 0 && atMost <= asked.atMost)) return undefined;
  return `this state has no plan of at most ${asked.atMost}, which is needed`;
}

/** What the checks of a line share. */
interface Walking {
  readonly task: Task;
  readonly transitions: Transitions;
  readonly states: StoredStates;
  readonly outcomes: Outcomes;
  readonly asked: AskedStates;
}

/** What is asked of states, and what their lines claim. */
interface AskedStates {
  /** Asks something of the present state. @returns why its line, that is there already, lacks it */
  ask(values: From['values'], asked: Claims): string | undefined;
  get(state: string): Awaited | undefined;
  /** The line of a state is there. */
  settle(state: string, claims: Claims): void;
  readonly waiting: () => number;
  readonly settled: () => number;
}

function createAskedStates({ bound, key }: Transitions, states: StoredStates): AskedStates {
  const awaited = new Map<string, Awaited>();
  const done = new Map<string, Claims>();
  return {
    ask(values, asked) {
      const atLeast = asked.atLeast <= bound(values) ? 0 : asked.atLeast;
      if (atLeast <= 0 && asked.atMost === ANY) return undefined;
      const state = key(values);
      const known = done.get(state);
      if (known !== undefined) return lacks(known, { ...asked, atLeast });
      const before = awaited.get(state);
      if (before === undefined) {
        awaited.set(state, { stored: states.store(), values, atLeast, atMost: asked.atMost });
      } else {
        before.atLeast = Math.max(before.atLeast, atLeast);
        before.atMost = Math.min(before.atMost, asked.atMost);
      }
      return undefined;
    },
    get: (state) => awaited.get(state),
    settle(state, claims) {
      awaited.delete(state);
      done.set(state, claims);
    },
    waiting: () => awaited.size,
    settled: () => done.size,
  };
}

/** Moves to try in a state. */
function openMoves({ transitions, states }: Walking, { stored, values }: From): readonly number[] {
  states.load(stored);
  return transitions.tried(values);
}

/** Why a move that was made does not show that the state costs so much, or undefined. */
function fallsShort({ asked }: Walking, made: Made, move: number, atLeast: number): string | undefined {
  if (typeof made === 'string') return made;
  if (made === undefined || made.isLost) return undefined;
  const { paid, atGoal, values } = made;
  if (paid <= 0) return `move ${move} costs nothing`;
  if (paid >= atLeast) return undefined;
  if (atGoal) return `move ${move} leads to the goal at cost ${paid}, below ${atLeast}`;
  return asked.ask(values, { atLeast: atLeast - paid, atMost: ANY });
}

/** Why a move without an entry can be made all the same, or undefined: it is of no use. */
function isOfUse({ outcomes }: Walking, from: From, move: number): string | undefined {
  let isRefuted = false;
  let fault: string | undefined;
  outcomes.all(from, move, (made) => {
    if (typeof made === 'string') fault = made;
    isRefuted = made === undefined || (typeof made !== 'string' && made.isLost);
    return isRefuted || fault !== undefined;
  });
  return fault ?? (isRefuted ? undefined : `move ${move} is not refuted`);
}

/** The allies choose: every move must be of no use. */
function refuteAll(walking: Walking, from: From, { atLeast, refuted }: WorstLine): string | undefined {
  const entries = new Map(refuted.map(([move, ...choice]) => [move as number, choice]));
  if (entries.size < refuted.length) return 'a move is refuted twice';
  const open = openMoves(walking, from);
  const unknown = [...entries.keys()].find((move) => !open.includes(move));
  if (unknown !== undefined) return `move ${unknown} is not one of this state`;
  for (const move of open) {
    const choice = entries.get(move);
    const wrong =
      choice === undefined
        ? isOfUse(walking, from, move)
        : fallsShort(walking, walking.outcomes.one(from, move, choice), move, atLeast);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** The enemies choose: one of their moves must be dear enough, or all end the line of play. */
function refuteByEnemies(walking: Walking, from: From, { atLeast, refuted }: WorstLine): string | undefined {
  const [entry] = refuted;
  if (refuted.length > 1) return 'the enemies choose one move';
  const open = openMoves(walking, from);
  if (entry !== undefined) {
    const move = entry[0] as number;
    if (!open.includes(move) || entry.length > 1) return `move ${move} is not one of this state`;
    const made = walking.outcomes.one(from, move, []);
    return made === undefined ? `move ${move} is refused` : fallsShort(walking, made, move, atLeast);
  }
  const made = open.map((move) => walking.outcomes.one(from, move, []));
  const accepted = made.filter((one): one is Transition => typeof one === 'object');
  if (made.every((one) => one === undefined) || accepted.some(({ isLost }) => isLost)) return undefined;
  return 'no move of the enemies is named';
}

/** Why a plan is not sure of a cost after what was made, or undefined. */
function exceeds({ asked }: Walking, made: Made, move: number, atMost: number): string | undefined {
  if (typeof made === 'string') return made;
  if (made === undefined) return `move ${move} is refused`;
  if (made.isLost) return `move ${move} breaks a condition or a limit`;
  const { paid, atGoal, values } = made;
  if (paid <= 0) return `move ${move} costs nothing`;
  if (paid > atMost) return `move ${move} costs ${paid}, above ${atMost}`;
  return atGoal ? undefined : asked.ask(values, { atLeast: 0, atMost: atMost - paid });
}

/** Whatever is drawn. */
function keepPlan(walking: Walking, from: From, { atMost, move }: WorstLine): string | undefined {
  if (!openMoves(walking, from).includes(move)) return `move ${move} is not one of this state`;
  let wrong: string | undefined;
  const isWhole = walking.outcomes.all(from, move, (made) => {
    wrong = exceeds(walking, made, move, atMost);
    return wrong !== undefined;
  });
  return wrong ?? (isWhole ? undefined : `move ${move} has more outcomes than are looked at`);
}

/** Whatever the enemies choose. */
function keepAnyway(walking: Walking, from: From, { atMost, move }: WorstLine): string | undefined {
  if (move >= 0) return 'the enemies choose the move';
  let accepted = 0;
  for (const one of openMoves(walking, from)) {
    const made = walking.outcomes.one(from, one, []);
    if (made === undefined) continue;
    accepted++;
    const wrong = exceeds(walking, made, one, atMost);
    if (wrong !== undefined) return wrong;
  }
  return accepted > 0 ? undefined : 'nobody can move here';
}

function checkLine(walking: Walking, from: From, line: WorstLine): string | undefined {
  const { task, transitions, states } = walking;
  states.load(from.stored);
  const enemiesChoose = task.moves.some(({ side }) => side === 'enemy');
  const isEnemies = enemiesChoose && task.system.capabilities.actions?.turn(task.battle) === ENEMIES_TURN;
  const isBounded = line.atLeast > transitions.bound(from.values);
  if (!isBounded && line.refuted.length > 0) return 'moves are refuted for nothing';
  const wrong = isBounded ? (isEnemies ? refuteByEnemies : refuteAll)(walking, from, line) : undefined;
  if (wrong !== undefined || line.atMost >= 0) return wrong ?? (isEnemies ? keepAnyway : keepPlan)(walking, from, line);
  return line.move >= 0 ? 'a move is named for nothing' : undefined;
}

/** @param file the certificate, for errors */
export function createWorstWalk(task: Task, header: WorstHeader, file: string): WorstWalk {
  const transitions = createTransitions(task, header.trusts);
  const states = createStoredStates(task.battle.image, file);
  const outcomes = createOutcomes(task, transitions, states.load);
  const asked = createAskedStates(transitions, states);
  const walking: Walking = { task, transitions, states, outcomes, asked };
  const claimed = header.cost < 0 ? task.costsBelow : header.cost;
  asked.ask(transitions.first, { atLeast: claimed, atMost: header.cost < 0 ? ANY : header.cost });
  return {
    take(line) {
      const from = asked.get(line.state);
      if (from === undefined) return 'nothing is asked of this state';
      const { atLeast, atMost, move } = line;
      const wrong = lacks(line, from) ?? (move >= task.moves.length ? `there is no move ${move}` : undefined);
      if (wrong !== undefined) return wrong;
      asked.settle(line.state, { atLeast, atMost });
      const fault = checkLine(walking, from, line);
      states.drop(from.stored);
      return fault;
    },
    end: () => (asked.waiting() === 0 ? undefined : 'a state that matters has no line: nothing is proven of it'),
    finish: outcomes.finish,
    counts: () => ({ states: asked.settled(), moves: outcomes.count() }),
  };
}

/** Whether the enemies choose among listed moves, and nobody says when. */
export function nobodySaysTurn({ system, moves }: Task): boolean {
  const hasEnemies = moves.some(({ side }: TaskMove) => side === 'enemy');
  return hasEnemies && system.capabilities.actions === undefined;
}
