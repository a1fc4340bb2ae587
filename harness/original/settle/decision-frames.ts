/**
 * The probe of `decisionInput`: whether the player half runs in the frames of an enemy's decision.
 * It looks at 03F0, whose writer is not printed: the image's halves of a frame are called one after
 * the other (C1:9357, C1:9480), and where they leave 03F0 alone, its whole loop runs on our console
 * (C1:0261, round to itself).
 */
import { mayCutIn } from '../../../core/live-a-live/battle/run.js';
import * as Enemy from '../../../core/live-a-live/memory/cells/enemy.js';
import * as Species from '../../../core/live-a-live/memory/cells/species.js';
import { END_OF_LIST, PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { settingsOf } from '../../../core/live-a-live/memory/switches.js';
import { BATTLE_GENERATOR_ROUTINE, type UnpublishedRow } from '../../../rom-map/index.js';
import { hexText } from '../../base/index.js';
import { type CallPlan, callOriginal } from '../proof/original-call.js';
import { takeWorkRam } from '../proof/state.js';
import { runOnConsole } from './console-way.js';
import { LOOP, PLAYER_HALF, TIME_HALF } from './loop-ways.js';
import {
  addressIn,
  INSTRUCTIONS,
  loadOriginal,
  memoryOf,
  type Outcome,
  type SettleMachine,
  type StateResult,
  type WayProbe,
} from './run-probe.js';

/** The cell without a printed writer, `playerState`. */
const UNWRITTEN = '03F0';
const NEXT_CALL = 'C1:0264';
/** Where C1:9480 goes on once the player may act. */
const GOES_ON = ['C1:948D', 'C1:9494'];

const MAY_ACT = 'the player half goes on';
const MAY_NOT = 'the player half returns';

/** Steps of the first pass over the skills, and of both. */
const FIRST_PASS = 4;
const BOTH_PASSES = 8;
/** Frames looked at: more than both passes take. */
const FRAMES = 24;
/** What 03F0 holds before the decision: the answer must not hang on it. */
const BEFORE = [0x00, 0xff];

function decisionMemory(playerState: number): Uint8Array {
  return memoryOf({
    actingEnemy: Enemy.FIRST,
    actionPoints: 0x200,
    turnFlag: 0x80,
    playerState,
    'enemy[0].state': 0xff,
    'enemy[0].species': Species.FIRST,
    'enemy[0].hp': 900,
    'enemy[0].level': 9,
    'enemy[0].orderPoints': 0x100,
    'enemy[1].state': END_OF_LIST,
    'species[0].maxHp': 999,
    'species[0].width': 1,
    'species[0].height': 1,
    'ally[0].id': 1,
    'ally[0].state': PRESENT,
    'ally[0].record': 0x0d00,
    'ally[0].cellX': 5,
    'ally[0].cellY': 5,
    'record[0].hp': 100,
    'record[0].maxHp': 100,
  });
}

/** A frame of the decision: the step that stands next, and what the player half did. */
interface Frame {
  readonly step: number;
  readonly theirs: string;
  readonly ours: readonly string[];
}

/** Frames of one decision, or why they are not known. */
type Frames = readonly Frame[] | string;

/** Collects frames. @returns whether the decision is over */
function createFrames(machine: SettleMachine, row: UnpublishedRow) {
  const { ours } = machine;
  const list: Frame[] = [];
  let asked: Omit<Frame, 'theirs'> | undefined;
  return {
    list,
    /** The player half begins on this memory. @returns whether both passes are over */
    begin(workRam: Uint8Array): boolean {
      takeWorkRam(workRam, ours.machine.ram);
      const step = (ours.machine.ram[Enemy.FIRST + Enemy.AI_STEP] as number) & 0x0f;
      asked = undefined;
      if (step >= BOTH_PASSES || (step === 0 && list.length > 0)) return true;
      if (step === 0) return false;
      const answers = row.values.map((value) => {
        const settings = settingsOf({ [row.name]: value });
        return mayCutIn({ ...ours.machine, settings }) ? MAY_ACT : MAY_NOT;
      });
      asked = { step, ours: answers };
      return false;
    },
    end(theirs: string): void {
      if (asked !== undefined) list.push({ ...asked, theirs });
      asked = undefined;
    },
  };
}

function planOf(machine: SettleMachine, entry: number, stops: readonly string[]): CallPlan {
  const places = stops.flatMap((place) => addressIn(machine, place) ?? []);
  return {
    entry,
    ...machine.image.profile.entryState,
    stops: new Map(places.map((place) => [place, MAY_ACT])),
    exits: undefined,
    exitCell: -1,
    leftOut: [],
    generator: addressIn(machine, BATTLE_GENERATOR_ROUTINE) ?? -1,
  };
}

function framesOfCalls(machine: SettleMachine, row: UnpublishedRow, before: number): Frames {
  const { original } = machine;
  const [time, player] = [addressIn(machine, TIME_HALF), addressIn(machine, PLAYER_HALF)];
  if (time === undefined || player === undefined) {
    return `the profile ${machine.image.profile.name} has no ${PLAYER_HALF}`;
  }
  const halves = [planOf(machine, time, []), planOf(machine, player, GOES_ON)] as const;
  const limits = { instructions: INSTRUCTIONS, draws: [] };
  const call = (plan: CallPlan) => callOriginal(original, plan, { A: 0, X: 0, Y: 0, P: 0 }, limits);
  const frames = createFrames(machine, row);
  loadOriginal(machine, decisionMemory(before));
  for (let frame = 0; frame < FRAMES; frame++) {
    const first = call(halves[0]);
    if (first.exit === undefined) return `${TIME_HALF} came to no end: ${first.unfinished}, ${first.reason}`;
    if (frames.begin(original.ram)) break;
    const second = call(halves[1]);
    if (second.exit === undefined) return `${PLAYER_HALF} came to no end: ${second.unfinished}, ${second.reason}`;
    frames.end(second.exit === MAY_ACT ? MAY_ACT : MAY_NOT);
  }
  return frames.list;
}

function framesOfLoop(machine: SettleMachine, row: UnpublishedRow, before: number): Frames {
  const frames = createFrames(machine, row);
  let answer = MAY_NOT;
  const goesOn = () => {
    answer = MAY_ACT;
    return false;
  };
  const why = runOnConsole(machine, {
    entry: LOOP,
    isListening: true,
    memory: decisionMemory(before),
    frames: FRAMES,
    draw: () => 0,
    places: {
      [PLAYER_HALF]: (workRam) => {
        answer = MAY_NOT;
        return frames.begin(workRam);
      },
      ...Object.fromEntries(GOES_ON.map((place) => [place, goesOn])),
      [NEXT_CALL]: () => {
        frames.end(answer);
        return false;
      },
    },
  });
  return why ?? frames.list;
}

/** Why frames say nothing about 03F0, or undefined. */
function whyOpen([low, high]: readonly (readonly Frame[])[], where: string): string | undefined {
  if (low === undefined || high === undefined) return undefined;
  const passes = [low.some(({ step }) => step < FIRST_PASS), low.some(({ step }) => step >= FIRST_PASS)];
  if (passes.includes(false)) return `${where}: the enemy does not come to both passes over its skills`;
  const isSame = low.length === high.length && low.every(({ theirs }, index) => theirs === high[index]?.theirs);
  return isSame ? undefined : `${where}: ${UNWRITTEN} stays what it was before the decision`;
}

/** Frames of both beginnings, or why they decide nothing. */
function bothOf(one: (before: number) => Frames, where: string): readonly (readonly Frame[])[] | string {
  const lists: (readonly Frame[])[] = [];
  for (const before of BEFORE) {
    const frames = one(before);
    if (typeof frames === 'string') return frames;
    lists.push(frames);
  }
  return whyOpen(lists, where) ?? lists;
}

function outcome(exit: string): Outcome {
  return { exit, values: [] };
}

function statesOf(lists: readonly (readonly Frame[])[], where: string): readonly StateResult[] {
  return lists.flatMap((frames, index) =>
    frames.map(({ step, theirs, ours }) => ({
      what: `${where}, decision before step ${step}, ${UNWRITTEN} = ${hexText(BEFORE[index] as number, 2)} at first`,
      theirs: outcome(theirs),
      ours: ours.map(outcome),
    })),
  );
}

export const decisionFrames: WayProbe = {
  row: 'decisionInput',
  watched: [],
  run(machine, row) {
    const halves = `${TIME_HALF} and ${PLAYER_HALF}`;
    const called = bothOf((before) => framesOfCalls(machine, row, before), halves);
    if (typeof called !== 'string') return { kind: 'run', states: statesOf(called, halves) };
    const loop = `the loop from ${LOOP}`;
    const looped = bothOf((before) => framesOfLoop(machine, row, before), loop);
    if (typeof looped !== 'string') return { kind: 'run', states: statesOf(looped, loop) };
    return { kind: 'not reached', reason: `${called}; ${looped}` };
  },
};
