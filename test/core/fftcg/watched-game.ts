/**
 * A game of self-play that is watched: the order of its steps by its events alone (F2, F9), and
 * its image.
 */
import { expect } from 'vitest';
import { createSelfPlay, fftcg, type SelfPlay, sampleSetup } from '../../../core/fftcg/index.js';
import { type PlainEvent, readEvents } from '../../../core/system/battle.js';
import type { EventBuffer } from '../../../core/system/system.js';
import { chooser, type Plain } from './helpers.js';

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
export function createWatcher() {
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
export function checkImage({ value, cardIds, owners }: Fixture): void {
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

export interface Fixture {
  readonly play: SelfPlay;
  readonly choose: (count: number) => number;
  readonly value: (name: string) => number;
  readonly cardIds: readonly string[];
  readonly owners: readonly number[];
}

export function fixture(seed: number, switches?: Readonly<Record<string, string | number>>): Fixture {
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

export function readAndClear(events: EventBuffer): PlainEvent[] {
  expect(events.lost).toBe(0);
  const out = readEvents(fftcg, events);
  events.length = 0;
  return out;
}
