/** Short ways to start a game, give commands as plans write them, and look at what is legal. */
import { expect } from 'vitest';
import { fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import {
  apply,
  createEventBuffer,
  decodeCommand,
  type PlainEvent,
  read,
  readEvents,
} from '../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../core/system/system.js';

export type Plain = Readonly<Record<string, unknown>>;

/** Made-up cards that tests use beside the seed's. */
export const CARDS: readonly PlainCard[] = [
  { id: 'rock', kind: 'forward', power: 5000, element: 'earth' },
  { id: 'stone', kind: 'forward', power: 6000, element: 'earth' },
  { id: 'flame', kind: 'forward', power: 4000, element: 'fire' },
  { id: 'runner', kind: 'forward', power: 3000, element: 'fire', keywords: ['haste'] },
  { id: 'knight', kind: 'forward', power: 5000, element: 'earth', keywords: ['brave'] },
  { id: 'shop', kind: 'backup' },
  { id: 'filler', kind: 'summon', abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 0 }] }] },
  {
    id: 'jailer',
    kind: 'backup',
    abilities: [{ id: 'jail', kind: 'action', dull: true, targets: 1, effects: [{ kind: 'dull' }] }],
  },
  {
    id: 'greeter',
    kind: 'forward',
    power: 2000,
    abilities: [{ id: 'greet', kind: 'auto', trigger: 'entersField', effects: [{ kind: 'draw', amount: 1 }] }],
  },
];

export interface Side {
  readonly id?: string;
  readonly field?: readonly unknown[];
  readonly hand?: readonly unknown[];
  readonly deck?: readonly unknown[];
  readonly damage?: readonly unknown[];
  readonly breakZone?: readonly unknown[];
}

export const DECK = [{ card: 'filler', copies: 10 }];

/** A game in Main 1 (or `phase`) of A, with ten cards in each deck unless told otherwise. */
export function start(
  a: Side,
  b: Side,
  options: {
    readonly phase?: string;
    readonly turnPlayer?: number;
    readonly cards?: readonly PlainCard[];
    readonly switches?: Readonly<Record<string, string | number>>;
  } = {},
): Battle {
  const { phase = 'main1', turnPlayer = 0, cards = [], switches } = options;
  const players = [
    { deck: DECK, ...a },
    { deck: DECK, ...b },
  ];
  return fftcg.create({ definitions: [...CARDS, ...cards], players, phase, turnPlayer }, switches);
}

/** Gives commands in their order and returns the events of all of them. */
export function run(battle: Battle, ...commands: readonly Plain[]): PlainEvent[] {
  const events = createEventBuffer();
  for (const command of commands) apply(fftcg, battle, { command: '', ...command }, events);
  expect(events.lost).toBe(0);
  return readEvents(fftcg, events);
}

/** The command is refused with this code and not one byte has changed. */
export function refused(battle: Battle, command: Plain, code: string): void {
  const before = battle.image.slice();
  let got = 'nothing';
  try {
    apply(fftcg, battle, { command: '', ...command });
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    got = error.code;
  }
  expect(got).toBe(code);
  expect(Buffer.compare(battle.image, before)).toBe(0);
}

export function pass(player: string): Plain {
  return { command: 'pass', player };
}

/** Both pass, the one with priority first. */
export function bothPass(battle: Battle): PlainEvent[] {
  const first = cell(battle, 'priority');
  return run(battle, { command: 'pass', player: first }, { command: 'pass', player: 1 - first });
}

export function cell(battle: Battle, name: string): number {
  return read(battle, name);
}

/** Values of several cells by name, to compare in one go. */
export function cells(battle: Battle, ...names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, read(battle, name)]));
}

export function names(events: readonly PlainEvent[], ...wanted: readonly string[]): string[] {
  return events.map((event) => event.event).filter((name) => wanted.length === 0 || wanted.includes(name));
}

export const cast = (player: string, card: string, ...targets: readonly string[]): Plain => ({
  command: 'castSummon',
  player,
  card,
  targets,
});
export const play = (player: string, card: string): Plain => ({ command: 'playCharacter', player, card });
export const use = (player: string, source: string, ability: string, ...targets: readonly string[]): Plain => ({
  command: 'useAbility',
  player,
  source,
  ability,
  targets,
});
export const attack = (player: string, ...forwards: readonly string[]): Plain => ({
  command: 'declareAttack',
  player,
  forwards,
});
export const block = (player: string, blocker: string | number = -1): Plain => ({
  command: 'declareBlock',
  player,
  blocker,
});

/** From Main 1 with an empty stack to the choice of attackers in 4-2. */
/** Damage of an attacking party, dealt to each of its Forwards. */
export const split = (player: string, amounts: Readonly<Record<string, number>>): Plain => ({
  command: 'assignPartyDamage',
  player,
  forwards: Object.keys(amounts),
  amounts: Object.values(amounts),
});

/** The same with lists that need not fit each other, by player B. */
export const splitLists = (forwards: unknown[], amounts: number[]): Plain => ({
  command: 'assignPartyDamage',
  player: 'B',
  forwards,
  amounts,
});

export function toDeclaration(battle: Battle): void {
  if (cell(battle, 'phase') === 2) bothPass(battle);
  bothPass(battle);
  expect(cells(battle, 'phase', 'step', 'pending')).toEqual({ phase: 3, step: 2, pending: 1 });
}

/**
 * From the choice of attackers to what 4-4 leaves; returns the events from the last pass of the
 * blocked window on.
 */
export function fight(battle: Battle, attackers: readonly string[], blocker?: string): PlainEvent[] {
  const attackerSide = cell(battle, 'turnPlayer');
  run(battle, { command: 'declareAttack', player: attackerSide, forwards: attackers });
  bothPass(battle);
  run(battle, { command: 'declareBlock', player: 1 - attackerSide, ...(blocker === undefined ? {} : { blocker }) });
  return bothPass(battle);
}

export interface LegalEntry {
  readonly code: number;
  /** `[min, max]` for a number, `[minLength, maxLength, min, max]` for a list. */
  readonly ranges: readonly (readonly number[])[];
}

/** Entries of `legalCommands`. */
export function legal(battle: Battle, capacity = 8192): LegalEntry[] {
  const out = new Int32Array(capacity);
  const length = battle.legalCommands(out);
  const entries: LegalEntry[] = [];
  for (let at = 0; at < length; ) {
    const code = out[at++] ?? 0;
    const shape = fftcg.commands.find((candidate) => candidate.code === code);
    if (shape === undefined) throw new Error(`no command ${code}`);
    const ranges = shape.parameters.map((parameter) => {
      const words = parameter.capacity === undefined ? 2 : 4;
      at += words;
      return [...out.subarray(at - words, at)];
    });
    entries.push({ code, ranges });
  }
  return entries;
}

/** True when the encoded command lies in the ranges of an entry. */
export function covers(entry: LegalEntry, command: Int32Array): boolean {
  if (entry.code !== command[0]) return false;
  const shape = fftcg.commands.find((candidate) => candidate.code === entry.code);
  let at = 1;
  return (shape?.parameters ?? []).every((parameter, index) => {
    const range = entry.ranges[index] ?? [];
    const [low = 0, high = 0, lowest = 0, highest = 0] = range;
    const value = command[at++] ?? 0;
    if (parameter.capacity === undefined) return value >= low && value <= high;
    const members = [...command.subarray(at, at + value)];
    at += parameter.capacity;
    return value >= low && value <= high && members.every((member) => member >= lowest && member <= highest);
  });
}

/** Names of the kinds of command that a player may give now, without `concede`. */
export function legalNames(battle: Battle, player: number): string[] {
  const found = legal(battle).filter((entry) => entry.ranges[0]?.[0] === player);
  const all = found.map((entry) => fftcg.commands.find((shape) => shape.code === entry.code)?.name ?? '');
  return [...new Set(all)].filter((name) => name !== 'concede').sort();
}

/** Marsaglia's xorshift, 32 bit: a choice function for random games. @param seed not 0 */
export function chooser(seed: number): (count: number) => number {
  let state = seed | 0 || 1;
  return (count) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % count;
  };
}

export function decoded(battle: Battle, command: Int32Array): Plain {
  return decodeCommand(fftcg, battle, command);
}

export const burst: PlainCard = {
  id: 'burst',
  kind: 'summon',
  exBurst: 'burst',
  abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [{ kind: 'break' }] }],
};

/**
 * Entries as `name ranges, ranges`, concessions apart: `[min, max]`, of a list `[shortest,
 * longest, min, max]`.
 */
export function listed(battle: Battle, capacity?: number): string[] {
  const all = legal(battle, capacity).map(({ code, ranges }) => {
    const name = fftcg.commands.find((shape) => shape.code === code)?.name ?? '';
    return `${name} ${ranges.map((range) => range.join(' ')).join(', ')}`;
  });
  return all.filter((entry) => !entry.startsWith('concede'));
}

/**
 * Cards are numbered zone by zone: rock 0, stone 1, jailer 2, barret 3, flame 4, brynhildr 5,
 * greeter 6, filler 7, decks to 27.
 */
export const table = (switches?: Record<string, string | number>): Battle =>
  start(
    { field: ['rock', 'stone', 'jailer', 'barret'], hand: ['brynhildr', 'greeter', 'filler'] },
    { field: ['flame'] },
    switches === undefined ? {} : { switches },
  );
