/**
 * Random games under watch, and properties of every state that they pass through. Seeds are printed by fast-check
 * when a property fails. The watcher knows the order of steps from F2 and F9, not from the code.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSelfPlay, fftcg, type SelfPlay, sampleSetup } from '../../../core/fftcg/index.js';
import { createEventBuffer, type PlainEvent, readEvents } from '../../../core/system/battle.js';
import type { EventBuffer } from '../../../core/system/system.js';
import { cell, chooser, covers, decoded, legal, type Plain, start } from './helpers.js';

/** What may follow a phase or step: F2, F9, F15; 3.5 is the extension First Strike. */
const next: Readonly<Record<string, readonly string[]>> = {
  '0.0': ['1.0'],
  '1.0': ['2.0'],
  '2.0': ['3.1'],
  '3.1': ['3.2', '4.0'],
  '3.2': ['3.3', '4.0'],
  '3.3': ['3.4'],
  '3.4': ['3.1', '3.5'],
  '3.5': ['3.4'],
  '4.0': ['5.0'],
  '5.0': ['0.0'],
};

interface Item {
  readonly card: number;
  readonly ability: number;
}

/** Follows a game by its events alone. */
function createWatcher() {
  let place = '2.0';
  let turnPlayer = 0;
  let opened = true;
  let mayLeaveByChoice = false;
  let passes: number[] = [];
  const stack: Item[] = [];
  const counts = { pushed: 0, resolved: 0, windows: 0, exBursts: 0, attacks: 0, turns: 0 };
  const value = (event: PlainEvent, name: string): number => event.values[name] ?? -1;

  const leave = (to: string): void => {
    expect(next[place], `${to} after ${place}`).toContain(to);
    expect(stack, `stack when ${place} ends`).toEqual([]);
    const silent = place === '0.0' || place === '1.0' || place === '5.0';
    // Within 4-4 the first batch of First Strike leads to its own window before that of 4-4 opens.
    const batch = place === '3.4' && to === '3.5';
    if (!silent && !mayLeaveByChoice && !batch) {
      expect(opened, `window of ${place}`).toBe(true);
      expect(passes, `passes that end ${place}`).toEqual([turnPlayer, 1 - turnPlayer]);
    }
    if (silent) expect(opened, `no window in ${place}`).toBe(false);
  };

  const watch = (event: PlainEvent, command: Plain): void => {
    switch (event.event) {
      case 'phase': {
        const to = `${value(event, 'phase')}.${value(event, 'step')}`;
        mayLeaveByChoice = command['command'] === 'declareAttack';
        leave(to);
        if (to === '0.0') {
          turnPlayer = 1 - turnPlayer;
          counts.turns++;
        }
        expect(value(event, 'turnPlayer')).toBe(turnPlayer);
        place = to;
        opened = false;
        passes = [];
        break;
      }
      case 'priority':
        if (!opened) {
          counts.windows++;
          // Every window begins with the turn player.
          expect([value(event, 'player'), value(event, 'passes')]).toEqual([turnPlayer, 0]);
          opened = true;
        }
        expect(value(event, 'passes')).toBe(passes.length);
        if (passes.length === 1) expect(value(event, 'player')).toBe(1 - (passes[0] ?? -1));
        break;
      case 'passed':
        passes.push(value(event, 'player'));
        break;
      case 'pushed':
        passes = [];
        counts.pushed++;
        stack.push({ card: value(event, 'card'), ability: value(event, 'ability') });
        expect(value(event, 'depth')).toBe(stack.length);
        break;
      case 'played':
      case 'used':
        passes = [];
        break;
      case 'resolved':
      case 'cancelled':
        // Two different players have passed in a row, and only the top item goes.
        expect(new Set(passes).size).toBe(2);
        expect(passes).toHaveLength(2);
        passes = [];
        counts.resolved++;
        expect(value(event, 'depth')).toBe(stack.length);
        expect({ card: value(event, 'card'), ability: value(event, 'ability') }).toEqual(stack.pop());
        // F19: whoever controlled it, the turn player is next.
        opened = false;
        break;
      case 'exBurst':
        counts.exBursts++;
        break;
      case 'attacked':
        expect(place).toBe('3.2');
        counts.attacks++;
        break;
      default:
    }
  };
  return { watch, counts, depth: () => stack.length };
}

/** What must hold between two commands, read from the image by cell names. */
function checkImage({ value, cardIds, owners }: Fixture): void {
  const pending = value('pending');
  const outcome = value('outcome');
  expect([0, 1]).toContain(value('passes'));
  expect(value('pendingPlayer') === 255).toBe(pending === 0);
  if (outcome !== 0) expect([value('priority'), pending]).toEqual([255, 0]);
  else if (pending === 0) expect([0, 1]).toContain(value('priority'));
  else if (pending !== 5) expect(value('priority')).toBe(255);
  expect([2, 3, 4, 5]).toContain(value('phase'));
  if (value('phase') === 5) expect(pending === 6 || outcome !== 0).toBe(true);
  const seen = new Map<string, number>();
  let bits = 0;
  let onStack = 0;
  cardIds.forEach((id, card) => {
    const at = (name: string): number => value(`card[${id}].${name}`);
    const zone = at('zone');
    const key = `${owners[card]}.${zone}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    if (zone === 5) onStack++;
    for (let mask = at('triggers'); mask > 0; mask >>= 1) bits += mask & 1;
    if (zone !== 2) {
      expect([at('dull'), at('frozen'), at('attacking'), at('attacked'), at('damage'), at('powerMod')]).toEqual([
        0, 0, 0, 0, 0, 0,
      ]);
    } else if (at('power') > 0 && outcome === 0 && (pending === 0 || pending === 5)) {
      // FA7: with priority granted no Forward is left that should have been broken.
      expect(at('effectivePower')).toBe(Math.max(0, at('power') + at('powerMod')));
      expect(at('effectivePower')).toBeGreaterThan(at('damage'));
    }
  });
  const zones = ['deck', 'hand', 'field', 'damage', 'breakZone'];
  ['A', 'B'].forEach((player, owner) => {
    zones.forEach((name, zone) => {
      expect(value(`player[${player}].${name}`), `${player} ${name}`).toBe(seen.get(`${owner}.${zone}`) ?? 0);
    });
    if (outcome === 0) expect(value(`player[${player}].damage`)).toBeLessThan(7);
  });
  expect(value('waitingTriggers')).toBe(bits);
  expect(onStack).toBeLessThanOrEqual(value('stackDepth'));
  // Places above the top are cleared, so that equal games have equal images.
  for (const name of ['card', 'ability', 'controller', 'sourceGone', 'targets', 'target[0]', 'target[3]']) {
    for (let place = value('stackDepth'); place < 8; place++) expect(value(`stack[${place}].${name}`)).toBe(0);
  }
}

interface Fixture {
  readonly play: SelfPlay;
  readonly choose: (count: number) => number;
  readonly value: (name: string) => number;
  readonly cardIds: readonly string[];
  readonly owners: readonly number[];
}

function fixture(seed: number, switches?: Readonly<Record<string, string | number>>): Fixture {
  const choose = chooser(seed);
  const setup = sampleSetup(choose);
  const play = createSelfPlay(setup, switches);
  const { battle } = play;
  const offsets = new Map(battle.cells.map((shape) => [shape.name, shape]));
  const value = (name: string): number => {
    const shape = offsets.get(name);
    if (shape === undefined) throw new Error(`no cell ${name}`);
    let sum = 0;
    for (let index = shape.width - 1; index >= 0; index--) sum = sum * 256 + (battle.image[shape.offset + index] ?? 0);
    return shape.signed === true && sum >= 2 ** (8 * shape.width - 1) ? sum - 2 ** (8 * shape.width) : sum;
  };
  const cardIds: string[] = [];
  for (let card = 0; battle.idName('card', card) !== undefined; card++) cardIds.push(battle.idName('card', card) ?? '');
  // Numbers go zone by zone: hand of A, hand of B, deck of A, deck of B.
  const owners = cardIds.map((_, card) => (card < 5 || (card >= 10 && card < 55) ? 0 : 1));
  return { play, choose, value, cardIds, owners };
}

function readAndClear(events: EventBuffer): PlainEvent[] {
  expect(events.lost).toBe(0);
  const out = readEvents(fftcg, events);
  events.length = 0;
  return out;
}

const switchSets: readonly Readonly<Record<string, string | number>>[] = [
  {},
  { endOrder: 'cr', partyRule: 'any', firstTurnDraw: 1 },
  { characterNeedsEmptyStack: 'no', emptyDeck: 'empty' },
];

describe('random self-play', () => {
  test('no window is skipped, each item resolves once, two passes end a step', () => {
    const total = { pushed: 0, resolved: 0, windows: 0, exBursts: 0, attacks: 0, turns: 0 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0x7fff_ffff }), fc.constantFrom(...switchSets), (seed, switches) => {
        const { play, choose, value } = fixture(seed, switches);
        const events = createEventBuffer(4096);
        const watcher = createWatcher();
        for (let made = 0; made < 20_000 && play.turn(choose, events); made++) {
          const command = decoded(play.battle, play.command);
          for (const event of readAndClear(events)) watcher.watch(event, command);
          expect(value('stackDepth')).toBe(watcher.depth());
        }
        expect(value('outcome')).not.toBe(0);
        expect(watcher.counts.pushed - watcher.counts.resolved).toBe(watcher.depth());
        for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += watcher.counts[name];
      }),
      { numRuns: 8 },
    );
    // The games must have been worth watching.
    for (const [name, count] of Object.entries(total))
      expect(count, name).toBeGreaterThan(name === 'exBursts' ? 0 : 20);
  });

  test('between two commands the image is sound', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0x7fff_ffff }), (seed) => {
        const game = fixture(seed);
        for (let made = 0; made < 100 && game.play.turn(game.choose); made++) checkImage(game);
      }),
      { numRuns: 5 },
    );
  });

  test('the same choices give the same game', () => {
    const end = (seed: number): readonly [number, Uint8Array] => {
      const { play, choose } = fixture(seed);
      return [play.play(choose), play.battle.image.slice()];
    };
    expect(end(4711)).toEqual(end(4711));
    expect(end(4711)).not.toEqual(end(4712));
  });

  test('reset goes back to the start', () => {
    const { play, choose } = fixture(99);
    const before = play.battle.image.slice();
    expect(play.play(choose, 50)).toBe(50);
    expect(play.battle.image).not.toEqual(before);
    play.reset();
    expect(play.battle.image).toEqual(before);
  });
});

describe('any command in any state', () => {
  /** Words that are often near the truth: small numbers, card numbers, the limits. */
  const word = fc.oneof(
    fc.integer({ min: -2, max: 6 }),
    fc.integer({ min: 0, max: 120 }),
    fc.constantFrom(255, 256, 1000, -0x8000_0000, 0x7fff_ffff),
  );

  test('a refused command leaves every byte as it was', () => {
    let refusals = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 0x7fff_ffff }),
        fc.integer({ min: 0, max: 400 }),
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 13 }),
            fc.integer({ min: -1, max: 2 }),
            fc.array(word, { maxLength: 130 }),
          ),
          {
            minLength: 30,
            maxLength: 30,
          },
        ),
        (seed, made, tries) => {
          const { play, choose } = fixture(seed);
          play.play(choose, made);
          const before = play.battle.image.slice();
          const events = createEventBuffer();
          for (const [code, player, rest] of tries) {
            const result = play.battle.step(Int32Array.of(code, player, ...rest), events);
            if (result === 0) {
              play.battle.image.set(before);
              events.length = 0;
            } else {
              refusals++;
              // A byte compare: a deep comparison of some thousand images would take most of the test's time.
              expect(Buffer.compare(play.battle.image, before)).toBe(0);
              expect(events.length).toBe(0);
              expect(fftcg.errors.some((shape) => shape.number === result)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
    expect(refusals).toBeGreaterThan(60);
  });

  test('legalCommands lists exactly what is taken: all single choices of small games, tried one by one', () => {
    let taken = 0;
    for (const seed of [1, 2, 3]) taken += compareWithTries(chooser(seed * 20110315));
    expect(taken).toBeGreaterThan(250);
  });

  /** Plays a small game; before each command compares the list with a try of every single choice. */
  function compareWithTries(choose: (count: number) => number): number {
    const deck = ['rock', 'rock', 'rock', 'rock'];
    const battle = start(
      { hand: ['filler', 'greeter', 'brynhildr'], field: ['barret', 'jailer', 'knight'], deck },
      { hand: ['brynhildr', 'rock'], field: ['stone'], deck },
    );
    const commands = [...singleCommands(17)];
    const before = new Uint8Array(battle.image.length);
    let taken = 0;
    for (let made = 0; made < 40 && cell(battle, 'outcome') === 0; made++) {
      const entries = legal(battle);
      before.set(battle.image);
      const accepted: Int32Array[] = [];
      for (const command of commands) {
        const listed = entries.filter((entry) => covers(entry, command));
        const result = battle.step(command, undefined);
        if (result === 0) battle.image.set(before);
        // Where several cards are chosen together the ranges are wider than the truth; nothing else is.
        const isWide = listed.some((entry) => entry.ranges.some((range) => range[2] !== range[3]));
        if (result === 0 || !isWide) {
          const isSame = listed.length > 0 === (result === 0);
          if (!isSame) expect.fail(`${command.subarray(0, 6)} gives ${result}, listed ${listed.length} times`);
        }
        if (result === 0 && command[0] !== 11) accepted.push(command);
      }
      taken += accepted.length;
      const picked = accepted[choose(accepted.length)];
      if (picked === undefined) break;
      expect(battle.step(picked, undefined)).toBe(0);
    }
    return taken;
  }

  /** Commands with at most one card, target or trigger in each list. */
  function* singleCommands(cardCount: number): Generator<Int32Array> {
    const cards = Array.from({ length: cardCount }, (_, card) => card);
    const make = (...words: readonly number[]): Int32Array => {
      const command = new Int32Array(130);
      command.set(words);
      return command;
    };
    for (const player of [0, 1]) {
      yield make(1, player);
      yield make(11, player);
      yield make(5, player, 0);
      yield make(6, player, -1);
      yield make(8, player, 0, 0);
      for (const card of cards) {
        yield make(2, player, card);
        yield make(4, player, card, 0);
        yield make(5, player, 1, card);
        yield make(6, player, card);
        for (let slot = 0; slot < 8; slot++) yield make(9, player, 1, card * 8 + slot);
        for (const target of cards) yield make(4, player, card, 1, target);
        for (let ability = 0; ability < 8; ability++) {
          yield make(3, player, card, ability, 0);
          for (const target of cards) yield make(3, player, card, ability, 1, target);
        }
      }
    }
  }
});
