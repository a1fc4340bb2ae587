/**
 * Rows that only frames show: the loop of a frame (`frameLoop`) and the handlers that the buttons
 * lead to (`buttonsToActions`), on our console from C1:0261, the loop's call of the player half.
 */

import { read16 } from '../../../core/int/uint.js';
import { drawStartPlaces } from '../../../core/live-a-live/battle/run.js';
import * as Ally from '../../../core/live-a-live/memory/cells/ally.js';
import * as Cell from '../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../core/live-a-live/memory/cells/enemy.js';
import { PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { settingsOf } from '../../../core/live-a-live/memory/switches.js';
import {
  BATTLE as BATTLE_ADDRESS,
  FORMATION_KEPT,
  LOOP as LOOP_ADDRESS,
  START_FRAMES,
} from '../../../core/live-a-live/setup/driven-start.js';
import { ENEMIES_FOLLOW, placeParty } from '../../../core/live-a-live/setup/formation.js';
import { putFormationEnemies } from '../../../core/live-a-live/setup/set-up-enemies.js';
import { mayStartOff } from '../../../core/live-a-live/setup/start-places.js';
import { isListEnd } from '../../../core/live-a-live/turn/time-passes.js';
import { countText } from '../../../core/system/names.js';
import { RuleError } from '../../../core/system/system.js';
import { formatBus } from '../../../rom-map/cartridge/index.js';
import { BATTLE_GENERATOR_ROUTINE, type UnpublishedRow } from '../../../rom-map/index.js';
import { wordOfButton } from '../../base/index.js';
import { wholeWayPlan } from '../proof/choose-image.js';
import { callOriginal } from '../proof/original-call.js';
import { type ConsoleWay, FRAME_INTERRUPT, runOnConsole } from './console-way.js';
import {
  addressIn,
  INSTRUCTIONS,
  loadOriginal,
  memoryOf,
  type ProbeRun,
  type SettleMachine,
  type WayProbe,
} from './run-probe.js';
import type { Judged } from './verdict.js';

// Places of the battle's loop in the cartridge, as probes name them.

/** Where a battle begins. */
export const BATTLE = formatBus(BATTLE_ADDRESS);
/** The loop's call of the player half. */
export const LOOP = formatBus(LOOP_ADDRESS);
export const TIME_HALF = 'C1:9357';
export const PLAYER_HALF = 'C1:9480';
/** Where the interrupt of a frame leads to. */
const INTERRUPT = formatBus(FRAME_INTERRUPT);

// The probe of `startOffset`: draws that a battle's start makes for enemies who may begin one or
// two cells off. The image enters a formation (C1:F5FB to its return); where that draws nothing, it
// runs the whole start on our console, from C1:0000 to the first frame.

const ENTERS = 'C1:F5FB';
const FORMATIONS = 256;
const DRAWS = 256;

/** Draws that differ, so that code which draws until a cell is free comes to its end. */
function drawOf(index: number): number {
  return (37 * index + 11) & 0xff;
}

/** A formation of the image's tables. */
interface Entered {
  readonly number: number;
  readonly memory: Uint8Array;
  readonly enemies: number;
  /** Enemies whose place may be off. */
  readonly off: number;
  /** Draws of ours by setting. */
  readonly draws: readonly number[];
}

function startMemory(formation: number): Uint8Array {
  const cells: Record<string, number> = {
    mapArgument: FORMATION_KEPT,
    formationNumber: formation,
    'partyId[0]': 1,
    'record[0].id': 1,
    'record[0].level': 2,
    'record[0].hp': 100,
    'record[0].maxHp': 100,
  };
  for (let slot = 0; slot < 4; slot++) {
    cells[`allyRank[${slot}]`] = slot;
    cells[`ally[${slot}].id`] = slot === 0 ? 1 : 0xff;
    cells[`ally[${slot}].state`] = slot === 0 ? 0xff : 0;
    cells[`ally[${slot}].record`] = 0x0d00 + 0x80 * slot;
  }
  return memoryOf(cells);
}

/** Whether ours enters a formation of a party without others among the enemies. */
function canEnter({ ours: { machine } }: SettleMachine): boolean {
  const { ram } = machine;
  if (placeParty(machine) !== ENEMIES_FOLLOW || ram[Cell.MACHINE_FLAG] !== 0) return false;
  try {
    putFormationEnemies(machine, read16(ram, Cell.FORMATION_POINTER), ram[Cell.ENEMY_COUNT] as number);
  } catch (error) {
    if (error instanceof RuleError) return false;
    throw error;
  }
  return true;
}

function entered(machine: SettleMachine, row: UnpublishedRow, number: number): Entered | undefined {
  const { ours } = machine;
  const { ram } = ours.machine;
  const memory = startMemory(number);
  ram.set(memory);
  ours.machine.events.length = 0;
  if (!canEnter(machine)) return undefined;
  let enemies = 0;
  let off = 0;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    enemies++;
    if (mayStartOff(ram, enemy)) off++;
  }
  const draws = row.values.map((value) => {
    const script = { values: new Uint8Array(DRAWS), next: 0 };
    drawStartPlaces({ ...ours.machine, settings: settingsOf({ [row.name]: value }), script });
    return script.next;
  });
  return { number, memory, enemies, off, draws };
}

/** One formation without such enemies, one with one of them, and the one with most. */
function chosenFormations(machine: SettleMachine, row: UnpublishedRow): readonly Entered[] {
  const all: Entered[] = [];
  for (let number = 0; number < FORMATIONS; number++) {
    const one = entered(machine, row, number);
    if (one !== undefined) all.push(one);
  }
  const most = Math.max(...all.map(({ off }) => off));
  const wanted = [0, 1, most].map((off) => all.find((one) => one.off === off));
  return [...new Set(wanted)].filter((one) => one !== undefined);
}

/** Draws of each formation, or why they are not known. */
type Counted = readonly number[] | string;

function countInCalls(machine: SettleMachine, formations: readonly Entered[], entry: number): Counted {
  const { original } = machine;
  const generator = addressIn(machine, BATTLE_GENERATOR_ROUTINE) ?? -1;
  const plan = { ...wholeWayPlan(machine.image.profile, entry), generator };
  const draws = Array.from({ length: DRAWS }, (_, index) => drawOf(index));
  const counts: number[] = [];
  for (const { memory, number } of formations) {
    loadOriginal(machine, memory);
    const limits = { instructions: INSTRUCTIONS, draws };
    const result = callOriginal(original, plan, { A: 0, X: 0, Y: 0, P: 0 }, limits);
    if (result.exit === undefined) {
      return `formation ${number} entered from ${ENTERS} comes to no return: ${result.unfinished}, ${result.reason}`;
    }
    counts.push(result.draws.length);
  }
  return counts;
}

/** Draws of the whole start, less those of a formation that has none for places. */
function countInStarts(machine: SettleMachine, formations: readonly Entered[]): Counted {
  const others = formations.findIndex(({ off }) => off === 0);
  if (others < 0) return 'no formation of the image tells what else a start draws';
  const counts: number[] = [];
  for (const { memory } of formations) {
    let draws = 0;
    const why = runOnConsole(machine, {
      entry: BATTLE,
      isListening: false,
      memory,
      frames: START_FRAMES,
      draw: (index) => {
        draws++;
        return drawOf(index);
      },
      places: { [LOOP]: () => true },
    });
    if (why !== undefined) return why;
    counts.push(draws);
  }
  return counts.map((count) => count - (counts[others] as number));
}

function resultsOf(formations: readonly Entered[], counts: readonly number[], where: string): ProbeRun {
  const states = formations.map(({ number, enemies, off, draws }, index) => ({
    what: `formation ${number}, ${where}: ${off} of ${countText(enemies, 'enemy', 'enemies')} may start off`,
    theirs: { exit: 'return', values: [counts[index] as number] },
    ours: draws.map((count) => ({ exit: 'return', values: [count] })),
  }));
  return { kind: 'run', states };
}

export const startPlaces: WayProbe = {
  row: 'startOffset',
  watched: ['draws'],
  limit: 'it decides the number of draws, not the places',
  run(machine, row) {
    const entry = addressIn(machine, ENTERS);
    if (entry === undefined) {
      return { kind: 'not reached', reason: `the profile ${machine.image.profile.name} has no ${ENTERS}` };
    }
    const formations = chosenFormations(machine, row);
    if (!formations.some(({ off }) => off > 0)) {
      return { kind: 'not reached', reason: "the image's tables hold no formation with such an enemy" };
    }
    const called = countInCalls(machine, formations, entry);
    if (typeof called !== 'string' && called.some((count) => count > 0)) {
      return resultsOf(formations, called, `entered from ${ENTERS}`);
    }
    const started = countInStarts(machine, formations);
    if (typeof started !== 'string') return resultsOf(formations, started, 'the whole start');
    const first = typeof called === 'string' ? called : `no enemy entered from ${ENTERS} costs a draw`;
    return { kind: 'not reached', reason: `${first}; ${started}` };
  },
};

/** A frame by our stand-in, from the player half on. */
const OUR_FRAME = [PLAYER_HALF, INTERRUPT, TIME_HALF].join(' ');
const ROUNDS = 8;
const FRAMES = 24;

const NOTHING = { value: undefined, states: 0, first: '', reason: '' } as const;

/** An ally who may act, and nobody else. */
function allyToAct(): Uint8Array {
  return memoryOf({
    currentAlly: Ally.FIRST,
    'ally[0].id': 1,
    'ally[0].state': 0xff,
    'ally[0].record': 0x0d00,
    'ally[0].cellX': 3,
    'ally[0].cellY': 3,
    'ally[0].speed': 31,
    'record[0].hp': 100,
    'record[0].maxHp': 100,
    'enemy[0].state': PRESENT,
    'enemy[1].state': 0x80,
  });
}

/** The loop with an ally who may act. @returns why it came to no end, or undefined */
function runLoop(machine: SettleMachine, way: Pick<ConsoleWay, 'pad' | 'places'>): string | undefined {
  return runOnConsole(machine, {
    ...way,
    entry: LOOP,
    isListening: true,
    memory: allyToAct(),
    frames: FRAMES,
    draw: () => 0,
  });
}

/** The two halves and the interrupt, round by round: one of each, in our stand-in's order. */
export function judgeLoop(machine: SettleMachine): Judged {
  const rounds: string[][] = [];
  const meet = (place: string) => () => {
    rounds.at(-1)?.push(place);
    return false;
  };
  const why = runLoop(machine, {
    places: {
      [PLAYER_HALF]: () => {
        if (rounds.length > ROUNDS) return true;
        rounds.push([PLAYER_HALF]);
        return false;
      },
      [TIME_HALF]: meet(TIME_HALF),
      [INTERRUPT]: meet(INTERRUPT),
    },
  });
  if (why !== undefined) return { ...NOTHING, verdict: 'not reached', reason: why };
  // the first round begins in the middle of a frame, the last one is not over
  const whole = rounds.slice(1, ROUNDS).map((round) => round.join(' '));
  const differing = whole.findIndex((round) => round !== OUR_FRAME);
  if (differing < 0) return { ...NOTHING, verdict: 'agrees', states: whole.length };
  const first = `frame ${differing + 2} of the loop: mine ${OUR_FRAME}, theirs ${whole[differing]}`;
  return { ...NOTHING, verdict: 'none', states: whole.length, first };
}

/** Buttons that are held, one at a time. */
const HELD = ['B', 'Y', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R'] as const;
/** Printed handlers of the player half. */
const HANDLERS = ['C1:9572', 'C1:96CB', 'C1:990D', 'C1:9963', 'C1:998E', 'C1:9D13'];
const PRESSED_FROM = 3;
const PRESSED_FRAMES = 9;

/** Handlers met with a button held, or why the loop came to no end. */
function handlersOf(machine: SettleMachine, button: number): readonly string[] | string {
  const met = new Set<string>();
  let rounds = 0;
  const why = runLoop(machine, {
    pad: (frame) => (frame < PRESSED_FROM ? 0 : button),
    places: {
      ...Object.fromEntries(HANDLERS.map((place) => [place, () => met.add(place).size < 0])),
      [PLAYER_HALF]: () => ++rounds > PRESSED_FRAMES,
    },
  });
  // a handler may open a window, which waits for further buttons
  return why === undefined || met.size > 0 ? [...met] : why;
}

/** Which printed handler each button leads to; plans name the command: nothing is compared. */
export function judgeButtons(machine: SettleMachine): Judged {
  const without = handlersOf(machine, 0);
  if (typeof without === 'string') return { ...NOTHING, verdict: 'not reached', reason: without };
  const found: string[] = [];
  for (const button of HELD) {
    const name = button.length === 1 ? button : button.toLowerCase();
    const met = handlersOf(machine, wordOfButton(button));
    if (typeof met === 'string') return { ...NOTHING, verdict: 'not reached', reason: `${name} held: ${met}` };
    const own = met.filter((place) => !without.includes(place));
    if (own.length > 0) found.push(`${name} to ${own.join(' and ')}`);
  }
  if (found.length === 0) {
    return { ...NOTHING, verdict: 'not reached', reason: 'no button held leads to a printed handler' };
  }
  return { ...NOTHING, verdict: 'runs', states: HELD.length, reason: `held, ${found.join(', ')}` };
}
