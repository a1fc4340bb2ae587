/**
 * Random games under watch, and properties of every state that they pass through. fast-check
 * prints the seed of a property that fails.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import { cell, chooser, covers, decoded, legal, start } from './helpers.js';
import { checkImage, createWatcher, fixture, readAndClear } from './watched-game.js';

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
