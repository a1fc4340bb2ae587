/**
 * Rows that only frames show: the loop of a frame (`frameLoop`) and the handlers that the buttons
 * lead to (`buttonsToActions`), on our console from C1:0261, the loop's call of the player half.
 */
import * as Ally from '../../../core/live-a-live/memory/cells/ally.js';
import { PRESENT } from '../../../core/live-a-live/memory/state-bits.js';
import { wordOfButton } from '../../base/pad-script.js';
import { type ConsoleWay, runOnConsole } from './console-way.js';
import { INTERRUPT, LOOP, PLAYER_HALF, TIME_HALF } from './loop-places.js';
import { memoryOf, type SettleMachine } from './run-probe.js';
import type { Judged } from './verdict.js';

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
