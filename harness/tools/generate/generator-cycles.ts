/**
 * `npm run generate:cycles`: measures the cycles of the battle generator from a fixed sample of
 * starting states and writes the page about them. Every cycle found is walked in full; one that
 * less than about one start of the sample leads to may be missing, as the page states.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { battleGeneratorValue } from '../../../core/live-a-live/memory/generators.js';
import { countText } from '../../../core/system/names.js';
import { packageRoot } from '../../base/index.js';

/** A cycle, and its share of the sample. */
interface Cycle {
  readonly length: number;
  /** Its smallest state as a little-endian number. */
  readonly smallest: number;
  starts: number;
  longestTail: number;
  tails: number;
}

/**
 * The next state: the oldest word divided by 13; the low byte of the quotient becomes the newest
 * byte.
 */
function nextState(state: number): number {
  return ((state >>> 8) | (battleGeneratorValue(state & 0xffff) << 24)) >>> 0;
}

/**
 * States of known cycles in a table with open addressing, each with the number of its cycle + 1.
 */
class CycleStates {
  private readonly keys = new Uint32Array(1 << 20);
  private readonly cycles = new Uint8Array(1 << 20);

  private slot(state: number): number {
    let slot = Math.imul(state, 0x9e3779b1) >>> 12;
    while (this.cycles[slot] !== 0 && this.keys[slot] !== state) slot = (slot + 1) & 0xf_ffff;
    return slot;
  }

  add(state: number, cycle: number): void {
    const slot = this.slot(state);
    this.keys[slot] = state;
    this.cycles[slot] = cycle + 1;
  }

  /** Number of the cycle of a state, or -1. */
  cycleOf(state: number): number {
    return (this.cycles[this.slot(state)] as number) - 1;
  }
}

/** A state on the cycle that a start leads to (Brent's algorithm). */
function stateOnCycle(start: number): number {
  let power = 1;
  let length = 1;
  let slow = start;
  let fast = nextState(start);
  while (slow !== fast) {
    if (power === length) {
      slow = fast;
      power *= 2;
      length = 0;
    }
    fast = nextState(fast);
    length++;
  }
  return fast;
}

/** Starting states of the sample: xorshift32 from a fixed seed. */
function sampleStates(count: number): Uint32Array {
  const states = new Uint32Array(count);
  let value = 0x1234_5678;
  for (let index = 0; index < count; index++) {
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
    states[index] = value >>> 0;
  }
  return states;
}

function addCycle(cycles: Cycle[], states: CycleStates, member: number): void {
  let length = 0;
  let smallest = member;
  let state = member;
  do {
    states.add(state, cycles.length);
    state = nextState(state);
    if (state < smallest) smallest = state;
    length++;
  } while (state !== member);
  cycles.push({ length, smallest, starts: 0, longestTail: 0, tails: 0 });
}

/** Cycles that the starts lead to, by descending number of starts. */
function measureCycles(starts: Uint32Array): Cycle[] {
  const cycles: Cycle[] = [];
  const states = new CycleStates();
  const LOOK_AHEAD = 1_000_000;
  for (const start of starts) {
    let state = start;
    let tail = 0;
    let cycle = states.cycleOf(state);
    while (cycle < 0) {
      state = nextState(state);
      tail++;
      cycle = states.cycleOf(state);
      if (tail === LOOK_AHEAD || cycles.length === 0) {
        addCycle(cycles, states, stateOnCycle(start));
        state = start;
        tail = 0;
        cycle = states.cycleOf(state);
      }
    }
    const found = cycles[cycle] as Cycle;
    found.starts++;
    found.tails += tail;
    found.longestTail = Math.max(found.longestTail, tail);
  }
  return cycles.sort((a, b) => b.starts - a.starts);
}

function bytesOf(state: number): string {
  return [0, 8, 16, 24]
    .map((shift) => ((state >>> shift) & 0xff).toString(16).toUpperCase().padStart(2, '0'))
    .join(' ');
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/gu, ',');
}

/** Text of the page. */
function cyclesPage(cycles: readonly Cycle[], starts: number): string {
  const rows = cycles.map((cycle) => {
    const mean = Math.round(cycle.tails / cycle.starts);
    const cells = [cycle.length, cycle.starts, mean, cycle.longestTail].map(grouped);
    return `| ${cells[0]} | ${bytesOf(cycle.smallest)} | ${cells[1]} | ${cells[2]} | ${cells[3]} |`;
  });
  return [
    '# Cycles of the battle generator',
    '',
    'Written by `npm run generate:cycles`. C1:6150 keeps four bytes; a call divides the word of the two oldest by 13, puts the low quotient byte at the',
    'new end and returns it. Thirteen values of the oldest byte give the same quotient, so many states have no predecessor: a start runs through a tail',
    'that is never seen again and then round a cycle. State 00 00 00 00 is put right by a reseed and is left out here.',
    '',
    `Sample: ${grouped(starts)} starts (xorshift32 from 12345678h). Every cycle below was walked in full. A cycle that fewer than about one start in`,
    `${countText(grouped(starts), 'run')} into may be missing.`,
    '',
    '| length | smallest state (A0 A1 A2 A3) | starts that end in it | mean tail | longest tail |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'For a route this means: after some ten thousand draws the sequence is one of these few whatever the start was, and a battle uses some hundred.',
    '',
  ].join('\n');
}

/** Number of starts of the committed page. */
const PAGE_STARTS = 4096;

if (process.argv[1]?.endsWith('generator-cycles.js') === true) {
  const states = sampleStates(PAGE_STARTS);
  const page = cyclesPage(measureCycles(states), states.length);
  writeFileSync(join(packageRoot(), 'rom-map/GENERATOR.md'), page);
  console.log('written: rom-map/GENERATOR.md');
}
